import { Box, type Vec3 } from '../bindings/index.ts';
import { SoftBody } from '../bindings/particle/index.ts';
import { addFloor, addWalls } from './ground.ts';
import { ballMesh, lowest } from './meshes.ts';
import { randomNumbers, seedParameter } from './random.ts';
import { defineScene } from './scene.ts';
import { mean } from './statistics.ts';

const HALF = 1.8;
const RADIUS = 0.34;
const SPACING = 0.85;
const ROW = 4;
/** Frames from breath to breath, and how many there are. */
const BREATH = 10;
const BREATHS = 30;

export const balloons = defineScene({
  name: 'balloons',
  description: 'Balloons in a box are blown up, and lift the boxes that lie on them.',
  feature: 'ropes, cloth and soft bodies',
  view: { direction: [0.6, 0.5, 1], target: [0, 0.7, 0], distance: 7 },
  parameters: {
    count: { description: 'balloons', default: 24, min: 1, max: 100, integer: true },
    inflation: { description: 'volume in the end over that at first', default: 1.6, min: 0.1, max: 5 },
    compliance: { description: 'of the skin', default: 2e-4, min: 0, max: 1, unit: 'm/N' },
    seed: seedParameter(99),
  },
  frames: 480,
  dt: 1 / 60,
  build(world, { count, inflation, compliance, seed }) {
    addFloor(world, HALF + 2);
    addWalls(world, HALF, HALF, 30);
    const random = randomNumbers(seed);
    const mesh = ballMesh(RADIUS, 8);
    const made = { kind: 'pressure', mesh, density: 30, radius: 0.04, compliance, bendCompliance: 1, damping: 0.5 } as const;
    const all = Array.from({ length: count }, (_, k) => {
      const place = (at: number) => (at - (ROW - 1) / 2) * SPACING + 0.05 * random();
      const position: Vec3 = [place(k % ROW), 0.5 + SPACING * Math.floor(k / (ROW * ROW)), place(Math.floor(k / ROW) % ROW)];
      return world.addParticles(new SoftBody({ ...made, position, particleCollision: true, canSleep: false }));
    });
    const above = 1.6 + SPACING * Math.floor((count - 1) / (ROW * ROW));
    const boxes = [-0.8, 0, 0.8].map((x, k) =>
      world.addBody({ shape: new Box([0.35, 0.2, 0.6]), density: 60, position: [x, above + 0.5 * k, 0.2 * k - 0.2] }),
    );
    return {
      particles: all,
      beforeStep(frame) {
        const breath = frame / BREATH;
        if (!Number.isInteger(breath) || breath > BREATHS) return;
        for (const balloon of all) balloon.setInflation(0, 1 + ((inflation - 1) * breath) / BREATHS);
      },
      measures: () => ({
        meanPressure: mean(all.map((balloon) => balloon.pressure(0))),
        lowest: lowest(all),
        heightOfBoxes: mean(boxes.map((box) => box.position[1])),
      }),
    };
  },
});
