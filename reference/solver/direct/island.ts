// The joints of an island through a substep, all rows at once: one Newton iteration a sweep, on velocities, with geometric stiffness in part
// (stiffness.ts), bounds by pivoting (system.ts), and loops made soft enough that rows that depend on others share their load.
import type { Body } from '../../body/body.ts';
import type { Joint } from '../../joint/joint.ts';
import { clamp } from '../../math/scalar.ts';
import { Vec3 } from '../../math/vector.ts';
import { RECOVERY, type Substep } from '../substep.ts';
import { Factor } from './factor.ts';
import { restoreMomentum } from './momentum.ts';
import { Node } from './node.ts';
import type { JointIsland } from './plan.ts';
import type { DirectRow } from './row.ts';
import { loadsOf, type Parts, stiffen } from './stiffness.ts';
import { pushThrough, type Solved, solveRows } from './system.ts';

/** Softness of rigid rows where there are loops, over the inverse mass of their bodies: at first, and at most. */
const LEAST_GIVE = 1e-8;
const MOST_GIVE = 1e-2;
const GIVE_STEP = 100;
/** m or rad: joints that are off by less are not what cannot be met. */
const LEAST_ERROR = 1e-5;
/** m/s or rad/s: errors that may remain, over the substep. */
const LEAST_SPEED = 1;
/** Of joints that cannot all be met those give that are off by this part of the largest error. */
const SHARE = 0.5;
/** Solves again with the stiffness of a force that has outgrown the one before so many times, so often. */
const OUTGROWN = 2;
const RENEWALS = 2;

export class DirectIsland {
  private readonly nodes: Map<Body, Node>;
  private parts: { joint: Joint; parts: Parts }[] = [];
  private rows: DirectRow[] = [];
  private solved: Solved = { active: [], factor: new Factor([], () => 0) };

  constructor(private readonly island: JointIsland) {
    this.nodes = new Map(island.bodies.map((body) => [body, new Node(body)]));
  }

  get joints(): readonly Joint[] {
    return this.island.joints;
  }

  /** Rows and gradients where the substep starts; the joints are located. */
  startSubstep(substep: Substep): void {
    this.parts = this.island.joints.map((joint) => ({ joint, parts: joint.parts(substep) }));
    this.rows = this.parts.flatMap(({ parts }) => parts.rows);
  }

  /** Whether a body is of it. */
  has(body: Body): boolean {
    return this.nodes.has(body);
  }

  /** Takes up what contacts pushed a body by in the last substep, when it is solved next: alone the body would fly away. */
  warm(body: Body, force: Vec3, torque: Vec3): void {
    this.nodes.get(body)?.pushByContact(force, torque);
  }

  /** Pushes a body while all joints hold: all bodies of the island move at once. */
  push(body: Body, force: Vec3, torque: Vec3): void {
    this.changes(body, force, torque, (to, velocity, angularVelocity) => {
      to.velocity.assign(to.velocity.plus(velocity));
      to.angularVelocity.assign(to.angularVelocity.plus(angularVelocity));
    }).forEach((change, index) => {
      this.solved.active[index].pushed += change;
    });
  }

  /** What an impulse on one body does to others. */
  response(body: Body, force: Vec3, torque: Vec3): (to: Body) => { velocity: Vec3; angularVelocity: Vec3 } {
    const found = new Map([...this.nodes.keys()].map((key) => [key, { velocity: Vec3.zero(), angularVelocity: Vec3.zero() }]));
    this.changes(body, force, torque, (to, velocity, angularVelocity) => {
      const sum = found.get(to);
      sum?.velocity.assign(sum.velocity.plus(velocity));
      sum?.angularVelocity.assign(sum.angularVelocity.plus(angularVelocity));
    });
    return (to) => found.get(to) ?? { velocity: Vec3.ZERO, angularVelocity: Vec3.ZERO };
  }

  private changes(body: Body, force: Vec3, torque: Vec3, move: (to: Body, velocity: Vec3, angularVelocity: Vec3) => void): number[] {
    const node = this.nodes.get(body);
    if (!node) return [];
    move(body, force.scaledBy(body.inverseMass), node.inverseInertia.times(torque));
    return pushThrough(this.solved, node, force, torque, (end, impulse) => {
      const other = this.nodes.get(end.body);
      if (other)
        move(end.body, end.force.scaledBy(end.body.inverseMass).times(impulse), other.inverseInertia.times(end.torque).times(impulse));
    });
  }

  /** One iteration, without what follows when contacts have been solved too. */
  solve(substep: Substep): void {
    for (const { joint, parts } of this.parts) {
      joint.want(substep);
      if (this.hasLoops) limitRecovery(parts.rows, substep.duration);
    }
    for (const row of this.rows) row.choose(substep.firstIteration);
    const stiff = this.solveStiff(substep);
    if (stiff && this.island.free) restoreMomentum([...this.nodes.values()]);
    for (const { body, velocity, angularVelocity } of this.nodes.values()) {
      body.velocity.assign(body.velocity.plus(velocity));
      body.angularVelocity.assign(body.angularVelocity.plus(angularVelocity));
    }
    for (const node of this.nodes.values()) node.forgetContacts();
    for (const row of this.rows) row.pushed = 0;
  }

  /** The loads of joints, with what contacts have added. */
  finish(): void {
    for (const row of this.rows) {
      row.change += row.pushed;
      row.impulse = clamp(row.impulse + row.change, row.low, row.high);
    }
    for (const { joint } of this.parts) joint.take();
  }

  private get hasLoops(): boolean {
    return this.island.loops > 0;
  }

