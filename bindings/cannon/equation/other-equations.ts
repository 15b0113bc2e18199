import type { Body } from '../body/body.ts';
import { Vec3 } from '../math/vec3.ts';
import { unsupported } from '../unsupported.ts';
import { Equation } from './equation.ts';

export type ConeEquationOptions = ConstructorParameters<typeof ConeEquation>[2];
export type RotationalEquationOptions = ConstructorParameters<typeof RotationalEquation>[2];

const SOLVED = 'the engine solves constraints by rows of its own';

/** Friction between two bodies. Worlds keep none: the engine's contacts have friction. */
export class FrictionEquation extends Equation {
  declare ri: Vec3;
  declare rj: Vec3;
  declare t: Vec3;

  constructor(bodyA: Body, bodyB: Body, slipForce: number) {
    super(bodyA, bodyB, -slipForce, slipForce);
    this.ri = new Vec3();
    this.rj = new Vec3();
    this.t = new Vec3();
  }

  override computeB(_h: number): number {
    return unsupported('FrictionEquation.computeB', SOLVED);
  }
}

/** Bounds the angle between two axes, one of each body. */
export class RotationalEquation extends Equation {
  declare axisA: Vec3;
  declare axisB: Vec3;
  declare maxAngle: number;

  constructor(bodyA: Body, bodyB: Body, options?: { axisA?: Vec3; axisB?: Vec3; maxAngle?: number; maxForce?: number }) {
    const maxForce = options?.maxForce ?? 1e6;
    super(bodyA, bodyB, -maxForce, maxForce);
    this.axisA = options?.axisA ? options.axisA.clone() : new Vec3(1, 0, 0);
    this.axisB = options?.axisB ? options.axisB.clone() : new Vec3(0, 1, 0);
    this.maxAngle = Math.PI / 2;
  }

  override computeB(_h: number): number {
    return unsupported('RotationalEquation.computeB', SOLVED);
  }
}

/** Holds the speed at which one body turns against another. */
export class RotationalMotorEquation extends Equation {
  declare axisA: Vec3;
  declare axisB: Vec3;
  declare targetVelocity: number;

  constructor(bodyA: Body, bodyB: Body, maxForce?: number) {
    const most = maxForce ?? 1e6;
    super(bodyA, bodyB, -most, most);
    this.axisA = new Vec3();
    this.axisB = new Vec3();
    this.targetVelocity = 0;
  }

  override computeB(_h: number): number {
    return unsupported('RotationalMotorEquation.computeB', SOLVED);
  }
}

/** Bounds the swing of an axis. */
export class ConeEquation extends Equation {
  declare axisA: Vec3;
  declare axisB: Vec3;
  declare angle: number;

  constructor(bodyA: Body, bodyB: Body, options?: { maxForce?: number; axisA?: Vec3; axisB?: Vec3; angle?: number }) {
    const maxForce = options?.maxForce ?? 1e6;
    super(bodyA, bodyB, -maxForce, maxForce);
    this.axisA = options?.axisA ? options.axisA.clone() : new Vec3(1, 0, 0);
    this.axisB = options?.axisB ? options.axisB.clone() : new Vec3(0, 1, 0);
    this.angle = options?.angle ?? 0;
  }

  override computeB(_h: number): number {
    return unsupported('ConeEquation.computeB', SOLVED);
  }
}
