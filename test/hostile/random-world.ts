// Worlds of bodies of all shapes on grounds of all kinds, with joints between some, and everything that may be asked of a world.
import {
  BallJoint,
  type Body,
  Box,
  Capsule,
  Compound,
  Cone,
  ConvexHull,
  type ConvexShape,
  Cylinder,
  DistanceJoint,
  HalfSpace,
  HeightField,
  HingeJoint,
  PrismaticJoint,
  type Shape,
  SixDofJoint,
  Sphere,
  Spline,
  TriangleMesh,
  type World,
  type WorldOptions,
} from '../../bindings/index.ts';

type Random = () => number;

const between = (random: Random, low: number, high: number) => low + (high - low) * random();
const chance = (random: Random, part: number) => random() < part;
const pick = <Item>(random: Random, items: readonly Item[]): Item => items[Math.floor(random() * items.length)];
const point = (random: Random, reach: number) => [0, 1, 2].map(() => between(random, -reach, reach));
const turn = (random: Random) => (chance(random, 0.3) ? [0, 0, 0, 1] : [...point(random, 1), between(random, 0.1, 1)]);

const CONVEX: readonly ((random: Random) => ConvexShape & Shape)[] = [
  (random) => new Sphere(between(random, 0.1, 0.5)),
  (random) => new Capsule(between(random, 0.1, 0.3), between(random, 0.1, 0.5)),
  (random) =>
    new Box([between(random, 0.1, 0.5), between(random, 0.1, 0.5), between(random, 0.1, 0.5)], {
      rounding: chance(random, 0.3) ? 0.02 : 0,
    }),
  (random) => new Cylinder(between(random, 0.1, 0.5), between(random, 0.1, 0.4), { rounding: chance(random, 0.3) ? 0.02 : 0 }),
  (random) => new Cone(between(random, 0.1, 0.5), between(random, 0.2, 0.4)),
  (random) => new ConvexHull(Array.from({ length: 3 * (6 + Math.floor(20 * random())) }, () => between(random, -0.5, 0.5))),
];

const convex = (random: Random): ConvexShape & Shape => pick(random, CONVEX)(random);

function moving(random: Random): Shape {
  if (chance(random, 0.8)) return convex(random);
  const parts = 1 + Math.floor(3 * random());
  return new Compound(
    Array.from({ length: parts }, () => ({ shape: convex(random), position: point(random, 0.4), orientation: turn(random) })),
  );
}

/** Corners of a grid that is as rough as the height field, as a surface. */
function roughMesh(random: Random): TriangleMesh {
  const size = 9;
  const vertices: number[] = [];
  const indices: number[] = [];
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      vertices.push(column - (size - 1) / 2, between(random, 0, 0.4), row - (size - 1) / 2);
      if (!row || !column) continue;
      const [a, b, c, d] = [(row - 1) * size + column - 1, (row - 1) * size + column, row * size + column - 1, row * size + column];
      indices.push(a, c, b, b, c, d);
    }
  return new TriangleMesh(vertices, indices, { solid: false, oneSided: chance(random, 0.3) });
}

function blockMesh(): TriangleMesh {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [k & 1 ? 4 : -4, k & 2 ? 0.2 : -1, k & 4 ? 4 : -4]);
  const faces = [0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5];
  return new TriangleMesh(corners, faces);
}

const GROUNDS: readonly ((random: Random) => Shape)[] = [
  (random) => {
    const heights = Array.from({ length: 10 * 10 }, () => (chance(random, 0.1) ? 1 : between(random, 0, 0.4)));
    return new HeightField({ heights, rows: 10, columns: 10, spacing: 0.9, oneSided: chance(random, 0.3) });
  },
  roughMesh,
  blockMesh,
  () => new HalfSpace(),
  () => new Box([5, 0.5, 5]),
  (random) =>
    new Spline(
      [-3, -1, 0, 3].flatMap((x) => [x, between(random, 0, 0.4), between(random, -1, 1)]),
      { radius: 0.4 },
    ),
  (random) => new Compound(Array.from({ length: 12 }, () => ({ shape: convex(random), position: point(random, 2) }))),
];

