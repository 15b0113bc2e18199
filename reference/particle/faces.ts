// Edges and faces of triangles against convex shapes, where triangles are so coarse that a shape may come in between their particles. The point of a triangle
// that is deepest in a shape is found by descent, as distances to convex shapes are convex (Macklin et al. 2020, "Local Optimization for Robust Signed Distance Field
// Collision"); there it is a contact as that of a particle, x = Σ bᵢ xᵢ with the weight Σ bᵢ² wᵢ, shared by its corners:
//
//   C = n·x − d − r,  Δλ = −C / (Σ bᵢ² wᵢ + body),  λ ≥ 0,  Δxᵢ = bᵢ wᵢ Δλ n
//
// A point at a corner is a contact of the particle there: see contacts.ts.
import { ParticleSetRecord, ParticleTriangleRecord, ShapeRecord, ShapeType } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import { type ContactSettings, HELD, LEAST, LOOK } from './contacts.ts';
import type { NearBody } from './nearby.ts';
import { pointShape, type SurfacePoint, surfacePoint } from './point-shape.ts';
import type { Rigid } from './rigid.ts';
import { listOf, type ParticleState } from './state.ts';
import { DISTANCE, FRICTION, isOpen, KNOWN, LAMBDA, NORMAL, shove, TARGET, TOUCH_NUMBERS, touch } from './touch.ts';

/** Times its thickness: a triangle whose longest edge is no longer lets nothing through. */
const COARSE = 3;
/** Of the radius: a round shape that is deeper between the corners by less is met by these alone. */
const SAG = 0.5;
const STEPS = 12;
/** Of the triangle: so near to the deepest point, and so near to a corner. */
const CLOSE = 1e-4;
const CORNER = 0.999;

/** Numbers of a candidate, behind those of its contact: where its corners were, in the body's axes, and their shares; the least that its distance can be. */
const CORNERS = TOUCH_NUMBERS;
const SHARES = CORNERS + 9;
const BOUND = SHARES + 3;
const STRIDE = BOUND + 1;
/** Of KNOWN, 0: nothing is; FAR: nothing is near but what corners meet. */
const MET = 1;
const FAR = 2;

const surface: SurfacePoint = surfacePoint();

export class FaceContacts {
  /** Indices of the first numbers of the corners of each coarse triangle; its radius, and its longest edge at rest. */
  private readonly corners: number[] = [];
  private readonly radii: number[] = [];
  private readonly sizes: number[] = [];
  private data = new Float64Array(0);
  /** Of each candidate: its triangle, and its body in `near`. */
  private candidates: { triangle: number; body: number }[] = [];
  private active: number[] = [];
  private near: readonly NearBody[] = [];
  private entries: number[] = [];
  private met = new Uint8Array(0);
  /** Corners in the body's axes, and the point found last. */
  private readonly at = new Float64Array(9);
  private readonly share = new Float64Array(3);

  constructor(
    memory: StateMemory,
    record: number,
    private readonly rigid: Rigid,
  ) {
    const { first, count } = listOf(memory, record, ParticleSetRecord.triangles, ParticleSetRecord.triangleCount);
    const { f64, u32 } = memory;
    const rest = (record + u32[(record + ParticleSetRecord.restPositions) >>> 2]) >>> 3;
    const radii = (record + u32[(record + ParticleSetRecord.radii) >>> 2]) >>> 3;
    for (let k = 0; k < count; k++) {
      const at = (first + k * ParticleTriangleRecord.size) >>> 2;
      const three = [u32[at], u32[at + 1], u32[at + 2]];
      const edge = (i: number) => {
        const [p, q] = [rest + 3 * three[i], rest + 3 * three[(i + 1) % 3]];
        const [x, y, z] = [f64[p] - f64[q], f64[p + 1] - f64[q + 1], f64[p + 2] - f64[q + 2]];
        return Math.sqrt(x * x + y * y + z * z);
      };
      const longest = Math.max(edge(0), edge(1), edge(2));
      const radius = Math.min(...three.map((corner) => f64[radii + corner]));
      if (longest <= 2 * COARSE * radius) continue;
      this.corners.push(4 * three[0], 4 * three[1], 4 * three[2]);
      this.radii.push(radius);
      this.sizes.push(longest);
    }
  }

