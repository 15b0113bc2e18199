import type { Body } from '../../body/body.ts';
import { SymmetricMatrix } from '../../math/matrix.ts';
import { Vec3 } from '../../math/vector.ts';

/** A dynamic body of an island: how it answers, geometric stiffness included, and how its velocities change. */
export class Node {
  readonly velocity = Vec3.zero();
  readonly angularVelocity = Vec3.zero();
  /** h² times the geometric stiffness of its loads, kg m². */
  readonly stiffness = SymmetricMatrix.zero();
  /** (I + stiffness)⁻¹ */
  readonly inverseInertia = SymmetricMatrix.zero();

  constructor(readonly body: Body) {}

  reset(): void {
    this.stiffness.assign(SymmetricMatrix.zero());
    this.inverseInertia.assign(this.body.inverseInertia);
  }

  /** Adds f c cᵀ (Sherman and Morrison). */
  stiffen(c: Vec3, f: number): void {
    const image = this.inverseInertia.times(c);
    this.stiffness.assign(this.stiffness.plus(SymmetricMatrix.square(c, f)));
    this.inverseInertia.assign(this.inverseInertia.plus(SymmetricMatrix.square(image, -f / (1 + f * c.dot(image)))));
  }

  /** What the stiffness alone does to it: its torque is -K ω at the end of the substep. */
  start(): void {
    this.velocity.assign(Vec3.ZERO);
    this.angularVelocity.assign(this.inverseInertia.times(this.stiffness.times(this.body.angularVelocity)).times(-1));
  }

  push(force: Vec3, torque: Vec3, impulse: number): void {
    this.velocity.assign(this.velocity.plusTimes(force.scaledBy(this.body.inverseMass), impulse));
    this.angularVelocity.assign(this.angularVelocity.plusTimes(this.inverseInertia.times(torque), impulse));
  }
}
