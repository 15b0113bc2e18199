/** A removed handle, and others of its slot. */
interface Kept<Item> {
  generation: number;
  item: Item;
  next: Kept<Item> | undefined;
}

/** Handles of records removed lately: as long as events may name them, and until others come after that. */
export class RemovedHandles<Item> {
  private step = -1;
  /** Those removed after this step, and after the one before: their events are read until the next one ends. */
  private after = new Map<number, Kept<Item>>();
  private earlier = new Map<number, Kept<Item>>();

  /** `step` counts the steps so far. */
  add(index: number, generation: number, item: Item, step: number): void {
    if (step !== this.step) {
      this.earlier = step === this.step + 1 ? this.after : new Map();
      this.after = new Map();
      this.step = step;
    }
    this.after.set(index, { generation, item, next: this.after.get(index) });
  }

  find(index: number, generation: number): Item | undefined {
    return search(this.after.get(index), generation) ?? search(this.earlier.get(index), generation);
  }
}

function search<Item>(first: Kept<Item> | undefined, generation: number): Item | undefined {
  for (let kept = first; kept; kept = kept.next) if (kept.generation === generation) return kept.item;
  return undefined;
}
