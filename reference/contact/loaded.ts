// Contacts of light bodies that carry heavy ones. A sweep passes a load on from contact to contact, of each time no more than what stops the lighter body, so that
// a weight on a light box sinks for as many sweeps as it is heavier. The normal impulses of such contacts are solved together:
//
//   0 ≤ p  ⊥  g = (A + ε D) Δp + v_n + b ≥ 0,   A = J M⁻¹ Jᵀ,   D its diagonal
//
// with b = C / h where surfaces are apart, r C where they overlap, before the bodies move; and b = 0 after it. ε lets points of a face that say the same share
// their load. That is the least ½ Δpᵀ (A + ε D) Δp + Δpᵀ (v_n + b) under p ≥ 0, found by projected Newton steps (Bertsekas, SIAM J. Control Optim. 20, 1982): rows that
// push, or fall short, are solved together; what would pull stops at zero, and the others are solved again. The way there is taken as far as it goes down. The
// sweeps that follow find these rows solved; their springs don't yield (soft.ts).
import type { Body } from '../body/body.ts';
import type { Vec3 } from '../math/vector.ts';
import type { Contact, ContactPoint } from './contact.ts';
import type { ContactSubstep } from './substep.ts';

/** A body carries one that is heavier by this. */
const UNEQUAL = 8;

/** And what has borne so many times its own weight for so many steps, whoever it is from: what a load leaves behind that is taken away would throw it. */
const OVERLOADED = 400;
const LASTING = 8;

/** A body that is heavier than what it stands on by this hands down what stands on it in turn. */
const HEAVIER = 1.5;

/** Cosine between gravity and the way to another body from which on that is below, or beside. */
const BESIDE = -0.3;

/** So many manifolds, and points of them, at most. */
const MOST_MANIFOLDS = 64;
const MOST_POINTS = 256;

/** Parts of their diagonal by which rows yield: first to find out which of them push, then to bring them to their goals. */
const YIELD = 1e-3;
const LEAST_YIELD = 1e-5;

/** Newton steps with each of these, and how often what remains is solved again in one. */
const STEPS = 3;
const TURNS = 4;

/** m/s: a speed that misses its goal by less is no matter. */
const LEAST_SHORT = 1e-7;

/** m: as in soft.ts. */
const TOUCHING = 1e-6;

/** The contacts of what carries a heavier body, and of what is below that and light for the heaviest of them. */
export function findLoaded(contacts: readonly Contact[], { duration, gravity }: ContactSubstep): Contact[] {
  const carriers: Body[] = [];
  let heaviest = 0;
  const strength = gravity.length;
  const add = (body: Body, mass: number) => {
    heaviest = Math.max(heaviest, mass);
    // What joints bear of a body's load is not seen here.
    if (body.jointCount === 0 && carriers.length < MOST_MANIFOLDS && !carriers.includes(body)) carriers.push(body);
  };
  for (const contact of contacts) {
    if (contact.surfaces.scaledCompliance > 0) continue;
    const { a, b, normal, points } = contact;
    const force = points.reduce((sum, { age, impulse }) => sum + (age >= LASTING ? impulse : 0), 0) / duration;
    const borne = strength > 0 ? force / strength : 0;
    for (const body of [a, b]) if (body.isDynamic && borne >= OVERLOADED * body.mass) add(body, borne);
    if (!a.isDynamic || !b.isDynamic) continue;
    const down = normal.dot(gravity);
    if (a.mass >= UNEQUAL * b.mass && down >= -BESIDE * strength) add(b, a.mass);
    if (b.mass >= UNEQUAL * a.mass && -down >= -BESIDE * strength) add(a, b.mass);
  }
  for (const [body, weight] of handedDown(contacts, gravity)) if (weight >= UNEQUAL * body.mass) add(body, weight);
  const loaded: Contact[] = [];
  let count = 0;
  for (const body of carriers) {
    for (const contact of contacts) {
      if ((contact.a !== body && contact.b !== body) || contact.surfaces.scaledCompliance > 0 || loaded.includes(contact)) continue;
      const other = contact.a === body ? contact.b : contact.a;
      const way = (contact.a === body ? 1 : -1) * contact.normal.dot(gravity);
      const isBelow = way >= BESIDE * strength;
      const isLoad = other.isDynamic && other.mass >= HEAVIER * body.mass;
      if (!isBelow && !isLoad) continue;
      if (loaded.length === MOST_MANIFOLDS || count + contact.points.length > MOST_POINTS) return loaded;
      loaded.push(contact);
      count += contact.points.length;
      if (other.isDynamic && isBelow && heaviest >= UNEQUAL * other.mass) add(other, 0);
    }
  }
  return loaded;
}

