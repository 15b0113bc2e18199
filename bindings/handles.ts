import type { Pool } from './pool.ts';

/** Fewer removed handles are not worth looking through. */
const LEAST_PRUNED = 64;

/** A handle object: knows its slot and generation. */
interface Handle {
  readonly index: number;
}

/**
 * The handle objects of a pool's live records, so that one record has one object. Those of removed records are held weakly:
 * a restored snapshot can bring their records back.
 */
export class HandleTable<Item extends Handle> {
  private readonly live: (Item | undefined)[] = [];
  private readonly generations: number[] = [];
  private readonly removed = new Map<string, WeakRef<Item>>();
  private pruneAt = LEAST_PRUNED;

  get(index: number): Item | undefined {
    return this.live[index];
  }

  set(index: number, generation: number, item: Item): void {
    this.live[index] = item;
    this.generations[index] = generation;
  }

  remove(index: number): void {
    const item = this.live[index];
    if (!item) return;
    if (this.removed.size >= this.pruneAt) this.prune();
    this.removed.set(`${index}:${this.generations[index]}`, new WeakRef(item));
    this.live[index] = undefined;
  }

  /** Makes the table follow a pool whose records have been replaced: `create` makes handles for records never seen here. */
  synchronize(pool: Pool, create: (index: number) => Item): void {
    const { count } = pool;
    for (let index = 0; index < Math.max(count, this.live.length); index++) {
      const generation = pool.isAlive(index) ? pool.generation(index) : undefined;
      if (this.live[index] && this.generations[index] === generation) continue;
      this.remove(index);
      if (generation === undefined) continue;
      const known = this.removed.get(`${index}:${generation}`)?.deref();
      this.set(index, generation, known ?? create(index));
    }
  }

  *[Symbol.iterator](): Generator<Item> {
    for (const item of this.live) if (item) yield item;
  }

  private prune(): void {
    for (const [key, reference] of this.removed) if (!reference.deref()) this.removed.delete(key);
    this.pruneAt = Math.max(LEAST_PRUNED, 2 * this.removed.size);
  }
}
