// Particles against particles, of one set and of others, as spheres. Pairs are listed with a margin of each set, and those of a set anew once its particles have
// moved by that. Of one set those that are nearer at rest than their radii keep that distance instead.
//
//   C = n·(xa − xb) − d,  d = min(ra + rb, distance at rest);  Δλ = −C / (wa + wb), λ ≥ 0;  friction as against bodies
import { norm } from '../../bindings/core/arguments.ts';
import { ParticleFlag, ParticleSetRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import { Grid } from './grid.ts';
import type { ParticleSolver } from './set.ts';

/** How much farther than they touch pairs are listed, for each of both sets: of the largest radius, and of what a substep moves. */
const MARGIN = 0.5;
const WAYS = 2.5;
const NEAREST = 1e-12;
/** Of a pair: λ, friction's, the normal, and how fast those that overlap part by themselves, m/s, once they are pushed: else NaN. */
const NUMBERS = 8;
const DIRECTION = 4;
const PARTING = 7;
/** Of the distance that they keep: particles that are farther apart by less touch. */
const TOUCH = 0.05;

export class ParticlePairs {
  private sets: ParticleSolver[] = [];
  private selfs: boolean[] = [];
  private others: boolean[] = [];
  private frictions: number[] = [];
  private groups: number[] = [];
  private masks: number[] = [];
  private rests: Float64Array[] = [];
  /** Of each particle: the number of its set, and of itself there. */
  private owners = new Uint16Array(0);
  private numbers = new Uint32Array(0);
  /** 1: no particle of another set is near. */
  private alone = new Uint8Array(0);
  private boxes = new Float64Array(0);
  private total = 0;
  private points = new Float64Array(0);
  private readonly grid = new Grid();
  /** a and b of each pair, the distance that they keep, and what was done to them: along the normal, and by friction. */
  private list = new Uint32Array(0);
  private keeps = new Float64Array(0);
  private lambdas = new Float64Array(0);
  private count = 0;
  private reach = 0;
  /** Of each set: its margin, 0 where its pairs are not listed yet, and 1 where they are to be listed anew. */
  private margins = new Float64Array(0);
  private stale = new Uint8Array(0);

  beginStep(memory: StateMemory, sets: readonly ParticleSolver[]): void {
    const { f64, u32 } = memory;
    const flagsOf = ({ record }: ParticleSolver) => u32[(record + ParticleSetRecord.flags) >>> 2];
    this.sets = sets.filter((set) => flagsOf(set) & (ParticleFlag.SelfCollision | ParticleFlag.ParticleCollision));
    this.total = 0;
    this.count = 0;
    this.reach = 0;
    if (this.sets.length === 0) return;
    this.selfs = this.sets.map((set) => (flagsOf(set) & ParticleFlag.SelfCollision) !== 0);
    this.others = this.sets.map((set) => (flagsOf(set) & ParticleFlag.ParticleCollision) !== 0);
    this.frictions = this.sets.map(({ record }) => f64[(record + ParticleSetRecord.dynamicFriction) >>> 3]);
    this.groups = this.sets.map(({ record }) => u32[(record + ParticleSetRecord.collisionGroup) >>> 2]);
    this.masks = this.sets.map(({ record }) => u32[(record + ParticleSetRecord.collisionMask) >>> 2]);
    this.rests = this.sets.map(({ record, state }) => {
      const start = (record + u32[(record + ParticleSetRecord.restPositions) >>> 2]) >>> 3;
      return f64.slice(start, start + 3 * state.count);
    });
    for (const { record, state } of this.sets) {
      this.reach = Math.max(this.reach, f64[(record + ParticleSetRecord.reach) >>> 3]);
      this.total += state.count;
    }
    if (this.numbers.length < this.total) {
      this.owners = new Uint16Array(this.total);
      this.numbers = new Uint32Array(this.total);
      this.alone = new Uint8Array(this.total);
      this.points = new Float64Array(3 * this.total);
    }
    if (this.margins.length < this.sets.length) {
      this.margins = new Float64Array(2 * this.sets.length);
      this.stale = new Uint8Array(2 * this.sets.length);
    }
    this.margins.fill(0);
    let at = 0;
    this.sets.forEach(({ state }, set) => {
      for (let k = 0; k < state.count; k++, at++) {
        this.owners[at] = set;
        this.numbers[at] = 4 * k;
      }
    });
  }

  /** Lists pairs of the sets whose particles are about to leave those known. */
  beginSubstep(): void {
    if (this.total === 0) return;
    const { margins, points, sets, stale } = this;
    let isStale = false;
    let at = 0;
    for (let set = 0; set < sets.length; set++) {
      const { before, count, start, u } = sets[set].state;
      let [ahead, gone] = [0, 0];
      for (let p = 0; p < 4 * count; p += 4, at += 3) {
        let [dx, dy, dz] = [u[p] - before[p], u[p + 1] - before[p + 1], u[p + 2] - before[p + 2]];
        ahead = Math.max(ahead, dx * dx + dy * dy + dz * dz);
        [dx, dy, dz] = [start[p] + before[p], start[p + 1] + before[p + 1], start[p + 2] + before[p + 2]];
        dx -= points[at];
        dy -= points[at + 1];
        dz -= points[at + 2];
        gone = Math.max(gone, dx * dx + dy * dy + dz * dz);
      }
      const way = Math.sqrt(ahead);
      stale[set] = margins[set] > 0 && Math.sqrt(gone) + way <= margins[set] ? 0 : 1;
      if (stale[set] === 0) continue;
      isStale = true;
      margins[set] = Math.max(MARGIN * this.reach, WAYS * way, NEAREST);
    }
    if (isStale) this.listPairs();
    this.lambdas.fill(0, 0, NUMBERS * this.count);
    for (let k = 0; k < this.count; k++) this.lambdas[NUMBERS * k + PARTING] = Number.NaN;
  }

  private listPairs(): void {
    const { keeps, list, margins, numbers, owners, points, sets, stale, total } = this;
    for (let k = 0; k < total; k++) {
      if (!stale[owners[k]]) continue;
      const { before, start } = sets[owners[k]].state;
      const p = numbers[k];
      points[3 * k] = start[p] + before[p];
      points[3 * k + 1] = start[p + 1] + before[p + 1];
      points[3 * k + 2] = start[p + 2] + before[p + 2];
    }
    const known = this.count;
    this.count = 0;
    for (let k = 0; k < known; k++) {
      if (stale[owners[list[2 * k]]] || stale[owners[list[2 * k + 1]]]) continue;
      list[2 * this.count] = list[2 * k];
      list[2 * this.count + 1] = list[2 * k + 1];
      keeps[this.count++] = keeps[k];
    }
    const margin = 2 * margins.subarray(0, sets.length).reduce((most, one) => Math.max(most, one), 0);
    this.grid.build(points, total, 2 * this.reach + margin, owners, this.selfs);
    this.findAlone(2 * this.reach + margin);
    this.grid.pairs(points, total, owners, this.alone, stale, (a, b) => {
      const [setA, setB] = [owners[a], owners[b]];
      if (setA === setB && !this.selfs[setA]) return;
      const [dx, dy, dz] = [points[3 * a] - points[3 * b], points[3 * a + 1] - points[3 * b + 1], points[3 * a + 2] - points[3 * b + 2]];
      const radii = sets[setA].state.radii[numbers[a] >>> 2] + sets[setB].state.radii[numbers[b] >>> 2];
      const far = radii + margins[setA] + margins[setB];
      if (dx * dx + dy * dy + dz * dz > far * far) return;
      const keep = this.distanceKept(setA, setB, 3 * (numbers[a] >>> 2), 3 * (numbers[b] >>> 2), radii);
      if (keep > 0) this.add(a, b, keep);
    });
    if (this.lambdas.length < NUMBERS * this.count) this.lambdas = new Float64Array(2 * NUMBERS * this.count);
  }

  /** Which particles are farther than `reach` from the boxes around all other sets, and do not meet those of their own. */
  private findAlone(reach: number): void {
    const { alone, points, selfs, sets } = this;
    if (this.boxes.length < 6 * sets.length) this.boxes = new Float64Array(6 * sets.length);
    const { boxes } = this;
    let at = 0;
    sets.forEach(({ state }, set) => {
      boxes.fill(Infinity, 6 * set, 6 * set + 3);
      boxes.fill(-Infinity, 6 * set + 3, 6 * set + 6);
      for (const end = at + state.count; at < end; at++)
        for (let axis = 0; axis < 3; axis++) {
          const x = points[3 * at + axis];
          if (x - reach < boxes[6 * set + axis]) boxes[6 * set + axis] = x - reach;
          if (x + reach > boxes[6 * set + 3 + axis]) boxes[6 * set + 3 + axis] = x + reach;
        }
    });
    at = 0;
    sets.forEach(({ state }, set) => {
      const near: number[] = [];
      for (let other = 0; other < sets.length; other++) if (other !== set && boxesMeet(boxes, 6 * set, 6 * other)) near.push(6 * other);
      alone.fill(selfs[set] ? 0 : 1, at, at + state.count);
      for (const end = at + state.count; at < end; at++)
        for (let k = 0; k < near.length && alone[at]; k++) if (isInside(boxes, near[k], points, 3 * at)) alone[at] = 0;
    });
  }

  /** m: how far apart two particles stay; 0: they do not meet. */
  private distanceKept(setA: number, setB: number, p: number, q: number, radii: number): number {
    if (setA === setB) {
      if (!this.selfs[setA]) return 0;
      const x = this.rests[setA];
      return Math.min(radii, norm([x[p] - x[q], x[p + 1] - x[q + 1], x[p + 2] - x[q + 2]]));
    }
    const meet = this.others[setA] && this.others[setB] && this.groups[setA] & this.masks[setB] && this.groups[setB] & this.masks[setA];
    return meet ? radii : 0;
  }

  private add(a: number, b: number, keep: number): void {
    if (2 * this.count + 2 > this.list.length) {
      const [list, keeps] = [this.list, this.keeps];
      this.list = new Uint32Array(Math.max(4 * this.count, 256));
      this.keeps = new Float64Array(this.list.length / 2);
      this.list.set(list);
      this.keeps.set(keeps);
    }
    this.list[2 * this.count] = a;
    this.list[2 * this.count + 1] = b;
    this.keeps[this.count++] = keep;
  }

  /** One pass over all pairs; those that overlap part by `push`, m, at most in a substep. */
  solve(push: number): void {
    const { frictions, keeps, lambdas, list, numbers, owners, sets } = this;
    for (let k = 0; k < this.count; k++) {
      const at = NUMBERS * k;
      const [a, b] = [list[2 * k], list[2 * k + 1]];
      const [setA, setB] = [owners[a], owners[b]];
      const { before: beforeA, start: startA, u: ua } = sets[setA].state;
      const { before: beforeB, start: startB, u: ub } = sets[setB].state;
      const [p, q] = [numbers[a], numbers[b]];
      const [wa, wb] = [ua[p + 3], ub[q + 3]];
      if (wa + wb === 0) continue;
      const [ox, oy, oz] = [
        startA[p] - startB[q] + beforeA[p] - beforeB[q],
        startA[p + 1] - startB[q + 1] + beforeA[p + 1] - beforeB[q + 1],
        startA[p + 2] - startB[q + 2] + beforeA[p + 2] - beforeB[q + 2],
      ];
      let [nx, ny, nz] = [
        startA[p] - startB[q] + ua[p] - ub[q],
        startA[p + 1] - startB[q + 1] + ua[p + 1] - ub[q + 1],
        startA[p + 2] - startB[q + 2] + ua[p + 2] - ub[q + 2],
      ];
      let distance = Math.sqrt(nx * nx + ny * ny + nz * nz);
      const keep = keeps[k];
      if (distance >= 2 * keep && lambdas[at] === 0 && !this.passes(k, ox, oy, oz, nx, ny, nz)) continue;
      const before = Math.sqrt(ox * ox + oy * oy + oz * oz);
      if (before > NEAREST && (nx * ox + ny * oy + nz * oz < 0.5 * distance * before || distance < NEAREST)) {
        // They have turned far about each other: what counts is from where they came.
        distance = (nx * ox + ny * oy + nz * oz) / before;
        [nx, ny, nz] = [ox / before, oy / before, oz / before];
      } else if (distance > NEAREST) [nx, ny, nz] = [nx / distance, ny / distance, nz / distance];
      else [nx, ny, nz] = [0, 1, 0];
      // Nearer than that when the substep began, they part slowly.
      const error = distance - Math.min(keep, before + push);
      if (error >= 0 && lambdas[at] === 0) continue;
      lambdas[at + DIRECTION] = nx;
      lambdas[at + DIRECTION + 1] = ny;
      lambdas[at + DIRECTION + 2] = nz;
      if (before < keep && lambdas[at] === 0) lambdas[at + PARTING] = this.part(k, 0);
      const lambda = Math.max(lambdas[at] - error / (wa + wb), 0);
      const change = lambda - lambdas[at];
      lambdas[at] = lambda;
      ua[p] += wa * change * nx;
      ua[p + 1] += wa * change * ny;
      ua[p + 2] += wa * change * nz;
      ub[q] -= wb * change * nx;
      ub[q + 1] -= wb * change * ny;
      ub[q + 2] -= wb * change * nz;
      const friction = Math.sqrt(frictions[setA] * frictions[setB]);
      if (friction === 0 || lambda === 0) continue;
      let dx = startA[p] - startB[q] + ua[p] - ub[q] - ox;
      let dy = startA[p + 1] - startB[q + 1] + ua[p + 1] - ub[q + 1] - oy;
      let dz = startA[p + 2] - startB[q + 2] + ua[p + 2] - ub[q + 2] - oz;
      const along = dx * nx + dy * ny + dz * nz;
      dx -= along * nx;
      dy -= along * ny;
      dz -= along * nz;
      const inverse = 1 / (wa + wb);
      const f = at + 1;
      let [fx, fy, fz] = [lambdas[f] - dx * inverse, lambdas[f + 1] - dy * inverse, lambdas[f + 2] - dz * inverse];
      const size = Math.sqrt(fx * fx + fy * fy + fz * fz);
      if (size > friction * lambda) {
        const scale = (friction * lambda) / size;
        fx *= scale;
        fy *= scale;
        fz *= scale;
      }
      const [gx, gy, gz] = [fx - lambdas[f], fy - lambdas[f + 1], fz - lambdas[f + 2]];
      lambdas[f] = fx;
      lambdas[f + 1] = fy;
      lambdas[f + 2] = fz;
      ua[p] += wa * gx;
      ua[p + 1] += wa * gy;
      ua[p + 2] += wa * gz;
      ub[q] -= wb * gx;
      ub[q + 1] -= wb * gy;
      ub[q + 2] -= wb * gz;
    }
  }

  /** How fast two particles part along the normal of their pair, m/s; and changes that by `change`. */
  private part(k: number, change: number): number {
    const { lambdas, list, numbers, owners, sets } = this;
    const [a, b] = [sets[owners[list[2 * k]]].state, sets[owners[list[2 * k + 1]]].state];
    const [p, q] = [numbers[list[2 * k]], numbers[list[2 * k + 1]]];
    const [wa, wb] = [a.u[p + 3], b.u[q + 3]];
    let speed = 0;
    for (let axis = 0; axis < 3; axis++) {
      const n = lambdas[NUMBERS * k + DIRECTION + axis];
      speed += n * (a.v[p + axis] - b.v[q + axis]);
      a.v[p + axis] += (wa / (wa + wb)) * change * n;
      b.v[q + axis] -= (wb / (wa + wb)) * change * n;
    }
    return speed;
  }

  /** Takes from the velocities, which are known by now, what parting those that overlap has given them. */
  relax(): void {
    const { lambdas } = this;
    for (let k = 0; k < this.count; k++) {
      const parting = lambdas[NUMBERS * k + PARTING];
      if (Number.isNaN(parting) || lambdas[NUMBERS * k] === 0) continue;
      const excess = this.part(k, 0) - Math.max(parting, 0);
      if (excess > 0) this.part(k, -excess);
    }
  }

  /** Calls with each two sets of which particles touch each other, some more than once. */
  touching(found: (a: ParticleSolver, b: ParticleSolver) => void): void {
    const { keeps, list, numbers, owners, sets } = this;
    for (let k = 0; k < this.count; k++) {
      const [a, b] = [list[2 * k], list[2 * k + 1]];
      if (owners[a] === owners[b]) continue;
      const { start: startA, u: ua } = sets[owners[a]].state;
      const { start: startB, u: ub } = sets[owners[b]].state;
      const [p, q] = [numbers[a], numbers[b]];
      let square = 0;
      for (let axis = 0; axis < 3; axis++) {
        const way = startA[p + axis] - startB[q + axis] + ua[p + axis] - ub[q + axis];
        square += way * way;
      }
      const reach = (1 + TOUCH) * keeps[k];
      if (square < reach * reach) found(sets[owners[a]], sets[owners[b]]);
    }
  }

  /** Whether two particles that are apart came through each other. */
  private passes(k: number, ox: number, oy: number, oz: number, nx: number, ny: number, nz: number): boolean {
    const [wx, wy, wz] = [nx - ox, ny - oy, nz - oz];
    const way = wx * wx + wy * wy + wz * wz;
    const t = -(ox * wx + oy * wy + oz * wz) / way;
    if (!(t > 0 && t < 1)) return false;
    const [cx, cy, cz] = [ox + t * wx, oy + t * wy, oz + t * wz];
    return cx * cx + cy * cy + cz * cz < this.keeps[k] * this.keeps[k];
  }
}

function boxesMeet(boxes: Float64Array, a: number, b: number): boolean {
  for (let axis = 0; axis < 3; axis++) if (boxes[a + axis] > boxes[b + 3 + axis] || boxes[b + axis] > boxes[a + 3 + axis]) return false;
  return true;
}

function isInside(boxes: Float64Array, box: number, points: Float64Array, at: number): boolean {
  for (let axis = 0; axis < 3; axis++) if (points[at + axis] < boxes[box + axis] || points[at + axis] > boxes[box + 3 + axis]) return false;
  return true;
}
