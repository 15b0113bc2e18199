import { Box, Cylinder } from '../bindings/index.ts';
import { Cloth } from '../bindings/particle/index.ts';
import { addFloor } from './ground.ts';
import { lowest } from './meshes.ts';
import { addRagdoll } from './ragdoll.ts';
import { defineScene } from './scene.ts';
import { mean } from './statistics.ts';

const SIDE = 4;
const HEIGHT = 1.4;

export const trampoline = defineScene({
  name: 'trampoline',
  description: 'Dolls fall onto an elastic sheet in a frame and are thrown back up.',
  feature: 'ropes, cloth and soft bodies',
  view: { direction: [0.6, 0.25, 1], target: [0, 1.5, 0], distance: 6.5, layers: [] },
  parameters: {
    dolls: { description: 'dolls', default: 3, min: 1, max: 4, integer: true },
    nodes: { description: 'particles along each side', default: 25, min: 11, max: 101, integer: true },
    compliance: { description: 'compliance of a thread from edge to edge', default: 5e-4, min: 0, max: 1, unit: 'm/N' },
  },
  frames: 480,
  dt: 1 / 60,
  settings: { substeps: 20 },
  build(world, { dolls, nodes, compliance }) {
    addFloor(world, 8);
    const half = SIDE / 2;
    for (const side of [-1, 1]) {
      const rail = { type: 'static', collides: false } as const;
      world.addBody({ ...rail, shape: new Box([half + 0.15, 0.06, 0.09]), position: [0, HEIGHT, side * (half + 0.06)] });
      world.addBody({ ...rail, shape: new Box([0.09, 0.06, half + 0.15]), position: [side * (half + 0.06), HEIGHT, 0] });
      for (const end of [-1, 1])
        world.addBody({
          ...rail,
          shape: new Cylinder(0.06, HEIGHT / 2),
          position: [side * (half + 0.06), HEIGHT / 2, end * (half + 0.06)],
        });
    }
    const border = Array.from({ length: nodes * nodes }, (_, k) => k).filter((k) => {
      const [column, row] = [k % nodes, Math.floor(k / nodes)];
      return column === 0 || row === 0 || column === nodes - 1 || row === nodes - 1;
    });
    const sheet = world.addParticles(
      new Cloth({
        columns: nodes,
        rows: nodes,
        size: [SIDE, SIDE],
        position: [0, HEIGHT, 0],
        density: 1,
        thickness: SIDE / (nodes - 1),
        stretchCompliance: compliance / (nodes - 1),
        shearCompliance: compliance,
        bendCompliance: Number.POSITIVE_INFINITY,
        stiffnessDamping: 0,
        damping: 0.1,
        pinned: border,
        friction: 0.6,
      }),
    );
    const made = Array.from({ length: dolls }, (_, k) => {
      const angle = [
        [-0.9, -0.8],
        [0.9, 0.2],
        [-0.4, 1],
        [0.8, -1.2],
      ][k];
      return addRagdoll(world, [angle[0], HEIGHT + 1.2 + 1.1 * k, angle[1]], 0.8 * k);
    });
    const bodies = made.flatMap((doll) => doll.bodies);
    const height = () => mean(made.map((doll) => doll.bodies[0].position[1]));
    let deepest = 0;
    let low = height();
    let thrown = 0;
    return {
      particles: [sheet],
      afterStep() {
        deepest = Math.max(deepest, HEIGHT - lowest([sheet]));
        low = Math.min(low, height());
        thrown = Math.max(thrown, height() - low);
      },
      recorded: () => [deepest, low, thrown],
      recall(recorded) {
        [deepest, low, thrown] = recorded as number[];
      },
      measures: () => ({ deepest, thrown, fallen: bodies.filter(({ position }) => position[1] < HEIGHT / 3).length }),
    };
  },
});