  get count(): number {
    return this.radii.length;
  }

  /** Slots of the bodies that were touched in the step. */
  *touched(): Generator<number> {
    for (const [k, { slot }] of this.near.entries()) if (this.met[k]) yield slot;
  }

  /** `reach`: m, how far each particle may get, and its radius. */
  beginStep(memory: StateMemory, { start }: ParticleState, near: readonly NearBody[], reach: Float64Array): void {
    this.candidates = [];
    this.active = [];
    if (this.count === 0) return;
    this.near = near.filter(({ shape }) => canMeet(memory, shape));
    this.met = new Uint8Array(this.near.length);
    this.entries = this.near.map(({ slot }) => this.rigid.enter(memory, slot));
    this.near.forEach(({ held, high, low, shape }, body) => {
      const type = memory.u32[(shape + ShapeRecord.type) >>> 2];
      const round = type === ShapeType.Sphere || type === ShapeType.Capsule ? memory.f64[(shape + ShapeRecord.radius) >>> 3] : 0;
      for (let triangle = 0; triangle < this.count; triangle++) {
        const [a, b, c] = this.corners.slice(3 * triangle, 3 * triangle + 3);
        if (held && (held.has(a >>> 2) || held.has(b >>> 2) || held.has(c >>> 2))) continue;
        // Of a circle through the corners of a triangle with a right angle.
        const half = 0.5 * this.sizes[triangle];
        if (half * half < 2 * round * SAG * this.radii[triangle]) continue;
        const margin = Math.max(reach[a >>> 2], reach[b >>> 2], reach[c >>> 2]);
        let isNear = true;
        for (let axis = 0; axis < 3 && isNear; axis++) {
          const [x, y, z] = [start[a + axis], start[b + axis], start[c + axis]];
          isNear = Math.min(x, y, z) - margin <= high[axis] && Math.max(x, y, z) + margin >= low[axis];
        }
        if (isNear) this.candidates.push({ triangle, body });
      }
    });
    const room = this.candidates.length * STRIDE;
    if (this.data.length < room) this.data = new Float64Array(2 * room);
    else this.data.fill(0, 0, room);
  }

  /** Looks for where triangles may be met in the substep. */
  beginSubstep(memory: StateMemory, { before, start, u }: ParticleState, { depenetrationSpeed, h }: ContactSettings): void {
    const { active, at, data, rigid } = this;
    active.length = 0;
    for (let c = 0; c < this.candidates.length; c++) {
      const { triangle, body } = this.candidates[c];
      const entry = this.entries[body];
      const to = c * STRIDE;
      let [gone, way] = [0, 0];
      for (let i = 0; i < 3; i++) {
        const p = this.corners[3 * triangle + i];
        rigid.toLocal(entry, true, start[p] + u[p], start[p + 1] + u[p + 1], start[p + 2] + u[p + 2]);
        const [x, y, z] = [rigid.x, rigid.y, rigid.z];
        rigid.toLocal(entry, false, start[p] + before[p], start[p + 1] + before[p + 1], start[p + 2] + before[p + 2]);
        way = Math.max(way, lengthOf(x - rigid.x, y - rigid.y, z - rigid.z));
        gone = Math.max(
          gone,
          lengthOf(
            rigid.x - data[to + CORNERS + 3 * i],
            rigid.y - data[to + CORNERS + 3 * i + 1],
            rigid.z - data[to + CORNERS + 3 * i + 2],
          ),
        );
        at[3 * i] = rigid.x;
        at[3 * i + 1] = rigid.y;
        at[3 * i + 2] = rigid.z;
      }
      const radius = this.radii[triangle];
      const ahead = way + HELD * radius;
      if (data[to + KNOWN] !== 0 && data[to + BOUND] - gone > 0.5 * way + ahead) continue;
      if (data[to + KNOWN] === 0 || gone > Math.max(0.5 * Math.min(radius, way), LEAST)) this.look(memory, c, way);
      if (data[to + KNOWN] !== MET) continue;
      let distance = data[to + DISTANCE];
      for (let i = 0; i < 3; i++)
        for (let axis = 0; axis < 3; axis++)
          distance += data[to + NORMAL + axis] * data[to + SHARES + i] * (at[3 * i + axis] - data[to + CORNERS + 3 * i + axis]);
      if (distance > ahead || isOpen(this.near[body], data, to, distance, HELD * radius + LEAST)) continue;
      data.fill(0, to + LAMBDA, to + FRICTION + 3);
      data[to + TARGET] = Math.min(0, distance + depenetrationSpeed * h);
      active.push(c);
    }
  }

