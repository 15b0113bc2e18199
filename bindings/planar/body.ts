import { boolean, finite, positive } from '../core/arguments.ts';
import { finish, refuseReadOnly, refuseUnknown } from '../core/assignments.ts';
import { describeHandle, printPlainly } from '../core/plain.ts';
import { angleOfPoint, sineAndCosine } from '../core/trigonometry.ts';
import type { Body, BodyTypeName } from '../index.ts';
import { type MassProperties2D, massChanges } from './mass.ts';
import { inSpace, requireShape2D, type Shape2D, shapeOfSolid, type Vec2, type Vec2Like, vector2 } from './shapes.ts';

/**
 * A body of a plane: x, y and one angle. `body` is the three-dimensional body behind it, which has all other properties. Every member but
 * `alive` throws `removed-handle` once the body has been removed.
 */
export class Body2D {
  readonly body: Body;

  /** @internal */
  constructor(body: Body) {
    this.body = body;
    finish(this);
  }

  /**
   * The shape; null if the body has none, or one that is not of the plane. Setting it ends the contacts of the old one. Mass, inertia and
   * centre of mass stay: `setMassProperties({ density })` computes them from the new shape. Throws like `Body.shape`.
   */
  get shape(): Shape2D | null {
    return shapeOfSolid(this.body.shape);
  }
  set shape(value: Shape2D | null) {
    this.body.shape = value === null ? null : requireShape2D(value).solid;
  }
  /** Whether the body moves freely, is moved by hand, or not at all. */
  get type(): BodyTypeName {
    return this.body.type;
  }
  set type(value: BodyTypeName) {
    this.body.type = value;
  }
  /** Position of the body's origin, m. */
  get position(): Readonly<Vec2> {
    return inPlane(this.body.position);
  }
  set position(value: Vec2Like) {
    this.body.position = inSpace(vector2(value, 'position'));
  }
  /** Angle, rad, counter-clockwise, from -π to π. */
  get angle(): number {
    const { 2: z, 3: w } = this.body.orientation;
    return 2 * angleOfPoint(w < 0 ? -z : z, Math.abs(w));
  }
  set angle(value: number) {
    this.body.orientation = turnedBy(finite(value, 'angle'));
  }
  /** Centre of mass in the world, m. */
  get centerOfMass(): Readonly<Vec2> {
    return inPlane(this.body.centerOfMass);
  }
  /** Velocity of the centre of mass, m/s. */
  get linearVelocity(): Readonly<Vec2> {
    return inPlane(this.body.linearVelocity);
  }
  set linearVelocity(value: Vec2Like) {
    this.body.linearVelocity = inSpace(vector2(value, 'linearVelocity'));
  }
  /** Angular velocity, rad/s. */
  get angularVelocity(): number {
    return this.body.angularVelocity[2];
  }
  set angularVelocity(value: number) {
    this.body.angularVelocity = [0, 0, finite(value, 'angularVelocity')];
  }
  /** Mass, kg. Setting it scales the inertia by the same factor. */
  get mass(): number {
    return this.body.mass;
  }
  set mass(value: number) {
    this.body.mass = value;
  }
  /** Moment of inertia about the centre of mass, kg m². */
  get inertia(): number {
    return this.body.inertia[2];
  }
  set inertia(value: number) {
    const moment = positive(value, 'inertia');
    this.body.inertia = [moment, moment, moment];
  }
  /**
   * Changes mass, inertia and centre of mass together. Omitted values stay, with the inertia scaled by the mass; with a `density` they follow
   * from the shape, as in `addBody`. Throws `invalid-argument`.
   */
  setMassProperties(given: MassProperties2D): void {
    this.body.setMassProperties(massChanges(() => this.shape, given));
  }
  /** Whether the body cannot turn. Setting it to true stops its rotation. */
  get lockRotation(): boolean {
    return this.body.lockRotation[2];
  }
  set lockRotation(value: boolean) {
    this.body.lockRotation = [true, true, boolean(value, 'lockRotation')];
  }
  /** Whether the body is still in its world. */
  get alive(): boolean {
    return this.body.alive;
  }

  /** Velocity of the point of the body that is now at a world point, m/s. */
  velocityAt(point: Vec2Like): Vec2 {
    return inPlane(this.body.velocityAt(inSpace(vector2(point, 'point'))));
  }
  /** World position of a point given in the body's frame. */
  worldPoint(local: Vec2Like): Vec2 {
    return inPlane(this.body.worldPoint(inSpace(vector2(local, 'local'))));
  }
  /** Coordinates of a world point in the body's frame. */
  localPoint(point: Vec2Like): Vec2 {
    return inPlane(this.body.localPoint(inSpace(vector2(point, 'point'))));
  }

  /** Adds a force for the next step, N, at a world point, or at the centre of mass. */
  applyForce(force: Vec2Like, point?: Vec2Like): void {
    this.body.applyForce(inSpace(vector2(force, 'force')), point === undefined ? undefined : inSpace(vector2(point, 'point')));
  }
  /** Adds a torque for the next step, N m, counter-clockwise. */
  applyTorque(torque: number): void {
    this.body.applyTorque([0, 0, finite(torque, 'torque')]);
  }
  /** Applies an impulse, N s, at a world point or at the centre of mass, which changes the velocities at once. */
  applyImpulse(impulse: Vec2Like, point?: Vec2Like): void {
    this.body.applyImpulse(inSpace(vector2(impulse, 'impulse')), point === undefined ? undefined : inSpace(vector2(point, 'point')));
  }
  /** Applies an angular impulse, N m s, counter-clockwise, which changes the angular velocity at once. */
  applyAngularImpulse(impulse: number): void {
    this.body.applyAngularImpulse([0, 0, finite(impulse, 'impulse')]);
  }
  /** Moves a kinematic body: at the end of the next step its origin is there, and it has this angle, or the one that it has. */
  moveTo(position: Vec2Like, angle?: number): void {
    this.body.moveTo(inSpace(vector2(position, 'position')), angle === undefined ? undefined : turnedBy(finite(angle, 'angle')));
  }
  /** Sum of the forces of all contacts on the body, including friction, averaged over the last step, N. */
  contactForce(): Vec2 {
    return inPlane(this.body.contactForce());
  }

  /** A summary of pose, motion and mass for JSON and for people; of a removed body only its slot. */
  toJSON(): object {
    return describeHandle({ index: this.body.index }, () => {
      const { type, position, angle, linearVelocity, angularVelocity, mass } = this;
      return { type, shape: this.body.shape?.type ?? null, position, angle, linearVelocity, angularVelocity, mass };
    });
  }
}

/** Orientation of what is turned counter-clockwise by an angle, rad. */
export function turnedBy(angle: number): [number, number, number, number] {
  const { sine, cosine } = sineAndCosine(angle / 2);
  return [0, 0, sine, cosine];
}

function inPlane([x, y]: readonly [number, number, number]): Vec2 {
  return [x, y];
}

refuseUnknown(Body2D, {
  what: 'A body of the plane',
  own: "its property 'body', the three-dimensional body, has the others.",
  advice: {
    velocity: 'set linearVelocity, m/s, or angularVelocity, rad/s.',
    rotation: 'set angle, rad.',
    orientation: 'set angle, rad.',
    density: 'call setMassProperties, as in body.setMassProperties({ density: 600 }).',
    fixedRotation: 'set lockRotation.',
  },
});
printPlainly(Body2D);
refuseReadOnly(Body2D, 'a body of the plane', { centerOfMass: 'set position, or call setMassProperties.' });
