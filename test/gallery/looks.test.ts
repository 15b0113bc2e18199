import { Vector3 } from 'three';
import { afterEach, describe, expect, it } from 'vitest';
import {
  Box,
  Capsule,
  Compound,
  Cone,
  ConvexHull,
  Cylinder,
  HalfSpace,
  type Shape,
  Sphere,
  type Vec3,
  World,
} from '../../bindings/index.ts';
import type { BodyLook, SceneLooks } from '../../gallery/engine/types.ts';
import { buffersOf, looksOf } from '../../gallery/view/looks.ts';
import { smoothed, sphereSegments, unitSphere } from '../../gallery/view/triangles.ts';
import { scenes } from '../../scenes/index.ts';
import { openScene } from '../../scenes/open.ts';

const worlds: World[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.dispose();
});

async function worldOf(...shapes: Shape[]): Promise<World> {
  const world = await World.create();
  worlds.push(world);
  for (const shape of shapes) world.addBody({ type: shape.mayMove ? 'dynamic' : 'static', shape, mass: 1 });
  return world;
}

const tetrahedron = [1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1];

/** By the divergence theorem. */
function drawnVolume({ shapes }: SceneLooks, { shape, scale }: BodyLook): number {
  const { positions, indices } = shapes[shape];
  const vertex = (k: number) => new Vector3().fromArray(positions, 3 * indices[k]);
  let volume = 0;
  for (let k = 0; k < indices.length; k += 3) volume += vertex(k).dot(vertex(k + 1).cross(vertex(k + 2))) / 6;
  return volume * scale[0] * scale[1] * scale[2];
}

describe('what bodies look like', () => {
  it.each<[string, Shape]>([
    ['box', new Box([0.3, 0.5, 0.7])],
    ['rounded box', new Box([0.3, 0.5, 0.7], { rounding: 0.1 })],
    ['sphere', new Sphere(0.4)],
    ['capsule', new Capsule(0.2, 0.5)],
    ['cylinder', new Cylinder(0.3, 0.8)],
    ['rounded cylinder', new Cylinder(0.3, 0.8, { rounding: 0.1 })],
    ['cone', new Cone(0.3, 0.8)],
    ['rounded cone', new Cone(0.3, 0.8, { rounding: 0.05 })],
    ['hull', new ConvexHull(tetrahedron)],
    ['compound', new Compound([{ shape: new Box([1, 1, 1]) }, { shape: new Sphere(0.5), position: [3, 0, 0] }])],
  ])('a %s has the volume of its shape', async (_, shape) => {
    const looks = looksOf(await worldOf(shape));
    const { volume } = shape.massProperties();
    const drawn = drawnVolume(looks, looks.bodies[0]);
    expect(drawn).toBeLessThan(volume * 1.000001);
    expect(drawn).toBeGreaterThan(volume * 0.98);
  });

  it('draws all boxes, balls, cylinders and cones with one set of triangles each', async () => {
    const sizes = [0.1, 0.2, 0.3];
    const shapes = sizes.flatMap((a) => [new Box([a, 2 * a, 3 * a]), new Sphere(a), new Cylinder(a, 2 * a), new Cone(a, 2 * a)]);
    const looks = looksOf(await worldOf(...shapes));
    expect(looks.shapes).toHaveLength(4);
    expect(looks.bodies.slice(4, 8).map(({ scale }) => scale)).toEqual([
      [0.2, 0.4, 0.6000000000000001],
      [0.2, 0.2, 0.2],
      [0.2, 0.4, 0.2],
      [0.2, 0.4, 0.2],
    ]);
  });

  it('shares the triangles of equal capsules and of one hull', async () => {
    const hull = new ConvexHull(tetrahedron);
    const looks = looksOf(await worldOf(new Capsule(1, 2), new Capsule(1, 2), new Capsule(1, 3), hull, hull, new ConvexHull(tetrahedron)));
    expect(looks.bodies.map(({ shape }) => shape)).toEqual([0, 0, 1, 2, 2, 3]);
  });

  it('tells slots, kinds, sensors and what is endless', async () => {
    const world = await worldOf(new HalfSpace([0, 1, 0]));
    const removed = world.addBody({ shape: new Sphere(1), mass: 1 });
    const sensor = world.addBody({ shape: new Sphere(1), type: 'kinematic', sensor: true });
    world.removeBody(removed);
    const looks = looksOf(world, { distance: 3 });
    expect(looks.bodies.map(({ slot, kind, sensor }) => ({ slot, kind, sensor }))).toEqual([
      { slot: 1, kind: 'static', sensor: false },
      { slot: sensor.index, kind: 'kinematic', sensor: true },
    ]);
    expect(looks.shapes.map(({ endless }) => endless)).toEqual([true, false]);
    expect(looks.slots).toBe(sensor.index + 1);
    expect(looks.view).toEqual({ distance: 3 });
  });

  it('draws a body without a shape as the box of its inertia', async () => {
    const world = await worldOf();
    const half: Vec3 = [0.1, 0.2, 0.3];
    const { inertia, volume } = new Box(half).massProperties();
    const moments = [inertia[0], inertia[4], inertia[8]].map((moment) => (2 * moment) / volume);
    world.addBody({ mass: 2, inertia: moments as Vec3 });
    // The same box turned by a quarter about z, and beside the origin.
    world.addBody({ mass: 2, inertia: [moments[1], 0, 0, 0, moments[0], 0, 0, 0, moments[2]], centerOfMass: [5, 0, 0] });
    world.addBody({ type: 'static' });
    const looks = looksOf(world);
    expect(looks.bodies).toHaveLength(2);
    for (const [axis, extent] of half.entries()) expect(looks.bodies[0].scale[axis]).toBeCloseTo(extent, 12);
    const { positions } = looks.shapes[looks.bodies[1].shape];
    const along = (axis: number) => Array.from({ length: positions.length / 3 }, (_, k) => positions[3 * k + axis]);
    const range = [0, 1, 2].map((axis) => [Math.min(...along(axis)), Math.max(...along(axis))]);
    for (const [axis, [low, high]] of [
      [4.8, 5.2],
      [-0.1, 0.1],
      [-0.3, 0.3],
    ].entries()) {
      expect(range[axis][0]).toBeCloseTo(low, 6);
      expect(range[axis][1]).toBeCloseTo(high, 6);
    }
  });

  it('can be sent away and made again', async () => {
    const world = await worldOf(new Box([1, 1, 1]), new Sphere(1), new ConvexHull(tetrahedron));
    const looks = looksOf(world);
    const expected = structuredClone(looks);
    const sent = structuredClone(looks, { transfer: buffersOf(looks) as ArrayBuffer[] });
    expect(sent).toEqual(expected);
    expect(looksOf(world)).toEqual(expected);
  });

  it.each(scenes.map((scene) => [scene.name, scene] as const))('gives every body of %s a shape', async (_, scene) => {
    const opened = await openScene(scene);
    const { world } = opened;
    try {
      const { bodies, shapes, slots } = looksOf(world);
      expect(bodies.map(({ slot }) => slot)).toEqual([...world.bodies].map(({ index }) => index));
      for (const { slot, shape, scale } of bodies) {
        expect(slot).toBeLessThan(slots);
        expect(shapes[shape].indices.length).toBeGreaterThan(0);
        expect(Math.min(...scale)).toBeGreaterThan(0);
      }
      for (const { positions, normals, indices } of shapes) {
        expect(normals.length).toBe(positions.length);
        expect(indices.every((index) => index < positions.length / 3)).toBe(true);
      }
    } finally {
      opened.dispose();
    }
  });
});

