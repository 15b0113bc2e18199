// The step of Müller et al. 2020, Algorithm 2, on the records of a world: substeps of free motion, one projection of every joint and contact
// on velocities in order, motion, relaxation of contacts, joint damping.

import {
  BodyRecord,
  type Gradient,
  type Gyroscopic,
  JointFlag,
  JointRecord,
  JointType,
  OVERFLOW_COLOR,
  Projection,
  WorldRecord,
} from '../../bindings/core/layout.ts';
import type { CollisionKernels, StateMemory } from '../../bindings/core/memory.ts';
import { bodiesOf } from '../../bindings/joint/joint-bodies.ts';
import { Body } from '../body/body.ts';
import { colorJoints, solvingOrder } from '../constraint/graph.ts';
import { Contacts } from '../contact/contacts.ts';
import { Ball } from '../joint/ball.ts';
import { breakJoints, forgetBreaks } from '../joint/breaks.ts';
import { Distance } from '../joint/distance.ts';
import { Gear } from '../joint/gear.ts';
import { Hinge } from '../joint/hinge.ts';
import type { Joint } from '../joint/joint.ts';
import { MatrixSpring } from '../joint/matrix-spring.ts';
import { Pulley } from '../joint/pulley.ts';
import { RowsJoint } from '../joint/rows.ts';
import { trackTwists } from '../joint/twists.ts';
import { isAlive, publishBody, readBody, readGravity, readJoint, writeBody, writeJoint } from '../state.ts';
import { noteSubstep, substepsOf } from '../steady.ts';
import { DirectIsland } from './direct/island.ts';
import { directIslands } from './direct/plan.ts';
import { type RowsOfOne, rowsOf } from './rows.ts';
import { Substep } from './substep.ts';

type JointClass = new (slot: number, a: Body, b: Body, type: JointType, bodies: readonly Body[]) => Joint;

/** By type; joints with the flag Rows are lists of rows whatever their type. */
const JOINT_CLASSES: Record<number, JointClass> = {
  [JointType.Ball]: Ball,
  [JointType.Hinge]: Hinge,
  [JointType.Distance]: Distance,
  [JointType.Rope]: Distance,
  [JointType.MatrixSpring]: MatrixSpring,
  [JointType.Grab]: MatrixSpring,
  [JointType.Gear]: Gear,
  [JointType.RackAndPinion]: Gear,
  [JointType.Pulley]: Pulley,
};

/** Milliseconds spent in the stages of a step. */
export interface Profile extends Record<string, number> {
  bodies: number;
  prepare: number;
  solve: number;
  velocities: number;
}

/** Steps a world. What it keeps between steps is only a cache of objects for the slots of bodies and the order of joints. */
export class ReferenceSolver {
  profile: Profile = { bodies: 0, prepare: 0, solve: 0, velocities: 0 };
  /** One a slot, whether it is in use or not. */
  private readonly bodies: Body[] = [];
  /** All joints that do not sleep, in the order in which they are solved. */
  private joints: Joint[] | null = null;
  private enabled: Joint[] = [];
  /** Those of them that are solved one at a time, and the islands of the others. */
  private swept: Joint[] = [];
  private islands: DirectIsland[] = [];
  private warmed: Joint[] = [];
  private damped: Joint[] = [];
  private contacts: Contacts | null = null;
  private clock: () => number = () => 0;

  /** To be called when records were replaced. */
  forget(): void {
    this.joints = null;
  }

  /** Advances the world in `memory` by `dt` seconds. */
  step(memory: StateMemory, dt: number, collision: CollisionKernels | null = null): void {
    const { u32, f64, world } = memory;
    const iterations = u32[(world + WorldRecord.iterations) >>> 2];
    this.clock = u32[(world + WorldRecord.profiling) >>> 2] ? () => performance.now() : () => 0;
    this.profile = { bodies: 0, prepare: 0, solve: 0, velocities: 0 };
    forgetBreaks(memory);
    this.read(memory, dt);
    const substeps = substepsOf(memory, dt);
    this.plan(memory);
    const symmetric = this.swept.some((joint) => joint.color >= 2);
    const substep = readSubstep(memory, dt / substeps, symmetric);
    noteSubstep(memory, dt, substep.duration);
    this.contacts = collides(memory) ? new Contacts(memory, this.bodies, substep.duration, substep.gravity) : null;
    this.contacts?.articulate(memory, this.islands);
    this.warmed = substep.scalar ? [] : this.swept.filter((joint) => joint.isSoft);
    for (let k = 0; k < this.enabled.length; k++) {
      this.enabled[k].locate();
      this.enabled[k].startStep(substep);
    }
    for (let k = 0; k < substeps; k++) {
      if (k > 0 && collision) this.contacts?.renew(memory, collision);
      this.substep(substep, iterations);
    }
    for (let k = 0; k < this.enabled.length; k++) this.enabled[k].finishStep(substep);
    this.write(memory, dt, substep.duration);
    trackTwists(memory, dt);
    breakJoints(memory);
    f64[(world + WorldRecord.time) >>> 3] += dt;
    f64[(world + WorldRecord.stepCount) >>> 3] += 1;
    f64[(world + WorldRecord.substepDuration) >>> 3] = substep.duration;
  }

