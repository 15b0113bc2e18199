// Bad input to the constructors and members of joints.
import { BallJoint, DistanceJoint, FixedJoint, HingeJoint, type Joint, PrismaticJoint } from '../../bindings/index.ts';
import {
  type BadCall,
  badCall,
  badCalls,
  NEGATIVE,
  NOT_BOOLEANS,
  NOT_DAMPINGS,
  NOT_DIRECTIONS,
  NOT_LIMITS,
  NOT_OBJECTS,
  NOT_VECTORS,
  notTargets,
} from './bad-input-values.ts';
import type { Subject } from './twin-worlds.ts';

const UNDEFINED: [string, unknown][] = [['undefined', undefined]];

/** The five constructors and options that they accept, but for the bodies. */
const KINDS = {
  Ball: { make: BallJoint, valid: { anchor: [0, 1, 0] } },
  Hinge: { make: HingeJoint, valid: { anchor: [0, 1, 0], axis: [0, 1, 0] } },
  Fixed: { make: FixedJoint, valid: { anchor: [0, 1, 0] } },
  Prismatic: { make: PrismaticJoint, valid: { anchor: [0, 1, 0], axis: [0, 1, 0] } },
  Distance: { make: DistanceJoint, valid: { anchorA: [0, 0, 0], anchorB: [0, 0, 0] } },
} as const;
export type Kind = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as Kind[];

export function makeJoint(kind: Kind, { dynamic, other }: Pick<Subject, 'dynamic' | 'other'>, options: object = {}): Joint {
  const { make, valid } = KINDS[kind];
  return new make({ a: dynamic, b: other, ...valid, ...options } as never);
}

const option = (kinds: readonly Kind[], name: string, values: readonly [string, unknown][], others: object = {}) =>
  kinds.flatMap((kind) =>
    badCalls(`${kind} ${name}`, values, (subject, value) => subject.world.addJoint(makeJoint(kind, subject, { ...others, [name]: value }))),
  );

const ANCHORED: Kind[] = ['Ball', 'Hinge', 'Fixed', 'Prismatic'];
const ALONG_AXES: Kind[] = ['Hinge', 'Prismatic'];
const NOT_BODIES: [string, unknown][] = [
  ['a number', 1],
  ['text', 'body'],
  ['an object', {}],
  ['false', false],
];

const COMMON = KIND_NAMES.flatMap((kind) => [
  ...badCalls(kind, [...NOT_OBJECTS, ...UNDEFINED], (_, value) => new KINDS[kind].make(value)),
  ...option([kind], 'a', NOT_BODIES),
  ...option([kind], 'b', NOT_BODIES),
  ...option([kind], 'a', [['the world at both ends', null]], { b: null }),
  ...badCalls(kind, [['the same body twice', 0]], (subject) => makeJoint(kind, subject, { b: subject.dynamic })),
  ...option([kind], 'compliance', NEGATIVE),
  ...option([kind], 'damping', NOT_DAMPINGS),
  ...option([kind], 'enabled', NOT_BOOLEANS),
  ...option([kind], 'collideConnected', NOT_BOOLEANS),
  ...option([kind], 'stiffness', [['an unknown name', 1]]),
]);

const GEOMETRY = [
  ...option(ANCHORED, 'anchor', [...NOT_VECTORS, ...UNDEFINED]),
  ...option(ANCHORED, 'anchorA', [['beside anchor', [0, 0, 0]]]),
  ...option(ANCHORED, 'anchorA', [['without anchorB', [0, 0, 0]]], { anchor: undefined }),
  ...option(ANCHORED, 'anchorA', NOT_VECTORS, { anchor: undefined, anchorB: [0, 0, 0] }),
  ...option(ANCHORED, 'anchorB', NOT_VECTORS, { anchor: undefined, anchorA: [0, 0, 0] }),
  ...option(ALONG_AXES, 'axis', [...NOT_DIRECTIONS, ...UNDEFINED]),
  ...option(ALONG_AXES, 'axisB', [['beside axis', [1, 0, 0]]]),
  ...option(ALONG_AXES, 'axisB', [['without axisA', [1, 0, 0]]], { axis: undefined }),
  ...option(ALONG_AXES, 'axisA', NOT_DIRECTIONS, { axis: undefined, axisB: [1, 0, 0] }),
  ...option(ALONG_AXES, 'axisB', NOT_DIRECTIONS, { axis: undefined, axisA: [1, 0, 0] }),
  ...option(['Fixed', 'Distance'], 'axis', [['an unknown name', [1, 0, 0]]]),
  ...option(['Ball', 'Distance'], 'angularCompliance', [['an unknown name', 1]]),
  ...option(['Ball', 'Fixed', 'Distance'], 'limits', [['an unknown name', { lower: 0, upper: 1 }]]),
];

const COORDINATES = [
  ...option(['Hinge', 'Fixed', 'Prismatic'], 'angularCompliance', NEGATIVE),
  ...option(ALONG_AXES, 'limits', NOT_LIMITS),
  ...option(['Hinge'], 'target', [...notTargets('angle'), ['beside limits', { angle: 0 }]], { limits: { lower: 0, upper: 1 } }),
  ...option(['Hinge'], 'target', notTargets('angle')),
  ...option(['Prismatic'], 'target', notTargets('offset')),
  ...option(['Prismatic'], 'target', [['beside limits', { offset: 0 }]], { limits: { lower: 0, upper: 1 } }),
  ...option(['Distance'], 'anchorA', [...NOT_VECTORS, ...UNDEFINED]),
  ...option(['Distance'], 'anchorB', [...NOT_VECTORS, ...UNDEFINED]),
  ...option(['Distance'], 'frame', [
    ['a wrong word', 'body'],
    ['null', null],
    ['a number', 1],
  ]),
  ...option(['Distance'], 'length', NEGATIVE),
  ...option(['Distance'], 'min', NEGATIVE),
  ...option(['Distance'], 'max', [
    ['-1', -1],
    ['NaN', Number.NaN],
    ['null', null],
    ['text', '1'],
  ]),
  ...option(['Distance'], 'min', [['above max', 2]], { max: 1 }),
  ...option(['Distance'], 'min', [['beside length', 1]], { length: 2 }),
];

