// The particles of a world: what they do in each stage of a step. Both backends have it, with the bodies where their solvers keep them.
import { norm } from '../../bindings/core/arguments.ts';
import { BodyFlag, BodyRecord, BodyType, ParticleFlag, ParticleSetRecord, ParticleStage, WorldRecord } from '../../bindings/core/layout.ts';
import type { ParticleStages, SolverBodies } from '../../bindings/core/particle-stages.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import { contactSpeeds } from '../contact/substep.ts';
import { readGravity } from '../state.ts';
import type { ContactSettings } from './contacts.ts';
import { HeldBodies } from './held.ts';
import type { ParticleModule } from './kernels.ts';
import { isDisturbed } from './nearby.ts';
import { ParticlePairs } from './pairs.ts';
import { Rigid } from './rigid.ts';
import { ParticleSolver, WAKING } from './set.ts';

export class ParticleEngine implements ParticleStages {
  /** `module`: the kernels that solve what they can; null: all is solved here. */
  constructor(private readonly module: ParticleModule | null = null) {}

  private readonly rigid = new Rigid();
  private readonly held = new HeldBodies(this.rigid);
  private readonly pairs = new ParticlePairs();
  private readonly solvers = new Map<number, ParticleSolver>();
  /** Those that take part in the step. */
  private awake: ParticleSolver[] = [];
  private readonly settings: ContactSettings = { h: 0, depenetrationSpeed: 0, bounceSpeed: 0 };
  /** Slots of sleeping bodies that moving particles touched in the last step. */
  readonly roused = new Set<number>();

  /** To be called when the state was replaced. */
  forget(): void {
    this.solvers.clear();
    this.awake = [];
    this.roused.clear();
  }

  run(memory: StateMemory, bodies: SolverBodies, stage: ParticleStage, dt: number, h: number): void {
    if (stage === ParticleStage.Begin) this.begin(memory, dt, h);
    else if (stage === ParticleStage.Substep) this.substep(memory, bodies, h);
    else this.finish(memory, dt, h);
  }

  private begin(memory: StateMemory, dt: number, h: number): void {
    const { u32, world } = memory;
    const gravity = readGravity(memory);
    Object.assign(this.settings, { h, ...contactSpeeds(memory, gravity) });
    this.rigid.begin();
    this.roused.clear();
    const known = new Set<number>();
    this.awake = [];
    for (let record = u32[(world + WorldRecord.particleSets) >>> 2]; record !== 0; record = u32[(record + ParticleSetRecord.next) >>> 2]) {
      const id = u32[(record + ParticleSetRecord.id) >>> 2];
      known.add(id);
      let solver = this.solverOf(memory, record, id);
      if (!this.wakes(memory, solver)) continue;
      while (!solver.beginStep(memory, [gravity.x, gravity.y, gravity.z], dt, h, (slot) => this.roused.add(slot))) {
        solver = solver.roomier(memory);
        this.solvers.set(id, solver);
      }
      this.awake.push(solver);
    }
    this.held.beginStep(this.awake);
    this.pairs.beginStep(memory, this.awake);
    for (const id of this.solvers.keys()) if (!known.has(id)) this.solvers.delete(id);
  }

  private solverOf(memory: StateMemory, record: number, id: number): ParticleSolver {
    const known = this.solvers.get(id);
    if (known?.isOf(memory, record)) return known;
    const solver = new ParticleSolver(memory, record, this.rigid, this.module);
    this.solvers.set(id, solver);
    return solver;
  }

  /** Whether a set takes part in the step; one that sleeps is woken by what moves near it, or by the bodies that it hangs on. */
  private wakes(memory: StateMemory, solver: ParticleSolver): boolean {
    const { f64, u32, world } = memory;
    const { record } = solver;
    const flags = u32[(record + ParticleSetRecord.flags) >>> 2];
    if (flags & ParticleFlag.Frozen) return false;
    if (!(flags & ParticleFlag.Asleep)) return true;
    const speed = WAKING * f64[(record + ParticleSetRecord.sleepSpeed) >>> 3];
    solver.state.read(memory, record);
    solver.boxes.enclose(solver.state, 0, 0);
    const base = u32[(world + WorldRecord.bodyBase) >>> 2];
    const pulls = [...solver.bodies()].some((slot) => {
      const body = base + slot * BodyRecord.size;
      if (isUnderWay(memory, body)) return true;
      const v = (body + BodyRecord.velocityX) >>> 3;
      return norm([f64[v], f64[v + 1], f64[v + 2], f64[v + 3], f64[v + 4], f64[v + 5]]) > speed;
    });
    if (!pulls && !isDisturbed(memory, record, solver.boxes, speed)) return false;
    u32[(record + ParticleSetRecord.flags) >>> 2] &= ~ParticleFlag.Asleep;
    f64[(record + ParticleSetRecord.restTime) >>> 3] = 0;
    return true;
  }

  private substep(memory: StateMemory, bodies: SolverBodies, h: number): void {
    const { awake, rigid, settings } = this;
    if (awake.length === 0) return;
    settings.h = h;
    const iterations = memory.u32[(memory.world + WorldRecord.iterations) >>> 2];
    rigid.beginSubstep(bodies, h);
    for (const solver of awake) solver.predict(memory, settings);
    this.pairs.beginSubstep();
    for (let k = 0; k < iterations; k++) {
      for (const solver of awake) solver.hold(settings);
      this.held.solve(h, k === 0);
      this.pairs.solve();
      for (const solver of awake) solver.touch(settings);
    }
    for (const solver of awake) solver.finishSubstep(settings);
    rigid.endSubstep(bodies);
  }

  private finish(memory: StateMemory, dt: number, h: number): void {
    const { f64, u32, world } = memory;
    const sleeps = u32[(world + WorldRecord.sleeping) >>> 2] !== 0;
    const delay = f64[(world + WorldRecord.sleepDelay) >>> 3];
    const base = u32[(world + WorldRecord.bodyBase) >>> 2];
    for (const solver of this.awake) {
      const { record } = solver;
      if (!solver.finishStep(memory, dt, h)) continue;
      const slow = f64[(record + ParticleSetRecord.sleepSpeed) >>> 3];
      const { fastest } = solver;
      if (fastest > WAKING * WAKING * slow * slow) {
        for (const slot of [...solver.contacts.touched(), ...solver.bodies()])
          if (u32[(base + slot * BodyRecord.size + BodyRecord.flags) >>> 2] & BodyFlag.Asleep) this.roused.add(slot);
      }
      const rest = (record + ParticleSetRecord.restTime) >>> 3;
      f64[rest] = fastest > slow * slow ? 0 : f64[rest] + dt;
      const flags = (record + ParticleSetRecord.flags) >>> 2;
      if (!sleeps || u32[flags] & ParticleFlag.Sleepless || f64[rest] < delay) continue;
      if ([...solver.bodies()].some((slot) => isUnderWay(memory, base + slot * BodyRecord.size))) continue;
      u32[flags] |= ParticleFlag.Asleep;
      const velocities = (record + u32[(record + ParticleSetRecord.velocities) >>> 2]) >>> 3;
      f64.fill(0, velocities, velocities + 3 * solver.state.count);
    }
  }
}

/** Whether forces move a body in this step: it would fall, if what it hangs on slept. */
function isUnderWay({ u32 }: StateMemory, body: number): boolean {
  const flags = u32[(body + BodyRecord.flags) >>> 2];
  return (flags & BodyFlag.Asleep) === 0 && (flags & BodyFlag.TypeMask) >>> BodyFlag.TypeShift === BodyType.Dynamic;
}