  /** Finds the deepest point of a triangle, whose corners are in `at`. */
  private look(memory: StateMemory, candidate: number, way: number): void {
    const { at, data, share } = this;
    const { triangle, body } = this.candidates[candidate];
    const { centerX, centerY, centerZ, shape } = this.near[body];
    const to = candidate * STRIDE;
    const radius = this.radii[triangle];
    const size = Math.max(
      lengthOf(at[0] - at[3], at[1] - at[4], at[2] - at[5]),
      lengthOf(at[3] - at[6], at[4] - at[7], at[5] - at[8]),
      lengthOf(at[6] - at[0], at[7] - at[1], at[8] - at[2]),
    );
    const reach = LOOK * (way + radius) + size + LEAST;
    data.set(at, to + CORNERS);
    data[to + DISTANCE] = Infinity;
    data[to + BOUND] = -Infinity;
    if (data[to + KNOWN] === MET) for (let i = 0; i < 3; i++) share[i] = data[to + SHARES + i];
    else share.fill(1 / 3);
    data[to + KNOWN] = MET;
    for (let step = 0; step < STEPS; step++) {
      const [x, y, z] = [0, 1, 2].map((axis) => share[0] * at[axis] + share[1] * at[3 + axis] + share[2] * at[6 + axis]);
      pointShape(memory, shape, x + centerX, y + centerY, z + centerZ, reach, surface);
      const { distance, nx, ny, nz } = surface;
      if (distance === Infinity) {
        if (data[to + DISTANCE] < Infinity) break;
        data[to + KNOWN] = FAR;
        data[to + BOUND] = reach - size - radius;
        return;
      }
      // As it is convex, the distance is nowhere less than the plane through this point says at the corners.
      let least = 0;
      for (let i = 0; i < 9; i += 3) least = Math.min(least, nx * (at[i] - x) + ny * (at[i + 1] - y) + nz * (at[i + 2] - z));
      data[to + BOUND] = Math.max(data[to + BOUND], distance + least - radius);
      if (distance - radius < data[to + DISTANCE]) {
        data[to + DISTANCE] = distance - radius;
        data[to] = x;
        data[to + 1] = y;
        data[to + 2] = z;
        data[to + NORMAL] = nx;
        data[to + NORMAL + 1] = ny;
        data[to + NORMAL + 2] = nz;
        data.set(share, to + SHARES);
      }
      if (least > -CLOSE * size) break;
      // To the point of the triangle that is nearest to the surface; from within the shape, farther and farther back.
      const back = distance > CLOSE * size ? distance : size / (1 + step);
      nearestShare(at, x - back * nx, y - back * ny, z - back * nz, share);
    }
    if (Math.max(data[to + SHARES], data[to + SHARES + 1], data[to + SHARES + 2]) > CORNER) data[to + KNOWN] = FAR;
  }

