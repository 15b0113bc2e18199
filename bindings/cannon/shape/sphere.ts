import type { Quaternion } from '../math/quaternion.ts';
import { Vec3 } from '../math/vec3.ts';
import { SHAPE_TYPES, Shape } from './shape.ts';

export class Sphere extends Shape {
  declare radius: number;

  /** Throws an error for a radius below zero. */
  constructor(radius: number) {
    super({ type: SHAPE_TYPES.SPHERE });
    this.radius = radius ?? 1;
    if (this.radius < 0) throw new Error('The sphere radius cannot be negative.');
    this.updateBoundingSphereRadius();
  }

  override calculateLocalInertia(mass: number, target?: Vec3): Vec3 {
    target ??= new Vec3();
    const moment = 0.4 * mass * this.radius * this.radius;
    return target.set(moment, moment, moment);
  }
  override volume(): number {
    return (4 / 3) * Math.PI * this.radius * this.radius * this.radius;
  }
  override updateBoundingSphereRadius(): void {
    this.boundingSphereRadius = this.radius;
  }
  override calculateWorldAABB(pos: Vec3, _quat: Quaternion, min: Vec3, max: Vec3): void {
    const r = this.radius;
    min.set(pos.x - r, pos.y - r, pos.z - r);
    max.set(pos.x + r, pos.y + r, pos.z + r);
  }
}
