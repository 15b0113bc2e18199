// The single numbers that cases list under `expected.quantities`, measured on a run.
import type { Case } from './case.ts';
import { bodyAt, type Moment, type Run } from './run.ts';

/** Values that should all be the listed one: one of them, or as many as were recorded of something constant. */
type Measure = (run: Run, item: Case) => number[][];

const dynamicNames = (item: Case) => item.bodies.filter(({ type }) => type === 'dynamic').map(({ name }) => name);
const lengthOf = (vector: readonly number[]) => Math.hypot(...vector);

/** Everything up to the case's end; the last moment lies beyond. */
function recorded({ moments }: Run): Moment[] {
  return moments.slice(0, -1);
}

function last(run: Run): Moment {
  return run.moments[run.moments.length - 2];
}

/** Times at which a value changes its sign, linearly between moments. */
function crossings(moments: Moment[], value: (moment: Moment) => number): number[] {
  const times: number[] = [];
  for (let k = 1; k < moments.length; k++) {
    const [before, now] = [value(moments[k - 1]), value(moments[k])];
    if (before === 0 || before * now >= 0) continue;
    times.push(moments[k - 1].time + (before / (before - now)) * (moments[k].time - moments[k - 1].time));
  }
  return times;
}

/** The largest value over all moments and bodies. */
function greatest(run: Run, item: Case, value: (moment: Moment, body: string) => number): number {
  return Math.max(...recorded(run).map((moment) => Math.max(...dynamicNames(item).map((body) => value(moment, body)))));
}

function anglesOf(moment: Moment, bodies: string[]): number[] {
  return bodies.map((body) => {
    const [, , z, w] = bodyAt(moment, body).quat;
    return 2 * Math.atan2(z, w);
  });
}

export const MEASURES: Record<string, Measure> = {
  // From the first to the last passage through the lowest point, of which there are two a period.
  period(run, item) {
    const [body] = dynamicNames(item);
    const times = crossings(recorded(run), (moment) => bodyAt(moment, body).pos[0]);
    return [[(2 * (times[times.length - 1] - times[0])) / (times.length - 1)]];
  },
  positionAt10s: (run) => [bodyAt(last(run), 'mass').pos],
  maxSpeed: (run, item) => [[greatest(run, item, (moment, body) => lengthOf(bodyAt(moment, body).vel))]],
  maxTension: (run) => [
    [Math.max(...recorded(run).map(({ reactions }) => Math.max(...[...reactions.values()].map(({ force }) => lengthOf(force)))))],
  ],
  totalEnergy: (run) => recorded(run).map(({ total }) => [total]),
  bar2PositionAt1s: (run) => [bodyAt(last(run), 'bar2').pos],
  bar2VelocityAt1s: (run) => [bodyAt(last(run), 'bar2').vel],
  anglesAt1s: (run) => [anglesOf(last(run), ['bar1', 'bar2'])],
  flipTimes: (run) => [crossings(recorded(run), (moment) => bodyAt(moment, 'body').angularVelocityBody[1])],
  kineticEnergy: (run) => recorded(run).map(({ kinetic }) => [kinetic]),
  angularMomentum: (run) => recorded(run).map((moment) => bodyAt(moment, 'body').angularMomentum),
  maxOmega1: (run, item) => [[greatest(run, item, (moment, body) => Math.abs(bodyAt(moment, body).angularVelocityBody[0]))]],
  maxDisplacement(run, item) {
    const start = run.moments[0];
    const moved = (moment: Moment, body: string) =>
      lengthOf(bodyAt(moment, body).pos.map((component, axis) => component - bodyAt(start, body).pos[axis]));
    return [[greatest(run, item, moved)]];
  },
};
