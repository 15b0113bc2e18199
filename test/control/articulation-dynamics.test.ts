// Dynamics of trees against what is worked out from the bodies alone: d'Alembert's principle with finite differences.
import { describe, expect, test } from 'vitest';
import { type Articulation, articulation } from '../../bindings/control/articulation/articulation.ts';
import { conjugate, cross, dot, multiply, rotate } from '../../bindings/core/geometry.ts';
import { type Body, type Quat, type Vec3, World } from '../../bindings/index.ts';
import { JOINTS, skewTree } from './articulation-trees.ts';

const GRAVITY: Vec3 = [0.5, -9.81, 1];
/** s */
const STEP = 1e-5;

function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** A copy of a state after a short time with constant accelerations: quaternions are turned by the exponential map. */
function moved(tree: Articulation, q: Float64Array, u: Float64Array, t: number): Float64Array {
  const next = Float64Array.from(q);
  let [p, v] = [0, 0];
  for (const [number, joint] of tree.joints.entries()) {
    const free = tree.freedoms.filter((each) => (joint ? each.joint === joint : each.joint === null && number === 0)).length;
    const isFree = joint === null;
    const width = joint
      ? (tree.joints.slice(number + 1).find(Boolean) ? tree.indexOf(tree.joints.slice(number + 1).find(Boolean)!).position : q.length) - p
      : 7;
    const turning = width > free;
    const plain = turning ? free - 3 : free;
    for (let k = 0; k < plain; k++) next[p + k] += t * u[v + k];
    if (turning) {
      const w: Vec3 = [u[v + plain], u[v + plain + 1], u[v + plain + 2]];
      const size = Math.hypot(...w) || 1e-300;
      const [s, c] = [Math.sin((size * t) / 2) / size, Math.cos((size * t) / 2)];
      const step: Quat = [w[0] * s, w[1] * s, w[2] * s, c];
      const old = [0, 1, 2, 3].map((k) => q[p + plain + k]) as Quat;
      const turned = isFree ? multiply(step, old) : multiply(old, step);
      next.set(turned, p + plain);
      if (isFree) {
        // Positions are of the origin, velocities of the centre of mass.
        const center = tree.bodies[0].localPoint(tree.bodies[0].centerOfMass);
        const [before, after] = [rotate(old, center), rotate(turned, center)];
        for (let k = 0; k < 3; k++) next[p + k] += before[k] - after[k];
      }
    }
    p += width;
    v += free;
  }
  return next;
}

/** Centre of mass and orientation of each body. */
function posesOf(tree: Articulation, q: Float64Array) {
  return tree.forwardKinematics(q).map(({ position, orientation }, number) => {
    const body = tree.bodies[number];
    const arm = rotate(orientation, body.localPoint(body.centerOfMass));
    return { center: position.map((component, k) => component + arm[k]) as Vec3, orientation };
  });
}

/** From one pose to another: velocity of the centre and angular velocity. */
function ratesBetween(a: ReturnType<typeof posesOf>, b: ReturnType<typeof posesOf>, t: number) {
  return a.map(({ center, orientation }, k) => {
    const [x, y, z, w] = multiply(b[k].orientation, conjugate(orientation));
    const size = Math.hypot(x, y, z) || 1e-300;
    const angle = 2 * Math.atan2(size, Math.abs(w)) * Math.sign(w);
    const linear = b[k].center.map((component, i) => (component - center[i]) / t) as Vec3;
    return { linear, angular: [x, y, z].map((component) => (component / size) * (angle / t)) as Vec3 };
  });
}

const inertiaTimes = (body: Body, orientation: Quat, w: Vec3): Vec3 => {
  const principal = multiply(orientation, [...body.principalRotation]);
  const local = rotate(conjugate(principal), w).map((component, k) => component * body.inertia[k]) as Vec3;
  return rotate(principal, local);
};

/** Velocities of all bodies for one freedom at a time, by central differences of forward kinematics. */
function partials(tree: Articulation, q: Float64Array) {
  const t = 1e-6;
  return tree.freedoms.map((_, k) => {
    const unit = new Float64Array(tree.velocityCount);
    unit[k] = 1;
    return ratesBetween(posesOf(tree, moved(tree, q, unit, -t)), posesOf(tree, moved(tree, q, unit, t)), 2 * t);
  });
}

const CASES: [string, string[], boolean][] = [
  ...Object.keys(JOINTS).map((name): [string, string[], boolean] => [`hinge and ${name}`, [name, 'hinge'], false]),
  ...Object.keys(JOINTS).map((name): [string, string[], boolean] => [`free base and ${name}`, ['hinge', name, 'ball'], true]),
  ['all joints', Object.keys(JOINTS), false],
];

