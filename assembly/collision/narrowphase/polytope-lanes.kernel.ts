// Which faces and vertices of a polytope are worth a look in double precision. They are seen from its middle, so that rounding is beside its size.
import { LEAST_OFFSET, Plane, PLANE_LANES, Polytope, Vertex, VERTEX_LANES } from './polytope.kernel';

/** Bound on the rounding of single precision, beside the distances that a number is made of. */
export const ROUNDING: f64 = 1e-6;

/** From the middle of a polytope: points, and a direction, in its own frame. */
export class Looks {
  /** The middle of the other polytope, and a vertex of it that is deep in this one if they overlap. */
  center: vec3<f64>;
  probe: vec3<f64>;
  /** Outward, where the other probably is. */
  way: vec3<f64>;
}

const MOST: usize = scratch<v128>();
const WHICH: usize = scratch<v128>();

/** What each of four vectors is along one that is splat. */
function along(four: usize, x: v128, y: v128, z: v128): v128 {
  const first: v128 = f32x4.add(f32x4.mul(v128.load(four), x), f32x4.mul(v128.load(four, 16), y));
  return f32x4.add(first, f32x4.mul(v128.load(four, 32), z));
}

/** The number of the greatest of all: four times the group that its lane has, and the lane. */
function greatestLane(most: v128, which: v128): u32 {
  v128.store(MOST, most);
  v128.store(WHICH, which);
  let lane: u32 = 0;
  for (let k: u32 = 1; k < 4; k++) if (load<f32>(MOST + (k << 2)) > load<f32>(MOST + (lane << 2))) lane = k;
  return <u32>4 * load<u32>(WHICH + (lane << 2)) + lane;
}

/** A coordinate of a vector in f64, in all lanes. */
function splatAt(vector: usize, axis: usize): v128 {
  return f32x4.splat(<f32>load<f64>(vector + axis));
}

/** Fills the lanes of a view that has none of its own, of a few vertices and faces. */
export function fillLanes(p: Polytope): void {
  const middle = p.center;
  let reach: f64 = 0;
  const last = (p.vertexCount + 3) & ~3;
  for (let k: u32 = 0; k < last; k++) {
    // Places behind the last vertex have the first one once more.
    const vertex = changetype<Vertex>(p.vertices + <usize>(k < p.vertexCount ? k : <u32>0) * offsetof<Vertex>()).position - middle;
    const to = p.vertexLanes + <usize>(k >> 2) * VERTEX_LANES + ((<usize>k & 3) << 2);
    store<f32>(to, <f32>vertex.x);
    store<f32>(to, <f32>vertex.y, 16);
    store<f32>(to, <f32>vertex.z, 32);
    reach = max(reach, abs(vertex.x) + abs(vertex.y) + abs(vertex.z));
  }
  p.reach = reach;
  const end = (p.faceCount + 3) & ~3;
  for (let k: u32 = 0; k < end; k++) {
    const plane = changetype<Plane>(p.planes + <usize>(k < p.faceCount ? k : <u32>0) * offsetof<Plane>());
    const n = plane.normal;
    const to = p.planeLanes + <usize>(k >> 2) * PLANE_LANES + ((<usize>k & 3) << 2);
    store<f32>(to, <f32>n.x);
    store<f32>(to, <f32>n.y, 16);
    store<f32>(to, <f32>n.z, 32);
    store<f32>(to, k < p.faceCount ? <f32>(plane.offset - dot(n, middle)) : LEAST_OFFSET, 48);
  }
}

/**
 * Writes how far the middle of the other polytope is outside each face, and the less of that and how far the probe is. Returns the face that looks most along the way.
 */
