// Particles against the shapes of rigid bodies. The surface near a particle is a plane of the body's frame, found where the substep begins, in
// front of which the particle has to be at its end: so nothing passes through, however thin, at any speed. It is found anew where the particle
// has gone so far that it may be another one.
//
//   C = d − r,  Δλ = −C / (w + n·M⁻¹n + (r × n)·I⁻¹(r × n)),  λ ≥ 0                          (Müller et al. 2020, 3.5)
//   friction: the way along the surface in the substep is taken back, by at most μ λ           (the same, eqs 26 to 28)
//   restitution: v_n = −e v_n of before, of what meets faster than bodies that fall for a while (the same, eq 34)
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import { isWithin, type NearBody, PART } from './nearby.ts';
import { pointShape, type SurfacePoint, surfacePoint } from './point-shape.ts';
import type { Rigid } from './rigid.ts';
import type { Numbers, ParticleState } from './state.ts';
import { APPROACH, BEFORE, DISTANCE, FRICTION, isOpen, KNOWN, LAMBDA, NORMAL, shove, TARGET, TOUCH_NUMBERS, touch } from './touch.ts';

/** 1: the surface is known; FAR_AWAY: that it is farther than the distance. */
const FAR_AWAY = 2;
/** How many times its radius and its way in a substep a particle looks around. */
export const LOOK = 4;
/** Of the distance to a surface: having gone so far along it a particle has the next place looked for. */
const FAR = 0.25;
/** Of a particle's radius, or where that is more, of the way that it makes in a substep. */
const NEAR = 0.5;
/** Of a particle's radius: how far what holds it may bring it within a substep, beside its own way; what is nearer is looked at in each pass. */
export const HELD = 0.5;
/** m: looked for that far, at least. */
export const LEAST = 1e-6;

const surface: SurfacePoint = surfacePoint();

export interface ContactSettings {
  h: number;
  /** m/s: faster is not pushed out; slower does not bounce. */
  depenetrationSpeed: number;
  bounceSpeed: number;
}

export class ParticleContacts {
  private data = new Float64Array(0);
  /** Of each candidate: index of its particle's first number, and its body in `near`. */
  private particles = new Uint32Array(0);
  private bodies = new Uint32Array(0);
  private count = 0;
  private near: NearBody[] = [];
  private met = new Uint8Array(0);
  private entries: number[] = [];
  /** Candidates that the substep may meet. */
  private active = new Uint32Array(0);
  private activeCount = 0;

  constructor(private readonly rigid: Rigid) {}

  /** Slots of the bodies that particles touched in the step. */
  *touched(): Generator<number> {
    for (const [k, { slot }] of this.near.entries()) if (this.met[k]) yield slot;
  }

  /** `reach`: m, how far each particle may get, and its radius. */
  beginStep(memory: StateMemory, state: ParticleState, near: NearBody[], reach: Float64Array): void {
    this.near = near;
    this.met = new Uint8Array(near.length);
    this.entries = near.map(({ slot }) => this.rigid.enter(memory, slot));
    let room = 0;
    for (const { parts } of near) room += PART * parts.length;
    if (this.particles.length < room) {
      this.particles = new Uint32Array(2 * room);
      this.bodies = new Uint32Array(2 * room);
      this.active = new Uint32Array(2 * room);
      this.data = new Float64Array(2 * room * TOUCH_NUMBERS);
    }
    this.count = 0;
    this.activeCount = 0;
    near.forEach((one, body) => {
      for (const part of one.parts) {
        const end = Math.min((part + 1) * PART, state.count);
        for (let k = part * PART; k < end; k++) {
          if (state.u[4 * k + 3] === 0 || one.held?.has(k) || !isWithin(one, state, k, reach[k])) continue;
          this.particles[this.count] = 4 * k;
          this.bodies[this.count] = body;
          this.data[this.count * TOUCH_NUMBERS + KNOWN] = 0;
          this.count += 1;
        }
      }
    });
  }

