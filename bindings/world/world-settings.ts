import type { Vec3, Vec3Like } from '../core/arguments.ts';
import type { WorldContext } from '../core/context.ts';
import { requireFormulations } from '../core/engine.ts';
import type { Precision } from '../core/load.ts';
import {
  isBeyondKernels,
  requireSweeps,
  type SleepOptions,
  STORED_NAMES,
  type StoredName,
  storedOption,
  WORLD_OPTIONS,
} from './world-options.ts';

/** The current options of a world. */
export interface SettingMembers {
  /** Acceleration of gravity, m/s². Changing it wakes all bodies. */
  get gravity(): Readonly<Vec3>;
  set gravity(value: Vec3Like);
  /** The formulation that solves joints and contacts. Throws `unsupported` if it has not been loaded: see `World.load`. */
  solver: 'xpbd' | 'dbd' | 'pgs' | 'tgs' | 'ode' | 'force';
  /** Substeps per step, at most 10 000; times the iterations at most 100 000. With 'auto' each step chooses its own number. */
  substeps: number | 'auto';
  /** Sweeps per substep, at most 10 000; times the substeps at most 100 000. */
  iterations: number;
  /**
   * How point attachments are projected. This and the next four are the options of `World.create`, or those of the last restored snapshot.
   */
  readonly projection: 'block' | 'scalar';
  readonly gradient: 'auto' | 'start' | 'current';
  readonly gyroscopic: 'implicit' | 'explicit' | 'none';
  /** 'xpbd': order of the time stepping. */
  readonly timeStepping: 'first-order' | 'second-order' | 'auto';
  /** How joints are solved. */
  readonly jointSolver: 'auto' | 'direct' | 'sweeps';
  /** The option `contacts`: how contacts are solved. */
  readonly contactScheme: 'soft' | 'position';
  /** Surfaces closer than this get contact points before they touch, m. */
  readonly contactMargin: number;
  /** Growth of the boxes in the broad phase, in displacements per step. */
  readonly boundsGrowth: number;
  /** Frequency of the springs that push penetrating bodies apart, Hz; limited to 0.18 of the substep rate. */
  contactFrequency: number;
  /** Damping ratio of these springs, at least 0. */
  contactDamping: number;
  /** Maximum speed of depenetration, m/s; at least 0. */
  maxDepenetrationVelocity: number;
  /**
   * The speeds below which, and the time after which, bodies fall asleep; false if they never do. Bodies that touch or are joined fall
   * asleep together. Setting `true` restores the previous thresholds; `false` wakes all bodies.
   */
  get sleep(): Readonly<Required<SleepOptions>> | false;
  set sleep(value: boolean | SleepOptions);
  /** Whether each step measures its stages for `profile`. */
  profiling: boolean;
  /** 'xpbd': order in which joints and contacts are solved. All but 'gauss-seidel' need `World.load`, like solvers; so do the next two. */
  sweep: 'gauss-seidel' | 'symmetric' | 'jacobi';
  /** 'xpbd': whether a velocity pass follows the motion of bodies; without it, velocities are those of plain PBD. */
  velocityPass: boolean;
  /** For `contacts: 'position'`: when normals are found. */
  contactNormals: 'auto' | 'current';
  /** 'pgs', 'tgs': sweeps of each substep that ignore position errors, 0 to 1000. */
  velocityIterations: number;
  /** 'pgs', 'tgs': fraction of an error that a substep removes, 0 to 1. */
  baumgarte: number;
  /** 'dbd', 'ode' with 'quickstep', and 'xpbd' with a `sweep` other than the default: over-relaxation, above 0 and below 2. */
  relaxation: number;
  /** 'dbd': added to the inverse mass along each row, 1/kg or 1/(kg m²). */
  regularization: number;
  /** 'dbd': whether rows include how the rotation of a substep turns the inertia. */
  effectiveInertia: boolean;
  /** 'dbd', 'pgs', 'tgs', 'quickstep': whether a substep starts from the impulses of the last one. */
  warmStart: boolean;
  /** 'pgs', 'tgs': whether to compute with the square roots of inertias. */
  momocity: boolean;
  /** 'ode': fraction of an error that a substep removes, 0 to 1. */
  erp: number;
  /** 'ode': constraint force mixing, s/kg or s/(kg m²), at least 0. */
  cfm: number;
  /** 'force': acceleration of a constraint per error, 1/s², and per speed, 1/s; at least 0. */
  constraintStiffness: number;
  constraintDamping: number;
  /** How 'ode' and 'force' solve their linear systems. */
  linear: 'auto' | 'dantzig' | 'quickstep' | 'elimination' | 'cg' | 'gauss-seidel';
  /** Integrator of 'force'. */
  integrator: 'semi-implicit-euler' | 'rk4';
}

/** Reads and sets options in the record of a world. */
export class WorldSettings {
  /** `kernels`: the precision of a world that is stepped by them. */
  constructor(
    private readonly context: WorldContext,
    private readonly kernels: Precision | null,
  ) {}

  read(name: StoredName): unknown {
    return storedOption(name).load(this.context.memory);
  }

  /** Throws `invalid-argument`, and then nothing has changed. */
  write(name: StoredName, given: unknown): void {
    const { context } = this;
    const option = storedOption(name);
    const value = option.read(given, name);
    const { substeps, iterations } = WORLD_OPTIONS;
    requireSweeps({ substeps: substeps.load(context.memory), iterations: iterations.load(context.memory), [name]: value });
    if (isBeyondKernels(name, value)) requireFormulations(value === 'pgs' || value === 'tgs' ? this.kernels : null);
    context.requireIdle();
    const goesOver = isBeyondKernels(name, value) || isBeyondKernels(name, option.load(context.memory));
    const wakes = option.wakes?.(option.load(context.memory), value);
    option.store(context.memory, value);
    // Each solver keeps an order of joints of its own.
    if (goesOver) context.markTopology();
    if (wakes) context.wakeAll();
  }
}

/** What the member of a world is called that has an option, where that name is another member's. */
const NAMES: Partial<Record<StoredName, keyof SettingMembers>> = { contacts: 'contactScheme' };

/** Gives a class the members of the options, which its `settings` reads and sets. */
export function defineSettings(type: { prototype: { readonly settings: WorldSettings } }): void {
  for (const name of STORED_NAMES)
    Object.defineProperty(type.prototype, NAMES[name] ?? name, {
      configurable: true,
      get(this: { settings: WorldSettings }): unknown {
        return this.settings.read(name);
      },
      set: storedOption(name).live
        ? function (this: { settings: WorldSettings }, value: unknown): void {
            this.settings.write(name, value);
          }
        : undefined,
    });
}
