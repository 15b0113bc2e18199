import type { Body } from '../body/body.ts';
import { ContactEquation } from '../equation/contact-equation.ts';
import { Constraint, setMaxForce } from './constraint.ts';

/** Keeps the distance of the centres of two bodies; what it is when it is made, unless given. */
export class DistanceConstraint extends Constraint {
  declare distance: number;
  declare distanceEquation: ContactEquation;

  constructor(bodyA: Body, bodyB: Body, distance?: number, maxForce?: number) {
    super(bodyA, bodyB);
    this.distance = distance ?? bodyA.position.distanceTo(bodyB.position);
    this.distanceEquation = new ContactEquation(bodyA, bodyB);
    this.equations.push(this.distanceEquation);
    setMaxForce(this.distanceEquation, maxForce ?? 1e6);
  }

  override update(): void {
    const { ni, ri, rj } = this.distanceEquation;
    this.bodyB.position.vsub(this.bodyA.position, ni);
    ni.normalize();
    ni.scale(this.distance / 2, ri);
    ni.scale(-this.distance / 2, rj);
  }
}
