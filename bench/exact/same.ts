// Two ways to solve joints: do they give the same bits, and what does one cost over the other?
import { type Builder, Poses, type Quality, type SceneData, type Simulation } from '../model.ts';

const BLOCK = 10;

export interface Comparison {
  /** Sum over the frames of the fastest pass of each, ms. */
  ms: [number, number];
  sameBits: boolean;
}

/** Runs a scene from its start several times; every pass is the same simulation, so the fastest of each frame is what was disturbed least. */
export async function compare(
  build: Builder,
  scene: SceneData,
  qualities: [Quality, Quality],
  { frames, passes }: { frames: number; passes: number },
): Promise<Comparison> {
  const fastest = qualities.map(() => new Array<number>(frames).fill(Number.POSITIVE_INFINITY));
  let sameBits = true;
  for (let pass = 0; pass < passes; pass++) {
    const simulations: Simulation[] = [];
    for (const quality of qualities) simulations.push(await build(scene, quality));
    for (let from = 0; from < frames; from += BLOCK) {
      for (let turn = 0; turn < 2; turn++) {
        const lane = (turn + from / BLOCK + pass) % 2;
        for (let frame = from; frame < Math.min(frames, from + BLOCK); frame++) {
          const before = performance.now();
          simulations[lane].step();
          fastest[lane][frame] = Math.min(fastest[lane][frame], performance.now() - before);
        }
      }
    }
    sameBits &&= samePoses(scene, simulations);
    for (const simulation of simulations) simulation.dispose();
  }
  const sum = (times: number[]) => times.reduce((total, ms) => total + ms, 0);
  return { ms: [sum(fastest[0]), sum(fastest[1])], sameBits };
}

function samePoses(scene: SceneData, simulations: Simulation[]): boolean {
  const [one, other] = simulations.map((simulation) => {
    const poses = new Poses(scene.bodies.length);
    simulation.read(poses);
    return [...poses.positions, ...poses.orientations];
  });
  return one.every((value, i) => Object.is(value, other[i]));
}
