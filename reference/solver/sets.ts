/** Disjoint sets. */
export class Sets<Item> {
  private readonly parents = new Map<Item, Item>();

  of(item: Item): Item {
    let at = item;
    for (let above = this.parents.get(at); above !== undefined && above !== at; above = this.parents.get(at)) {
      // Halves the way for those who come after.
      const higher = this.parents.get(above);
      if (higher !== undefined) this.parents.set(at, higher);
      at = above;
    }
    return at;
  }

  /** Returns whether they were all one set before. */
  join(items: readonly Item[]): boolean {
    let known = true;
    for (const item of items) {
      const [from, to] = [this.of(item), this.of(items[0])];
      if (from === to) continue;
      this.parents.set(from, to);
      known = false;
    }
    return known;
  }
}
