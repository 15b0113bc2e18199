import type { Body } from '../body/body.ts';

/** Pairs of bodies by their places in a world. */
export class ArrayCollisionMatrix {
  declare matrix: number[];

  constructor() {
    this.matrix = [];
  }

  get(bi: Body, bj: Body): number {
    return this.matrix[place(bi.index, bj.index)];
  }
  set(bi: Body, bj: Body, value: boolean): void {
    this.matrix[place(bi.index, bj.index)] = value ? 1 : 0;
  }
  reset(): void {
    this.matrix.fill(0);
  }
  setNumObjects(n: number): void {
    this.matrix.length = (n * (n - 1)) / 2;
  }
}

/** In a triangle of numbers. */
function place(i: number, j: number): number {
  const [low, high] = i < j ? [i, j] : [j, i];
  return ((high * (high + 1)) >> 1) + low - 1;
}

/** Pairs of bodies by their ids. */
export class ObjectCollisionMatrix {
  declare matrix: Record<string, boolean>;

  constructor() {
    this.matrix = {};
  }

  get(bi: Body, bj: Body): boolean {
    return this.matrix[key(bi.id, bj.id)] ?? false;
  }
  set(bi: Body, bj: Body, value: boolean): void {
    if (value) this.matrix[key(bi.id, bj.id)] = true;
    else delete this.matrix[key(bi.id, bj.id)];
  }
  reset(): void {
    this.matrix = {};
  }
  setNumObjects(_n: number): void {}
}

const key = (i: number, j: number): string => (i > j ? `${j}-${i}` : `${i}-${j}`);

/** Pairs of numbers of this step and of the last. */
export class OverlapKeeper {
  declare current: number[];
  declare previous: number[];

  constructor() {
    this.current = [];
    this.previous = [];
  }

  getKey(i: number, j: number): number {
    return i < j ? (i << 16) | j : (j << 16) | i;
  }
  set(i: number, j: number): void {
    const pair = this.getKey(i, j);
    if (this.current.includes(pair)) return;
    this.current.push(pair);
    this.current.sort((a, b) => a - b);
  }
  tick(): void {
    [this.current, this.previous] = [this.previous, this.current];
    this.current.length = 0;
  }
  /** Pairs that are new, and that are gone: two numbers a pair. */
  getDiff(additions: number[], removals: number[]): void {
    const differences = (of: number[], without: number[]) =>
      of.filter((pair) => !without.includes(pair)).flatMap((pair) => [pair >>> 16, pair & 0xffff]);
    additions.push(...differences(this.current, this.previous));
    removals.push(...differences(this.previous, this.current));
  }
}

/** Values by pairs of numbers. */
export class TupleDictionary {
  // biome-ignore lint/suspicious/noExplicitAny: as cannon-es declares it
  declare data: { [id: string]: any; keys: string[] };

  constructor() {
    this.data = { keys: [] };
  }

  // biome-ignore lint/suspicious/noExplicitAny: as cannon-es declares it
  get(i: number, j: number): any {
    return this.data[key(i, j)];
  }
  set(i: number, j: number, value: unknown): void {
    const name = key(i, j);
    if (!this.data.keys.includes(name)) this.data.keys.push(name);
    this.data[name] = value;
  }
  delete(i: number, j: number): boolean {
    const name = key(i, j);
    const index = this.data.keys.indexOf(name);
    if (index < 0) return false;
    delete this.data[name];
    this.data.keys.splice(index, 1);
    return true;
  }
  reset(): void {
    for (const name of this.data.keys) delete this.data[name];
    this.data.keys.length = 0;
  }
}
