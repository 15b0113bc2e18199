// The kernels of 'pgs' and 'tgs', a module of their own on the memory of the others: those find contacts and pack bodies, joints and contacts
// (beginStep), these solve the substeps, and those take the result to the records (endStep).
import { theWorld } from './memory/arena';
import { reserveLines, solveSubstep } from './solver/velocity/velocity';

/** To be called before the substeps of a step; false when there is no memory left, and then nothing has moved. */
export function reserve(): bool {
  return reserveLines(theWorld());
}

/** A substep of `h` seconds. */
export function substep(h: f64): void {
  solveSubstep(theWorld(), h);
}
