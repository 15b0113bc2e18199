// Whatever is accepted, however extreme, may freeze the body it was given to, but nothing traps, no number becomes NaN, and bodies
// that are not joined to it do not notice.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BallJoint,
  type Body,
  DistanceJoint,
  FixedJoint,
  HingeJoint,
  HolonomicError,
  type Joint,
  PrismaticJoint,
  type Vec3,
  World,
} from '../../bindings/index.ts';
import { BACKENDS } from './backends.ts';

const DT = 1 / 60;
const MAGNITUDES = [Number.MIN_VALUE, 1e-310, 1e-200, 1e-40, 1e-20, 1e-9, 1e-3, 1, 1e3, 1e9, 1e20, 1e40, 1e100];
const magnitude = fc.constantFrom(...MAGNITUDES);
/** Squares of these overflow. */
const enormous = fc.constantFrom(...MAGNITUDES, 1e200, 1e300);
const amount = fc.oneof(fc.constant(0), magnitude);
const signed = fc.tuple(amount, fc.boolean()).map(([size, negative]) => (negative ? -size : size));
const vector = fc.tuple(signed, signed, signed) as fc.Arbitrary<Vec3>;
const enormousVector = fc.tuple(enormous, enormous, enormous) as fc.Arbitrary<Vec3>;
const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined, freq: 2 });

const bodies = fc.record(
  {
    mass: enormous,
    inertia: magnitude.map((moment) => [moment, moment, moment]),
    centerOfMass: vector,
    position: vector,
    orientation: fc.tuple(signed, signed, signed, signed),
    linearVelocity: enormousVector,
    angularVelocity: enormousVector,
    gravityScale: signed,
    linearDamping: enormous,
    angularDamping: enormous,
  },
  { requiredKeys: [] },
);

const joints = fc.record({
  kind: fc.constantFrom(BallJoint, HingeJoint, FixedJoint, PrismaticJoint, DistanceJoint),
  anchorA: vector,
  anchorB: vector,
  axis: vector,
  compliance: fc.oneof(fc.constant(0), enormous),
  angularCompliance: amount,
  damping: fc.record({ linear: amount, angular: amount }),
  bounds: maybe(fc.tuple(signed, signed)),
});
type JointInput = typeof joints extends fc.Arbitrary<infer Input> ? Input : never;

function makeJoint(input: JointInput, a: Body, b: Body | null): Joint {
  const { kind, anchorA, anchorB, compliance, damping, angularCompliance, axis, bounds } = input;
  const common = { a, b, anchorA, anchorB, compliance, damping };
  const [lower, upper] = bounds ?? [-Infinity, Infinity];
  if (kind === BallJoint) return new BallJoint(common);
  if (kind === DistanceJoint) return new DistanceJoint({ ...common, ...(bounds ? { minLength: lower, maxLength: upper } : {}) });
  if (kind === FixedJoint) return new FixedJoint({ ...common, angularCompliance });
  const Axial = kind === HingeJoint ? HingeJoint : PrismaticJoint;
  return new Axial({ ...common, angularCompliance, axisA: axis, axisB: axis, limits: bounds ? { lower, upper, compliance } : undefined });
}

/** The result of what may be refused, but only in the proper way. */
function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch (error) {
    if (error instanceof HolonomicError) return undefined;
    throw error;
  }
}

const WITNESS = { mass: 1, inertia: [1, 2, 2.5], position: [1, 2, 3], linearVelocity: [1, 0, 0], angularVelocity: [1, 2, 3] };

const stateOf = ({ position, orientation, angularVelocity }: Body) => [position, orientation, angularVelocity];

describe.each(BACKENDS)('$label', ({ settings }) => {
  const create = () => World.create({ ...settings, substeps: 3 });
  const stepsOf = (dt: number) => [dt, DT, DT];

  /** The states of the witness in a world of its own, by the length of the first step: nothing else is different from run to run. */
  const alone = new Map<number, ReturnType<typeof stateOf>[]>();
  async function statesAlone(dt: number): Promise<ReturnType<typeof stateOf>[]> {
    const known = alone.get(dt);
    if (known) return known;
    const twin = await create();
    const body = twin.addBody(WITNESS);
    const states = stepsOf(dt).map((time) => {
      attempt(() => twin.step(time));
      return stateOf(body);
    });
    twin.dispose();
    alone.set(dt, states);
    return states;
  }

  const check = async (numRuns: number, input: { dt: fc.Arbitrary<number>; joints: fc.Arbitrary<JointInput[]> }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(bodies, { minLength: 1, maxLength: 4 }),
        input.joints,
        input.dt,
        vector,
        async (options, links, dt, push) => {
          const [world, wanted] = [await create(), await statesAlone(dt)];
          const witness = world.addBody(WITNESS);
          const made = options.flatMap((given) => attempt(() => world.addBody(given)) ?? []);
          const linked = links.flatMap((link, k) => {
            const [a, b] = [made[k % made.length], made[(k + 1) % made.length] ?? null];
            return a ? (attempt(() => world.addJoint(makeJoint(link, a, a === b ? null : b))) ?? []) : [];
          });
          for (const [k, time] of stepsOf(dt).entries()) {
            if (made[0] && k === 1) attempt(() => made[0].applyForce(push, [1, 1, 1]));
            if (made[0] && k === 2) attempt(() => made[0].applyImpulse(push, [1, 1, 1]));
            attempt(() => world.step(time)); // too short or too long a step is refused
            expect(stateOf(witness)).toEqual(wanted[k]);
            const numbers = [
              ...made.flatMap((body) => [...body.position, ...body.orientation, ...body.linearVelocity, ...body.angularVelocity]),
              ...linked.flatMap((joint) => [...joint.force, ...joint.torque]),
            ];
            expect(numbers.filter((value) => !Number.isFinite(value))).toEqual([]);
          }
          world.dispose();
        },
      ),
      { numRuns, seed: 1 },
    );
  };

  test('bodies with any options', () => check(300, { dt: fc.constant(DT), joints: fc.constant([]) }));
  test('joints with any options', () => check(300, { dt: fc.constant(DT), joints: fc.array(joints, { minLength: 1, maxLength: 4 }) }));
  test('steps of any length', () => check(300, { dt: magnitude, joints: fc.array(joints, { maxLength: 2 }) }));

  test.each([1e-6, 1e-9, 1e-12, 1e-30, 1e-100])(
    'a step of %s s moves a jointed body by nothing and does not freeze it, or is refused',
    async (dt) => {
      const world = await World.create(settings);
      const [a, b] = [world.addBody(), world.addBody({ position: [1, 0, 0] })];
      const anchor = [0.5, 0, 0] as const;
      world.addJoint(new HingeJoint({ a, b, anchor, axis: [0, 0, 1], target: { angle: 0, compliance: 1e-3 } }));
      world.addJoint(new FixedJoint({ b, anchor: [1, 0, 0], compliance: 1e-3, angularCompliance: 1e-3 }));
      for (let k = 0; k < 3; k++) attempt(() => world.step(dt)); // refused is as good
      expect([a.frozen, b.frozen]).toEqual([false, false]);
      expect(Math.hypot(...a.linearVelocity)).toBeLessThan(100 * dt + 1e-9);
      world.step(DT);
      expect(Math.hypot(...a.linearVelocity)).toBeLessThan(1);
    },
  );
});
