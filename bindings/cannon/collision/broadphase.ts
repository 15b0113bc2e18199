// The broad phases of cannon-es by name. Worlds have one of their own; these answer for who calls them.
import type { Body } from '../body/body.ts';
import { BODY_SLEEP_STATES, BODY_TYPES } from '../body/body-types.ts';
import type { AABB } from '../math/aabb.ts';
import { Vec3 } from '../math/vec3.ts';

/** What of a world a broad phase needs. */
export interface BroadphaseWorld {
  bodies: Body[];
}

export class Broadphase {
  declare world: BroadphaseWorld | null;
  declare useBoundingBoxes: boolean;
  declare dirty: boolean;

  constructor() {
    this.world = null;
    this.useBoundingBoxes = false;
    this.dirty = true;
  }

  /** Adds to `p1` and `p2` the bodies of the pairs that may touch. */
  collisionPairs(world: BroadphaseWorld, p1: Body[], p2: Body[]): void {
    const { bodies } = world;
    for (const [index, bodyA] of bodies.entries())
      for (let k = 0; k < index; k++) if (this.needBroadphaseCollision(bodyA, bodies[k])) this.intersectionTest(bodyA, bodies[k], p1, p2);
  }
  needBroadphaseCollision(bodyA: Body, bodyB: Body): boolean {
    if ((bodyA.collisionFilterGroup & bodyB.collisionFilterMask) === 0) return false;
    if ((bodyB.collisionFilterGroup & bodyA.collisionFilterMask) === 0) return false;
    const moves = ({ type, sleepState }: Body) => (type & BODY_TYPES.STATIC) === 0 && sleepState !== BODY_SLEEP_STATES.SLEEPING;
    return moves(bodyA) || moves(bodyB);
  }
  intersectionTest(bodyA: Body, bodyB: Body, pairs1: Body[], pairs2: Body[]): void {
    if (this.useBoundingBoxes) this.doBoundingBoxBroadphase(bodyA, bodyB, pairs1, pairs2);
    else this.doBoundingSphereBroadphase(bodyA, bodyB, pairs1, pairs2);
  }
  doBoundingSphereBroadphase(bodyA: Body, bodyB: Body, pairs1: Body[], pairs2: Body[]): void {
    if (!Broadphase.boundingSphereCheck(bodyA, bodyB)) return;
    pairs1.push(bodyA);
    pairs2.push(bodyB);
  }
  doBoundingBoxBroadphase(bodyA: Body, bodyB: Body, pairs1: Body[], pairs2: Body[]): void {
    if (!boxOf(bodyA).overlaps(boxOf(bodyB))) return;
    pairs1.push(bodyA);
    pairs2.push(bodyB);
  }
  makePairsUnique(pairs1: Body[], pairs2: Body[]): void {
    const pairs = new Map<string, [Body, Body]>();
    for (const [k, one] of pairs1.entries()) {
      const other = pairs2[k];
      pairs.set(`${Math.min(one.id, other.id)},${Math.max(one.id, other.id)}`, [one, other]);
    }
    pairs1.length = 0;
    pairs2.length = 0;
    for (const [one, other] of pairs.values()) {
      pairs1.push(one);
      pairs2.push(other);
    }
  }
  setWorld(_world: BroadphaseWorld): void {}
  static boundingSphereCheck(bodyA: Body, bodyB: Body): boolean {
    const reach = bodyA.boundingRadius + bodyB.boundingRadius;
    return bodyA.position.distanceSquared(bodyB.position) < reach * reach;
  }
  /** The bodies whose boxes overlap a box. */
  aabbQuery(world: BroadphaseWorld, aabb: AABB, result: Body[]): Body[] {
    for (const body of world.bodies) if (boxOf(body).overlaps(aabb)) result.push(body);
    return result;
  }
}

export class NaiveBroadphase extends Broadphase {
  override collisionPairs(world: BroadphaseWorld, pairs1: Body[], pairs2: Body[]): void {
    super.collisionPairs(world, pairs1, pairs2);
  }
  override aabbQuery(world: BroadphaseWorld, aabb: AABB, result?: Body[]): Body[] {
    return super.aabbQuery(world, aabb, result ?? []);
  }
}

