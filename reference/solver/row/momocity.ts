// Momocity (SPECIFICATION.md, section 3.2): while rows are solved a body keeps I^(1/2) ω, a row I^(-1/2) l. Their product is l · ω, the angular
// part of K is |I^(-1/2) l|², and an impulse adds p I^(-1/2) l: a visit needs no product with an inertia.
import type { Body } from '../../body/body.ts';
import { SymmetricMatrix } from '../../math/matrix.ts';
import { Vec3 } from '../../math/vector.ts';
import type { Line } from './line.ts';

/** Solves lines with the bodies in momocity; those with locked axes stay as they are. */
export function inMomocity(bodies: readonly Body[], lines: readonly Line[], solve: () => void): void {
  const roots = new Map<Body, { root: SymmetricMatrix; inverse: SymmetricMatrix }>();
  for (const body of bodies) {
    if (!body.isDynamic || !body.isFree) continue;
    const { x, y, z } = body.moments;
    const axes = body.orientation.times(body.principal);
    const root = SymmetricMatrix.alongAxes(axes, new Vec3(Math.sqrt(x), Math.sqrt(y), Math.sqrt(z)));
    const inverse = SymmetricMatrix.alongAxes(axes, new Vec3(1 / Math.sqrt(x), 1 / Math.sqrt(y), 1 / Math.sqrt(z)));
    roots.set(body, { root, inverse });
    body.angularVelocity.assign(root.times(body.angularVelocity));
  }
  const put: { torque: Vec3; was: Vec3 }[] = [];
  for (const line of lines) {
    const before = line.ends.map(({ angular }) => angular);
    for (const end of line.row.ends) {
      const inverse = roots.get(end.body)?.inverse;
      if (!inverse) continue;
      put.push({ torque: end.torque, was: end.torque.times(1) });
      end.torque.assign(inverse.times(end.torque));
    }
    line.inverseMass = 0;
    line.ends.forEach((end, k) => {
      if (roots.has(end.body)) end.angular = end.torque.times(end.inertiaScale);
      line.inverseMass += end.force.dot(end.linear) + end.torque.dot(roots.has(end.body) ? end.angular : before[k]);
    });
  }
  solve();
  for (const { torque, was } of put) torque.assign(was);
  for (const line of lines) line.weigh();
  for (const [body, { inverse }] of roots) body.angularVelocity.assign(inverse.times(body.angularVelocity));
}
