// Mechanisms and lattices with many loops, solved directly: they keep their shape, their energy and their momentum.
import { describe, expect, test } from 'vitest';
import { type BallJoint, type Body, FixedJoint, HingeJoint, type Vec3, World } from '../../bindings/index.ts';
import { runScene } from '../../scenes/run.ts';
import { triplePendulum } from '../../scenes/triple-pendulum.ts';
import { addBox, fastest, GRAVITY, largestError, onEachDirect, run } from './direct-worlds.ts';

/** Corners of the path of a unit cube; the hinge at each is across both bars that meet there (Bricard 1897; the benchmark of the IFToMM). */
const CORNERS: Vec3[] = [
  [0, 0, 0],
  [1, 0, 0],
  [1, -1, 0],
  [1, -1, 1],
  [0, -1, 1],
  [0, 0, 1],
];
const AXES: Vec3[] = [
  [0, 1, 0],
  [0, 0, 1],
  [1, 0, 0],
];

/** Five bars; the sixth is the world. */
function addBricard(world: World): void {
  const bars = CORNERS.slice(1).map((to, k) => {
    const from = CORNERS[k];
    const edges = to.map((c, axis) => (c === from[axis] ? 0.1 : 1)) as Vec3;
    return addBox(world, 10, edges, from.map((c, axis) => (c + to[axis]) / 2) as Vec3);
  });
  CORNERS.forEach((anchor, k) => {
    world.addJoint(
      new HingeJoint({ a: bars[k - 1] ?? null, b: bars[k] ?? bars[4], ...(k === 5 ? { a: null } : {}), anchor, axis: AXES[k % 3] }),
    );
  });
}

/** Cubes of 1 kg in a lattice with a joint wherever two are neighbours; one side is held. */
function addLattice(
  world: World,
  [nx, ny, nz]: Vec3,
  make: (a: Body | null, b: Body, anchor: Vec3) => HingeJoint | FixedJoint | BallJoint,
): void {
  const cubes = new Map<string, Body>();
  const at = (x: number, y: number, z: number) => cubes.get(`${x} ${y} ${z}`);
  for (let x = 0; x < nx; x++)
    for (let y = 0; y < ny; y++)
      for (let z = 0; z < nz; z++) {
        const cube = addBox(world, 1, [0.8, 0.8, 0.8], [x, y, z]);
        cubes.set(`${x} ${y} ${z}`, cube);
        const near: [Body | null | undefined, Vec3][] = [
          [x === 0 ? null : at(x - 1, y, z), [x - 0.5, y, z]],
          [at(x, y - 1, z), [x, y - 0.5, z]],
          [at(x, y, z - 1), [x, y, z - 0.5]],
        ];
        for (const [other, anchor] of near) if (other !== undefined) world.addJoint(make(other, cube, anchor));
      }
}

onEachDirect((create) => {
  test('the linkage of Bricard, six hinges in a loop that has more rows than it needs, goes through its cycle', async () => {
    const world = await create({ substeps: 10 });
    addBricard(world);
    const start = world.totalEnergy;
    const weight = 50 * GRAVITY;
    let [gain, turned] = [0, 0];
    const first = [...world.bodies].find(({ mass }) => mass === 10) as Body;
    run(world, 5, () => {
      gain = Math.max(gain, (world.totalEnergy - start) / weight);
      turned = Math.max(turned, Math.abs(first.orientation[1]));
    });
    expect(largestError(world)).toBeLessThan(1e-5);
    expect(gain).toBeLessThan(5e-3);
    expect(turned).toBeGreaterThan(0.5);
    world.dispose();
  });
});

describe.each(['single', 'double'] as const)('%s precision', (precision) => {
  const create = () => World.create({ precision, substeps: 10, jointSolver: 'direct', sleep: false });
  const tolerance = precision === 'single' ? 1e-5 : 1e-6;

  test('a planar lattice of 8 × 8 hinged cubes that stands out from a wall comes to rest', async () => {
    const world = await create();
    addLattice(world, [8, 8, 1], (a, b, anchor) => new HingeJoint({ a, b, anchor, axis: [0, 0, 1] }));
    run(world, 1);
    expect(fastest(world)).toBeLessThan(1e-3);
    expect(largestError(world)).toBeLessThan(tolerance);
    world.dispose();
  });

  test('a block of 5 × 5 × 5 cubes, all of them fixed to each other and to a wall, does not move', async () => {
    const world = await create();
    addLattice(world, [5, 5, 5], (a, b, anchor) => new FixedJoint({ a, b, anchor }));
    run(world, 0.1);
    expect(fastest(world)).toBeLessThan(1e-3);
    expect(largestError(world)).toBeLessThan(tolerance);
    world.dispose();
  });

  test('a triple pendulum keeps its energy for half a minute within five ten-thousandths', async () => {
    const { measures } = await runScene(triplePendulum, { settings: { precision, substeps: 60, jointSolver: 'direct' } });
    expect(measures.energyDeviation).toBeLessThan(5e-4);
    expect(measures.maxAnchorError).toBeLessThan(1e-4);
  });
});
