// The trees and pairs of the broad phase against what a comparison of all boxes with all others finds.
import { beforeAll, describe, expect, test } from 'vitest';
import { BodyFlag, BodyRecord, BodyType, ShapeType } from '../../bindings/core/layout.ts';
import { type Box, BroadWorld, compileBroadphase } from './broadphase-kernels.ts';

const STEP = 1 / 60;

let module: WebAssembly.Module;
beforeAll(async () => {
  module = await compileBroadphase();
});

type Random = () => number;

function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 13), 0x297a2d39);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}

const integer = (random: Random, count: number): number => Math.floor(random() * count);
const between = (random: Random, low: number, high: number): number => low + (high - low) * random();
const vectorIn = (random: Random, size: number): number[] => [0, 1, 2].map(() => between(random, -size, size));

function unitOf(random: Random, count: number): number[] {
  const v = Array.from({ length: count }, () => between(random, -1, 1));
  const length = Math.sqrt(v.reduce((sum, x) => sum + x * x, 0)) || 1;
  return v.map((x) => x / length);
}

const boxesMeet = (a: Box, b: Box): boolean => [0, 1, 2].every((k) => a[k] <= b[k + 3] && b[k] <= a[k + 3]);
const boxHolds = (a: Box, b: Box): boolean => [0, 1, 2].every((k) => a[k] <= b[k] && a[k + 3] >= b[k + 3]);
const larger = (box: Box, by: number): Box => box.map((x, k) => x + (k < 3 ? -1 : 1) * by * (1 + Math.abs(x)));

/** Where a ray enters a box; infinite when it misses. */
function rayEnters(box: Box, origin: number[], direction: number[], extents: number[]): number {
  let enters = 0;
  let leaves = Infinity;
  for (let k = 0; k < 3; k++) {
    const low = box[k] - extents[k] - origin[k];
    const high = box[k + 3] + extents[k] - origin[k];
    if (direction[k] === 0) {
      if (low > 0 || high < 0) return Infinity;
      continue;
    }
    enters = Math.max(enters, Math.min(low / direction[k], high / direction[k]));
    leaves = Math.min(leaves, Math.max(low / direction[k], high / direction[k]));
  }
  return enters <= leaves ? enters : Infinity;
}

function distanceTo(box: Box, point: number[]): number {
  const apart = [0, 1, 2].map((k) => Math.max(box[k] - point[k], 0, point[k] - box[k + 3]));
  return Math.sqrt(apart.reduce((sum, x) => sum + x * x, 0));
}

/** The same bodies in plain lists. */
class Model {
  readonly ignored = new Map<string, number>();
  readonly live = new Set<number>();

  constructor(
    readonly world: BroadWorld,
    readonly random: Random,
  ) {}

  static keyOf(a: number, b: number): string {
    return `${Math.min(a, b)} ${Math.max(a, b)}`;
  }

  any(): number {
    return [...this.live][integer(this.random, this.live.size)];
  }

  count(a: number, b: number, change: number): void {
    if (a === b) return;
    const key = Model.keyOf(a, b);
    const count = Math.max(0, (this.ignored.get(key) ?? 0) + change);
    if (count) this.ignored.set(key, count);
    else this.ignored.delete(key);
  }

  remove(slot: number): void {
    this.live.delete(slot);
    for (const key of this.ignored.keys()) if (key.split(' ').includes(String(slot))) this.ignored.delete(key);
  }

  typeOf(slot: number): number {
    return (this.world.number(slot, BodyRecord.flags) & BodyFlag.TypeMask) >> BodyFlag.TypeShift;
  }

  boxes(): [slot: number, box: Box][] {
    const boxes = [...this.live].map((slot): [number, Box | null] => [slot, this.world.leafBox(slot)]);
    return boxes.filter((entry): entry is [number, Box] => entry[1] !== null);
  }

  pairs(): string[] {
    const number = (slot: number, field: number) => this.world.number(slot, field);
    const boxes = this.boxes();
    const found: string[] = [];
    for (const [a, boxA] of boxes) {
      for (const [b, boxB] of boxes) {
        if (a >= b || !boxesMeet(boxA, boxB)) continue;
        if (this.typeOf(a) !== BodyType.Dynamic && this.typeOf(b) !== BodyType.Dynamic) continue;
        if (!(number(a, BodyRecord.collisionGroup) & number(b, BodyRecord.collisionMask))) continue;
        if (!(number(b, BodyRecord.collisionGroup) & number(a, BodyRecord.collisionMask))) continue;
        if (!this.ignored.has(Model.keyOf(a, b))) found.push(`${a} ${b}`);
      }
    }
    return found.sort();
  }

