/** A removed handle, and others of its slot. */
interface Kept<Item> {
  generation: number;
  item: Item;
  next: Kept<Item> | undefined;
}

/** Handles of records removed lately, as long as events may name them: until the step after the next one has ended. */
export class RemovedHandles<Item> {
  /** Those removed since the last step, and before it: their events are read until the next one ends. */
  private after = new Map<number, Kept<Item>>();
  private earlier = new Map<number, Kept<Item>>();

  add(index: number, generation: number, item: Item): void {
    this.after.set(index, { generation, item, next: this.after.get(index) });
  }

  find(index: number, generation: number): Item | undefined {
    return search(this.after.get(index), generation) ?? search(this.earlier.get(index), generation);
  }

  /** A step has ended, or another state has taken the place of this one. */
  turn(): void {
    if (this.after.size === 0 && this.earlier.size === 0) return;
    this.earlier = this.after;
    this.after = new Map();
  }

  *[Symbol.iterator](): Generator<[index: number, generation: number, item: Item]> {
    for (const slots of [this.after, this.earlier])
      for (const [index, first] of slots)
        for (let kept: Kept<Item> | undefined = first; kept; kept = kept.next) yield [index, kept.generation, kept.item];
  }
}

function search<Item>(first: Kept<Item> | undefined, generation: number): Item | undefined {
  for (let kept = first; kept; kept = kept.next) if (kept.generation === generation) return kept.item;
  return undefined;
}
