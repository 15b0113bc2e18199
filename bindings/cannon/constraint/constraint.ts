import type { Body } from '../body/body.ts';
import type { Equation } from '../equation/equation.ts';
import { unsupported } from '../unsupported.ts';

export type ConstraintOptions = ConstructorParameters<typeof Constraint>[2];

/** What all constraints have. Worlds take those that are exported here. */
export class Constraint {
  declare static idCounter: number;
  declare equations: Equation[];
  declare bodyA: Body;
  declare bodyB: Body;
  declare id: number;
  /** Whether the two bodies collide with each other. */
  declare collideConnected: boolean;

  constructor(bodyA: Body, bodyB: Body, options?: { collideConnected?: boolean; wakeUpBodies?: boolean }) {
    this.equations = [];
    this.bodyA = bodyA;
    this.bodyB = bodyB;
    this.id = Constraint.idCounter++;
    this.collideConnected = options?.collideConnected ?? true;
    if (options?.wakeUpBodies ?? true) for (const body of [bodyA, bodyB]) body?.wakeUp();
  }

  update(): void {
    unsupported('Constraint.update', 'use one of the constraints that extend Constraint');
  }
  enable(): void {
    for (const equation of this.equations) equation.enabled = true;
  }
  disable(): void {
    for (const equation of this.equations) equation.enabled = false;
  }
}
Constraint.idCounter = 0;

/** Bounds of the force of an equation. */
export function setMaxForce(equation: Equation, maxForce: number): void {
  equation.maxForce = maxForce;
  equation.minForce = -maxForce;
}
