import { real } from 'precision';
import {
  ANGULAR_VELOCITY, DISPLACEMENT, gatherRow, INERTIA, PRODUCTS, ROW, scatterRow, SOLVER_BODY, TURN, VELOCITY,
} from '../body/solver-body.kernel';
import { cayley, qmul } from '../math/quat.kernel';
import { theSubstep } from './substep';

/** Addresses of the solver bodies of a bundle's lanes. Bodies that no constraint moves are written to a place that nobody reads. */
// @ts-ignore: decorator
@unmanaged
export class LaneBodies {
  readA0: usize;
  readA1: usize;
  readA2: usize;
  readA3: usize;
  readB0: usize;
  readB1: usize;
  readB2: usize;
  readB3: usize;
  writeA0: usize;
  writeA1: usize;
  writeA2: usize;
  writeA3: usize;
  writeB0: usize;
  writeB1: usize;
  writeB2: usize;
  writeB3: usize;
  /** Not 0: some lane's joint has a compliance, has damping, or holds its coordinate in an interval. */
  soft: u32;
  damped: u32;
  bounded: u32;
  /** Rows and type of the joints, where they are solved as rows. */
  rows: u32;
  type: u32;
  /** Address of the Substep, which kernels read through a pointer: a global would be read anew for each of its fields. */
  step: usize;
  /** Not 0: some lane's joint has options of its own for its rows. Only solvers on rows write it. */
  tuned: u32;
  reserved0: u32;
}

/** Velocity, angular velocity, inverse mass and inverse inertia of LANES bodies. */
export function gatherMotion<T>(p0: usize, p1: usize, p2: usize, p3: usize): [vec3<T>, vec3<T>, vec3<T>, sym3<T>] {
  const [vx, vy, vz, massZ] = gatherRow<T>(p0, p1, p2, p3, VELOCITY);
  const [wx, wy, wz, spare] = gatherRow<T>(p0, p1, p2, p3, ANGULAR_VELOCITY);
  const [xx, yy, zz, massX] = gatherRow<T>(p0, p1, p2, p3, INERTIA);
  const [xy, xz, yz, massY] = gatherRow<T>(p0, p1, p2, p3, PRODUCTS);
  return [vec3(vx, vy, vz), vec3(wx, wy, wz), vec3(massX, massY, massZ), sym3(xx, yy, zz, xy, xz, yz)];
}

/** Velocity and angular velocity alone. */
export function gatherVelocity<T>(p0: usize, p1: usize, p2: usize, p3: usize): [vec3<T>, vec3<T>] {
  const [vx, vy, vz, massZ] = gatherRow<T>(p0, p1, p2, p3, VELOCITY);
  const [wx, wy, wz, spare] = gatherRow<T>(p0, p1, p2, p3, ANGULAR_VELOCITY);
  return [vec3(vx, vy, vz), vec3(wx, wy, wz)];
}

/** Displacement and rotation since the start of the step. */
export function gatherPose<T>(p0: usize, p1: usize, p2: usize, p3: usize): [vec3<T>, quat<T>] {
  const [x, y, z, spare] = gatherRow<T>(p0, p1, p2, p3, DISPLACEMENT);
  const [qx, qy, qz, qw] = gatherRow<T>(p0, p1, p2, p3, TURN);
  return [vec3(x, y, z), quat(qx, qy, qz, qw)];
}

export function scatterMotion<T>(p0: usize, p1: usize, p2: usize, p3: usize, velocity: vec3<T>, angularVelocity: vec3<T>, massZ: lane<T>): void {
  scatterRow<T>(p0, p1, p2, p3, VELOCITY, velocity.x, velocity.y, velocity.z, massZ);
  scatterRow<T>(p0, p1, p2, p3, ANGULAR_VELOCITY, angularVelocity.x, angularVelocity.y, angularVelocity.z, splat<T>(0));
}

/** The bodies A, or B, of a bundle's lanes: the rows of solver-body.kernel.ts, each number LANES wide. */
export class BodyLanes<T> {
  velocity: vec3<T>;
  massZ: lane<T>;
  angularVelocity: vec3<T>;
  spare0: lane<T>;
  displacement: vec3<T>;
  spare1: lane<T>;
  turn: quat<T>;
  xx: lane<T>;
  yy: lane<T>;
  zz: lane<T>;
  massX: lane<T>;
  xy: lane<T>;
  xz: lane<T>;
  yz: lane<T>;
  massY: lane<T>;
}

