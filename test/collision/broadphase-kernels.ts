/** The broad phase alone, compiled from its sources with an entry of its own, and a view of its records. */
import { ownRegion, startKernels } from '../../bindings/core/instance.ts';
import {
  BodyFlag,
  BodyRecord,
  BodyType,
  BroadPhaseRecord,
  PairFlag,
  PairLinks,
  PairRecord,
  ShapeFlag,
  ShapeRecord,
  WorldRecord,
} from '../../bindings/core/layout.ts';
import { compileModule } from './compile-kernels.ts';

const ENTRY_TEXT = `
import { BodyRecord } from './body/record';
import * as broad from './collision/broadphase/broadphase';
import { initializeBroadphase, theBroadphase } from './collision/broadphase/record';
import { setBytes } from './island/awake';
import * as outliers from './collision/broadphase/outliers';
import * as traverse from './collision/broadphase/traverse';
import { allocate, initializeArena, regrow, theWorld, worldAddress } from './memory/arena';
import { growMoved } from './memory/pools';
import { bodyBounds } from './collision/shape/bounds.kernel';
import { ShapeRecord } from './collision/shape/record';

export function initialize(limit: u32): usize {
  return initializeArena(limit) && initializeBroadphase() ? worldAddress() : 0;
}
export function block(bytes: u32): usize { return allocate(bytes); }
export function reserve(bodies: u32, shapes: u32): void {
  const world = theWorld();
  world.bodyBase = <u32>regrow(world.bodyBase, world.bodyCapacity * offsetof<BodyRecord>(), bodies * offsetof<BodyRecord>());
  world.bodyCapacity = bodies;
  world.bodyCount = bodies;
  const awake = allocate(3 * setBytes(bodies));
  memory.copy(awake, world.awake, world.awakeCapacity);
  world.awake = <u32>awake;
  world.awakeCapacity = <u32>setBytes(bodies);
  growMoved((bodies + 31) & ~31);
  world.solverBodies = <u32>allocate(<usize>bodies * 32);
  world.bodyColors = <u32>allocate(<usize>bodies * 8);
  world.shapeBase = <u32>regrow(world.shapeBase, world.shapeCapacity * offsetof<ShapeRecord>(), shapes * offsetof<ShapeRecord>());
  world.shapeCapacity = shapes;
}
export function placeBody(slot: u32): bool { return broad.placeBody(slot); }
export function removeFromBroadphase(slot: u32): void { broad.removeFromBroadphase(slot); }
export function refilterBody(slot: u32): bool { return broad.refilterBody(slot); }
export function ignorePair(a: u32, b: u32, change: i32): bool { return broad.ignorePair(a, b, change); }
export function updatePairs(dt: f64): bool {
  theWorld().lacks = 0;
  broad.updatePairs(theWorld(), dt);
  return !theWorld().lacks;
}
export function listOutliers(): bool { return outliers.listOutliers(theWorld()); }
export function boundsOfBody(slot: u32, out: usize): void { bodyBounds(slot, out); }
export function setSearch(number: u32): void { theBroadphase().search = number; }

const VISITS: usize = memory.data(16, 16);
function note(slot: u32): void {
  const at = <usize>load<u32>(VISITS);
  const count = load<u32>(at);
  store<u32>(at, count + 1);
  store<u32>(at + 4 + (count << 2), slot);
}
function noteAndKeep(slot: u32, limit: f64): f64 {
  note(slot);
  return limit;
}
function noteAndShrink(slot: u32, limit: f64): f64 {
  note(slot);
  return min(limit, load<f64>(<usize>load<u32>(VISITS + 4) + (slot << 3)));
}
export function setDistances(at: u32): void { store<u32>(VISITS + 4, at); }
export function visitTo(at: u32): void {
  store<u32>(VISITS, at);
  store<u32>(at, 0);
}
export function treeBox(a: f64, b: f64, c: f64, d: f64, e: f64, f: f64): void {
  traverse.treeBox(a, b, c, d, e, f, note);
}
export function treeRay(ox: f64, oy: f64, oz: f64, dx: f64, dy: f64, dz: f64, limit: f64, ex: f64, ey: f64, ez: f64, shrink: bool): f64 {
  return shrink ? traverse.treeRay(ox, oy, oz, dx, dy, dz, limit, ex, ey, ez, noteAndShrink) : traverse.treeRay(ox, oy, oz, dx, dy, dz, limit, ex, ey, ez, noteAndKeep);
}
export function treeNearest(x: f64, y: f64, z: f64, limit: f64, shrink: bool): f64 {
  return shrink ? traverse.treeNearest(x, y, z, limit, noteAndShrink) : traverse.treeNearest(x, y, z, limit, noteAndKeep);
}
`;

