/**
 * Writes the matrices that bodies are drawn with: that of `slots[k]` to the sixteen numbers from `16 * k` on, in columns. `alpha` is how far
 * the picture is from the poses before the step, `previous`, towards those after it, 0 to 1. `scales` are three numbers for each entry of
 * `slots`, ones if null.
 */
export function writePoses(
  matrices: Float32Array,
  slots: Uint32Array,
  scales: Float32Array | null,
  transforms: Float32Array,
  previous: Float32Array,
  alpha: number,
): void {
  const before = 1 - alpha;
  for (let k = 0; k < slots.length; k++) {
    const from = slots[k] * 7;
    let x = transforms[from + 3];
    let y = transforms[from + 4];
    let z = transforms[from + 5];
    let w = transforms[from + 6];
    let positionX = transforms[from];
    let positionY = transforms[from + 1];
    let positionZ = transforms[from + 2];
    if (before !== 0) {
      const px = previous[from + 3];
      const py = previous[from + 4];
      const pz = previous[from + 5];
      const pw = previous[from + 6];
      // q and −q are the same orientation: the nearer one is the shorter way.
      const after = x * px + y * py + z * pz + w * pw < 0 ? -alpha : alpha;
      x = px * before + x * after;
      y = py * before + y * after;
      z = pz * before + z * after;
      w = pw * before + w * after;
      const length = Math.sqrt(x * x + y * y + z * z + w * w);
      x /= length;
      y /= length;
      z /= length;
      w /= length;
      positionX = previous[from] * before + positionX * alpha;
      positionY = previous[from + 1] * before + positionY * alpha;
      positionZ = previous[from + 2] * before + positionZ * alpha;
    }
    let scaleX = 1;
    let scaleY = 1;
    let scaleZ = 1;
    if (scales) {
      scaleX = scales[3 * k];
      scaleY = scales[3 * k + 1];
      scaleZ = scales[3 * k + 2];
    }
    const to = 16 * k;
    matrices[to] = (1 - 2 * (y * y + z * z)) * scaleX;
    matrices[to + 1] = 2 * (x * y + w * z) * scaleX;
    matrices[to + 2] = 2 * (x * z - w * y) * scaleX;
    matrices[to + 3] = 0;
    matrices[to + 4] = 2 * (x * y - w * z) * scaleY;
    matrices[to + 5] = (1 - 2 * (x * x + z * z)) * scaleY;
    matrices[to + 6] = 2 * (y * z + w * x) * scaleY;
    matrices[to + 7] = 0;
    matrices[to + 8] = 2 * (x * z + w * y) * scaleZ;
    matrices[to + 9] = 2 * (y * z - w * x) * scaleZ;
    matrices[to + 10] = (1 - 2 * (x * x + y * y)) * scaleZ;
    matrices[to + 11] = 0;
    matrices[to + 12] = positionX;
    matrices[to + 13] = positionY;
    matrices[to + 14] = positionZ;
    matrices[to + 15] = 1;
  }
}