// Ball and the sweep over contacts gather in registers, which is a few per cent faster. All others share the functions below, which are not inlined: what
// shuffles lanes would be half of their code.
const BODY_LANES: usize = offsetof<BodyLanes<v128>>();
const BODIES: usize = scratch<BodyLanes<v128>>(2);

/** Where the gathered bodies A and B are, until other bodies are gathered. */
export function gatheredA(): usize {
  return BODIES;
}

export function gatheredB(): usize {
  return BODIES + BODY_LANES;
}

/** Gathers the bodies of a bundle. */
export function gatherBodies<T>(at: LaneBodies): void {
  gatherSide<T>(changetype<usize>(at) + offsetof<LaneBodies>('readA0'), gatheredA());
  gatherSide<T>(changetype<usize>(at) + offsetof<LaneBodies>('readB0'), gatheredB());
}

/** Gathers the bodies of a bundle where they are after the substep's `ahead`, at the velocities that they have now. */
export function gatherAhead<T>(at: LaneBodies): void {
  gatherBodies<T>(at);
  const ahead = theSubstep().ahead;
  if (ahead != 0) {
    moveOn<T>(gatheredA(), ahead);
    moveOn<T>(gatheredB(), ahead);
  }
}

function moveOn<T>(bodies: usize, ahead: real): void {
  const lanes = changetype<BodyLanes<T>>(bodies);
  const turn = lanes.turn;
  lanes.displacement += ahead * lanes.velocity;
  lanes.turn = qmul(cayley(ahead * lanes.angularVelocity), turn);
}

function gatherSide<T>(addresses: usize, bodies: usize): void {
  const p0 = load<usize>(addresses);
  const p1 = load<usize>(addresses, sizeof<usize>());
  const p2 = load<usize>(addresses, 2 * sizeof<usize>());
  const p3 = load<usize>(addresses, 3 * sizeof<usize>());
  let to = bodies;
  for (let row: usize = 0; row < SOLVER_BODY; row += ROW) {
    const [x, y, z, w] = gatherRow<T>(p0, p1, p2, p3, row);
    store<T>(to, x);
    store<T>(to, y, 16);
    store<T>(to, z, 32);
    store<T>(to, w, 48);
    to += 64;
  }
}

/** Velocity, angular velocity, inverse mass and inverse inertia of gathered bodies. */
export function motionOf<T>(bodies: usize): [vec3<T>, vec3<T>, vec3<T>, sym3<T>] {
  const b = changetype<BodyLanes<T>>(bodies);
  return [b.velocity, b.angularVelocity, vec3(b.massX, b.massY, b.massZ), sym3(b.xx, b.yy, b.zz, b.xy, b.xz, b.yz)];
}

/** Displacement and rotation since the start of the step. */
export function poseOf<T>(bodies: usize): [vec3<T>, quat<T>] {
  const b = changetype<BodyLanes<T>>(bodies);
  return [b.displacement, b.turn];
}

/** Gives the gathered bodies new velocities, and scatters these to the bodies that joints move. */
export function scatterBodies<T>(at: LaneBodies, velocityA: vec3<T>, angularA: vec3<T>, velocityB: vec3<T>, angularB: vec3<T>): void {
  const a = changetype<BodyLanes<T>>(gatheredA());
  const b = changetype<BodyLanes<T>>(gatheredB());
  a.velocity = velocityA;
  a.angularVelocity = angularA;
  b.velocity = velocityB;
  b.angularVelocity = angularB;
  scatterGathered<T>(at);
}

/** Scatters the velocities of the gathered bodies. */
function scatterGathered<T>(at: LaneBodies): void {
  scatterSide<T>(changetype<usize>(at) + offsetof<LaneBodies>('writeA0'), gatheredA());
  scatterSide<T>(changetype<usize>(at) + offsetof<LaneBodies>('writeB0'), gatheredB());
}

function scatterSide<T>(addresses: usize, bodies: usize): void {
  const p0 = load<usize>(addresses);
  const p1 = load<usize>(addresses, sizeof<usize>());
  const p2 = load<usize>(addresses, 2 * sizeof<usize>());
  const p3 = load<usize>(addresses, 3 * sizeof<usize>());
  const b = changetype<BodyLanes<T>>(bodies);
  scatterRow<T>(p0, p1, p2, p3, VELOCITY, b.velocity.x, b.velocity.y, b.velocity.z, b.massZ);
  scatterRow<T>(p0, p1, p2, p3, ANGULAR_VELOCITY, b.angularVelocity.x, b.angularVelocity.y, b.angularVelocity.z, splat<T>(0));
}
