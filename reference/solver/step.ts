// A step on the records of a world: bodies, joints and contacts are read, a formulation advances them in substeps, and they are written back.

import { isCentered } from '../../bindings/core/centered.ts';
import {
  BodyRecord,
  type Gradient,
  type Gyroscopic,
  JointFlag,
  JointRecord,
  JointType,
  ParticleStage,
  Projection,
  Solver,
  Sweep,
  TimeStepping,
  WorldRecord,
} from '../../bindings/core/layout.ts';
import type { CollisionKernels, StateMemory } from '../../bindings/core/memory.ts';
import type { ParticleStages } from '../../bindings/core/particle-stages.ts';
import { bodiesOf } from '../../bindings/joint/joint-bodies.ts';
import { Body } from '../body/body.ts';
import { colorJoints, solvingOrder } from '../constraint/graph.ts';
import { Contacts } from '../contact/contacts.ts';
import { AngularDrive } from '../joint/angular-drive.ts';
import { Ball } from '../joint/ball.ts';
import { breakJoints, forgetBreaks } from '../joint/breaks.ts';
import { Custom } from '../joint/custom.ts';
import { Distance } from '../joint/distance.ts';
import { reachOf } from '../joint/ends.ts';
import { Gear } from '../joint/gear.ts';
import { Hinge } from '../joint/hinge.ts';
import type { Joint } from '../joint/joint.ts';
import { MatrixSpring } from '../joint/matrix-spring.ts';
import { Pulley } from '../joint/pulley.ts';
import { RowsJoint } from '../joint/rows.ts';
import { trackTwists } from '../joint/twists.ts';
import { PlainBodies } from '../particle/bodies.ts';
import { isAlive, publishBody, readBody, readGravity, readJoint, writeBody, writeJoint, writeReactions } from '../state.ts';
import { noteSubstep, substepsOf } from '../steady.ts';
import { islandsOf } from './direct/plan.ts';
import type { Formulation, Profile, Scene } from './formulation.ts';
import { makeFormulation } from './formulations.ts';
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
  [JointType.Custom]: Custom,
  [JointType.AngularDrive]: AngularDrive,
};

/** A body that begins to move, and whether what a trial says of it lasts. */
interface Tried {
  readonly body: Body;
  readonly slot: number;
  readonly lasts: boolean;
}

/** Steps a world. What it keeps between steps is only a cache of objects for the slots of bodies and the order of joints. */
export class ReferenceSolver {
  profile: Profile = { bodies: 0, prepare: 0, solve: 0, velocities: 0 };
  /** One a slot, whether it is in use or not. */
  private readonly bodies: Body[] = [];
  private readonly plainBodies = new PlainBodies(this.bodies);
  /** All joints that do not sleep, in the order in which they are solved. */
  private joints: Joint[] | null = null;
  private enabled: Joint[] = [];
  /** The one that worked last, and its number. */
  private formulation: Formulation | null = null;
  private solver = -1;

  /** To be called when records were replaced. */
  forget(): void {
    this.joints = null;
  }

  /** Advances the world in `memory` by `dt` seconds. */
  step(memory: StateMemory, dt: number, collision: CollisionKernels | null = null, particles: ParticleStages | null = null): void {
    const { u32, f64, world } = memory;
    const iterations = u32[(world + WorldRecord.iterations) >>> 2];
    this.profile = { bodies: 0, prepare: 0, solve: 0, velocities: 0 };
    forgetBreaks(memory);
    this.read(memory, dt);
    // The kernels that find contacts have noted them before.
    if (!collision) this.noteEnds(memory, dt);
    this.spreadUncentered(memory);
    const substeps = substepsOf(memory, dt);
    const formulation = this.choose(memory);
    const h = dt / substeps;
    noteSubstep(memory, dt, h);
    const substep = readSubstep(memory, h, dt);
    this.findReactions(memory, dt, formulation, h, collision === null);
    const before = f64[(world + WorldRecord.substepDuration) >>> 3] || h;
    substep.isCentered = isCentered(memory);
    if (substep.isCentered) for (const body of this.bodies) body.recede(substep);
    const hasParticles = u32[(world + WorldRecord.particleSets) >>> 2] !== 0;
    const moveParticles = (stage: ParticleStage) => {
      if (hasParticles) particles?.run(memory, this.plainBodies, stage, dt, h);
    };
    const between = () => {
      moveParticles(ParticleStage.Substep);
      if (!substep.isFirst && collision) scene.contacts?.renew(memory, collision);
    };
    const scene: Scene = this.sceneOf(memory, substep, between, collision);
    const { contacts } = scene;
    moveParticles(ParticleStage.Begin);
    this.begin(formulation, scene, substep);
    for (let k = 0; k < substeps; k++) {
      substep.isFirst = k === 0;
      formulation.substep(scene, substep, iterations);
    }
    for (const joint of this.enabled) joint.finishStep(substep);
    if (substep.isCentered) for (const body of this.bodies) body.proceed(substep, before);
    this.write(memory, contacts, dt, substep);
    moveParticles(ParticleStage.Finish);
    formulation.finish(scene);
    trackTwists(memory, dt);
    breakJoints(memory);
    f64[(world + WorldRecord.time) >>> 3] += dt;
    f64[(world + WorldRecord.stepCount) >>> 3] += 1;
    f64[(world + WorldRecord.substepDuration) >>> 3] = h;
  }

