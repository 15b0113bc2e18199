// Gears and racks whose coordinates have come apart: clutches that close, and bodies that were teleported.
import { describe, expect, test } from 'vitest';
import { GearJoint, HingeJoint, PrismaticJoint, RackAndPinionJoint, type World } from '../../bindings/index.ts';
import { onEachBackend, rotation, settle } from './worlds.ts';

const Z = [0, 0, 1];

function wheel(world: World, x: number): HingeJoint {
  const b = world.addBody({ mass: 1, inertia: [0.1, 0.1, 0.1], position: [x, 0, 0] });
  return world.addJoint(new HingeJoint({ b, anchor: [x, 0, 0], axis: Z }));
}

function gear(world: World, ratio: number, breaks = {}) {
  const [first, second] = [wheel(world, 0), wheel(world, 1)];
  return { first, second, gear: world.addJoint(new GearJoint({ first, second, ratio, ...breaks })) };
}

function rack(world: World) {
  const b = world.addBody({ mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.15, 0, 0] });
  const slide = world.addJoint(new PrismaticJoint({ b, anchor: [0.15, 0, 0], axis: [0, 1, 0] }));
  return { slide, coupling: world.addJoint(new RackAndPinionJoint({ pinion: wheel(world, 0), rack: slide, radius: 0.1 })) };
}

onEachBackend(({ create, within }) => {
  describe.each([-2, 1, 0.1])('a clutch of ratio %s', (ratio) => {
    test.each([0, 9])('that closes after it slipped meshes where the wheels are, at %s rad/s', async (speed) => {
      const world = await create();
      const { first, second, gear: clutch } = gear(world, ratio);
      settle(world, 2);
      clutch.enabled = false;
      second.b!.angularVelocity = [0, 0, 9];
      settle(world, 60);
      second.b!.angularVelocity = [0, 0, speed];
      expect(Math.abs(clutch.error)).toBeGreaterThan(8);
      clutch.enabled = true;
      expect(clutch.error).toBeCloseTo(0, 12);
      const start = first.angle;
      settle(world, 1);
      // An impulse along the row: ratio · second + first does not change.
      const shared = (ratio * speed) / (1 + ratio * ratio);
      const slop = speed * 0.01 + within(1e-9, 1e-4);
      expect(Math.abs(first.angularVelocity - shared)).toBeLessThan(slop);
      expect(Math.abs(second.angularVelocity - ratio * shared)).toBeLessThan(slop);
      settle(world, 29);
      expect(Math.abs(first.angle - start - shared / 2)).toBeLessThan(slop);
      expect(Math.abs(clutch.error)).toBeLessThan(within(1e-6, 1e-4));
      world.dispose();
    });
  });

  test('a gear that broke meshes where it is repaired', async () => {
    const world = await create();
    const { first, second, gear: weak } = gear(world, -2, { breakTorque: 1 });
    first.motor = { velocity: 0, maxTorque: 50 };
    second.motor = { velocity: 5, maxTorque: 50 };
    settle(world, 60);
    expect(weak.broken).toBe(true);
    expect(Math.abs(weak.error)).toBeGreaterThan(1);
    weak.enabled = true;
    expect(weak.error).toBeCloseTo(0, 12);
    world.dispose();
  });

  const APART: [string, (world: World) => GearJoint | RackAndPinionJoint, number][] = [
    [
      'a rack',
      (world) => {
        const { coupling, slide } = rack(world);
        slide.b!.position = [0.15, 3, 0];
        return coupling;
      },
      100,
    ],
    ...[-2, 0.1].map((ratio): [string, (world: World) => GearJoint | RackAndPinionJoint, number] => [
      `a wheel of ratio ${ratio}`,
      (world) => {
        const { gear: coupling, second } = gear(world, ratio);
        second.b!.orientation = rotation([0, 0, 1], 2.5);
        return coupling;
      },
      2.5 / (0.3 * Math.min(1, Math.abs(ratio))),
    ]),
  ];

  test.each(APART)('%s that is teleported comes back in steps, and to rest', async (_, make, steps) => {
    const world = await create();
    const coupling = make(world);
    expect(Math.abs(coupling.error)).toBeGreaterThan(2);
    let energy = 0;
    for (let k = 0; k < Math.ceil(steps) + 2; k++) {
      world.step(1 / 60);
      energy = Math.max(energy, world.kineticEnergy);
    }
    expect(energy).toBeLessThan(1e-3);
    expect(Math.abs(coupling.error)).toBeLessThan(within(1e-6, 1e-4));
    world.dispose();
  });
});
