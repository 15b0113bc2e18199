// Geometric stiffness: a force that turns with what carries it resists its turning. A light body under a large load swings faster than a
// substep can follow; taken implicitly the stiffness is stable at any ratio. Only as much of it is taken as the substep needs,
// γ = (s - ½) / 2s with s = h² k / I, where s > ½; and only the positive part, so that every block stays positive definite.
import type { Body } from '../../body/body.ts';
import type { SymmetricMatrix } from '../../math/matrix.ts';
import { Vec3 } from '../../math/vector.ts';
import type { Node } from './node.ts';
import { DirectRow } from './row.ts';

/** A straight piece under tension between bodies, or between a body and the world. */
export interface Link {
  rows: DirectRow[];
  /** Its tension, in terms of the rows' load. */
  weight: number;
  length: number;
  direction: Vec3;
  ends: { body: Body; arm: Vec3; sign: number }[];
}

/** A joint to the direct solver. */
export interface Parts {
  rows: DirectRow[];
  /** About which the joint turns freely: one, two, or any three for all. */
  axes: Vec3[];
  links: Link[];
}

const THRESHOLD = 0.5;
/** N m s; a smaller torque bends nothing. */
const LEAST_BEND = 1e-9;
/** Arm and force nearly opposite: no axis in the middle. */
const LEAST_MIDDLE = 1e-6;

/** γ */
const needed = (s: number) => (s > THRESHOLD ? (s - THRESHOLD) / (2 * s) : 0);

/** Load of a joint's rows on each of its bodies that has one at an arm. */
export function loadsOf(parts: Parts, impulse: (row: DirectRow) => number): { body: Body; arm: Vec3; load: Vec3 }[] {
  const loads: { body: Body; arm: Vec3; load: Vec3 }[] = [];
  for (const row of parts.rows) {
    for (const { arm, body, force } of row.ends) {
      if (!arm || !body.isDynamic) continue;
      const known = loads.find((one) => one.body === body);
      if (known) known.load.assign(known.load.plusTimes(force, impulse(row)));
      else loads.push({ body, arm, load: force.times(impulse(row)) });
    }
  }
  return loads;
}

/** Stiffens the bodies of a joint by the loads of its rows; returns the rows that its own angle or its links need besides. */
export function stiffen(parts: Parts, h: number, nodes: Map<Body, Node>, impulse: (row: DirectRow) => number): DirectRow[] {
  for (const { arm, body, load } of loadsOf(parts, impulse)) {
    const node = nodes.get(body);
    if (node) stiffenPoint(node, arm, load.times(h));
  }
  const brakes = parts.links.flatMap((link) => stiffenLink(link, h, impulse));
  brakes.push(...stiffenBending(parts, h, nodes, impulse));
  for (const brake of brakes) brake.residual = -driftAlong(brake, nodes);
  return brakes;
}

/** How fast its bodies have drifted along a row since the last solve of the substep. */
function driftAlong({ ends }: DirectRow, nodes: Map<Body, Node>): number {
  return ends.reduce((sum, { body, force, torque }) => {
    const node = nodes.get(body);
    return node ? sum + force.dot(node.drift) + torque.dot(node.spin) : sum;
  }, 0);
}

/** `load`: h² times the force, at the arm r. K = ½ (r·F + |r||F|) (1 - m mᵀ), m midway between r and F. */
function stiffenPoint(node: Node, arm: Vec3, load: Vec3): void {
  const size = arm.length * load.length;
  const k = (arm.dot(load) + size) / 2;
  if (!(k > 0)) return;
  const middle = arm.times(1 / arm.length).plusTimes(load, 1 / load.length);
  if (middle.length < LEAST_MIDDLE) return;
  const m = middle.times(1 / middle.length);
  const a = m.anyNormal();
  const b = m.cross(a);
  const part = k * needed(k * largestAcross(node.body.inverseInertia, a, b));
  if (part <= 0) return;
  node.stiffen(a, part);
  node.stiffen(b, part);
}

/** The largest eigenvalue in the plane of two unit vectors. */
function largestAcross(w: SymmetricMatrix, a: Vec3, b: Vec3): number {
  const aa = w.between(a, a);
  const ab = w.between(a, b);
  const bb = w.between(b, b);
  return (aa + bb) / 2 + Math.hypot((aa - bb) / 2, ab);
}

/**
 * A torque τ couples each axis f about which the joint turns freely with a common tilt about c = f × τ / |τ|: ½ |τ| on both bodies about c, and
 * as much about f between them. A row a · b between directions of A and B has this second variation.
 */
function stiffenBending(parts: Parts, h: number, nodes: Map<Body, Node>, impulse: (row: DirectRow) => number): DirectRow[] {
  const turns = parts.rows.filter(({ part, twists }) => part === 'turn' || twists);
  if (turns.length === 0 || parts.axes.length === 0) return [];
  const torque = Vec3.zero();
  for (const row of turns) torque.assign(torque.plusTimes(row.ends[1].torque, impulse(row)));
  if (torque.length < LEAST_BEND) return [];
  const bodies = turns[0].ends.map(({ body }) => body);
  return freeAxes(parts.axes, torque).flatMap((axis) => {
    const bend = axis.cross(torque);
    if (bend.length < LEAST_BEND) return [];
    const c = bend.times(1 / bend.length);
    const k = (h * bend.length) / 2;
    const part = k * needed(k * Math.max(...bodies.map(({ inverseInertia }) => swing(inverseInertia, axis, c))));
    if (part <= 0) return [];
    for (const body of bodies) nodes.get(body)?.stiffen(c, part);
    const brake = new DirectRow('brake');
    bodies.forEach((body, index) => {
      brake.add(body, Vec3.zero(), axis.times(index === 0 ? -1 : 1), null);
    });
    brake.softness = 1 / part;
    return [brake];
  });
}

/** Of a joint that turns about all axes, two across the torque. */
function freeAxes(axes: Vec3[], torque: Vec3): Vec3[] {
  if (axes.length < 3) return axes;
  const along = torque.times(1 / torque.length);
  const first = along.anyNormal();
  return [first, along.cross(first)];
}

const swing = (w: SymmetricMatrix, a: Vec3, c: Vec3) => Math.sqrt(w.between(a, a) * w.between(c, c));

/** Tension over length, across the link; all of it where the substep is much too long, since a link has no inertia of its own. */
function stiffenLink({ direction, ends, length, rows, weight }: Link, h: number, impulse: (row: DirectRow) => number): DirectRow[] {
  const load = Math.abs(rows.reduce((sum, row) => sum + impulse(row), 0));
  const k = (load * weight * h) / length;
  if (!(k > 0)) return [];
  const first = direction.anyNormal();
  const brakes = [first, direction.cross(first)].map((across) => {
    const brake = new DirectRow('brake');
    for (const { arm, body, sign } of ends) brake.add(body, across.times(sign), arm.cross(across).times(sign), null);
    return brake;
  });
  // The same for both, or which two they are would matter.
  const part = 2 * k * needed(k * (brakes[0].inverseMass + brakes[1].inverseMass));
  if (part <= 0) return [];
  for (const brake of brakes) brake.softness = 1 / part;
  return brakes;
}
