// A sweep in which no constraint sees what the others do (Jacobi): Müller et al. 2020, section 3.3.1. A body with n constraints is split into n
// parts, each with 1/n of its mass and inertia, which start with the velocities of the body and end where one constraint takes them; the body
// gets their mean (Tonge et al., "Mass Splitting for Jitter-Free Parallel Rigid Body Simulation", 2012). So
//
//   v ← v + (1/n) Σ_k n M⁻¹ J_kᵀ p_k = v + M⁻¹ Σ_k J_kᵀ p_k,
//
// which keeps momentum whatever n the two bodies of a constraint have, and the impulses p_k are what the bodies feel.
import type { Body } from '../body/body.ts';
import { SymmetricMatrix } from '../math/matrix.ts';
import { Vec3 } from '../math/vector.ts';

/** What acts on bodies, as one that is solved by itself. */
export interface Constraint {
  readonly bodies: readonly Body[];
  solve(): void;
}

class Split {
  count = 0;
  private readonly velocity = Vec3.zero();
  private readonly angularVelocity = Vec3.zero();
  private readonly change = Vec3.zero();
  private readonly angularChange = Vec3.zero();
  private readonly inverseMass = Vec3.zero();
  private readonly inverseInertia = SymmetricMatrix.zero();

  constructor(private readonly body: Body) {}

  begin(): void {
    const { body, count } = this;
    this.velocity.assign(body.velocity);
    this.angularVelocity.assign(body.angularVelocity);
    this.change.assign(Vec3.ZERO);
    this.angularChange.assign(Vec3.ZERO);
    this.inverseMass.assign(body.inverseMass);
    this.inverseInertia.assign(body.inverseInertia);
    body.inverseMass.assign(body.inverseMass.times(count));
    body.inverseInertia.assign(body.inverseInertia.scaled(count));
  }

  /** Keeps what a constraint has done, and takes it back. */
  collect(): void {
    const { body } = this;
    this.change.assign(this.change.plus(body.velocity.minus(this.velocity)));
    this.angularChange.assign(this.angularChange.plus(body.angularVelocity.minus(this.angularVelocity)));
    body.velocity.assign(this.velocity);
    body.angularVelocity.assign(this.angularVelocity);
  }

  end(): void {
    const { body, count } = this;
    body.inverseMass.assign(this.inverseMass);
    body.inverseInertia.assign(this.inverseInertia);
    body.velocity.assign(this.velocity.plusTimes(this.change, 1 / count));
    body.angularVelocity.assign(this.angularVelocity.plusTimes(this.angularChange, 1 / count));
  }
}

export function sweepAtOnce(constraints: readonly Constraint[]): void {
  const splits = new Map<Body, Split>();
  const parts = constraints.map(({ bodies, solve }) => {
    const own = [...new Set(bodies)].filter((body) => body.isDynamic).map((body) => splitOf(splits, body));
    for (const split of own) split.count++;
    return { solve, own };
  });
  for (const split of splits.values()) split.begin();
  for (const { solve, own } of parts) {
    solve();
    for (const split of own) split.collect();
  }
  for (const split of splits.values()) split.end();
}

function splitOf(splits: Map<Body, Split>, body: Body): Split {
  const known = splits.get(body);
  if (known) return known;
  const split = new Split(body);
  splits.set(body, split);
  return split;
}
