// The angular and the linear rows of a joint as one block (Schur complement): the angular impulse alone first, then the linear one with
// the angular rows held, then what the angular rows have to add for it.
import type { SymmetricMatrix } from '../math/matrix.ts';
import type { Vec3 } from '../math/vector.ts';
import type { Substep } from '../solver/substep.ts';
import type { Pair } from './pair.ts';

/** Angular rows of a joint. */
export interface AngularPart {
  /** Change of the impulse for a relative angular velocity to take away. */
  readonly response: SymmetricMatrix;
  /** The exact change of the impulse, neither applied nor kept. */
  solve(substep: Substep): Vec3;
  /** Keeps the change that was applied. */
  record(change: Vec3): void;
}

/** `solveLinear` applies the linear impulse. Both are over-relaxed alike. */
export function solveBlock(substep: Substep, pair: Pair, angular: AngularPart, relaxation: number, solveLinear: () => void): void {
  const { a, b } = pair;
  const exact = angular.solve(substep);
  pair.applyAngular(exact);
  const before = b.angularVelocity.minus(a.angularVelocity);
  solveLinear();
  if (substep.scalar) {
    angular.record(exact);
    pair.totalAngularImpulse.assign(pair.totalAngularImpulse.plus(exact));
    return;
  }
  const turned = b.angularVelocity.minus(a.angularVelocity).minus(before);
  const change = exact.times(relaxation).minus(angular.response.times(turned));
  pair.applyAngular(change.minus(exact));
  angular.record(change);
  pair.totalAngularImpulse.assign(pair.totalAngularImpulse.plus(change));
}
