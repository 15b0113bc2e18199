// How deep bodies are in each other, from poses and nominal shapes alone, so that no engine marks its own work: what an engine allows for
// itself, as a margin, a slop or a rounding, counts as depth.
import type { ConvexShape } from '../collision/model.ts';
import { type MeshShape, type Poses, type Quat, rotate, type SceneData, type Vec3 } from '../model.ts';
import { cross, dot, isPolytope, type Polytope, polytopeOf, subtract } from './polytope.ts';

export interface Penetration {
  /** m; of all pairs that overlap. */
  deepest: number;
  /** The depth that one in a hundred of the pairs that overlap exceeds. */
  percentile99: number;
  /** Pairs that overlap. */
  pairs: number;
  /** Bodies that fell below all that does not move, or are nowhere. */
  lost: number;
}

export interface Placed {
  shape: ConvexShape;
  position: Vec3;
  orientation: Quat;
}

const along = (p: Vec3, d: Vec3, t: number): Vec3 => [p[0] + d[0] * t, p[1] + d[1] * t, p[2] + d[2] * t];
const clamp = (t: number): number => Math.min(1, Math.max(0, t));

/** How far two shapes have to be moved apart so as to touch only; below zero where they are apart. */
export function depth(a: Placed, b: Placed): number {
  const [one, other] = [a.shape, b.shape];
  if (isPolytope(one)) return isPolytope(other) ? polytopeDepth(a, b) : depth(b, a);
  const { start, span, radius } = round(a);
  if (other.type === 'box') return radius - distanceToBox(start, span, b, other.halfExtents);
  const second = round(b);
  return radius + second.radius - segmentDistance(start, span, second.start, second.span);
}

/** The segment that a sphere or a capsule is round about. */
function round({ shape, position, orientation }: Placed): { start: Vec3; span: Vec3; radius: number } {
  if (shape.type === 'sphere') return { start: position, span: [0, 0, 0], radius: shape.radius };
  if (shape.type !== 'capsule') throw new Error(`no depth is measured of a ${shape.type}`);
  const half = rotate(orientation, [0, shape.halfHeight, 0]);
  return { start: subtract(position, half), span: [2 * half[0], 2 * half[1], 2 * half[2]], radius: shape.radius };
}

/** Ericson, Real-Time Collision Detection, 5.1.9. */
export function segmentDistance(p: Vec3, d: Vec3, q: Vec3, e: Vec3): number {
  const r = subtract(p, q);
  const [dd, ee, er] = [dot(d, d), dot(e, e), dot(e, r)];
  let [s, t] = [0, 0];
  if (dd === 0) t = ee === 0 ? 0 : clamp(er / ee);
  else {
    const dr = dot(d, r);
    if (ee === 0) s = clamp(-dr / dd);
    else {
      const de = dot(d, e);
      const determinant = dd * ee - de * de;
      s = determinant > 1e-12 * dd * ee ? clamp((de * er - dr * ee) / determinant) : 0;
      t = clamp((de * s + er) / ee);
      s = clamp((de * t - dr) / dd);
    }
  }
  return Math.hypot(...subtract(along(p, d, s), along(q, e, t)));
}

