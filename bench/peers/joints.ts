// Chains, nets and bridges of the suites of other engines.
import { COMMON, solid } from '../contacts/scenes.ts';
import type { BallSpec, BodySpec, HingeSpec, Poses, Quat, SceneData, Vec3 } from '../model.ts';
import { boxInertia, capsuleInertia, sphereInertia } from '../scenes/inertia.ts';

const UPRIGHT: Quat = [0, 0, 0, 1];
/** A capsule's axis, Y, turned to X. */
const LYING: Quat = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
const SCENE = { ...COMMON, warmup: 0 };

const fixed = (position: Vec3): BodySpec => ({ mass: 0, inertia: [0, 0, 0], position, orientation: UPRIGHT });
const free = (mass: number, inertia: Vec3, position: Vec3, orientation = UPRIGHT): BodySpec => ({ mass, inertia, position, orientation });

/** How much longer the way from one body to another is than it should be. */
const stretch =
  (from: number, to: number, end: Vec3, length: number) =>
  (poses: Poses): Record<string, number> => {
    const [p, q] = [poses.position(from), poses.point(to, end)];
    return { 'stretch mm': 1000 * (Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]) - length) };
  };

/** Box3D, shared/benchmarks.c: joint_grid. Spheres that do not collide hang on the uppermost row. */
export function hangingGrid(side = 100): SceneData {
  const bodies: BodySpec[] = [];
  const balls: BallSpec[] = [];
  for (let column = 0; column < side; column++)
    for (let row = 0; row < side; row++) {
      const position: Vec3 = [column, -row, 0];
      const index = bodies.push(row === 0 ? fixed(position) : free(268, sphereInertia(268, 0.4), position)) - 1;
      if (row > 0) balls.push({ a: index - 1, b: index, anchorA: [0, -0.5, 0], anchorB: [0, 0.5, 0] });
      if (row > 0 && column > 0) balls.push({ a: index - side, b: index, anchorA: [0.5, 0, 0], anchorB: [-0.5, 0, 0] });
    }
  return {
    ...SCENE,
    gravity: [0, -10, 0],
    name: 'hanging-grid',
    description: `Box3D: ${side} × ${side} spheres, ${balls.length} ball joints`,
    bodies,
    balls,
  };
}

/** PEEL: ConfigurableSphericalChain with the heavy box. */
export function weightedRope(links = 64): SceneData {
  const bodies = [fixed([0, 0, 0])];
  const balls: BallSpec[] = [];
  for (let i = 0; i < links; i++) {
    const b = bodies.push(free(1, sphereInertia(1, 0.5), [i + 0.5, 0, 0])) - 1;
    balls.push({ a: b - 1, b, anchorA: [i ? 0.5 : 0, 0, 0], anchorB: [-0.5, 0, 0] });
  }
  const box = bodies.push(free(100, boxInertia(100, [10, 10, 10]), [links + 5, 0, 0])) - 1;
  balls.push({ a: box - 1, b: box, anchorA: [0.5, 0, 0], anchorB: [-5, 0, 0] });
  return {
    ...SCENE,
    name: 'weighted-rope',
    description: `PEEL: ${links} spheres of 1 kg and a box of 100 kg, falling from horizontal`,
    bodies,
    balls,
  };
}

/** PEEL: SwingSet. Four chains of 1 kg links carry 2000 kg. */
export function swingSet(links = 32): SceneData {
  const bodies = [free(2000, boxInertia(2000, [20, 8, 8]), [0, -4, 0])];
  const balls: BallSpec[] = [];
  const half = 50 / links;
  const inertia = capsuleInertia(1, 0.25, 2 * half).map((moment) => 10 * moment) as unknown as Vec3;
  for (const x of [-10, 10])
    for (const z of [-4, 4]) {
      let above = bodies.push(fixed([x, 100, z])) - 1;
      for (let k = 0; k < links; k++) {
        const link = bodies.push(free(1, inertia, [x, 100 - half * (2 * k + 1), z])) - 1;
        balls.push({ a: above, b: link, anchorA: [0, k ? -half : 0, 0], anchorB: [0, half, 0] });
        above = link;
      }
      balls.push({ a: above, b: 0, anchorA: [0, -half, 0], anchorB: [x, 4, z] });
    }
  return { ...SCENE, name: 'swing-set', description: `PEEL: 2000 kg on four chains of ${links} links of 1 kg`, bodies, balls };
}

