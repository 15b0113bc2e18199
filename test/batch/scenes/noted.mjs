// Notes in a file at which frame a run begins: whether it went on from a snapshot does not show in its result.
import fs from 'node:fs';

export default {
  name: 'noted',
  description: 'A body falls, slowly.',
  feature: 'free bodies and sensors',
  parameters: { wait: { description: 'of each step', unit: 'ms', default: 5, min: 0, max: 100 } },
  frames: 200,
  dt: 1 / 60,
  build(world, { wait }) {
    const body = world.addBody({ mass: 1 });
    let isNoted = false;
    return {
      beforeStep(frame) {
        if (!isNoted && process.env.HOLONOMIC_NOTES) fs.appendFileSync(process.env.HOLONOMIC_NOTES, `${frame}\n`);
        isNoted = true;
        for (const start = performance.now(); performance.now() - start < wait; );
      },
      measures: () => ({ height: body.position[1] }),
    };
  },
};
