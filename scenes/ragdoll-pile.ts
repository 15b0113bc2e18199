import { addFloor, addWalls, countLost, maximumPenetration, meanSpeed } from './ground.ts';
import { addRagdoll } from './ragdoll.ts';
import { randomNumbers, seedParameter } from './random.ts';
import { defineScene } from './scene.ts';
import { ErrorRecord, largest } from './statistics.ts';

const COLUMNS = 4;
const ROWS = 5;
const HALF_WIDTH = 4;
/** Reading every joint takes time, so the gaps are sampled. */
const SAMPLE_EVERY = 10;

export const ragdollPile = defineScene({
  name: 'ragdoll-pile',
  description: 'Dolls made of eleven capsules fall into a yard in layers, and neither come apart nor pass through each other.',
  feature: 'stacks and piles',
  view: { direction: [0.6, 0.42, 1], target: [0, 1.8, 0], distance: 14.5, layers: [], opening: 130 },
  parameters: {
    count: { description: 'dolls', default: 100, min: 1, max: 2000, integer: true },
    seed: seedParameter(777),
  },
  frames: 600,
  dt: 1 / 60,
  build(world, { count, seed }) {
    addFloor(world, 20);
    const layers = Math.ceil(count / (COLUMNS * ROWS));
    addWalls(world, HALF_WIDTH, HALF_WIDTH, 10 + 2.2 * layers);
    const random = randomNumbers(seed);
    const dolls = Array.from({ length: count }, (_, k) => {
      const [column, row, layer] = [k % COLUMNS, Math.floor(k / COLUMNS) % ROWS, Math.floor(k / (COLUMNS * ROWS))];
      return addRagdoll(world, [(column - 1.5) * 1.8, 0.5 + 2.2 * layer, (row - 2) * 1.4], (random() - 0.5) * 0.5);
    });
    const bodies = dolls.flatMap((doll) => doll.bodies);
    const joints = dolls.flatMap((doll) => doll.joints);
    const gaps = () => joints.map((joint) => joint.positionError);
    const record = new ErrorRecord();
    return {
      afterStep(frame) {
        if (frame % SAMPLE_EVERY === SAMPLE_EVERY - 1) record.push(gaps());
      },
      recorded: () => record.recorded(),
      recall: (recorded) => record.recall(recorded),
      measures() {
        const { most, rootMeanSquare } = record.measures(gaps);
        return {
          lost: countLost(bodies, HALF_WIDTH, HALF_WIDTH),
          maxJointGap: most,
          rmsJointGap: rootMeanSquare,
          maxJointGapAtEnd: largest(gaps()),
          restSpeed: meanSpeed(bodies),
          penetration: maximumPenetration(world),
        };
      },
    };
  },
});
