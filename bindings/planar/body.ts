import { finite } from '../core/arguments.ts';
import { angleOfPoint, sineAndCosine } from '../core/trigonometry.ts';
import type { Body } from '../index.ts';
import { type Shape2D, type Vec2, type Vec2Like, vector2 } from './shapes.ts';

/** A body of a plane: x, y and one angle. `body` is the three-dimensional body behind it. */
export class Body2D {
  /** @internal */
  constructor(
    readonly body: Body,
    readonly shape: Shape2D | null,
  ) {}

  /** Position of the body's origin, m. */
  get position(): Readonly<Vec2> {
    const [x, y] = this.body.position;
    return [x, y];
  }
  set position(value: Vec2Like) {
    const [x, y] = vector2(value, 'position');
    this.body.position = [x, y, 0];
  }
  /** Angle, rad, counter-clockwise, from -π to π. */
  get angle(): number {
    const { 2: z, 3: w } = this.body.orientation;
    return 2 * angleOfPoint(w < 0 ? -z : z, Math.abs(w));
  }
  set angle(value: number) {
    this.body.orientation = turnedBy(finite(value, 'angle'));
  }
  /** Velocity of the centre of mass, m/s. */
  get linearVelocity(): Readonly<Vec2> {
    const [x, y] = this.body.linearVelocity;
    return [x, y];
  }
  set linearVelocity(value: Vec2Like) {
    const [x, y] = vector2(value, 'linearVelocity');
    this.body.linearVelocity = [x, y, 0];
  }
  /** Angular velocity, rad/s. */
  get angularVelocity(): number {
    return this.body.angularVelocity[2];
  }
  set angularVelocity(value: number) {
    this.body.angularVelocity = [0, 0, finite(value, 'angularVelocity')];
  }
  /** Mass, kg. */
  get mass(): number {
    return this.body.mass;
  }
  /** Moment of inertia about the centre of mass, kg m². */
  get inertia(): number {
    return this.body.inertia[2];
  }
  /** Whether the body is still in its world. */
  get alive(): boolean {
    return this.body.alive;
  }

  /** Adds a force for the next step, N, at a world point, or at the centre of mass. */
  applyForce(force: Vec2Like, point?: Vec2Like): void {
    const [x, y] = vector2(force, 'force');
    if (point === undefined) this.body.applyForce([x, y, 0]);
    else this.body.applyForce([x, y, 0], inSpace(vector2(point, 'point')));
  }
  /** Adds a torque for the next step, N m, counter-clockwise. */
  applyTorque(torque: number): void {
    this.body.applyTorque([0, 0, finite(torque, 'torque')]);
  }
  /** Applies an impulse, N s, at a world point or at the centre of mass, which changes the velocities at once. */
  applyImpulse(impulse: Vec2Like, point?: Vec2Like): void {
    const [x, y] = vector2(impulse, 'impulse');
    if (point === undefined) this.body.applyImpulse([x, y, 0]);
    else this.body.applyImpulse([x, y, 0], inSpace(vector2(point, 'point')));
  }
}

/** Orientation of what is turned counter-clockwise by an angle, rad. */
export function turnedBy(angle: number): [number, number, number, number] {
  const { sine, cosine } = sineAndCosine(angle / 2);
  return [0, 0, sine, cosine];
}

export function inSpace([x, y]: Vec2): [number, number, number] {
  return [x, y, 0];
}
