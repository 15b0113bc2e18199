import { addFloor, addWalls, countLost, deepestOverlap, meanSpeed } from './ground.ts';
import { addRagdoll } from './ragdoll.ts';
import { randomNumbers } from './random.ts';
import { defineScene } from './scene.ts';
import { largest, mean } from './statistics.ts';

const COLUMNS = 4;
const ROWS = 5;
const HALF_WIDTH = 4;
/** Reading all joints takes time, so the gaps are sampled. */
const SAMPLE_EVERY = 10;

export const ragdollPile = defineScene({
  name: 'ragdoll-pile',
  description: 'Dolls of eleven capsules fall in layers into a yard, and neither come apart nor pass through each other.',
  parameters: { count: { description: 'dolls', default: 100, min: 1, max: 2000, integer: true } },
  frames: 600,
  dt: 1 / 60,
  build(world, { count }) {
    addFloor(world, 20);
    const layers = Math.ceil(count / (COLUMNS * ROWS));
    addWalls(world, HALF_WIDTH, HALF_WIDTH, 10 + 2.2 * layers);
    const random = randomNumbers(777);
    const dolls = Array.from({ length: count }, (_, k) => {
      const [column, row, layer] = [k % COLUMNS, Math.floor(k / COLUMNS) % ROWS, Math.floor(k / (COLUMNS * ROWS))];
      return addRagdoll(world, [(column - 1.5) * 1.8, 0.5 + 2.2 * layer, (row - 2) * 1.4], (random() - 0.5) * 0.5);
    });
    const bodies = dolls.flatMap((doll) => doll.bodies);
    const joints = dolls.flatMap((doll) => doll.joints);
    const gaps = () => joints.map((joint) => joint.positionError);
    const largestGaps: number[] = [];
    const meanSquares: number[] = [];
    const sample = () => {
      const now = gaps();
      largestGaps.push(largest(now));
      meanSquares.push(mean(now.map((gap) => gap * gap)));
    };
    return {
      afterStep(frame) {
        if (frame % SAMPLE_EVERY === SAMPLE_EVERY - 1) sample();
      },
      measures() {
        if (largestGaps.length === 0) sample();
        return {
          lost: countLost(bodies, HALF_WIDTH, HALF_WIDTH),
          maxJointGap: largest(largestGaps),
          rmsJointGap: Math.sqrt(mean(meanSquares)),
          maxJointGapAtEnd: largest(gaps()),
          restSpeed: meanSpeed(bodies),
          penetration: deepestOverlap(world),
        };
      },
    };
  },
});
