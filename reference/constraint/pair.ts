// Two bodies and an anchor on each: the geometry and the impulses that all parts of joints share. Impulses act on B, and
// reversed on A (Müller et al. 2020, eqs 6-9, 15 and 16, for velocities; Waterson, eq 67).
import { Gradient, Sweep } from '../../bindings/core/layout.ts';
import type { Body } from '../body/body.ts';
import type { SymmetricMatrix } from '../math/matrix.ts';
import { turnDifference } from '../math/rotation.ts';
import { Vec3 } from '../math/vector.ts';
import type { Substep } from '../solver/substep.ts';

/** Over-relaxation of rigid rows between bodies with several joints (Waterson, section 4.2). */
const RELAXATION = 1.25;

/** A load so many times larger than that from which on the gradient is the current one overloads the bodies. */
const OVERLOAD = 2;

/** m; a shorter link has no direction. */
const LEAST_LENGTH = 1e-9;

/** So many joints at a body that no substep resolves springs and dampers. */
const UNRESOLVABLE = 1e30;

export class Pair {
  /** Relative to the centres of mass, in the bodies' axes. */
  readonly anchorA = Vec3.zero();
  readonly anchorB = Vec3.zero();
  /** From the centres of mass to the anchors, and from anchor A to anchor B, at the start of the substep. */
  readonly armA = Vec3.zero();
  readonly armB = Vec3.zero();
  readonly separation = Vec3.zero();
  /** The same at its end, with the velocities as they are. */
  readonly currentArmA = Vec3.zero();
  readonly currentArmB = Vec3.zero();
  readonly currentSeparation = Vec3.zero();
  /** Sums over a step of what the joint does to B, damping left out. */
  readonly totalImpulse = Vec3.zero();
  readonly totalAngularImpulse = Vec3.zero();

  /** Among joints that cannot all hold: pushes along the gradient at the start of the substep, whatever its load. */
  isStrained = false;
  /** Solved together with all joints of its island: what it loads its bodies with is no overload. */
  isDirect = false;

  constructor(
    readonly a: Body,
    readonly b: Body,
  ) {}

  /** Both bodies that move are centred in time, where some are. */
  get isCentered(): boolean {
    return ![this.a, this.b].some((body) => body.isDynamic && body.isUncentered);
  }

  /** How many joints there are at the busier of the bodies where velocities are centred; else springs and dampers are implicit. */
  get crowd(): number {
    const { a, b } = this;
    if (!this.isCentered) return UNRESOLVABLE;
    return Math.max(a.isDynamic ? a.jointCount : 1, b.isDynamic ? b.jointCount : 1, 1);
  }

  /** To be called when the bodies have moved. */
  locate(): void {
    const { a, b } = this;
    this.armA.assign(a.orientation.rotate(this.anchorA));
    this.armB.assign(b.orientation.rotate(this.anchorB));
    this.separation.assign(b.position.plus(this.armB).minus(a.position.plus(this.armA)));
  }

  /** To be called when the velocities have changed and the end of the substep matters. */
  advance(h: number): void {
    const { a, b, armA, armB } = this;
    const turnedA = turnDifference(armA, a.angularVelocity.times(h));
    const turnedB = turnDifference(armB, b.angularVelocity.times(h));
    this.currentArmA.assign(armA.plus(turnedA));
    this.currentArmB.assign(armB.plus(turnedB));
    this.currentSeparation.assign(this.separation.plusTimes(b.velocity.minus(a.velocity), h).plus(turnedB.minus(turnedA)));
  }

  /** How fast a unit impulse along a link of this length between points at these arms makes bodies and link swing. */
  linkSwing(armA: Vec3, armB: Vec3, length: number): number {
    const { a, b } = this;
    const swingA = a.swing(armA);
    const swingB = b.swing(armB);
    const across = a.reciprocalMass + b.reciprocalMass + swingA * armA.length + swingB * armB.length;
    return Math.max(swingA, swingB, length > LEAST_LENGTH ? across / length : 0);
  }

  /** Notes that a load, the square of which is given beside that of the largest that the bodies answer to as they are, may be too large. */
  noteLoad(square: number, limit: number): void {
    if (this.isDirect || !(limit > 0 && square > limit)) return;
    const ratio = Math.sqrt(square / limit) / OVERLOAD;
    this.a.noteOverload(ratio);
    this.b.noteOverload(ratio);
  }

  /** Square of the impulse above which the gradient is the current one, where a unit impulse makes the bodies swing by `swing`. */
  impulseLimit(substep: Substep, swing: number): number {
    return substep.impulseLimit(this.isStrained ? 0 : swing);
  }

  /** Square of the angular impulse above which it overloads one of the bodies. */
  torqueLimit(substep: Substep): number {
    return this.impulseLimit(substep, Math.max(this.a.turning, this.b.turning));
  }

