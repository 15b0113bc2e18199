// What a URDF says, against tables worked out by hand; and robots of different make that hold a pose.
import { describe, expect, test } from 'vitest';
import { parseUrdf, Robot, Z_UP } from '../../bindings/control/index.ts';
import {
  Box,
  type Compound,
  ConvexHull,
  GearJoint,
  HingeJoint,
  PlanarJoint,
  PrismaticJoint,
  SixDofJoint,
  World,
} from '../../bindings/index.ts';
import { ROBOTS } from '../../scenes/robots/index.ts';

const HALF_TURN = Math.PI;
const QUARTER = Math.PI / 2;

/** Every type of joint and of shape; numbers whose sums are easy. */
const SAMPLE = `<robot name="sample">
  <material name="red"><color rgba="1 0 0 1"/></material>
  <link name="base">
    <inertial><origin xyz="1 0 0"/><mass value="2"/><inertia ixx="1" ixy="0" ixz="0" iyy="2" iyz="0" izz="2"/></inertial>
    <visual><geometry><box size="1 1 1"/></geometry><material name="red"/></visual>
    <collision><geometry><box size="2 4 6"/></geometry></collision>
  </link>
  <joint name="weld" type="fixed"><parent link="base"/><child link="plate"/><origin xyz="0 2 0" rpy="0 0 ${QUARTER}"/></joint>
  <link name="plate">
    <inertial><origin xyz="1 0 0" rpy="0 0 0"/><mass value="2"/><inertia ixx="1" ixy="0" ixz="0" iyy="2" iyz="0" izz="2"/></inertial>
    <collision><origin xyz="0 0 1"/><geometry><sphere radius="0.5"/></geometry></collision>
  </link>
  <joint name="turn" type="revolute">
    <parent link="plate"/><child link="arm"/><origin xyz="1 0 0" rpy="${QUARTER} 0 0"/><axis xyz="0 0 2"/>
    <limit lower="-0.5" upper="1.5" effort="7" velocity="3"/><dynamics damping="0.25" friction="0.5"/>
  </joint>
  <link name="arm"><inertial><mass value="1"/><inertia ixx="1" ixy="0.1" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
  <joint name="wheel" type="continuous"><parent link="arm"/><child link="disc"/><axis xyz="0 1 0"/></joint>
  <link name="disc">
    <inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
    <collision><origin rpy="${QUARTER} 0 0"/><geometry><cylinder radius="0.5" length="0.2"/></geometry></collision>
  </link>
  <joint name="follower" type="prismatic">
    <parent link="arm"/><child link="pin"/><axis xyz="1 0 0"/>
    <limit lower="-1" upper="4" effort="9" velocity="5"/><mimic joint="turn" multiplier="2" offset="0.25"/>
  </joint>
  <link name="pin"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
  <joint name="table" type="planar"><parent link="base"/><child link="puck"/><axis xyz="0 0 1"/></joint>
  <link name="puck"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
  <joint name="loose" type="floating"><parent link="base"/><child link="bird"/><origin xyz="0 0 9"/></joint>
  <link name="bird"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
  <transmission name="t"/>
</robot>`;

const close = (found: ArrayLike<number>, wanted: readonly number[], digits = 12) => {
  expect(found.length).toBe(wanted.length);
  for (const [k, value] of wanted.entries()) expect(found[k]).toBeCloseTo(value, digits);
};

describe('a description', () => {
  const { name, links, joints, root, ignored } = parseUrdf(SAMPLE);

  test('has what the file says, and defaults for what it does not', () => {
    expect([name, root, links.length, joints.length]).toEqual(['sample', 'base', 7, 6]);
    const [weld, turn, wheel, follower, table, loose] = joints;
    expect(joints.map(({ type }) => type)).toEqual(['fixed', 'revolute', 'continuous', 'prismatic', 'planar', 'floating']);
    expect(turn).toMatchObject({
      parent: 'plate',
      child: 'arm',
      lower: -0.5,
      upper: 1.5,
      effort: 7,
      velocity: 3,
      damping: 0.25,
      friction: 0.5,
    });
    close(turn.axis, [0, 0, 1]);
    close(turn.origin.orientation, [Math.SQRT1_2, 0, 0, Math.SQRT1_2]);
    expect(wheel).toMatchObject({ lower: -Infinity, upper: Infinity, effort: Infinity, velocity: Infinity, mimic: null });
    close(loose.axis, [1, 0, 0]);
    expect(follower.mimic).toEqual({ joint: 'turn', multiplier: 2, offset: 0.25 });
    expect([weld.line, turn.line, table.line]).toEqual([8, 13, 28]);
    expect(links[0].visuals[0].color).toEqual([1, 0, 0, 1]);
    expect(ignored).toEqual([{ element: 'transmission', line: 32 }]);
  });

  test('turns by fixed axes: roll, then pitch, then yaw', () => {
    const at = (rpy: string) =>
      parseUrdf(`<robot name="a"><link name="b"/><link name="c"/><joint name="d" type="fixed"><parent link="b"/><child link="c"/>
        <origin rpy="${rpy}"/></joint></robot>`).joints[0].origin.orientation;
    // x goes to y by yaw; z to x by pitch, then to y by yaw.
    const half = 0.5;
    close(at(`${QUARTER} 0 ${QUARTER}`), [half, half, half, half]);
    close(at(`0 ${QUARTER} ${QUARTER}`), [-half, half, half, half]);
    close(at(`0 0 ${HALF_TURN}`), [0, 0, 1, 0]);
  });
});

