import type { Body } from '../body/body.ts';
import type { AABB } from '../math/aabb.ts';
import { Vec3 } from '../math/vec3.ts';
import { SHAPE_TYPES } from '../shape/shape.ts';
import type { CannonTypes } from '../types.ts';
import { unsupported } from '../unsupported.ts';
import { Engine } from '../world/engine.ts';
import { type Found, Raycaster, type RayQuestion, report } from '../world/raycasts.ts';
import { RAY_MODES, type RaycastCallback, type RayOptions } from './ray-options.ts';
import { RaycastResult } from './raycast-result.ts';

/** A line from a point to another, and what it hits. */
export class Ray {
  declare static CLOSEST: 1;
  declare static ANY: 2;
  declare static ALL: 4;
  declare from: Vec3;
  declare to: Vec3;
  declare direction: Vec3;
  declare precision: number;
  declare checkCollisionResponse: boolean;
  declare skipBackfaces: boolean;
  declare collisionFilterMask: number;
  declare collisionFilterGroup: number;
  declare mode: number;
  declare result: RaycastResult;
  declare hasHit: boolean;
  declare callback: RaycastCallback;

  constructor(from?: Vec3, to?: Vec3) {
    this.from = from ? from.clone() : new Vec3();
    this.to = to ? to.clone() : new Vec3();
    this.direction = new Vec3();
    this.precision = 1e-4;
    this.checkCollisionResponse = true;
    this.skipBackfaces = false;
    this.collisionFilterMask = -1;
    this.collisionFilterGroup = -1;
    this.mode = RAY_MODES.ANY;
    this.result = new RaycastResult();
    this.hasHit = false;
    this.callback = (_result) => {};
  }

  /** Takes the options, and asks a world. Whether something was hit. */
  intersectWorld(world: CannonTypes['World'], options: RayOptions): boolean {
    this.mode = options.mode || RAY_MODES.ANY;
    this.result = options.result || new RaycastResult();
    this.skipBackfaces = Boolean(options.skipBackfaces);
    this.collisionFilterMask = options.collisionFilterMask ?? -1;
    this.collisionFilterGroup = options.collisionFilterGroup ?? -1;
    this.checkCollisionResponse = options.checkCollisionResponse ?? true;
    if (options.from) this.from.copy(options.from);
    if (options.to) this.to.copy(options.to);
    this.callback = options.callback || (() => {});
    this.result.reset();
    world.asking((raycaster) => this.ask(raycaster, null));
    return this.hasHit;
  }
  /** Asks one body, which may be in no world. */
  intersectBody(body: Body, result?: RaycastResult): void {
    this.intersectBodies([body], result);
  }
  intersectBodies(bodies: Body[], result?: RaycastResult): void {
    if (result) this.result = result;
    const [first] = bodies;
    if (first?.world && bodies.every(({ world }) => world === first.world)) {
      first.world.asking((raycaster) => this.ask(raycaster, (body) => bodies.includes(body)));
      return;
    }
    const engine = new Engine(Vec3.ZERO);
    try {
      for (const body of bodies) engine.addBody(body);
      engine.pushBodies();
      this.ask(new Raycaster(engine), null);
    } finally {
      engine.native.dispose();
    }
  }

  private ask(raycaster: Raycaster, only: ((body: Body) => boolean) | null): void {
    this.updateDirection();
    this.hasHit = false;
    const found = this.mode === RAY_MODES.ALL ? raycaster.all(this, only) : [raycaster.closest(this, only)];
    for (const each of found) {
      if (!each) continue;
      this.report(each, this);
      if (this.result.shouldStop) break;
    }
  }
  private report(found: Found, question: RayQuestion): void {
    report(this.result, question, found);
    this.hasHit = true;
    if (this.mode === RAY_MODES.ALL) this.callback(this.result);
  }
  private updateDirection(): void {
    this.to.vsub(this.from, this.direction);
    this.direction.normalize();
  }

  getAABB(aabb: AABB): void {
    const { from, to } = this;
    aabb.lowerBound.set(Math.min(from.x, to.x), Math.min(from.y, to.y), Math.min(from.z, to.z));
    aabb.upperBound.set(Math.max(from.x, to.x), Math.max(from.y, to.y), Math.max(from.z, to.z));
  }
  static pointInTriangle(p: Vec3, a: Vec3, b: Vec3, c: Vec3): boolean {
    const [u, v, w] = [c.vsub(a), b.vsub(a), p.vsub(a)];
    const [uu, uv, uw, vv, vw] = [u.dot(u), u.dot(v), u.dot(w), v.dot(v), v.dot(w)];
    const [one, other] = [vv * uw - uv * vw, uu * vw - uv * uw];
    return one >= 0 && other >= 0 && one + other < uu * vv - uv * uv;
  }
}
Ray.CLOSEST = RAY_MODES.CLOSEST;
Ray.ANY = RAY_MODES.ANY;
Ray.ALL = RAY_MODES.ALL;

/** Methods for single kinds of shapes: how many arguments they take, and for which types they stand. */
const METHODS: [name: string, arity: number, types: number[]][] = [
  ['_intersectBox', 5, [SHAPE_TYPES.BOX]],
  ['_intersectPlane', 5, [SHAPE_TYPES.PLANE]],
  ['_intersectHeightfield', 5, [SHAPE_TYPES.HEIGHTFIELD]],
  ['_intersectSphere', 5, [SHAPE_TYPES.SPHERE]],
  ['_intersectConvex', 6, [SHAPE_TYPES.CYLINDER, SHAPE_TYPES.CONVEXPOLYHEDRON]],
  ['_intersectTrimesh', 6, [SHAPE_TYPES.TRIMESH]],
  ['intersectShape', 4, []],
  ['reportIntersection', 5, []],
];
for (const [name, arity, types] of METHODS) {
  const refuse = () => unsupported(`Ray.${name}`, 'use ray.intersectBody or ray.intersectWorld');
  Object.defineProperty(refuse, 'length', { value: arity });
  Object.defineProperty(Ray.prototype, name, { value: refuse, writable: true, configurable: true });
  for (const type of types)
    Object.defineProperty(Ray.prototype, type, {
      configurable: true,
      get(this: Record<string, unknown>) {
        return this[name];
      },
    });
}
