// Where the bodies of a tree are for given positions, and how they move.
import type { Vec3 } from '../../core/arguments.ts';
import { add, cross, rotate, subtract } from '../../core/geometry.ts';
import type { Body } from '../../index.ts';
import { compose, type Freedom, inverseOf, type Placed } from './joint-model.ts';
import { crossMotion, motionOf, plus, type Spatial, times, velocityAt, ZERO } from './spatial.ts';
import type { Node, Tree } from './tree.ts';

/** One freedom of a tree, in motion. */
export interface Column {
  readonly node: number;
  /** Motion of the node's body at a speed of one. */
  readonly motion: Spatial;
  /** Rate of change of that. */
  readonly rate: Spatial;
}

const WORLD: Placed = { position: [0, 0, 0], orientation: [0, 0, 0, 1] };
const UNITS: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

export const placeOf = (body: Body | null): Placed => (body ? { position: [...body.position], orientation: [...body.orientation] } : WORLD);

/** Centre of mass in a body's own frame. */
export const centerOf = (body: Body): Vec3 => body.localPoint(body.centerOfMass);

/** Poses of the bodies of a tree for given positions, in the order of its nodes. */
export function placeTree(tree: Tree, positions: ArrayLike<number>): Placed[] {
  const placed: Placed[] = [];
  for (const node of tree.nodes) placed.push(placeNode(node, node.parent < 0 ? placeOf(tree.base) : placed[node.parent], positions));
  return placed;
}

function placeNode({ joint, model, reversed, firstPosition }: Node, parent: Placed, positions: ArrayLike<number>): Placed {
  if (!joint || !model) return freely(positions);
  const onA: Placed = { position: [...joint.anchorA], orientation: [...joint.frameA] };
  const onB: Placed = { position: [...joint.anchorB], orientation: [...joint.frameB] };
  const across = model.placed(positions, firstPosition);
  const [near, between, far] = reversed ? [onB, inverseOf(across), onA] : [onA, across, onB];
  return normal(compose(compose(compose(parent, near), between), inverseOf(far)));
}

function freely(positions: ArrayLike<number>): Placed {
  const [x, y, z, a, b, c, d] = Array.from({ length: 7 }, (_, k) => positions[k]);
  return normal({ position: [x, y, z], orientation: [a, b, c, d] });
}

/** Without what products of quaternions add up to. */
function normal({ position, orientation: [x, y, z, w] }: Placed): Placed {
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  return { position, orientation: [x / length, y / length, z / length, w / length] };
}

/** The tree as it is and moves, about an origin that is not far from it. */
export interface Moving {
  readonly tree: Tree;
  readonly origin: Vec3;
  readonly placed: readonly Placed[];
  /** Centres of mass, from the origin. */
  readonly centers: readonly Vec3[];
  readonly columns: readonly Column[];
  /** Of each node: motion of its body, and what of its acceleration is not of accelerations of the freedoms. */
  readonly motions: readonly Spatial[];
  readonly drifts: readonly Spatial[];
}

export function moveTree(tree: Tree, positions: ArrayLike<number>, velocities: ArrayLike<number>): Moving {
  const placed = placeTree(tree, positions);
  const base = placeOf(tree.base);
  const origin = tree.floating ? placed[0].position : base.position;
  const still = baseMotion(tree.base, origin);
  const centers = placed.map(({ position, orientation }, number) =>
    subtract(add(position, rotate(orientation, centerOf(tree.nodes[number].body))), origin),
  );
  const [columns, motions, drifts]: [Column[], Spatial[], Spatial[]] = [[], [], []];
  for (const [number, node] of tree.nodes.entries()) {
    const parent = node.parent < 0 ? base : placed[node.parent];
    const before = node.parent < 0 ? still : motions[node.parent];
    const own = node.joint ? jointColumns(node, number, parent, placed[number], origin) : freeColumns(number, centers[number]);
    let motion = before;
    for (const [k, column] of own.entries()) motion = plus(motion, times(column.motion, velocities[node.firstVelocity + k]));
    let drift = node.parent < 0 ? ZERO : drifts[node.parent];
    for (const [k, column] of own.entries()) {
      const rate = rateOf(node, k, column.motion, before, motion, centers[number]);
      columns.push({ ...column, rate });
      drift = plus(drift, times(rate, velocities[node.firstVelocity + k]));
    }
    motions.push(motion);
    drifts.push(drift);
  }
  return { tree, origin, placed, centers, columns, motions, drifts };
}

function baseMotion(base: Body | null, origin: Vec3): Spatial {
  if (!base || base.type === 'static') return ZERO;
  return motionOf([...base.angularVelocity], [...base.linearVelocity], subtract([...base.centerOfMass], origin));
}

/** A free base: velocity of its centre of mass and angular velocity, in world axes. */
function freeColumns(node: number, center: Vec3): Column[] {
  return [
    ...UNITS.map((unit): Column => ({ node, motion: { angular: [0, 0, 0], linear: unit }, rate: ZERO })),
    ...UNITS.map((unit): Column => ({ node, motion: motionOf(unit, [0, 0, 0], center), rate: ZERO })),
  ];
}

function jointColumns({ joint, model, reversed }: Node, node: number, parent: Placed, child: Placed, origin: Vec3): Column[] {
  const [bodyA, bodyB] = reversed ? [child, parent] : [parent, child];
  const sides = {
    a: compose(bodyA, { position: [...joint!.anchorA], orientation: [...joint!.frameA] }),
    b: compose(bodyB, { position: [...joint!.anchorB], orientation: [...joint!.frameB] }),
  };
  return model!.freedoms.map((freedom) => {
    const side = sides[freedom.carrier];
    const motion = motionAlong(freedom, rotate(side.orientation, freedom.axis), subtract(side.position, origin));
    return { node, motion: times(motion, reversed ? -1 : 1), rate: ZERO };
  });
}

function motionAlong({ turns, lead }: Freedom, axis: Vec3, point: Vec3): Spatial {
  if (!turns) return { angular: [0, 0, 0], linear: axis };
  return motionOf(axis, axis.map((component) => component * lead) as Vec3, point);
}

/** Freedoms move with what carries their axis; those of a free base keep their directions and go through its centre of mass. */
function rateOf({ joint, model, reversed }: Node, k: number, column: Spatial, parent: Spatial, child: Spatial, center: Vec3): Spatial {
  if (!joint) return motionOf(ZERO.angular, cross(velocityAt(child, center), column.angular), ZERO.linear);
  const onA = model!.freedoms[k].carrier === 'a';
  return crossMotion(onA === reversed ? child : parent, column);
}