/** kg: what bodies bear of ever heavier ones above each other. */
function handedDown(contacts: readonly Contact[], gravity: Vec3): Map<Body, number> {
  const steep = -BESIDE * gravity.length;
  const edges = contacts.flatMap(({ a, b, normal, surfaces }) => {
    const down = normal.dot(gravity);
    const [upper, lower] = down >= 0 ? [a, b] : [b, a];
    const stands =
      a.isDynamic && b.isDynamic && surfaces.scaledCompliance <= 0 && Math.abs(down) >= steep && upper.mass >= HEAVIER * lower.mass;
    return stands ? [{ upper, lower }] : [];
  });
  const borne = new Map<Body, number>();
  for (let pass = 0; pass < edges.length; pass++) {
    let changed = false;
    for (const { upper, lower } of edges) {
      const weight = upper.mass + (borne.get(upper) ?? 0);
      if (!(weight > (borne.get(lower) ?? 0))) continue;
      borne.set(lower, weight);
      changed = true;
    }
    if (!changed) break;
  }
  return borne;
}

interface Row {
  contact: Contact;
  point: ContactPoint;
  /** How an impulse along it moves the bodies: about their centres of mass. */
  torqueA: Vec3;
  torqueB: Vec3;
  turnedA: Vec3;
  turnedB: Vec3;
  mayPush: boolean;
}

export class LoadedContacts {
  private rows: Row[] = [];
  private matrix: number[][] = [];
  private impulses: number[] = [];
  private gradient: number[] = [];
  /** The rows that were free when LEAST_YIELD was used last. */
  private lastFree: string | undefined;

  constructor(private readonly contacts: readonly Contact[]) {
    for (const contact of contacts) contact.yields = false;
  }

  /** To be called when bodies answer otherwise than before, or contacts were found anew. */
  forget(): void {
    this.rows = [];
  }

  /** Before the bodies move (`biased`), or after it. */
  solve(substep: ContactSubstep, biased: boolean): void {
    if (this.rows.length === 0) this.build();
    this.gradient = this.rows.map((row) => aim(row, substep, biased));
    this.impulses = this.rows.map(({ point }) => point.impulse);
    if (!this.settles()) {
      this.approach(YIELD);
      this.approach(LEAST_YIELD);
    }
    for (const [k, { contact, point }] of this.rows.entries()) {
      const before = point.impulse;
      point.impulse = this.impulses[k];
      contact.push(point, this.impulses[k] - before);
    }
  }

  private build(): void {
    this.rows = this.contacts.flatMap((contact) => contact.points.map((point) => rowOf(contact, point)));
    this.matrix = this.rows.map((p) => this.rows.map((q) => between(p, q)));
    this.lastFree = undefined;
  }

  /** The rows that push and those that fall short, if there is anything to solve. */
  private chooseFree(): number[] | undefined {
    const { rows, impulses, gradient } = this;
    const free = [...rows.keys()].filter((k) => rows[k].mayPush && (impulses[k] > 0 || gradient[k] < -LEAST_SHORT));
    return free.some((k) => Math.abs(gradient[k]) > LEAST_SHORT) ? free : undefined;
  }

  /** Whether one step is enough, which is tried where the same rows are free as the last time. */
  private settles(): boolean {
    const free = this.chooseFree();
    if (!free) return true;
    if (free.join() !== this.lastFree) return false;
    const start = [...this.impulses];
    this.descend(LEAST_YIELD, free);
    const isSettled = !this.chooseFree();
    if (!isSettled) this.leave(LEAST_YIELD, start);
    return isSettled;
  }

  /** Brings the impulses to where rows that yield by a part have their goals, measured from where they are. */
  private approach(yielding: number): void {
    const start = [...this.impulses];
    for (let step = 0; step < STEPS; step++) {
      const free = this.chooseFree();
      if (!free || !this.descend(yielding, free)) break;
    }
    this.leave(yielding, start);
  }

  /** Takes what rows have yielded out of the gradient. */
  private leave(yielding: number, start: readonly number[]): void {
    for (const k of start.keys()) this.gradient[k] -= yielding * this.matrix[k][k] * (this.impulses[k] - start[k]);
  }

