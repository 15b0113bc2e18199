// Contacts of particles with bodies that do not move, by the kernels of particles: what they cannot know, where the surface is, is found here.
import { ShapeRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import { type ContactSettings, HELD, LEAST, LOOK } from './contacts.ts';
import type { StatePlaces } from './kernel-state.ts';
import type { KernelMemory } from './kernels.ts';
import { type NearBody, PART } from './nearby.ts';
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
const TARGET = 14;
const APPROACH = 15;
const LANE_BYTES = 16;
/** Bits of a bundle's state, which stands behind the four addresses; and the address of its body. */
const ACTIVE_BIT = 1;
const STALE_BIT = 2;
const STATE = 4;
const BODY = 6;
/** Where the numbers of a StillBody are, how many there are, and in the words behind them whether it is touched. */
const POSE = 6;
const CENTER = 13;
const SIZES = 16;
const MATERIAL = 20;
const BODY_NUMBERS = 23;
const MET = 1;
const PARTICLES_WORDS = 8;
/** Room for bodies: at least so many, and one for each so many contacts. */
const LEAST_BODIES = 16;
const CONTACTS_OF_BODY = 8;

/** Known to be at least that far away; and known. */
const FAR_AWAY = 2;
const FOUND = 1;

const surface: SurfacePoint = surfacePoint();

export class StillContacts {
  private readonly at: number;
  private readonly bytes: number;
  /** Bundles that there is room for, and that there are. */
  readonly room: number;
  private count = 0;
  /** Bodies that there is room for, where they are, and their numbers. */
  private readonly bodyRoom: number;
  private readonly bodies: number;
  private readonly bodyBytes: number;
  private readonly particles: number;
  private readonly held: number;
  private heldBytes: Uint8Array = new Uint8Array(0);
  private bodyNumbers: Float64Array = new Float64Array(0);
  private near: readonly NearBody[] = [];

  constructor(
    private readonly memory: KernelMemory,
    contacts: number,
    private readonly places: StatePlaces,
    private readonly particleCount: number,
  ) {
    const { kernels, lanes } = memory;
    this.bytes = kernels.stillBytes();
    this.room = Math.ceil(contacts / lanes);
    this.at = memory.allocate(this.room * this.bytes);
    this.bodyBytes = kernels.stillBodyBytes();
    this.bodyRoom = LEAST_BODIES + Math.ceil(contacts / CONTACTS_OF_BODY);
    this.bodies = memory.allocate(this.bodyRoom * this.bodyBytes);
    this.particles = memory.allocate(PARTICLES_WORDS * 4);
    this.held = memory.allocate(particleCount);
  }

  /** Takes what does not change, once all of the memory is there. */
  fill(): void {
    const { bodyBytes, bodyRoom, held, memory, particleCount, places } = this;
    const { boxes, radii, reach, start, u } = places;
    memory.allWords.set([particleCount, PART, start, u, reach, radii, boxes, held], this.particles >>> 2);
    this.heldBytes = memory.bytes(held, particleCount);
    this.bodyNumbers = memory.doubles(this.bodies, (bodyRoom * bodyBytes) / 8);
  }

  /** Takes the particles that may meet these bodies; false where there is no room for all. */
  beginStep(world: StateMemory, near: readonly NearBody[]): boolean {
    const { memory, room } = this;
    this.near = near;
    this.count = 0;
    if (near.length > this.bodyRoom) return false;
    for (const [index, body] of near.entries()) {
      if (body.parts.length === 0) continue;
      this.describe(world, index, body);
      if (body.held) {
        this.heldBytes.fill(0);
        for (const particle of body.held) this.heldBytes[particle] = 1;
      }
      const count = memory.kernels.enterStill(this.at, this.count, room, this.bodyAt(index), this.particles, body.held ? 1 : 0) >>> 0;
      if (count > room) return false;
      this.count = count;
    }
    return true;
  }

  private bodyAt(index: number): number {
    return this.bodies + index * this.bodyBytes;
  }

  /** Writes a StillBody. */
  private describe({ f64, u32 }: StateMemory, index: number, body: NearBody): void {
    const { bodyNumbers: numbers } = this;
    const first = (index * this.bodyBytes) / 8;
    numbers.set(body.low, first);
    numbers.set(body.high, first + 3);
    numbers.set(body.pose, first + POSE);
    numbers[first + CENTER] = body.centerX;
    numbers[first + CENTER + 1] = body.centerY;
    numbers[first + CENTER + 2] = body.centerZ;
    const { shape } = body;
    numbers[first + SIZES] = f64[(shape + ShapeRecord.radius) >>> 3];
    numbers[first + SIZES + 1] = f64[(shape + ShapeRecord.sizeX) >>> 3];
    numbers[first + SIZES + 2] = f64[(shape + ShapeRecord.sizeY) >>> 3];
    numbers[first + SIZES + 3] = f64[(shape + ShapeRecord.sizeZ) >>> 3];
    numbers[first + MATERIAL] = body.staticFriction;
    numbers[first + MATERIAL + 1] = body.dynamicFriction;
    numbers[first + MATERIAL + 2] = body.restitution;
    const words = (this.bodyAt(index) >>> 2) + 2 * BODY_NUMBERS;
    this.memory.allWords[words] = u32[(shape + ShapeRecord.type) >>> 2];
    this.memory.allWords[words + MET] = 0;
  }

  beginSubstep(world: StateMemory, state: ParticleState, { depenetrationSpeed, h }: ContactSettings): void {
    if (this.count === 0) return;
    const { memory } = this;
    const { before, u, v } = this.places;
    const push = depenetrationSpeed * h;
    // What is left has a shape that the kernels do not know.
    if (memory.kernels.scanStill(this.at, this.count, this.particles, before - u, v - u, push) === 0) return;
    for (let bundle = 0; bundle < this.count; bundle++) {
      const at = this.at + bundle * this.bytes;
      if (!(memory.allWords[(at >>> 2) + STATE] & STALE_BIT)) continue;
      const body = this.near[(memory.allWords[(at >>> 2) + BODY] - this.bodies) / this.bodyBytes];
      const stale = memory.index(at + (HEAD + STALE) * LANE_BYTES);
      for (let lane = 0; lane < memory.lanes; lane++) if (memory.all[stale + lane] !== 0) this.look(world, state, body, at, lane, push);
    }
  }

  /** Finds the surface near a particle. */
  private look(world: StateMemory, state: ParticleState, body: NearBody, at: number, lane: number, push: number): void {
    const { memory } = this;
    const { pose } = body;
    const { before, radii, start, u, v } = state;
    const k = (memory.allWords[(at >>> 2) + lane] - this.places.u) / memory.row;
    const p = 4 * k;
    const wx = u[p] - before[p];
    const wy = u[p + 1] - before[p + 1];
    const wz = u[p + 2] - before[p + 2];
    const way = Math.sqrt(wx * wx + wy * wy + wz * wz);
    const px = start[p] + before[p] - pose[0];
    const py = start[p + 1] + before[p + 1] - pose[1];
    const pz = start[p + 2] + before[p + 2] - pose[2];
    const qx = pose[3];
    const qy = pose[4];
    const qz = pose[5];
    const qw = pose[6];
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
    const { allWords } = this.memory;
    for (const [k, { parts, slot }] of this.near.entries())
      if (parts.length > 0 && allWords[(this.bodyAt(k) >>> 2) + 2 * BODY_NUMBERS + MET]) yield slot;
  }

  solve(): void {
    const { before, u } = this.places;
    if (this.count > 0) this.memory.kernels.solveStill(this.at, this.count, before - u);
  }

  bounce({ bounceSpeed }: ContactSettings): void {
    const { u, v } = this.places;
    if (this.count > 0) this.memory.kernels.bounceStill(this.at, this.count, v - u, bounceSpeed);
  }
}