describe('triangles', () => {
  it('gives spheres fewer segments where there are thousands', () => {
    expect(sphereSegments(10_000)).toBeLessThan(sphereSegments(1000));
    expect(sphereSegments(1000)).toBeLessThan(sphereSegments(10));
  });

  it('makes spheres of points at distance one with outward triangles', () => {
    const { positions, normals, indices } = unitSphere(16);
    expect(positions).toEqual(normals);
    for (let k = 0; k < positions.length; k += 3) expect(Math.hypot(...positions.subarray(k, k + 3))).toBeCloseTo(1, 6);
    const corner = (k: number) => new Vector3().fromArray(positions, 3 * indices[k]);
    for (let k = 0; k < indices.length; k += 3) {
      const [a, b, c] = [corner(k), corner(k + 1), corner(k + 2)];
      const normal = b.clone().sub(a).cross(c.clone().sub(a));
      expect(normal.dot(a.add(b).add(c))).toBeGreaterThan(0);
    }
  });

  it('smooths what is nearly flat and keeps creases', () => {
    const sphere = unitSphere(32);
    const flat = flatShaded(sphere);
    const { normals } = smoothed(flat);
    const seen = new Map<string, Float32Array>();
    for (let k = 0; k < normals.length; k += 3) {
      const [place, normal] = [flat.positions.subarray(k, k + 3), normals.subarray(k, k + 3)];
      const other = seen.get(place.join()) ?? normal;
      seen.set(place.join(), normal);
      for (let axis = 0; axis < 3; axis++) {
        expect(normal[axis]).toBeCloseTo(other[axis], 6);
        expect(Math.abs(normal[axis] - place[axis])).toBeLessThan(0.12);
      }
    }
    const box = flatShaded(new Box([1, 1, 1]).triangulate());
    expect(smoothed(box).normals).toEqual(box.normals);
  });
});

/** Every triangle with corners and a normal of its own. */
function flatShaded({ positions, indices }: { positions: Float32Array; indices: Uint32Array }) {
  const corners = Array.from(indices, (index) => new Vector3().fromArray(positions, 3 * index));
  const normals = corners.map((_, k) => {
    const [a, b, c] = corners.slice(k - (k % 3), k - (k % 3) + 3);
    return b.clone().sub(a).cross(c.clone().sub(a)).normalize();
  });
  const flat = (vectors: Vector3[]) => Float32Array.from(vectors.flatMap((vector) => vector.toArray()));
  return { positions: flat(corners), normals: flat(normals), indices: Uint32Array.from(corners.keys()) };
}
