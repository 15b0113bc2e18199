// The quantities of cases in which one body touches a plane.
import { cross, dot, scale, subtract } from '../../bindings/core/geometry.ts';
import type { Vec3 } from '../../bindings/index.ts';
import { bodiesOf, type Case, type CaseBody, type CaseShape } from './case.ts';
import { type BodyState, bodyAt, contactForceAt, type Run } from './run.ts';
import { dynamicNames, type Measure, recorded, slope } from './series.ts';

/** s: a body that starts at zero distance is held by then. */
const SETTLING = 0.2;

const lengthOf = (vector: readonly number[]) => Math.hypot(...vector);

function planeOf(item: Case): { normal: Vec3; offset: number } {
  const shapes = bodiesOf(item).map(({ shape }) => shape);
  const planes = shapes.filter((shape): shape is CaseShape & { type: 'plane' } => shape?.type === 'plane');
  if (planes.length !== 1) throw new Error(`${item.name} has ${planes.length} planes`);
  return planes[0];
}

function movingBody(item: Case): CaseBody & { shape: CaseShape } {
  const body = bodiesOf(item).find(({ name }) => name === dynamicNames(item)[0]);
  if (!body?.shape) throw new Error(`${item.name} has no body with a shape`);
  return body as CaseBody & { shape: CaseShape };
}

function radiusOf(item: Case): number {
  const { shape } = movingBody(item);
  if (shape.type !== 'sphere') throw new Error(`the body of ${item.name} is no sphere`);
  return shape.radius;
}

const stateAt = (run: Run, item: Case, index: number): BodyState => bodyAt(run.moments[index], movingBody(item).name);

/** The direction along the plane in which gravity pulls. */
function downhill(item: Case): Vec3 {
  const { normal } = planeOf(item);
  const along = subtract(item.gravity, scale(normal, dot(item.gravity, normal)));
  return scale(along, 1 / lengthOf(along));
}

/** Indices of the moments from which on the body is held. */
function settled(run: Run): number[] {
  return [...recorded(run).keys()].filter((index) => run.moments[index].time > SETTLING);
}

/** What the plane does to the body at a moment, N. */
const contactForce = (run: Run, item: Case, index: number): Vec3 => contactForceAt(run, index, movingBody(item).name);

const normalForces: Measure = (run, item) => settled(run).map((index) => [dot(contactForce(run, item, index), planeOf(item).normal)]);
const frictionForces: Measure = (run, item) => settled(run).map((index) => [-dot(contactForce(run, item, index), downhill(item))]);

interface Bounces {
  apexes: { time: number; height: number }[];
  impacts: { time: number; speed: number }[];
}

/** The start and the tops of the arcs, and the impacts between them: those between two moments are worked out from the first one. */
function bounces(run: Run, item: Case): Bounces {
  const { normal, offset } = planeOf(item);
  const gravity = -dot(item.gravity, normal);
  const radius = radiusOf(item);
  const name = movingBody(item).name;
  const moments = recorded(run);
  const heights = moments.map((moment) => dot(bodyAt(moment, name).pos, normal) - offset - radius);
  const speeds = moments.map((moment) => dot(bodyAt(moment, name).vel, normal));
  const found: Bounces = { apexes: [{ time: 0, height: heights[0] }], impacts: [] };
  for (let k = 1; k < moments.length - 1; k++) {
    if (speeds[k - 1] < 0 && speeds[k] > 0) {
      const time = heights[k - 1] / -speeds[k - 1];
      found.impacts.push({ time: moments[k - 1].time + time, speed: -speeds[k - 1] + gravity * time });
    }
    if (heights[k] > heights[k - 1] && heights[k] >= heights[k + 1]) {
      const speed = (heights[k + 1] - heights[k - 1]) / (2 * run.dt);
      found.apexes.push({ time: moments[k].time + speed / gravity, height: heights[k] + (speed * speed) / (2 * gravity) });
    }
  }
  return found;
}

/** As many as the case lists. */
function first(item: Case, quantity: string, values: number[]): number[][] {
  const listed = item.expected?.quantities.find(({ name }) => name === quantity)?.value;
  return [values.slice(0, [listed].flat().length)];
}

/** Heights of apexes over those before, as far as the case lists them. */
function heightRatios(run: Run, item: Case): number[] {
  const [heights] = first(
    item,
    'apexHeights',
    bounces(run, item).apexes.map(({ height }) => height),
  );
  return heights.slice(1).map((height, k) => height / heights[k]);
}

export const turningOnPlane: Measure = (run, item) => {
  const axis = cross(planeOf(item).normal, downhill(item));
  return [[slope(recorded(run), (moment) => dot(bodyAt(moment, movingBody(item).name).angVel, axis))]];
};

export const CONTACT_MEASURES: Record<string, Measure> = {
  acceleration(run, item) {
    const way = downhill(item);
    return [[slope(recorded(run), (moment) => dot(bodyAt(moment, movingBody(item).name).vel, way))]];
  },
  normalForce: normalForces,
  frictionForce: frictionForces,
  minimumFriction(run, item) {
    const normal = normalForces(run, item);
    return frictionForces(run, item).map(([friction], k) => [friction / normal[k][0]]);
  },
  slipSpeed(run, item) {
    const arm = scale(planeOf(item).normal, -radiusOf(item));
    return settled(run).map((index) => {
      const { vel, angVel } = stateAt(run, item, index);
      const turning = cross(angVel, arm);
      return [lengthOf(vel.map((component, axis) => component + turning[axis]))];
    });
  },
  displacement: (run, item) =>
    recorded(run).map((_, index) => [lengthOf(subtract(stateAt(run, item, index).pos, stateAt(run, item, 0).pos))]),
  speed: (run, item) => [[lengthOf(stateAt(run, item, run.moments.length - 2).vel)]],
  apexHeights: (run, item) =>
    first(
      item,
      'apexHeights',
      bounces(run, item).apexes.map(({ height }) => height),
    ),
  apexTimes: (run, item) =>
    first(
      item,
      'apexTimes',
      bounces(run, item).apexes.map(({ time }) => time),
    ),
  impactTimes: (run, item) =>
    first(
      item,
      'impactTimes',
      bounces(run, item).impacts.map(({ time }) => time),
    ),
  impactSpeed: (run, item) => [[bounces(run, item).impacts[0].speed]],
  heightRatio: (run, item) => heightRatios(run, item).map((ratio) => [ratio]),
  // Bounces go on beyond the end of the case: each lasts as much less than the one before as it is measured for the last two.
  restTime(run, item) {
    const times = first(
      item,
      'impactTimes',
      bounces(run, item).impacts.map(({ time }) => time),
    )[0];
    const [before, last] = [times.length - 2, times.length - 1].map((k) => times[k] - times[k - 1]);
    const ratio = last / before;
    return [[times[times.length - 1] + (last * ratio) / (1 - ratio)]];
  },
};
