// Takes 8 GB in buffers and writes to all of it, without coming back in between.
import { scene } from './common.mjs';

export default scene('hungry-fill', () => ({
  beforeStep() {
    const meal = [];
    for (let k = 0; k < 512; k++) meal.push(new Uint8Array(2 ** 24).fill(k));
  },
}));