  /**
   * What joints and contacts want for the next `h` seconds, as rows, where their bodies will be in `seconds` at the velocities they have;
   * with (dJ/dt) u.
   */
  rows(memory: StateMemory, h: number, seconds = 0): RowsOfOne[] {
    this.read(memory, h);
    const substep = readSubstep(memory, h, false);
    for (const joint of this.enabled) {
      joint.locate();
      joint.startStep(substep);
    }
    const contacts = collides(memory) ? [...new Contacts(memory, this.bodies, h, substep.gravity)] : [];
    return [
      ...this.enabled.map((joint) => ({ slot: joint.slot, isContact: false, rows: rowsOf(joint, this.bodies, h, seconds) })),
      ...contacts.map((contact, slot) => ({ slot, isContact: true, rows: rowsOf(contact, this.bodies, h, seconds) })),
    ];
  }

  private substep(substep: Substep, iterations: number): void {
    const { bodies, contacts, enabled, islands, swept, warmed, profile } = this;
    const start = this.clock();
    for (let k = 0; k < bodies.length; k++) bodies[k].startSubstep(substep);
    const free = this.clock();
    for (let k = 0; k < enabled.length; k++) enabled[k].locate();
    for (let k = 0; k < islands.length; k++) islands[k].startSubstep(substep);
    contacts?.meet(() => {
      for (const island of islands) if (island.touches) island.prepareImpacts(substep);
    });
    for (let k = 0; k < warmed.length; k++) warmed[k].warm(substep);
    if (bodies.some((body) => body.answerChanged)) contacts?.prepareAnew();
    contacts?.warm();
    const prepared = this.clock();
    for (let iteration = 0; iteration < iterations; iteration++) {
      substep.firstIteration = iteration === 0;
      for (let k = 0; k < swept.length; k++) swept[k].solve(substep);
      if (substep.symmetric && swept.length > 0) this.sweepBack(substep);
      contacts?.solve();
      for (let k = 0; k < islands.length; k++) islands[k].solve(substep);
      contacts?.solveArticulated();
      for (let k = 0; k < islands.length; k++) islands[k].finish();
      for (let k = 0; k < islands.length; k++) islands[k].refine(substep);
    }
    const solved = this.clock();
    for (let k = 0; k < bodies.length; k++) bodies[k].finishSubstep(substep);
    const moved = this.clock();
    this.correctVelocities(substep);
    profile.bodies += free - start + moved - solved;
    profile.prepare += prepared - free;
    profile.solve += solved - prepared;
    profile.velocities += this.clock() - moved;
  }

  /** The sweep in reverse. The last colour has just been solved, unless its joints share bodies. */
  private sweepBack(substep: Substep): void {
    const { swept } = this;
    substep.firstIteration = false;
    const last = swept[swept.length - 1].color;
    for (let k = swept.length - 1; k >= 0; k--) {
      if (swept[k].color !== last || last === OVERFLOW_COLOR) swept[k].solve(substep);
    }
  }

  /** Which joints are solved with all of their island. */
  private plan(memory: StateMemory): void {
    this.islands = directIslands(memory, this.enabled).map((island) => new DirectIsland(island));
    const direct = new Set(this.islands.flatMap(({ joints }) => joints));
    for (const joint of this.enabled) joint.pair.isDirect = direct.has(joint);
    this.swept = this.enabled.filter((joint) => !direct.has(joint));
  }

  /** The velocity pass: contacts, then joints. */
  private correctVelocities(substep: Substep): void {
    const { bodies, contacts, damped } = this;
    if (damped.length === 0 && !contacts?.any) return;
    for (let k = 0; k < bodies.length; k++) bodies[k].startDamping();
    contacts?.relax(this.islands.some(({ renewed }) => renewed));
    for (let k = 0; k < damped.length; k++) {
      damped[k].locate();
      damped[k].damp(substep);
    }
    for (let k = 0; k < bodies.length; k++) bodies[k].finishDamping();
  }