export function lookAtFaces(p: Polytope, looks: Looks, heights: usize, lows: usize): u32 {
  const center = changetype<usize>(looks);
  const probe = center + offsetof<Looks>('probex');
  const way = center + offsetof<Looks>('wayx');
  const cx: v128 = splatAt(center, 0);
  const cy: v128 = splatAt(center, 8);
  const cz: v128 = splatAt(center, 16);
  const px: v128 = splatAt(probe, 0);
  const py: v128 = splatAt(probe, 8);
  const pz: v128 = splatAt(probe, 16);
  const wx: v128 = splatAt(way, 0);
  const wy: v128 = splatAt(way, 8);
  const wz: v128 = splatAt(way, 16);
  let most: v128 = f32x4.splat(-Infinity);
  let which: v128 = i32x4.splat(0);
  const groups = (p.faceCount + 3) >> 2;
  for (let g: u32 = 0; g < groups; g++) {
    const four = p.planeLanes + <usize>g * PLANE_LANES;
    const offset: v128 = v128.load(four, 48);
    const height: v128 = f32x4.sub(along(four, cx, cy, cz), offset);
    v128.store(heights + (<usize>g << 4), height);
    v128.store(lows + (<usize>g << 4), f32x4.min(height, f32x4.sub(along(four, px, py, pz), offset)));
    const facing: v128 = along(four, wx, wy, wz);
    const more: v128 = f32x4.gt(facing, most);
    most = v128.bitselect(facing, most, more);
    which = v128.bitselect(i32x4.splat(<i32>g), which, more);
  }
  const face = greatestLane(most, which);
  return face < p.faceCount ? face : 0;
}

/** Which of the four faces of a group may be higher than a bound, a bit each; rounding is taken off that already. */
export function mayExceed(lows: usize, group: u32, bound: f64): u32 {
  return ~(<u32>i32x4.bitmask(f32x4.le(v128.load(lows + (<usize>group << 4)), f32x4.splat(<f32>bound)))) & 15;
}

/** For each face a word: bit 0 where the height that is known may be more than a bound, bit 1 where that of the probe may be. */
export function markFaces(p: Polytope, looks: Looks, heights: usize, bound: f64, marks: usize): void {
  const probe = changetype<usize>(looks) + offsetof<Looks>('probex');
  const px: v128 = splatAt(probe, 0);
  const py: v128 = splatAt(probe, 8);
  const pz: v128 = splatAt(probe, 16);
  const least: v128 = f32x4.splat(<f32>bound);
  const groups = (p.faceCount + 3) >> 2;
  for (let g: u32 = 0; g < groups; g++) {
    const four = p.planeLanes + <usize>g * PLANE_LANES;
    const below: v128 = f32x4.le(v128.load(heights + (<usize>g << 4)), least);
    const under: v128 = f32x4.le(f32x4.sub(along(four, px, py, pz), v128.load(four, 48)), least);
    v128.store(marks + (<usize>g << 4), v128.or(v128.andnot(i32x4.splat(1), below), v128.andnot(i32x4.splat(2), under)));
  }
}

/** A vertex that is least along a direction, but for rounding. */
export function deepestVertex(p: Polytope, nx: f64, ny: f64, nz: f64): u32 {
  const x: v128 = f32x4.splat(<f32>-nx);
  const y: v128 = f32x4.splat(<f32>-ny);
  const z: v128 = f32x4.splat(<f32>-nz);
  let most: v128 = f32x4.splat(-Infinity);
  let which: v128 = i32x4.splat(0);
  const groups = (p.vertexCount + 3) >> 2;
  for (let g: u32 = 0; g < groups; g++) {
    const height: v128 = along(p.vertexLanes + <usize>g * VERTEX_LANES, x, y, z);
    const more: v128 = f32x4.gt(height, most);
    most = v128.bitselect(height, most, more);
    which = v128.bitselect(i32x4.splat(<i32>g), which, more);
  }
  const vertex = greatestLane(most, which);
  return vertex < p.vertexCount ? vertex : 0;
}

/** How far the vertices are along a direction from the middle at least, but for rounding. */
export function leastAlong(p: Polytope, nx: f64, ny: f64, nz: f64): f64 {
  const x: v128 = f32x4.splat(<f32>nx);
  const y: v128 = f32x4.splat(<f32>ny);
  const z: v128 = f32x4.splat(<f32>nz);
  let least: v128 = f32x4.splat(Infinity);
  const groups = (p.vertexCount + 3) >> 2;
  for (let g: u32 = 0; g < groups; g++) least = f32x4.min(least, along(p.vertexLanes + <usize>g * VERTEX_LANES, x, y, z));
  const two: v128 = f32x4.min(least, v128.shuffle<f32>(least, least, 2, 3, 0, 1));
  return <f64>min<f32>(f32x4.extract_lane(two, 0), f32x4.extract_lane(two, 1));
}
