// Files that are wrong, one thing each: an error that names the element and its line, and a world that is as it was.
import { describe, expect, test } from 'vitest';
import { parseUrdf, Robot } from '../../bindings/control/index.ts';
import { Box, HolonomicError, World } from '../../bindings/index.ts';

const RIGHT = `<?xml version="1.0"?>
<robot name="two-links">
  <link name="base"/>
  <joint name="hip" type="revolute">
    <parent link="base"/>
    <child link="leg"/>
    <origin xyz="0 0 1" rpy="0 0 0"/>
    <axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" effort="10" velocity="2"/>
    <dynamics damping="0.1" friction="0.2"/>
  </joint>
  <link name="leg">
    <inertial>
      <mass value="2"/>
      <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.05"/>
    </inertial>
    <collision>
      <geometry><box size="0.1 0.1 1"/></geometry>
    </collision>
  </link>
  <joint name="slide" type="prismatic">
    <parent link="leg"/>
    <child link="foot"/>
    <limit lower="0" upper="0.2" effort="10" velocity="2"/>
    <mimic joint="hip" multiplier="0.1"/>
  </joint>
  <link name="foot">
    <inertial>
      <mass value="1"/>
      <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/>
    </inertial>
  </link>
</robot>
`;

const MESH = '<mesh filename="leg.stl"/>';

