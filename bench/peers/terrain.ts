// Jolt, PerformanceTest: ConvexVsMesh. Boxes, spheres, capsules and pyramids of five corners bounce and roll on hills of triangles.
import type { ConvexShape } from '../collision/model.ts';
import { grid } from '../collision/shapes.ts';
import { type Placed, segmentDistance } from '../contacts/penetration.ts';
import { cross, dot, polytopeOf, subtract } from '../contacts/polytope.ts';
import { COMMON, solid } from '../contacts/scenes.ts';
import { type BodySpec, type MeshShape, type Poses, rotate, type SceneData, type Vec3 } from '../model.ts';

const CELLS = 100;
const CELL = 3;
const HEIGHT = 5;
const HALF = (CELLS * CELL) / 2;
const DENSITY = 1000;

/** Its lowest points are near zero, as the body is raised by the height of the hills. */
function hills(): MeshShape {
  const phase = (coordinate: number) => (50 * (coordinate + HALF)) / CELL / CELLS;
  return { type: 'mesh', ...grid(CELLS, 2 * HALF, (x, z) => HEIGHT * Math.sin(phase(x)) * Math.cos(phase(z))) };
}

/** A kind of body; `origin` is where Jolt's origin is from the centre of mass. */
interface Kind {
  shape: ConvexShape;
  volume: number;
  origin?: Vec3;
  inertia?(mass: number): Vec3;
}

/** About its centre of mass, a quarter of its height above its base. */
const PYRAMID: number[] = [0, 0.75, 0, 1, -0.25, 0, -1, -0.25, 0, 0, -0.25, 1, 0, -0.25, -1];

const KINDS: readonly Kind[] = [
  { shape: { type: 'box', halfExtents: [0.5, 0.75, 1] }, volume: 3 },
  { shape: { type: 'sphere', radius: 0.5 }, volume: Math.PI / 6 },
  { shape: { type: 'capsule', radius: 0.5, halfHeight: 0.75 }, volume: Math.PI * (0.25 * 1.5 + 1 / 6) },
  {
    shape: { type: 'hull', points: PYRAMID },
    volume: 2 / 3,
    origin: [0, -0.25, 0],
    inertia: (mass) => [0.1375 * mass, 0.2 * mass, 0.1375 * mass],
  },
];

function dropped({ inertia, origin = [0, 0, 0], shape, volume }: Kind, [x, y, z]: Vec3): BodySpec {
  const mass = DENSITY * volume;
  const position: Vec3 = [x - origin[0], y - origin[1], z - origin[2]];
  return inertia ? { mass, inertia: inertia(mass), position, orientation: [0, 0, 0, 1], shape } : solid(shape, mass, position);
}

/** `reach`: columns of bodies on each side of the middle. */
export function convexOnMesh(reach = 10): SceneData {
  const mesh = hills();
  const ground: BodySpec = { mass: 0, inertia: [0, 0, 0], position: [0, HEIGHT, 0], orientation: [0, 0, 0, 1], mesh };
  const bodies = [ground];
  for (let x = -reach; x <= reach; x++)
    for (const [layer, kind] of KINDS.entries())
      for (let z = -reach; z <= reach; z++) bodies.push(dropped(kind, [7.5 * x, 15 + 2 * layer, 7.5 * z]));
  return {
    ...COMMON,
    restitution: 0.6,
    warmup: 0,
    name: 'convex-on-mesh',
    description: `Jolt: ${bodies.length - 1} boxes, spheres, capsules and pyramids fall on ${mesh.indices.length / 3} triangles`,
    bodies,
    measure: (poses) => measureGround(bodies, mesh, poses),
  };
}

/** How deep corners and round ends are in the ground, which is less than how deep edges and faces may be, and whose centres are below it. */
function measureGround(bodies: BodySpec[], mesh: MeshShape, poses: Poses): Record<string, number> {
  let [deepest, below] = [0, 0];
  for (const [body, { shape }] of bodies.entries()) {
    if (!shape) continue;
    const position = poses.position(body);
    const centre = depthOf(mesh, subtract(position, bodies[0].position));
    if (centre > 0) below++;
    if (!(centre > -2)) continue; // no shape reaches as far
    for (const { point, radius } of ends({ shape, position, orientation: poses.orientation(body) }))
      deepest = Math.max(deepest, depthOf(mesh, subtract(point, bodies[0].position)) + radius);
  }
  return { 'in ground mm': 1000 * deepest, 'below ground': below };
}

function ends({ orientation, position, shape }: Placed): { point: Vec3; radius: number }[] {
  const at = (local: Vec3, radius = 0) => {
    const turned = rotate(orientation, local);
    return { point: [position[0] + turned[0], position[1] + turned[1], position[2] + turned[2]] as Vec3, radius };
  };
  if (shape.type === 'sphere') return [at([0, 0, 0], shape.radius)];
  if (shape.type === 'capsule') return [-1, 1].map((side) => at([0, side * shape.halfHeight, 0], shape.radius));
  return polytopeOf(shape).corners.map((corner) => at(corner));
}

/** How far a point is below the hills, by their nearest triangle; negative above them, and infinitely where there are none. */
export function depthOf(mesh: MeshShape, point: Vec3): number {
  const column = Math.floor((point[0] + HALF) / CELL);
  const row = Math.floor((point[2] + HALF) / CELL);
  const isCell = (index: number) => index >= 0 && index < CELLS;
  if (!isCell(column) || !isCell(row)) return Number.NEGATIVE_INFINITY;
  let nearest = Number.POSITIVE_INFINITY;
  let isBelow = false;
  for (let z = row - 1; z <= row + 1; z++)
    for (let x = column - 1; x <= column + 1; x++) {
      if (!isCell(x) || !isCell(z)) continue;
      for (const half of [0, 1]) {
        const triangle = triangleOf(mesh, 2 * (z * CELLS + x) + half);
        const { distance, facing, over } = fromTriangle(point, triangle);
        if (over) isBelow = facing < 0;
        nearest = Math.min(nearest, distance);
      }
    }
  return isBelow ? nearest : -nearest;
}

type Triangle = readonly [Vec3, Vec3, Vec3];

function triangleOf({ indices, vertices }: MeshShape, triangle: number): Triangle {
  const corner = (k: number) => vertices.slice(3 * indices[3 * triangle + k], 3 * indices[3 * triangle + k] + 3) as unknown as Vec3;
  return [corner(0), corner(1), corner(2)];
}

/** `facing`: the height of a point above the plane of a triangle; `over`: whether it is vertically above the triangle, or below it. */
function fromTriangle(point: Vec3, [a, b, c]: Triangle): { distance: number; facing: number; over: boolean } {
  const normal = cross(subtract(b, a), subtract(c, a));
  const facing = dot(normal, subtract(point, a)) / Math.hypot(...normal);
  const sides: [Vec3, Vec3][] = [
    [a, b],
    [b, c],
    [c, a],
  ];
  const isInside = (up: Vec3) => sides.every(([from, to]) => dot(cross(subtract(to, from), subtract(point, from)), up) >= 0);
  const still: Vec3 = [0, 0, 0];
  const toSide = ([from, to]: [Vec3, Vec3]) => segmentDistance(point, still, from, subtract(to, from));
  return { distance: isInside(normal) ? Math.abs(facing) : Math.min(...sides.map(toSide)), facing, over: isInside([0, 1, 0]) };
}
