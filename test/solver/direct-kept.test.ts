// Plans of direct solves last: only islands that have changed get another one, and whoever keeps a plan moves as with a new one.
import { describe, expect, test } from 'vitest';
import { Topology, WorldRecord } from '../../bindings/core/layout.ts';
import { BallJoint, type Body, HingeJoint, type Joint, World, type WorldOptions } from '../../bindings/index.ts';
import { setWorldField, worldField } from '../memory/state.ts';

const DT = 1 / 60;
const ISLANDS = 40;
const LINKS = 6;

describe.each(['single', 'double'] as const)('%s', (precision) => {
  const create = (options: WorldOptions = {}) => World.create({ precision, substeps: 2, sleep: false, ...options });
  /** Steps, and returns how many islands got a plan for it. */
  const planned = (world: World) => {
    world.step(DT);
    return worldField(world, WorldRecord.plannedIslands);
  };
  const chains = (world: World): { bodies: Body[][]; joints: Joint[][] } => {
    const bodies: Body[][] = [];
    const joints: Joint[][] = [];
    for (let island = 0; island < ISLANDS; island++) {
      const z = 2 * island;
      bodies.push(Array.from({ length: LINKS }, (_, k) => world.addBody({ mass: 1, inertia: [0.1, 0.1, 0.2], position: [k + 0.5, 0, z] })));
      joints.push(
        bodies[island].map((b, k) =>
          world.addJoint(
            k % 2
              ? new HingeJoint({ a: bodies[island][k - 1], b, anchor: [k, 0, z], axis: [0, 0, 1] })
              : new BallJoint({ a: bodies[island][k - 1] ?? null, b, anchor: [k, 0, z] }),
          ),
        ),
      );
    }
    return { bodies, joints };
  };

  test('only islands that have changed get a plan', async () => {
    const world = await create();
    const { bodies, joints } = chains(world);
    expect(planned(world)).toBe(ISLANDS);
    joints[3][2].enabled = false;
    expect(planned(world)).toBe(2);
    joints[3][2].enabled = true;
    expect(planned(world)).toBe(1);
    expect(planned(world)).toBe(0);
    world.removeJoint(joints[0][0]);
    expect(planned(world)).toBe(1);
    // Behind it there are two bodies with one joint.
    world.removeBody(bodies[5][3]);
    expect(planned(world)).toBe(2);
    // There are islands on both sides of it.
    bodies[7][4].type = 'kinematic';
    expect(planned(world)).toBe(2);
    (joints[8][1] as HingeJoint).limits = { lower: -1, upper: 1 };
    expect(planned(world)).toBe(1);
    // What joins two of them makes one of them.
    world.addJoint(new BallJoint({ a: bodies[10][5], b: bodies[11][5], anchor: [6, 0, 21] }));
    expect(planned(world)).toBe(1);
    world.addBody({ position: [0, 100, 0] });
    expect(planned(world)).toBeLessThanOrEqual(1);
    world.dispose();
  });

  test('a joint that breaks costs the plans of what it held together', async () => {
    const world = await create();
    const { joints } = chains(world);
    expect(planned(world)).toBe(ISLANDS);
    joints[20][3].breakForce = 1e-3;
    const counts = [1, 2, 3].map(() => planned(world));
    expect(counts.reduce((sum, count) => sum + count)).toBe(2);
    world.dispose();
  });

  test('islands that slept have the plans that they had', async () => {
    const world = await create({ sleep: true, gravity: [0, 0, 0] });
    const { bodies } = chains(world);
    expect(planned(world)).toBe(ISLANDS);
    for (let k = 0; k < 60; k++) expect(planned(world)).toBe(0);
    expect(world.awakeCount).toBe(0);
    bodies[9][2].linearVelocity = [0, 1, 0];
    expect(planned(world)).toBe(0);
    expect(world.jointIslands.direct).toBe(1);
    world.dispose();
  });

  test('all in all as many islands get plans as change, and some when their memory is full', async () => {
    const world = await create();
    const { joints } = chains(world);
    const all = joints.flat();
    let count = planned(world);
    const changes = 400;
    for (let k = 0; k < changes; k++) {
      const joint = all[(37 * k) % all.length];
      joint.enabled = !joint.enabled;
      count += planned(world);
    }
    // Two at most change each time; now and then there is no memory for another plan, and all are made anew.
    expect(count).toBeGreaterThan(changes);
    expect(count).toBeLessThan(0.15 * changes * ISLANDS);
    world.dispose();
  });

  test('a kept plan gives the bits of a new one', async () => {
    const [kept, fresh] = [await create(), await create()];
    const worlds = [kept, fresh].map((world) => ({ world, all: chains(world).joints.flat() }));
    for (let k = 0; k < 60; k++) {
      for (const { all } of worlds) {
        const joint = all[(31 * k) % all.length];
        joint.enabled = !joint.enabled;
      }
      // As what comes from another process.
      setWorldField(fresh, WorldRecord.planEnd, 0);
      setWorldField(fresh, WorldRecord.topologyDirty, Topology.Unpacked);
      const counts = worlds.map(({ world }) => planned(world));
      expect(counts[1]).toBe(fresh.jointIslands.direct);
      expect(counts[0]).toBeLessThanOrEqual(counts[1]);
      expect(kept.hash()).toBe(fresh.hash());
    }
    for (const { world } of worlds) world.dispose();
  });
});