describe('a robot', () => {
  const load = async (options = {}) => {
    const world = await World.create({ precision: 'double', gravity: [0, 0, -9.81] });
    return { world, robot: await Robot.load(world, SAMPLE, options) };
  };

  test('is one body for what fixed joints hold together, with the sum of its masses', async () => {
    const { robot } = await load();
    expect(robot.bodies.length).toBe(6);
    const [base] = robot.bodies;
    expect([robot.link('base').body, robot.link('plate').body]).toEqual([base, base]);
    // The plate's centre is at (0, 3, 0), as its x axis is the base's y; so 2 kg at (1, 0, 0) and 2 kg at (0, 3, 0).
    expect(base.mass).toBe(4);
    close(base.localPoint(base.centerOfMass), [0.5, 1.5, 0]);
    // About the centre, by Steiner: xx = 1 + 2 + 2 (1.5² + 1.5²), yy = 2 + 1 + 2 (0.5² + 0.5²), zz = 4 + 10, xy = 2 · 2 · 0.5 · 1.5.
    const [xx, yy, zz, xy] = [12, 4, 14, 3];
    const [middle, half] = [(xx + yy) / 2, Math.hypot((xx - yy) / 2, xy)];
    close(
      [...base.inertia].sort((a, b) => a - b),
      [middle - half, middle + half, zz].sort((a, b) => a - b),
    );
    close(robot.link('plate').position, [0, 2, 0]);
    close(robot.link('plate').orientation, [0, 0, Math.SQRT1_2, Math.SQRT1_2]);
    expect((base.shape as Compound).children.map(({ position }) => [...position])).toEqual([
      [0, 0, 0],
      [0, 2, 1],
    ]);
    expect(((base.shape as Compound).children[0].shape as Box).halfExtents).toEqual([1, 2, 3]);
    // A cylinder of a URDF is along z, ours along y: turned by a quarter about x it lies along -y.
    const [disc] = (robot.link('disc').body.shape as Compound).children;
    close([disc.orientation[0] ** 2], [1]);
  });

  test('has joints with axes, limits, friction and damping of the file', async () => {
    const { robot } = await load();
    expect([...robot.joints.keys()]).toEqual(['table', 'loose', 'turn', 'wheel', 'follower', 'weld']);
    expect(robot.movable.map(({ name, index }) => [name, index])).toEqual([
      ['turn', 0],
      ['wheel', 1],
      ['follower', 2],
    ]);
    const { turn, wheel, follower, table, loose, weld } = Object.fromEntries(robot.joints);
    expect([turn.joint, wheel.joint]).toEqual([expect.any(HingeJoint), expect.any(HingeJoint)]);
    expect([follower.joint, table.joint, loose.joint, weld.joint]).toEqual([
      expect.any(PrismaticJoint),
      expect.any(PlanarJoint),
      expect.any(SixDofJoint),
      null,
    ]);
    // In the plate's frame the joint's z axis is along -y after a quarter about x, which is the base's x.
    close((turn.joint as HingeJoint).axisWorld, [1, 0, 0]);
    close((turn.joint as HingeJoint).anchorWorldA, [0, 3, 0]);
    expect(turn.coordinate).toMatchObject({ friction: 0.5, viscousDamping: 0.25 });
    expect(turn.coordinate!.limits).toMatchObject({ lower: -0.5, upper: 1.5 });
    expect(turn.coordinate!.motor).toMatchObject({ maxTorque: 7 });
    expect(wheel.coordinate!.limits).toBe(null);
    expect(follower.coordinate!.motor).toBe(null);
    const [gear] = [...robot.world.joints].filter((joint) => joint instanceof GearJoint);
    expect(gear.ratio).toBe(2);
    close(robot.state.positions, [0, 0, 0.25]);
    close((table.joint as PlanarJoint).normalWorld, [0, 0, 1]);
  });

  test('starts with the values given, those of followers too, and with turns', async () => {
    const { robot } = await load({ joints: { turn: 1, wheel: 20 } });
    close(robot.state.positions, [1, 20, 2.25]);
    for (const { linearVelocity } of robot.bodies) expect([...linearVelocity]).toEqual([0, 0, 0]);
    for (const joint of robot.world.joints) expect(joint.positionError).toBeLessThan(1e-12);
  });

  test('tells its state as plain data, and takes it back', async () => {
    const { world, robot } = await load({ position: [1, 2, 3], joints: { turn: 0.5 } });
    robot.setVelocities([1, 2, 0]);
    for (let k = 0; k < 10; k++) {
      robot.update(1 / 60);
      world.step(1 / 60);
    }
    const record = JSON.parse(JSON.stringify(robot.export()));
    expect(Object.keys(record.joints)).toEqual(['turn', 'wheel', 'follower']);
    expect(record.joints.wheel.velocity).toBeCloseTo(2, 2);
    const { positions, velocities } = robot.state;
    const place = [...robot.bodies[0].position];
    for (let k = 0; k < 10; k++) world.step(1 / 60);
    robot.restore(record);
    close(robot.state.positions, [...positions], 9);
    close(robot.state.velocities, [...velocities], 9);
    close(robot.bodies[0].position, place);
    expect(() => robot.restore({ ...record, joints: {} })).toThrow(/The state has no joint "turn"/);
  });

  test('takes meshes by a loader: shapes, points to be scaled, promises, or nothing', async () => {
    const world = await World.create();
    const text = (shape: string) => `<robot name="a"><link name="b"><inertial><mass value="1"/>
      <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial><collision><geometry>${shape}</geometry></collision></link></robot>`;
    const mesh = text('<mesh filename="package://m/b.stl" scale="2 2 2"/>');
    const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
    const hull = await Robot.load(world, mesh, { loadMesh: async () => corners });
    expect(hull.bodies[0].shape).toBeInstanceOf(ConvexHull);
    expect((hull.bodies[0].shape as ConvexHull).support([1, 0, 0])).toBe(2);
    const asked: unknown[] = [];
    const box = Robot.loadSync(world, mesh, {
      loadMesh(request) {
        asked.push(request);
        return new Box([1, 1, 1]);
      },
    });
    expect(asked).toEqual([{ filename: 'package://m/b.stl', scale: [2, 2, 2], link: 'b' }]);
    expect(box.bodies[0].shape).toBeInstanceOf(Box);
    expect(Robot.loadSync(world, mesh, { loadMesh: () => null }).bodies[0].shape).toBe(null);
    world.dispose();
  });

  test('collides with itself only where it is told to, and is gone when it is removed', async () => {
    const { world, robot } = await load();
    const [base] = robot.bodies;
    expect(world.ignoresCollisions(base, robot.link('disc').body)).toBe(true);
    robot.remove();
    expect([world.bodyCount, world.jointCount]).toEqual([0, 0]);
    const other = await Robot.load(world, SAMPLE, { selfCollision: true });
    expect(world.ignoresCollisions(other.bodies[0], other.link('disc').body)).toBe(false);
  });
});

