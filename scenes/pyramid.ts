import { type Body, Box } from '../bindings/index.ts';
import { addFloor, StackRecord } from './ground.ts';
import { defineScene } from './scene.ts';

const HALF = 0.5;
/** From middle to middle in a row, m. */
const SPACING = 1.05;

export const pyramid = defineScene({
  name: 'pyramid',
  description: 'Rows of boxes, each one box shorter than the row below, stay in place.',
  feature: 'stacks and piles',
  view: { direction: [0.3, 0.25, 1], layers: [] },
  parameters: { rows: { description: 'rows, and boxes in the bottom row', default: 20, min: 1, max: 100, integer: true } },
  frames: 1200,
  dt: 1 / 60,
  settings: { sleep: false }, // a stack that creeps would fall asleep and hide it
  build(world, { rows }) {
    addFloor(world, 50 + rows);
    const shape = new Box([HALF, HALF, HALF]);
    const boxes: Body[] = [];
    for (let row = 0; row < rows; row++) {
      const last = rows - row - 1;
      for (let k = 0; k <= last; k++)
        boxes.push(world.addBody({ shape, mass: 1, position: [(k - last / 2) * SPACING, HALF * (2 * row + 1), 0] }));
    }
    const stack = new StackRecord(boxes, boxes[boxes.length - 1]);
    return {
      afterStep: () => stack.record(),
      recorded: () => stack.recorded(),
      recall: (recorded) => stack.recall(recorded),
      measures: () => stack.measures(),
    };
  },
});