/** Compiles the broad phase; with assertions unless it is the optimized build. */
export function compileBroadphase({ optimized = false } = {}): Promise<WebAssembly.Module> {
  const flags = optimized ? ['-O3', '--noAssert'] : ['-O1'];
  return compileModule(ENTRY_TEXT, { flags });
}

type Exports = Record<string, (...values: number[]) => number>;
/** low xyz, high xyz */
export type Box = number[];
export interface ShapeValues {
  type: number;
  size?: readonly number[];
  radius?: number;
  breadth: number;
  reach: number;
  bounds?: Box;
}
export interface BodyValues {
  type: number;
  shape: number;
  position: readonly number[];
  orientation?: readonly number[];
  velocity?: readonly number[];
  angularVelocity?: readonly number[];
  center?: readonly number[];
  group?: number;
  mask?: number;
}

/** Offsets in a TreeNode, and its size. */
const NODE = { left: 32, right: 36, parent: 40, size: 48 };

/** A world that has bodies and a broad phase, and nothing else. */
export class BroadWorld {
  readonly exports: Exports;
  private readonly memory: WebAssembly.Memory;
  private readonly world: number;
  private readonly scratch: number;
  private readonly distances: number;
  private view!: DataView;

  /** Its memory may grow to so many pages of 64 KiB. */
  constructor(module: WebAssembly.Module, capacity: number, shapes = 64, pages = 16384) {
    const profile = { hostMark: () => {} };
    const abort = (): never => {
      throw new Error('a kernel assertion failed');
    };
    const region = ownRegion(module);
    this.exports = startKernels(module, region, { env: { abort }, profile }).exports as unknown as Exports;
    this.memory = region.memory;
    this.world = this.exports['initialize'](65536 * pages);
    this.scratch = this.exports['block'](4 * capacity + 64);
    this.distances = this.exports['block'](8 * capacity);
    this.exports['setDistances'](this.distances);
    this.exports['reserve'](capacity, shapes);
    this.set(WorldRecord.boundsGrowth, 2);
    this.set(WorldRecord.contactMargin, 0.02);
  }

  private get data(): DataView {
    if (this.view?.buffer !== this.memory.buffer) this.view = new DataView(this.memory.buffer);
    return this.view;
  }

  private u32(at: number): number {
    return this.data.getUint32(at, true);
  }

  private set(field: number, ...values: readonly number[]): void {
    for (const [k, value] of values.entries()) this.data.setFloat64(this.world + field + 8 * k, value, true);
  }

  setGravity(y: number): void {
    this.set(WorldRecord.gravityY, y);
  }

  get capacity(): number {
    return this.u32(this.world + WorldRecord.bodyCapacity);
  }

  /** Bytes of the arena that were ever used. */
  get arenaTop(): number {
    return this.u32(this.world + WorldRecord.arenaTop);
  }

  setShape(slot: number, shape: ShapeValues): void {
    const at = this.u32(this.world + WorldRecord.shapeBase) + slot * ShapeRecord.size;
    const put = (field: number, values: readonly number[]) => {
      for (const [k, value] of values.entries()) this.data.setFloat64(at + field + 8 * k, value, true);
    };
    put(ShapeRecord.lowX, shape.bounds ?? [0, 0, 0, 0, 0, 0]);
    put(ShapeRecord.sizeX, [...(shape.size ?? [0, 0, 0]), shape.radius ?? 0, shape.breadth, shape.reach]);
    this.data.setUint32(at + ShapeRecord.type, shape.type, true);
    this.data.setUint32(at + ShapeRecord.flags, ShapeFlag.Alive, true);
  }

