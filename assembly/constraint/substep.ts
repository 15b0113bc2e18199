import { real } from 'precision';

/** What kernels need to know about the substep they work in. */
// @ts-ignore: decorator
@unmanaged
export class Substep {
  /** Duration, its inverse, and the inverse of its square. */
  h: real;
  inverseH: real;
  inverseH2: real;
  /** The current gradient is used where a body turns by more than this, rad squared. */
  rotationLimit: real;
  /** The first iteration of the substep: rigid joints start from nothing. */
  first: bool;
  /** The second half of a symmetric sweep. */
  backward: bool;
  /** Soft joints start from the last impulse: the papers' projection starts from nothing. */
  warms: bool;
  /** One scalar along the error instead of a block. */
  scalar: bool;
  /** s: rows are read where the bodies will be so much later, at the velocities that they have. */
  ahead: real;
  /** Of overlapping contacts: 1/s by which they are pushed apart, what of an impulse is asked for, and what is taken from the last one. */
  contactRate: real;
  contactShare: real;
  contactDecay: real;
  /** Velocities of some bodies may be half a substep behind their poses. */
  centered: bool;
  /** Some island that is solved directly starts from the last load. */
  expects: bool;
  /** The first substep of a step. */
  begins: bool;
  /** Bodies begin with what contacts did to them in the last substep: the warm start of these without a pass over them. */
  carries: bool;
  /** Substeps of the step that have not begun. */
  left: u32;
  /** s: what is left of the step when the substep begins; 0 where lengths do not move within it. */
  rest: real;
  /** m/s: as fast at most. */
  depenetrationSpeed: real;
  /** m/s: slower impacts do not bounce (Mueller et al., section 3.6). */
  bounceSpeed: real;
}

/** The substep's parameters; written at the start of each step. */
const SUBSTEP: usize = scratch<Substep>();

export function theSubstep(): Substep {
  return changetype<Substep>(SUBSTEP);
}

/** s: what is left of the step where rows are read: a length that moves is what it is set to once none is. */
export function timeLeft(): real {
  return max(theSubstep().rest - theSubstep().ahead, 0);
}
