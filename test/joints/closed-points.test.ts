// Joints that are seen to be closed from their records alone are closed by what says how far open any joint is.
import { describe, expect, test } from 'vitest';
import { BallJoint, HingeJoint, type Joint, type Vec3, World } from '../../bindings/index.ts';
import { isClosedPoint } from '../../bindings/joint/closed-point.ts';
import { norm } from './worlds.ts';

const OPEN = 0.03;
const INERTIA: Vec3 = [0.2, 0.3, 0.1];

const isClosed = (joint: Joint, open = OPEN): boolean => isClosedPoint(joint.host().context.memory, joint.record(), open);

/** Two bodies of 2 kg with a joint, of which the second is then moved. */
async function moved(gap: Vec3, type: 'dynamic' | 'static' = 'dynamic', options = {}) {
  const world = await World.create();
  const a = world.addBody({ type, mass: 2, inertia: INERTIA });
  const b = world.addBody({ mass: 2, inertia: INERTIA, position: [1.5, 0, 0] });
  const joint = world.addJoint(new BallJoint({ a, b, anchor: [1, 0, 0], ...options }));
  b.position = [1.5 + gap[0], gap[1], gap[2]];
  return { world, joint };
}

/** m: the way that turns a body by a radian whose centre is so far from the middle between the anchors. */
function reachOf(arm: number): number {
  const square = (INERTIA[0] + INERTIA[1] + INERTIA[2]) / (3 * 2);
  return arm + square / arm;
}

describe('a ball joint', () => {
  test.each([0, 0.001, 0.01, 0.015, 0.02, 0.03, 0.1, 1])('with anchors %d m apart is called closed only where it is', async (gap) => {
    for (const way of [
      [gap, 0, 0],
      [0, gap, 0],
      [0, 0, -gap],
    ] as Vec3[]) {
      const { joint, world } = await moved(way);
      const middle = way.map((x, k) => 0.5 * x + (k === 0 ? 1 : 0));
      const arms = [norm(middle as Vec3), norm([middle[0] - 1.5 - way[0], middle[1] - way[1], middle[2] - way[2]])];
      const opening = gap / Math.min(...arms.map(reachOf));
      if (isClosed(joint)) expect(opening).toBeLessThanOrEqual(OPEN);
      // It is not too careful either: half of that is seen.
      if (opening < OPEN / 2) expect(isClosed(joint)).toBe(true);
      world.dispose();
    }
  });

  test('counts the bodies that move freely alone', async () => {
    for (const type of ['dynamic', 'static'] as const) {
      const { joint, world } = await moved([0, 0.015, 0], type);
      expect(isClosed(joint)).toBe(true);
      expect(isClosed(joint, OPEN / 2)).toBe(false);
      world.dispose();
    }
  });

  test('that was turned away with its body is open', async () => {
    const { joint, world } = await moved([0, 0, 0]);
    expect(isClosed(joint)).toBe(true);
    joint.b!.orientation = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
    expect(isClosed(joint)).toBe(false);
    world.dispose();
  });

  test('is not asked where it has limits, nor is any other joint', async () => {
    const { joint, world } = await moved([0, 0, 0], 'dynamic', { axis: [1, 0, 0], twist: { lower: -1, upper: 1 } });
    expect(isClosed(joint)).toBe(false);
    const hinge = world.addJoint(new HingeJoint({ a: joint.a!, b: joint.b!, anchor: [1, 0, 0], axis: [0, 0, 1] }));
    expect(isClosed(hinge)).toBe(false);
    world.dispose();
  });
});
