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
  /** The body's velocities before, less those that the last solve of the substep left: what stiffness has to slow. In the first solve all of them. */
  readonly drift = Vec3.zero();
  readonly spin = Vec3.zero();
  private readonly left = Vec3.zero();
  private readonly leftSpin = Vec3.zero();

  /** What contacts pushed it by in the last substep: it is not in the body's velocity. */
  private readonly knownForce = Vec3.zero();
  private readonly knownTorque = Vec3.zero();
  /** What they have pushed it by since its island was solved. */
  private readonly pushedForce = Vec3.zero();
  private readonly pushedTorque = Vec3.zero();

  constructor(readonly body: Body) {}

  reset(isFirst: boolean): void {
    const { angularVelocity, velocity } = this.body;
    this.drift.assign(isFirst ? velocity : velocity.minus(this.left));
    this.spin.assign(isFirst ? angularVelocity : angularVelocity.minus(this.leftSpin));
    this.stiffness.assign(SymmetricMatrix.zero());
    this.inverseInertia.assign(this.body.inverseInertia);
  }

  /** A solve, and what contacts have done after it, leave the body with these velocities. */
  leave(): void {
    this.left.assign(this.body.velocity);
    this.leftSpin.assign(this.body.angularVelocity);
  }

  /** Adds f c cᵀ (Sherman and Morrison). */
  stiffen(c: Vec3, f: number): void {
    const image = this.inverseInertia.times(c);
    this.stiffness.assign(this.stiffness.plus(SymmetricMatrix.square(c, f)));
    this.inverseInertia.assign(this.inverseInertia.plus(SymmetricMatrix.square(image, -f / (1 + f * c.dot(image)))));
  }

  /** All that contacts push it by. */
  get force(): Vec3 {
    return this.knownForce.plus(this.pushedForce);
  }
  get torque(): Vec3 {
    return this.knownTorque.plus(this.pushedTorque);
  }

  /** What the stiffness and contacts alone do to it: the torque of the former is -K ω at the end of the substep. */
  start(): void {
    this.velocity.assign(this.force.scaledBy(this.body.inverseMass));
    this.angularVelocity.assign(this.inverseInertia.times(this.torque.minus(this.stiffness.times(this.spin))));
  }

  /** Takes up what contacts pushed it by in the last substep. */
  pushByContact(force: Vec3, torque: Vec3): void {
    this.knownForce.assign(this.knownForce.plus(force));
    this.knownTorque.assign(this.knownTorque.plus(torque));
  }

  notePush(force: Vec3, torque: Vec3): void {
    this.pushedForce.assign(this.pushedForce.plus(force));
    this.pushedTorque.assign(this.pushedTorque.plus(torque));
  }

  forgetPushes(): void {
    this.pushedForce.assign(Vec3.ZERO);
    this.pushedTorque.assign(Vec3.ZERO);
  }

  forgetContacts(): void {
    this.knownForce.assign(Vec3.ZERO);
    this.knownTorque.assign(Vec3.ZERO);
    this.forgetPushes();
  }

  push(force: Vec3, torque: Vec3, impulse: number): void {
    this.add(force.scaledBy(this.body.inverseMass).times(impulse), this.inverseInertia.times(torque).times(impulse));
  }

  /** Gives the body what is found, so many times. */
  move(times: number): void {
    this.body.velocity.assign(this.body.velocity.plusTimes(this.velocity, times));
    this.body.angularVelocity.assign(this.body.angularVelocity.plusTimes(this.angularVelocity, times));
  }

  begin(velocity: Vec3, angularVelocity: Vec3): void {
    this.velocity.assign(velocity);
    this.angularVelocity.assign(angularVelocity);
  }

  add(velocity: Vec3, angularVelocity: Vec3): void {
    this.velocity.assign(this.velocity.plus(velocity));
    this.angularVelocity.assign(this.angularVelocity.plus(angularVelocity));
  }
}