  private sceneOf(memory: StateMemory, substep: Substep, particles: () => void, collision: CollisionKernels | null): Scene {
    return {
      memory,
      bodies: this.bodies,
      joints: this.enabled,
      contacts: collides(memory) ? new Contacts(memory, this.bodies, substep, collision) : null,
      particles,
      clock: memory.u32[(memory.world + WorldRecord.profiling) >>> 2] ? () => performance.now() : () => 0,
      profile: this.profile,
    };
  }

  private begin(formulation: Formulation, scene: Scene, substep: Substep): void {
    formulation.begin(scene, substep);
    for (const joint of this.enabled) {
      joint.locate();
      joint.startStep(substep);
    }
  }

  /**
   * Bodies at joints that begin to move have to know what joints and contacts do to them, so that their velocities can be centred: trial substeps tell, which
   * are taken back; shorter ones where it does not last in those of the step.
   */
  private findReactions(memory: StateMemory, dt: number, formulation: Formulation, h: number, notesEnds: boolean): void {
    if (!isCentered(memory) || !this.bodies.some((body) => body.begins && body.jointCount > 0)) return;
    const isAuto = memory.u32[(memory.world + WorldRecord.timeStepping) >>> 2] === TimeStepping.Auto;
    const finer = Math.max(FINER * h, FINEST);
    const mayTryAgain = isAuto && 2 * finer <= h && this.enabled.every(({ isRigid }) => isRigid);
    const takeBack = () => {
      this.read(memory, dt);
      if (notesEnds) this.noteEnds(memory, dt);
    };
    let tried = this.tryOut(memory, formulation, h, dt, isAuto);
    if (mayTryAgain && tried.some(({ lasts }) => !lasts)) {
      takeBack();
      this.spreadUncentered(memory);
      tried = this.tryOut(memory, formulation, finer, dt, isAuto);
    }
    const base = memory.u32[(memory.world + WorldRecord.bodyBase) >>> 2];
    const skips = ({ lasts }: Tried) => !lasts && isAuto;
    for (const one of tried) if (!skips(one)) writeReactions(memory, base + one.slot * BodyRecord.size, one.body);
    takeBack();
    this.spreadUncentered(
      memory,
      tried.filter(skips).map(({ body }) => body),
    );
  }

  /** Three substeps of `h` seconds of a step of `dt`: the bodies that begin to move know then what acts on them. */
  private tryOut(memory: StateMemory, formulation: Formulation, h: number, dt: number, isAuto: boolean): Tried[] {
    const substep = readSubstep(memory, h, dt);
    substep.isCentered = true;
    const starts = this.bodies.map((body) => body.motion);
    const scene: Scene = { ...this.sceneOf(memory, substep, () => {}, null), ...(isAuto && { contacts: null }) };
    for (const body of this.bodies) body.recede(substep);
    this.begin(formulation, scene, substep);
    for (let k = 0; k < TRIALS; k++) {
      substep.isFirst = k === 0;
      formulation.substep(scene, substep, memory.u32[(memory.world + WorldRecord.iterations) >>> 2]);
    }
    return this.bodies.flatMap((body, slot) => (body.begins ? [{ body, slot, lasts: body.foresee(substep, starts[slot]) }] : []));
  }

  /** Notes which joints may meet an end in a step of `dt` s: of those at what has contacts, any that has some. */
  private noteEnds(memory: StateMemory, dt: number): void {
    if (!isCentered(memory)) return;
    for (const { bodies, joints } of islandsOf(this.enabled)) {
      const isMarked = bodies.some(({ isUncentered }) => isUncentered);
      for (const joint of joints) joint.isNearEnd = joint.hasEnds && (isMarked || nearsEnd(memory, joint, dt));
    }
  }

