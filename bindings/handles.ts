import type { Pool } from './pool.ts';
import { RemovedHandles } from './removed-handles.ts';

/** Fewer removed handles are not worth looking through. */
const LEAST_PRUNED = 64;

/** A handle object: knows its slot and generation. */
interface Handle {
  readonly index: number;
}

/**
 * The handle objects of a pool's live records, so that one record has one object. Those of removed records are held weakly:
 * a restored snapshot can bring their records back, and strongly while events may name them.
 */
export class HandleTable<Item extends Handle> {
  private readonly live: (Item | undefined)[] = [];
  private readonly generations: number[] = [];
  private readonly removed = new Map<string, WeakRef<Item>>();
  private readonly lately = new RemovedHandles<Item>();
  private pruneAt = LEAST_PRUNED;

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
  }

  /** `step` counts the steps so far, where events may tell of the removal. */
  remove(index: number, step?: number): void {
    const item = this.live[index];
    if (!item) return;
    if (step !== undefined) this.lately.add(index, this.generations[index], item, step);
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
