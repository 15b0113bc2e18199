// Contacts of particles with bodies that do not move, by the kernels of particles: what they cannot know, where the surface is, is found here.
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import { type ContactSettings, HELD, LEAST, LOOK } from './contacts.ts';
import type { KernelMemory } from './kernels.ts';
import { isWithin, type NearBody, PART } from './nearby.ts';
import { pointShape, type SurfacePoint, surfacePoint } from './point-shape.ts';
import type { ParticleState } from './state.ts';

/** Where the numbers of a bundle are: in vectors of LANES behind its head of two. */
const HEAD = 2;
const STALE = 0;
const NORMAL = 1;
const OFFSET = 4;
const PLACE = 5;
const DISTANCE = 8;
const KNOWN = 9;
const RADIUS = 10;
const STATIC_FRICTION = 11;
const DYNAMIC_FRICTION = 12;
const RESTITUTION = 13;
const TARGET = 14;
const APPROACH = 15;
const LAMBDA = 16;
const LANE_BYTES = 16;
/** Bits of a bundle's state, which stands behind the four addresses; and a word behind it. */
const ACTIVE_BIT = 1;
const STALE_BIT = 2;
const STATE = 4;
const BOUNCES = 5;

/** Known to be at least that far away; and known. */
const FAR_AWAY = 2;
const FOUND = 1;
const OFF = 1e30;

const surface: SurfacePoint = surfacePoint();

export class StillContacts {
  private readonly at: number;
  private readonly bytes: number;
  /** Bundles that there is room for, and that there are. */
  readonly room: number;
  private count = 0;
  /** Of each bundle its body. */
  private bodies: Uint16Array;
  private near: readonly NearBody[] = [];
  private met = new Uint8Array(0);
  private poses = new Float64Array(0);

  constructor(
    private readonly memory: KernelMemory,
    contacts: number,
    private readonly u: number,
    private readonly before: number,
    private readonly v: number,
  ) {
    this.bytes = memory.kernels.stillBytes();
    this.room = Math.ceil(contacts / memory.lanes);
    this.at = memory.allocate(this.room * this.bytes);
    this.bodies = new Uint16Array(this.room);
  }

  /** Takes the particles that may meet these bodies; false where there is no room for all. */
  beginStep(near: readonly NearBody[], state: ParticleState, reach: Float64Array): boolean {
    this.near = near;
    this.met = new Uint8Array(near.length);
    this.count = 0;
    if (this.poses.length < 7 * near.length) this.poses = new Float64Array(14 * near.length);
    let lane = 0;
    for (const [body, one] of near.entries()) {
      this.poses.set(one.pose, 7 * body);
      for (const part of one.parts) {
        const end = Math.min((part + 1) * PART, state.count);
        for (let k = part * PART; k < end; k++) {
          if (state.u[4 * k + 3] === 0 || one.held?.has(k) || !isWithin(one, state, k, reach[k])) continue;
          if (lane === 0) {
            if (this.count === this.room) return false;
            this.bodies[this.count] = body;
          }
          this.enter(this.count, lane, k, one, state.radii[k]);
          lane += 1;
          if (lane < this.memory.lanes) continue;
          lane = 0;
          this.count += 1;
        }
      }
      if (lane === 0) continue;
      for (; lane < this.memory.lanes; lane++) this.enter(this.count, lane, state.count, one, 0);
      lane = 0;
      this.count += 1;
    }
    return true;
  }

  /** Writes a lane; the particle behind the last is idle. */
  private enter(bundle: number, lane: number, k: number, { dynamicFriction, restitution, staticFriction }: NearBody, radius: number): void {
    const { all, allWords, lanes, row } = this.memory;
    const at = this.at + bundle * this.bytes;
    const isIdle = k === this.idle;
    allWords[(at >>> 2) + lane] = this.u + k * row;
    allWords[(at >>> 2) + BOUNCES] = restitution > 0 ? 1 : 0;
    const first = this.memory.index(at + HEAD * LANE_BYTES) + lane;
    for (let field = NORMAL; field < DISTANCE; field++) all[first + lanes * field] = 0;
    all[first + lanes * DISTANCE] = isIdle ? OFF : 0;
    all[first + lanes * KNOWN] = isIdle ? FAR_AWAY : 0;
    all[first + lanes * RADIUS] = radius;
    all[first + lanes * STATIC_FRICTION] = staticFriction;
    all[first + lanes * DYNAMIC_FRICTION] = dynamicFriction;
    all[first + lanes * RESTITUTION] = restitution;
  }
  private get idle(): number {
    return (this.before - this.u) / this.memory.row - 1;
  }