  bodyAddress(slot: number): number {
    return this.u32(this.world + WorldRecord.bodyBase) + slot * BodyRecord.size;
  }

  setVector(slot: number, field: number, values: readonly number[]): void {
    const at = this.bodyAddress(slot) + field;
    for (const [k, value] of values.entries()) this.data.setFloat64(at + 8 * k, value, true);
  }

  vector(slot: number, field: number): number[] {
    const at = this.bodyAddress(slot) + field;
    return [0, 8, 16].map((offset) => this.data.getFloat64(at + offset, true));
  }

  setNumber(slot: number, field: number, value: number): void {
    this.data.setUint32(this.bodyAddress(slot) + field, value, true);
  }

  number(slot: number, field: number): number {
    return this.u32(this.bodyAddress(slot) + field);
  }

  /** What moves is awake. */
  setType(slot: number, type: number): void {
    this.setNumber(slot, BodyRecord.flags, BodyFlag.Alive | (type << BodyFlag.TypeShift));
    const word = this.u32(this.world + WorldRecord.awake) + 4 * (slot >> 5);
    const bit = 1 << (slot & 31);
    this.data.setUint32(word, type === BodyType.Static ? this.u32(word) & ~bit : this.u32(word) | bit, true);
  }

  /** Writes a body's record; it is not placed. */
  setBody(slot: number, body: BodyValues): void {
    this.setVector(slot, BodyRecord.positionX, body.position);
    this.setVector(slot, BodyRecord.orientationX, body.orientation ?? [0, 0, 0, 1]);
    this.setVector(slot, BodyRecord.velocityX, body.velocity ?? [0, 0, 0]);
    this.setVector(slot, BodyRecord.angularVelocityX, body.angularVelocity ?? [0, 0, 0]);
    this.setVector(slot, BodyRecord.centerX, body.center ?? [0, 0, 0]);
    this.setVector(slot, BodyRecord.mass, [1, 1]);
    this.setType(slot, body.type);
    this.setNumber(slot, BodyRecord.shape, body.shape + 1);
    this.setNumber(slot, BodyRecord.collisionGroup, body.group ?? 1);
    this.setNumber(slot, BodyRecord.collisionMask, body.mask ?? 0xffffffff);
  }

  private broad(field: number): number {
    return this.u32(this.u32(this.world + WorldRecord.broadphase) + field);
  }

  private nodeAddress(index: number): number {
    return this.broad(BroadPhaseRecord.nodeBase) + index * NODE.size;
  }

  /** The box of a body's leaf; null where it has none. */
  leafBox(slot: number): Box | null {
    const leaf = this.number(slot, BodyRecord.leaf);
    return leaf ? this.boxOf(leaf) : null;
  }

  private boxOf(index: number): Box {
    const at = this.nodeAddress(index);
    return [0, 4, 8, 16, 20, 24].map((offset) => this.data.getFloat32(at + offset, true));
  }

  get roots(): [number, number] {
    return [this.broad(BroadPhaseRecord.staticRoot), this.broad(BroadPhaseRecord.movingRoot)];
  }

