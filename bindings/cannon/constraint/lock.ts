import type { Body } from '../body/body.ts';
import { RotationalEquation, type RotationalMotorEquation } from '../equation/other-equations.ts';
import { Vec3 } from '../math/vec3.ts';
import { PointToPointConstraint } from './point-to-point.ts';

export type LockConstraintOptions = ConstructorParameters<typeof LockConstraint>[2];

/** Holds two bodies as they are to each other when it is made. */
export class LockConstraint extends PointToPointConstraint {
  declare xA: Vec3;
  declare xB: Vec3;
  declare yA: Vec3;
  declare yB: Vec3;
  declare zA: Vec3;
  declare zB: Vec3;
  declare rotationalEquation1: RotationalEquation;
  declare rotationalEquation2: RotationalEquation;
  declare rotationalEquation3: RotationalEquation;
  declare motorEquation?: RotationalMotorEquation;

  constructor(bodyA: Body, bodyB: Body, options?: { maxForce?: number }) {
    const maxForce = options?.maxForce ?? 1e6;
    const middle = bodyA.position.vadd(bodyB.position).scale(0.5);
    super(bodyA, bodyA.pointToLocalFrame(middle), bodyB, bodyB.pointToLocalFrame(middle), maxForce);
    [this.xA, this.yA, this.zA] = [Vec3.UNIT_X, Vec3.UNIT_Y, Vec3.UNIT_Z].map((axis) => bodyA.vectorToLocalFrame(axis));
    [this.xB, this.yB, this.zB] = [Vec3.UNIT_X, Vec3.UNIT_Y, Vec3.UNIT_Z].map((axis) => bodyB.vectorToLocalFrame(axis));
    this.rotationalEquation1 = new RotationalEquation(bodyA, bodyB, { maxForce });
    this.rotationalEquation2 = new RotationalEquation(bodyA, bodyB, { maxForce });
    this.rotationalEquation3 = new RotationalEquation(bodyA, bodyB, { maxForce });
    this.equations.push(this.rotationalEquation1, this.rotationalEquation2, this.rotationalEquation3);
  }

  override update(): void {
    super.update();
    const { bodyA, bodyB } = this;
    bodyA.vectorToWorldFrame(this.xA, this.rotationalEquation1.axisA);
    bodyB.vectorToWorldFrame(this.yB, this.rotationalEquation1.axisB);
    bodyA.vectorToWorldFrame(this.yA, this.rotationalEquation2.axisA);
    bodyB.vectorToWorldFrame(this.zB, this.rotationalEquation2.axisB);
    bodyA.vectorToWorldFrame(this.zA, this.rotationalEquation3.axisA);
    bodyB.vectorToWorldFrame(this.xB, this.rotationalEquation3.axisB);
  }
}