export const CONSTRUCTORS: BadCall[] = [...COMMON, ...GEOMETRY, ...COORDINATES];

const HANDLES = ['ball', 'hinge', 'fixed', 'prismatic', 'distance'] as const;

export const SETTERS: BadCall[] = [
  ...HANDLES.flatMap((joint) => [
    ...badCalls(`${joint}.compliance`, [...NEGATIVE, ...UNDEFINED], (subject, value) => (subject[joint].compliance = value)),
    ...badCalls(`${joint}.enabled`, [...NOT_BOOLEANS, ...UNDEFINED], (subject, value) => (subject[joint].enabled = value)),
    ...badCalls(`${joint}.collideConnected`, NOT_BOOLEANS, (subject, value) => (subject[joint].collideConnected = value)),
    ...badCalls(`${joint}.damping`, [...NOT_DAMPINGS, ...UNDEFINED], (subject, value) => (subject[joint].damping = value)),
    ...badCalls(`${joint}.getForce out`, [['a number', 5]], (subject, value) => subject[joint].getForce(value)),
    ...badCalls(`${joint}.getTorque out`, [['text', 'abc']], (subject, value) => subject[joint].getTorque(value)),
  ]),
  ...(['hinge', 'fixed', 'prismatic'] as const).flatMap((joint) =>
    badCalls(`${joint}.angularCompliance`, [...NEGATIVE, ...UNDEFINED], (subject, value) => (subject[joint].angularCompliance = value)),
  ),
  ...(['hinge', 'prismatic'] as const).flatMap((joint) =>
    badCalls(`${joint}.limits`, [...NOT_LIMITS, ...UNDEFINED], (subject, value) => (subject[joint].limits = value)),
  ),
  ...badCalls('hinge.target', [...notTargets('angle'), ...UNDEFINED], ({ hinge }, value) => (hinge.target = value)),
  ...badCalls('prismatic.target', [...notTargets('offset'), ...UNDEFINED], ({ prismatic }, value) => (prismatic.target = value)),
  ...badCalls('distance.length', [...NEGATIVE, ...UNDEFINED], ({ distance }, value) => (distance.length = value)),
];

const anchor = [0, 1, 0] as const;

export const ADDITIONS: BadCall[] = [
  ...badCalls(
    'addJoint',
    [...NOT_OBJECTS, ...UNDEFINED, ['the class', BallJoint], ['options', { anchor }], ['a likeness', { attach() {}, a: null, b: null }]],
    ({ world }, value) => world.addJoint(value),
  ),
  badCall('addJoint', 'a body', 'invalid-argument', ({ world, dynamic }) => world.addJoint(dynamic as never)),
  ...HANDLES.map((joint) => badCall('addJoint', `the ${joint} twice`, 'already-added', (s) => s.world.addJoint(s[joint] as Joint))),
  badCall('addJoint', 'once removed', 'already-added', ({ world, removedBall }) => world.addJoint(removedBall)),
  badCall('addJoint', 'of another world', 'already-added', ({ world, foreignBall }) => world.addJoint(foreignBall)),
  ...KIND_NAMES.flatMap((kind): BadCall[] => [
    badCall(`${kind} a`, 'removed', 'removed-handle', (s) => s.world.addJoint(makeJoint(kind, s, { a: s.removed }))),
    badCall(`${kind} b`, 'removed', 'removed-handle', (s) => s.world.addJoint(makeJoint(kind, s, { b: s.removed }))),
    badCall(`${kind} a`, 'of another world', 'foreign-handle', (s) => s.world.addJoint(makeJoint(kind, s, { a: s.foreignBody }))),
    badCall(`${kind} b`, 'of another world', 'foreign-handle', (s) => s.world.addJoint(makeJoint(kind, s, { b: s.foreignBody }))),
  ]),
];

type Use = [name: string, use: (joint: Joint) => unknown];

const COMMON_USES: Use[] = [
  ['enabled =', (joint) => (joint.enabled = false)],
  ['collideConnected =', (joint) => (joint.collideConnected = true)],
  ['compliance =', (joint) => (joint.compliance = 1)],
  ['damping =', (joint) => (joint.damping = { linear: 1 })],
  ['getForce', (joint) => joint.getForce()],
  ['getTorque', (joint) => joint.getTorque([0, 0, 0])],
];
const SOFT_AXES: Use = ['angularCompliance =', (joint) => ((joint as HingeJoint).angularCompliance = 1)];
const LIMITS: Use = ['limits =', (joint) => ((joint as HingeJoint).limits = { lower: 0 })];

/** A proper use of every member of a joint. */
export const USES: Record<Kind, Use[]> = {
  Ball: COMMON_USES,
  Hinge: [...COMMON_USES, SOFT_AXES, LIMITS, ['target =', (joint) => ((joint as HingeJoint).target = { angle: 0 })]],
  Fixed: [...COMMON_USES, SOFT_AXES],
  Prismatic: [...COMMON_USES, SOFT_AXES, LIMITS, ['target =', (joint) => ((joint as PrismaticJoint).target = null)]],
  Distance: [...COMMON_USES, ['length =', (joint) => ((joint as DistanceJoint).length = 1)]],
};