  /** Whether one of the bodies turns so far in the substep that the gradient has to be the current one; of what is solved directly, from the second iteration on. */
  turnsFar(substep: Substep): boolean {
    if (this.isDirect && substep.firstIteration) return false;
    if (this.isDirect && substep.isRefined && substep.gradient === Gradient.Auto) return true;
    const { duration: h } = substep;
    const fastest = Math.max(this.a.angularVelocity.squaredLength, this.b.angularVelocity.squaredLength);
    return h * h * fastest > substep.rotationLimit;
  }

  /** Soft joints and those with an interval are solved exactly as they are, and the only joint of its bodies; others are over-relaxed. */
  relaxation(substep: Substep, isExact: boolean): number {
    const { a, b } = this;
    if (substep.sweep !== Sweep.GaussSeidel) return isExact || this.isStrained ? 1 : substep.relaxation;
    if (isExact || this.isStrained || substep.symmetric || substep.scalar) return 1;
    const isAlone = (!a.isDynamic || a.jointCount === 1) && (!b.isDynamic || b.jointCount === 1);
    return isAlone ? 1 : RELAXATION;
  }

  /** Inverse effective mass of an impulse at these arms, eq 64 of Waterson. */
  inverseMass(armA: Vec3, armB: Vec3): SymmetricMatrix {
    const { a, b } = this;
    const linear = a.inverseMass.plus(b.inverseMass);
    return a.inverseInertia.atArm(armA).plus(b.inverseInertia.atArm(armB)).plusDiagonal(linear.x, linear.y, linear.z);
  }

  /** Inverse masses that no row of a contact falls short of: along the axes, and about them. */
  get least(): { linear: Vec3; turning: (axis: Vec3) => number } {
    return { linear: Vec3.ZERO, turning: () => 0 };
  }

  /** The same while angular rows with this response hold: K - Cᵀ P C, where C p is the relative turning that an impulse p makes. */
  heldInverseMass(armA: Vec3, armB: Vec3, response: SymmetricMatrix): SymmetricMatrix {
    const x = this.turning(armA, armB, Vec3.X);
    const y = this.turning(armA, armB, Vec3.Y);
    const z = this.turning(armA, armB, Vec3.Z);
    return this.inverseMass(armA, armB).minusProducts(x, y, z, response);
  }

  /** Relative angular velocity that a linear impulse makes. */
  turning(armA: Vec3, armB: Vec3, impulse: Vec3): Vec3 {
    const { a, b } = this;
    return a.inverseInertia.times(armA.cross(impulse)).plus(b.inverseInertia.times(armB.cross(impulse)));
  }

  /** Inverse effective inertia of an angular impulse. */
  inverseInertia(): SymmetricMatrix {
    return this.a.inverseInertia.plus(this.b.inverseInertia);
  }

  // A static body is never written: an impulse that is not finite must stay among the bodies that it came from.
  apply(impulse: Vec3, armA: Vec3, armB: Vec3): void {
    const { a, b } = this;
    if (a.isDynamic) {
      a.velocity.assign(a.velocity.minus(impulse.scaledBy(a.inverseMass)));
      a.angularVelocity.assign(a.angularVelocity.minus(a.inverseInertia.times(armA.cross(impulse))));
    }
    if (b.isDynamic) {
      b.velocity.assign(b.velocity.plus(impulse.scaledBy(b.inverseMass)));
      b.angularVelocity.assign(b.angularVelocity.plus(b.inverseInertia.times(armB.cross(impulse))));
    }
  }

  applyAngular(impulse: Vec3): void {
    const { a, b } = this;
    if (a.isDynamic) a.angularVelocity.assign(a.angularVelocity.minus(a.inverseInertia.times(impulse)));
    if (b.isDynamic) b.angularVelocity.assign(b.angularVelocity.plus(b.inverseInertia.times(impulse)));
  }

  /** Applies an impulse along a gradient. */
  applyAt(impulse: number, { force, torqueA, torqueB }: { force: Vec3; torqueA: Vec3; torqueB: Vec3 }): void {
    const { a, b } = this;
    if (a.isDynamic) {
      a.velocity.assign(a.velocity.plusTimes(force.scaledBy(a.inverseMass), -impulse));
      a.angularVelocity.assign(a.angularVelocity.plusTimes(a.inverseInertia.times(torqueA), -impulse));
    }
    if (b.isDynamic) {
      b.velocity.assign(b.velocity.plusTimes(force.scaledBy(b.inverseMass), impulse));
      b.angularVelocity.assign(b.angularVelocity.plusTimes(b.inverseInertia.times(torqueB), impulse));
    }
  }

  /** Applies an impulse that counts as load. */
  load(impulse: Vec3, armA: Vec3, armB: Vec3): void {
    this.apply(impulse, armA, armB);
    this.totalImpulse.assign(this.totalImpulse.plus(impulse));
  }

  loadAngular(impulse: Vec3): void {
    this.applyAngular(impulse);
    this.totalAngularImpulse.assign(this.totalAngularImpulse.plus(impulse));
  }
}
