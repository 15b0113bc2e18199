import { sineAndCosine } from '../../core/trigonometry.ts';
import { Body } from '../body/body.ts';
import { HingeConstraint } from '../constraint/index.ts';
import { Vec3 } from '../math/vec3.ts';
import { Box, Sphere } from '../shape/index.ts';
import type { World } from '../world/world.ts';

export type RigidVehicleOptions = ConstructorParameters<typeof RigidVehicle>[0];

/** A chassis with wheels on hinges. */
export class RigidVehicle {
  declare wheelBodies: Body[];
  declare coordinateSystem: Vec3;
  declare chassisBody: Body;
  constraints: (HingeConstraint & { motorTargetVelocity?: number })[];
  declare wheelAxes: Vec3[];
  declare wheelForces: number[];
  readonly #preStep = () => this._update();

  constructor(options?: { coordinateSystem?: Vec3; chassisBody?: Body }) {
    this.wheelBodies = [];
    this.coordinateSystem = options?.coordinateSystem ? options.coordinateSystem.clone() : new Vec3(1, 2, 3);
    this.chassisBody = options?.chassisBody ?? new Body({ mass: 1, shape: new Box(new Vec3(5, 0.5, 2)) });
    this.constraints = [];
    this.wheelAxes = [];
    this.wheelForces = [];
  }

  /** Adds a wheel, a ball of 1.2 m unless given; returns its number. */
  addWheel(options?: { body?: Body; position?: Vec3; axis?: Vec3; direction?: Vec3 }): number {
    const body = options?.body ?? new Body({ mass: 1, shape: new Sphere(1.2) });
    const pivotA = options?.position ? options.position.clone() : new Vec3();
    const axis = options?.axis ? options.axis.clone() : new Vec3(0, 0, 1);
    body.position.copy(this.chassisBody.pointToWorldFrame(pivotA));
    this.wheelAxes.push(axis);
    this.wheelForces.push(0);
    this.constraints.push(
      new HingeConstraint(this.chassisBody, body, { pivotA, axisA: axis, pivotB: new Vec3(), axisB: axis, collideConnected: false }),
    );
    return this.wheelBodies.push(body) - 1;
  }
  /** rad about the chassis' y axis. */
  setSteeringValue(value: number, wheelIndex: number): void {
    const { x, z } = this.wheelAxes[wheelIndex];
    const { sine, cosine } = sineAndCosine(value);
    this.constraints[wheelIndex].axisA.set(-cosine * x + sine * z, 0, sine * x + cosine * z);
  }
  setMotorSpeed(value: number, wheelIndex: number): void {
    const hinge = this.constraints[wheelIndex];
    hinge.enableMotor();
    hinge.setMotorSpeed(value);
    hinge.motorTargetVelocity = value;
  }
  disableMotor(wheelIndex: number): void {
    this.constraints[wheelIndex].disableMotor();
  }
  /** N m that act on a wheel about its axle in each step. */
  setWheelForce(value: number, wheelIndex: number): void {
    this.wheelForces[wheelIndex] = value;
  }
  applyWheelForce(value: number, wheelIndex: number): void {
    const { torque, quaternion } = this.wheelBodies[wheelIndex];
    torque.vadd(quaternion.vmult(this.wheelAxes[wheelIndex].scale(value)), torque);
  }
  addToWorld(world: World): void {
    for (const body of [this.chassisBody, ...this.wheelBodies]) world.addBody(body);
    for (const constraint of this.constraints) world.addConstraint(constraint);
    world.addEventListener('preStep', this.#preStep);
  }
  private _update(): void {
    for (const [index, force] of this.wheelForces.entries()) this.applyWheelForce(force, index);
  }
  removeFromWorld(world: World): void {
    for (const constraint of this.constraints) world.removeConstraint(constraint);
    for (const body of [this.chassisBody, ...this.wheelBodies]) world.removeBody(body);
    world.removeEventListener('preStep', this.#preStep);
  }
  /** rad/s about the axle. */
  getWheelSpeed(wheelIndex: number): number {
    const { angularVelocity } = this.wheelBodies[wheelIndex];
    return angularVelocity.dot(this.chassisBody.vectorToWorldFrame(this.wheelAxes[wheelIndex]));
  }
}
