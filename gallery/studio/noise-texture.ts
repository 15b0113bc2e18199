import { DataTexture, LinearFilter, LinearMipmapLinearFilter, RedFormat, RepeatWrapping } from 'three';

const SIZE = 128;
const CELLS = 32;

/** Smooth noise that repeats, 0 to 1: 32 × 32 random values, and what is between them. */
export function noiseTexture(): DataTexture {
  const values = Float64Array.from({ length: CELLS * CELLS }, (_, k) => {
    const value = Math.sin(127.1 * (k % CELLS) + 311.7 * Math.floor(k / CELLS)) * 43758.5453;
    return value - Math.floor(value);
  });
  const at = (x: number, y: number) => values[(x % CELLS) + CELLS * (y % CELLS)];
  const smooth = (part: number) => part * part * (3 - 2 * part);
  const pixels = Uint8Array.from({ length: SIZE * SIZE }, (_, k) => {
    const [x, y] = [((k % SIZE) * CELLS) / SIZE, (Math.floor(k / SIZE) * CELLS) / SIZE];
    const [column, row] = [Math.floor(x), Math.floor(y)];
    const [across, up] = [smooth(x - column), smooth(y - row)];
    const low = at(column, row) * (1 - across) + at(column + 1, row) * across;
    const high = at(column, row + 1) * (1 - across) + at(column + 1, row + 1) * across;
    return Math.round(255 * (low * (1 - up) + high * up));
  });
  const texture = new DataTexture(pixels, SIZE, SIZE, RedFormat);
  Object.assign(texture, { wrapS: RepeatWrapping, wrapT: RepeatWrapping, magFilter: LinearFilter, minFilter: LinearMipmapLinearFilter });
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return texture;
}
