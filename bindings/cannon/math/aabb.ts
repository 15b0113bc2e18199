import type { Quaternion } from './quaternion.ts';
import type { Transform } from './transform.ts';
import { Vec3 } from './vec3.ts';

const AXES = ['x', 'y', 'z'] as const;

/** A box along the axes. */
export class AABB {
  declare lowerBound: Vec3;
  declare upperBound: Vec3;

  constructor(options?: { upperBound?: Vec3; lowerBound?: Vec3 }) {
    this.lowerBound = new Vec3();
    this.upperBound = new Vec3();
    if (options?.lowerBound) this.lowerBound.copy(options.lowerBound);
    if (options?.upperBound) this.upperBound.copy(options.upperBound);
  }

  /** The box around some points at a pose, and a skin around it. */
  setFromPoints(points: Vec3[], position?: Vec3, quaternion?: Quaternion, skinSize?: number): AABB {
    const { lowerBound, upperBound } = this;
    for (const [index, point] of points.entries()) {
      const placed = quaternion ? quaternion.vmult(point) : point;
      if (index === 0) {
        lowerBound.copy(placed);
        upperBound.copy(placed);
      } else include(this, placed);
    }
    if (position) {
      lowerBound.vadd(position, lowerBound);
      upperBound.vadd(position, upperBound);
    }
    if (skinSize) {
      const skin = new Vec3(skinSize, skinSize, skinSize);
      lowerBound.vsub(skin, lowerBound);
      upperBound.vadd(skin, upperBound);
    }
    return this;
  }
  copy(aabb: AABB): AABB {
    this.lowerBound.copy(aabb.lowerBound);
    this.upperBound.copy(aabb.upperBound);
    return this;
  }
  clone(): AABB {
    return new AABB().copy(this);
  }
  /** Grows so that it holds another box. */
  extend(aabb: AABB): void {
    include(this, aabb.lowerBound);
    include(this, aabb.upperBound);
  }
  overlaps(aabb: AABB): boolean {
    const [{ lowerBound: low, upperBound: high }, { lowerBound, upperBound }] = [this, aabb];
    return AXES.every((axis) => low[axis] <= upperBound[axis] && lowerBound[axis] <= high[axis]);
  }
  volume(): number {
    const { x, y, z } = this.upperBound.vsub(this.lowerBound);
    return x * y * z;
  }
  contains(aabb: AABB): boolean {
    const [{ lowerBound: low, upperBound: high }, { lowerBound, upperBound }] = [this, aabb];
    return AXES.every((axis) => low[axis] <= lowerBound[axis] && upperBound[axis] <= high[axis]);
  }
  getCorners(a: Vec3, b: Vec3, c: Vec3, d: Vec3, e: Vec3, f: Vec3, g: Vec3, h: Vec3): void {
    const { lowerBound: l, upperBound: u } = this;
    a.copy(l);
    b.set(u.x, l.y, l.z);
    c.set(u.x, u.y, l.z);
    d.set(l.x, u.y, u.z);
    e.set(u.x, l.y, u.z);
    f.set(l.x, u.y, l.z);
    g.set(l.x, l.y, u.z);
    h.copy(u);
  }
  /** The box in a frame that holds this one. */
  toLocalFrame(frame: Transform, target: AABB): AABB {
    return target.setFromPoints(corners(this).map((corner) => frame.pointToLocal(corner)));
  }
  /** The box in the world that holds this one, given in a frame. */
  toWorldFrame(frame: Transform, target: AABB): AABB {
    return target.setFromPoints(corners(this).map((corner) => frame.pointToWorld(corner)));
  }
  /** Whether the line of a ray, from its start on, meets the box. */
  overlapsRay(ray: { from: Vec3; direction: Vec3 }): boolean {
    let enters = -Infinity;
    let leaves = Infinity;
    for (const axis of AXES) {
      const near = (this.lowerBound[axis] - ray.from[axis]) / ray.direction[axis];
      const far = (this.upperBound[axis] - ray.from[axis]) / ray.direction[axis];
      enters = Math.max(enters, Math.min(near, far));
      leaves = Math.min(leaves, Math.max(near, far));
    }
    return leaves >= 0 && enters <= leaves;
  }
}

function include({ lowerBound, upperBound }: AABB, point: Vec3): void {
  for (const axis of AXES) {
    lowerBound[axis] = Math.min(lowerBound[axis], point[axis]);
    upperBound[axis] = Math.max(upperBound[axis], point[axis]);
  }
}

function corners(box: AABB): Vec3[] {
  const list = Array.from({ length: 8 }, () => new Vec3());
  box.getCorners(...(list as [Vec3, Vec3, Vec3, Vec3, Vec3, Vec3, Vec3, Vec3]));
  return list;
}