/** Distance of a point to a box about the origin, negative inside. */
function pointToBox(p: Vec3, half: Vec3): number {
  const [x, y, z] = [Math.abs(p[0]) - half[0], Math.abs(p[1]) - half[1], Math.abs(p[2]) - half[2]];
  return Math.hypot(Math.max(x, 0), Math.max(y, 0), Math.max(z, 0)) + Math.min(Math.max(x, y, z), 0);
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;
const SECTIONS = 40;

/** The least along a segment, by golden sections: the distance is convex. */
function distanceToBox(start: Vec3, span: Vec3, { position, orientation: [x, y, z, w] }: Placed, half: Vec3): number {
  const inverse: Quat = [-x, -y, -z, w];
  const p = rotate(inverse, subtract(start, position));
  if (dot(span, span) === 0) return pointToBox(p, half);
  const d = rotate(inverse, span);
  const at = (t: number) => pointToBox(along(p, d, t), half);
  let [low, high] = [0, 1];
  for (let i = 0; i < SECTIONS; i++) {
    const width = GOLDEN * (high - low);
    if (at(high - width) < at(low + width)) high = low + width;
    else low = high - width;
  }
  return Math.min(at(0), at(1), at((low + high) / 2));
}

/** The least overlap over the axes that can separate two polytopes. */
function polytopeDepth(a: Placed, b: Placed): number {
  const [one, other] = [placePolytope(a), placePolytope(b)];
  let least = Number.POSITIVE_INFINITY;
  const test = (axis: Vec3): boolean => {
    const size = Math.hypot(...axis);
    if (size < 1e-6) return true; // edges that are parallel
    const [p, q] = [extent(one.corners, axis), extent(other.corners, axis)];
    least = Math.min(least, (p.high - q.low) / size, (q.high - p.low) / size);
    return least > 0;
  };
  if (!one.normals.every(test) || !other.normals.every(test)) return least;
  for (const edge of one.edges) if (!other.edges.every((second) => test(cross(edge, second)))) return least;
  return least;
}

function placePolytope({ shape, position, orientation }: Placed): Polytope {
  const { corners, normals, edges } = polytopeOf(shape);
  const turn = (v: Vec3) => rotate(orientation, v);
  return { corners: corners.map((corner) => along(position, turn(corner), 1)), normals: normals.map(turn), edges: edges.map(turn) };
}

function extent(corners: Vec3[], axis: Vec3): { low: number; high: number } {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const corner of corners) {
    const value = dot(corner, axis);
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return { low, high };
}

/** Radius of the sphere about a shape's origin that holds it. */
export function reach(shape: ConvexShape): number {
  switch (shape.type) {
    case 'sphere':
      return shape.radius;
    case 'capsule':
      return shape.radius + shape.halfHeight;
    case 'box':
      return Math.hypot(...shape.halfExtents);
    case 'hull':
      return Math.max(...polytopeOf(shape).corners.map((corner) => Math.hypot(...corner)));
    default:
      throw new Error(`no depth is measured of a ${shape.type}`);
  }
}

/** Depths of all pairs that may collide: bodies that are joined may not. Meshes are passed over. `withDepths`: else only what is lost. */
export function measurePenetration(scene: SceneData, poses: Poses, withDepths = true): Penetration {
  const placed = scene.bodies.map(({ shape }, body) => ({
    shape,
    position: poses.position(body),
    orientation: poses.orientation(body),
  }));
  const joined = new Set([...scene.balls, ...(scene.hinges ?? [])].flatMap(({ a, b }) => [pairKey(a, b), pairKey(b, a)]));
  const floor = lowest(scene);
  const still: number[] = [];
  const moving: number[] = [];
  let lost = 0;
  for (const [body, { mass, shape }] of scene.bodies.entries()) {
    if (!shape || !poses.has(body)) continue;
    if (mass === 0) still.push(body);
    else if (placed[body].position[1] > floor && placed[body].position.every(Number.isFinite)) moving.push(body);
    else lost++;
  }
  if (!withDepths) return { deepest: 0, percentile99: 0, pairs: 0, lost };
  const depths: number[] = [];
  const consider = (a: number, b: number) => {
    if (joined.has(pairKey(a, b))) return;
    const value = depth(placed[a] as Placed, placed[b] as Placed);
    if (value > 0) depths.push(value);
  };
  nearPairs(moving, placed as Placed[], consider);
  for (const body of still) {
    const { position, orientation, shape } = placed[body] as Placed;
    const [x, y, z, w] = orientation;
    for (const other of moving) {
      const { shape: small, position: at } = placed[other] as Placed;
      const local = rotate([-x, -y, -z, w], subtract(at, position));
      if (shape.type !== 'box' || pointToBox(local, shape.halfExtents) < reach(small)) consider(other, body);
    }
  }
  depths.sort((a, b) => a - b);
  const pairs = depths.length;
  return { deepest: depths.at(-1) ?? 0, percentile99: depths[Math.floor(0.99 * pairs)] ?? 0, pairs, lost };
}

const pairKey = (a: number, b: number): number => a * 0x10000 + b;

/** Height below which a body has fallen through all that does not move. */
function lowest({ bodies }: SceneData): number {
  const still = bodies.filter(({ mass, shape }) => mass === 0 && shape);
  const bottoms = still.map(({ orientation, position, shape }) => lowestPoint({ shape: shape!, position, orientation }));
  const depthsOfMeshes = bodies.flatMap(({ mesh, position }) => (mesh ? [position[1] + lowestVertex(mesh)] : []));
  return Math.min(...bottoms, ...depthsOfMeshes);
}

/** Height of the lowest point of a body. */
export function lowestPoint(placed: Placed): number {
  if (isPolytope(placed.shape)) return placePolytope(placed).corners.reduce((low, [, y]) => Math.min(low, y), Number.POSITIVE_INFINITY);
  const { radius, span, start } = round(placed);
  return Math.min(start[1], start[1] + span[1]) - radius;
}

const lowestVertex = ({ vertices }: MeshShape): number =>
  vertices.reduce((low, value, k) => (k % 3 === 1 ? Math.min(low, value) : low), Number.POSITIVE_INFINITY);

/** One number for a cell no farther than 2^15 cells from the origin. */
const cellKey = (x: number, y: number, z: number): number => ((x + 0x8000) * 0x10000 + y + 0x8000) * 0x10000 + z + 0x8000;

/** Pairs of bodies whose surrounding spheres overlap, by a grid of cells as wide as the largest. */
function nearPairs(bodies: number[], placed: Placed[], found: (a: number, b: number) => void): void {
  const radii = new Map(bodies.map((body) => [body, reach(placed[body].shape)]));
  const width = 2 * Math.max(0.01, ...new Set(radii.values()));
  const cells = new Map<number, number[]>();
  for (const body of bodies) {
    const { position } = placed[body];
    const [x, y, z] = position.map((coordinate) => Math.floor(coordinate / width));
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++)
        for (let dz = -1; dz <= 1; dz++)
          for (const other of cells.get(cellKey(x + dx, y + dy, z + dz)) ?? []) {
            const sum = radii.get(body)! + radii.get(other)!;
            const d = subtract(position, placed[other].position);
            if (dot(d, d) < sum * sum) found(body, other);
          }
    const key = cellKey(x, y, z);
    const cell = cells.get(key);
    if (cell) cell.push(body);
    else cells.set(key, [body]);
  }
}
