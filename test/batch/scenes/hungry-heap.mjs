// Fills the heap, 8 GB if it may, in small pieces: V8 ends the process where a thread asks for much at once beyond its limit.
import { scene } from './common.mjs';

export default scene('hungry-heap', () => ({
  beforeStep() {
    globalThis.meal = null;
    for (let k = 0; k < 2 ** 28; k++) globalThis.meal = { k, rest: globalThis.meal };
  },
}));
