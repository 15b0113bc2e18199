// Soft and rigid things in a box: nothing passes through the floor, the walls or each other.
import { expect, test } from 'vitest';
import { Box, HalfSpace, type Vec3, World } from '../../bindings/index.ts';
import { SoftBody } from '../../bindings/particle/index.ts';
import { boxMesh } from '../../scenes/meshes.ts';

const HALF = 0.65;
const RADIUS = 0.04;

/** Every third of `count` things is rigid. */
async function pile(count: number, seconds: number) {
  const world = await World.create({ precision: 'single' });
  const walls: [Vec3, Vec3][] = [
    [
      [0, 1, 0],
      [0, 0, 0],
    ],
    [
      [1, 0, 0],
      [-HALF, 0, 0],
    ],
    [
      [-1, 0, 0],
      [HALF, 0, 0],
    ],
    [
      [0, 0, 1],
      [0, 0, -HALF],
    ],
    [
      [0, 0, -1],
      [0, 0, HALF],
    ],
  ];
  for (const [normal, position] of walls) world.addBody({ type: 'static', shape: new HalfSpace(normal), position });
  const material = { kind: 'tetrahedra', resolution: 2, youngModulus: 3e4, stiffnessDamping: 0.05, damping: 0.3 } as const;
  const [softs, bodies] = [[] as SoftBody[], [] as ReturnType<World['addBody']>[]];
  for (let k = 0; k < count; k++) {
    const position: Vec3 = [0.6 * ((k % 2) - 0.5) + 0.02 * (k % 3), 0.35 + 0.5 * Math.floor(k / 4), 0.6 * ((Math.floor(k / 2) % 2) - 0.5)];
    if (k % 3 === 2) bodies.push(world.addBody({ shape: new Box([0.15, 0.15, 0.15]), density: 400, position }));
    else {
      const mesh = boxMesh([0.18, 0.18, 0.18], 1);
      softs.push(world.addParticles(new SoftBody({ mesh, ...material, density: 300, radius: RADIUS, particleCollision: true, position })));
    }
  }
  let out = 0;
  for (let step = 0; step < 60 * seconds; step++) {
    world.step(1 / 60);
    for (const { positions: x } of softs)
      for (let k = 0; k < x.length; k += 3)
        out = Math.max(out, RADIUS - x[k + 1], Math.abs(x[k]) + RADIUS - HALF, Math.abs(x[k + 2]) + RADIUS - HALF);
  }
  const deepest = softs.reduce(
    (most, { positions: x }) =>
      bodies.reduce((all, body) => {
        let deep = all;
        for (let k = 0; k < x.length; k += 3) {
          const at = body.localPoint([x[k], x[k + 1], x[k + 2]]);
          deep = Math.max(deep, 0.15 - Math.max(...at.map(Math.abs)));
        }
        return deep;
      }, most),
    -1,
  );
  const fastest = softs.reduce((most, { velocities }) => velocities.reduce((all, speed) => Math.max(all, Math.abs(speed)), most), 0);
  world.dispose();
  return { out, deepest, fastest };
}

test('a pile of soft and rigid boxes', async () => {
  const { deepest, fastest, out } = await pile(12, 5);
  expect(out).toBeLessThan(0.25 * RADIUS);
  // No particle of a soft one is inside a rigid one.
  expect(deepest).toBeLessThan(0);
  expect(fastest).toBeLessThan(1);
});
