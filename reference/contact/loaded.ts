// Contacts of light bodies that carry heavy ones. A sweep passes a load on from contact to contact, of each time no more than what stops the lighter body, so that
// a weight on a light box sinks for as many sweeps as it is heavier. The normal impulses of such contacts are solved together:
//
//   0 ≤ p  ⊥  g = (A + ε D) Δp + v_n + b ≥ 0,   A = J M⁻¹ Jᵀ,   D its diagonal
//
// with b = C / h where surfaces are apart, r C where they overlap, before the bodies move; and b = 0 after it. ε lets points of a face that say the same share
// their load. That is the least ½ Δpᵀ (A + ε D) Δp + Δpᵀ (v_n + b) under p ≥ 0, found by projected Newton steps (Bertsekas, SIAM J. Control Optim. 20, 1982): rows that
// push, or fall short, are solved together; what would pull stops at zero; a step that does not go down far enough is made shorter. The sweeps that follow find
// these rows solved; their springs don't yield (soft.ts).
import type { Body } from '../body/body.ts';
import type { Vec3 } from '../math/vector.ts';
import type { Contact, ContactPoint } from './contact.ts';
import type { ContactSubstep } from './substep.ts';

/** A body carries one that is heavier by this. */
const UNEQUAL = 20;

/** And what has borne so many times its own weight for so many steps, whoever it is from: what a load leaves behind that is taken away would throw it. */
const OVERLOADED = 400;
const LASTING = 8;

/** Cosine between gravity and the way to another body from which on that is below, or beside. */
const BESIDE = -0.3;

/** So many manifolds, and points of them, at most. */
const MOST_MANIFOLDS = 64;
const MOST_POINTS = 256;

/** Parts of their diagonal by which rows yield: first to find out which of them push, then to bring them to their goals. */
const YIELDS = [1e-3, 1e-5];

/** Newton steps with each of these, how often one is made shorter, by what, and the least part of what it promises that it has to bring. */
const STEPS = 5;
const CUTS = 3;
const CUT = 0.3;
const BRINGS = 0.1;

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
  const loaded: Contact[] = [];
  let count = 0;
  for (const body of carriers) {
    for (const contact of contacts) {
      if ((contact.a !== body && contact.b !== body) || contact.surfaces.scaledCompliance > 0 || loaded.includes(contact)) continue;
      const other = contact.a === body ? contact.b : contact.a;
      const way = (contact.a === body ? 1 : -1) * contact.normal.dot(gravity);
      const isBelow = way >= BESIDE * strength;
      const isLoad = other.isDynamic && other.mass >= UNEQUAL * body.mass;
      if (!isBelow && !isLoad) continue;
      if (loaded.length === MOST_MANIFOLDS || count + contact.points.length > MOST_POINTS) return loaded;
      loaded.push(contact);
      count += contact.points.length;
      if (other.isDynamic && isBelow && heaviest >= UNEQUAL * other.mass) add(other, 0);
    }
  }
  return loaded;
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
  /** What the speed has to be at least, negative. */
  goal: number;
}

export class LoadedContacts {
  private rows: Row[] = [];
  private matrix: number[][] = [];

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
    for (const row of this.rows) aim(row, substep, biased);
    const impulses = this.rows.map(({ point }) => point.impulse);
    const gradient = this.rows.map(({ contact, goal, point }) => contact.normalSpeed(point) + goal);
    for (const part of YIELDS) {
      const start = [...impulses];
      for (let k = 0; k < STEPS; k++) if (!this.descend(part, impulses, gradient)) break;
      for (const k of impulses.keys()) gradient[k] -= part * this.matrix[k][k] * (impulses[k] - start[k]);
    }
    for (const [k, { contact, point }] of this.rows.entries()) {
      const before = point.impulse;
      point.impulse = impulses[k];
      contact.push(point, impulses[k] - before);
    }
  }

  private build(): void {
    this.rows = this.contacts.flatMap((contact) => contact.points.map((point) => rowOf(contact, point)));
    this.matrix = this.rows.map((p) => this.rows.map((q) => between(p, q)));
  }

  /** A Newton step on the impulses; whether another one is needed. */
  private descend(yielding: number, impulses: number[], gradient: number[]): boolean {
    const { matrix, rows } = this;
    const free = [...rows.keys()].filter((k) => rows[k].mayPush && (impulses[k] > 0 || gradient[k] < -LEAST_SHORT));
    if (!free.some((k) => Math.abs(gradient[k]) > LEAST_SHORT)) return false;
    const block = free.map((i) => free.map((j) => (i === j ? 1 + yielding : 1) * matrix[i][j]));
    const wanted = solveSymmetric(
      block,
      free.map((k) => -gradient[k]),
    );
    for (let [cut, part] = [0, 1]; cut <= CUTS; cut++, part *= CUT) {
      const taken = free.map((k, i) => Math.max(part * wanted[i], -impulses[k]));
      const effect = matrix.map((row, j) => free.reduce((sum, k, i) => sum + (j === k ? 1 + yielding : 1) * row[k] * taken[i], 0));
      const promised = free.reduce((sum, k, i) => sum + taken[i] * gradient[k], 0);
      const curvature = free.reduce((sum, k, i) => sum + taken[i] * effect[k], 0);
      if (promised + 0.5 * curvature > BRINGS * promised) continue;
      for (const [i, k] of free.entries()) impulses[k] = Math.max(impulses[k] + taken[i], 0);
      for (const k of rows.keys()) gradient[k] += effect[k];
      return true;
    }
    return false;
  }
}

function rowOf(contact: Contact, point: ContactPoint): Row {
  const { a, b, normal } = contact;
  const [torqueA, torqueB] = [point.armA.cross(normal), point.armB.cross(normal)];
  const [turnedA, turnedB] = [a.inverseInertia.times(torqueA), b.inverseInertia.times(torqueB)];
  return { contact, point, torqueA, torqueB, turnedA, turnedB, mayPush: false, goal: 0 };
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

/** What a row is there for in this solve. */
function aim(row: Row, substep: ContactSubstep, biased: boolean): void {
  const { contact, point } = row;
  const separation = contact.separation(point, biased ? 0 : substep.duration);
  const isApart = separation > TOUCHING;
  row.mayPush = biased || point.impulse > 0 || !isApart;
  row.goal = -point.curve;
  if (!biased) row.mayPush &&= !(contact.surfaces.restitution > 0 && -contact.normalSpeed(point) > substep.bounceSpeed);
  else row.goal += isApart ? separation / substep.duration : Math.max(substep.rate * separation, -substep.depenetrationSpeed);
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
