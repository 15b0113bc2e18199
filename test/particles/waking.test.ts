// What wakes sets that sleep, and what sets wake: whatever wakes bodies.
import { describe, expect, test } from 'vitest';
import { type Body, Box, FixedJoint, HalfSpace, Sphere, World } from '../../bindings/index.ts';
import { Cloth, ParticleSet, Rope, SoftBody } from '../../bindings/particle/index.ts';
import { boxMesh } from '../../scenes/meshes.ts';
import { BACKENDS } from '../bindings/backends.ts';

const DT = 1 / 60;
const run = (world: World, steps: number) => {
  for (let k = 0; k < steps; k++) world.step(DT);
};
const meanHeight = ({ count, positions }: ParticleSet) => positions.reduce((sum, y, k) => (k % 3 === 1 ? sum + y / count : sum), 0);

describe.each(BACKENDS)('$label', ({ settings }) => {
  /** A cloth that sleeps on a shelf at a height of 1.1 m. */
  const onShelf = async (type: 'static' | 'kinematic') => {
    const world = await World.create(settings);
    world.addBody({ type: 'static', shape: new HalfSpace(), collisionGroup: 4 });
    const shelf = world.addBody({ type, shape: new Box([1, 0.1, 1]), position: [0, 1, 0], collisionGroup: 2 });
    const cloth = world.addParticles(new Cloth({ columns: 4, rows: 4, size: [0.2, 0.2], position: [0, 1.106, 0], damping: 2 }));
    for (let k = 0; k < 300 && !cloth.asleep; k++) world.step(DT);
    expect(cloth.asleep).toBe(true);
    return { world, shelf, cloth };
  };

  test.each<[string, (shelf: Body, world: World) => void]>([
    ['is set elsewhere', (shelf) => Object.assign(shelf, { position: [5, 1, 0] })],
    ['collides no more', (shelf) => Object.assign(shelf, { collides: false })],
    ['loses its shape', (shelf) => Object.assign(shelf, { shape: null })],
    ['meets nothing', (shelf) => Object.assign(shelf, { collisionMask: 0 })],
    ['is removed', (shelf, world) => world.removeBody(shelf)],
    ['meets the group of the cloth no more', (_, world) => world.setGroupsCollide(0, 1, false)],
  ])('a cloth falls to the ground when its shelf %s', async (_, change) => {
    for (const type of ['static', 'kinematic'] as const) {
      const { world, shelf, cloth } = await onShelf(type);
      change(shelf, world);
      run(world, 60);
      expect(meanHeight(cloth)).toBeLessThan(0.02);
      world.dispose();
    }
  });

  test('a cloth rises when gravity turns over, and goes with its shelf however slowly', async () => {
    const { world, shelf, cloth } = await onShelf('kinematic');
    shelf.linearVelocity = [0.03, 0.02, 0];
    for (let k = 0; k < 120; k++) {
      world.step(DT);
      expect(cloth.asleep).toBe(false);
    }
    expect(meanHeight(cloth)).toBeCloseTo(1.145, 3);
    expect(cloth.positions[0]).toBeCloseTo(-0.04, 2);
    shelf.linearVelocity = [0, 0, 0];
    for (let k = 0; k < 300 && !cloth.asleep; k++) world.step(DT);
    expect(cloth.asleep).toBe(true);
    world.gravity = [0, 5, 0];
    run(world, 60);
    expect(meanHeight(cloth)).toBeGreaterThan(2);
  });

  test('a cloth is carried away when its shelf becomes a belt, and does not sleep there', async () => {
    const { world, shelf, cloth } = await onShelf('static');
    shelf.material = { surfaceVelocity: [0.05, 0, 0] };
    for (let k = 0; k < 120; k++) {
      world.step(DT);
      expect(cloth.asleep).toBe(false);
    }
    expect(cloth.positions[0]).toBeCloseTo(0, 2);
  });

  test('a cloth moves out of a body that appears in it', async () => {
    const { world, cloth } = await onShelf('static');
    world.addBody({ type: 'static', shape: new Sphere(0.05), position: [0, 1.12, 0] });
    world.step(DT);
    expect(cloth.asleep).toBe(false);
  });

  /** A load of 10 kg that sleeps 1 m below a post. */
  const hanging = async (by: 'attachments' | 'lengths') => {
    const world = await World.create(settings);
    const post = world.addBody({ type: 'kinematic' });
    const load = world.addBody({ shape: new Box([0.1, 0.1, 0.1]), mass: 10, position: [0, -1.1, 0] });
    const ends = [
      { body: post, point: [0, 0, 0] },
      { body: load, point: [0, 0.1, 0] },
    ] as const;
    const set =
      by === 'attachments'
        ? new Rope({ from: ends[0], to: ends[1], segments: 4 })
        : new ParticleSet({ positions: [0, -0.5, 0], masses: 0.1, lengths: [{ points: [ends[0], 0, ends[1]] }] });
    world.addParticles(set);
    for (let k = 0; k < 300 && !(set.asleep && load.isSleeping); k++) world.step(DT);
    expect([set.asleep, load.isSleeping]).toEqual([true, true]);
    return { world, post, load, set };
  };

  test.each(['attachments', 'lengths'] as const)(
    'a load falls when what it hangs on by %s is removed, and moves with its post',
    async (by) => {
      const removed = await hanging(by);
      removed.world.removeParticles(removed.set);
      run(removed.world, 60);
      expect(removed.load.position[1]).toBeLessThan(-5);
      const moved = await hanging(by);
      moved.post.position = [1, 0, 0];
      run(moved.world, 10);
      expect(moved.load.position[0]).toBeGreaterThan(0.05);
    },
  );

  test('a load falls when it is detached', async () => {
    const { world, load, set } = await hanging('attachments');
    set.detach(1);
    run(world, 60);
    expect(load.position[1]).toBeLessThan(-5);
  });

  test.each(['removed', 'moved'])('a box that sleeps on a cloth falls when that is %s', async (how) => {
    const world = await World.create(settings);
    const frame = { columns: 5, rows: 5, size: [0.5, 0.5], pinned: [0, 1, 2, 3, 4, 5, 9, 10, 14, 15, 19, 20, 21, 22, 23, 24] } as const;
    const cloth = world.addParticles(new Cloth({ ...frame, damping: 5 }));
    const box = world.addBody({ shape: new Box([0.1, 0.05, 0.1]), mass: 0.2, position: [0, 0.06, 0] });
    for (let k = 0; k < 900 && !(cloth.asleep && box.isSleeping); k++) world.step(DT);
    expect([cloth.asleep, box.isSleeping]).toEqual([true, true]);
    if (how === 'removed') world.removeParticles(cloth);
    else cloth.translate([3, 0, 0]);
    run(world, 60);
    expect(box.position[1]).toBeLessThan(-3);
  });

  test('a joint bears a jelly that sleeps on its body', async () => {
    const world = await World.create(settings);
    const pan = world.addBody({ shape: new Box([1, 0.1, 1]), position: [0, 0.5, 0], mass: 5 });
    const joint = world.addJoint(new FixedJoint({ b: pan, anchor: [0, 0.5, 0] }));
    const jelly = world.addParticles(
      new SoftBody({
        mesh: boxMesh([0.2, 0.2, 0.2], 1),
        resolution: 3,
        kind: 'tetrahedra',
        youngModulus: 1e6,
        density: 390,
        position: [0, 0.82, 0],
      }),
    );
    const weight = 9.81 * (5 + jelly.masses.reduce((sum, mass) => sum + mass, 0));
    for (let k = 0; k < 300 && !(jelly.asleep && pan.isSleeping); k++) world.step(DT);
    expect([jelly.asleep, pan.isSleeping]).toEqual([true, true]);
    run(world, 30);
    expect(joint.force[1] / weight).toBeCloseTo(1, 2);
  });
});