function addJoint(world: World, random: Random, a: Body | null, b: Body): void {
  const anchor = b.position.map((coordinate) => coordinate + between(random, -0.2, 0.2));
  const axis = pick(random, [
    [1, 0, 0],
    [0, 1, 0],
    [0.6, 0, 0.8],
  ]);
  const ends = { a, b, anchor };
  const limits = { lower: -0.3, upper: 0.4 };
  const kind = Math.floor(6 * random());
  if (kind === 0) world.addJoint(new BallJoint({ ...ends, compliance: chance(random, 0.5) ? 1e-5 : 0 }));
  else if (kind === 1) world.addJoint(new HingeJoint({ ...ends, axis, limits, damping: { linear: 0.1, angular: 0.2 } }));
  else if (kind === 2) world.addJoint(new PrismaticJoint({ ...ends, axis, limits: { ...limits, restitution: 0.5 }, friction: 1 }));
  else if (kind === 3)
    world.addJoint(new DistanceJoint({ a, b, anchorA: anchor, anchorB: b.position, frame: 'world', minLength: 0.1, maxLength: 1 }));
  else if (kind === 4) world.addJoint(new BallJoint({ ...ends, axis, swing: { y: 0.4, z: 0.3 }, twist: limits, friction: 0.1 }));
  else
    world.addJoint(
      new SixDofJoint({
        ...ends,
        axis,
        linear: { x: { limits } },
        angular: { x: 'free', y: { motor: { target: 0.1, stiffness: 50, damping: 2 } } },
      }),
    );
}

/** Options of a world, but for its precision. */
export function randomOptions(random: Random): WorldOptions {
  const velocity: WorldOptions = chance(random, 0.3) ? { solver: pick(random, ['pgs', 'tgs'] as const), iterations: 3 } : {};
  return { substeps: pick(random, [1, 4, 8]), contacts: chance(random, 0.2) ? 'position' : 'soft', ...velocity };
}

/** One to three grounds, and up to about twenty bodies in a heap above them. */
export function fillWorld(world: World, random: Random): void {
  const grounds = 1 + Math.floor(3 * random());
  for (let k = 0; k < grounds; k++) {
    const shape = pick(random, GROUNDS)(random);
    world.addBody({ type: chance(random, 0.9) ? 'static' : 'kinematic', shape, position: [0, -1.5 * k, 0], friction: random() });
  }
  const bodies: Body[] = [];
  const count = 4 + Math.floor(18 * random());
  for (let k = 0; k < count; k++) {
    const shape = moving(random);
    const position = [between(random, -2, 2), between(random, 0.3, 3), between(random, -2, 2)];
    const body = world.addBody({
      shape,
      position,
      orientation: turn(random),
      linearVelocity: point(random, 3),
      angularVelocity: point(random, 5),
      friction: random(),
      restitution: chance(random, 0.3) ? random() : 0,
      material: chance(random, 0.3) ? { rollingFriction: 0.02, torsionalFriction: 0.01 } : {},
      ccd: chance(random, 0.2),
      sensor: chance(random, 0.1),
    });
    if (chance(random, 0.25)) addJoint(world, random, pick(random, [null, ...bodies]), body);
    bodies.push(body);
  }
}

/** Plain data of an answer: bodies are their slots. */
function plain(value: unknown): string {
  return JSON.stringify(value, (key, part) => {
    if (key === 'body' || key === 'bodyA' || key === 'bodyB') return (part as Body | null)?.index ?? null;
    if (ArrayBuffer.isView(part)) return [...(part as Float64Array)].map(String);
    return typeof part === 'number' && !Number.isFinite(part) ? String(part) : part;
  });
}

/** One question of each kind, as text. */
export function askAll(world: World, random: Random): string[] {
  const bodies = [...world.bodies].filter(({ shape }) => shape);
  const from = point(random, 4);
  const direction = [between(random, -1, 1), -1, between(random, -1, 1)];
  const shape = convex(random);
  const pose = { position: point(random, 2), orientation: turn(random) };
  const rays = Array.from({ length: 4 }, () => [...point(random, 4), ...point(random, 1)]).flat();
  const a = pick(random, bodies);
  const b = pick(
    random,
    bodies.filter(({ type }) => type === 'dynamic'),
  );
  return [
    plain(world.castRay(from, direction)),
    plain(world.castRay(from, direction, { maxDistance: 5 })),
    plain(world.castRayAll(from, direction)),
    plain(world.castRayAny(from, direction)),
    plain(world.castRays(rays)),
    plain(world.castShape(shape, { ...pose, translation: point(random, 5) })),
    plain(world.overlap(shape, pose).map(({ index }) => index)),
    plain(world.bodiesAt(point(random, 1)).map(({ index }) => index)),
    plain(world.closestPoint(from)),
    a === b ? '' : plain(world.distanceBetween(a, b)),
  ];
}
