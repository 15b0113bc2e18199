import { dot, subtract } from '../bindings/core/geometry.ts';
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
/** Frames between breaths, and the number of breaths. */
const BREATH = 10;
const BREATHS = 30;

/** A ray that passes the centre of a balloon at less than this distance, m, hits it. */
const REACH = 0.35;
/** Fraction of its volume that a popped balloon keeps. */
const LEFT = 0.05;

export const balloons = defineScene({
  name: 'balloons',
  description: 'Balloons in a box are inflated and lift the crates on top of them.',
  feature: 'ropes, cloth and soft bodies',
  view: { direction: [0.6, 0.5, 1], target: [0, 0.7, 0], distance: 7 },
  parameters: {
    count: { description: 'balloons', default: 24, min: 1, max: 100, integer: true },
    inflation: { description: 'final volume over initial volume', default: 1.6, min: 0.1, max: 5 },
    compliance: { description: 'compliance of the skin', default: 2e-4, min: 0, max: 1, unit: 'm/N' },
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
    /** Frame in which each balloon popped, by index. */
    const popped = new Map<number, number>();
    let now = 0;
    const centerOf = (set: (typeof all)[number]) => {
      const { positions } = set;
      const sum = [0, 0, 0];
      for (let k = 0; k < positions.length; k++) sum[k % 3] += positions[k];
      return sum.map((value) => (3 * value) / positions.length) as Vec3;
    };
    return {
      particles: all,
      pop(from, direction) {
        const met = all.flatMap((balloon, k) => {
          if (popped.has(k)) return [];
          const way = subtract(centerOf(balloon), from);
          const along = dot(way, direction);
          return along > 0 && dot(way, way) - along * along < REACH * REACH ? [{ k, along }] : [];
        });
        if (met.length === 0) return false;
        const { k } = met.reduce((nearest, other) => (other.along < nearest.along ? other : nearest));
        popped.set(k, now);
        all[k].setInflation(0, LEFT);
        return true;
      },
      beforeStep(frame) {
        now = frame;
        for (const [k, when] of popped) if (when > frame) popped.delete(k); // an earlier state was restored
        const breath = frame / BREATH;
        if (!Number.isInteger(breath) || breath > BREATHS) return;
        for (const [k, balloon] of all.entries()) if (!popped.has(k)) balloon.setInflation(0, 1 + ((inflation - 1) * breath) / BREATHS);
      },
      measures: () => ({
        meanPressure: mean(all.map((balloon) => balloon.pressure(0))),
        lowest: lowest(all),
        heightOfBoxes: mean(boxes.map((box) => box.position[1])),
      }),
    };
  },
});
