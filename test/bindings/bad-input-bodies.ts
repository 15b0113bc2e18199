// Bad input to the members of a body.
import type { Body } from '../../bindings/index.ts';
import { type BadCall, badCalls, NEGATIVE, NOT_FINITE, NOT_ROTATIONS, NOT_VECTORS } from './bad-input-values.ts';

const UNDEFINED: [string, unknown][] = [['undefined', undefined]];
const vectors = [...NOT_VECTORS, ...UNDEFINED];
const rotations = [...NOT_ROTATIONS, ...UNDEFINED];

const TYPES: [string, unknown][] = [
  ['a wrong word', 'fluid'],
  ['a number', 1],
  ['null', null],
  ['undefined', undefined],
  ['an inherited name', 'valueOf'],
];

export const SETTERS: BadCall[] = [
  ...badCalls('position', vectors, ({ dynamic }, value) => (dynamic.position = value)),
  ...badCalls('orientation', rotations, ({ dynamic }, value) => (dynamic.orientation = value)),
  ...badCalls('linearVelocity', vectors, ({ dynamic }, value) => (dynamic.linearVelocity = value)),
  ...badCalls('angularVelocity', vectors, ({ dynamic }, value) => (dynamic.angularVelocity = value)),
  ...badCalls('linearVelocity', [['of a static body', [0, 0, 0]]], ({ fixedBody }, value) => (fixedBody.linearVelocity = value)),
  ...badCalls('angularVelocity', [['of a static body', [0, 0, 0]]], ({ fixedBody }, value) => (fixedBody.angularVelocity = value)),
  ...badCalls('type', TYPES, ({ dynamic }, value) => (dynamic.type = value)),
  ...badCalls('gravityScale', [...NOT_FINITE, ...UNDEFINED], ({ dynamic }, value) => (dynamic.gravityScale = value)),
  ...badCalls('linearDamping', [...NEGATIVE, ...UNDEFINED], ({ dynamic }, value) => (dynamic.linearDamping = value)),
  ...badCalls('angularDamping', [...NEGATIVE, ...UNDEFINED], ({ dynamic }, value) => (dynamic.angularDamping = value)),
];

/** Something that a getter cannot write to. */
const NOT_OUTS: [string, unknown][] = [
  ['a number', 5],
  ['text', 'abc'],
  ['true', true],
];

const ORIGIN = [0, 0, 0];
/** Finite, but not when multiplied with itself. */
const HUGE: [string, unknown][] = [['so great that the angular impulse overflows', [1e200, 1e200, 1e200]]];

export const METHODS: BadCall[] = [
  ...badCalls('velocityAt', vectors, ({ dynamic }, value) => dynamic.velocityAt(value)),
  ...badCalls('worldPoint', vectors, ({ dynamic }, value) => dynamic.worldPoint(value)),
  ...badCalls('localPoint', vectors, ({ dynamic }, value) => dynamic.localPoint(value)),
  ...badCalls('applyForce', vectors, ({ dynamic }, value) => dynamic.applyForce(value)),
  ...badCalls('applyForce at', NOT_VECTORS, ({ dynamic }, value) => dynamic.applyForce([1, 0, 0], value)),
  ...badCalls('applyTorque', vectors, ({ dynamic }, value) => dynamic.applyTorque(value)),
  ...badCalls('applyImpulse', vectors, ({ dynamic }, value) => dynamic.applyImpulse(value)),
  ...badCalls('applyImpulse at', NOT_VECTORS, ({ dynamic }, value) => dynamic.applyImpulse([1, 0, 0], value)),
  ...badCalls('applyImpulse at', HUGE, ({ dynamic }, value) => dynamic.applyImpulse([1e150, 0, 0], value)),
  ...badCalls('applyAngularImpulse', vectors, ({ dynamic }, value) => dynamic.applyAngularImpulse(value)),
  ...badCalls('moveTo', vectors, ({ kinematic }, value) => kinematic.moveTo(value)),
  ...badCalls('moveTo orientation', NOT_ROTATIONS, ({ kinematic }, value) => kinematic.moveTo([0, 0, 0], value)),
  ...(['dynamic', 'fixedBody'] as const).flatMap((body) =>
    badCalls('moveTo', [[`of the ${body}`, ORIGIN]], (subject, value) => subject[body].moveTo(value)),
  ),
  ...(['kinematic', 'fixedBody'] as const).flatMap((body) =>
    (['applyForce', 'applyTorque', 'applyImpulse', 'applyAngularImpulse'] as const).flatMap((method) =>
      badCalls(method, [[`of the ${body}`, [1, 0, 0]]], (subject, value) => subject[body][method](value)),
    ),
  ),
  ...(['getPosition', 'getOrientation', 'getCenterOfMass', 'getLinearVelocity', 'getAngularVelocity'] as const).flatMap((method) =>
    badCalls(`${method} out`, NOT_OUTS, ({ dynamic }, value) => dynamic[method](value)),
  ),
  ...(['velocityAt', 'worldPoint', 'localPoint'] as const).flatMap((method) =>
    badCalls(`${method} out`, NOT_OUTS, ({ dynamic }, value) => dynamic[method]([0, 0, 0], value)),
  ),
];

/** A proper use of every member of a body, as a handle that is no longer good for anything has to refuse it. */
export const USES: [name: string, use: (body: Body) => unknown][] = [
  ['position =', (body) => (body.position = [0, 0, 0])],
  ['orientation =', (body) => (body.orientation = [0, 0, 0, 1])],
  ['linearVelocity =', (body) => (body.linearVelocity = [0, 0, 0])],
  ['angularVelocity =', (body) => (body.angularVelocity = [0, 0, 0])],
  ['type =', (body) => (body.type = 'static')],
  ['gravityScale =', (body) => (body.gravityScale = 1)],
  ['linearDamping =', (body) => (body.linearDamping = 1)],
  ['angularDamping =', (body) => (body.angularDamping = 1)],
  ['getPosition', (body) => body.getPosition()],
  ['getOrientation', (body) => body.getOrientation([0, 0, 0, 0])],
  ['getCenterOfMass', (body) => body.getCenterOfMass([0, 0, 0])],
  ['getLinearVelocity', (body) => body.getLinearVelocity([0, 0, 0])],
  ['getAngularVelocity', (body) => body.getAngularVelocity([0, 0, 0])],
  ['velocityAt', (body) => body.velocityAt([0, 0, 0])],
  ['worldPoint', (body) => body.worldPoint([0, 0, 0])],
  ['localPoint', (body) => body.localPoint([0, 0, 0])],
  ['applyForce', (body) => body.applyForce([0, 1, 0], [0, 0, 0])],
  ['applyTorque', (body) => body.applyTorque([0, 1, 0])],
  ['applyImpulse', (body) => body.applyImpulse([0, 1, 0], [0, 0, 0])],
  ['applyAngularImpulse', (body) => body.applyAngularImpulse([0, 1, 0])],
  ['moveTo', (body) => body.moveTo([0, 0, 0])],
];
