// The rows of a joint between two frames, to the direct solver: gradients where the substep starts, and what carries load that turns with a body.
import { Coordinate, JointType, Role } from '../../../bindings/core/layout.ts';
import type { Pair } from '../../constraint/pair.ts';
import { clamp } from '../../math/scalar.ts';
import { Vec3 } from '../../math/vector.ts';
import { DirectRow } from '../../solver/direct/row.ts';
import type { Link, Parts } from '../../solver/direct/stiffness.ts';
import type { CoordinateRow, Placement, Shape } from './coordinates.ts';
import type { Row } from './row.ts';

/** m; a shorter link has no direction. */
const LEAST_LENGTH = 1e-9;

/** Values and gradients are those at the placement; `row.impulse` is still that of the last substep. */
export function partsOf(rows: Row[], coordinates: CoordinateRow[], at: Placement, pair: Pair, shape: Shape, locks: number): Parts {
  const { armB, separation } = at;
  const isLink = rows.every(({ coordinate }) => coordinate > Coordinate.Z);
  const leverA = isLink ? at.armA : at.armA.plus(separation);
  const isLength = ({ coordinate }: Row) => coordinate === Coordinate.Extra && shape.type !== JointType.Screw;
  const direct = rows.map((wish) => {
    const { coordinate, role } = wish;
    const { force, torqueA, torqueB, value } = coordinates[coordinate];
    const isLinear = coordinate < Coordinate.Twist || isLength(wish);
    const isLock = role === Role.Bound && wish.lower === wish.upper;
    const isPoint = isLock && wish.compliance === 0 && coordinate < Coordinate.Twist;
    const isTurn = isLock && coordinate >= Coordinate.Twist && coordinate <= Coordinate.SwingZ;
    const row = new DirectRow(isPoint ? 'point' : isTurn ? 'turn' : 'other');
    row.add(pair.a, force.times(-1), torqueA.times(-1), isLinear ? leverA : null);
    row.add(pair.b, force, torqueB, isLinear ? armB : null);
    row.twists = role === Role.Bound && coordinate >= Coordinate.Twist && coordinate <= Coordinate.Cone;
    row.start = role === Role.Bound ? value - clamp(value, wish.lower, wish.upper) : 0;
    row.last = wish.impulse;
    return row;
  });
  const along = direct.filter((_, index) => isLength(rows[index]));
  const ends = [
    { body: pair.a, arm: at.armA, sign: -1 },
    { body: pair.b, arm: armB, sign: 1 },
  ];
  const { length } = separation;
  const links: Link[] =
    along.length > 0 && length > LEAST_LENGTH
      ? [{ rows: along, weight: 1, length, direction: coordinates[Coordinate.Extra].force.times(1), ends }]
      : [];
  return { rows: direct, axes: freeAxes(at, shape, locks), links };
}

/** About which B turns freely against A. */
function freeAxes({ frameA, frameB }: Placement, shape: Shape, locks: number): Vec3[] {
  const free = [Coordinate.Twist, Coordinate.SwingY, Coordinate.SwingZ].filter((kind) => !(locks & (1 << kind)));
  if (shape.type === JointType.Universal)
    return free.map((kind) => (kind === Coordinate.Twist ? frameA.rotate(Vec3.X) : frameB.rotate(Vec3.Z)));
  return free.map((kind) => frameA.rotate(kind === Coordinate.Twist ? Vec3.X : kind === Coordinate.SwingY ? Vec3.Y : Vec3.Z));
}