  /** Looks for what the particles, which are where they would be without contacts, may meet in the substep. */
  beginSubstep(memory: StateMemory, { before, radii, start, u, v }: ParticleState, settings: ContactSettings): void {
    const { data, rigid } = this;
    const { h } = settings;
    this.activeCount = 0;
    for (let c = 0; c < this.count; c++) {
      const at = c * TOUCH_NUMBERS;
      const p = this.particles[c];
      const body = this.entries[this.bodies[c]];
      rigid.toLocal(body, false, start[p] + before[p], start[p + 1] + before[p + 1], start[p + 2] + before[p + 2]);
      const [sx, sy, sz] = [rigid.x, rigid.y, rigid.z];
      rigid.toLocal(body, true, start[p] + u[p], start[p + 1] + u[p + 1], start[p + 2] + u[p + 2]);
      const [wx, wy, wz] = [rigid.x - sx, rigid.y - sy, rigid.z - sz];
      const way = Math.sqrt(wx * wx + wy * wy + wz * wz);
      let distance = 0;
      if (data[at + KNOWN] > 0) {
        const [dx, dy, dz] = [sx - data[at], sy - data[at + 1], sz - data[at + 2]];
        const gone = Math.sqrt(dx * dx + dy * dy + dz * dz);
        // However it has gone, it is still at least that far away.
        if (data[at + DISTANCE] - gone > 1.5 * way + HELD * radii[p >>> 2]) continue;
        distance = data[at + DISTANCE] + data[at + NORMAL] * dx + data[at + NORMAL + 1] * dy + data[at + NORMAL + 2] * dz;
        const near = Math.max(FAR * Math.abs(data[at + DISTANCE]), NEAR * Math.min(radii[p >>> 2], way), LEAST);
        if (gone > near || data[at + KNOWN] === FAR_AWAY) data[at + KNOWN] = 0;
      }
      if (data[at + KNOWN] === 0) {
        const reach = LOOK * (way + radii[p >>> 2]) + LEAST;
        const { centerX, centerY, centerZ, shape } = this.near[this.bodies[c]];
        pointShape(memory, shape, sx + centerX, sy + centerY, sz + centerZ, reach, surface);
        data[at + KNOWN] = surface.distance < Infinity ? 1 : FAR_AWAY;
        data[at] = sx;
        data[at + 1] = sy;
        data[at + 2] = sz;
        data[at + NORMAL] = surface.nx;
        data[at + NORMAL + 1] = surface.ny;
        data[at + NORMAL + 2] = surface.nz;
        data[at + DISTANCE] = Math.min(surface.distance, reach) - radii[p >>> 2];
        distance = data[at + DISTANCE];
      }
      const held = HELD * radii[p >>> 2];
      if (distance > way + held || isOpen(this.near[this.bodies[c]], data, at, distance, held + LEAST)) continue;
      data[at + LAMBDA] = 0;
      data.fill(0, at + FRICTION, at + FRICTION + 3);
      data[at + TARGET] = Math.min(0, distance + settings.depenetrationSpeed * h);
      data[at + APPROACH] = this.speedAlong(c, v);
      data[at + BEFORE] = distance;
      this.active[this.activeCount++] = c;
    }
  }

  /** One pass over all contacts. */
  solve({ before, start, u }: ParticleState, { h }: ContactSettings): void {
    for (let k = 0; k < this.activeCount; k++) {
      const c = this.active[k];
      const p = this.particles[c];
      const body = this.bodies[c];
      const [x, y, z] = [start[p], start[p + 1], start[p + 2]];
      const isMet = touch(
        this.rigid,
        this.entries[body],
        this.near[body],
        this.data,
        c * TOUCH_NUMBERS,
        h,
        u[p + 3],
        x + u[p],
        y + u[p + 1],
        z + u[p + 2],
        x + before[p],
        y + before[p + 1],
        z + before[p + 2],
      );
      if (isMet) this.met[body] = 1;
      u[p] += u[p + 3] * shove.x;
      u[p + 1] += u[p + 3] * shove.y;
      u[p + 2] += u[p + 3] * shove.z;
    }
  }

  /** Gives the velocities, which are known by now, what bounces, and takes from them what parting those that overlap has given. */
  bounce({ u, v }: ParticleState, { bounceSpeed }: ContactSettings): void {
    const { data, rigid } = this;
    for (let k = 0; k < this.activeCount; k++) {
      const c = this.active[k];
      const at = c * TOUCH_NUMBERS;
      const { restitution } = this.near[this.bodies[c]];
      const approach = data[at + APPROACH];
      const bounces = restitution > 0 && approach <= -bounceSpeed;
      if (data[at + LAMBDA] === 0 || !(bounces || data[at + BEFORE] < 0)) continue;
      const body = this.entries[this.bodies[c]];
      const p = this.particles[c];
      const wanted = Math.max(-restitution * (bounces ? approach : 0), approach, 0) - this.speedAlong(c, v);
      if (bounces ? wanted <= 0 : wanted >= 0) continue;
      rigid.turned(body, false, data[at + NORMAL], data[at + NORMAL + 1], data[at + NORMAL + 2]);
      const [nx, ny, nz] = [rigid.x, rigid.y, rigid.z];
      rigid.turned(body, false, data[at], data[at + 1], data[at + 2]);
      const [rx, ry, rz] = [rigid.x, rigid.y, rigid.z];
      const impulse = wanted / (u[p + 3] + rigid.inverseMass(body, rx, ry, rz, nx, ny, nz));
      v[p] += u[p + 3] * impulse * nx;
      v[p + 1] += u[p + 3] * impulse * ny;
      v[p + 2] += u[p + 3] * impulse * nz;
      if (rigid.isMoved(body)) rigid.push(body, rx, ry, rz, -impulse * nx, -impulse * ny, -impulse * nz);
    }
  }

  /** How fast a particle leaves the surface, where both are at the start of the substep. */
  private speedAlong(c: number, v: Numbers): number {
    const { data, rigid } = this;
    const at = c * TOUCH_NUMBERS;
    const p = this.particles[c];
    const body = this.entries[this.bodies[c]];
    rigid.turned(body, false, data[at], data[at + 1], data[at + 2]);
    const [rx, ry, rz] = [rigid.x, rigid.y, rigid.z];
    rigid.turned(body, false, data[at + NORMAL], data[at + NORMAL + 1], data[at + NORMAL + 2]);
    const [nx, ny, nz] = [rigid.x, rigid.y, rigid.z];
    rigid.speedAt(body, rx, ry, rz);
    return nx * (v[p] - rigid.x) + ny * (v[p + 1] - rigid.y) + nz * (v[p + 2] - rigid.z);
  }
}
