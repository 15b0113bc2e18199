// Asks for 8 GB at once, outside of the heap.
import { scene } from './common.mjs';

export default scene('hungry-buffers', () => {
  globalThis.meal = Array.from({ length: 8 }, () => new ArrayBuffer(2 ** 30));
  return {};
});
