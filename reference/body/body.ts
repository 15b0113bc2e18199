// The motion of one body through a substep: Algorithm 2 of Müller et al. 2020, with velocities as the unknowns, and Euler's
// equations by the implicit midpoint rule in place of the explicit torque -ω × Iω.
import { BodyType, Gyroscopic } from '../../bindings/core/layout.ts';
import { SymmetricMatrix } from '../math/matrix.ts';
import { cayley, Quat } from '../math/rotation.ts';
import { Vec3 } from '../math/vector.ts';
import type { Substep } from '../solver/substep.ts';
import { Centered, keepOf, type Motion, type Pull, passOf } from './centered.ts';
import { cayleyRate, FAR, freeAngularVelocity, freelyTurned, isSpherical } from './mean-rotation.ts';

/** Square of the Cayley angle (a quarter turn) beyond which joints do not turn a body in a substep. */
const FASTEST_TURN = 4;
/** Square of the speed, m/s, that such a body keeps at most. */
const FASTEST = 1e10;
/** Square of a turn in a substep, rad, and of the part of the turning that others gave, from which on a body's energy is watched. */
const FAR_TURN = 0.01;
const KICKED = 1e-6;
/** Moments that differ by more than so many times are those of something slender or flat. */
const SLENDER = 3;
/** Half a radian: cosine of half the turn since the step began from which on a slender body answers to torques otherwise than then. */
const TURNED = 0.97;
/** m; an impulse at a shorter arm makes nothing swing. */
const LEAST_ARM = 1e-9;

/** A body between the records and the joints. Poses and velocities are those that the joints work on; world frame. */
export class Body {
  /** Static too while the body is frozen. */
  type: BodyType = BodyType.Static;
  /** Of the centre of mass. */
  readonly position = Vec3.zero();
  readonly orientation = Quat.identity();
  readonly velocity = Vec3.zero();
  /** While joints are solved: mean angular velocity of the substep, whose Cayley map turns the body. */
  readonly angularVelocity = Vec3.zero();
  /** 1 on axes along which translation is free, else 0. */
  readonly freeTranslation = new Vec3(1, 1, 1);
  readonly freeRotation = new Vec3(1, 1, 1);
  /** Diagonal of the inverse mass; zero unless the body is dynamic. */
  readonly inverseMass = Vec3.zero();
  /** Zero unless the body is dynamic. */
  readonly inverseInertia = SymmetricMatrix.zero();
  /** Asleep, and so as good as static. */
  sleeps = false;
  /** Joints at the body, disabled ones too. */
  jointCount = 0;

  mass = 0;
  readonly moments = Vec3.zero();
  readonly principal = Quat.identity();
  gravityScale = 1;
  linearDamping = 0;
  angularDamping = 0;
  readonly force = Vec3.zero();
  readonly torque = Vec3.zero();
  readonly centered = new Centered();
  /** A kinematic body that is told where to be at the end of the step. */
  hasTarget = false;
  /** This step does not centre its velocities: assembly/island/uncentered.ts. */
  isUncentered = false;
  /** The last step left its velocities those of its pose; or half a substep behind. Neither: they are as they were given. */
  isSynchronous = false;
  isBehind = false;
  /** Of a kinematic body during the whole step. */
  readonly prescribedVelocity = Vec3.zero();
  readonly prescribedAngularVelocity = Vec3.zero();

  /** Where the body was when the step began. */
  private readonly startPosition = Vec3.zero();
  private readonly startOrientation = Quat.identity();
  private rotationLocked = false;
  /** By how many times the load of a joint in the last substep is too large for the body to answer to it as it is. */
  private overload = 0;
  /** Whether the body answers to torques otherwise than when contacts were prepared. */
  answerChanged = false;
  private readonly inertia = SymmetricMatrix.zero();
  /** About the centre of mass. */
  private readonly angularMomentum = Vec3.zero();
  /** Mean angular velocity that the substep would have without joints. */
  private readonly freeAngularVelocity = Vec3.zero();
  /** Joints were expected to turn it. */
  private settles = false;
  private readonly undampedAngularVelocity = Vec3.zero();

