import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Cast, followArrivals, type Members } from '../../bench/arrivals.ts';
import { measurePenetration } from '../../bench/contacts/penetration.ts';
import { single } from '../../bench/engines/holonomic.ts';
import { jolt } from '../../bench/engines/jolt.ts';
import { anchorErrors, type MeshShape, Poses, type SceneData, shapesOf, type Vec3 } from '../../bench/model.ts';
import { rain } from '../../bench/peers/rain.ts';
import { startOf } from './engines.ts';

const BONES = 14;
const PROJECT = new URL('../../', import.meta.url);

/** Six times the signed volume between a mesh and the origin. */
function volume6({ indices, vertices }: MeshShape): number {
  let sum = 0;
  for (let k = 0; k < indices.length; k += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) => vertices.slice(3 * indices[k + corner], 3 * indices[k + corner] + 3));
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum;
}

/** Three ragdolls that start lower over one cell: two at once, the third later, and then the first anew. */
function shower(): SceneData {
  const scene = rain(1);
  const bodies = scene.bodies.map((body) => {
    const [x, y, z] = body.position;
    return body.mass > 0 ? { ...body, position: [x, y - 13, z] as Vec3 } : body;
  });
  const arrivals = [
    { frame: 0, assemblies: [0, 1] },
    { frame: 4, assemblies: [2] },
    { frame: 30, assemblies: [0] },
  ];
  return { ...scene, bodies, arrivals };
}

describe('rain', () => {
  const scene = rain();

  it('has the meshes, ragdolls and joints that it is known for', () => {
    const moving = scene.bodies.filter(({ mass }) => mass > 0);
    expect([scene.bodies.length, moving.length]).toEqual([4400, 4200]);
    expect([scene.balls.length, scene.hinges!.length, scene.apart!.length]).toEqual([2700, 1200, 900]);
    expect(moving.slice(0, BONES).reduce((sum, { mass }) => sum + mass, 0)).toBeCloseTo(137.2, 1);
    for (const { shape, inertia, assembly } of moving)
      expect(shape?.type === 'capsule' && inertia.every((moment) => moment > 0) && assembly! < 300).toBe(true);
    for (const { a, b } of [...scene.balls, ...scene.hinges!]) expect(scene.bodies[a].assembly).toBe(scene.bodies[b].assembly);
    // As in Box3D, where the hips are 40 mm apart.
    expect(anchorErrors(scene, startOf(scene)).max).toBeCloseTo(0.0404, 9);
  });

  it('lets its columns come when those of Box3D do', () => {
    expect(scene.arrivals!.map(({ frame }) => frame)).toEqual([0, 16, 64, 80, 128, 144, 192, 208, 256, 272, 320, 336, 384]);
    const places = scene.arrivals!.map(({ assemblies }) => {
      expect(assemblies).toHaveLength(30);
      return scene.bodies.find(({ assembly }) => assembly === assemblies[0])!.position[0];
    });
    for (const [k, x] of places.entries()) expect(x).toBeCloseTo(-67.5 + 15 * (k % 10), 12);
  });

  it('has meshes whose triangles face up and outwards', () => {
    const meshes = new Set(scene.bodies.flatMap(({ mesh }) => mesh ?? []));
    const [ground, torus] = [...meshes];
    expect([meshes.size, ground.indices.length / 3, torus.indices.length / 3]).toEqual([2, 128, 512]);
    const raised = ground.vertices.map((value, k) => (k % 3 === 1 ? value + 1 : value));
    expect(volume6({ ...ground, vertices: raised })).toBeCloseTo(2 * 225, 6); // a pyramid of 1 m
    expect(volume6(torus) / 6 / (2 * Math.PI ** 2 * 3.75)).toBeCloseTo(0.95, 1);
    expect(shapesOf(scene.bodies[0])).toEqual([ground]);
  });

  it('counts what is below the ground, and what is lost, of bodies that are there', () => {
    const poses = new Poses(scene.bodies.length);
    for (const [body, y] of [1, 0.1, -0.1, -5].entries()) poses.set(200 + body, 20, y, 0, 0, 0, 0, 1);
    poses.set(204, 80, -6, 0, 0, 0, 0, 1);
    expect(scene.measure!(poses)).toEqual({ 'below ground': 2 });
    expect(measurePenetration(scene, poses, false).lost).toBe(2);
    expect(anchorErrors({ ...scene, balls: scene.balls.filter(({ b }) => b > 210) }, poses)).toEqual({ max: 0, meanSquare: 0 });
  });
});

it('lets assemblies come with their joints, and takes away those that are there', () => {
  const log: string[] = [];
  const count = (what: string, { bodies, balls, hinges, apart }: Members) =>
    log.push(`${what} ${[bodies, balls, hinges, apart].map(({ length }) => length).join(' ')}`);
  const cast: Cast = { add: (members) => count('add', members), remove: (members) => count('remove', members) };
  const arrive = followArrivals(shower(), cast);
  expect(log.splice(0)).toEqual(['add 2 0 0 0']);
  const comings: Record<number, string[]> = {};
  for (let frame = 0; frame < 40; frame++) {
    arrive();
    if (log.length) comings[frame] = log.splice(0);
  }
  expect(comings).toEqual({ 0: ['add 28 18 8 6'], 4: ['add 14 9 4 3'], 30: ['remove 14 9 4 3', 'add 14 9 4 3'] });
});

/** Engines, and what has to be there for them. */
const PLACES = { 'dist/index.js': single, 'bench/node_modules/jolt-physics': jolt };

describe.each(Object.entries(PLACES))('with %s', (place, engine) => {
  it.skipIf(!existsSync(new URL(place, PROJECT)))('ragdolls come, fall on the meshes and stay on them', async () => {
    const scene = shower();
    const build = await engine.load();
    const simulation = await build(scene, {});
    const poses = new Poses(scene.bodies.length);
    const heights: number[] = [];
    const [first, second, third] = [2, 2 + BONES, 2 + 2 * BONES];
    for (let frame = 0; frame < 160; frame++) {
      simulation.step();
      simulation.read(poses);
      heights.push(poses.position(first)[1]);
      expect([poses.has(second), poses.has(third)]).toEqual([true, frame >= 4]);
    }
    simulation.dispose();
    expect(heights[29]).toBeLessThan(heights[0] - 1);
    expect(heights[30]).toBeCloseTo(heights[0], 3);
    expect(scene.measure!(poses)).toEqual({ 'below ground': 0 });
    expect(measurePenetration(scene, poses, false).lost).toBe(0);
    expect(anchorErrors(scene, poses).max).toBeLessThan(0.1);
  });
});
