import type { Body } from '../body/body.ts';
import { Vec3 } from '../math/vec3.ts';
import { unsupported } from '../unsupported.ts';
import { Equation } from './equation.ts';

/** A point where two bodies meet. */
export class ContactEquation extends Equation {
  declare restitution: number;
  /** From the centres of the bodies to the contact, along the world's axes. */
  declare ri: Vec3;
  declare rj: Vec3;
  /** Unit vector from bi to bj. */
  declare ni: Vec3;
  /** @internal Speed at which the surfaces met, where the engine reported it; else the present one. */
  declare impactSpeed?: number;

  constructor(bodyA: Body, bodyB: Body, maxForce?: number) {
    super(bodyA, bodyB, 0, maxForce ?? 1e6);
    this.restitution = 0;
    this.ri = new Vec3();
    this.rj = new Vec3();
    this.ni = new Vec3();
  }

  override computeB(_h: number): number {
    return unsupported('ContactEquation.computeB', 'world.contacts report where bodies meet');
  }
  /** Speed at which the bodies approach each other, positive while they do. */
  getImpactVelocityAlongNormal(): number {
    if (this.impactSpeed !== undefined) return this.impactSpeed;
    const { bi, bj, ri, rj, ni } = this;
    const [a, b] = [
      bi.getVelocityAtWorldPoint(ri.vadd(bi.position), new Vec3()),
      bj.getVelocityAtWorldPoint(rj.vadd(bj.position), new Vec3()),
    ];
    return ni.dot(a.vsub(b));
  }
}
