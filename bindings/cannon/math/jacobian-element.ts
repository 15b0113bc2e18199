import { Vec3 } from './vec3.ts';

/** Six numbers: how a constraint depends on the velocities of a body. */
export class JacobianElement {
  declare spatial: Vec3;
  declare rotational: Vec3;

  constructor() {
    this.spatial = new Vec3();
    this.rotational = new Vec3();
  }

  multiplyElement(element: JacobianElement): number {
    return this.multiplyVectors(element.spatial, element.rotational);
  }
  multiplyVectors(spatial: Vec3, rotational: Vec3): number {
    return spatial.dot(this.spatial) + rotational.dot(this.rotational);
  }
}
