import type { Body } from '../body/body.ts';
import { ConeEquation, RotationalEquation } from '../equation/other-equations.ts';
import { Vec3 } from '../math/vec3.ts';
import { PointToPointConstraint } from './point-to-point.ts';

export type ConeTwistConstraintOptions = ConstructorParameters<typeof ConeTwistConstraint>[2];

/** Holds a point of one body to a point of another, an axis within a cone about another, and bounds the twist about it. */
export class ConeTwistConstraint extends PointToPointConstraint {
  declare axisA: Vec3;
  declare axisB: Vec3;
  /** Half angle of the cone, rad. */
  declare angle: number;
  /** Maximum twist to either side, rad. */
  declare twistAngle: number;
  declare coneEquation: ConeEquation;
  declare twistEquation: RotationalEquation;

  constructor(
    bodyA: Body,
    bodyB: Body,
    options?: {
      pivotA?: Vec3;
      pivotB?: Vec3;
      axisA?: Vec3;
      axisB?: Vec3;
      angle?: number;
      twistAngle?: number;
      maxForce?: number;
      collideConnected?: boolean;
    },
  ) {
    const maxForce = options?.maxForce ?? 1e6;
    super(bodyA, options?.pivotA, bodyB, options?.pivotB, maxForce);
    this.axisA = options?.axisA ? options.axisA.clone() : new Vec3();
    this.axisB = options?.axisB ? options.axisB.clone() : new Vec3();
    this.collideConnected = Boolean(options?.collideConnected);
    this.angle = options?.angle ?? 0;
    this.twistAngle = options?.twistAngle ?? 0;
    this.coneEquation = new ConeEquation(bodyA, bodyB, { maxForce });
    this.twistEquation = new RotationalEquation(bodyA, bodyB, { maxForce });
    for (const equation of [this.coneEquation, this.twistEquation]) {
      equation.maxForce = 0; // they only push back
      equation.minForce = -maxForce;
    }
    this.equations.push(this.coneEquation, this.twistEquation);
  }

  override update(): void {
    super.update();
    const { bodyA, bodyB, coneEquation, twistEquation } = this;
    bodyA.vectorToWorldFrame(this.axisA, coneEquation.axisA);
    bodyB.vectorToWorldFrame(this.axisB, coneEquation.axisB);
    this.axisA.tangents(twistEquation.axisA, twistEquation.axisA);
    bodyA.vectorToWorldFrame(twistEquation.axisA, twistEquation.axisA);
    this.axisB.tangents(twistEquation.axisB, twistEquation.axisB);
    bodyB.vectorToWorldFrame(twistEquation.axisB, twistEquation.axisB);
    coneEquation.angle = this.angle;
    twistEquation.maxAngle = this.twistAngle;
  }
}