  check(): void {
    const [still, moving] = this.world.roots.map((root) => this.world.checkTree(root));
    expect(still.size + moving.size).toBe(this.boxes().length);
    for (const slot of still.keys()) expect(this.typeOf(slot)).toBe(BodyType.Static);
    for (const slot of moving.keys()) expect(this.typeOf(slot)).not.toBe(BodyType.Static);
    for (const [slot, box] of this.boxes()) expect(boxHolds(box, this.world.bounds(slot))).toBe(true);
    expect(this.world.pairs()).toEqual(this.pairs());
  }

  checkQueries(): void {
    const { world, random } = this;
    const low = vectorIn(random, 12);
    const query = [...low, ...low.map((x) => x + between(random, 0, 6))];
    const origin = vectorIn(random, 15);
    const direction = unitOf(random, 3).map((x) => (random() < 0.2 ? 0 : x * 4));
    const extents = [0, 1, 2].map(() => (random() < 0.5 ? 0 : random()));
    const limit = between(random, 0, 8);
    const ray = [...origin, ...direction];
    const found = {
      box: this.visited(world.visit('treeBox', ...query)),
      ray: this.visited(world.visit('treeRay', ...ray, limit, ...extents)),
      near: this.visited(world.visit('treeNearest', ...origin, limit)),
    };
    const distances = { ray: Array<number>(world.capacity).fill(Infinity), near: Array<number>(world.capacity).fill(Infinity) };
    for (const [slot, box] of this.boxes()) {
      distances.ray[slot] = rayEnters(box, origin, direction, extents);
      distances.near[slot] = distanceTo(box, origin);
      if (boxesMeet(box, query)) expect(found.box).toContain(slot);
      else if (!boxesMeet(larger(box, 1e-5), query)) expect(found.box).not.toContain(slot);
      if (distances.ray[slot] <= limit) expect(found.ray).toContain(slot);
      else if (rayEnters(larger(box, 1e-5), origin, direction, extents) > limit) expect(found.ray).not.toContain(slot);
      if (distances.near[slot] <= limit) expect(found.near).toContain(slot);
      else if (distances.near[slot] > limit + 1e-4) expect(found.near).not.toContain(slot);
    }
    expect(world.shortest('treeRay', distances.ray, ...ray, 100, ...extents)).toBe(Math.min(100, ...distances.ray));
    expect(world.shortest('treeNearest', distances.near, ...origin, 100)).toBe(Math.min(100, ...distances.near));
  }

  /** Whatever is near is visited, once, also what has left its box. */
  checkFound(): void {
    const { world, random } = this;
    const low = vectorIn(random, 12);
    const query = [...low, ...low.map((x) => x + between(random, 0, 6))];
    const origin = vectorIn(random, 15);
    const direction = unitOf(random, 3);
    const limit = between(random, 0, 8);
    const box = this.visited(world.visit('treeBox', ...query));
    const ray = this.visited(world.visit('treeRay', ...origin, ...direction, limit, 0, 0, 0));
    const near = this.visited(world.visit('treeNearest', ...origin, limit));
    for (const [slot] of this.boxes()) {
      const bounds = world.bounds(slot);
      if (boxesMeet(bounds, query)) expect(box).toContain(slot);
      if (rayEnters(bounds, origin, direction, [0, 0, 0]) <= limit) expect(ray).toContain(slot);
      if (distanceTo(bounds, origin) <= limit) expect(near).toContain(slot);
    }
  }

  private visited(slots: number[]): number[] {
    expect(new Set(slots).size).toBe(slots.length);
    return slots;
  }
}

const SHAPES = [
  { type: ShapeType.Sphere, radius: 0.5, breadth: 0.5, reach: 0.5 },
  { type: ShapeType.Box, size: [0.2, 1.5, 0.4], radius: 0.1, breadth: 0.3, reach: 1.8 },
  { type: ShapeType.Capsule, size: [0, 1, 0], radius: 0.3, breadth: 0.3, reach: 1.3 },
  { type: ShapeType.Cone, size: [0.6, 0.8, 0.1], radius: 0.05, breadth: 0.4, reach: 1.1 },
  { type: ShapeType.HalfSpace, size: [0, 1, 0], breadth: 1, reach: Infinity },
  { type: ShapeType.Hull, bounds: [-1, -0.5, -0.2, 0.8, 0.6, 0.9], breadth: 0.5, reach: 1.5 },
];
const CONVEX = [0, 1, 2, 3, 5];

