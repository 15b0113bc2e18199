// What joints with coordinates must not be given, by class and option.
import {
  AxleJoint,
  BallJoint,
  ConeJoint,
  CylindricalJoint,
  HingeJoint,
  type Joint,
  MatrixSpringJoint,
  PathJoint,
  PlanarJoint,
  PrismaticJoint,
  PulleyJoint,
  RevoluteSphericalJoint,
  RopeJoint,
  ScrewJoint,
  SixDofJoint,
  SpringDamperJoint,
  UniversalJoint,
} from '../../bindings/index.ts';
import {
  NEGATIVE,
  NOT_BOOLEANS,
  NOT_DIRECTIONS,
  NOT_FINITE,
  NOT_LIMITS,
  NOT_OBJECTS,
  NOT_POSITIVE,
  NOT_ROTATIONS,
  NOT_VECTORS,
} from './bad-input-values.ts';

export type Named = readonly [name: string, value: unknown];
export type Options = Record<string, unknown>;
export type Make = new (given: never) => Joint;

const anchor = [0, 1, 0];
const place = { anchor, axis: [0, 1, 0] };
export const points = { anchorA: [0, 0, 0], anchorB: [0, 0, 0] };
const curve = {
  anchor,
  points: [
    [0, 0, 0],
    [1, 0, 0],
  ],
}; // prettier-ignore

/** A class and options that it accepts, but for the bodies. */
export const VALID: [Make, Options][] = [
  [BallJoint, place],
  [HingeJoint, place],
  [PrismaticJoint, place],
  [CylindricalJoint, place],
  [UniversalJoint, { anchor, axisA: [0, 1, 0], axisB: [1, 0, 0] }],
  [PlanarJoint, { anchor, normal: [0, 1, 0] }],
  [RopeJoint, points],
  [SpringDamperJoint, { ...points, stiffness: 5 }],
  [MatrixSpringJoint, { anchor, stiffness: 5 }],
  [RevoluteSphericalJoint, { ...points, axis: [0, 1, 0] }],
  [SixDofJoint, place],
  [AxleJoint, { axis: [0, 1, 0] }],
  [ConeJoint, { axis: [0, 1, 0], angle: 1 }],
  [ScrewJoint, { ...place, lead: 1 }],
  [PulleyJoint, { ...points, pointA: [0, 5, 0], pointB: [1, 5, 0] }],
  [PathJoint, curve],
];
export const OF_VALID = new Map(VALID);

export const UNDEFINED: Named[] = [['undefined', undefined]];
const UNKNOWN: Named[] = [['an unknown name', 1]];
export const UNLIKE_LIMITS: Named[] = [
  ...NOT_LIMITS,
  ['null', null],
  ['damping without compliance', { lower: 0, damping: 1 }],
  ['a negative damping', { compliance: 1, damping: -1 }],
  ['restitution above 1', { lower: 0, restitution: 1.1 }],
  ['negative restitution', { lower: 0, restitution: -0.1 }],
  ['frequency beside compliance', { lower: 0, frequency: 1, compliance: 1 }],
  ['frequency beside damping', { lower: 0, frequency: 1, damping: 1 }],
  ['a frequency of zero', { lower: 0, frequency: 0 }],
  ['a damping ratio without frequency', { lower: 0, dampingRatio: 1 }],
  ['a negative damping ratio', { lower: 0, frequency: 1, dampingRatio: -1 }],
];
const unlikeMotors = (most: string, other: string): Named[] => [
  ...NOT_OBJECTS,
  ['nothing to go for', {}],
  ['only a greatest load', { [most]: 1 }],
  ['a load of the wrong name', { velocity: 1, [other]: 1 }],
  ['a negative load', { velocity: 1, [most]: -1 }],
  ['a target of NaN', { target: Number.NaN }],
  ['a velocity of text', { velocity: '1' }],
  ['stiffness without target', { velocity: 1, stiffness: 1 }],
  ['frequency without target', { velocity: 1, frequency: 1 }],
  ['quadratic stiffness without target', { velocity: 1, quadraticStiffness: 1 }],
  ['damping of nothing', { velocity: 1, damping: 0 }],
  ['damping of a rigid servo', { target: 1, damping: 1 }],
  ['quadratic stiffness of a rigid servo', { target: 1, stiffness: Infinity, quadraticStiffness: 1 }],
  ['a negative stiffness', { target: 1, stiffness: -1 }],
  ['frequency beside stiffness', { target: 1, frequency: 1, stiffness: 1 }],
  ['a damping ratio alone', { target: 1, dampingRatio: 1 }],
  ['a negative dead zone', { target: 1, deadZone: -1 }],
  ['a misspelt name', { target: 1, stifness: 1 }],
  ['a secondary target without dead zone', { target: 1, secondary: { target: 1, stiffness: 1 } }],
  ['a secondary target of a speed motor', { velocity: 1, deadZone: 1, secondary: { target: 1, stiffness: 1 } }],
  ['a secondary target without stiffness', { target: 1, deadZone: 1, secondary: { target: 1 } }],
  ['help for something else', { target: 1, secondary: { target: 1, stiffness: 1, helps: {} } }],
];
export const UNLIKE_ANGULAR = unlikeMotors('maxTorque', 'maxForce');
export const UNLIKE_LINEAR = unlikeMotors('maxForce', 'maxTorque');
export const UNLIKE_CONES: Named[] = [
  ...NOT_OBJECTS.filter(([name]) => name !== 'a number'),
  ['no z', { y: 1 }],
  ['an angle of zero', { y: 0, z: 1 }],
  ['an angle of pi', { y: 1, z: Math.PI }],
  ['a misspelt name', { y: 1, z: 1, x: 1 }],
];
/** As an object about a coordinate. */
const within = (name: string, values: readonly Named[]): Named[] => values.map(([what, value]) => [`${name}: ${what}`, { [name]: value }]);
const unlikeCoordinates = (motors: readonly Named[]): Named[] => [
  ...NOT_OBJECTS,
  ...within('limits', UNLIKE_LIMITS),
  ...within('motor', motors),
  ...within('friction', NEGATIVE),
  ...within('viscousDamping', NEGATIVE),
  ...within('torque', UNKNOWN),
];
const UNLIKE_LISTS: Named[] = [
  ['null', null],
  ['text', 'abc'],
  ['a vector', [0, 0, 0]],
  ['one point', [[0, 0, 0]]],
  [
    'NaN',
    [
      [0, 0, 0],
      [0, Number.NaN, 1],
    ],
  ], // prettier-ignore
];

