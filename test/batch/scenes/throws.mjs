import { scene } from './common.mjs';

export default scene('throws', () => ({
  beforeStep(frame) {
    if (frame === 10) throw new Error('the dog ate step ten');
  },
}));
