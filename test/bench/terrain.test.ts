import { describe, expect, it } from 'vitest';
import { measurePenetration } from '../../bench/contacts/penetration.ts';
import { COMMON, floor, solid } from '../../bench/contacts/scenes.ts';
import { type BodySpec, Poses, type SceneData, surfaceOf, type Vec3 } from '../../bench/model.ts';
import { convexOnMesh, depthOf } from '../../bench/peers/terrain.ts';
import { ENGINES, startOf } from './engines.ts';

const PER_COLUMN = 21;

/** One body of each kind. */
const few = (): SceneData => convexOnMesh(0);

describe('convex bodies on a mesh', () => {
  const scene = convexOnMesh();
  const mesh = scene.bodies[0].mesh!;

  it('has the hills and the bodies that it is known for', () => {
    expect([mesh.vertices.length / 3, mesh.indices.length / 3, scene.bodies.length - 1]).toEqual([101 * 101, 20_000, 1764]);
    expect([surfaceOf(scene), scene.gravity, scene.dt]).toEqual([{ friction: 0.5, restitution: 0.6 }, [0, -9.81, 0], 1 / 60]);
    // The vertex in the third column and the second row of Jolt's, which begins at a corner.
    const [x, y, z] = mesh.vertices.slice(3 * 103, 3 * 104);
    expect([x, z]).toEqual([-144, -147]);
    expect(y).toBeCloseTo(5 * Math.sin(1) * Math.cos(0.5), 12);
    // Its first two triangles, counter-clockwise from above.
    expect(mesh.indices.slice(0, 6)).toEqual([0, 101, 1, 1, 101, 102]);
  });

  it('drops boxes, spheres, capsules and pyramids of 1000 kg/m³ in columns', () => {
    const kinds = [0, 1, 2, 3].map((layer) => scene.bodies[1 + PER_COLUMN * layer]);
    expect(kinds.map(({ shape }) => shape!.type)).toEqual(['box', 'sphere', 'capsule', 'hull']);
    expect(kinds.map(({ mass }) => Math.round(mass))).toEqual([3000, 524, 1702, 667]);
    expect(kinds.map(({ position }) => position)).toEqual([15, 17, 19, 21.25].map((y) => [-75, y, -75]));
    const last = scene.bodies.at(-1)!;
    expect(last.position).toEqual([75, 21.25, 75]);
    expect(inertiaOfCorners(last)).toEqual(last.inertia.map((moment) => expect.closeTo(moment, 4)));
  });

  it('measures how deep a point is', () => {
    // Above and below the middle of a triangle.
    const corner = (index: number) => mesh.vertices.slice(3 * index, 3 * index + 3);
    const [a, b, c] = mesh.indices.slice(3 * 5050, 3 * 5053).map(corner);
    const middle = [0, 1, 2].map((axis) => (a[axis] + b[axis] + c[axis]) / 3);
    const [u, v] = [b, c].map((point) => point.map((value, axis) => value - a[axis]));
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const size = Math.hypot(...normal);
    for (const depth of [-0.2, -0.01, 0.01, 0.2]) {
      const point = middle.map((value, axis) => value - (depth * normal[axis]) / size) as unknown as Vec3;
      expect(depthOf(mesh, point)).toBeCloseTo(depth, 9);
    }
    expect(depthOf(mesh, [151, 0, 0])).toBe(Number.NEGATIVE_INFINITY);
  });

  it('measures how deep bodies are, which are below the ground, and which are lost', () => {
    const poses = startOf(scene);
    expect(scene.measure!(poses)).toEqual({ 'in ground mm': 0, 'below ground': 0 });
    const sphere = 1 + PER_COLUMN;
    const place = (body: number, height: number) => {
      const [x, , z] = scene.bodies[body].position;
      poses.set(body, x, height, z, 0, 0, 0, 1);
    };
    // The sphere is over a vertex.
    const ground = 5 + 5 * Math.sin(12.5) * Math.cos(12.5);
    place(sphere, ground);
    expect(scene.measure!(poses)['in ground mm']).toBeCloseTo(500, 6);
    place(sphere, ground - 0.1);
    expect(scene.measure!(poses)['below ground']).toBe(1);
    place(sphere, -6);
    expect(measurePenetration(scene, poses, false).lost).toBe(1);
  });
});

/** Moments of the pyramid about its origin, by thin squares. */
function inertiaOfCorners({ mass, shape }: BodySpec): number[] {
  const points = shape?.type === 'hull' ? shape.points : [];
  const heights = points.filter((_, k) => k % 3 === 1);
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  const steps = 4000;
  let [volume, across, along, centre] = [0, 0, 0, 0];
  for (let i = 0; i < steps; i++) {
    const part = (i + 0.5) / steps;
    const y = low + part * (high - low);
    const area = 2 * (1 - part) ** 2;
    volume += area;
    centre += area * y;
    along += (area * area) / 6;
    across += (area * area) / 12 + area * y * y;
  }
  expect(centre / volume).toBeCloseTo(0, 6);
  return [across, along, across].map((sum) => (mass * sum) / volume);
}

describe.each(ENGINES)('in $name', ({ engine, isThere }) => {
  it.skipIf(!isThere)('bodies fall on the hills, bounce and stay on them', async () => {
    const scene = few();
    const simulation = await (await engine.load())(scene, {});
    const poses = new Poses(scene.bodies.length);
    const heights: number[] = [];
    for (let frame = 0; frame < 240; frame++) {
      simulation.step();
      simulation.read(poses);
      heights.push(poses.position(2)[1]);
    }
    simulation.dispose();
    // The sphere falls freely in the first second.
    expect(heights[59]).toBeCloseTo(17 - 9.81 / 2, 0);
    const { 'below ground': below, 'in ground mm': inGround } = scene.measure!(poses);
    expect([below, measurePenetration(scene, poses, false).lost]).toEqual([0, 0]);
    expect(inGround).toBeLessThan(100);
  });

  it.skipIf(!isThere)('a ball bounces as high as the restitution of the scene lets it', async () => {
    const ball = solid({ type: 'sphere', radius: 0.5 }, 1, [0, 3.5, 0]);
    const scene: SceneData = { ...COMMON, restitution: 0.6, name: '', description: '', warmup: 0, bodies: [floor(10), ball] };
    const simulation = await (await engine.load())(scene, {});
    const poses = new Poses(2);
    let top = 0;
    for (let frame = 0; frame < 90; frame++) {
      simulation.step();
      simulation.read(poses);
      if (frame > 60) top = Math.max(top, poses.position(1)[1] - 0.5);
    }
    simulation.dispose();
    expect(Math.abs(top / 3 - 0.36)).toBeLessThan(0.05);
  });
});
