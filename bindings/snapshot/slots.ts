// Records in slots: those in use, and the list of the free ones.
import type { PoolLayout } from '../core/pool.ts';
import { requireSound, type SnapshotState, unsound } from './state.ts';

const ALIVE = 1;

/** The slots of one kind of records. */
export class Slots {
  readonly count: number;
  private readonly base: number;

  /** `bytes` is what there is room for; the records of a pool lie one after the other. */
  constructor(
    private readonly state: SnapshotState,
    private readonly layout: PoolLayout,
    private readonly what: string,
  ) {
    this.base = state.field(layout.base);
    this.count = state.field(layout.count);
    requireSound(this.count <= state.field(layout.capacity), `it has more ${what} than room for them`);
  }

  /** Byte offset of a record. */
  offset(slot: number): number {
    return this.base + slot * this.layout.size;
  }

  isAlive(slot: number): boolean {
    return slot < this.count && (this.state.u32[(this.offset(slot) + this.layout.flags) >>> 2] & ALIVE) !== 0;
  }

  /** Calls a function for each record that is alive; the others have to be in the list of the free ones, once. To be called when the block is claimed. */
  visit(flags: number, each: (record: number, slot: number) => void): void {
    const { u32, i32, world } = this.state;
    let live = 0;
    for (let slot = 0; slot < this.count; slot++) {
      const record = this.offset(slot);
      const value = u32[(record + this.layout.flags) >>> 2];
      requireSound((value & ~flags) >>> 0 === 0 && (value === 0 || (value & ALIVE) !== 0), `${this.what} have flags that there are not`);
      if (value !== 0) live++;
    }
    requireSound(live === u32[(world + this.layout.live) >>> 2], `its number of ${this.what} is wrong`);
    this.checkFree(i32[(world + this.layout.firstFree) >>> 2], this.count - live);
    for (let slot = 0; slot < this.count; slot++) if (this.isAlive(slot)) each(this.offset(slot), slot);
  }

  /** As many free slots as there are in the list, none of which is in use, are all of them if the list ends after that many without coming back. */
  private checkFree(first: number, count: number): void {
    const seen = new Uint8Array(this.count);
    let found = 0;
    for (let slot = first; slot !== -1; slot = this.state.i32[(this.offset(slot) + this.layout.nextFree) >>> 2], found++) {
      if (slot < 0 || slot >= this.count || seen[slot] || this.isAlive(slot)) unsound(`the list of free ${this.what} is broken`);
      seen[slot] = 1;
    }
    requireSound(found === count, `the list of free ${this.what} is broken`);
  }
}
