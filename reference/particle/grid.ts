// Which points are near each other: cells of a hash grid, each point in the list of its cell (Teschner et al. 2003, "Optimized Spatial Hashing for Collision
// Detection of Deformable Objects").

export class Grid {
  private starts = new Uint32Array(1);
  private entries = new Uint32Array(0);
  private cells = new Int32Array(0);
  private size = 1;
  private table = 1;

  /** Sorts `count` points into cells of a size, m. */
  build(x: Float64Array, count: number, size: number): void {
    this.size = size;
    const table = 2 * count + 1;
    if (this.starts.length < table + 1) this.starts = new Uint32Array(2 * table + 1);
    if (this.entries.length < count) {
      this.entries = new Uint32Array(2 * count);
      this.cells = new Int32Array(2 * count);
    }
    const { cells, entries, starts } = this;
    this.table = table;
    starts.fill(0, 0, table + 1);
    for (let k = 0; k < count; k++) {
      const cell = this.hash(Math.floor(x[3 * k] / size), Math.floor(x[3 * k + 1] / size), Math.floor(x[3 * k + 2] / size));
      cells[k] = cell;
      starts[cell] += 1;
    }
    let sum = 0;
    for (let cell = 0; cell < table; cell++) {
      sum += starts[cell];
      starts[cell] = sum;
    }
    starts[table] = sum;
    // From the last on, so that those of a cell stand in order.
    for (let k = count - 1; k >= 0; k--) entries[--starts[cells[k]]] = k;
  }

  /** Calls with each pair of points whose cells are the same or neighbours, the larger number first; some pairs that are far apart too. */
  pairs(x: Float64Array, count: number, found: (a: number, b: number) => void): void {
    const { entries, size, starts } = this;
    const seen = new Uint32Array(27);
    for (let a = 0; a < count; a++) {
      const [cx, cy, cz] = [Math.floor(x[3 * a] / size), Math.floor(x[3 * a + 1] / size), Math.floor(x[3 * a + 2] / size)];
      let known = 0;
      for (let dx = -1; dx <= 1; dx++)
        for (let dy = -1; dy <= 1; dy++)
          for (let dz = -1; dz <= 1; dz++) {
            const cell = this.hash(cx + dx, cy + dy, cz + dz);
            // Two neighbours can have one entry of the table.
            let isNew = true;
            for (let k = 0; k < known; k++) if (seen[k] === cell) isNew = false;
            if (!isNew) continue;
            seen[known++] = cell;
            for (let k = starts[cell]; k < starts[cell + 1] && entries[k] < a; k++) found(a, entries[k]);
          }
    }
  }

  private hash(x: number, y: number, z: number): number {
    return ((Math.imul(x, 92837111) ^ Math.imul(y, 689287499) ^ Math.imul(z, 283923481)) >>> 0) % this.table;
  }
}