function randomBody(model: Model, slot: number): void {
  const { world, random } = model;
  const type = random() < 0.25 ? BodyType.Static : random() < 0.2 ? BodyType.Kinematic : BodyType.Dynamic;
  const shape = type === BodyType.Static && random() < 0.1 ? 4 : CONVEX[integer(random, CONVEX.length)];
  world.setBody(slot, {
    type,
    shape,
    position: vectorIn(random, 10),
    orientation: unitOf(random, 4),
    velocity: vectorIn(random, type === BodyType.Static ? 0 : random() < 0.1 ? 100 : 5),
    angularVelocity: vectorIn(random, type === BodyType.Static ? 0 : 5),
    center: vectorIn(random, 0.3),
    group: 1 << integer(random, 3),
    mask: 7 & ~(random() < 0.3 ? 1 << integer(random, 3) : 0),
  });
}

const CHANGES: ((model: Model) => void)[] = [
  // A body comes.
  (model) => {
    const { world, random } = model;
    const slot = integer(random, world.capacity);
    if (!model.live.has(slot)) randomBody(model, slot);
    else world.setVector(slot, BodyRecord.positionX, vectorIn(random, 10));
    model.live.add(slot);
    expect(world.exports['placeBody'](slot)).toBe(1);
  },
  // A body goes.
  (model) => {
    const slot = model.any();
    if (model.random() < 0.6 || slot === undefined) return;
    model.world.exports['removeFromBroadphase'](slot);
    model.remove(slot);
  },
  // Another type, other filters, or no collision at all for now.
  (model) => {
    const { world, random } = model;
    const slot = model.any();
    if (slot === undefined) return;
    if (random() < 0.5) world.setType(slot, integer(random, 3));
    if (random() < 0.3) world.setNumber(slot, BodyRecord.flags, world.number(slot, BodyRecord.flags) ^ BodyFlag.Ghost);
    world.setNumber(slot, BodyRecord.collisionGroup, 1 << integer(random, 3));
    if (world.number(slot, BodyRecord.shape) === 5) world.setType(slot, BodyType.Static);
    expect(world.exports['refilterBody'](slot)).toBe(1);
  },
  // Two bodies are to be ignored, or no longer.
  (model) => {
    const { world, random } = model;
    const known = [...(random() < 0.5 ? model.world.pairs() : model.ignored.keys())];
    const named = known.length ? known[integer(random, known.length)].split(' ').map(Number) : [model.any(), model.any()];
    const [a, b] = random() < 0.8 ? named : [model.any(), model.any()];
    if (a === undefined || b === undefined) return;
    const change = random() < 0.55 ? 1 : -1;
    const [first, second] = random() < 0.5 ? [a, b] : [b, a];
    expect(world.exports['ignorePair'](first, second, change)).toBe(1);
    model.count(a, b, change);
  },
];

function moveAll(model: Model): void {
  const { world, random } = model;
  for (const slot of model.live) {
    if (model.typeOf(slot) === BodyType.Static) continue;
    const velocity = world.vector(slot, BodyRecord.velocityX);
    const position = world.vector(slot, BodyRecord.positionX).map((x, k) => x + velocity[k] * STEP);
    world.setVector(slot, BodyRecord.positionX, position);
    if (position.some((x) => Math.abs(x) > 14)) world.setVector(slot, BodyRecord.velocityX, vectorIn(random, 8));
    if (random() < 0.02) world.setVector(slot, BodyRecord.positionX, vectorIn(random, 10));
  }
}

describe('random worlds', () => {
  test.each([1, 2, 3, 4])('agree with a comparison of all boxes, seed %i', (seed) => {
    const world = new BroadWorld(module, 90);
    for (const [slot, shape] of SHAPES.entries()) world.setShape(slot, shape);
    world.setGravity(-9.81);
    const model = new Model(world, randomOf(seed));
    for (let slot = 0; slot < 50; slot++) CHANGES[0](model);
    if (seed === 3) world.exports['setSearch'](0xfffffff0);
    for (let step = 0; step < 300; step++) {
      for (let k = integer(model.random, 8); k > 0; k--) CHANGES[integer(model.random, CHANGES.length)](model);
      moveAll(model);
      expect(world.exports['updatePairs'](STEP)).toBe(1);
      model.check();
      expect(world.exports['listOutliers']()).toBe(1);
      model.checkQueries();
      moveAll(model);
      const before = new Map(model.boxes());
      expect(world.exports['listOutliers']()).toBe(1);
      model.checkFound();
      for (const [slot, box] of model.boxes()) expect(box).toEqual(before.get(slot));
    }
    for (const slot of model.live) world.exports['removeFromBroadphase'](slot);
    expect(world.roots).toEqual([0, 0]);
    expect(world.pairs()).toEqual([]);
  });
});