/** What is replaced by what, and what the error says. */
const WRONG: [title: string, from: string | RegExp, to: string, error: RegExp][] = [
  ['an element that does not end', '</inertial>\n    <collision>', '<collision>', /not well-formed XML in line \d+, column \d+: /],
  ['text that is cut off', /<link name="foot">[\s\S]*/, '<link name="foo', /not well-formed XML in line 2\d, column/],
  ['an attribute without quotes', 'value="2"', 'value=2', /not well-formed XML in line 14, column/],
  ['another root element', /robot/g, 'sdf', /^<sdf name="two-links"> \(line 2\) is not the <robot> element/],
  ['a robot without a name', ' name="two-links"', '', /^<robot> \(line 2\) needs the attribute name/],
  ['a link without a name', '<link name="base"/>', '<link/>', /^<link> \(line 3\) needs the attribute name/],
  [
    'two links of one name',
    'link name="foot"',
    'link name="leg"',
    /^<link name="leg"> \(line 27\) has the name of another link, in line 12/,
  ],
  ['two joints of one name', 'name="slide"', 'name="hip"', /^<joint name="hip"> \(line 21\) has the name of another joint, in line 4/],
  [
    'a type that there is not',
    'type="revolute"',
    'type="hinge"',
    /^<joint name="hip"> \(line 4\) has the type "hinge"; there are fixed, revolute/,
  ],
  ['a joint without a parent', '<parent link="base"/>', '', /^<joint name="hip"> \(line 4\) needs a <parent>/],
  [
    'a joint with two children',
    '<child link="leg"/>',
    '<child link="leg"/><child link="foot"/>',
    /^<joint name="hip"> \(line 4\) has a second <child>, in line 6/,
  ],
  [
    'a child that there is not',
    'child link="leg"',
    'child link="lag"',
    /^<joint name="hip"> \(line 4\) has "lag" as its child, but there is no link/,
  ],
  [
    'a link with two parents',
    '<parent link="leg"/>\n    <child link="foot"/>',
    '<parent link="base"/>\n    <child link="leg"/>',
    /^<joint name="slide"> \(line 21\) moves the link "leg", which the joint "hip" \(line 4\) moves/,
  ],
  [
    'links that nothing joins',
    '<link name="base"/>',
    '<link name="base"/><link name="lost"/>',
    /^<link name="lost"> \(line 3\) hangs on no joint, nor does the link "base"/,
  ],
  ['joints in a circle', '<parent link="base"/>', '<parent link="foot"/>', /^<link name="leg"> \(line 12\) is in a circle of joints/],
  [
    'a joint of a link with itself',
    '<parent link="leg"/>',
    '<parent link="foot"/>',
    /^<joint name="slide"> \(line 21\) joins the link "foot" to itself/,
  ],
  ['an axis without a length', 'axis xyz="0 1 0"', 'axis xyz="0 0 0"', /^<axis> \(line 8\) has an xyz of zero length/],
  ['an axis of two numbers', 'axis xyz="0 1 0"', 'axis xyz="0 1"', /^<axis> \(line 8\) needs 3 finite numbers as xyz, but has "0 1"/],
  ['a number that is none', 'xyz="0 0 1"', 'xyz="0 0 1,5"', /^<origin> \(line 7\) needs 3 finite numbers as xyz, but has "0 0 1,5"/],
  [
    'a revolute joint without limits',
    '<limit lower="-1" upper="1" effort="10" velocity="2"/>',
    '',
    /^<joint name="hip"> \(line 4\) needs a <limit>/,
  ],
  [
    'limits the wrong way round',
    'lower="-1" upper="1"',
    'lower="1" upper="-1"',
    /^<limit> \(line 9\) has a lower limit of 1, above its upper one of -1/,
  ],
  [
    'a limit without an effort',
    ' effort="10" velocity="2"/>\n    <dynamics',
    ' velocity="2"/>\n    <dynamics',
    /^<limit> \(line 9\) needs the attribute effort/,
  ],
  [
    'a negative speed',
    'velocity="2"/>\n    <dynamics',
    'velocity="-2"/>\n    <dynamics',
    /^<limit> \(line 9\) must not have a negative velocity/,
  ],
  ['negative friction', 'friction="0.2"', 'friction="-0.2"', /^<dynamics> \(line 10\) must not have a negative friction/],
  ['a mass below zero', 'mass value="2"', 'mass value="-2"', /^<mass> \(line 14\) must not have a negative value/],
  ['an infinite mass', 'mass value="2"', 'mass value="inf"', /^<mass> \(line 14\) needs a finite number as value, but has "inf"/],
  ['an inertia without an entry', ' izz="0.05"', '', /^<inertia> \(line 15\) needs the attribute izz/],
  [
    'an inertia that no matter has',
    'izz="0.05"',
    'izz="0.5"',
    /^<inertia> \(line 15\) is not a valid inertia: .*no moment may exceed the sum/,
  ],
  ['an inertia without a mass', 'mass value="2"', 'mass value="0"', /^<inertial> \(line 13\) has an inertia, but a mass of zero/],
  [
    'a link that moves without a mass',
    /<inertial>[\s\S]*?<\/inertial>/,
    '',
    /^<link name="leg"> \(line 12\) is moved by the joint "hip", and has no mass/,
  ],
  ['a geometry without a shape', '<box size="0.1 0.1 1"/>', '', /^<geometry> \(line 18\) has no shape/],
  [
    'a shape that there is not',
    '<box size="0.1 0.1 1"/>',
    '<torus radius="1"/>',
    /^<torus> \(line 18\) is not a shape; a <geometry> takes/,
  ],
  ['a box without a thickness', '"0.1 0.1 1"', '"0.1 0 1"', /^<box> \(line 18\) needs a size above zero/],
  ['a mesh without a file', '<box size="0.1 0.1 1"/>', '<mesh/>', /^<mesh> \(line 18\) needs the attribute filename/],
  [
    'a mesh that nobody loads',
    '<box size="0.1 0.1 1"/>',
    MESH,
    /^<collision> \(line 17\) of the link "leg" is the mesh "leg.stl", and there is no `loadMesh`/,
  ],
  ['a joint that follows none', 'mimic joint="hip"', 'mimic joint="hop"', /^<mimic> \(line 25\) follows "hop", but there is no joint/],
  [
    'a joint that follows itself',
    'mimic joint="hip"',
    'mimic joint="slide"',
    /^<mimic> \(line 25\) makes joints follow each other in a circle, through "slide"/,
  ],
  ['a joint that follows by a factor of zero', 'multiplier="0.1"', 'multiplier="0"', /^<mimic> \(line 25\) has a multiplier of zero/],
  ['a xacro file', 'value="2"', `value="\${leg_mass}"`, /^<mass> \(line 14\) has "\$\{leg_mass\}" as value: this is a xacro file/],
  ['a robot without links', /<link[\s\S]*<\/link>/, '', /^<robot name="two-links"> \(line 2\) has no <link>/],
  ['nothing', /[\s\S]*/, '', /not well-formed XML in line 1, column 1: /],
];

