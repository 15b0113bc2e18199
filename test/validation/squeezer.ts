// Andrews' squeezing mechanism (Schiehlen, "Multibody Systems Handbook", 1990; IFToMM's problem A03): seven bodies in three loops, a spring and a torque.
import { type Body, HingeJoint, SpringDamperJoint, type World } from '../../bindings/index.ts';

type Point = readonly [x: number, y: number];

const A: Point = [-0.06934, -0.00227];
const B: Point = [-0.03635, 0.03273];
const C: Point = [0.014, 0.072];

/** The angles at the start, of which the loops are closed to rounding. */
const BETA = -0.0617138900142764;
const GAMMA = 0.45527981916307;
const PHI = 0.222668390165886;
const DELTA = 0.487364979543843;
const EPSILON = 1.23054744454983;

/** kg and kg m² of the seven bodies; N m on the first. */
const MASSES = [0.04325, 0.00365, 0.02373, 0.00706, 0.0705, 0.00706, 0.05498];
const INERTIAS = [2.194e-6, 4.41e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5];
const TORQUE = 0.033;

/** A point at (along, across) of axes that are turned by an angle. */
function from([x, y]: Point, angle: number, along: number, across = 0): Point {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [x + along * c - across * s, y + along * s + across * c];
}

export function andrewsSqueezer(world: World): { bodies: Body[]; act(): void } {
  world.gravity = [0, 0, 0];
  const O: Point = [0, 0];
  const F = from(O, BETA, 0.007);
  const E = from(F, BETA, -0.028);
  const G = from(A, DELTA, 0.04);
  const H = from(A, EPSILON, 0, -0.04);
  const D = from(B, GAMMA, 0.018, -0.02);
  const centers = [
    from(O, BETA, 0.00092),
    from(F, BETA, -0.0115),
    from(B, GAMMA, 0.01043, -0.01874),
    from(G, PHI + DELTA, 0, -(0.02 - 0.00579)),
    from(A, DELTA, 0.02308, 0.00916),
    from(H, EPSILON - PHI, 0.02 - 0.00579),
    from(A, EPSILON, -0.00449, -0.01228),
  ];
  const bodies = centers.map(([x, y], k) => {
    const inertia = [INERTIAS[k], INERTIAS[k], INERTIAS[k]];
    return world.addBody({ mass: MASSES[k], inertia, collides: false, position: [x, y, 0] });
  });
  const hinge = (a: Body | null, b: Body, [x, y]: Point) => world.addJoint(new HingeJoint({ a, b, anchor: [x, y, 0], axis: [0, 0, 1] }));
  hinge(null, bodies[0], O);
  hinge(bodies[0], bodies[1], F);
  for (const k of [2, 3, 5]) hinge(bodies[1], bodies[k], E);
  hinge(null, bodies[2], B);
  hinge(bodies[3], bodies[4], G);
  hinge(null, bodies[4], A);
  hinge(bodies[5], bodies[6], H);
  hinge(null, bodies[6], A);
  const anchors = { anchorA: [...C, 0], anchorB: [...D, 0], frame: 'world' } as const;
  world.addJoint(new SpringDamperJoint({ a: null, b: bodies[2], ...anchors, restLength: 0.07785, stiffness: 4530, damping: 0 }));
  return { bodies, act: () => bodies[0].applyTorque([0, 0, TORQUE]) };
}
