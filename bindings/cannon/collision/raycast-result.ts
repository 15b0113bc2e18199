import type { Body } from '../body/body.ts';
import { Vec3 } from '../math/vec3.ts';
import type { Shape } from '../shape/shape.ts';

/** What a ray has hit. */
export class RaycastResult {
  declare rayFromWorld: Vec3;
  declare rayToWorld: Vec3;
  declare hitNormalWorld: Vec3;
  declare hitPointWorld: Vec3;
  declare hasHit: boolean;
  declare shape: Shape | null;
  declare body: Body | null;
  /** Face of a box or a polyhedron, triangle of a mesh; else -1. */
  declare hitFaceIndex: number;
  /** From the start of the ray; -1 without a hit. */
  declare distance: number;
  declare shouldStop: boolean;

  constructor() {
    this.rayFromWorld = new Vec3();
    this.rayToWorld = new Vec3();
    this.hitNormalWorld = new Vec3();
    this.hitPointWorld = new Vec3();
    this.reset();
  }

  reset(): void {
    for (const vector of [this.rayFromWorld, this.rayToWorld, this.hitNormalWorld, this.hitPointWorld]) vector.setZero();
    this.hasHit = false;
    this.shape = null;
    this.body = null;
    this.hitFaceIndex = -1;
    this.distance = -1;
    this.shouldStop = false;
  }
  /** To be called by the callback of a ray: no more hits are reported. */
  abort(): void {
    this.shouldStop = true;
  }
  set(rayFromWorld: Vec3, rayToWorld: Vec3, hitNormalWorld: Vec3, hitPointWorld: Vec3, shape: Shape, body: Body, distance: number): void {
    this.rayFromWorld.copy(rayFromWorld);
    this.rayToWorld.copy(rayToWorld);
    this.hitNormalWorld.copy(hitNormalWorld);
    this.hitPointWorld.copy(hitPointWorld);
    this.shape = shape;
    this.body = body;
    this.distance = distance;
  }
}
