// The joints of an island through a substep, all rows at once: one Newton iteration a sweep, on velocities, with geometric stiffness in part
// (stiffness.ts), bounds by pivoting (system.ts), and loops made soft enough that rows that depend on others share their load.
import type { Body } from '../../body/body.ts';
import type { Joint } from '../../joint/joint.ts';
import { RECOVERY, type Substep } from '../substep.ts';
import { Node } from './node.ts';
import type { JointIsland } from './plan.ts';
import type { DirectRow } from './row.ts';
import { loadsOf, type Parts, stiffen } from './stiffness.ts';
import { solveRows } from './system.ts';

/** Softness of rigid rows where there are loops, over the inverse mass of their bodies: at first, and at most. */
const LEAST_GIVE = 1e-8;
const MOST_GIVE = 1e-2;
const GIVE_STEP = 100;
/** m or rad: errors that may remain. */
const LEAST_ERROR = 1e-4;
/** rad in a substep, by which all rows together turn a body at most. */
const FARTHEST_TURN = 0.3;
/** Solves again with the stiffness of a force that has outgrown the one before so many times, so often. */
const OUTGROWN = 2;
const RENEWALS = 2;

export class DirectIsland {
  private readonly nodes: Map<Body, Node>;
  private parts: { joint: Joint; parts: Parts }[] = [];
  private rows: DirectRow[] = [];

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

  /** One iteration. */
  solve(substep: Substep): void {
    for (const { joint, parts } of this.parts) {
      joint.want(substep);
      if (this.hasLoops) limitRecovery(parts.rows, substep.duration);
    }
    for (const row of this.rows) row.choose(substep.firstIteration);
    this.solveStiff(substep);
    for (const { body, velocity, angularVelocity } of this.nodes.values()) {
      body.velocity.assign(body.velocity.plus(velocity));
      body.angularVelocity.assign(body.angularVelocity.plus(angularVelocity));
    }
    for (const row of this.rows) row.impulse += row.change;
    for (const { joint } of this.parts) joint.take();
  }

  private get hasLoops(): boolean {
    return this.island.loops > 0;
  }

  /** With the stiffness of the last substep's load, or of this one's where that has outgrown it: a slack string that pulls taut. */
  private solveStiff(substep: Substep): void {
    const { duration: h } = substep;
    let impulse = (row: DirectRow) => (substep.firstIteration ? row.last : row.impulse);
    for (let renewal = 0; ; renewal++) {
      for (const node of this.nodes.values()) node.reset();
      const brakes = this.parts.flatMap(({ parts }) => stiffen(parts, h, this.nodes, impulse));
      this.solveSoftly([...this.rows, ...brakes], h);
      if (renewal === RENEWALS || !this.outgrown(h, impulse)) return;
      const found = new Map(this.rows.map((row) => [row, row.impulse + row.change]));
      impulse = (row) => found.get(row) ?? 0;
    }
  }

  private outgrown(h: number, assumed: (row: DirectRow) => number): boolean {
    return this.parts.some(({ parts }) => {
      const before = loadsOf(parts, assumed);
      return loadsOf(parts, (row) => row.impulse + row.change).some(({ arm, body, load }, index) => {
        const { x, y, z } = body.moments;
        const size = load.length;
        return size > OUTGROWN * before[index].load.length && size * arm.length * h > Math.min(x, y, z) / 2;
      });
    });
  }

  /** In a tree rows are as rigid as they are. Loops may ask for what cannot be: a trust region, Levenberg and Marquardt's. */
  private solveSoftly(rows: DirectRow[], h: number): void {
    if (!this.hasLoops) {
      solveRows(rows, this.nodes, () => 0);
      return;
    }
    for (let give = LEAST_GIVE; ; give *= GIVE_STEP) {
      const giving = (row: DirectRow) => (row.isRigid ? give * ownInverseMass(row) : 0);
      solveRows(rows, this.nodes, giving);
      if (give * GIVE_STEP > MOST_GIVE * 1.001 || this.isTrusted(rows, giving, h)) return;
    }
  }

  private isTrusted(rows: DirectRow[], give: (row: DirectRow) => number, h: number): boolean {
    for (const { angularVelocity } of this.nodes.values()) if (h * angularVelocity.length > FARTHEST_TURN) return false;
    return rows.every((row) => {
      const error = Math.abs(row.residual);
      return !row.active || h * error <= LEAST_ERROR || Math.abs(give(row) * row.change) <= error / 2;
    });
  }
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
  const points = rows.filter(({ part }) => part === 'point');
  const speed = Math.hypot(...points.map(({ start }) => start / h));
  if (speed <= RECOVERY) return;
  for (const row of points) row.residual += (row.start / h) * (1 - RECOVERY / speed);
}
