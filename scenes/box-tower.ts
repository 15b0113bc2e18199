import { Box } from '../bindings/index.ts';
import { addFloor, StackRecord } from './ground.ts';
import { randomNumbers, seedParameter } from './random.ts';
import { defineScene } from './scene.ts';

const HALF = 0.5;

export const boxTower = defineScene({
  name: 'box-tower',
  description: 'One-metre boxes are stacked on top of each other and stay in place.',
  feature: 'stacks and piles',
  view: { direction: [0.8, 0.25, 1], layers: [] },
  shown: { offset: 0.1 },
  parameters: {
    count: { description: 'boxes', default: 20, min: 1, max: 200, integer: true },
    offset: { description: 'maximum sideways offset of a box from the centre line', unit: 'm', default: 0, min: 0, max: 0.4 },
    seed: seedParameter(5),
  },
  frames: 1200,
  dt: 1 / 60,
  settings: { sleep: false }, // a tower that creeps would fall asleep and hide it
  build(world, { count, offset, seed }) {
    addFloor(world, 50);
    const shape = new Box([HALF, HALF, HALF]);
    const random = randomNumbers(seed);
    const aside = () => offset * (2 * random() - 1);
    const boxes = Array.from({ length: count }, (_, level) =>
      world.addBody({ shape, mass: 1, position: [aside(), HALF * (2 * level + 1), aside()] }),
    );
    const stack = new StackRecord(boxes, boxes[count - 1]);
    return {
      afterStep: () => stack.record(),
      recorded: () => stack.recorded(),
      recall: (recorded) => stack.recall(recorded),
      measures: () => stack.measures(),
    };
  },
});
