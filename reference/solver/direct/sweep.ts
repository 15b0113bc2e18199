// What takes the place of a direct solve that has failed, for one substep: the rows of an island one after the other, with the inertias of their
// bodies alone (projected Gauss-Seidel).
import type { Body } from '../../body/body.ts';
import { clamp } from '../../math/scalar.ts';
import type { Node } from './node.ts';
import type { DirectRow } from './row.ts';

const SWEEPS = 10;

export function sweepRows(rows: readonly DirectRow[], nodes: Map<Body, Node>): void {
  for (const node of nodes.values()) {
    node.reset(true);
    node.start();
  }
  for (const row of rows) row.change = 0;
  for (let sweep = 0; sweep < SWEEPS; sweep++) for (const row of rows) sweepRow(row, nodes);
}

function sweepRow(row: DirectRow, nodes: Map<Body, Node>): void {
  const { inverseMass } = row;
  if (!(inverseMass > 0)) return;
  let speed = 0;
  for (const { body, force, torque } of row.ends) {
    const node = nodes.get(body);
    if (node) speed += force.dot(node.velocity) + torque.dot(node.angularVelocity);
  }
  const { change, high, impulse, low, residual, softness } = row;
  const wanted = impulse + change + (residual - speed - softness * change) / (inverseMass + softness);
  row.change = clamp(wanted, low, high) - impulse;
  for (const { body, force, torque } of row.ends) nodes.get(body)?.push(force, torque, row.change - change);
}
