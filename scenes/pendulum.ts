// Shared code of the pendulums made of hinged bars.
import { type Body, Box, HingeJoint, type World } from '../bindings/index.ts';
import { EnergyRecord } from './energy-record.ts';
import type { Recorded, SceneInstance } from './scene.ts';
import { largest } from './statistics.ts';
import { arctangent, cosine, hypotenuse, sine } from './trigonometry.ts';

export type Point = readonly [x: number, y: number];

const HALF_WIDTH = 0.05;
/** Makes a bar of 1 m weigh 1 kg. */
const DENSITY = 100;

interface Linkage {
  bars: Body[];
  hinges: HingeJoint[];
}

/** Bars between successive points, hinged about z where they meet. The first bar is hinged to the world, and so is the last if the linkage is closed. */
export function addLinkage(world: World, points: readonly Point[], closed = false): Linkage {
  const bars = points.slice(1).map(([x, y], index) => addBar(world, points[index], [x, y]));
  const hinge = (a: Body | null, b: Body | null, [x, y]: Point) =>
    world.addJoint(new HingeJoint({ a, b, anchor: [x, y, 0], axis: [0, 0, 1] }));
  const hinges = bars.map((bar, index) => hinge(bars[index - 1] ?? null, bar, points[index]));
  if (closed) hinges.push(hinge(bars[bars.length - 1], null, points[points.length - 1]));
  return { bars, hinges };
}

function addBar(world: World, from: Point, to: Point): Body {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const half = hypotenuse(dx, dy) / 2;
  const angle = arctangent(dy, dx);
  return world.addBody({
    shape: new Box([half, HALF_WIDTH, HALF_WIDTH]),
    collides: false, // the links pass each other
    density: DENSITY,
    position: [from[0] + dx / 2, from[1] + dy / 2, 0],
    orientation: [0, 0, sine(angle / 2), cosine(angle / 2)],
  });
}

/** The points of a chain of bars of 1 m that sticks out horizontally. */
export function horizontalPoints(bars: number): Point[] {
  return Array.from({ length: bars + 1 }, (_, index) => [index, 0] as const);
}

/** Difference of the potential energies of two poses of a linkage whose bars weigh 1 kg a metre, J. */
export function potentialRange(world: World, start: readonly Point[], rest: readonly Point[]): number {
  const heights = (points: readonly Point[]) =>
    points.slice(1).reduce((sum, [x, y], index) => {
      const [x0, y0] = points[index];
      return sum + (hypotenuse(x - x0, y - y0) * (y + y0)) / 2;
    }, 0);
  return -world.gravity[1] * (heights(start) - heights(rest));
}

/** Records the energy of a linkage and the errors of its hinges. */
export function observeLinkage(world: World, { hinges }: Linkage, range: number): SceneInstance {
  const energy = new EnergyRecord(world, range);
  let maxAnchorError = 0;
  return {
    afterStep() {
      energy.record();
      maxAnchorError = largest([maxAnchorError, ...hinges.map((hinge) => hinge.positionError)]);
    },
    recorded: () => [energy.recorded(), maxAnchorError],
    recall(recorded) {
      const [energies, most] = recorded as [Recorded, number];
      energy.recall(energies);
      maxAnchorError = most;
    },
    measures: () => ({ ...energy.measures(), maxAnchorError }),
  };
}

/** A chain of bars of 1 m released from horizontal. */
export function buildChain(world: World, bars: number): SceneInstance {
  const points = horizontalPoints(bars);
  const hanging = points.map(([x]) => [0, -x] as const);
  return observeLinkage(world, addLinkage(world, points), potentialRange(world, points, hanging));
}