  get isDynamic(): boolean {
    return this.type === BodyType.Dynamic;
  }

  /** Nothing of its motion is locked. */
  get isFree(): boolean {
    const { x, y, z } = this.freeTranslation;
    return x * y * z > 0 && !this.rotationLocked;
  }

  get worldInertia(): SymmetricMatrix {
    return this.inertia;
  }

  /** 1 / mass, whatever is locked; zero unless the body is dynamic. */
  get reciprocalMass(): number {
    return this.isDynamic ? 1 / this.mass : 0;
  }

  get isFinite(): boolean {
    return this.position.isFinite && this.orientation.isFinite && this.velocity.isFinite && this.angularVelocity.isFinite;
  }

  /**
   * How fast a unit impulse along the world vector `arm` makes the body swing about the other end of the arm:
   * trace(-[r]× M [r]×) / (2 |r|), whatever is locked; zero unless the body is dynamic.
   */
  swing(arm: Vec3): number {
    const length = arm.length;
    if (!this.isDynamic || length <= LEAST_ARM) return 0;
    const { x, y, z } = this.orientation.times(this.principal).conjugate.rotate(arm);
    const { moments } = this;
    const trace = (y * y + z * z) / moments.x + (x * x + z * z) / moments.y + (x * x + y * y) / moments.z;
    return trace / (2 * length);
  }

  /** What forces do to the velocity in a second; nothing unless the body is dynamic. */
  acceleration(gravity: Vec3): Vec3 {
    return this.isDynamic ? gravity.times(this.gravityScale).plusTimes(this.force, 1 / this.mass) : Vec3.ZERO;
  }

  /** The same along the axes that are free. */
  freeAcceleration(gravity: Vec3): Vec3 {
    return this.acceleration(gravity).scaledBy(this.freeTranslation);
  }

  /** By how much the body has moved since the step began. */
  get displacement(): Vec3 {
    return this.position.minus(this.startPosition);
  }

  /** The same of its orientation. */
  get turn(): Quat {
    return this.orientation.times(this.startOrientation.conjugate);
  }

  /** By how much it has turned since the step began, as a rotation vector. */
  get rotation(): Vec3 {
    return this.turn.rotationVector;
  }

  /** By how much its turning since the step began has changed an arm of then. */
  turned(arm: Vec3): Vec3 {
    return this.turn.rotate(arm).minus(arm);
  }

  /** How fast a unit angular impulse turns the body, the mean of two axes across it at most; 0 for bodies that do not turn. */
  get turning(): number {
    const { x, y, z } = this.moments;
    return this.isDynamic ? (1 / x + 1 / y + 1 / z) / 2 : 0;
  }

  /** Notes how many times the load of a joint is too large (overload.kernel.ts has what follows from that). */
  noteOverload(ratio: number): void {
    if (!(ratio > 1)) return;
    this.overload = Math.max(this.overload, ratio);
    this.answerChanged = true;
  }

  /** Whether its velocities are half a substep behind its pose within a step, where those of some are. */
  get isCentered(): boolean {
    return this.isDynamic && !this.isUncentered;
  }
  /** Takes the velocities to half a substep before the poses, or from there to those of the poses again: see centered.ts. */
  recede({ duration: h, gravity }: Substep): void {
    // Whoever lands or lifts off goes on with the velocities of half a substep before, so that nothing is gained or lost.
    const recedes = this.isUncentered ? this.isSynchronous : !this.isBehind;
    if (this.isDynamic && recedes) this.move(this.centered.recede(this.motion, this.pull(gravity), h));
  }
  proceed({ duration: h, gravity }: Substep, before: number): void {
    if (this.isCentered) this.move(this.centered.proceed(this.motion, this.pull(gravity), h, before));
  }

