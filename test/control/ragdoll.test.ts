// Figures driven by muscles: what they carry, how far they give, how they are hit, let go and taken up again.
import { describe, expect, test } from 'vitest';
import { type FigurePose, humanoid, Ragdoll, type RagdollOptions } from '../../bindings/control/index.ts';
import { BallJoint, Box, Sphere, type Vec3, World, type WorldOptions } from '../../bindings/index.ts';

const DT = 1 / 60;
const GRAVITY = 9.81;
const ARMS_DOWN: FigurePose = {
  leftUpperArm: [0, 0, -Math.sin(0.6), Math.cos(0.6)],
  rightUpperArm: [0, 0, Math.sin(0.6), Math.cos(0.6)],
};

const create = (options: WorldOptions = {}) => World.create({ sleep: false, ...options });

function drive(doll: Ragdoll, frames: number, pose: FigurePose = {}): void {
  for (let frame = 0; frame < frames; frame++) {
    doll.drive(pose, DT);
    doll.world.step(DT);
  }
}

const cross = (a: Vec3, b: Vec3): Vec3 => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const size = (v: ArrayLike<number>): number => Math.hypot(v[0], v[1], v[2]);

/** Names of a part and all that hang on it. */
function hanging(name: string): string[] {
  const parts = humanoid();
  const found = [name];
  for (const part of parts) if (part.parent !== undefined && found.includes(part.parent)) found.push(part.name);
  return found;
}

/** What gravity asks of a joint: about its hinge, where it is one, else of all axes. */
function loadAt(doll: Ragdoll, name: string): number {
  const { joint } = doll.muscle(name);
  const pivot = joint.anchorWorldB;
  const torque: Vec3 = [0, 0, 0];
  for (const part of hanging(name)) {
    const body = doll.body(part);
    const way = body.position.map((x, axis) => x - pivot[axis]) as Vec3;
    cross(way, [0, -body.mass * GRAVITY, 0]).forEach((component, axis) => {
      torque[axis] += component;
    });
  }
  if (joint instanceof BallJoint) return size(torque);
  const axis = joint.axisWorld;
  return Math.abs(axis.reduce((sum, component, k) => sum + component * torque[k], 0));
}