  /** Checks that parents know their children and hold them; leaves, by slot, with their depth. */
  checkTree(root: number): Map<number, number> {
    const leaves = new Map<number, number>();
    const waiting: [index: number, parent: number, depth: number][] = root ? [[root, 0, 0]] : [];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [index, parent, depth] = next;
      const at = this.nodeAddress(index);
      if (this.u32(at + NODE.parent) !== parent) throw new Error(`node ${index} does not know its parent`);
      const [left, right] = [this.u32(at + NODE.left), this.u32(at + NODE.right)];
      if (!right) {
        if (this.number(left, BodyRecord.leaf) !== index) throw new Error(`body ${left} does not know its leaf`);
        if (leaves.has(left)) throw new Error(`body ${left} has two leaves`);
        leaves.set(left, depth);
        continue;
      }
      const [own, a, b] = [index, left, right].map((node) => this.boxOf(node));
      for (let k = 0; k < 3; k++) {
        if (own[k] !== Math.min(a[k], b[k]) || own[k + 3] !== Math.max(a[k + 3], b[k + 3])) throw new Error(`node ${index} is no hull`);
      }
      waiting.push([left, index, depth + 1], [right, index, depth + 1]);
    }
    return leaves;
  }

  /** How many nodes are not behind the one before in the order of a search that visits all; leaves come in that of their bodies, behind the others. */
  misplacedNodes(root: number): number {
    const inner: number[] = [];
    const leaves: number[] = [];
    for (const waiting = [root]; waiting.length; ) {
      const index = waiting.pop() as number;
      const at = this.nodeAddress(index);
      const [left, right] = [this.u32(at + NODE.left), this.u32(at + NODE.right)];
      if (right) {
        inner.push(index);
        waiting.push(right, left);
      } else leaves[left] = index;
    }
    const order = [...inner, ...leaves.filter(() => true)];
    return order.filter((index, k) => k > 0 && index !== order[k - 1] + 1).length;
  }

  /** Pairs as 'a b', sorted; those in the bodies' lists have to be the same. */
  pairs(): string[] {
    const base = this.broad(BroadPhaseRecord.pairBase);
    const found: string[] = [];
    const pair = (index: number) => base + index * PairRecord.size;
    for (let index = 0; index < this.broad(BroadPhaseRecord.pairRoom); index++) {
      if (!(this.u32(pair(index) + PairRecord.flags) & PairFlag.Alive)) continue;
      const [a, b] = [this.u32(pair(index) + PairRecord.bodyA), this.u32(pair(index) + PairRecord.bodyB)];
      if (a >= b) throw new Error('bodyA < bodyB does not hold');
      found.push(`${a} ${b}`);
    }
    if (found.length !== this.pairCount) throw new Error('the pairs are not counted');
    this.checkLists(found.length);
    return found.sort();
  }

  get pairCount(): number {
    return this.broad(BroadPhaseRecord.pairCount);
  }

  private checkLists(pairs: number): void {
    const base = this.broad(BroadPhaseRecord.pairBase);
    const linkBase = this.broad(BroadPhaseRecord.linkBase);
    let places = 0;
    for (let slot = 0; slot < this.capacity; slot++) {
      let previous = 0;
      for (let link = this.number(slot, BodyRecord.firstPair); link; ) {
        const [index, side] = [(link - 1) >> 1, (link - 1) & 1];
        const at = base + index * PairRecord.size;
        const links = linkBase + index * PairLinks.size;
        if (this.u32(at + (side ? PairRecord.bodyB : PairRecord.bodyA)) !== slot) throw new Error(`the list of body ${slot} is mixed up`);
        if (this.u32(links + (side ? PairLinks.previousB : PairLinks.previousA)) !== previous) throw new Error('a list is broken');
        if (this.u32(at + PairRecord.flags) & PairFlag.Alive) places++;
        previous = link;
        link = this.u32(links + (side ? PairLinks.nextB : PairLinks.nextA));
      }
    }
    if (places !== 2 * pairs) throw new Error('pairs are missing from lists');
  }

  private visits(): number[] {
    const count = this.u32(this.scratch);
    return Array.from({ length: count }, (_, k) => this.u32(this.scratch + 4 + 4 * k));
  }

  /** Slots in the order of their visits. */
  visit(name: 'treeBox' | 'treeRay' | 'treeNearest', ...values: number[]): number[] {
    this.exports['visitTo'](this.scratch);
    this.exports[name](...values);
    return this.visits();
  }

  /** The limit that is left when each visited body shortens it to its distance. */
  shortest(name: 'treeRay' | 'treeNearest', distances: readonly number[], ...values: number[]): number {
    for (const [slot, distance] of distances.entries()) this.data.setFloat64(this.distances + 8 * slot, distance, true);
    this.exports['visitTo'](this.scratch);
    return this.exports[name](...values, 1);
  }

  /** How many bodies have looked for pairs so far. */
  get searches(): number {
    return this.broad(BroadPhaseRecord.search);
  }

  bounds(slot: number): Box {
    this.exports['boundsOfBody'](slot, this.scratch);
    return [0, 1, 2, 3, 4, 5].map((k) => this.data.getFloat64(this.scratch + 8 * k, true));
  }
}
