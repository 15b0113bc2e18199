import { loadPackage } from '../engines/holonomic.ts';
import type { ClothEngine } from './model.ts';

const PARTICLES = new URL('../../dist/particles.js', import.meta.url).href;

export const holonomicCloth: ClothEngine = {
  name: 'holonomic single',
  async load() {
    const H = await loadPackage();
    const { Cloth }: any = await import(PARTICLES);
    return async (scene, { substeps = 10 }) => {
      const world = await H.World.create({ gravity: scene.gravity, precision: 'single', substeps });
      world.addBody({ type: 'static', shape: new H.Sphere(scene.radius), friction: scene.friction });
      const cloth = world.addParticles(
        new Cloth({
          columns: scene.side,
          rows: scene.side,
          size: [scene.size, scene.size],
          position: [0, scene.height, 0],
          density: scene.density,
          thickness: scene.thickness,
          friction: scene.friction,
          canSleep: false,
        }),
      );
      return {
        step: () => world.step(scene.dt),
        read: (positions) => positions.set(cloth.positions),
        dispose: () => world.dispose?.(),
      };
    };
  },
};
