// The hanging chain of bunnies of Müller et al. 2020 (Figures 10, 11), each bunny replaced by a box of its size, so that
// every engine gets the same bodies. The chain of real bunnies is the scene `bunny-chain` of the package.
import type { SceneData, Vec3 } from '../model.ts';
import { hangingChain, stretchOf } from './chain.ts';
import { boxInertia } from './inertia.ts';

export interface BunnyChainOptions {
  links?: number;
  /** Height of a bunny, metres. */
  height?: number;
  /** kg/m³ */
  density?: number;
}

/** Edge lengths of the box around a bunny 1 m high; those that the results of earlier versions are of. */
const PROPORTIONS: Vec3 = [1.02582632637, 1, 0.78075713584];

export function bunnyChain({ links: count = 100, height = 0.2, density = 1000 }: BunnyChainOptions = {}): SceneData {
  const size: Vec3 = [PROPORTIONS[0] * height, height, PROPORTIONS[2] * height];
  const mass = density * size[0] * size[1] * size[2];
  const links = Array.from({ length: count }, () => ({ mass, length: height, inertia: boxInertia(mass, size) }));
  const stretch = stretchOf(links);
  return {
    name: 'bunny-chain',
    description: `${count} boxes of the size of a ${height} m bunny, hanging one from the other`,
    gravity: [0, -9.81, 0],
    dt: 1 / 60,
    warmup: 60,
    ...hangingChain(links),
    measure: (poses) => ({ stretch: stretch(poses), elongationPercent: (100 * stretch(poses)) / (count * height) }),
  };
}