  /** A Newton step for the free rows; whether it went down. */
  private descend(yielding: number, chosen: readonly number[]): boolean {
    const { impulses, gradient } = this;
    const matrix = this.matrix.map((row, i) => row.map((value, j) => (i === j ? 1 + yielding : 1) * value));
    const taken = impulses.map(() => 0);
    const effect = impulses.map(() => 0);
    const change = (k: number, by: number) => {
      taken[k] += by;
      for (const [j, row] of matrix.entries()) effect[j] += row[k] * by;
    };
    let free = [...chosen];
    for (let turn = 1; ; turn++) {
      if (yielding === LEAST_YIELD) this.lastFree = free.join();
      const wanted = solveSymmetric(
        free.map((i) => free.map((j) => matrix[i][j])),
        free.map((k) => -gradient[k] - effect[k]),
      );
      // Those whose pull is no matter stay free: it may be rounding.
      const stopped = free.filter((k, i) => (-impulses[k] - taken[k] - wanted[i]) * this.matrix[k][k] > LEAST_SHORT);
      if (stopped.length === 0 || turn === TURNS) {
        for (const [i, k] of free.entries()) change(k, Math.max(wanted[i], -impulses[k] - taken[k]));
        break;
      }
      for (const k of stopped) change(k, -impulses[k] - taken[k]);
      free = free.filter((k) => !stopped.includes(k));
    }
    // As far as it goes down.
    const slope = taken.reduce((sum, value, k) => sum + value * gradient[k], 0);
    const curvature = taken.reduce((sum, value, k) => sum + value * effect[k], 0);
    if (slope >= 0) return false;
    const part = -slope < curvature ? -slope / curvature : 1;
    for (const k of impulses.keys()) {
      impulses[k] = Math.max(impulses[k] + part * taken[k], 0);
      gradient[k] += part * effect[k];
    }
    return true;
  }
}

function rowOf(contact: Contact, point: ContactPoint): Row {
  const { a, b, normal } = contact;
  const [torqueA, torqueB] = [point.armA.cross(normal), point.armB.cross(normal)];
  const [turnedA, turnedB] = [a.inverseInertia.times(torqueA), b.inverseInertia.times(torqueB)];
  return { contact, point, torqueA, torqueB, turnedA, turnedB, mayPush: false };
}

/** How much an impulse along one row changes the speed along another. */
function between(p: Row, q: Row): number {
  const { a, b, normal } = p.contact;
  const along = (body: Body) => normal.scaledBy(body.inverseMass).dot(q.contact.normal);
  let sum = 0;
  if (a === q.contact.a) sum += along(a) + p.torqueA.dot(q.turnedA);
  if (b === q.contact.b) sum += along(b) + p.torqueB.dot(q.turnedB);
  if (a === q.contact.b) sum -= along(a) + p.torqueA.dot(q.turnedB);
  if (b === q.contact.a) sum -= along(b) + p.torqueB.dot(q.turnedA);
  return sum;
}

/** What a row is there for in this solve; how far it is from that. */
function aim(row: Row, substep: ContactSubstep, biased: boolean): number {
  const { contact, point } = row;
  const separation = contact.separation(point, biased ? 0 : substep.duration);
  const isApart = separation > TOUCHING;
  const speed = contact.normalSpeed(point);
  row.mayPush = biased || point.impulse > 0 || !isApart;
  if (!biased && contact.surfaces.restitution > 0 && -speed > substep.bounceSpeed) row.mayPush = false;
  const overlap = Math.max(substep.rate * separation, -substep.depenetrationSpeed);
  const held = isApart ? separation / substep.duration : overlap;
  return speed + (biased ? held : 0) - point.curve;
}

/** A x = b by L D Lᵀ; what hangs on the others alone stays 0. */
function solveSymmetric(matrix: number[][], b: number[]): number[] {
  const count = b.length;
  const x = [...b];
  const pivots: number[] = [];
  for (let i = 0; i < count; i++) {
    const row = matrix[i];
    let pivot = row[i];
    for (let j = 0; j < i; j++) {
      let sum = row[j];
      for (let k = 0; k < j; k++) sum -= row[k] * matrix[j][k];
      row[j] = sum;
    }
    for (let j = 0; j < i; j++) {
      const scaled = row[j] * pivots[j];
      pivot -= scaled * row[j];
      row[j] = scaled;
      x[i] -= scaled * x[j];
    }
    pivots.push(pivot > 0 ? 1 / pivot : 0);
  }
  for (let i = count - 1; i >= 0; i--) {
    x[i] = pivots[i] * x[i];
    for (let k = i + 1; k < count; k++) x[i] -= matrix[k][i] * x[k];
  }
  return x;
}
