import { World, type WorldOptions } from '../bindings/index.ts';
import {
  type Measures,
  type ParameterValues,
  type Recorded,
  resolveParameters,
  type Scene,
  type SceneInstance,
  type SceneSettings,
} from './scene.ts';
import { solvingOf } from './settings.ts';

export interface OpenOptions {
  /** Parameters that differ from the scene's defaults. */
  parameters?: Readonly<Record<string, unknown>>;
  /** Settings that differ from the scene's own and the defaults of `World.create`. */
  settings?: WorldOptions;
}

/** Builds a scene into a world of its own. Throws a `SceneError` for parameters that the scene does not have. */
export async function openScene(scene: Scene, options: OpenOptions = {}): Promise<OpenScene> {
  return openIn((settings) => World.create(settings), scene, options);
}

/** The same in a world that `create` makes of the settings. */
export async function openIn(
  create: (settings: WorldOptions) => Promise<World>,
  scene: Scene,
  options: OpenOptions = {},
): Promise<OpenScene> {
  const parameters = resolveParameters(scene, options.parameters);
  const world = await create({ ...scene.settings, ...options.settings });
  try {
    const settings = solvingOf(world);
    const instance = await scene.build(world, parameters, settings);
    return new OpenScene(scene, world, parameters, settings, instance);
  } catch (error) {
    world.dispose();
    throw error;
  }
}

/** A scene in a world, to be stepped frame by frame; made by `openScene`. */
export class OpenScene {
  /** Frames that are done. To be set along with `world.restore`, because the loads of some scenes depend on it. */
  frame = 0;

  constructor(
    readonly scene: Scene,
    readonly world: World,
    readonly parameters: ParameterValues,
    readonly settings: SceneSettings,
    readonly instance: SceneInstance,
  ) {}

  /** Simulates one frame. Returns the ms that `world.step` took; nothing else is measured. */
  step(): number {
    this.instance.beforeStep?.(this.frame);
    const start = performance.now();
    this.world.step(this.scene.dt);
    const time = performance.now() - start;
    this.instance.afterStep?.(this.frame);
    this.frame++;
    return time;
  }

  /** Whether the run can go on from a snapshot in another world, its measures too. */
  get isResumable(): boolean {
    const { afterStep, recall, recorded } = this.instance;
    return !afterStep || (recorded !== undefined && recall !== undefined);
  }
  /** What goes with a snapshot of the world, as plain data. */
  recorded(): Recorded {
    return this.instance.recorded?.() ?? null;
  }
  /** To be called when the world has been taken to where another run of the same scene, parameters and settings has come to. */
  resume(frame: number, recorded: Recorded): void {
    this.instance.recall?.(recorded);
    this.frame = frame;
  }

  /** Results so far; may be asked for after any frame, and before the first. */
  measures(): Measures {
    return { ...copied(this.instance.measures()), ...frozenBodies(this.world), ...frozenParticles(this.instance) };
  }

  /** Frees the scene and its world. */
  dispose(): void {
    try {
      this.instance.dispose?.();
    } finally {
      this.world.dispose();
    }
  }
}

/** Lists that a scene keeps writing to must not change what was reported before. */
const copied = (measures: Measures): Measures =>
  Object.fromEntries(Object.entries(measures).map(([name, value]) => [name, Array.isArray(value) ? [...value] : value]));

/** Bodies whose state stopped being finite stand still, which must not pass for stability. */
function frozenBodies(world: World): Measures {
  const count = [...world.bodies].filter((body) => body.frozen).length;
  return count > 0 ? { frozenBodies: count } : {};
}

function frozenParticles({ particles = [] }: SceneInstance): Measures {
  const count = particles.filter((set) => set.alive && set.frozen).length;
  return count > 0 ? { frozenParticles: count } : {};
}
