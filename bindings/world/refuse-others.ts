import { Body } from '../body/body.ts';
import { HolonomicError } from '../core/errors.ts';
import { Joint } from '../joint/joint.ts';
import { ShapeBase } from '../shape/shape.ts';

/** Says what to do with what is taken for options of a body at times. */
export function refuseOthers(given: unknown): void {
  const fail = (advice: string): never => {
    throw new HolonomicError('invalid-argument', `addBody takes options: ${advice}.`);
  };
  if (ShapeBase.isShape(given)) fail('give the shape as one of them, as in world.addBody({ shape: new Box([1, 1, 1]), mass: 2 })');
  if (Body.isBody(given)) fail('it makes bodies itself, and this is one already');
  if (Joint.isJoint(given)) fail('to add a joint, call world.addJoint');
}
