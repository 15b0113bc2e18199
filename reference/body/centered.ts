// Velocities centred in time: within a step v and L are those of half a substep before the poses (leapfrog), between steps those of the poses.
// assembly/body/centered.kernel.ts has the same, with its equations.
import { Vec3 } from '../math/vector.ts';

/** A change of acceleration is that of a motion rather than of an impact if it is less than this part of the larger one, or of a frequency below this, 1/s. */
const STEADY = 0.5;
const SLOW = 10;
/** m/s², rad/s²: that may be rounding; and m, rad: as may be by how much joints are open that are closed in a substep. */
const ROUNDED = 0.01;
const CLOSED = 1e-9;

/** What forces do to a body: to its velocity in a second, and to its angular momentum, with the damping of both, 1/s. */
export interface Pull {
  acceleration: Vec3;
  linearDamping: number;
  torque: Vec3;
  angularDamping: number;
}

/** Velocity and angular momentum. */
export interface Motion {
  velocity: Vec3;
  momentum: Vec3;
}

const rest = (): Motion => ({ velocity: Vec3.ZERO, momentum: Vec3.ZERO });

/** What a body has to know of the last step, and of the last two substeps of this one. */
export class Centered {
  /** Whether a step has moved the body since it was made, woken or changed. */
  begun = false;
  /** Rates of change by joints and contacts at the end of the last step, as far as they go on; and by all but forces in its last substep. */
  reaction = rest();
  latest = rest();
  private last = rest();
  private past: Motion | null = null;

  startStep(): void {
    this.past = null;
    if (this.begun) return;
    this.reaction = rest();
  }

  /** Half a substep of `h` back. */
  recede({ velocity, momentum }: Motion, pull: Pull, h: number): Motion {
    const { reaction } = this;
    const rate = reaction.velocity.plus(pull.acceleration).plusTimes(velocity, -pull.linearDamping);
    const moment = reaction.momentum.plus(pull.torque).plusTimes(momentum, -pull.angularDamping);
    return { velocity: velocity.plusTimes(rate, -h / 2), momentum: momentum.plusTimes(moment, -h / 2) };
  }

  /** To be called before each substep: notes the motion that it starts from. */
  noteStart(motion: Motion, isFirst: boolean): void {
    this.past = isFirst ? null : this.last;
    this.last = motion;
  }

  /** Half a substep of `h` on from the end of the last one; `before`: duration of the substep before that. */
  proceed({ velocity, momentum }: Motion, pull: Pull, h: number, before: number): Motion {
    const { last } = this;
    const now = beside(pull, last, { velocity, momentum }, h);
    const past = this.earlier(pull, h);
    const ratio = this.past ? 1 : h / before;
    const goesOn = lasting(now.velocity, past.velocity, velocity, ratio);
    const momentGoesOn = lasting(now.momentum, past.momentum, momentum, ratio);
    const v = velocity.plusTimes(pull.acceleration.plus(goesOn), h / 2);
    const L = momentum.plusTimes(pull.torque.plus(momentGoesOn), h / 2);
    this.reaction = { velocity: goesOn.plusTimes(v, pull.linearDamping), momentum: momentGoesOn.plusTimes(L, pull.angularDamping) };
    this.latest = now;
    this.begun = true;
    return { velocity: v, momentum: L };
  }

  /** What joints and contacts do at the start of a step, from three substeps of a trial, the first of which only takes it up; false if that does not last. `inertia`: the largest moment. */
  foresee(end: Motion, pull: Pull, start: Motion, inertia: number, h: number): boolean {
    const { last, past } = this;
    if (this.begun || !past) return true;
    const second = beside(pull, past, last, h);
    const third = beside(pull, last, end, h);
    const velocity = lasting(second.velocity, third.velocity, start.velocity, 1);
    const momentum = lasting(second.momentum, third.momentum, start.momentum, 1);
    this.reaction = {
      velocity: velocity.plusTimes(start.velocity, pull.linearDamping),
      momentum: momentum.plusTimes(start.momentum, pull.angularDamping),
    };
    this.latest = { velocity, momentum };
    this.begun = true;
    const least = Math.max(ROUNDED, CLOSED / (h * h));
    const isLasting = isSteady(second.velocity, third.velocity, start.velocity, least);
    return isLasting && isSteady(second.momentum, third.momentum, start.momentum, least * inertia);
  }

  /** Rates of change in the last substep but one, besides those by forces. */
  private earlier(pull: Pull, h: number): Motion {
    const { last, past } = this;
    if (past) return beside(pull, past, last, h);
    if (this.begun) return this.latest;
    return { velocity: last.velocity.times(-pull.linearDamping), momentum: last.momentum.times(-pull.angularDamping) };
  }
}

/** Rates of change in a substep of `h` besides those by forces. */
function beside(pull: Pull, from: Motion, to: Motion, h: number): Motion {
  return {
    velocity: rate(from.velocity, to.velocity, h).minus(pull.acceleration),
    momentum: rate(from.momentum, to.momentum, h).minus(pull.torque),
  };
}

function rate(from: Vec3, to: Vec3, h: number): Vec3 {
  return to.minus(from).times(1 / h);
}

/** The part of `now` that was there in `past` as well: along the larger of both as much as the smaller one has of it. */
function common(now: Vec3, past: Vec3): Vec3 {
  const n = now.squaredLength;
  const p = past.squaredLength;
  const share = Math.max(now.dot(past), 0) / Math.max(n, p, 1e-300);
  return (n < p ? past : now).times(share);
}

/** Whether two rates of change in turn, or more than `least` of them, are those of a motion that goes on; false where they are not finite. */
function isSteady(now: Vec3, past: Vec3, value: Vec3, least: number): boolean {
  const limit = least + STEADY * Math.sqrt(Math.max(now.squaredLength, past.squaredLength)) + SLOW * value.length;
  return now.minus(past).squaredLength <= limit * limit;
}

/** What a rate of change is at the end of a substep, given it for its start and for the start of the one before, which was 1 / ratio as long. */
function lasting(now: Vec3, past: Vec3, value: Vec3, ratio: number): Vec3 {
  return isSteady(now, past, value, 0) ? now.plusTimes(now.minus(past), ratio) : common(now, past);
}

/** What damping leaves of a velocity that would lose `x` times itself in a substep: exp(-x), to second order, and never negative. */
export function keepOf(x: number): number {
  return 1 / (1 + x * (1 + 0.5 * x));
}

/** The share of a force that gets through, so that its final speed is exact. */
export function passOf(x: number): number {
  return (1 + 0.5 * x) * keepOf(x);
}