  /** Does not centre these bodies, nor those with joints that may meet an end or are damped, nor any that joints connect with one of them: assembly/island/uncentered.ts. */
  private spreadUncentered(memory: StateMemory, some: readonly Body[] = []): void {
    if (memory.u32[(memory.world + WorldRecord.timeStepping) >>> 2] !== TimeStepping.Auto || !isCentered(memory)) return;
    for (const body of some) body.isUncentered = true;
    for (const { bodies, joints } of islandsOf(this.enabled)) {
      const meetsEnd = joints.some(({ isNearEnd }) => isNearEnd);
      const isDamped = bodies.some(({ angularDamping, linearDamping }) => linearDamping > 0 || angularDamping > 0);
      if (meetsEnd || isDamped || bodies.some(({ isUncentered }) => isUncentered)) for (const body of bodies) body.isUncentered = true;
    }
  }

  private choose({ u32, world }: StateMemory): Formulation {
    const solver = u32[(world + WorldRecord.solver) >>> 2];
    if (this.formulation === null || solver !== this.solver) this.formulation = makeFormulation(solver);
    this.solver = solver;
    return this.formulation;
  }

  /**
   * What joints and contacts want for the next `h` seconds, as rows, where their bodies will be in `seconds` at the velocities they have;
   * with (dJ/dt) u.
   */
  rows(memory: StateMemory, h: number, seconds = 0): RowsOfOne[] {
    this.read(memory, h);
    const substep = readSubstep(memory, h, 0);
    for (const joint of this.enabled) {
      joint.locate();
      joint.startStep(substep);
    }
    const contacts = collides(memory) ? [...new Contacts(memory, this.bodies, substep)] : [];
    return [
      ...this.enabled.map((joint) => ({ slot: joint.slot, isContact: false, rows: rowsOf(joint, this.bodies, h, seconds) })),
      ...contacts.map((contact, slot) => ({ slot, isContact: true, rows: rowsOf(contact, this.bodies, h, seconds) })),
    ];
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

  private write(memory: StateMemory, contacts: Contacts | null, dt: number, { duration: h, isCentered }: Substep): void {
    const { u32, world } = memory;
    const bodyBase = u32[(world + WorldRecord.bodyBase) >>> 2];
    const jointBase = u32[(world + WorldRecord.jointBase) >>> 2];
    let frozen = 0;
    for (let slot = 0; slot < this.bodies.length; slot++) {
      const record = bodyBase + slot * BodyRecord.size;
      if (!isAlive(memory, record)) continue;
      if (writeBody(memory, record, this.bodies[slot], isCentered)) frozen++;
      publishBody(memory, record, slot);
    }
    for (const joint of this.joints ?? []) {
      if (joint.enabled && !joint.moves) continue;
      writeJoint(memory, jointBase + joint.slot * JointRecord.size, joint, dt, h);
    }
    contacts?.write(memory, dt);
    u32[(world + WorldRecord.frozenCount) >>> 2] = frozen;
  }
}

/** Substeps of a trial. */
const TRIALS = 3;

/** Part of a substep, and s: those of a second trial are as long: assembly/step.ts. */
const FINER = 0.125;
const FINEST = 5e-4;

/** Whether there is something that finds contacts. */
function collides({ u32, world }: StateMemory): boolean {
  return u32[(world + WorldRecord.narrowphase) >>> 2] !== 0;
}

/** Those of XPBD. */
function sweepOf({ f64, u32, world }: StateMemory): [Sweep, number] {
  const sweep = u32[(world + WorldRecord.sweep) >>> 2] as Sweep;
  const isOwn = u32[(world + WorldRecord.solver) >>> 2] === Solver.Xpbd && sweep !== Sweep.GaussSeidel;
  return isOwn ? [sweep, f64[(world + WorldRecord.relaxation) >>> 3]] : [Sweep.GaussSeidel, 1];
}

/** The first of a step of `dt` seconds. */
function readSubstep(memory: StateMemory, duration: number, dt: number): Substep {
  const { u32, world } = memory;
  const substep = new Substep(
    duration,
    readGravity(memory),
    u32[(world + WorldRecord.projection) >>> 2] === Projection.Scalar,
    false,
    u32[(world + WorldRecord.gradient) >>> 2] as Gradient,
    u32[(world + WorldRecord.gyroscopic) >>> 2] as Gyroscopic,
    ...sweepOf(memory),
  );
  substep.rest = dt;
  return substep;
}

/** Whether a joint may meet an end in a step of `dt` s. */
function nearsEnd({ f64, world }: StateMemory, joint: Joint, dt: number): boolean {
  const gravity = [WorldRecord.gravityX, WorldRecord.gravityY, WorldRecord.gravityZ].map((at) => f64[(world + at) >>> 3]);
  if (joint.pair.a.hasTarget || joint.pair.b.hasTarget) return true;
  joint.locate();
  return joint.isWithin(reachOf(joint.pair, joint.isNearEnd, dt, Math.hypot(...gravity)));
}
