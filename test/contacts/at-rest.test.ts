// What lies still has no velocity: contacts that hold bodies apart from others do not draw them together.
import { expect, test } from 'vitest';
import type { Body, Quat, Vec3, World } from '../../bindings/index.ts';
import { addRagdoll } from '../../scenes/ragdoll.ts';
import { addFloor, DT, onEachKernel } from './worlds.ts';

/** m: what moves less in a fifth of a second lies still. */
const STILL = 1e-3;
const HEAPS = 8;

/** Three limp dolls beside each other that fall over. */
function addHeap(world: World, seed: number): Body[] {
  const dolls = [0, 1, 2].map((k) => addRagdoll(world, [0.9 * k, 0.4 + seed / 8, 0], 0.7 * seed + k));
  const bodies = dolls.flatMap((doll) => doll.bodies);
  for (const body of bodies) body.linearVelocity = [0.3 * Math.sin(seed + 1), 0, 0.5 * Math.cos(2 * seed)];
  return bodies;
}

/** How far a body has moved, and how far a point of it 0.2 m from its middle has turned, at most. */
function moved(body: Body, position: Readonly<Vec3>, orientation: Readonly<Quat>): number {
  const cosine = Math.abs(body.orientation.reduce((sum, value, k) => sum + value * orientation[k], 0));
  return Math.max(Math.hypot(...body.position.map((value, k) => value - position[k])), 0.4 * Math.sqrt(Math.max(1 - cosine, 0)));
}

onEachKernel(({ create }) => {
  test.each(['auto', 5] as const)('limbs that lie still in a heap of dolls do not turn, %s substeps', async (substeps) => {
    const fastest: number[] = [];
    for (let seed = 0; seed < HEAPS; seed++) {
      const world = await create({ substeps });
      addFloor(world, { friction: 0.5 });
      const limbs = addHeap(world, seed).map((body) => ({ body, slowest: Number.POSITIVE_INFINITY, way: 0 }));
      for (let k = 0; k < 360; k++) world.step(DT);
      const before = limbs.map(({ body: { position, orientation } }) => ({ position, orientation }));
      for (let k = 0; k < 12; k++) {
        world.step(DT);
        limbs.forEach((limb, index) => {
          limb.way = Math.max(limb.way, moved(limb.body, before[index].position, before[index].orientation));
          limb.slowest = Math.min(limb.slowest, Math.hypot(...limb.body.angularVelocity));
        });
      }
      fastest.push(...limbs.filter(({ way }) => way < STILL).map(({ slowest }) => slowest));
      world.dispose();
    }
    expect(fastest.length).toBeGreaterThan(HEAPS * 15);
    // Limbs that have drawn others nearer without moving turned at 0.2 to 0.4 rad/s.
    expect(Math.max(...fastest)).toBeLessThan(0.1);
  });
});
