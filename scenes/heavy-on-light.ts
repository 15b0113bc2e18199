import { Box } from '../bindings/index.ts';
import { addFloor, StackRecord } from './ground.ts';
import { defineScene } from './scene.ts';

const HALF = 0.5;

export const heavyOnLight = defineScene({
  name: 'heavy-on-light',
  description: 'The top box of a tower is many times as heavy as each of the others.',
  feature: 'stacks and piles',
  view: { direction: [0.8, 0.2, 1], layers: ['contacts'] },
  parameters: {
    count: { description: 'boxes', default: 10, min: 2, max: 100, integer: true },
    ratio: { description: 'mass of the top box relative to the others', default: 100, min: 1, max: 10_000 },
  },
  frames: 1200,
  dt: 1 / 60,
  settings: { sleep: false }, // a tower that creeps would fall asleep and hide it
  build(world, { count, ratio }) {
    addFloor(world, 50);
    const shape = new Box([HALF, HALF, HALF]);
    const boxes = Array.from({ length: count }, (_, level) =>
      world.addBody({ shape, mass: level === count - 1 ? ratio : 1, position: [0, HALF * (2 * level + 1), 0] }),
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
