import type { CollisionMembers, CollisionSpace } from '../query/collision-space.ts';
import type { QueryMembers, SpatialQueries } from '../query/spatial-queries.ts';

interface Parts {
  readonly queries: SpatialQueries;
  readonly collisions: CollisionSpace;
}

/** Members of a world that its parts answer. Each is a function of its own, so that calls are as fast as those of the parts. */
const MEMBERS: QueryMembers & CollisionMembers & ThisType<Parts> = {
  castRay(origin, rayDirection, options) {
    return this.queries.castRay(origin, rayDirection, options);
  },
  castRayAll(origin, rayDirection, options) {
    return this.queries.castRayAll(origin, rayDirection, options);
  },
  castRayAny(origin, rayDirection, options) {
    return this.queries.castRayAny(origin, rayDirection, options);
  },
  castRays(rays, options) {
    return this.queries.castRays(rays, options);
  },
  castShape(shape, options) {
    return this.queries.castShape(shape, options);
  },
  overlap(shape, options) {
    return this.queries.overlap(shape, options);
  },
  bodiesAt(point, options) {
    return this.queries.bodiesAt(point, options);
  },
  closestPoint(point, options) {
    return this.queries.closestPoint(point, options);
  },
  distanceBetween(a, b) {
    return this.queries.distanceBetween(a, b);
  },
  ignoreCollisions(a, b) {
    this.collisions.ignoreCollisions(a, b);
  },
  allowCollisions(a, b) {
    this.collisions.allowCollisions(a, b);
  },
  ignoresCollisions(a, b) {
    return this.collisions.ignoresCollisions(a, b);
  },
  setGroupsCollide(a, b, collide) {
    this.collisions.setGroupsCollide(a, b, collide);
  },
  groupsCollide(a, b) {
    return this.collisions.groupsCollide(a, b);
  },
  setPairMaterial(a, b, material) {
    this.collisions.setPairMaterial(a, b, material);
  },
  pairMaterial(a, b) {
    return this.collisions.pairMaterial(a, b);
  },
  detectCollisions() {
    this.collisions.detectCollisions();
  },
  contacts() {
    return this.collisions.contacts();
  },
  forEachContact(callback) {
    this.collisions.forEachContact(callback);
  },
  collisionPairs() {
    return this.collisions.collisionPairs();
  },
};

/** Gives them to a class. */
export function defineMembers(type: { prototype: Parts }): void {
  for (const [name, value] of Object.entries(MEMBERS))
    Object.defineProperty(type.prototype, name, { value, writable: true, configurable: true });
}