describe.each(CASES)('%s', (_, names, floating) => {
  const build = async () => {
    const world = await World.create({ precision: 'double', gravity: GRAVITY });
    const tree = articulation(world, skewTree(world, names, floating));
    const random = noise(names.length * 7 + names[0].length);
    const rest = tree.positions();
    const q = moved(tree, rest, Float64Array.from({ length: tree.velocityCount }, random), 0.8);
    const u = Float64Array.from({ length: tree.velocityCount }, random);
    const acceleration = Float64Array.from({ length: tree.velocityCount }, () => 3 * random());
    return { world, tree, q, u, acceleration };
  };

  test('Jacobians are the partial velocities, and the mass matrix is that of the kinetic energy', async () => {
    const { world, tree, q } = await build();
    const columns = partials(tree, q);
    for (const [number, body] of tree.bodies.entries()) {
      const rows = tree.jacobian(body, body.localPoint(body.centerOfMass), { positions: q });
      for (const [column, rates] of columns.entries()) {
        const { linear, angular } = rates[number];
        const found = [0, 1, 2, 3, 4, 5].map((row) => rows[row * tree.velocityCount + column]);
        for (const [k, value] of [...linear, ...angular].entries()) expect(Math.abs(found[k] - value)).toBeLessThan(1e-8);
      }
    }
    const poses = posesOf(tree, q);
    const matrix = tree.massMatrix({ positions: q });
    for (const [row, one] of columns.entries())
      for (const [column, other] of columns.entries()) {
        let sum = 0;
        for (const [k, body] of tree.bodies.entries())
          sum +=
            body.mass * dot(one[k].linear, other[k].linear) +
            dot(one[k].angular, inertiaTimes(body, poses[k].orientation, other[k].angular));
        expect(Math.abs(matrix[row * tree.velocityCount + column] - sum)).toBeLessThan(1e-7);
      }
    world.dispose();
  });

  test('inverse dynamics is d’Alembert’s principle, and forward dynamics its inverse', async () => {
    const { world, tree, q, u, acceleration } = await build();
    // Motion of the bodies a step before and after, by the trapezoidal rule: accelerations by central differences.
    const at = (t: number) => {
      const mean = u.map((speed, k) => speed + (t / 2) * acceleration[k]);
      return posesOf(tree, moved(tree, q, mean, t));
    };
    const now = posesOf(tree, q);
    const [before, after] = [ratesBetween(at(-STEP), now, STEP), ratesBetween(now, at(STEP), STEP)];
    const [far, near] = [ratesBetween(at(-2 * STEP), now, 2 * STEP), ratesBetween(now, at(2 * STEP), 2 * STEP)];
    const columns = partials(tree, q);
    const wanted = tree.freedoms.map((_, column) => {
      let sum = 0;
      for (const [k, body] of tree.bodies.entries()) {
        const slope = (one: Vec3, other: Vec3, t: number) => one.map((value, i) => (other[i] - value) / t) as Vec3;
        // Richardson: differences over two lengths.
        const rate = (part: 'linear' | 'angular') => {
          const short = slope(before[k][part], after[k][part], STEP);
          const long = slope(far[k][part], near[k][part], 2 * STEP);
          return short.map((value, i) => (4 * value - long[i]) / 3) as Vec3;
        };
        const [linear, angular] = [rate('linear'), rate('angular')];
        const w = before[k].angular.map((value, i) => (value + after[k].angular[i]) / 2) as Vec3;
        const { orientation } = now[k];
        const gyroscopic = cross(w, inertiaTimes(body, orientation, w));
        const torque = inertiaTimes(body, orientation, angular).map((value, i) => value + gyroscopic[i]) as Vec3;
        const force = linear.map((value, i) => body.mass * (value - GRAVITY[i])) as Vec3;
        sum += dot(force, columns[column][k].linear) + dot(torque, columns[column][k].angular);
      }
      return sum;
    });
    const loads = tree.inverseDynamics(acceleration, { positions: q, velocities: u });
    for (const [k, load] of wanted.entries()) expect(Math.abs(loads[k] - load), `freedom ${k}`).toBeLessThan(2e-3);
    const back = tree.forwardDynamics(loads, { positions: q, velocities: u });
    for (const [k, value] of acceleration.entries()) expect(Math.abs(back[k] - value)).toBeLessThan(1e-9);
    world.dispose();
  });

  test('a state that is set is read again, and the bodies of the world are where forward kinematics says', async () => {
    const { world, tree, q, u } = await build();
    tree.setState({ positions: q, velocities: u });
    const read = tree.positions();
    for (const [k, { position, orientation }] of tree.forwardKinematics(q).entries()) {
      for (let i = 0; i < 3; i++) expect(tree.bodies[k].position[i]).toBeCloseTo(position[i], 12);
      expect(Math.abs(orientation.reduce((sum, part, i) => sum + part * tree.bodies[k].orientation[i], 0))).toBeCloseTo(1, 12);
    }
    for (const [k, { position }] of tree.forwardKinematics(read).entries())
      for (let i = 0; i < 3; i++) expect(tree.bodies[k].position[i]).toBeCloseTo(position[i], 12);
    for (const [k, speed] of tree.velocities().entries()) expect(speed).toBeCloseTo(u[k], 10);
    for (const joint of tree.joints) expect(joint?.positionError ?? 0).toBeLessThan(1e-12);
    world.dispose();
  });
});
