import type { Vec3, Vec3Like } from '../core/arguments.ts';
import type { WorldContext } from '../core/context.ts';
import { requireSweeps, type SleepOptions, STORED_NAMES, type StoredName, storedOption, WORLD_OPTIONS } from './world-options.ts';

/** The options of a world as they are now. */
export interface SettingMembers {
  /** m/s². Changing it wakes all bodies. */
  get gravity(): Readonly<Vec3>;
  set gravity(value: Vec3Like);
  /** At most 10 000; times the iterations at most 100 000. */
  substeps: number;
  /** At most 10 000; times the substeps at most 100 000. */
  iterations: number;
  /** How point attachments are projected. This and the next four are those given, or those of the snapshot restored last. */
  readonly projection: 'block' | 'scalar';
  readonly gradient: 'auto' | 'start' | 'current';
  readonly gyroscopic: 'implicit' | 'explicit' | 'none';
  /** How joints are solved. */
  readonly jointSolver: 'auto' | 'direct' | 'sweeps';
  /** The option `contacts`: how contacts are solved. */
  readonly contactScheme: 'soft' | 'position';
  /** m: surfaces nearer than this have contact points before they touch. */
  readonly contactMargin: number;
  /** By how many times the way that a body makes in a step its box in the broad phase is grown. */
  readonly boundsGrowth: number;
  /** Hz: frequency of the soft contacts that push overlapping bodies apart; at most 0.18 of the substeps' rate counts. */
  contactFrequency: number;
  /** Damping ratio of these springs, at least 0. */
  contactDamping: number;
  /** m/s: overlapping bodies are pushed apart at most as fast; at least 0. */
  maxDepenetrationVelocity: number;
  /**
   * Below which speeds, and after how long, bodies fall asleep; false where they never do. Those that touch or are joined fall asleep
   * together. Setting `true` keeps the numbers of before, `false` wakes all bodies.
   */
  get sleep(): Readonly<Required<SleepOptions>> | false;
  set sleep(value: boolean | SleepOptions);
  /** Whether each step measures its stages for `profile`. */
  profiling: boolean;
}

/** Reads and sets options in the record of a world. */
export class WorldSettings {
  constructor(private readonly context: WorldContext) {}

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
    context.requireIdle();
    const wakes = option.wakes?.(option.load(context.memory), value);
    option.store(context.memory, value);
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
