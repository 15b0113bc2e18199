// Several ways to solve joints: do they give the same bits, and what does one cost over the other?
import { type Builder, Poses, type Quality, type SceneData, type Simulation } from '../model.ts';

const BLOCK = 10;

export interface Comparison {
  /** Of each way, the sum over the frames of the fastest pass of each, ms. */
  ms: number[];
  sameBits: boolean;
}

/**
 * Runs a scene from its start several times; every pass is the same simulation, so the fastest of each frame is what was disturbed least. Who is built
 * first changes with the pass, since the place in memory counts.
 */
export async function compare(
  build: Builder,
  scene: SceneData,
  qualities: Quality[],
  { frames, passes }: { frames: number; passes: number },
): Promise<Comparison> {
  const fastest = qualities.map(() => new Array<number>(frames).fill(Number.POSITIVE_INFINITY));
  let sameBits = true;
  for (let pass = 0; pass < passes; pass++) {
    const order = qualities.map((_, turn) => (turn + pass) % qualities.length);
    const simulations: Simulation[] = [];
    for (const lane of order) simulations[lane] = await build(scene, qualities[lane]);
    for (let from = 0; from < frames; from += BLOCK) {
      for (const turn of order) {
        const lane = (turn + from / BLOCK) % qualities.length;
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
  return { ms: fastest.map((times) => times.reduce((total, ms) => total + ms, 0)), sameBits };
}

function samePoses(scene: SceneData, simulations: Simulation[]): boolean {
  const [first, ...others] = simulations.map((simulation) => {
    const poses = new Poses(scene.bodies.length);
    simulation.read(poses);
    return [...poses.positions, ...poses.orientations];
  });
  return others.every((other) => other.every((value, i) => Object.is(value, first[i])));
}