  beginSubstep(world: StateMemory, state: ParticleState, { depenetrationSpeed, h }: ContactSettings): void {
    if (this.count === 0) return;
    const { memory } = this;
    const push = depenetrationSpeed * h;
    memory.kernels.scanStill(this.at, this.count, this.before - this.u, this.v - this.u, push);
    for (let bundle = 0; bundle < this.count; bundle++) {
      const at = this.at + bundle * this.bytes;
      if (!(memory.allWords[(at >>> 2) + STATE] & STALE_BIT)) continue;
      const stale = memory.index(at + (HEAD + STALE) * LANE_BYTES);
      for (let lane = 0; lane < memory.lanes; lane++)
        if (memory.all[stale + lane] !== 0)
          this.look(world, state, this.near[this.bodies[bundle]], 7 * this.bodies[bundle], at, lane, push);
    }
  }

  /** Finds the surface near a particle. */
  private look(world: StateMemory, state: ParticleState, body: NearBody, pose: number, at: number, lane: number, push: number): void {
    const { memory, poses } = this;
    const { before, radii, start, u, v } = state;
    const k = (memory.allWords[(at >>> 2) + lane] - this.u) / memory.row;
    const p = 4 * k;
    const wx = u[p] - before[p];
    const wy = u[p + 1] - before[p + 1];
    const wz = u[p + 2] - before[p + 2];
    const way = Math.sqrt(wx * wx + wy * wy + wz * wz);
    const px = start[p] + before[p] - poses[pose];
    const py = start[p + 1] + before[p + 1] - poses[pose + 1];
    const pz = start[p + 2] + before[p + 2] - poses[pose + 2];
    const qx = poses[pose + 3];
    const qy = poses[pose + 4];
    const qz = poses[pose + 5];
    const qw = poses[pose + 6];
    let tx = 2 * (qz * py - qy * pz);
    let ty = 2 * (qx * pz - qz * px);
    let tz = 2 * (qy * px - qx * py);
    const lx = px + qw * tx - qy * tz + qz * ty + body.centerX;
    const ly = py + qw * ty - qz * tx + qx * tz + body.centerY;
    const lz = pz + qw * tz - qx * ty + qy * tx + body.centerZ;
    const reach = LOOK * (way + radii[k]) + LEAST;
    pointShape(world, body.shape, lx, ly, lz, reach, surface);
    const distance = Math.min(surface.distance, reach) - radii[k];
    tx = 2 * (qy * surface.nz - qz * surface.ny);
    ty = 2 * (qz * surface.nx - qx * surface.nz);
    tz = 2 * (qx * surface.ny - qy * surface.nx);
    const nx = surface.nx + qw * tx + qy * tz - qz * ty;
    const ny = surface.ny + qw * ty + qz * tx - qx * tz;
    const nz = surface.nz + qw * tz + qx * ty - qy * tx;
    const isFound = surface.distance < Infinity;
    const { all, lanes } = memory;
    const first = memory.index(at + HEAD * LANE_BYTES) + lane;
    all[first + lanes * NORMAL] = nx;
    all[first + lanes * (NORMAL + 1)] = ny;
    all[first + lanes * (NORMAL + 2)] = nz;
    all[first + lanes * OFFSET] = distance - nx * before[p] - ny * before[p + 1] - nz * before[p + 2];
    all[first + lanes * PLACE] = before[p];
    all[first + lanes * (PLACE + 1)] = before[p + 1];
    all[first + lanes * (PLACE + 2)] = before[p + 2];
    all[first + lanes * DISTANCE] = distance;
    all[first + lanes * KNOWN] = isFound ? FOUND : FAR_AWAY;
    if (!isFound || distance > way + HELD * radii[k]) return;
    all[first + lanes * TARGET] = Math.min(distance + push, 0);
    all[first + lanes * APPROACH] = nx * v[p] + ny * v[p + 1] + nz * v[p + 2];
    memory.allWords[(at >>> 2) + STATE] |= ACTIVE_BIT;
  }

  /** Slots of the bodies that were touched in the step. */
  *touched(): Generator<number> {
    for (const [k, { slot }] of this.near.entries()) if (this.met[k]) yield slot;
  }

  /** Takes down which bodies are touched in the substep. */
  private meet(): void {
    const { bodies, met } = this;
    const { all, allWords, lanes } = this.memory;
    for (let bundle = 0; bundle < this.count; bundle++) {
      const at = this.at + bundle * this.bytes;
      if (met[bodies[bundle]] || !(allWords[(at >>> 2) + STATE] & ACTIVE_BIT)) continue;
      const lambda = this.memory.index(at + (HEAD + LAMBDA) * LANE_BYTES);
      for (let lane = 0; lane < lanes; lane++) if (all[lambda + lane] > 0) met[bodies[bundle]] = 1;
    }
  }

  solve(): void {
    if (this.count > 0) this.memory.kernels.solveStill(this.at, this.count, this.before - this.u);
  }

  bounce({ bounceSpeed }: ContactSettings): void {
    this.meet();
    if (this.count > 0) this.memory.kernels.bounceStill(this.at, this.count, this.v - this.u, bounceSpeed);
  }
}
