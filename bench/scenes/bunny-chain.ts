// The hanging chain of bunnies of Müller et al. 2020 (Figures 10, 11), each bunny replaced by the box it fits in, so that
// every engine gets the same bodies. The chain of real bunnies is the scene `bunny-chain` of the package.
import { positions } from 'bunny';
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

/** Edge lengths of the bunny's bounding box at a given height. */
function boundingSize(height: number): Vec3 {
  const extent = (axis: number) => {
    const values = positions.map((point) => point[axis]);
    return Math.max(...values) - Math.min(...values);
  };
  const scale = height / extent(1);
  return [extent(0) * scale, height, extent(2) * scale];
}

export function bunnyChain({ links: count = 100, height = 0.2, density = 1000 }: BunnyChainOptions = {}): SceneData {
  const size = boundingSize(height);
  const mass = density * size[0] * size[1] * size[2];
  const links = Array.from({ length: count }, () => ({ mass, length: height, inertia: boxInertia(mass, size) }));
  const stretch = stretchOf(links);
  return {
    name: 'bunny-chain',
    description: `${count} boxes of the size of a ${height} m Stanford bunny, hanging one from the other`,
    gravity: [0, -9.81, 0],
    dt: 1 / 60,
    warmup: 60,
    ...hangingChain(links),
    measure: (poses) => ({ stretch: stretch(poses), elongationPercent: (100 * stretch(poses)) / (count * height) }),
  };
}
