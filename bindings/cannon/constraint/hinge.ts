import type { Body } from '../body/body.ts';
import { RotationalEquation, RotationalMotorEquation } from '../equation/other-equations.ts';
import { Vec3 } from '../math/vec3.ts';
import { setMaxForce } from './constraint.ts';
import { PointToPointConstraint } from './point-to-point.ts';

export type HingeConstraintOptions = ConstructorParameters<typeof HingeConstraint>[2];

/** Holds a point and an axis of one body to those of another. */
export class HingeConstraint extends PointToPointConstraint {
  declare axisA: Vec3;
  declare axisB: Vec3;
  declare rotationalEquation1: RotationalEquation;
  declare rotationalEquation2: RotationalEquation;
  declare motorEquation: RotationalMotorEquation;

  constructor(
    bodyA: Body,
    bodyB: Body,
    options?: { pivotA?: Vec3; pivotB?: Vec3; axisA?: Vec3; axisB?: Vec3; collideConnected?: boolean; maxForce?: number },
  ) {
    const maxForce = options?.maxForce ?? 1e6;
    super(bodyA, options?.pivotA, bodyB, options?.pivotB, maxForce);
    this.axisA = unit(options?.axisA);
    this.axisB = unit(options?.axisB);
    this.collideConnected = Boolean(options?.collideConnected);
    this.rotationalEquation1 = new RotationalEquation(bodyA, bodyB, { maxForce });
    this.rotationalEquation2 = new RotationalEquation(bodyA, bodyB, { maxForce });
    this.motorEquation = new RotationalMotorEquation(bodyA, bodyB, maxForce);
    this.motorEquation.enabled = false;
    this.equations.push(this.rotationalEquation1, this.rotationalEquation2, this.motorEquation);
  }

  enableMotor(): void {
    this.motorEquation.enabled = true;
  }
  disableMotor(): void {
    this.motorEquation.enabled = false;
  }
  /** rad/s at which body A turns against body B, right-handed about the axis. */
  setMotorSpeed(speed: number): void {
    this.motorEquation.targetVelocity = speed;
  }
  setMotorMaxForce(maxForce: number): void {
    setMaxForce(this.motorEquation, maxForce);
  }
  override update(): void {
    super.update();
    const { bodyA, bodyB, motorEquation } = this;
    const [a, b] = [bodyA.quaternion.vmult(this.axisA), bodyB.quaternion.vmult(this.axisB)];
    this.axisA.tangents(this.rotationalEquation1.axisA, this.rotationalEquation2.axisA);
    for (const { axisA, axisB } of [this.rotationalEquation1, this.rotationalEquation2]) {
      bodyA.quaternion.vmult(axisA, axisA);
      axisB.copy(b);
    }
    if (!motorEquation.enabled) return;
    motorEquation.axisA.copy(a);
    motorEquation.axisB.copy(b);
  }
}

function unit(axis: Vec3 | undefined): Vec3 {
  const found = axis ? axis.clone() : new Vec3(1, 0, 0);
  found.normalize();
  return found;
}
