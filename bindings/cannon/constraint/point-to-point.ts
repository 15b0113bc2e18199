import type { Body } from '../body/body.ts';
import { ContactEquation } from '../equation/contact-equation.ts';
import { Vec3 } from '../math/vec3.ts';
import { Constraint, setMaxForce } from './constraint.ts';

/** Holds a point of one body to a point of another. */
export class PointToPointConstraint extends Constraint {
  declare pivotA: Vec3;
  declare pivotB: Vec3;
  declare equationX: ContactEquation;
  declare equationY: ContactEquation;
  declare equationZ: ContactEquation;

  constructor(bodyA: Body, pivotA: Vec3 | undefined, bodyB: Body, pivotB?: Vec3, maxForce?: number) {
    super(bodyA, bodyB);
    this.pivotA = pivotA ? pivotA.clone() : new Vec3();
    this.pivotB = pivotB ? pivotB.clone() : new Vec3();
    const equations = [Vec3.UNIT_X, Vec3.UNIT_Y, Vec3.UNIT_Z].map((axis) => {
      const equation = new ContactEquation(bodyA, bodyB);
      equation.ni.copy(axis);
      setMaxForce(equation, maxForce ?? 1e6);
      return equation;
    });
    [this.equationX, this.equationY, this.equationZ] = equations;
    this.equations.push(...equations);
  }

  override update(): void {
    for (const { ri, rj } of [this.equationX, this.equationY, this.equationZ]) {
      this.bodyA.quaternion.vmult(this.pivotA, ri);
      this.bodyB.quaternion.vmult(this.pivotB, rj);
    }
  }
}
