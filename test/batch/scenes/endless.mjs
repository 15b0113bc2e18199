import { scene } from './common.mjs';

export default scene('endless', () => ({
  beforeStep() {
    for (;;);
  },
}));
