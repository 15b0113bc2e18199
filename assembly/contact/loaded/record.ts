// What is kept of the contacts of light bodies that carry heavy ones: which they are, for a step, and the rows of their points.
import { LANES, real } from 'precision';

/** So many manifolds, and points of them, at most; and so many bodies that carry others. */
export const MOST_MANIFOLDS: u32 = 64;
export const MOST_POINTS: u32 = 256;

// @ts-ignore: decorator
@unmanaged
export class Loaded {
  /** The largest mass that weighs on any of them. */
  load: f64;
  /** m/s²: how strong gravity is. */
  strength: f64;
  manifolds: u32;
  points: u32;
  /** Bodies that carry others; found while contacts are packed. */
  carriers: u32;
  /** Bodies that stand on lighter ones, which are found then too. */
  stands: u32;
  /** Not 0: the rows are those of the contacts as they are. */
  built: u32;
}

/** A manifold: addresses of its record, of its lane and of what its bundle has, of its solver bodies as they move, and of those that impulses move; 0 of others. */
// @ts-ignore: decorator
@unmanaged
export class LoadedManifold {
  record: usize;
  lane: usize;
  features: usize;
  readA: usize;
  readB: usize;
  a: usize;
  b: usize;
  /** Number of its first row, and how many it has. */
  first: u32;
  count: u32;
}

/** What is solved of a row. */
// @ts-ignore: decorator
@unmanaged
export class RowState {
  /** The impulse while it is being solved, and where its approach began. */
  impulse: f64;
  start: f64;
  /** Address of the point's lane, and of the manifold. */
  point: usize;
  manifold: usize;
  /** The first column of the row that is not zero, and where that one is among the numbers of the matrix. */
  first: u32;
  offset: u32;
  mayPush: u32;
  /** Not held at zero. */
  isFree: u32;
}

const LOADED: usize = scratch<Loaded>();
const MANIFOLDS: usize = scratch<LoadedManifold>(MOST_MANIFOLDS);

export function theLoaded(): Loaded {
  return changetype<Loaded>(LOADED);
}

export function loadedManifold(index: u32): LoadedManifold {
  return changetype<LoadedManifold>(MANIFOLDS + <usize>index * offsetof<LoadedManifold>());
}

const MANIFOLD: usize = offsetof<LoadedManifold>();
const SPARE: usize = scratch<LoadedManifold>();

export function swapManifolds(p: u32, q: u32): void {
  if (p == q) return;
  const a = changetype<usize>(loadedManifold(p));
  const b = changetype<usize>(loadedManifold(q));
  memory.copy(SPARE, a, MANIFOLD);
  memory.copy(a, b, MANIFOLD);
  memory.copy(b, SPARE, MANIFOLD);
}

/** Whether two manifolds have a body in common that moves. */
export function meet(p: LoadedManifold, q: LoadedManifold): bool {
  return (p.a != 0 && (p.a == q.a || p.a == q.b)) || (p.b != 0 && (p.b == q.a || p.b == q.b));
}

/** A number of a lane, by the byte offset of its field in a scalar record. */
export function fieldOf(lane: usize, field: usize): real {
  return load<real>(lane + field * LANES);
}

export function setField(lane: usize, field: usize, value: real): void {
  store<real>(lane + field * LANES, value);
}