export const OPTIONS: [make: Make, name: string, values: readonly Named[], others?: Options][] = [
  ...VALID.flatMap(([make]): [Make, string, readonly Named[]][] => [
    [make, 'breakForce', [...NOT_POSITIVE.filter(([name]) => name !== 'Infinity')]],
    [make, 'breakTorque', [...NOT_POSITIVE.filter(([name]) => name !== 'Infinity')]],
    [make, 'enabled', NOT_BOOLEANS],
    [make, 'axes', UNKNOWN],
  ]),
  ...[HingeJoint, AxleJoint].flatMap((make): [Make, string, readonly Named[]][] => [
    [make, 'limits', UNLIKE_LIMITS],
    [make, 'motor', UNLIKE_ANGULAR],
    [make, 'friction', NEGATIVE],
    [make, 'viscousDamping', NEGATIVE],
  ]),
  ...[PrismaticJoint, PathJoint].flatMap((make): [Make, string, readonly Named[]][] => [
    [make, 'limits', UNLIKE_LIMITS],
    [make, 'motor', UNLIKE_LINEAR],
    [make, 'friction', NEGATIVE],
  ]),
  ...[CylindricalJoint, ScrewJoint].flatMap((make): [Make, string, readonly Named[]][] => [
    [make, 'rotation', unlikeCoordinates(UNLIKE_ANGULAR)],
    [make, 'translation', unlikeCoordinates(UNLIKE_LINEAR)],
    [make, 'axis', [...NOT_DIRECTIONS, ...UNDEFINED]],
    [make, 'anchor', [...NOT_VECTORS, ...UNDEFINED]],
  ]),
  [ScrewJoint, 'lead', [['0', 0], ...NOT_FINITE, ...UNDEFINED]],
  [BallJoint, 'swing', UNLIKE_CONES],
  [BallJoint, 'twist', UNLIKE_LIMITS],
  [BallJoint, 'twist', [['without axis', { lower: 0 }]], { axis: undefined }],
  [BallJoint, 'swing', [['without axis', { y: 1, z: 1 }]], { axis: undefined }],
  [BallJoint, 'normal', [...NOT_DIRECTIONS, ['along the axis', [0, 2, 0]]]],
  [
    BallJoint,
    'motor',
    [...NOT_OBJECTS, ['nothing', {}], ['a speed of three', { velocity: 3 }], ['maxForce', { velocity: [1, 1, 1], maxForce: 1 }]],
  ],
  [BallJoint, 'motor', NOT_ROTATIONS.map(([name, target]) => [name, { target }])],
  [BallJoint, 'friction', NEGATIVE],
  [UniversalJoint, 'axisA', [...NOT_DIRECTIONS, ...UNDEFINED, ['parallel to axisB', [2, 0, 0]]]],
  [UniversalJoint, 'axisB', [...NOT_DIRECTIONS, ...UNDEFINED]],
  [UniversalJoint, 'frame', [['a wrong word', 'body']]],
  [UniversalJoint, 'first', unlikeCoordinates(UNLIKE_ANGULAR)],
  [PlanarJoint, 'normal', [...NOT_DIRECTIONS, ...UNDEFINED]],
  [PlanarJoint, 'axis', [...NOT_DIRECTIONS, ['along the normal', [0, -3, 0]]]],
  [PlanarJoint, 'y', unlikeCoordinates(UNLIKE_LINEAR)],
  [PlanarJoint, 'rotation', unlikeCoordinates(UNLIKE_ANGULAR)],
  [
    SixDofJoint,
    'linear',
    [...NOT_OBJECTS, ...within('x', [['a wrong word', 'fixed'], ...unlikeCoordinates(UNLIKE_LINEAR)]), ['w', { w: 'free' }]],
  ],
  [SixDofJoint, 'angular', [...NOT_OBJECTS, ...within('z', [['a wrong word', 'fixed'], ...unlikeCoordinates(UNLIKE_ANGULAR)])]],
  [SixDofJoint, 'cone', UNLIKE_CONES, { angular: { y: 'free', z: 'free' } }],
  [SixDofJoint, 'cone', [['of a locked swing', { y: 1, z: 1 }]], { angular: { y: 'free' } }],
  [AxleJoint, 'anchor', [['an unknown name', [0, 0, 0]]]],
  [ConeJoint, 'angle', [...UNLIKE_CONES, ...UNDEFINED, ['0', 0], ['pi', Math.PI], ['NaN', Number.NaN]]],
  [RevoluteSphericalJoint, 'axis', [...NOT_DIRECTIONS, ...UNDEFINED, ['along the link', [1, 0, 0]]]],
  [RevoluteSphericalJoint, 'length', NOT_POSITIVE],
  [RopeJoint, 'length', NOT_POSITIVE],
  [RopeJoint, 'min', [['an unknown name', 1]]],
  [SpringDamperJoint, 'stiffness', [...NEGATIVE, ...UNDEFINED]],
  [SpringDamperJoint, 'damping', [...NEGATIVE, ['rates', { linear: 1 }]]],
  [SpringDamperJoint, 'frequency', [['beside stiffness', 1]]],
  [SpringDamperJoint, 'restLength', NEGATIVE],
  [
    SpringDamperJoint,
    'maxForce',
    [
      ['-1', -1],
      ['text', '1'],
    ],
  ], // prettier-ignore
  [SpringDamperJoint, 'min', [['above max', 3]], { max: 2 }],
  [MatrixSpringJoint, 'stiffness', [...NEGATIVE, ...UNDEFINED]],
  [MatrixSpringJoint, 'damping', NEGATIVE],
  [MatrixSpringJoint, 'relaxation', [['2', 2], ...NOT_POSITIVE]],
  [
    MatrixSpringJoint,
    'maxForce',
    [
      ['-1', -1],
      ['null', null],
    ],
  ], // prettier-ignore
  [PulleyJoint, 'pointA', [...NOT_VECTORS, ...UNDEFINED]],
  [PulleyJoint, 'ratio', NOT_POSITIVE],
  [PulleyJoint, 'length', NEGATIVE],
  [PulleyJoint, 'slack', NOT_BOOLEANS],
  [
    PathJoint,
    'points',
    [
      ...UNLIKE_LISTS,
      ...UNDEFINED,
      [
        'the same twice',
        [
          [0, 0, 0],
          [0, 0, 0],
        ],
      ],
      [
        'there and back',
        [
          [0, 0, 0],
          [1, 0, 0],
          [0, 0, 0],
        ],
      ],
    ],
  ], // prettier-ignore
  [
    PathJoint,
    'tangents',
    [
      ...UNLIKE_LISTS,
      [
        'zero',
        [
          [0, 0, 0],
          [1, 0, 0],
        ],
      ],
    ],
  ], // prettier-ignore
  [
    PathJoint,
    'normals',
    [
      ...UNLIKE_LISTS,
      [
        'along the path',
        [
          [0, 1, 0],
          [1, 0, 0],
        ],
      ],
    ],
  ], // prettier-ignore
  [PathJoint, 'closed', [...NOT_BOOLEANS, ['two points', true]]],
  [PathJoint, 'orientation', [['a wrong word', 'fixed']]],
  [PathJoint, 'anchorB', [['beside anchor', [0, 0, 0]]]],
  [PathJoint, 'anchor', [...NOT_VECTORS, ...UNDEFINED]],
];
