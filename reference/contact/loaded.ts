// Contacts of light bodies that carry heavy ones. A sweep passes a load on from contact to contact, of each time no more than what stops the lighter body, so that
// a weight on a light box sinks for as many sweeps as it is heavier. The normal impulses of such contacts are solved together:
//
//   J M⁻¹ Jᵀ Δp + ε D Δp = -(v_n + b),   p + Δp >= 0,   D the diagonal of J M⁻¹ Jᵀ
//
// with b = C / h where surfaces are apart, r C where they overlap, before the bodies move; and b = 0 after it. ε lets points of a face that say the same share
// their load. What would pull leaves, and the others are solved again. The sweeps that follow find these rows solved; their springs don't yield (soft.ts).
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

/** Parts of their diagonal by which rows yield. */
const YIELD = 1e-5;

/** How often rows are solved while some of them leave, and that while others come back. */
const ROUNDS = 32;
const TURNS = 16;

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
  isActive: boolean;
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
    for (let turn = 0; turn < TURNS && this.meetGoals(); turn++) {
      let round = 1;
      while (!this.solveActive(round === ROUNDS)) round++;
    }
  }

  private build(): void {
    this.rows = this.contacts.flatMap((contact) => contact.points.map((point) => rowOf(contact, point)));
    this.matrix = this.rows.map((p) => this.rows.map((q) => between(p, q)));
    for (let k = 0; k < this.rows.length; k++) this.matrix[k][k] *= 1 + YIELD;
  }

  /** Lets rows take part that fall short of their goals; whether any row does. */
  private meetGoals(): boolean {
    let some = false;
    for (const row of this.rows) {
      if (!row.mayPush) continue;
      const short = -(row.contact.normalSpeed(row.point) + row.goal);
      row.isActive ||= short > LEAST_SHORT;
      some ||= row.isActive && Math.abs(short) > LEAST_SHORT;
    }
    return some;
  }

  /** Solves the active rows; where some would pull they leave with what they have, and nothing else is done unless it `isLast`. Whether all are solved. */
  private solveActive(isLast: boolean): boolean {
    const { matrix } = this;
    const numbers = [...this.rows.keys()].filter((k) => this.rows[k].isActive);
    const rows = numbers.map((k) => this.rows[k]);
    const wanted = rows.map(({ contact, goal, point }) => -(contact.normalSpeed(point) + goal));
    const changes = solveSymmetric(
      numbers.map((i) => numbers.map((j) => matrix[i][j])),
      wanted,
    );
    const pulls = rows.map(({ point }, k) => point.impulse + changes[k] < 0);
    const some = pulls.includes(true);
    for (const [k, row] of rows.entries()) {
      if (pulls[k]) row.isActive = false;
      if (pulls[k] || !some || isLast) change(row, pulls[k] ? -row.point.impulse : changes[k]);
    }
    return !some || isLast;
  }
}

function rowOf(contact: Contact, point: ContactPoint): Row {
  const { a, b, normal } = contact;
  const [torqueA, torqueB] = [point.armA.cross(normal), point.armB.cross(normal)];
  const [turnedA, turnedB] = [a.inverseInertia.times(torqueA), b.inverseInertia.times(torqueB)];
  return { contact, point, torqueA, torqueB, turnedA, turnedB, mayPush: false, isActive: false, goal: 0 };
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

/** What a row is there for in this solve, and whether it pushes already. */
function aim(row: Row, substep: ContactSubstep, biased: boolean): void {
  const { contact, point } = row;
  const separation = contact.separation(point, biased ? 0 : substep.duration);
  const isApart = separation > TOUCHING;
  row.isActive = point.impulse > 0;
  row.mayPush = biased || row.isActive || !isApart;
  row.goal = -point.curve;
  if (!biased) row.mayPush &&= !(contact.surfaces.restitution > 0 && -contact.normalSpeed(point) > substep.bounceSpeed);
  else row.goal += isApart ? separation / substep.duration : Math.max(substep.rate * separation, -substep.depenetrationSpeed);
  row.isActive &&= row.mayPush;
}

function change({ contact, point }: Row, impulse: number): void {
  const before = point.impulse;
  point.impulse = Math.max(before + impulse, 0);
  contact.push(point, point.impulse - before);
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
