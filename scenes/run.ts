import { World, type WorldOptions } from '../bindings/index.ts';
import { type Measures, type ParameterValues, resolveParameters, type Scene, type SceneSettings } from './scene.ts';
import { median, quantile } from './statistics.ts';

export interface RunOptions {
  /** Parameters that differ from the scene's defaults. */
  parameters?: Readonly<Record<string, unknown>>;
  /** Settings that differ from the scene's own and the defaults of `World.create`. */
  settings?: WorldOptions;
  frames?: number;
  /** Told after every frame how many are done. */
  onFrame?(done: number): void;
}

export interface SceneResult {
  scene: string;
  parameters: ParameterValues;
  settings: SceneSettings;
  frames: number;
  /** Time that `world.step` took; nothing else is measured. */
  msPerFrame: { median: number; p99: number };
  measures: Measures;
  /** Hash of the last state to the last bit. */
  hash: string;
}

/** Runs a scene without a window. Throws a `SceneError` for parameters that the scene does not have. */
export async function runScene(scene: Scene, options: RunOptions = {}): Promise<SceneResult> {
  const parameters = resolveParameters(scene, options.parameters);
  const frames = options.frames ?? scene.frames;
  const world = await World.create({ ...scene.settings, ...options.settings });
  try {
    const settings = settingsOf(world);
    const instance = await scene.build(world, parameters, settings);
    try {
      const times = new Float64Array(frames);
      for (let frame = 0; frame < frames; frame++) {
        instance.beforeStep?.(frame);
        const start = performance.now();
        world.step(scene.dt);
        times[frame] = performance.now() - start;
        instance.afterStep?.(frame);
        options.onFrame?.(frame + 1);
      }
      return {
        scene: scene.name,
        parameters,
        settings,
        frames,
        msPerFrame: { median: median(times), p99: quantile(times, 0.99) },
        measures: { ...instance.measures(), ...frozenBodies(world) },
        hash: world.hash(),
      };
    } finally {
      instance.dispose?.();
    }
  } finally {
    world.dispose();
  }
}

/** Bodies whose state stopped being finite stand still, which must not pass for stability. */
function frozenBodies(world: World): Measures {
  const count = [...world.bodies].filter((body) => body.frozen).length;
  return count > 0 ? { frozenBodies: count } : {};
}

function settingsOf(world: World): SceneSettings {
  const { solver, substeps, iterations, precision, backend, projection, gradient, gyroscopic } = world;
  return { solver, substeps, iterations, precision, backend, projection, gradient, gyroscopic };
}
