// Bodies and rows without a world.
import { BodyType, RowKind } from '../../bindings/core/layout.ts';
import { Body } from '../../reference/body/body.ts';
import { ConstraintRow } from '../../reference/constraint/row.ts';
import { Vec3 } from '../../reference/math/vector.ts';
import { type Random, signed } from './problems.ts';

export function dynamicBody(mass = 1, moments = new Vec3(1, 1, 1), position = Vec3.ZERO): Body {
  const body = new Body();
  body.type = BodyType.Dynamic;
  body.mass = mass;
  body.moments.assign(moments);
  body.position.assign(position);
  body.startStep();
  return body;
}

export const randomVector = (random: Random) => new Vec3(signed(random), signed(random), signed(random));

/** A row with J as given: a force and a torque on each body. */
export function rowOf(...ends: [Body, Vec3, Vec3?][]): ConstraintRow {
  const row = new ConstraintRow(RowKind.Bound);
  for (const [body, force, torque] of ends) row.add(body, force, torque ?? Vec3.ZERO);
  return row;
}

/** Rows of random directions between two bodies. */
export function randomRows(random: Random, a: Body, b: Body, count: number): ConstraintRow[] {
  return Array.from({ length: count }, () =>
    rowOf([a, randomVector(random), randomVector(random)], [b, randomVector(random), randomVector(random)]),
  );
}

/** Points of 1 kg along x, each held at the one before by a row: A is 2 on the diagonal, 1 at the first, and -1 beside it. */
export function chain(count: number): ConstraintRow[] {
  const bodies = Array.from({ length: count }, () => dynamicBody());
  const ground = new Body();
  return bodies.map((body, k) => rowOf([k > 0 ? bodies[k - 1] : ground, Vec3.X.times(-1)], [body, Vec3.X]));
}

/** Bodies in a tree, each joined to one before it, or to the ground, by some rows; then `loops` more joints between any two. */
export function tree(random: Random, bodies: number, loops = 0): ConstraintRow[] {
  const all = [new Body()];
  const rows: ConstraintRow[] = [];
  const countOf = () => 1 + Math.floor(5 * random());
  for (let k = 0; k < bodies; k++) {
    const body = dynamicBody(0.1 + random(), new Vec3(0.1 + random(), 0.1 + random(), 0.1 + random()));
    rows.push(...randomRows(random, all[Math.floor(all.length * random())], body, countOf()));
    all.push(body);
  }
  for (let k = 0; k < loops; k++) {
    const [a, b] = [all[Math.floor(all.length * random())], all[Math.floor(all.length * random())]];
    if (a !== b) rows.push(...randomRows(random, a, b, 1));
  }
  return rows;
}

export const GRAVITY = 9.81;

/** A cube of 1 kg and 1 m, held up by four corners of its lower side, and w of forces that act at an offset from its centre of mass. */
export function boxOnCorners(offset: Vec3): { rows: ConstraintRow[]; target: Float64Array } {
  const moment = 1 / 6;
  const box = dynamicBody(1, new Vec3(moment, moment, moment));
  const corners = [new Vec3(0.5, -0.5, 0.5), new Vec3(-0.5, -0.5, 0.5), new Vec3(-0.5, -0.5, -0.5), new Vec3(0.5, -0.5, -0.5)];
  const rows = corners.map((corner) => Object.assign(rowOf([box, Vec3.Y, corner.cross(Vec3.Y)]), { low: 0 }));
  const load = Vec3.Y.times(-GRAVITY);
  const turn = offset.cross(load).times(1 / moment);
  return { rows, target: Float64Array.from(corners, (corner) => -load.y - corner.cross(Vec3.Y).dot(turn)) };
}

export const unbounded = (target: Float64Array) => ({ target, low: target.map(() => -Infinity), high: target.map(() => Infinity) });
export const oneSided = (target: Float64Array) => ({ target, low: target.map(() => 0), high: target.map(() => Infinity) });

/** The largest difference of two lists. */
export function gap(p: ArrayLike<number>, q: ArrayLike<number>): number {
  let worst = p.length === q.length ? 0 : Infinity;
  for (let i = 0; i < p.length; i++) worst = Math.max(worst, Math.abs(p[i] - q[i]));
  return worst;
}
