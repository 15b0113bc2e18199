// Ends its thread; every time, or but for the first so many.
import fs from 'node:fs';
import { scene } from './common.mjs';

export default {
  ...scene('dies'),
  parameters: {
    marker: {
      description: 'file that is there once it has died',
      default: 'never',
      choices: ['never', process.env.HOLONOMIC_MARKER ?? 'none'],
    },
  },
  build(world, { marker }) {
    world.addBody({ mass: 1 });
    if (!fs.existsSync(marker)) {
      if (marker !== 'never') fs.writeFileSync(marker, '');
      process.exit(3);
    }
    return { measures: () => ({}) };
  },
};