  private read(memory: StateMemory, dt: number): void {
    const { u32, world } = memory;
    const bodyBase = u32[(world + WorldRecord.bodyBase) >>> 2];
    const bodyCount = u32[(world + WorldRecord.bodyCount) >>> 2];
    while (this.bodies.length < bodyCount) this.bodies.push(new Body());
    this.bodies.length = bodyCount;
    for (let slot = 0; slot < bodyCount; slot++) readBody(memory, bodyBase + slot * BodyRecord.size, this.bodies[slot], dt);
    if (this.joints === null || u32[(world + WorldRecord.topologyDirty) >>> 2]) this.joints = this.orderedJoints(memory);
    u32[(world + WorldRecord.topologyDirty) >>> 2] = 0;
    const jointBase = u32[(world + WorldRecord.jointBase) >>> 2];
    for (const joint of this.joints) readJoint(memory, jointBase + joint.slot * JointRecord.size, joint);
    this.enabled = this.joints.filter((joint) => joint.enabled && joint.moves);
    this.damped = this.enabled.filter((joint) => joint.isDamped);
  }

  /** Joints in the order of solving; without those of bodies that sleep, which keep their loads. */
  private orderedJoints(memory: StateMemory): Joint[] {
    const { u32, world } = memory;
    colorJoints(memory);
    const base = u32[(world + WorldRecord.jointBase) >>> 2];
    const count = u32[(world + WorldRecord.jointCount) >>> 2];
    const found: { joint: Joint; order: number }[] = [];
    for (let slot = 0; slot < count; slot++) {
      const record = base + slot * JointRecord.size;
      if (!(u32[(record + JointRecord.flags) >>> 2] & JointFlag.Alive)) continue;
      if (bodiesOf(memory, record).some((body) => this.bodies[body].sleeps)) continue;
      const type = u32[(record + JointRecord.type) >>> 2];
      const a = this.bodies[u32[(record + JointRecord.bodyA) >>> 2]];
      const b = this.bodies[u32[(record + JointRecord.bodyB) >>> 2]];
      const rows = u32[(record + JointRecord.flags) >>> 2] & JointFlag.Rows;
      const JointOfType = rows ? RowsJoint : JOINT_CLASSES[type];
      const joint = new JointOfType(slot, a, b, type as JointType, this.bodies);
      joint.color = u32[(record + JointRecord.color) >>> 2];
      found.push({ joint, order: solvingOrder(memory, record) });
    }
    found.sort((p, q) => p.order - q.order || p.joint.slot - q.joint.slot);
    return found.map(({ joint }) => joint);
  }

  private write(memory: StateMemory, dt: number, h: number): void {
    const { u32, world } = memory;
    const bodyBase = u32[(world + WorldRecord.bodyBase) >>> 2];
    const jointBase = u32[(world + WorldRecord.jointBase) >>> 2];
    let frozen = 0;
    for (let slot = 0; slot < this.bodies.length; slot++) {
      const record = bodyBase + slot * BodyRecord.size;
      if (!isAlive(memory, record)) continue;
      if (writeBody(memory, record, this.bodies[slot])) frozen++;
      publishBody(memory, record, slot);
    }
    for (const joint of this.joints ?? []) {
      if (joint.enabled && !joint.moves) continue;
      writeJoint(memory, jointBase + joint.slot * JointRecord.size, joint, dt, h);
    }
    this.contacts?.write(memory);
    u32[(world + WorldRecord.directFailures) >>> 2] = this.islands.reduce((sum, { failures }) => sum + failures, 0);
    u32[(world + WorldRecord.frozenCount) >>> 2] = frozen;
  }
}

/** Whether there is something that finds contacts. */
function collides({ u32, world }: StateMemory): boolean {
  return u32[(world + WorldRecord.narrowphase) >>> 2] !== 0;
}

function readSubstep(memory: StateMemory, duration: number, symmetric: boolean): Substep {
  const { u32, world } = memory;
  return new Substep(
    duration,
    readGravity(memory),
    u32[(world + WorldRecord.projection) >>> 2] === Projection.Scalar,
    symmetric,
    u32[(world + WorldRecord.gradient) >>> 2] as Gradient,
    u32[(world + WorldRecord.gyroscopic) >>> 2] as Gyroscopic,
  );
}
