// Links of 1 kg with a heavy one at the end: how far does the chain give?
import type { SceneData } from '../model.ts';
import { hangingChain, stretchOf } from './chain.ts';
import { capsuleInertia } from './inertia.ts';

const LINKS = 20;
const LENGTH = 1;
const RADIUS = 0.05;

/** @param ratio mass of the last link over that of the others */
export function heavyChain(ratio = 100): SceneData {
  const links = Array.from({ length: LINKS }, (_, index) => {
    const mass = index === LINKS - 1 ? ratio : 1;
    return { mass, length: LENGTH, inertia: capsuleInertia(mass, RADIUS, LENGTH) };
  });
  const stretch = stretchOf(links);
  return {
    name: 'heavy-chain',
    description: `${LINKS} links of ${LENGTH} m and 1 kg hanging, the last one ${ratio} kg`,
    gravity: [0, -9.81, 0],
    dt: 1 / 60,
    warmup: 60,
    ...hangingChain(links),
    measure: (poses) => ({ stretch: stretch(poses) }),
  };
}
