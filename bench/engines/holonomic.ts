// Holonomic itself: both precisions of the kernels and the reference solver in plain TypeScript. It runs from dist/, as users get it.
import type { Engine } from '../model.ts';

const PACKAGE = new URL('../../dist/index.js', import.meta.url).href;

export interface Build {
  precision: 'single' | 'double';
  backend: 'wasm' | 'reference';
}

export const BUILDS: Record<string, Build> = {
  single: { precision: 'single', backend: 'wasm' },
  double: { precision: 'double', backend: 'wasm' },
  reference: { precision: 'double', backend: 'reference' },
};

/** Substeps of a world that is not told otherwise. */
export const DEFAULT_SUBSTEPS = 20;

/** What the package exports; its types are those of dist/, which need not be built when these files are checked. */
export async function loadPackage(): Promise<any> {
  const holonomic: any = await import(PACKAGE);
  if (!holonomic.World) throw new Error('dist/index.js exports no World');
  return holonomic;
}

function holonomic(build: keyof typeof BUILDS): Engine {
  return {
    name: `holonomic ${build}`,
    defaults: `${DEFAULT_SUBSTEPS} substeps, 1 iteration`,
    async load() {
      const { World, Ball } = await loadPackage();
      return async (scene, quality) => {
        const world = await World.create({ gravity: scene.gravity, ...BUILDS[build], ...quality });
        const bodies = scene.bodies.map(({ mass, inertia, position, orientation }) =>
          world.addBody(mass > 0 ? { mass, inertia, position, orientation } : { type: 'static', position, orientation }),
        );
        for (const { a, b, anchorA, anchorB } of scene.balls) {
          world.addJoint(new Ball({ a: bodies[a], b: bodies[b], anchorA, anchorB }));
        }
        const p = [0, 0, 0];
        const q = [0, 0, 0, 1];
        return {
          step: () => world.step(scene.dt),
          read(poses) {
            for (const [index, body] of bodies.entries()) {
              body.getPosition(p);
              body.getOrientation(q);
              poses.set(index, p[0], p[1], p[2], q[0], q[1], q[2], q[3]);
            }
          },
          dispose: () => world.dispose(),
        };
      };
    },
  };
}

export const single = holonomic('single');
export const double = holonomic('double');
export const reference = holonomic('reference');
