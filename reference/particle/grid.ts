// Which points are near each other: cells of a hash grid, each point in the list of its cell (Teschner et al. 2003, "Optimized Spatial Hashing for Collision
// Detection of Deformable Objects").

const HASH_X = 92837111;
const HASH_Y = 689287499;
const HASH_Z = 283923481;
/** In place of a cell's owner: there are several, or points of one meet each other; or none. */
const MIXED = -1;
const EMPTY = -2;

export class Grid {
  private starts = new Uint32Array(1);
  private entries = new Uint32Array(0);
  private cells = new Int32Array(0);
  private cellOwners = new Int32Array(1);
  private size = 1;
  private table = 1;

  /** Sorts `count` points into cells of a size, m. Points of one owner meet each other only where `meetsItself` says so. */
  build(x: Float64Array, count: number, size: number, owners: Uint16Array, meetsItself: readonly boolean[]): void {
    this.size = size;
    const table = 2 * count + 1;
    if (this.starts.length < table + 1) {
      this.starts = new Uint32Array(2 * table + 1);
      this.cellOwners = new Int32Array(2 * table);
    }
    if (this.entries.length < count) {
      this.entries = new Uint32Array(2 * count);
      this.cells = new Int32Array(2 * count);
    }
    const { cells, cellOwners, entries, starts } = this;
    this.table = table;
    starts.fill(0, 0, table + 1);
    cellOwners.fill(EMPTY, 0, table);
    for (let k = 0; k < count; k++) {
      const cell = this.hash(Math.floor(x[3 * k] / size), Math.floor(x[3 * k + 1] / size), Math.floor(x[3 * k + 2] / size));
      cells[k] = cell;
      starts[cell] += 1;
      const owner = meetsItself[owners[k]] ? MIXED : owners[k];
      cellOwners[cell] = cellOwners[cell] === EMPTY || cellOwners[cell] === owner ? owner : MIXED;
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

  /**
   * Calls with each pair of points whose cells are the same or neighbours, of which one at least has a `stale` owner; some pairs that are far apart or do not
   * meet too. Points that are `alone` have none.
   */
  pairs(
    x: Float64Array,
    count: number,
    owners: Uint16Array,
    alone: Uint8Array,
    stale: Uint8Array,
    found: (a: number, b: number) => void,
  ): void {
    const { cellOwners, entries, size, starts, table } = this;
    const seen = new Uint32Array(27);
    for (let a = 0; a < count; a++) {
      const owner = owners[a];
      if (alone[a] || !stale[owner]) continue;
      const [cx, cy, cz] = [Math.floor(x[3 * a] / size), Math.floor(x[3 * a + 1] / size), Math.floor(x[3 * a + 2] / size)];
      let known = 0;
      for (let dx = -1; dx <= 1; dx++) {
        const hashX = Math.imul(cx + dx, HASH_X);
        for (let dy = -1; dy <= 1; dy++) {
          const hashY = hashX ^ Math.imul(cy + dy, HASH_Y);
          for (let dz = -1; dz <= 1; dz++) {
            const cell = ((hashY ^ Math.imul(cz + dz, HASH_Z)) >>> 0) % table;
            if (cellOwners[cell] === EMPTY || cellOwners[cell] === owner) continue;
            // Two neighbours can have one entry of the table.
            let isNew = true;
            for (let k = 0; k < known; k++) if (seen[k] === cell) isNew = false;
            if (!isNew) continue;
            seen[known++] = cell;
            for (let k = starts[cell]; k < starts[cell + 1]; k++) {
              const b = entries[k];
              if (b < a || !stale[owners[b]]) found(a, b);
            }
          }
        }
      }
    }
  }

  private hash(x: number, y: number, z: number): number {
    return ((Math.imul(x, HASH_X) ^ Math.imul(y, HASH_Y) ^ Math.imul(z, HASH_Z)) >>> 0) % this.table;
  }
}