test('the file that is right is read', () => {
  expect(parseUrdf(RIGHT).joints.map(({ name }) => name)).toEqual(['hip', 'slide']);
  expect(WRONG.length).toBeGreaterThanOrEqual(24);
});

const build = async () => {
  const world = await World.create();
  world.addBody({ shape: new Box([1, 1, 1]) });
  world.step(1 / 60);
  return world;
};
const stateOf = (world: World) => [world.hash(), world.bodyCount, world.jointCount];

describe('an error, and a world that is as it was', () => {
  test.each(WRONG)('%s', async (_, from, to, error) => {
    const world = await build();
    const before = stateOf(world);
    const text = RIGHT.replace(from, to);
    expect(text).not.toBe(RIGHT);
    const caught = await Robot.load(world, text, { fixedBase: true }).catch((thrown) => thrown);
    expect(caught).toBeInstanceOf(HolonomicError);
    expect(caught.code).toBe('invalid-argument');
    expect(caught.message).toMatch(error);
    expect(stateOf(world)).toEqual(before);
    world.dispose();
  });

  test.each([
    ['a base without a mass', {}, /^<link name="base"> \(line 3\) is the base, and has no mass/],
    ['a value beyond limits', { joints: { hip: 2 } }, /The position of the joint "hip" must be within -1 to 1, but is 2/],
    [
      'a value that makes another pass its limits',
      { joints: { hip: -0.5 } },
      /The position of the joint "slide" must be within 0 to 0.2, but is -0.05/,
    ],
    ['a joint that there is not', { joints: { knee: 0 } }, /no joint "knee" that has a value; it has hip, slide/],
    ['a misspelt option', { fixedbase: true }, /has no option 'fixedbase'/],
    ['a value that is none', { joints: { hip: Number.NaN } }, /joints.hip must be a finite number/],
  ])('%s', async (title, options, error) => {
    const world = await build();
    const before = stateOf(world);
    const given = { ...(title === 'a base without a mass' ? {} : { fixedBase: true }), ...options };
    expect(() => Robot.loadSync(world, RIGHT, given)).toThrow(error);
    expect(stateOf(world)).toEqual(before);
    world.dispose();
  });

  test.each([
    ['nothing useful', () => 7, /for which loadMesh has returned 7/],
    ['points in a plane', () => [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0], /of which no hull can be made/],
  ])('a mesh loader that returns %s', async (_, loadMesh, error) => {
    const world = await build();
    const before = stateOf(world);
    const text = RIGHT.replace('<box size="0.1 0.1 1"/>', MESH);
    expect(() => Robot.loadSync(world, text, { fixedBase: true, loadMesh: loadMesh as () => number[] })).toThrow(error);
    expect(stateOf(world)).toEqual(before);
    world.dispose();
  });

  test('a mesh loader that fails', async () => {
    const world = await build();
    const before = stateOf(world);
    const text = RIGHT.replace('<box size="0.1 0.1 1"/>', MESH);
    const loadMesh = () => Promise.reject(new Error('not found'));
    await expect(Robot.load(world, text, { fixedBase: true, loadMesh })).rejects.toThrow('not found');
    expect(stateOf(world)).toEqual(before);
    world.dispose();
  });
});

test('deep nesting is an error, and no overflow', () => {
  const depth = 20_000;
  const text = `<robot name="a">${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}</robot>`;
  expect(() => parseUrdf(text)).toThrow(/nested too deeply/);
});