describe('a driven figure', () => {
  test.each(['single', 'double'] as const)('whose pelvis is pinned gives by load / stiffness at each joint (%s)', async (precision) => {
    const world = await create({ precision });
    const doll = new Ragdoll(world, humanoid(), { position: [0, 1, 0], root: 'pinned' });
    drive(doll, 240, ARMS_DOWN);
    expect(doll.muscles.length).toBe(16);
    for (const muscle of doll.muscles) {
      const load = loadAt(doll, muscle.name);
      const slack = precision === 'single' ? 2e-2 : 1e-3;
      expect([muscle.name, Math.abs(muscle.stiffness * muscle.error - load) < 1e-3 * load + slack]).toEqual([muscle.name, true]);
      expect([muscle.name, Math.abs(size(muscle.torque) - load) < 1e-3 * load + slack]).toEqual([muscle.name, true]);
      expect(muscle.saturated).toBe(false);
      expect(muscle.load).toBeLessThan(0.6);
    }
    expect(loadAt(doll, 'leftUpperArm')).toBeGreaterThan(3);
    world.dispose();
  });

  test('sags with exactly the greatest torque where that is less than the load', async () => {
    const world = await create({ precision: 'double' });
    const doll = new Ragdoll(world, humanoid(), { position: [0, 1, 0], root: 'pinned', linearDamping: 2 });
    drive(doll, 120);
    const { muscle, error } = { muscle: doll.muscle('leftUpperArm'), error: doll.muscle('leftUpperArm').error };
    muscle.blend = (0.6 * size(muscle.torque)) / muscle.maxTorque;
    drive(doll, 240);
    expect(muscle.saturated).toBe(true);
    expect(Math.abs(size(muscle.torque) / muscle.maxTorque - 1)).toBeLessThan(1e-9);
    expect(muscle.error).toBeGreaterThan(10 * error);
    world.dispose();
  });

  test('comes back within two seconds when it is hit by half its mass', async () => {
    const world = await create();
    const doll = new Ragdoll(world, humanoid(), { position: [0, 1, 0], root: 'pinned' });
    drive(doll, 120, ARMS_DOWN);
    const before = doll.muscles.map(({ error }) => error);
    const ball = world.addBody({ shape: new Sphere(0.2), mass: doll.mass / 2, position: [0, 2.4, 1], linearVelocity: [0, 0, -6] });
    let worst = 0;
    for (let frame = 0; frame < 45; frame++) {
      drive(doll, 1, ARMS_DOWN);
      worst = Math.max(worst, ...doll.muscles.map(({ error }, k) => error - before[k]));
    }
    expect(worst).toBeGreaterThan(0.2);
    world.removeBody(ball);
    drive(doll, 75, ARMS_DOWN);
    doll.muscles.forEach(({ error }, k) => {
      expect(Math.abs(error - before[k])).toBeLessThan(0.01);
    });
    world.dispose();
  });

  test('falls limp, and gets up again without a pop', async () => {
    const world = await create();
    world.addBody({ type: 'static', shape: new Box([5, 0.5, 5]), position: [0, -0.5, 0] });
    const doll = new Ragdoll(world, humanoid(), { position: [0, 0.02, 0], root: 'supported', recovery: 1 });
    const place = { position: [0, 0.02, 0], orientation: [0, 0, 0, 1] };
    const step = () => {
      doll.drive({}, DT, place);
      world.step(DT);
    };
    for (let frame = 0; frame < 30; frame++) step();
    doll.limp();
    expect(doll.isLimp).toBe(true);
    for (let frame = 0; frame < 180; frame++) world.step(DT);
    expect(doll.body('head').position[1]).toBeLessThan(0.2);
    expect(doll.root.position[1]).toBeLessThan(0.5);
    for (const muscle of doll.muscles) expect([muscle.load, muscle.saturated]).toEqual([0, false]);
    // The muscles start from where it lies: for a tenth of a second hardly anything moves.
    for (let frame = 0; frame < 6; frame++) step();
    expect(Math.max(...doll.bodies.map(({ linearVelocity }) => size(linearVelocity)))).toBeLessThan(0.5);
    for (let frame = 0; frame < 174; frame++) step();
    expect(doll.isLimp).toBe(false);
    expect(doll.root.position[1]).toBeGreaterThan(0.95);
    expect(Math.max(...doll.bodies.map(({ linearVelocity }) => size(linearVelocity)))).toBeLessThan(0.1);
    world.dispose();
  });

  test('follows a pose in its range, and a blend of zero lets a part hang', async () => {
    const world = await create();
    const doll = new Ragdoll(world, humanoid({ parts: 11 }), { position: [0, 1, 0], root: 'pinned' });
    const bent: FigurePose = { leftLowerArm: [0, -Math.sin(0.5), 0, Math.cos(0.5)], rightLowerLeg: [Math.sin(2), 0, 0, Math.cos(2)] };
    doll.blend(0, ['rightLowerArm']);
    drive(doll, 180, bent);
    const { leftLowerArm, rightLowerLeg } = doll.pose();
    expect(2 * Math.asin(-leftLowerArm[1])).toBeCloseTo(1, 1);
    // Four radians are more than a knee bends.
    expect(2 * Math.asin(rightLowerLeg[0])).toBeCloseTo(2.4, 1);
    expect(doll.muscle('rightLowerArm').stiffness).toBe(0);
    expect(doll.muscle('rightLowerArm').load).toBe(0);
    world.dispose();
  });

  test('is put elsewhere in a pose, and taken out of the world', async () => {
    const world = await create({ gravity: [0, 0, 0] });
    const doll = new Ragdoll(world, humanoid({ parts: 15, height: 1.5 }), { pose: ARMS_DOWN });
    const turned = [0, Math.sin(0.4), 0, Math.cos(0.4)];
    doll.place(ARMS_DOWN, { position: [3, 1, 2], orientation: turned });
    [...doll.origin, ...doll.orientation].forEach((value, k) => {
      expect(value).toBeCloseTo([3, 1, 2, ...turned][k], 9);
    });
    for (const joint of doll.joints) expect(joint.positionError).toBeLessThan(1e-9);
    const { leftUpperArm } = doll.pose();
    leftUpperArm.forEach((value, k) => {
      expect(value).toBeCloseTo((ARMS_DOWN.leftUpperArm as number[])[k], 9);
    });
    doll.dispose();
    expect([world.bodyCount, world.jointCount]).toEqual([0, 0]);
    world.dispose();
  });
});