export class GridBroadphase extends Broadphase {
  declare nx: number;
  declare ny: number;
  declare nz: number;
  declare aabbMin: Vec3;
  declare aabbMax: Vec3;
  declare bins: Body[][];
  declare binLengths: number[];

  /** Throws an error unless there is a cell at least. */
  constructor(aabbMin?: Vec3, aabbMax?: Vec3, nx?: number, ny?: number, nz?: number) {
    super();
    this.nx = nx ?? 10;
    this.ny = ny ?? 10;
    this.nz = nz ?? 10;
    this.aabbMin = aabbMin ?? new Vec3(100, 100, 100);
    this.aabbMax = aabbMax ?? new Vec3(-100, -100, -100);
    const count = this.nx * this.ny * this.nz;
    if (count <= 0) throw new Error("GridBroadphase: Each dimension's n must be >0");
    this.bins = Array.from({ length: count }, () => []);
    this.binLengths = new Array(count).fill(0);
  }

  override collisionPairs(world: BroadphaseWorld, pairs1: Body[], pairs2: Body[]): void {
    super.collisionPairs(world, pairs1, pairs2);
  }
}

const AXES = ['x', 'y', 'z'] as const;
type AxisIndex = 0 | 1 | 2;

export class SAPBroadphase extends Broadphase {
  declare axisList: Body[];
  declare axisIndex: AxisIndex;
  declare private _addBodyHandler: (event: { body: Body }) => void;
  declare private _removeBodyHandler: (event: { body: Body }) => void;

  constructor(world: BroadphaseWorld) {
    super();
    this.axisList = [];
    this.axisIndex = 0;
    this._addBodyHandler = (event) => {
      this.axisList.push(event.body);
    };
    this._removeBodyHandler = (event) => {
      const index = this.axisList.indexOf(event.body);
      if (index >= 0) this.axisList.splice(index, 1);
    };
    if (world) this.setWorld(world);
  }

  override setWorld(world: BroadphaseWorld): void {
    this.axisList = [...world.bodies];
    const target = world as BroadphaseWorld &
      Partial<Record<'addEventListener' | 'removeEventListener', (type: string, f: unknown) => void>>;
    target.removeEventListener?.('addBody', this._addBodyHandler);
    target.removeEventListener?.('removeBody', this._removeBodyHandler);
    target.addEventListener?.('addBody', this._addBodyHandler);
    target.addEventListener?.('removeBody', this._removeBodyHandler);
    this.world = world;
    this.dirty = true;
  }
  override collisionPairs(world: BroadphaseWorld, p1: Body[], p2: Body[]): void {
    super.collisionPairs(world, p1, p2);
  }
  sortList(): void {
    for (const body of this.axisList) boxOf(body);
    this.axisList.sort(along(this.axisIndex));
  }
  /** Takes the axis along which the bodies are spread most. */
  autoDetectAxis(): void {
    const spread = AXES.map((axis) => {
      const places = this.axisList.map(({ position }) => position[axis]);
      const mean = places.reduce((sum, place) => sum + place, 0) / places.length;
      return places.reduce((sum, place) => sum + (place - mean) * (place - mean), 0);
    });
    this.axisIndex = spread.indexOf(Math.max(...spread)) as AxisIndex;
  }
  override aabbQuery(world: BroadphaseWorld, aabb: AABB, result?: Body[]): Body[] {
    return super.aabbQuery(world, aabb, result ?? []);
  }
  static checkBounds(bi: Body, bj: Body, axisIndex: AxisIndex): boolean {
    const axis = AXES[axisIndex];
    return bj.position[axis] - bj.boundingRadius < bi.position[axis] + bi.boundingRadius;
  }
  static insertionSortX(a: Body[]): Body[] {
    return a.sort(along(0));
  }
  static insertionSortY(a: Body[]): Body[] {
    return a.sort(along(1));
  }
  static insertionSortZ(a: Body[]): Body[] {
    return a.sort(along(2));
  }
}

const along = (index: AxisIndex) => (a: Body, b: Body) => a.aabb.lowerBound[AXES[index]] - b.aabb.lowerBound[AXES[index]];

/** The box around a body where it is now. */
function boxOf(body: Body): AABB {
  body.updateAABB();
  return body.aabb;
}
