// Values that hardly any argument may have. Each is made anew, for they may keep a state.
import { BallJoint, Body, HingeJoint, Sphere, World } from '../../../bindings/index.ts';
import type { Stage } from './stage.ts';

export type Make = (stage: Stage) => unknown;

/** Answers with another value each time that it is read. */
function fickle(...answers: unknown[]): object {
  let reads = 0;
  return {
    get length() {
      return answers[reads++ % answers.length];
    },
    get 0() {
      return answers[reads++ % answers.length];
    },
    get x() {
      return answers[reads++ % answers.length];
    },
  };
}

/** Says to hold more than can be, and counts how often its entries are read. */
export const reads = { count: 0 };
function endless(length: number, entry: unknown): object {
  return new Proxy([], {
    get(_target, key) {
      if (key === 'length') return length;
      reads.count++;
      return entry;
    },
  });
}

function detached<Type extends Uint8Array | Float64Array>(array: Type): Type {
  structuredClone(array.buffer, { transfer: [array.buffer as ArrayBuffer] });
  return array;
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  return proxy;
}

const throwing = (error: unknown) =>
  new Proxy(
    {},
    {
      get() {
        throw error;
      },
      ownKeys() {
        throw error;
      },
    },
  );

export const NASTY: readonly Make[] = [
  () => undefined,
  () => null,
  () => true,
  () => 0,
  () => -0,
  () => 1,
  () => -1,
  () => 0.5,
  () => 1e-320,
  () => 1e308,
  () => -1e308,
  () => 1e30,
  () => 2 ** 53,
  () => 2 ** 31,
  () => 2 ** 32 - 1,
  () => Number.NaN,
  () => Number.POSITIVE_INFINITY,
  () => Number.NEGATIVE_INFINITY,
  () => 1n,
  () => 10n ** 400n,
  () => Symbol('nasty'),
  () => '',
  () => '1',
  () => 'x'.repeat(100_000),
  () => '__proto__',
  () => () => 1,
  () => async () => 1,
  () => ({}),
  () => [],
  () => [1, 2, 3],
  () => [0, 0, 0],
  () => [0, 0, 0, 0],
  () => [1, 2, 3, 4],
  () => [Number.NaN, 1, 2],
  () => [1n, 2n, 3n],
  () => [Symbol('one'), 1, 2],
  () => [1e308, 1e308, 1e308],
  () => new Array(3),
  () => new Array(2 ** 32 - 1),
  () => [[[]]],
  () => Object.freeze([0, 0, 0]),
  () => Object.freeze([]),
  () => Object.freeze({}),
  () => Object.create(null),
  () => ({ length: 2 ** 53 }),
  () => ({ length: 2 ** 53 - 1 }),
  () => ({ length: -1 }),
  () => ({ length: 3 }),
  () => ({ length: 6, 0: 0, 1: 0, 2: 0, 3: 1, 4: 0, 5: Number.NaN }),
  () => ({ x: 1, y: 2 }),
  () => ({ x: 1, y: 2, z: 3 }),
  () => ({ lower: 1, upper: -1 }),
  () => ({ [`k${'e'.repeat(50_000)}y`]: 1 }),
  () => new Float64Array(3),
  () => new Float32Array(2),
  () => new Uint8Array(3),
  () => new Uint8Array(2000),
  () => new BigInt64Array(3),
  () => new Float64Array(100_000),
  () => detached(new Float64Array(3)),
  () => detached(new Uint8Array(64)),
  () => Object.create(Float64Array.prototype),
  () => Object.create(Uint8Array.prototype),
  () => Object.create(Array.prototype),
  () => new DataView(new ArrayBuffer(8)),
  () => new ArrayBuffer(8),
  () => new Date(0),
  () => new Map(),
  () => Promise.resolve(1),
  () => fickle(3, 0),
  () => fickle(1, Number.NaN),
  () => fickle(6, 2 ** 40),
  () => endless(2 ** 32, 1),
  () => endless(1e7, Number.NaN),
  () => endless(3, 1),
  () => revoked(),
  () => throwing(new RangeError('no')),
  () => throwing('no'),
  () => throwing(null),
  () => throwing(revoked()),
  () => new Proxy([0, 0, 0], { set: () => false }),
  () => new Proxy({}, { ownKeys: () => ['mass', 'length'], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) }),
  () => Object.create(Sphere.prototype),
  () => Object.create(Body.prototype),
  () => Object.create(HingeJoint.prototype),
  () => Object.create(BallJoint.prototype),
  () => Object.create(World.prototype),
  ({ world }) => world,
  ({ world }) => new Proxy(world, {}),
  ({ bodies }) => bodies.dynamic,
  ({ bodies }) => bodies.fixed,
  ({ bodies }) => bodies.removed,
  ({ bodies }) => bodies.foreign,
  ({ bodies }) => bodies.gone,
  ({ bodies }) => new Proxy(bodies.dynamic, {}),
  ({ bodies }) => Object.create(bodies.dynamic),
  ({ joints }) => joints.HingeJoint,
  ({ joints }) => Object.create(joints.HingeJoint),
  ({ removedJoint }) => removedJoint,
  ({ foreignJoint }) => foreignJoint,
  ({ shapes }) => shapes.Sphere,
  ({ shapes }) => shapes.HalfSpace,
  ({ shapes }) => Object.create(shapes.Sphere),
];
