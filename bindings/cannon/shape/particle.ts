import type { Quaternion } from '../math/quaternion.ts';
import { Vec3 } from '../math/vec3.ts';
import { SHAPE_TYPES, Shape } from './shape.ts';

/** A point: to worlds a ball of a millimetre. */
export class Particle extends Shape {
  constructor() {
    super({ type: SHAPE_TYPES.PARTICLE });
  }

  override calculateLocalInertia(_mass: number, target?: Vec3): Vec3 {
    target ??= new Vec3();
    return target.set(0, 0, 0);
  }
  override volume(): number {
    return 0;
  }
  override updateBoundingSphereRadius(): void {
    this.boundingSphereRadius = 0;
  }
  override calculateWorldAABB(pos: Vec3, _quat: Quaternion, min: Vec3, max: Vec3): void {
    min.copy(pos);
    max.copy(pos);
  }
}