  /** A step that centres it has to find out what joints and contacts do to it. */
  get begins(): boolean {
    return this.isCentered && !this.isBehind && !this.centered.begun;
  }

  /** At the end of a trial, given what the body was like before it: whether what acts on it lasts. */
  foresee({ duration: h, gravity }: Substep, start: Motion): boolean {
    return this.centered.foresee(this.motion, this.pull(gravity), start, Math.max(this.moments.x, this.moments.y, this.moments.z), h);
  }

  get motion(): Motion {
    return { velocity: this.velocity.times(1), momentum: this.angularMomentum.times(1) };
  }
  private move({ velocity, momentum }: Motion): void {
    this.velocity.assign(velocity.scaledBy(this.freeTranslation));
    this.angularMomentum.assign(momentum);
    this.angularVelocity.assign(this.inverseInertia.times(momentum));
  }
  private pull(gravity: Vec3): Pull {
    const { linearDamping, angularDamping, torque } = this;
    return { acceleration: this.freeAcceleration(gravity), linearDamping, torque, angularDamping };
  }

  /** To be called when a step starts and everything above is filled in. */
  startStep(): void {
    this.centered.startStep();
    this.startPosition.assign(this.position);
    this.startOrientation.assign(this.orientation);
    this.overload = 0;
    this.answerChanged = false;
    this.inverseMass.assign(Vec3.ZERO);
    this.inverseInertia.assign(SymmetricMatrix.zero());
    if (this.type === BodyType.Static) {
      this.velocity.assign(Vec3.ZERO);
      this.angularVelocity.assign(Vec3.ZERO);
    } else if (this.isDynamic) {
      const { x, y, z } = this.freeRotation;
      this.rotationLocked = x * y * z === 0;
      this.inverseMass.assign(this.freeTranslation.times(1 / this.mass));
      this.turnInertia();
      this.angularMomentum.assign(this.inertia.times(this.angularVelocity));
    }
  }

  /** External forces, and the mean angular velocity of the free motion. */
  startSubstep(substep: Substep): void {
    const { duration: h } = substep;
    if (this.type === BodyType.Kinematic) {
      this.velocity.assign(this.prescribedVelocity);
      this.angularVelocity.assign(cayleyRate(this.prescribedAngularVelocity, h));
    }
    if (!this.isDynamic) return;
    const { linearDamping, angularDamping } = this;
    const isCentered = substep.isCentered && this.isCentered;
    if (substep.isCentered) this.centered.noteStart(this.motion, substep.isFirst);
    const keep = (x: number) => (isCentered ? keepOf(x) : 1 / (1 + x));
    const pass = (x: number) => (isCentered ? passOf(x) : 1);
    const pull = this.acceleration(substep.gravity).times(h * pass(h * linearDamping));
    this.velocity.assign(
      this.velocity
        .times(keep(h * linearDamping))
        .plus(pull)
        .scaledBy(this.freeTranslation),
    );
    const part = 1 / Math.max(this.overload, 1);
    this.overload = 0;
    const kept = this.angularMomentum.times(part * keep(h * angularDamping));
    this.angularMomentum.assign(kept.plusTimes(this.torque, h * pass(h * angularDamping)));
    this.freeAngularVelocity.assign(this.meanAngularVelocity(substep));
    this.angularVelocity.assign(this.freeAngularVelocity);
    // What the load turns with the body resists its rotation, like a larger moment of inertia.
    if (part < 1) this.inverseInertia.assign(this.inverseInertia.scaled(part));
  }

  /** An impulse that joints are expected to give in this substep; to be followed by `turnAgain`. */
  expect(force: Vec3, torque: Vec3): void {
    this.velocity.assign(this.velocity.plus(force.scaledBy(this.inverseMass)));
    this.angularVelocity.assign(this.angularVelocity.plus(this.inverseInertia.times(torque)));
  }

