// What began and ended between bodies and between shapes in a step, in the order in which cannon-es reports it.
import type { WorldEvent } from '../../index.ts';
import type { Body } from '../body/body.ts';
import { BODY_TYPES } from '../body/body-types.ts';
import { ContactEquation } from '../equation/contact-equation.ts';
import type { Shape } from '../shape/shape.ts';

/** A body's end of a contact. */
export interface End {
  body: Body;
  shape: Shape;
}

export interface BodyPair {
  bodyA: Body;
  bodyB: Body;
}
export interface ShapePair extends BodyPair {
  shapeA: Shape;
  shapeB: Shape;
}

/** Two shapes that touch, or of which one only feels the other. */
interface Touch extends ShapePair {
  a: End;
  b: End;
  senses: boolean;
}

interface Pair extends BodyPair {
  /** Touching pairs of shapes. */
  shapes: Map<number, Touch>;
  /** Whether `collide` is emitted: not where neither body is dynamic. */
  collides: boolean;
}

/** More than there are ids of bodies, or of shapes. */
const IDS = 0x2000000;
const keyOf = (i: number, j: number): number => (i < j ? i * IDS + j : j * IDS + i);

const byBody = (p: BodyPair, q: BodyPair): number => p.bodyA.id - q.bodyA.id || p.bodyB.id - q.bodyB.id;
const byShape = (p: ShapePair, q: ShapePair): number => p.shapeA.id - q.shapeA.id || p.shapeB.id - q.shapeB.id;
export const isDynamic = ({ body }: End): boolean => body.type === BODY_TYPES.DYNAMIC;

export class ContactLog {
  /** Contacts that began. */
  readonly collisions: ContactEquation[] = [];
  private readonly pairs = new Map<number, Pair>();
  private readonly begunPairs = new Set<Pair>();
  private readonly endedPairs = new Map<number, Pair>();
  private readonly begunTouches = new Set<Touch>();
  private readonly endedTouches = new Map<string, Touch>();
  /** Of bodies the shapes whose contacts the engine has dropped since the last step; null for all. */
  private readonly dropped = new Map<Body, Set<Shape> | null>();

  begin(a: End, b: End, event: WorldEvent | 'overlap' | null): void {
    const [one, other] = a.body.id < b.body.id ? [a, b] : [b, a];
    const key = keyOf(one.body.id, other.body.id);
    let pair = this.pairs.get(key);
    if (!pair) {
      // What ends and begins in one step has lasted.
      pair = this.endedPairs.get(key);
      if (pair) this.endedPairs.delete(key);
      else {
        pair = { bodyA: one.body, bodyB: other.body, shapes: new Map(), collides: false };
        this.begunPairs.add(pair);
      }
      this.pairs.set(key, pair);
    }
    const [first, second] = a.shape.id < b.shape.id ? [a.shape, b.shape] : [b.shape, a.shape];
    const name = keyOf(first.id, second.id);
    if (pair.shapes.has(name)) return; // noted before
    const senses = event === 'overlap' || event?.type === 'sensor-enter';
    const touch: Touch = { bodyA: one.body, bodyB: other.body, shapeA: first, shapeB: second, a, b, senses };
    pair.shapes.set(name, touch);
    if (!this.endedTouches.delete(`${key} ${name}`)) this.begunTouches.add(touch);
    if (pair.collides || !(isDynamic(a) || isDynamic(b))) return;
    pair.collides = true;
    const isHeard = a.body.hasAnyEventListener('collide') || b.body.hasAnyEventListener('collide');
    if (event && isHeard) this.collisions.push(senses ? overlapEquation(a, b) : equationOf(a, b, event as WorldEvent));
  }

  /** A contact that was not reported when it began. */
  note(a: End, b: End, how: 'overlap' | null = null): void {
    this.begin(a, b, how);
    this.clear();
  }

  end(a: End, b: End): void {
    const key = keyOf(a.body.id, b.body.id);
    const pair = this.pairs.get(key);
    const name = keyOf(a.shape.id, b.shape.id);
    if (pair?.shapes.has(name)) this.endTouch(key, pair, name);
  }

  private endTouch(key: number, pair: Pair, name: number): void {
    const touch = pair.shapes.get(name)!;
    pair.shapes.delete(name);
    if (!this.begunTouches.delete(touch)) this.endedTouches.set(`${key} ${name}`, touch);
    if (pair.shapes.size > 0) return;
    this.pairs.delete(key);
    if (!this.begunPairs.delete(pair)) this.endedPairs.set(key, pair);
  }

  /** The engine has dropped the contacts of some shapes of a body, or of all: the next step finds out which of them have ended. */
  drop(body: Body, shapes: readonly Shape[] | null): void {
    const before = this.dropped.get(body);
    if (before === null) return;
    if (shapes && before) for (const shape of shapes) before.add(shape);
    else this.dropped.set(body, shapes && new Set(shapes));
  }