describe('a heap of a dozen figures in a pit', () => {
  async function fill(): Promise<{ world: World; dolls: Ragdoll[] }> {
    const world = await World.create();
    world.addBody({ type: 'static', shape: new Box([5, 0.5, 5]), position: [0, -0.5, 0] });
    for (const side of [-1.7, 1.7]) {
      world.addBody({ type: 'static', shape: new Box([0.5, 6, 2.2]), position: [side, 5, 0] });
      world.addBody({ type: 'static', shape: new Box([2.2, 6, 0.5]), position: [0, 5, side] });
    }
    const dolls = Array.from({ length: 12 }, (_, k) => {
      const side = (k % 2) - 0.5;
      const position = [1.1 * side, 0.3 + 1.9 * Math.floor(k / 2), 0.3 * side];
      return new Ragdoll(world, humanoid({ parts: 11 }), { position, pose: ARMS_DOWN });
    });
    return { world, dolls };
  }
  const isInside = ({ position: [x, y, z] }: { position: Readonly<Vec3> }) => y > 0.03 && Math.max(Math.abs(x), Math.abs(z)) < 1.2;

  test('falls asleep within ten seconds where all are limp, and no joint opens by a millimetre', async () => {
    const { world, dolls } = await fill();
    for (const doll of dolls) doll.limp();
    const bodies = dolls.flatMap((doll) => doll.bodies);
    let gap = 0;
    let frames = 0;
    for (; frames < 600 && !bodies.every((body) => body.isSleeping); frames++) {
      world.step(DT);
      for (const doll of dolls) for (const joint of doll.joints) gap = Math.max(gap, joint.positionError);
    }
    expect(frames).toBeLessThan(600);
    expect(gap).toBeLessThan(1e-3);
    expect(bodies.every(isInside)).toBe(true);
    world.dispose();
  });

  test('stays together while all pull to their poses', async () => {
    const { world, dolls } = await fill();
    const bodies = dolls.flatMap((doll) => doll.bodies);
    let [gap, fastest] = [0, 0];
    for (let frame = 0; frame < 180; frame++) {
      for (const doll of dolls) doll.drive(ARMS_DOWN, DT);
      world.step(DT);
      for (const doll of dolls) for (const joint of doll.joints) gap = Math.max(gap, joint.positionError);
      fastest = Math.max(fastest, ...bodies.map(({ linearVelocity }) => size(linearVelocity)));
    }
    expect(gap).toBeLessThan(1e-3);
    // The highest come from 9.8 m: 14 m/s, and limbs somewhat faster.
    expect(fastest).toBeLessThan(20);
    expect(bodies.every(isInside)).toBe(true);
    world.dispose();
  });
});

test('a humanoid is made of 11, 15 or 17 parts and weighs as people do', async () => {
  const world = await create();
  for (const parts of [11, 15, 17] as const) {
    const doll = new Ragdoll(world, humanoid({ parts }));
    expect(doll.bodies.length).toBe(parts);
    expect(Math.abs(doll.mass - 75)).toBeLessThan(8);
    doll.dispose();
  }
  world.dispose();
});

test('what cannot be is refused, and nothing is left in the world', async () => {
  const world = await create();
  const [part] = humanoid();
  const make =
    (description: unknown, options: unknown = {}) =>
    () =>
      new Ragdoll(world, description as ReturnType<typeof humanoid>, options as RagdollOptions);
  expect(make([])).toThrow(/at least one/);
  expect(make([{ ...part, radius: 0 }])).toThrow(/radius of the part 'pelvis'/);
  expect(make([part, { ...part, parent: 'pelvis' }])).toThrow(/two parts/);
  expect(make([part, { ...part, name: 'chest', parent: 'waist' }])).toThrow(/a part before it/);
  expect(make([part, { ...part, name: 'chest', parent: 'pelvis', limits: { swing: 4 } }])).toThrow(/half a turn/);
  expect(make([part, { ...part, name: 'chest', parent: 'pelvis', limits: { hinge: [0, 0, 0], lower: 0, upper: 1 } }])).toThrow(/hinge/);
  expect(make(humanoid(), { root: 'nailed' })).toThrow(/root/);
  expect(make(humanoid(), { frequency: -1 })).toThrow(/frequency/);
  expect(make(humanoid(), { pose: { tail: [0, 0, 0, 1] } })).toThrow(/no part 'tail'/);
  expect([world.bodyCount, world.jointCount]).toEqual([0, 0]);
  const doll = new Ragdoll(world, humanoid());
  expect(() => doll.drive({ leftHand: [0, 0, 0, 0] })).toThrow(/leftHand/);
  expect(() => doll.drive({}, 0)).toThrow(/dt/);
  expect(() => doll.blend(2)).toThrow(/blend/);
  expect(() => doll.muscle('pelvis')).toThrow(/no muscle/);
  expect(() => doll.body('tail')).toThrow(/no part/);
  expect(() => humanoid({ height: 0 })).toThrow(/height/);
  world.dispose();
});
