// Bad input to the members of a world, but for joints.
import { Box, Sphere } from '../../bindings/index.ts';
import { HEADER } from '../../bindings/snapshot/header.ts';
import {
  type BadCall,
  badCall,
  badCalls,
  NEGATIVE,
  NOT_BOOLEANS,
  NOT_COUNTS,
  NOT_FINITE,
  NOT_INERTIAS,
  NOT_LOCKS,
  NOT_OBJECTS,
  NOT_POSITIVE,
  NOT_ROTATIONS,
  NOT_VECTORS,
} from './bad-input-values.ts';

const UNDEFINED: [string, unknown][] = [['undefined', undefined]];
const shape = new Box([0.2, 0.1, 0.3]);

export const SETTERS: BadCall[] = [
  ...badCalls('gravity', [...NOT_VECTORS, ...UNDEFINED], ({ world }, value) => (world.gravity = value)),
  ...badCalls('substeps', [...NOT_COUNTS, ...UNDEFINED], ({ world }, value) => (world.substeps = value)),
  ...badCalls('iterations', [...NOT_COUNTS, ...UNDEFINED], ({ world }, value) => (world.iterations = value)),
  ...badCalls('profiling', [...NOT_BOOLEANS, ...UNDEFINED], ({ world }, value) => (world.profiling = value)),
  ...badCalls('step', [...NOT_POSITIVE, ...UNDEFINED], ({ world }, value) => world.step(value)),
];

const option = (name: string, values: [string, unknown][], others: object = {}) =>
  badCalls(`addBody ${name}`, values, ({ world }, value) => world.addBody({ ...others, [name]: value }));

export const BODY_OPTIONS: BadCall[] = [
  ...badCalls('addBody', NOT_OBJECTS, ({ world }, value) => world.addBody(value)),
  ...option('type', [
    ['a wrong word', 'fluid'],
    ['wrong case', 'Static'],
    ['a number', 0],
    ['null', null],
    ['an object', {}],
    ['an inherited name', 'toString'],
  ]),
  ...option('shape', [
    ['null', null],
    ['text', 'box'],
    ['an object', {}],
    ['the class', Box],
    ['a likeness', { massProperties: () => ({ volume: 1, centerOfMass: [0, 0, 0], inertia: [1, 0, 0, 0, 1, 0, 0, 0, 1] }) }],
  ]),
  ...option('density', NOT_POSITIVE, { shape }),
  ...option('density', [['without a shape', 1000]]),
  ...option('density', [['beside a mass', 1000]], { shape, mass: 1 }),
  ...option('density', [['so great that the mass overflows', 1e308]], { shape: new Sphere(10) }),
  ...option('density', [['so great that the mass overflows, beside an inertia', 1e308]], { shape: new Sphere(10), inertia: [1, 1, 1] }),
  ...option('density', [['so great that the inertia overflows', 1e250]], { shape: new Sphere(1e17) }),
  ...option('density', [['so small that the inertia is zero', 1e-300]], { shape: new Sphere(1e-5) }),
  ...option('mass', NOT_POSITIVE),
  ...option('mass', NOT_POSITIVE, { shape }),
  ...option('mass', [['so small that the inertia is zero', Number.MIN_VALUE]]),
  ...option('mass', [['so small that its inverse overflows', 1e-310]], { inertia: [1, 1, 1] }),
  ...option('inertia', NOT_INERTIAS),
  ...option('inertia', NOT_INERTIAS, { shape }),
  ...option('centerOfMass', NOT_VECTORS),
  ...option('position', NOT_VECTORS),
  ...option('position', [['so far that the centre of mass overflows', [1.7e308, 0, 0]]], { centerOfMass: [1.7e308, 0, 0] }),
  ...option('orientation', NOT_ROTATIONS),
  ...option('linearVelocity', NOT_VECTORS),
  ...option('angularVelocity', NOT_VECTORS),
  ...option('linearVelocity', [['of a static body', [1, 0, 0]]], { type: 'static' }),
  ...option('angularVelocity', [['of a static body', [1, 0, 0]]], { type: 'static' }),
  ...option('gravityScale', NOT_FINITE),
  ...option('linearDamping', NEGATIVE),
  ...option('angularDamping', NEGATIVE),
  ...option('lockTranslation', NOT_LOCKS),
  ...option('lockRotation', NOT_LOCKS),
  ...option('velocity', [['an unknown name', [0, 0, 0]]]),
  ...option('Position', [['an unknown name', [0, 0, 0]]]),
];

