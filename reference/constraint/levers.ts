// Where an impulse between two points acts, and what it meets there.
import { SymmetricMatrix } from '../math/matrix.ts';
import { Vec3 } from '../math/vector.ts';
import type { Substep } from '../solver/substep.ts';
import type { Pair } from './pair.ts';

/** One place for both halves of an impulse, seen from both centres of mass: equal and opposite impulses there make no angular momentum. */
export class Levers {
  readonly armA = Vec3.zero();
  readonly armB = Vec3.zero();
  readonly inverseMass = SymmetricMatrix.zero();

  constructor(private readonly pair: Pair) {}

  /** To B's anchor at the start of the substep, as rows along axes that turn with A have them. */
  toAnchor(): void {
    const { pair } = this;
    this.place(pair.armA.plus(pair.separation), pair.armB);
  }

  /** To the middle between the anchors: at the end of the substep where the square of the load is above the limit or a body turns far. */
  toMiddle(substep: Substep, load: number, limit: number): void {
    const { pair } = this;
    pair.advance(substep.duration);
    const isCurrent = load > limit || pair.turnsFar(substep);
    const separation = isCurrent ? pair.currentSeparation : pair.separation;
    const armA = isCurrent ? pair.currentArmA : pair.armA;
    const armB = isCurrent ? pair.currentArmB : pair.armB;
    this.place(armA.plusTimes(separation, 0.5), armB.plusTimes(separation, -0.5));
  }

  private place(armA: Vec3, armB: Vec3): void {
    this.armA.assign(armA);
    this.armB.assign(armB);
    this.inverseMass.assign(this.pair.inverseMass(armA, armB));
  }
}
