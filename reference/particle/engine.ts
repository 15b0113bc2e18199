// The particles of a world: what they do in each stage of a step. Both backends have it, with the bodies where their solvers keep them.
import { ParticleSetRecord, ParticleStage, WorldRecord } from '../../bindings/core/layout.ts';
import type { ParticleHappening, ParticleStages, SolverBodies } from '../../bindings/core/particle-stages.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import { contactSpeeds } from '../contact/substep.ts';
import { readGravity } from '../state.ts';
import type { ContactSettings } from './contacts.ts';
import { Happenings } from './happenings.ts';
import { HeldBodies } from './held.ts';
import type { ParticleModule } from './kernels.ts';
import { ParticlePairs } from './pairs.ts';
import { Rest, takesPart, wakeAll, wakeBeside, wakeOn } from './rest.ts';
import { Rigid } from './rigid.ts';
import { ParticleSolver } from './set.ts';

export class ParticleEngine implements ParticleStages {
  /** `module`: the kernels that solve what they can; null: all is solved here. */
  constructor(private readonly module: ParticleModule | null = null) {}

  private readonly rigid = new Rigid();
  readonly wakeAll = wakeAll;
  readonly wakeBeside = wakeBeside;
  readonly wakeOn = wakeOn;
  private readonly told = new Happenings();
  private readonly rest = new Rest();
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
    this.told.forget();
  }

  happenings(id: number): readonly ParticleHappening[] {
    return this.told.of(id);
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
    const all: ParticleSolver[] = [];
    for (let record = u32[(world + WorldRecord.particleSets) >>> 2]; record !== 0; record = u32[(record + ParticleSetRecord.next) >>> 2]) {
      const id = u32[(record + ParticleSetRecord.id) >>> 2];
      known.add(id);
      all.push(this.solverOf(memory, record, id));
    }
    for (const id of this.solvers.keys()) if (!known.has(id)) this.solvers.delete(id);
    this.rest.wakeDisturbed(memory, all);
    this.awake = all.filter((solver) => takesPart(memory, solver));
    this.awake.forEach((first, k) => {
      let solver = first;
      while (!solver.beginStep(memory, [gravity.x, gravity.y, gravity.z], dt, h, (slot) => this.roused.add(slot))) {
        solver = solver.roomier(memory);
        this.solvers.set(u32[(solver.record + ParticleSetRecord.id) >>> 2], solver);
      }
      this.awake[k] = solver;
    });
    this.held.beginStep(this.awake);
    this.pairs.beginStep(memory, [...this.awake, ...this.rest.besides(memory, all, this.awake)]);
  }

  private solverOf(memory: StateMemory, record: number, id: number): ParticleSolver {
    const known = this.solvers.get(id);
    if (known?.isOf(memory, record)) return known;
    const solver = new ParticleSolver(memory, record, this.rigid, this.module);
    this.solvers.set(id, solver);
    this.told.begin(memory, record, id);
    return solver;
  }

  private substep(memory: StateMemory, bodies: SolverBodies, h: number): void {
    const { awake, rigid, settings } = this;
    if (awake.length === 0) return;
    settings.h = h;
    const iterations = memory.u32[(memory.world + WorldRecord.iterations) >>> 2];
    rigid.beginSubstep(bodies, h);
    for (const solver of awake) solver.predict(memory, bodies, settings);
    this.pairs.beginSubstep();
    for (let k = 0; k < iterations; k++) {
      for (const solver of awake) solver.limit(settings);
      this.held.lead(h, k === 0);
      for (const solver of awake) solver.hold(settings);
      this.held.solve(h, k === 0);
      this.pairs.solve(settings.depenetrationSpeed * h);
      for (const solver of awake) solver.touch(settings);
    }
    for (const solver of awake) solver.finishSubstep(settings);
    this.pairs.relax();
    for (const solver of awake) solver.endSubstep(bodies);
    rigid.endSubstep(bodies);
  }

  private finish(memory: StateMemory, dt: number, h: number): void {
    const moved = this.awake.filter((solver) => solver.finishStep(memory, dt, h));
    this.told.tell(memory, moved);
    this.rest.settle(memory, moved, this.pairs, dt, this.roused);
  }
}