const NO_HANDLES: [string, unknown][] = [
  ['null', null],
  ['undefined', undefined],
  ['a number', 1],
  ['text', 'body'],
  ['an object', {}],
  ['an array', []],
];

export const REMOVALS: BadCall[] = [
  ...badCalls('removeBody', NO_HANDLES, ({ world }, value) => world.removeBody(value)),
  badCall('removeBody', 'a joint', 'invalid-argument', ({ world, ball }) => world.removeBody(ball as never)),
  badCall('removeBody', 'a likeness', 'invalid-argument', ({ world }) => world.removeBody({ world, index: 1, alive: true } as never)),
  badCall('removeBody', 'removed before', 'removed-handle', ({ world, removed }) => world.removeBody(removed)),
  badCall('removeBody', 'of another world', 'foreign-handle', ({ world, foreignBody }) => world.removeBody(foreignBody)),
  ...badCalls('removeJoint', NO_HANDLES, ({ world }, value) => world.removeJoint(value)),
  badCall('removeJoint', 'a body', 'invalid-argument', ({ world, dynamic }) => world.removeJoint(dynamic as never)),
  badCall('removeJoint', 'a likeness', 'invalid-argument', ({ world }) => world.removeJoint({ world, index: 0, alive: true } as never)),
  badCall('removeJoint', 'removed before', 'removed-handle', ({ world, removedBall }) => world.removeJoint(removedBall)),
  badCall('removeJoint', 'of another world', 'foreign-handle', ({ world, foreignBall }) => world.removeJoint(foreignBall)),
  badCall('removeJoint', 'never added', 'foreign-handle', ({ world, looseBall }) => world.removeJoint(looseBall)),
];

/** A snapshot of the world with some bytes changed. */
const damaged = (change: (bytes: Uint8Array) => Uint8Array | undefined): BadCall['act'] => {
  return ({ world }) => {
    const bytes = world.snapshot();
    return world.restore(change(bytes) ?? bytes);
  };
};
const flipped = (at: (length: number) => number) =>
  damaged((bytes) => {
    bytes[at(bytes.length)] ^= 4;
    return undefined;
  });

const snapshots: [name: string, act: BadCall['act']][] = [
  ['null', ({ world }) => world.restore(null as never)],
  ['undefined', ({ world }) => world.restore(undefined as never)],
  ['text', ({ world }) => world.restore('HOLO' as never)],
  ['an array', ({ world }) => world.restore([...world.snapshot()] as never)],
  ['the buffer', ({ world }) => world.restore(world.snapshot().buffer as never)],
  ['nothing', ({ world }) => world.restore(new Uint8Array(0))],
  ['a part of the header', damaged((bytes) => bytes.slice(0, 20))],
  ['the header alone', damaged((bytes) => bytes.slice(0, HEADER))],
  ['zeros', damaged((bytes) => bytes.fill(0))],
  ['noise', damaged((bytes) => bytes.map((_, k) => (k * 2654435761) >>> 24))],
  ['one byte short', damaged((bytes) => bytes.slice(0, -1))],
  ['half', damaged((bytes) => bytes.slice(0, bytes.length >> 1))],
  ['a byte too long', damaged((bytes) => Uint8Array.from([...bytes, 0]))],
  ['another mark', flipped(() => 0)],
  ['another version', flipped(() => 4)],
  ['another kind', flipped(() => 8)],
  ['another length', flipped(() => 12)],
  ['another checksum', flipped(() => 16)],
  ['one bit of the first body', flipped(() => 300)],
  ['one bit in the middle', flipped((length) => length >> 1)],
  ['one bit at the end', flipped((length) => length - 1)],
];

export const SNAPSHOTS: BadCall[] = snapshots.map(([name, act]) => badCall('restore', name, 'bad-snapshot', act));
