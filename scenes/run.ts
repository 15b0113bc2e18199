import type { JointIslands } from '../bindings/index.ts';
import { type OpenOptions, openScene } from './open.ts';
import type { Measures, ParameterValues, Scene, SceneSettings } from './scene.ts';
import { median, quantile } from './statistics.ts';

export interface RunOptions extends OpenOptions {
  frames?: number;
  /** Called after every frame with the number of frames done. */
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
  /** How the joints were solved: islands in the last frame, and failures in all of them. */
  jointIslands: JointIslands;
  /** Hash of the last state to the last bit. */
  hash: string;
}

/** Runs a scene without a window. Throws a `SceneError` for parameters that the scene does not have. */
export async function runScene(scene: Scene, options: RunOptions = {}): Promise<SceneResult> {
  const frames = options.frames ?? scene.frames;
  const opened = await openScene(scene, options);
  try {
    const times = new Float64Array(frames);
    let failures = 0;
    while (opened.frame < frames) {
      times[opened.frame] = opened.step();
      failures += opened.world.jointIslands.failures;
      options.onFrame?.(opened.frame);
    }
    return {
      scene: scene.name,
      parameters: opened.parameters,
      settings: opened.settings,
      frames,
      msPerFrame: { median: median(times), p99: quantile(times, 0.99) },
      measures: opened.measures(),
      jointIslands: { ...opened.world.jointIslands, failures },
      hash: opened.world.hash(),
    };
  } finally {
    opened.dispose();
  }
}