/** Places n bodies with spheres of their own radii. */
function placeSpheres(world: BroadWorld, count: number, radius: (k: number) => number, position: (k: number) => number[]): Model {
  const model = new Model(world, randomOf(9));
  for (let slot = 0; slot < count; slot++) {
    const r = radius(slot);
    world.setShape(slot, { type: ShapeType.Sphere, radius: r, breadth: r, reach: r });
    world.setBody(slot, { type: BodyType.Dynamic, shape: slot, position: position(slot) });
    model.live.add(slot);
    expect(world.exports['placeBody'](slot)).toBe(1);
  }
  return model;
}

const depthOf = (world: BroadWorld): number => Math.max(...world.checkTree(world.roots[1]).values());

describe('the tree', () => {
  test('is balanced when all boxes are equal', () => {
    const world = new BroadWorld(module, 1024, 1024);
    placeSpheres(
      world,
      1024,
      () => 1,
      () => [0, 0, 0],
    );
    expect(depthOf(world)).toBeLessThan(24);
  });

  test('is shallow when boxes come in a row', () => {
    const world = new BroadWorld(module, 2000, 2000);
    placeSpheres(
      world,
      2000,
      () => 0.5,
      (k) => [k, 0, 0],
    );
    expect(depthOf(world)).toBeLessThan(40);
  });

  test('answers queries when it is deeper than the stack', () => {
    const world = new BroadWorld(module, 700, 700);
    const model = placeSpheres(
      world,
      700,
      (k) => 1 + 0.01 * k,
      () => [0, 0, 0],
    );
    expect(depthOf(world)).toBeGreaterThan(300);
    for (let k = 0; k < 10; k++) model.checkQueries();
  });

  test('holds bodies far away, of huge size and speed, and with poses that are no numbers', () => {
    const world = new BroadWorld(module, 6, 6);
    const model = placeSpheres(
      world,
      6,
      (k) => [1, 1, 1e200, 1e-9, 1, 1][k],
      (k) =>
        [
          [1e6, -1e6, 1e6],
          [1e6 + 1.9, -1e6, 1e6],
          [1e300, 0, 0],
          [5, 5, 5],
          [NaN, 0, 0],
          [50, 0, 0],
        ][k],
    );
    world.setVector(5, BodyRecord.velocityX, [1e300, -1e300, NaN]);
    expect(world.exports['updatePairs'](STEP)).toBe(1);
    world.checkTree(world.roots[1]);
    expect(world.pairs()).toEqual(model.pairs());
    expect(world.pairs()).toContain('0 1');
  });
});

describe('the order of nodes', () => {
  test('is depth-first again once many leaves have moved, with the same tree and pairs', () => {
    const count = 2200;
    const random = randomOf(7);
    const world = new BroadWorld(module, count, count);
    const model = placeSpheres(
      world,
      count,
      () => 0.5,
      () => vectorIn(random, 12),
    );
    const depths = () => [...world.checkTree(world.roots[1])].sort(([a], [b]) => a - b);
    for (let round = 0, misplaced = Infinity; misplaced > 0; round++) {
      expect(round).toBeLessThan(10);
      for (const slot of model.live) world.setVector(slot, BodyRecord.positionX, vectorIn(random, 12));
      expect(world.exports['updatePairs'](STEP)).toBe(1);
      expect(world.misplacedNodes(world.roots[1])).toBeGreaterThan(count / 4);
      const before = [depths(), world.pairs()];
      // Nothing moves, so that nothing is put out of order.
      expect(world.exports['updatePairs'](STEP)).toBe(1);
      misplaced = world.misplacedNodes(world.roots[1]);
      expect([depths(), world.pairs()]).toEqual(before);
    }
    model.checkQueries();
  });
});

describe('memory', () => {
  test('is used again when bodies come and go', () => {
    const world = new BroadWorld(module, 500, 500);
    const random = randomOf(5);
    const fill = () =>
      placeSpheres(
        world,
        500,
        () => 0.5,
        () => vectorIn(random, 4),
      );
    let top = 0;
    for (let round = 0; round < 200; round++) {
      const order = [...fill().live].sort((a, b) => ((a * 7919 + round) % 500) - ((b * 7919 + round) % 500));
      expect(world.exports['updatePairs'](STEP)).toBe(1);
      for (const slot of order) world.exports['removeFromBroadphase'](slot);
      expect(world.pairCount).toBe(0);
      if (round === 20) top = world.arenaTop;
    }
    expect(world.arenaTop).toBe(top);
  });

  test('that runs out is reported, and nothing is lost', () => {
    const world = new BroadWorld(module, 600, 600, 72);
    const model = placeSpheres(
      world,
      600,
      () => 1,
      () => [0, 0, 0],
    );
    expect(world.exports['updatePairs'](STEP)).toBe(0);
    for (let slot = 100; slot < 600; slot++) {
      world.exports['removeFromBroadphase'](slot);
      model.remove(slot);
    }
    expect(world.exports['updatePairs'](STEP)).toBe(1);
    model.check();
  });
});
