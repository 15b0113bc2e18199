import type { Body } from '../body/body.ts';
import { JacobianElement } from '../math/jacobian-element.ts';
import type { Shape } from '../shape/shape.ts';
import { unsupported } from '../unsupported.ts';

const SOLVED = 'the engine solves constraints by rows of its own; constraint.equations hold bounds of forces and whether they act';

/** A constraint's bounds, by which names reach them. What is solved are not these but the joints and contacts of the engine. */
export class Equation {
  declare static idCounter: number;
  declare id: number;
  declare minForce: number;
  declare maxForce: number;
  declare bi: Body;
  declare bj: Body;
  declare si: Shape;
  declare sj: Shape;
  declare a: number;
  declare b: number;
  declare eps: number;
  declare jacobianElementA: JacobianElement;
  declare jacobianElementB: JacobianElement;
  declare enabled: boolean;
  declare multiplier: number;

  constructor(bi: Body, bj: Body, minForce?: number, maxForce?: number) {
    this.id = Equation.idCounter++;
    this.minForce = minForce ?? -1e6;
    this.maxForce = maxForce ?? 1e6;
    this.bi = bi;
    this.bj = bj;
    this.a = 0;
    this.b = 0;
    this.eps = 0;
    this.jacobianElementA = new JacobianElement();
    this.jacobianElementB = new JacobianElement();
    this.enabled = true;
    this.multiplier = 0;
    this.setSpookParams(1e7, 4, 1 / 60);
  }

  /** Sets `a`, `b` and `eps`, which are read by nobody. */
  setSpookParams(stiffness: number, relaxation: number, timeStep: number): void {
    const [d, k, h] = [relaxation, stiffness, timeStep];
    this.a = 4 / (h * (1 + 4 * d));
    this.b = (4 * d) / (1 + 4 * d);
    this.eps = 4 / (h * h * k * (1 + 4 * d));
  }
  computeB(_a: number, _b: number, _h: number): number {
    return unsupported('Equation.computeB', SOLVED);
  }
  computeGq(): number {
    return unsupported('Equation.computeGq', SOLVED);
  }
  /** Rate of the constraint at the bodies' velocities. */
  computeGW(): number {
    const { bi, bj } = this;
    return (
      this.jacobianElementA.multiplyVectors(bi.velocity, bi.angularVelocity) +
      this.jacobianElementB.multiplyVectors(bj.velocity, bj.angularVelocity)
    );
  }
  computeGWlambda(): number {
    return unsupported('Equation.computeGWlambda', SOLVED);
  }
  computeGiMf(): number {
    return unsupported('Equation.computeGiMf', SOLVED);
  }
  computeGiMGt(): number {
    return unsupported('Equation.computeGiMGt', SOLVED);
  }
  addToWlambda(_deltalambda: number): void {
    unsupported('Equation.addToWlambda', SOLVED);
  }
  computeC(): number {
    return unsupported('Equation.computeC', SOLVED);
  }
}
Equation.idCounter = 0;
