// Inverse kinematics: the chains of Waterson's figure 10, reachable and unreachable targets, limits, hinges, poles, several tips.

import { Bone, Object3D, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { BodyIk, BoneIk, IkChain, type IkChainOptions, IkTree } from '../../bindings/control/index.ts';
import { BallJoint, type Body, Box, HingeJoint, type Quat, type Vec3, World } from '../../bindings/index.ts';
import { randomNumbers } from '../../scenes/random.ts';

const LINKS = 8;
const LENGTH = 1 / LINKS;

/** A chain of a metre whose links turn by `bend` from one to the next. */
function pointsOf(bend: number): Vec3[] {
  const points: Vec3[] = [[0, 0, 0]];
  for (let k = 0; k < LINKS; k++) {
    const [x, y] = points[k];
    points.push([x + LENGTH * Math.cos(bend * k), y + LENGTH * Math.sin(bend * k), 0]);
  }
  return points;
}

const aboutZ = ([, , z, w]: Readonly<Quat>): number => 2 * Math.atan2(z, w);
const angleOf = (q: Readonly<Quat>): number => 2 * Math.atan2(Math.hypot(q[0], q[1], q[2]), Math.abs(q[3]));
const turnsOf = (chain: IkChain): number[] => Array.from({ length: chain.linkCount }, (_, k) => aboutZ(chain.localRotation(k)));
const distance = (a: ArrayLike<number>, b: ArrayLike<number>): number => Math.hypot(...[0, 1, 2].map((k) => a[k] - b[k]));

function randomDirection(random: () => number): Vec3 {
  for (;;) {
    const v = [0, 1, 2].map(() => 2 * random() - 1) as Vec3;
    const size = Math.hypot(...v);
    if (size > 0.1 && size < 1) return v.map((x) => x / size) as Vec3;
  }
}

describe('a chain of eight links', () => {
  test.each([
    ['inertia', [0.03, 0.04, 0.05, 0.07, 0.1, 0.16, 0.28, 0.63]],
    ['none', [-0.11, 0.02, 0.12, 0.19, 0.23, 0.22, 0.18, 0.1]],
  ] as const)('bends as in figure 10, weighted by %s', (weighting, wanted) => {
    const chain = new IkChain(pointsOf(0.05), { weighting, step: 'line', iterations: 100, tolerance: 1e-9 });
    expect(chain.reach([0.75, 0.45, 0]).reached).toBe(true);
    turnsOf(chain).forEach((turn, k) => {
      expect(Math.abs(turn - wanted[k])).toBeLessThan(0.01);
    });
  });

  test.each([
    ['straight', 0],
    ['bent', 0.05],
  ])('reaches any target within 99.9 %% of its length to 1e-4 of that in 20 iterations at most: %s', (_, bend) => {
    const random = randomNumbers(3);
    let most = 0;
    for (let k = 0; k < 300; k++) {
      const far = 0.999 * Math.cbrt(random());
      const target = randomDirection(random).map((x) => far * x);
      const chain = new IkChain(pointsOf(bend));
      const { error, iterations, reached } = chain.reach(target);
      expect([reached, error <= 1e-4]).toEqual([true, true]);
      expect(distance(chain.tip, target)).toBeCloseTo(error, 12);
      most = Math.max(most, iterations);
    }
    expect(most).toBeLessThanOrEqual(20);
  });

  test.each([0.9, 0.5, 0.1, 0, -0.5])('does not stall straight, its target at %d on its own line', (x) => {
    for (const weighting of ['inertia', 'none'] as const)
      expect(new IkChain(pointsOf(0), { weighting }).reach([x, 0, 0]).reached).toBe(true);
  });

  test('keeps its links whole, and follows a target without flips', () => {
    const chain = new IkChain(pointsOf(0.05));
    chain.reach([0.6, 0.3, 0]);
    let largest = 0;
    for (let k = 1; k <= 400; k++) {
      const before = Array.from({ length: LINKS }, (_, link) => chain.localRotation(link));
      const angle = (k / 400) * 4 * Math.PI;
      expect(chain.reach([0.3 + 0.35 * Math.cos(angle), 0.3 * Math.sin(angle) + 0.3, 0.2 * Math.sin(angle / 2)]).reached).toBe(true);
      before.forEach((was, link) => {
        const now = chain.localRotation(link);
        const dot = was.reduce((sum, component, j) => sum + component * now[j], 0);
        largest = Math.max(largest, 2 * Math.acos(Math.min(1, Math.abs(dot))));
      });
    }
    // The target goes 1 cm at a time.
    expect(largest).toBeLessThan(0.3);
    const { points } = chain;
    for (let k = 0; k < LINKS; k++) expect(distance(points[k], points[k + 1])).toBeCloseTo(LENGTH, 12);
  });

  test('stretches towards what is out of reach', () => {
    const chain = new IkChain(pointsOf(0.05), { iterations: 60 });
    const { error, reached } = chain.reach([0, 2, 0]);
    expect(reached).toBe(false);
    expect(error).toBeCloseTo(1, 2);
  });

  test('turns its middle to a pole, and more of it heavy links less', () => {
    const chain = new IkChain([
      [0, 0, 0],
      [0.5, -0.02, 0],
      [1, 0, 0],
    ]);
    for (const pole of [
      [0.4, 0, 1],
      [0.4, 1, 0],
      [0.4, 0, -1],
    ] as Vec3[]) {
      expect(chain.reach([0.8, 0, 0], { pole }).reached).toBe(true);
      const elbow = chain.points[1];
      // Of two links of 0.5 whose ends are 0.8 apart the elbow is 0.3 beside.
      expect(distance(elbow, [0.4, 0.3 * pole[1], 0.3 * pole[2]])).toBeLessThan(2e-3);
    }
  });
});

describe('links with ranges', () => {
  const hinges = (lower: number, upper: number): IkChainOptions['joints'] =>
    Array.from({ length: LINKS }, () => ({ hinge: [0, 0, 1], lower, upper }));

  test('of hinges turn about these alone, and not beyond their bounds', () => {
    const chain = new IkChain(pointsOf(0), { joints: hinges(-0.4, 0.4) });
    expect(chain.reach([0.7, 0.5, 0]).reached).toBe(true);
    chain.reach([-1, -0.1, 0.3]);
    for (let k = 0; k < LINKS; k++) {
      expect(Math.abs(chain.angle(k))).toBeLessThanOrEqual(0.4 + 1e-12);
      const [x, y] = chain.localRotation(k);
      expect(Math.hypot(x, y)).toBeLessThan(1e-12);
    }
    expect(Math.abs(chain.tip[2])).toBeLessThan(1e-12);
  });

  test('come as near as their bounds let them', () => {
    // One link of a metre, which turns by 0.5 at most.
    const chain = new IkChain(
      [
        [0, 0, 0],
        [1, 0, 0],
      ],
      { joints: [{ hinge: [0, 0, 1], lower: -0.5, upper: 0.5 }] },
    );
    expect(chain.reach([0, 1, 0]).reached).toBe(false);
    expect(chain.angle(0)).toBeCloseTo(0.5, 9);
  });

  test('of balls stay in their cones', () => {
    const joints = Array.from({ length: LINKS }, () => ({ swing: 0.3, twist: 0.1 }));
    const chain = new IkChain(pointsOf(0), { joints });
    expect(chain.reach([0.7, 0.3, 0.3]).reached).toBe(true);
    chain.reach([-1, 0, 0]);
    // The twist and the swing of a rotation are no farther than both together.
    for (let k = 0; k < LINKS; k++) expect(angleOf(chain.localRotation(k))).toBeLessThan(Math.hypot(0.3, 0.1) + 1e-6);
  });
});

describe('a tree', () => {
  const arms = () =>
    new IkTree([
      { pivot: [0, 0, 0], end: [0, 1, 0], mass: 10 },
      { parent: 0, pivot: [0, 1, 0], end: [0.5, 1, 0] },
      { parent: 1, pivot: [0.5, 1, 0], end: [1, 1, 0] },
      { parent: 0, pivot: [0, 1, 0], end: [-0.5, 1, 0] },
      { parent: 3, pivot: [-0.5, 1, 0], end: [-1, 1, 0] },
    ]);

  test('brings several tips to their targets at once, and its heavy trunk moves least', () => {
    const tree = arms();
    const goals = [
      { link: 2, target: [0.6, 1.4, 0.3] },
      { link: 4, target: [-0.5, 0.6, 0.4] },
    ];
    expect(tree.solve(goals).reached).toBe(true);
    for (const { link, target } of goals) expect(distance(tree.point(link), target)).toBeLessThan(2e-4);
    expect(angleOf(tree.localRotation(0))).toBeLessThan(0.2);
    tree.reset();
    expect([...tree.point(2)]).toEqual([1, 1, 0]);
  });

  test('pulls no tip farther than another where both cannot be', () => {
    const tree = arms();
    const { reached } = tree.solve([
      { link: 2, target: [4, 1, 0] },
      { link: 4, target: [-4, 1, 0] },
    ]);
    expect(reached).toBe(false);
    expect(distance(tree.point(2), [1, 1, 0])).toBeLessThan(0.05);
    expect(distance(tree.point(4), [-1, 1, 0])).toBeLessThan(0.05);
  });
});

test('bodies on joints are put where their tip reaches a target, and their joints hold', async () => {
  const world = await World.create({ precision: 'double', gravity: [0, 0, 0] });
  const joints: (BallJoint | HingeJoint)[] = [];
  let previous: Body | null = null;
  for (let k = 0; k < 4; k++) {
    const body: Body = world.addBody({ shape: new Box([0.25, 0.05, 0.05]), position: [0.5 * k + 0.25, 0, 0] });
    const ends = { a: previous, b: body, anchor: [0.5 * k, 0, 0] };
    const joint = k === 1 ? new HingeJoint({ ...ends, axis: [0, 0, 1], limits: { lower: -0.2, upper: 1 } }) : new BallJoint(ends);
    joints.push(world.addJoint(joint));
    previous = body;
  }
  const ik = new BodyIk(joints);
  const tip = { body: previous!, point: [0.25, 0, 0] };
  for (const target of [
    [1.2, 0.6, 0.3],
    [0.4, -0.9, 0.2],
  ]) {
    expect(ik.solve([{ ...tip, target }]).reached).toBe(true);
    expect(distance(previous!.worldPoint([0.25, 0, 0]), target)).toBeLessThan(2e-4);
    for (const joint of joints) expect(joint.positionError).toBeLessThan(1e-9);
    expect((joints[1] as HingeJoint).angle).toBeGreaterThan(-0.2 - 1e-9);
    expect((joints[1] as HingeJoint).angle).toBeLessThan(1 + 1e-9);
  }
  expect(() => new BodyIk([joints[0], joints[0]])).toThrow(/one joint/);
  expect(() => ik.solve([{ body: world.addBody(), target: [0, 0, 0] }])).toThrow(/hang on/);
  world.dispose();
});

test.each(['inertia', 'none'] as const)('where bodies stand in the world does not matter to them: %s', async (weighting) => {
  const world = await World.create({ precision: 'double', gravity: [0, 0, 0] });
  const poses = [
    [0, 0, 0],
    [-20, 3, 40],
  ].map((place) => {
    const at = (point: number[]) => point.map((component, i) => component + place[i]);
    let previous: Body | null = null;
    const joints = [8, 4, 2, 1].map((mass, k) => {
      const options = { shape: new Box([0.25, 0.04, 0.04]), mass, centerOfMass: [0.05, 0.02, 0], collides: false };
      const body: Body = world.addBody({ ...options, position: at([0.5 * k + 0.25, 0, 0]) });
      const joint = world.addJoint(new BallJoint({ a: previous, b: body, anchor: at([0.5 * k, 0, 0]) }));
      previous = body;
      return joint;
    });
    const ik = new BodyIk(joints, { weighting, tolerance: 1e-6 });
    expect(ik.solve([{ body: previous!, point: [0.25, 0, 0], target: at([1, 1, 0.3]) }]).reached).toBe(true);
    return joints.map(({ b }) => b!.position.map((component, i) => component - place[i]));
  });
  for (const [k, position] of poses[0].entries()) expect(distance(position, poses[1][k])).toBeLessThan(1e-9);
  world.dispose();
});

test('bones of three.js are turned so that the last comes to its target', () => {
  const armature = new Object3D();
  armature.scale.setScalar(0.01);
  armature.rotation.set(0, 0.5, 0);
  const bones = [0, 1, 2, 3].map((k) => {
    const bone = new Bone();
    bone.name = `bone${k}`;
    bone.position.set(0, k === 0 ? 100 : 40, 0);
    bone.rotation.set(0, 0, 0.2);
    return bone;
  });
  armature.add(bones[0]);
  for (let k = 1; k < 4; k++) bones[k - 1].add(bones[k]);
  const ik = new BoneIk(bones.slice(0, 3));
  const target = [0.5, 1.3, 0.3];
  expect(ik.solve([{ bone: bones[3], target }]).reached).toBe(true);
  expect(distance(bones[3].getWorldPosition(new Vector3()).toArray(), target)).toBeLessThan(2e-4);
  expect(bones[3].getWorldPosition(new Vector3()).distanceTo(bones[2].getWorldPosition(new Vector3()))).toBeCloseTo(0.4, 9);
  expect(ik.solve([{ bone: bones[3], target: [-0.4, 1.2, 0] }]).reached).toBe(true);
  expect(() => ik.solve([{ bone: bones[0], target }])).toThrow(/hangs on none/);
});

test('what cannot be is refused', () => {
  expect(() => new IkChain([[0, 0, 0]])).toThrow(/at least two/);
  expect(() => new IkTree([])).toThrow(/at least one/);
  expect(() => new IkTree([{ pivot: [0, 0, 0] }])).toThrow(/needs an end/);
  expect(() => new IkTree([{ pivot: [0, 0, 0], end: [1, 0, 0], parent: 0 }])).toThrow(/before it/);
  expect(() => new IkTree([{ pivot: [0, 0, 0], end: [1, 0, 0], hinge: [0, 0, 1], lower: 1, upper: 0 }])).toThrow(/above/);
  expect(() => new IkTree([{ pivot: [0, 0, 0], end: [1, 0, 0], lower: 1 }])).toThrow(/hinge/);
  expect(() => new IkChain(pointsOf(0)).reach([Number.NaN, 0, 0])).toThrow(/target/);
});
