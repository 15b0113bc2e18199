import { type Body, Box, Sphere, type Vec3 } from '../bindings/index.ts';
import { SoftBody } from '../bindings/particle/index.ts';
import { addFloor, addWalls, countLost, meanSpeed } from './ground.ts';
import { ballMesh, boxMesh, lowest, meanParticleSpeed } from './meshes.ts';
import { randomNumbers, seedParameter } from './random.ts';
import { defineScene } from './scene.ts';
import { turn } from './turn.ts';

const SPACING = 0.85;
/** Particle radius of half a cell, so that nothing slips in between, m. */
const RADIUS = 0.075;
/** Things side by side in the box, at least; and half its width for each. */
const ROW = 4;
const HALF = 0.45;

export const jellyPile = defineScene({
  name: 'jelly-pile',
  description: 'Soft and rigid cubes and balls fall into a box and rest on each other.',
  feature: 'ropes, cloth and soft bodies',
  view: { direction: [0.6, 0.55, 1], target: [0, 0.6, 0], distance: 7 },
  parameters: {
    count: { description: 'number of objects; every third one is rigid', default: 40, min: 1, max: 400, integer: true },
    compliance: { description: 'compliance of the soft ones', default: 2e-4, min: 0, max: 1, unit: 'm/N' },
    seed: seedParameter(4711),
  },
  frames: 600,
  dt: 1 / 60,
  build(world, { count, compliance, seed }) {
    // As wide as high, however many there are.
    let row = ROW;
    while (row * row * row < count) row += 1;
    const half = row * HALF;
    addFloor(world, half + 2);
    addWalls(world, half, half, 60);
    const random = randomNumbers(seed);
    const [cube, ball] = [boxMesh([0.3, 0.3, 0.3], 4), ballMesh(0.34, 6)];
    const jellies: SoftBody[] = [];
    const bodies: Body[] = [];
    for (let k = 0; k < count; k++) {
      const [column, line, layer] = [k % row, Math.floor(k / row) % row, Math.floor(k / (row * row))];
      const place = (at: number) => (at - (row - 1) / 2) * SPACING + 0.1 * (random() - 0.5);
      const position: Vec3 = [place(column), 0.6 + layer * SPACING, place(line)];
      const orientation = turn([0, 1, 0], 3 * random());
      if (k % 3 === (layer + line) % 3) {
        const shape = random() < 0.5 ? new Box([0.25, 0.25, 0.25]) : new Sphere(0.3);
        bodies.push(world.addBody({ shape, density: 400, position, orientation }));
        continue;
      }
      const mesh = random() < 0.5 ? cube : ball;
      const made = {
        mesh,
        resolution: 4,
        density: 300,
        radius: RADIUS,
        compliance,
        damping: 1,
        particleCollision: true,
      };
      jellies.push(world.addParticles(new SoftBody({ ...made, position, orientation })));
    }
    return {
      particles: jellies,
      measures: () => ({
        lost: countLost(bodies, half, half),
        restSpeed: bodies.length > 0 ? meanSpeed(bodies) : 0,
        awake: jellies.filter(({ asleep }) => !asleep).length + bodies.filter(({ isSleeping }) => !isSleeping).length,
        ...(jellies.length > 0 && { lowest: lowest(jellies), softSpeed: meanParticleSpeed(jellies) }),
      }),
    };
  },
});
