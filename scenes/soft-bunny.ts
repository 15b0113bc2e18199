import { Box } from '../bindings/index.ts';
import { SoftBody } from '../bindings/particle/index.ts';
import { createBunny } from './bunny.ts';
import { addFloor } from './ground.ts';
import { lowest, meanParticleSpeed } from './meshes.ts';
import { defineScene } from './scene.ts';
import { turn } from './turn.ts';

const HEIGHT = 1.2;

export const softBunny = defineScene({
  name: 'soft-bunny',
  description: 'Soft bunnies, from firm to floppy, fall down steps and onto each other.',
  feature: 'ropes, cloth and soft bodies',
  view: { direction: [-0.7, 0.35, 1], target: [0.15, 0.75, 0], distance: 5, aspect: 1.05 },
  parameters: {
    kind: { description: 'what they are made of', default: 'lattice', choices: ['lattice', 'tetrahedra'] },
    count: { description: 'bunnies', default: 4, min: 1, max: 40, integer: true },
    resolution: { description: 'cells over the height of a bunny', default: 10, min: 4, max: 40, integer: true },
    compliance: { description: 'compliance of the softest bunny', default: 2e-4, min: 0, max: 1, unit: 'm/N' },
  },
  frames: 360,
  dt: 1 / 60,
  build(world, { kind, count, resolution, compliance }) {
    addFloor(world, 8);
    for (const [k, height] of [0.3, 0.6].entries())
      world.addBody({ type: 'static', shape: new Box([0.5, height / 2, 1.2]), position: [0.9 + k, height / 2, 0] });
    const { mesh } = createBunny(HEIGHT);
    const surface = { positions: mesh.vertices, triangles: mesh.indices };
    const bunnies = Array.from({ length: count }, (_, k) =>
      world.addParticles(
        new SoftBody({
          kind,
          mesh: surface,
          resolution,
          density: 200,
          radius: 0.03,
          compliance: (compliance * (k + 1)) / count,
          position: [(k % 2) * 1.1 - 0.4, 0.6 + 1.3 * k, (k % 3) * 0.4 - 0.4],
          orientation: turn([0, 1, 0], 2.2 * k),
          damping: 0.2,
          friction: 0.8,
          particleCollision: true,
        }),
      ),
    );
    return {
      particles: bunnies,
      measures: () => ({ lowest: lowest(bunnies), meanSpeed: meanParticleSpeed(bunnies) }),
    };
  },
});
