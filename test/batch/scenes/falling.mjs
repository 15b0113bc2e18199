// A scene of a user, beside the package: a body falls, a number of steps are slow.
export const scene = {
  name: 'falling',
  description: 'A body falls.',
  feature: 'free bodies and sensors',
  parameters: {
    height: { description: 'at the start', unit: 'm', default: 1, min: 0, max: 100 },
    wait: { description: 'of each step', unit: 'ms', default: 0, min: 0, max: 1000 },
  },
  frames: 60,
  dt: 1 / 60,
  build(world, { height, wait }) {
    const body = world.addBody({ mass: 1, position: [0, height, 0] });
    return {
      beforeStep() {
        for (const start = performance.now(); performance.now() - start < wait; );
      },
      measures: () => ({ height: body.position[1], steps: world.stepCount }),
    };
  },
};