  /** One pass over all contacts. */
  solve({ before, start, u }: ParticleState, { h }: ContactSettings): void {
    const { corners, data } = this;
    for (const c of this.active) {
      const { triangle, body } = this.candidates[c];
      const to = c * STRIDE;
      let mass = 0;
      const [now, ago] = [
        [0, 0, 0],
        [0, 0, 0],
      ];
      for (let i = 0; i < 3; i++) {
        const [p, share] = [corners[3 * triangle + i], data[to + SHARES + i]];
        mass += share * share * u[p + 3];
        for (let axis = 0; axis < 3; axis++) {
          now[axis] += share * (start[p + axis] + u[p + axis]);
          ago[axis] += share * (start[p + axis] + before[p + axis]);
        }
      }
      const [x, y, z] = now;
      if (touch(this.rigid, this.entries[body], this.near[body], data, to, h, mass, x, y, z, ago[0], ago[1], ago[2])) this.met[body] = 1;
      for (let i = 0; i < 3; i++) {
        const p = corners[3 * triangle + i];
        const share = data[to + SHARES + i] * u[p + 3];
        u[p] += share * shove.x;
        u[p + 1] += share * shove.y;
        u[p + 2] += share * shove.z;
      }
    }
  }
}

const lengthOf = (x: number, y: number, z: number): number => Math.sqrt(x * x + y * y + z * z);

/** Convex shapes but half-spaces, which corners meet first, and compounds of them. */
function canMeet({ u32 }: StateMemory, shape: number): boolean {
  const type = u32[(shape + ShapeRecord.type) >>> 2];
  return type <= ShapeType.Hull || type === ShapeType.Compound;
}

/** The shares of the corners in the point of a triangle that is nearest to another (Ericson 2005, "Real-Time Collision Detection", 5.1.5). */
function nearestShare(at: Float64Array, x: number, y: number, z: number, share: Float64Array): void {
  const [ux, uy, uz] = [at[3] - at[0], at[4] - at[1], at[5] - at[2]];
  const [vx, vy, vz] = [at[6] - at[0], at[7] - at[1], at[8] - at[2]];
  const [px, py, pz] = [x - at[0], y - at[1], z - at[2]];
  const [uu, uv, vv] = [ux * ux + uy * uy + uz * uz, ux * vx + uy * vy + uz * vz, vx * vx + vy * vy + vz * vz];
  const [up, vp] = [ux * px + uy * py + uz * pz, vx * px + vy * py + vz * pz];
  const whole = uu * vv - uv * uv;
  const b = vv * up - uv * vp;
  const c = uu * vp - uv * up;
  if (whole > 0 && b >= 0 && c >= 0 && b + c <= whole) {
    share[1] = b / whole;
    share[2] = c / whole;
    share[0] = 1 - share[1] - share[2];
    return;
  }
  // The nearest of the points of its sides.
  let least = Infinity;
  for (let side = 0; side < 3; side++) {
    const i = side === 2 ? 0 : side;
    const j = side === 0 ? 1 : 2;
    const [ex, ey, ez] = [at[3 * j] - at[3 * i], at[3 * j + 1] - at[3 * i + 1], at[3 * j + 2] - at[3 * i + 2]];
    const [qx, qy, qz] = [x - at[3 * i], y - at[3 * i + 1], z - at[3 * i + 2]];
    const square = ex * ex + ey * ey + ez * ez;
    const t = square > 0 ? Math.min(Math.max((ex * qx + ey * qy + ez * qz) / square, 0), 1) : 0;
    const far = (qx - t * ex) * (qx - t * ex) + (qy - t * ey) * (qy - t * ey) + (qz - t * ez) * (qz - t * ez);
    if (far >= least) continue;
    least = far;
    share.fill(0);
    share[i] = 1 - t;
    share[j] = t;
  }
}