/** Where they stand, and what they hold. */
const POSES: Record<keyof typeof ROBOTS, { options?: object; joints: Record<string, number>; count: number; mass: number }> = {
  'six-axis-arm': { options: { fixedBase: true }, joints: { shoulder_lift: -0.8, elbow: 1.2, wrist_1: 0.4 }, count: 6, mass: 16.9939 },
  'seven-axis-arm': { joints: { joint2: -0.5, joint4: -2, joint6: 1.6, finger1: 0.02 }, count: 9, mass: 19.03 },
  scara: { options: { fixedBase: true }, joints: { shoulder: 0.5, elbow: 1, quill: 0.1 }, count: 4, mass: 12.5 },
  'two-wheeled': { joints: {}, count: 2, mass: 0.887 },
  quadruped: { options: { position: [0, 0.32, 0] }, joints: {}, count: 12, mass: 12.42 },
};
for (const leg of ['front_left', 'front_right', 'rear_left', 'rear_right'])
  Object.assign(POSES.quadruped.joints, { [`${leg}_thigh`]: 0.8, [`${leg}_calf`]: -1.6 });

describe.each(Object.entries(ROBOTS))('%s', (name, text) => {
  test('loads, and holds a pose', async () => {
    const { options = {}, joints, count, mass } = POSES[name as keyof typeof ROBOTS];
    const world = await World.create();
    world.addBody({ type: 'static', shape: new Box([5, 0.5, 5]), position: [0, -0.5, 0] });
    const robot = await Robot.load(world, text, { orientation: Z_UP, ...options, joints });
    expect(robot.movable.length).toBe(count);
    expect(robot.articulation.mass).toBeCloseTo(mass, 9);
    const { positions } = robot.state;
    for (let k = 0; k < 120; k++) {
      robot.update(1 / 60);
      world.step(1 / 60);
    }
    const after = robot.state;
    for (const { index, effortLimit } of robot.movable) {
      expect(after.positions[index]).toBeCloseTo(positions[index], 3);
      expect(Math.abs(after.efforts[index])).toBeLessThanOrEqual(effortLimit);
    }
    for (const body of robot.bodies) expect(Math.hypot(...body.linearVelocity)).toBeLessThan(0.02);
    expect(robot.bodies.every((body) => body.position[1] > -0.01)).toBe(true);
    world.dispose();
  });
});