  /** Returns whether there was any. With the stiffness of the last substep's load, or of this one's where that has outgrown it: a slack string that pulls taut. */
  private solveStiff(substep: Substep): boolean {
    const { duration: h } = substep;
    let impulse = (row: DirectRow) => (substep.firstIteration ? row.last : row.impulse);
    for (let renewal = 0; ; renewal++) {
      for (const node of this.nodes.values()) node.reset();
      const brakes = this.parts.flatMap(({ parts }) => stiffen(parts, h, this.nodes, impulse));
      this.solveSoftly([...this.rows, ...brakes], substep);
      if (renewal === RENEWALS || !this.outgrown(h, impulse))
        return brakes.length > 0 || [...this.nodes.values()].some(({ stiffness }) => stiffness.trace > 0);
      const found = new Map(this.rows.map((row) => [row, row.impulse + row.change]));
      impulse = (row) => found.get(row) ?? 0;
    }
  }

  private outgrown(h: number, assumed: (row: DirectRow) => number): boolean {
    return this.parts.some(({ parts }) => {
      for (const { rows, length, weight } of parts.links) {
        const now = Math.abs(rows.reduce((sum, row) => sum + row.impulse + row.change, 0));
        const before = Math.abs(rows.reduce((sum, row) => sum + assumed(row), 0));
        const k = (now * weight * h) / length;
        if (now > OUTGROWN * before && k * rows[0].inverseMass > 0.5) return true;
      }
      const before = loadsOf(parts, assumed);
      return loadsOf(parts, (row) => row.impulse + row.change).some(({ arm, body, load }, index) => {
        const size = load.length;
        return size > OUTGROWN * before[index].load.length && size * arm.length * h * body.inverseInertia.trace > 0.5;
      });
    });
  }

  /**
   * In a tree rows are as rigid as they are. Loops may ask for what cannot be: where points stay off by more than half of what they were, those
   * that are off most give more (Levenberg and Marquardt).
   */
  private solveSoftly(rows: DirectRow[], substep: Substep): void {
    if (!this.hasLoops) {
      this.solved = solveRows(rows, this.nodes);
      return;
    }
    const { duration: h } = substep;
    const { closing } = this.island;
    const asked = Math.max(...this.parts.map(({ parts }) => errorOf(parts.rows, h)));
    const errors = this.parts.map(({ joint, parts }) => (closing.has(joint) ? errorOf(parts.rows, Number.POSITIVE_INFINITY) : 0));
    const least = Math.max(SHARE * Math.max(...errors), LEAST_ERROR);
    const gives = errors.map(() => LEAST_GIVE);
    for (;;) {
      this.parts.forEach(({ parts }, index) => {
        for (const row of parts.rows) row.give = row.isRigid ? gives[index] * ownInverseMass(row) : 0;
      });
      this.solved = solveRows(rows, this.nodes);
      if (asked <= h * LEAST_SPEED || this.errorLeft(substep) <= Math.max(asked / 2, h * LEAST_SPEED)) return;
      let again = false;
      errors.forEach((error, index) => {
        if (error < least || gives[index] * GIVE_STEP > MOST_GIVE * 1.001) return;
        gives[index] *= GIVE_STEP;
        again = true;
      });
      if (!again) return;
    }
  }

  /** With the velocities found. */
  private errorLeft(substep: Substep): number {
    const before = [...this.nodes.values()].map(({ body, velocity, angularVelocity }) => {
      const kept = { body, velocity: body.velocity.times(1), angularVelocity: body.angularVelocity.times(1) };
      body.velocity.assign(body.velocity.plus(velocity));
      body.angularVelocity.assign(body.angularVelocity.plus(angularVelocity));
      return kept;
    });
    for (const { joint } of this.parts) joint.reachEnd(substep);
    for (const { body, velocity, angularVelocity } of before) {
      body.velocity.assign(velocity);
      body.angularVelocity.assign(angularVelocity);
    }
    return Math.max(...this.parts.map(({ parts }) => errorOf(parts.rows, substep.duration)));
  }
}

/** How far the points and angles that a joint locks are from where they should be at the end of the substep: what they recover in it is not off. */
function errorOf(rows: DirectRow[], h: number): number {
  let [start, point, turn] = [0, 0, 0];
  for (const row of rows) if (row.isRigid && row.part === 'point') start += row.start * row.start;
  const kept = Math.max(1 - (h * RECOVERY) / Math.sqrt(start), 0);
  for (const row of rows) {
    if (!row.isRigid) continue;
    if (row.part === 'point') point += (row.end - kept * row.start) ** 2;
    else if (row.part === 'turn') turn += row.end ** 2;
  }
  return Math.sqrt(Math.max(point, turn));
}

/** Of its bodies alone, and the same along all axes, or softness would turn a force. */
function ownInverseMass({ ends }: DirectRow): number {
  return ends.reduce((sum, { body, force, torque }) => {
    const linear = force.squaredLength;
    if (!body.isDynamic) return sum;
    return sum + (linear > 0 ? linear * body.reciprocalMass : (torque.squaredLength * body.inverseInertia.trace) / 3);
  }, 0);
}

/** Of what a point was off when the substep began not more comes back than RECOVERY allows, along the same line. */
function limitRecovery(rows: DirectRow[], h: number): void {
  const points = rows.filter(({ isRigid, part }) => isRigid && part === 'point');
  const speed = Math.hypot(...points.map(({ start }) => start / h));
  if (speed <= RECOVERY) return;
  for (const row of points) row.residual += (row.start / h) * (1 - RECOVERY / speed);
}
