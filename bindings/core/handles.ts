import type { Pool } from './pool.ts';
import { RemovedHandles } from './removed-handles.ts';

/** Fewer removed handles are not worth looking through. */
const LEAST_PRUNED = 64;

/** A handle object: knows its slot and generation. */
interface Handle {
  readonly index: number;
}

/**
 * The handle objects of a pool's live records, so that one record has one object. Of those of removed records it holds what can be asked for
 * again: strongly while events may name them, and weakly if a snapshot was taken while their records lived, because restoring it brings the
 * records back. All others are let go at once, since what a weak reference leads to is kept until the job of the event loop ends.
 */
export class HandleTable<Item extends Handle> {
  private readonly live: (Item | undefined)[] = [];
  private readonly generations: number[] = [];
  /** By slot: when its handle was set. Before all time where the record is older than its handle. */
  private readonly born: number[] = [];
  private readonly removed = new Map<string, WeakRef<Item>>();
  private readonly lately = new RemovedHandles<Item>();
  private pruneAt = LEAST_PRUNED;
  /** Counts steps, snapshots and restored states; the values that it had at the last step or restored state, and at the last snapshot. */
  private clock = 0;
  private stepped = 0;
  private saved = 0;

  get(index: number): Item | undefined {
    return this.live[index];
  }

  /** The handle of a slot and generation, removed or not; null when it is not known any more. */
  find(index: number, generation: number): Item | null {
    const item = this.live[index];
    if (item && this.generations[index] === generation) return item;
    return this.lately.find(index, generation) ?? this.removed.get(`${index}:${generation}`)?.deref() ?? null;
  }

  set(index: number, generation: number, item: Item): void {
    this.live[index] = item;
    this.generations[index] = generation;
    this.born[index] = this.clock;
  }

  /** Events of a step name only what was there before it, unless `named` says that others do. */
  remove(index: number, named = false): void {
    const item = this.live[index];
    if (!item) return;
    if (named || this.born[index] < this.stepped) this.lately.add(index, this.generations[index], item);
    this.drop(index, item);
  }

  /** To be called before each step, and after each that has been done. */
  beginStep(): void {
    this.stepped = ++this.clock;
  }
  endStep(): void {
    this.lately.turn();
  }

  /** A snapshot has been taken: it holds what lives, and its events may name what was removed lately. */
  noteSnapshot(): void {
    this.saved = ++this.clock;
    for (const [index, generation, item] of this.lately) this.remember(index, generation, item);
  }

  /**
   * Makes the table follow a pool whose records have been replaced: `create` makes handles for records never seen here. `own` says whether
   * the state is of this world, so that the same snapshot can come again.
   */
  synchronize(pool: Pool, own: boolean, create: (index: number) => Item): void {
    this.lately.turn();
    const { count } = pool;
    for (let index = 0; index < Math.max(count, this.live.length); index++) {
      const generation = pool.isAlive(index) ? pool.generation(index) : undefined;
      const item = this.live[index];
      if (item && this.generations[index] === generation) continue;
      if (item) this.drop(index, item);
      if (generation === undefined) continue;
      const known = this.removed.get(`${index}:${generation}`)?.deref() ?? this.lately.find(index, generation);
      this.set(index, generation, known ?? create(index));
      if (own) this.born[index] = -1;
    }
    this.stepped = ++this.clock;
  }

  *[Symbol.iterator](): Generator<Item> {
    for (const item of this.live) if (item) yield item;
  }

  private drop(index: number, item: Item): void {
    if (this.born[index] < this.saved) this.remember(index, this.generations[index], item);
    this.live[index] = undefined;
  }

  private remember(index: number, generation: number, item: Item): void {
    const key = `${index}:${generation}`;
    if (this.removed.has(key)) return;
    if (this.removed.size >= this.pruneAt) this.prune();
    this.removed.set(key, new WeakRef(item));
  }

  private prune(): void {
    for (const [key, reference] of this.removed) if (!reference.deref()) this.removed.delete(key);
    this.pruneAt = Math.max(LEAST_PRUNED, 2 * this.removed.size);
  }
}