  /** Begins a step. */
  start(): void {
    this.clear();
    if (this.dropped.size === 0) return;
    const isDropped = ({ body, shape }: End) => this.dropped.get(body) === null || this.dropped.get(body)?.has(shape);
    for (const [key, pair] of this.pairs)
      if (this.dropped.has(pair.bodyA) || this.dropped.has(pair.bodyB))
        for (const [name, { a, b }] of pair.shapes) if (isDropped(a) || isDropped(b)) this.endTouch(key, pair, name);
    this.dropped.clear();
  }

  get begun(): BodyPair[] {
    return [...this.begunPairs].sort(byBody);
  }
  get ended(): BodyPair[] {
    return [...this.endedPairs.values()].sort(byBody);
  }
  get begunShapes(): ShapePair[] {
    return [...this.begunTouches].sort(byShape);
  }
  get endedShapes(): ShapePair[] {
    return [...this.endedTouches.values()].sort(byShape);
  }

  /** Whether two bodies touch of which one is dynamic at least. */
  touching(a: Body, b: Body): boolean {
    if (this.dropped.get(a) === null || this.dropped.get(b) === null) return false; // has left
    return this.pairs.get(keyOf(a.id, b.id))?.collides ?? false;
  }

  /** Whether they did a step ago. */
  touchedBefore(a: Body, b: Body): boolean {
    const isPair = ({ bodyA, bodyB }: BodyPair) => (bodyA === a && bodyB === b) || (bodyA === b && bodyB === a);
    return this.ended.some(isPair) || (this.touching(a, b) && !this.begun.some(isPair));
  }

  /** Equations of pairs of which one only feels the other, and one is dynamic. */
  *overlaps(): Iterable<ContactEquation> {
    for (const { collides, shapes } of this.pairs.values())
      if (collides) for (const { a, b, senses } of shapes.values()) if (senses) yield overlapEquation(a, b);
  }

  get isEmpty(): boolean {
    return this.begunTouches.size === 0 && this.endedTouches.size === 0;
  }

  sort(): void {
    const [high, low] = [
      ({ bi, bj }: ContactEquation) => Math.max(bi.index, bj.index),
      ({ bi, bj }: ContactEquation) => Math.min(bi.index, bj.index),
    ];
    this.collisions.sort((p, q) => high(p) - high(q) || low(p) - low(q));
  }

  private clear(): void {
    for (const set of [this.begunPairs, this.endedPairs, this.begunTouches, this.endedTouches]) set.clear();
    this.collisions.length = 0;
  }
}

/** Whether an end comes first in an equation: that of the simpler shape, of the body that was added earlier. */
export const comesFirst = (a: End, b: End): boolean =>
  a.shape.type < b.shape.type || (a.shape.type === b.shape.type && a.body.index < b.body.index);

function equationOf(a: End, b: End, { point, normal, approachSpeed }: WorldEvent): ContactEquation {
  const swapped = !comesFirst(a, b);
  const equation = contactEquation(swapped ? b : a, swapped ? a : b, point, normal, swapped);
  equation.impactSpeed = approachSpeed;
  return equation;
}

/** Of a pair of which one only feels the other the engine knows no points: an equation halfway between the centres, and along the line through both. */
function overlapEquation(a: End, b: End): ContactEquation {
  const [first, second] = comesFirst(a, b) ? [a, b] : [b, a];
  const [p, q] = [first.body.position, second.body.position];
  const between = p.vadd(q).scale(0.5);
  const line = q.vsub(p);
  if (line.isZero()) line.set(0, 1, 0);
  line.normalize();
  return contactEquation(first, second, between.toArray(), line.toArray(), false);
}

/** An equation of a point; `normal` from the first end to the second, or the other way round. */
export function contactEquation(
  first: End,
  second: End,
  point: ArrayLike<number>,
  normal: ArrayLike<number>,
  reversed: boolean,
): ContactEquation {
  const equation = new ContactEquation(first.body, second.body);
  const side = reversed ? -1 : 1;
  equation.si = first.shape;
  equation.sj = second.shape;
  equation.ni.set(side * normal[0], side * normal[1], side * normal[2]);
  const { position: p } = first.body;
  const { position: q } = second.body;
  equation.ri.set(point[0] - p.x, point[1] - p.y, point[2] - p.z);
  equation.rj.set(point[0] - q.x, point[1] - q.y, point[2] - q.z);
  equation.jacobianElementA.spatial.set(-equation.ni.x, -equation.ni.y, -equation.ni.z);
  equation.jacobianElementB.spatial.copy(equation.ni);
  equation.ri.cross(equation.ni, equation.jacobianElementA.rotational);
  equation.jacobianElementA.rotational.negate(equation.jacobianElementA.rotational);
  equation.rj.cross(equation.ni, equation.jacobianElementB.rotational);
  return equation;
}