  /** Turns as freely as with the momentum that impulses have given it: whether they have. */
  turnAgain(substep: Substep): boolean {
    const kick = this.angularVelocity.minus(this.freeAngularVelocity);
    if (kick.squaredLength === 0) return false;
    this.angularMomentum.assign(this.angularMomentum.plus(this.inertia.times(kick)));
    this.freeAngularVelocity.assign(this.meanAngularVelocity(substep));
    this.angularVelocity.assign(this.freeAngularVelocity);
    return true;
  }
  /**
   * For impacts: the angular velocity that belongs to the momentum of now, instead of the mean over the substep; only with it is the energy that of
   * the body.
   */
  turnAsNow(): void {
    const kick = this.angularVelocity.minus(this.freeAngularVelocity);
    this.freeAngularVelocity.assign(this.trueInverseInertia().times(this.angularMomentum));
    this.angularVelocity.assign(this.freeAngularVelocity.plus(kick));
  }
  /** After them. */
  turnStruck(substep: Substep): void {
    if (this.turnAgain(substep)) return;
    this.freeAngularVelocity.assign(this.meanAngularVelocity(substep));
    this.angularVelocity.assign(this.freeAngularVelocity);
  }
  /** The same for what joints were expected to give; then the body does so again at the end of the substep. */
  takeExpected(substep: Substep): void {
    this.settles = this.isDynamic && this.turnAgain(substep);
  }

  /** Moves the body by what the joints made of its velocities; to this orientation, where it is known. */
  finishSubstep(substep: Substep, orientation?: Quat): void {
    if (this.type === BodyType.Static) return;
    const { duration: h } = substep;
    if (this.settles) this.turnAgain(substep);
    this.settles = false;
    this.limitTurn(h);
    const kick = this.angularVelocity.minus(this.freeAngularVelocity);
    const now = this.angularVelocity.squaredLength;
    const isFar = this.isDynamic && now * h * h > FAR_TURN && kick.squaredLength > KICKED * now;
    const before = isFar ? this.trueInverseInertia() : this.inverseInertia;
    this.position.assign(this.position.plusTimes(this.velocity, h));
    const turned = orientation ?? cayley(this.angularVelocity.times(h)).times(this.orientation).normalized;
    if (this.type === BodyType.Kinematic) {
      this.orientation.assign(turned);
      return;
    }
    const implicit = substep.gyroscopic === Gyroscopic.Implicit;
    const momentum = this.angularMomentum.plus(this.inertia.times(kick));
    if (implicit) this.angularMomentum.assign(momentum);
    this.orientation.assign(
      implicit && !orientation && this.spinsBeyond(h)
        ? freelyTurned(this.orientation, this.principal, this.angularMomentum, this.moments, h)
        : turned,
    );
    this.noteFarTurn();
    if (!implicit) {
      this.turnInertia();
      this.angularMomentum.assign(this.inertia.times(this.angularVelocity));
      return;
    }
    const allowed = isFar ? momentum.dot(before.times(momentum)) : 0;
    this.turnInertia();
    this.angularVelocity.assign(this.inverseInertia.times(momentum));
    const energy = isFar ? momentum.dot(this.angularVelocity) : 0;
    // Of a body that turns far while joints or contacts push it, the momentum of the start would have another energy at the end.
    if (energy > allowed) {
      const keep = Math.sqrt(allowed / energy);
      this.angularMomentum.assign(momentum.times(keep));
      this.angularVelocity.assign(this.angularVelocity.times(keep));
    }
  }

  /** Notes whether contacts answer otherwise than at the start of the step. */
  private noteFarTurn(): void {
    const { x, y, z } = this.moments;
    const turned = Math.abs(this.turn.w) < TURNED;
    if (turned && Math.max(x, y, z) > SLENDER * Math.min(x, y, z)) this.answerChanged = true;
  }

