// Two bodies in contact of which joints that are solved directly hold one or both: what pushes one moves its whole island, as the joints will have it.
import type { Body } from '../body/body.ts';
import { Pair } from '../constraint/pair.ts';
import { SymmetricMatrix } from '../math/matrix.ts';
import { Vec3 } from '../math/vector.ts';
import type { DirectIsland } from '../solver/direct/island.ts';

const AXES = [Vec3.X, Vec3.Y, Vec3.Z];

export class ArticulatedPair extends Pair {
  constructor(
    a: Body,
    b: Body,
    private readonly islandA: DirectIsland | null,
    private readonly islandB: DirectIsland | null,
  ) {
    super(a, b);
  }

  /** Inverse effective mass of an impulse at these arms, as all joints hold. */
  override inverseMass(armA: Vec3, armB: Vec3): SymmetricMatrix {
    return symmetric(
      AXES.map((axis) => {
        const [a, b] = this.answer(axis, armA.cross(axis), armB.cross(axis));
        return b.velocity.plus(b.angularVelocity.cross(armB)).minus(a.velocity.plus(a.angularVelocity.cross(armA)));
      }),
    );
  }

  override inverseInertia(): SymmetricMatrix {
    return symmetric(
      AXES.map((axis) => {
        const [a, b] = this.answer(Vec3.ZERO, axis, axis);
        return b.angularVelocity.minus(a.angularVelocity);
      }),
    );
  }

  /** Those of the whole islands: where joints leave no way to part, contacts would ask for any impulse, and not get what they want. What no joint holds parts by itself. */
  override get least(): { linear: Vec3; turning: (axis: Vec3) => number } {
    const along = (axis: Vec3) => this.smaller((body) => axis.dot(axis.scaledBy(body.inverseMass)), 1);
    const turning = (axis: Vec3) => this.smaller((body) => body.inverseInertia.between(axis, axis), 2);
    return { linear: new Vec3(along(Vec3.X), along(Vec3.Y), along(Vec3.Z)), turning };
  }

  /** The smaller of what is left of an inverse mass of both for the whole islands. What does not move says nothing. */
  private smaller(inverseOf: (body: Body) => number, power: number): number {
    const [a, b] = [this.a, this.b].map((body) => {
      const island = body === this.a ? this.islandA : this.islandB;
      const inverse = inverseOf(body);
      if (inverse <= 0) return Number.POSITIVE_INFINITY;
      return island ? inverse * island.shareOf(body) ** power : 0;
    });
    const least = Math.min(a, b);
    return Number.isFinite(least) ? least : 0;
  }

  override apply(impulse: Vec3, armA: Vec3, armB: Vec3): void {
    push(this.a, this.islandA, impulse.times(-1), armA.cross(impulse).times(-1));
    push(this.b, this.islandB, impulse, armB.cross(impulse));
  }

  override applyAngular(impulse: Vec3): void {
    push(this.a, this.islandA, Vec3.ZERO, impulse.times(-1));
    push(this.b, this.islandB, Vec3.ZERO, impulse);
  }

  /** Before islands are solved: what pushed the bodies in the last substep. */
  warm(force: Vec3, torqueA: Vec3, torqueB: Vec3): void {
    if (this.islandA) this.islandA.warm(this.a, force.times(-1), torqueA.times(-1));
    else push(this.a, null, force.times(-1), torqueA.times(-1));
    if (this.islandB) this.islandB.warm(this.b, force, torqueB);
    else push(this.b, null, force, torqueB);
  }

  /** What an impulse on B, and against A, does to both. */
  private answer(force: Vec3, torqueA: Vec3, torqueB: Vec3) {
    const fromA = answerOf(this.a, this.islandA, force.times(-1), torqueA.times(-1));
    const fromB = answerOf(this.b, this.islandB, force, torqueB);
    return [this.a, this.b].map((body) => {
      const [p, q] = [fromA(body), fromB(body)];
      return { velocity: p.velocity.plus(q.velocity), angularVelocity: p.angularVelocity.plus(q.angularVelocity) };
    });
  }
}

function answerOf(body: Body, island: DirectIsland | null, force: Vec3, torque: Vec3) {
  if (island) return island.response(body, force, torque);
  const own = { velocity: force.scaledBy(body.inverseMass), angularVelocity: body.inverseInertia.times(torque) };
  const none = { velocity: Vec3.ZERO, angularVelocity: Vec3.ZERO };
  return (to: Body) => (to === body ? own : none);
}

function push(body: Body, island: DirectIsland | null, force: Vec3, torque: Vec3): void {
  if (island) {
    island.push(body, force, torque);
  } else if (body.isDynamic) {
    body.velocity.assign(body.velocity.plus(force.scaledBy(body.inverseMass)));
    body.angularVelocity.assign(body.angularVelocity.plus(body.inverseInertia.times(torque)));
  }
}

function symmetric([x, y, z]: Vec3[]): SymmetricMatrix {
  return new SymmetricMatrix(x.x, y.y, z.z, y.x, z.x, z.y);
}