/** PEEL: SphericalJointNet. A net of spheres falls on a large one. */
export function net(side = 40): SceneData {
  const spacing = 80 / (side - 1);
  const bodies = [solid({ type: 'sphere', radius: 16 }, 0, [0, 10, 0])];
  const balls: BallSpec[] = [];
  const shape = { type: 'sphere', radius: 1 } as const;
  for (let i = 0; i < side; i++)
    for (let j = 0; j < side; j++) {
      const b = bodies.push({ ...solid(shape, 1, [-40 + spacing * i, 30, -40 + spacing * j]), assembly: 0 }) - 1;
      if (j > 0) balls.push({ a: b - 1, b, anchorA: [0, 0, spacing], anchorB: [0, 0, 0] });
      if (i > 0) balls.push({ a: b - side, b, anchorA: [spacing, 0, 0], anchorB: [0, 0, 0] });
    }
  return { ...SCENE, name: 'net', description: `PEEL: a net of ${side} × ${side} spheres falls on a sphere of 16 m`, bodies, balls };
}

/** PEEL: BridgeUsingHinges. */
export function bridges(count = 20, planks = 20): SceneData {
  const bodies: BodySpec[] = [];
  const hinges: HingeSpec[] = [];
  for (let k = 0; k < count; k++)
    for (let i = 0; i < planks; i++) {
      const position: Vec3 = [2 * (i - planks / 2), 40, 8 * k];
      const isEnd = i === 0 || i === planks - 1;
      const b = bodies.push(isEnd ? fixed(position) : free(1, boxInertia(1, [2, 0.2, 4]), position)) - 1;
      if (i > 0) hinges.push({ a: b - 1, b, anchorA: [1, 0, 0], anchorB: [-1, 0, 0], axis: [0, 0, 1], lower: -3, upper: 3 });
    }
  return { ...SCENE, name: 'bridges', description: `PEEL: ${count} bridges of ${planks} planks on hinges`, bodies, balls: [], hinges };
}

/** Rapier, ropes3: ropes of capsules that swing. */
export function ropes(side = 8, links = 60): SceneData {
  const bodies: BodySpec[] = [];
  const balls: BallSpec[] = [];
  const inertia = capsuleInertia(1, 0.1, 0.9);
  for (let x = 0; x < side; x++)
    for (let z = 0; z < side; z++) {
      let before = bodies.push(fixed([4 * x, 0, 4 * z])) - 1;
      for (let k = 0; k < links; k++) {
        const link = bodies.push({ ...free(1, inertia, [4 * x, -0.5 - k, 4 * z]), linearVelocity: [2, 0, 0] }) - 1;
        balls.push({ a: before, b: link, anchorA: [0, k ? -0.5 : 0, 0], anchorB: [0, 0.5, 0] });
        before = link;
      }
    }
  return { ...SCENE, name: 'ropes', description: `Rapier: ${side * side} ropes of ${links} links that start at 2 m/s`, bodies, balls };
}

/** Rapier, debug_chain_high_mass_ratio3: a thousand times the mass of a link at the end. */
export function chainAndBall(): SceneData {
  const bodies = [fixed([0, 0, 0])];
  const balls: BallSpec[] = [];
  for (let i = 1; i < 16; i++) {
    bodies.push(free(0.0335, sphereInertia(0.0335, 0.2), [0, 0, 0.44 * i]));
    balls.push({ a: i - 1, b: i, anchorA: [0, 0, i > 1 ? 0.22 : 0], anchorB: [0, 0, i > 1 ? -0.22 : -0.44] });
  }
  bodies.push(free(33.5, sphereInertia(33.5, 2), [0, 0, 0.44 * 15 + 0.22 + 2.02]));
  balls.push({ a: 15, b: 16, anchorA: [0, 0, 0.22], anchorB: [0, 0, -2.02] });
  return {
    ...SCENE,
    name: 'chain-1000',
    description: 'Rapier: 15 balls of 0.0335 kg and one of 33.5 kg on a chain, falling from horizontal',
    bodies,
    balls,
  };
}

/** Box3D: Ball and Chain, without friction in its joints. */
export function ballAndChain(links = 32): SceneData {
  const bodies = [fixed([0, 0, 0])];
  const balls: BallSpec[] = [];
  for (let i = 0; i < links; i++) {
    const b = bodies.push(free(57.3, capsuleInertia(57.3, 0.125, 1.25), [i + 0.5, 0, 0], LYING)) - 1;
    // A capsule's Y is the chain's X, the other way round.
    balls.push({ a: b - 1, b, anchorA: i ? [0, -0.5, 0] : [0, 0, 0], anchorB: [0, 0.5, 0] });
  }
  const ball = bodies.push(free(33510, sphereInertia(33510, 2), [links + 2, 0, 0])) - 1;
  balls.push({ a: ball - 1, b: ball, anchorA: [0, -0.5, 0], anchorB: [-2, 0, 0] });
  return {
    ...SCENE,
    gravity: [0, -10, 0],
    name: 'ball-and-chain',
    description: 'Box3D: a ball of 585 times a link’s mass at the end of 32 links',
    bodies,
    balls,
    measure: stretch(0, ball, [-2, 0, 0], links),
  };
}