  /** Whether joints and contacts have not seen the rotation of the substep: what they left of the momentum then turns the body exactly. */
  private spinsBeyond(h: number): boolean {
    return !this.rotationLocked && !isSpherical(this.moments) && h * h * this.freeAngularVelocity.squaredLength > FAR * FAR * 0.9999;
  }

  /** Joints that are asked for more than a substep can do, far from the centre of mass, do not spin a body up without end. */
  private limitTurn(h: number): void {
    if (!this.isDynamic) return;
    const most = Math.max(FASTEST_TURN / (h * h), this.freeAngularVelocity.squaredLength);
    const now = this.angularVelocity.squaredLength;
    if (now <= most) return;
    this.angularVelocity.assign(this.angularVelocity.times(Math.sqrt(most / now)));
    this.velocity.assign(this.velocity.times(Math.min(Math.sqrt(FASTEST / Math.max(this.velocity.squaredLength, 1e-300)), 1)));
  }

  /** Puts the body somewhere else within a step, as fast as that. */
  put({
    angularVelocity,
    orientation,
    position,
    velocity,
  }: Record<'angularVelocity' | 'position' | 'velocity', Vec3> & { orientation: Quat }): void {
    this.position.assign(position);
    this.orientation.assign(orientation);
    this.velocity.assign(velocity);
    this.angularVelocity.assign(angularVelocity);
    if (!this.isDynamic) return;
    this.turnInertia();
    this.angularMomentum.assign(this.inertia.times(angularVelocity));
  }

  /** The accelerations that gravity, forces, damping and its own rotation, M⁻¹ (f, τ - ω × I ω), give a dynamic body. */
  rates(gravity: Vec3): { velocity: Vec3; angularVelocity: Vec3 } {
    const { angularDamping, angularVelocity, inertia, linearDamping, velocity } = this;
    const momentum = inertia.times(angularVelocity);
    const torque = this.torque.minus(angularVelocity.cross(momentum)).plusTimes(momentum, -angularDamping);
    const pull = this.acceleration(gravity).plusTimes(velocity, -linearDamping);
    return { velocity: pull.scaledBy(this.freeTranslation), angularVelocity: this.inverseInertia.times(torque) };
  }

  startDamping(): void {
    this.undampedAngularVelocity.assign(this.angularVelocity);
  }

  /** Brings the angular momentum after what contacts and joint damping did. */
  finishDamping(): void {
    if (!this.isDynamic) return;
    const change = this.angularVelocity.minus(this.undampedAngularVelocity);
    this.angularMomentum.assign(this.angularMomentum.plus(this.inertia.times(change)));
  }

  private meanAngularVelocity(substep: Substep): Vec3 {
    if (this.rotationLocked) return this.inverseInertia.times(this.angularMomentum);
    switch (substep.gyroscopic) {
      case Gyroscopic.Implicit:
        return freeAngularVelocity(this.orientation, this.principal, this.angularMomentum, this.moments, substep.duration);
      case Gyroscopic.Explicit: {
        const angularVelocity = this.inverseInertia.times(this.angularMomentum);
        const torque = this.inertia.times(angularVelocity).cross(angularVelocity);
        return angularVelocity.plusTimes(this.inverseInertia.times(torque), substep.duration);
      }
      default:
        return this.inverseInertia.times(this.angularMomentum);
    }
  }

  private trueInverseInertia(): SymmetricMatrix {
    const { x, y, z } = this.moments;
    const axes = this.orientation.times(this.principal);
    const inverse = SymmetricMatrix.alongAxes(axes, new Vec3(1 / x, 1 / y, 1 / z));
    return this.rotationLocked ? inverse.withoutAxes(this.freeRotation) : inverse;
  }

  /** World inertia and its inverse at the present orientation. */
  private turnInertia(): void {
    const axes = this.orientation.times(this.principal);
    this.inertia.assign(SymmetricMatrix.alongAxes(axes, this.moments));
    this.inverseInertia.assign(this.trueInverseInertia());
  }
}
