// What joints with coordinates must not be given, by class and option.
import {
  Axle,
  Ball,
  Cone,
  Cylindrical,
  Hinge,
  type Joint,
  MatrixSpring,
  Path,
  Planar,
  Prismatic,
  Pulley,
  RevoluteSpherical,
  Rope,
  Screw,
  SixDof,
  SpringDamper,
  Universal,
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
  [Ball, place],
  [Hinge, place],
  [Prismatic, place],
  [Cylindrical, place],
  [Universal, { anchor, axisA: [0, 1, 0], axisB: [1, 0, 0] }],
  [Planar, { anchor, normal: [0, 1, 0] }],
  [Rope, points],
  [SpringDamper, { ...points, stiffness: 5 }],
  [MatrixSpring, { anchor, stiffness: 5 }],
  [RevoluteSpherical, { ...points, axis: [0, 1, 0] }],
  [SixDof, place],
  [Axle, { axis: [0, 1, 0] }],
  [Cone, { axis: [0, 1, 0], angle: 1 }],
  [Screw, { ...place, lead: 1 }],
  [Pulley, { ...points, pointA: [0, 5, 0], pointB: [1, 5, 0] }],
  [Path, curve],
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
  ...[Hinge, Axle].flatMap((make): [Make, string, readonly Named[]][] => [
    [make, 'limits', UNLIKE_LIMITS],
    [make, 'motor', UNLIKE_ANGULAR],
    [make, 'friction', NEGATIVE],
    [make, 'viscousDamping', NEGATIVE],
  ]),
  ...[Prismatic, Path].flatMap((make): [Make, string, readonly Named[]][] => [
    [make, 'limits', UNLIKE_LIMITS],
    [make, 'motor', UNLIKE_LINEAR],
    [make, 'friction', NEGATIVE],
  ]),
  ...[Cylindrical, Screw].flatMap((make): [Make, string, readonly Named[]][] => [
    [make, 'rotation', unlikeCoordinates(UNLIKE_ANGULAR)],
    [make, 'translation', unlikeCoordinates(UNLIKE_LINEAR)],
    [make, 'axis', [...NOT_DIRECTIONS, ...UNDEFINED]],
    [make, 'anchor', [...NOT_VECTORS, ...UNDEFINED]],
  ]),
  [Screw, 'lead', [['0', 0], ...NOT_FINITE, ...UNDEFINED]],
  [Ball, 'swing', UNLIKE_CONES],
  [Ball, 'twist', UNLIKE_LIMITS],
  [Ball, 'twist', [['without axis', { lower: 0 }]], { axis: undefined }],
  [Ball, 'swing', [['without axis', { y: 1, z: 1 }]], { axis: undefined }],
  [Ball, 'normal', [...NOT_DIRECTIONS, ['along the axis', [0, 2, 0]]]],
  [
    Ball,
    'motor',
    [...NOT_OBJECTS, ['nothing', {}], ['a speed of three', { velocity: 3 }], ['maxForce', { velocity: [1, 1, 1], maxForce: 1 }]],
  ],
  [Ball, 'motor', NOT_ROTATIONS.map(([name, target]) => [name, { target }])],
  [Ball, 'friction', NEGATIVE],
  [Universal, 'axisA', [...NOT_DIRECTIONS, ...UNDEFINED, ['parallel to axisB', [2, 0, 0]]]],
  [Universal, 'axisB', [...NOT_DIRECTIONS, ...UNDEFINED]],
  [Universal, 'frame', [['a wrong word', 'body']]],
  [Universal, 'first', unlikeCoordinates(UNLIKE_ANGULAR)],
  [Planar, 'normal', [...NOT_DIRECTIONS, ...UNDEFINED]],
  [Planar, 'axis', [...NOT_DIRECTIONS, ['along the normal', [0, -3, 0]]]],
  [Planar, 'y', unlikeCoordinates(UNLIKE_LINEAR)],
  [Planar, 'rotation', unlikeCoordinates(UNLIKE_ANGULAR)],
  [
    SixDof,
    'linear',
    [...NOT_OBJECTS, ...within('x', [['a wrong word', 'fixed'], ...unlikeCoordinates(UNLIKE_LINEAR)]), ['w', { w: 'free' }]],
  ],
  [SixDof, 'angular', [...NOT_OBJECTS, ...within('z', [['a wrong word', 'fixed'], ...unlikeCoordinates(UNLIKE_ANGULAR)])]],
  [SixDof, 'cone', UNLIKE_CONES, { angular: { y: 'free', z: 'free' } }],
  [SixDof, 'cone', [['of a locked swing', { y: 1, z: 1 }]], { angular: { y: 'free' } }],
  [Axle, 'anchor', [['an unknown name', [0, 0, 0]]]],
  [Cone, 'angle', [...UNLIKE_CONES, ...UNDEFINED, ['0', 0], ['pi', Math.PI], ['NaN', Number.NaN]]],
  [RevoluteSpherical, 'axis', [...NOT_DIRECTIONS, ...UNDEFINED, ['along the link', [1, 0, 0]]]],
  [RevoluteSpherical, 'length', NOT_POSITIVE],
  [Rope, 'length', NOT_POSITIVE],
  [Rope, 'min', [['an unknown name', 1]]],
  [SpringDamper, 'stiffness', [...NEGATIVE, ...UNDEFINED]],
  [SpringDamper, 'damping', [...NEGATIVE, ['rates', { linear: 1 }]]],
  [SpringDamper, 'frequency', [['beside stiffness', 1]]],
  [SpringDamper, 'restLength', NEGATIVE],
  [
    SpringDamper,
    'maxForce',
    [
      ['-1', -1],
      ['text', '1'],
    ],
  ], // prettier-ignore
  [SpringDamper, 'min', [['above max', 3]], { max: 2 }],
  [MatrixSpring, 'stiffness', [...NEGATIVE, ...UNDEFINED]],
  [MatrixSpring, 'damping', NEGATIVE],
  [MatrixSpring, 'relaxation', [['2', 2], ...NOT_POSITIVE]],
  [
    MatrixSpring,
    'maxForce',
    [
      ['-1', -1],
      ['null', null],
    ],
  ], // prettier-ignore
  [Pulley, 'pointA', [...NOT_VECTORS, ...UNDEFINED]],
  [Pulley, 'ratio', NOT_POSITIVE],
  [Pulley, 'length', NEGATIVE],
  [Pulley, 'slack', NOT_BOOLEANS],
  [
    Path,
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
    Path,
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
    Path,
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
  [Path, 'closed', [...NOT_BOOLEANS, ['two points', true]]],
  [Path, 'orientation', [['a wrong word', 'fixed']]],
  [Path, 'anchorB', [['beside anchor', [0, 0, 0]]]],
  [Path, 'anchor', [...NOT_VECTORS, ...UNDEFINED]],
];
