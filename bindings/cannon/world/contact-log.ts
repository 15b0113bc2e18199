// What began and ended between bodies and between shapes in a step, in the order in which cannon-es reports it.
import type { WorldEvent } from '../../index.ts';
import type { Body } from '../body/body.ts';
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

interface Pair extends BodyPair {
  /** Touching pairs of shapes, and how many of them push. */
  shapes: Map<number, ShapePair>;
  /** Whether the bodies push each other, or one only feels the other. */
  solid: boolean;
}

/** More than there are ids of bodies, or of shapes. */
const IDS = 0x2000000;
const keyOf = (i: number, j: number): number => (i < j ? i * IDS + j : j * IDS + i);

export class ContactLog {
  readonly begun: BodyPair[] = [];
  readonly ended: BodyPair[] = [];
  readonly begunShapes: ShapePair[] = [];
  readonly endedShapes: ShapePair[] = [];
  /** Contacts that began and push. */
  readonly collisions: ContactEquation[] = [];
  private readonly pairs = new Map<number, Pair>();

  begin(a: End, b: End, event: WorldEvent | null): void {
    const [one, other] = a.body.id < b.body.id ? [a, b] : [b, a];
    const key = keyOf(one.body.id, other.body.id);
    let pair = this.pairs.get(key);
    if (!pair) {
      pair = { bodyA: one.body, bodyB: other.body, shapes: new Map(), solid: false };
      this.pairs.set(key, pair);
      this.begun.push(pair);
    }
    const [first, second] = a.shape.id < b.shape.id ? [a.shape, b.shape] : [b.shape, a.shape];
    const name = keyOf(first.id, second.id);
    if (pair.shapes.has(name)) return; // noted before
    const shapes: ShapePair = { bodyA: one.body, bodyB: other.body, shapeA: first, shapeB: second };
    pair.shapes.set(name, shapes);
    this.begunShapes.push(shapes);
    if (!event || pair.solid) return;
    pair.solid = true;
    const isHeard = a.body.hasAnyEventListener('collide') || b.body.hasAnyEventListener('collide');
    if (isHeard) this.collisions.push(equationOf(a, b, event));
  }

  /** A contact that was not reported when it began. */
  note(a: End, b: End): void {
    this.begin(a, b, null);
    const pair = this.pairs.get(keyOf(a.body.id, b.body.id));
    if (pair) pair.solid = true;
    this.clear();
  }

  end(a: End, b: End): void {
    const key = keyOf(a.body.id, b.body.id);
    const pair = this.pairs.get(key);
    const name = keyOf(a.shape.id, b.shape.id);
    const shapes = pair?.shapes.get(name);
    if (!pair || !shapes) return;
    pair.shapes.delete(name);
    this.endedShapes.push(shapes);
    if (pair.shapes.size > 0) return;
    this.pairs.delete(key);
    this.ended.push(pair);
  }

  /** Whether two bodies push each other. */
  touching(a: Body, b: Body): boolean {
    return this.pairs.get(keyOf(a.id, b.id))?.solid ?? false;
  }

  /** Whether they did a step ago. */
  touchedBefore(a: Body, b: Body): boolean {
    const isPair = ({ bodyA, bodyB }: BodyPair) => (bodyA === a && bodyB === b) || (bodyA === b && bodyB === a);
    return this.ended.some(isPair) || (this.touching(a, b) && !this.begun.some(isPair));
  }

  /** Forgets a body that has left. */
  forget(body: Body): void {
    for (const [key, { bodyA, bodyB }] of this.pairs) if (bodyA === body || bodyB === body) this.pairs.delete(key);
  }

  get isEmpty(): boolean {
    return this.begunShapes.length === 0 && this.endedShapes.length === 0;
  }

  sort(): void {
    for (const list of [this.begun, this.ended]) list.sort((p, q) => p.bodyA.id - q.bodyA.id || p.bodyB.id - q.bodyB.id);
    for (const list of [this.begunShapes, this.endedShapes]) list.sort((p, q) => p.shapeA.id - q.shapeA.id || p.shapeB.id - q.shapeB.id);
    const [high, low] = [
      ({ bi, bj }: ContactEquation) => Math.max(bi.index, bj.index),
      ({ bi, bj }: ContactEquation) => Math.min(bi.index, bj.index),
    ];
    this.collisions.sort((p, q) => high(p) - high(q) || low(p) - low(q));
  }

  clear(): void {
    for (const list of [this.begun, this.ended, this.begunShapes, this.endedShapes, this.collisions]) list.length = 0;
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
