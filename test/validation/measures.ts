// The single numbers that cases list under `expected.quantities`, measured on a run.
import { dot, scale, subtract } from '../../bindings/core/geometry.ts';
import { type Case, type CaseJoint, type CaseJointOf, groundSide } from './case.ts';
import { CONTACT_MEASURES, turningOnPlane } from './contact-measures.ts';
import { accelerationAt, bodyAt, coordinateAt, loadAt, type Moment, motorLoadAt, type Run } from './run.ts';
import { dynamicNames, type Measure, recorded, slope } from './series.ts';

const lengthOf = (vector: readonly number[]) => Math.hypot(...vector);

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

function only<Type extends CaseJoint['type']>({ name, joints }: Case, type: Type): CaseJointOf<Type> {
  const found = joints.filter((joint) => joint.type === type);
  if (found.length !== 1) throw new Error(`${name} has ${found.length} joints of type ${type}`);
  return found[0] as CaseJointOf<Type>;
}

/** A motor that starts a body from rest is compared from then on, s. */
const MOTOR_RUNS = 0.1;

/** Indices of the moments at which a motor has done its first steps. */
function running({ moments }: Run): number[] {
  return [...moments.keys()].slice(0, -1).filter((index) => moments[index].time > MOTOR_RUNS);
}

/** How what hangs on a spring swings: the mean period, and the part of the amplitude that is left after one. */
function swings(run: Run, item: Case) {
  const { name, parameters } = only(item, 'spring-damper');
  const value = (moment: Moment) => coordinateAt(moment, name, 'axial').value - parameters.restLength;
  const moments = recorded(run);
  const sizes = moments.map((moment) => Math.abs(value(moment)));
  const peaks = sizes.filter((size, k) => k > 0 && k < sizes.length - 1 && size > sizes[k - 1] && size >= sizes[k + 1]);
  const ratio = (peaks[peaks.length - 1] / peaks[0]) ** (2 / (peaks.length - 1));
  return { period: meanPeriod(crossings(moments, value)), ratio };
}

/** Of what passes through its middle twice a period. */
function meanPeriod(times: number[]): number {
  return (2 * (times[times.length - 1] - times[0])) / (times.length - 1);
}

/** From the logarithmic decrement. */
function dampingRatio(amplitudeRatio: number): number {
  const decrement = -Math.log(amplitudeRatio);
  return decrement / Math.sqrt(4 * Math.PI ** 2 + decrement ** 2);
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
    return [[meanPeriod(crossings(recorded(run), (moment) => bodyAt(moment, body).pos[0]))]];
  },
  positionAt10s: (run) => [bodyAt(last(run), 'mass').pos],
  maxSpeed: (run, item) => [[greatest(run, item, (moment, body) => lengthOf(bodyAt(moment, body).vel))]],
  maxTension: (run) => [
    [Math.max(...recorded(run).map(({ elements }) => Math.max(...[...elements.values()].map(({ a }) => lengthOf(a.force)))))],
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
  dampedPeriod: (run, item) => [[swings(run, item).period]],
  amplitudeRatioPerPeriod: (run, item) => [[swings(run, item).ratio]],
  dampingRatio: (run, item) => [[dampingRatio(swings(run, item).ratio)]],
  naturalAngularFrequency(run, item) {
    const { period, ratio } = swings(run, item);
    return [[(2 * Math.PI) / (period * Math.sqrt(1 - dampingRatio(ratio) ** 2))]];
  },
  rackAcceleration(run, item) {
    const { bodyB, frame } = only(item, 'rack-and-pinion');
    return [[slope(recorded(run), (moment) => dot(bodyAt(moment, bodyB).vel, frame.axisB))]];
  },
  pinionAngularAcceleration(run, item) {
    const { bodyA, frame } = only(item, 'rack-and-pinion');
    return [[slope(recorded(run), (moment) => dot(bodyAt(moment, bodyA).angVel, frame.axisA))]];
  },
  meshForce(run, item) {
    const { name, frame } = only(item, 'rack-and-pinion');
    return recorded(run).map((_, index) => [dot(loadAt(run, index, name, 'b').force, frame.axisB)]);
  },
  guideForceNormal(run, item) {
    const { name, frame } = only(item, 'prismatic');
    return recorded(run).map((_, index) => {
      const { force } = loadAt(run, index, name, 'a');
      return [lengthOf(subtract(force, scale(frame.axis, dot(force, frame.axis))))];
    });
  },
  rate(run, item) {
    const { name } = only(item, 'rotation-motor');
    return running(run).map((index) => [coordinateAt(run.moments[index], name, 'rotation').speed]);
  },
  ...CONTACT_MEASURES,
  angularAcceleration(run, item) {
    if (item.contacts) return turningOnPlane(run, item);
    const { bodyB, frame } = only(item, 'rotation-motor');
    return running(run).map((index) => [dot(accelerationAt(run, index, bodyB, 'angVel'), frame.axis)]);
  },
  motorTorque(run, item) {
    const { name } = only(item, 'rotation-motor');
    return running(run).map((index) => [motorLoadAt(run, index, name, 'rotation')]);
  },
  reactionForce(run, item) {
    const joint = only(item, 'rotation-motor');
    return running(run).map((index) => loadAt(run, index, joint.name, groundSide(item, joint)).force);
  },
};
