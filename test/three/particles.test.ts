import { type BufferGeometry, InstancedMesh, Matrix4, type Mesh, MeshBasicMaterial, Object3D, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { HolonomicError, World } from '../../bindings/index.ts';
import { Cloth, ParticleSet, Rope, SoftBody } from '../../bindings/particle/index.ts';
import { createParticles, updateParticles } from '../../bindings/three/index.ts';

const CUBE = {
  positions: [0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) => [0, 1, 2].map((axis) => ((corner >>> axis) & 1) - 0.5)),
  triangles: [0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6],
};
const at = (geometry: BufferGeometry, name: string, vertex: number) =>
  new Vector3().fromBufferAttribute(geometry.getAttribute(name), vertex);
const onlyMesh = ({ children }: Object3D): Mesh => {
  expect(children.length).toBe(1);
  return children[0] as Mesh;
};

test('cloth is its triangles, whose positions and normals are written in place', async () => {
  const world = await World.create();
  const cloth = world.addParticles(new Cloth({ columns: 5, rows: 4, position: [0, 2, 0] }));
  cloth.pin(0);
  const object = createParticles(cloth);
  const { geometry, frustumCulled } = onlyMesh(object);
  expect(frustumCulled).toBe(false);
  expect(Array.from(geometry.index!.array)).toEqual(Array.from(cloth.triangles));
  for (let vertex = 0; vertex < cloth.count; vertex++) expect(Math.abs(at(geometry, 'normal', vertex).y)).toBeCloseTo(1, 6);
  const arrays = ['position', 'normal'].map((name) => geometry.getAttribute(name).array);
  const version = (geometry.getAttribute('position') as unknown as { version: number }).version;
  for (let frame = 0; frame < 30; frame++) world.step(1 / 60);
  updateParticles(object);
  expect(['position', 'normal'].map((name) => geometry.getAttribute(name).array)).toEqual(arrays);
  expect(geometry.getAttribute('position').array).toBe(arrays[0]);
  expect((geometry.getAttribute('position') as unknown as { version: number }).version).toBe(version + 1);
  expect(Array.from(arrays[0])).toEqual(Array.from(Float32Array.from(cloth.positions)));
  // Each normal is that of the triangles around it.
  for (let vertex = 0; vertex < cloth.count; vertex++) {
    const expected = new Vector3();
    const { triangles } = cloth;
    for (let k = 0; k < triangles.length; k += 3) {
      if (!triangles.subarray(k, k + 3).includes(vertex)) continue;
      const [a, b, c] = [0, 1, 2].map((corner) => at(geometry, 'position', triangles[k + corner]));
      expected.add(b.sub(a).cross(c.sub(a)));
    }
    expect(at(geometry, 'normal', vertex).distanceTo(expected.normalize())).toBeLessThan(1e-4);
  }
  world.dispose();
});

test('a soft body is its mesh, which goes along', async () => {
  const world = await World.create();
  const body = world.addParticles(new SoftBody({ mesh: CUBE, resolution: 3, position: [0, 4, 0] }));
  const object = createParticles(body);
  const { geometry } = onlyMesh(object);
  expect(Array.from(geometry.index!.array)).toEqual(CUBE.triangles);
  const before = at(geometry, 'position', 7);
  expect(before.distanceTo(new Vector3(0.5, 4.5, 0.5))).toBeLessThan(1e-6);
  for (let frame = 0; frame < 30; frame++) world.step(1 / 60);
  updateParticles(object);
  expect(at(geometry, 'position', 7).y).toBeLessThan(4);
  expect(at(geometry, 'normal', 7).dot(new Vector3(1, 1, 1).normalize())).toBeGreaterThan(0.8);
  world.dispose();
});

test('a rope is a tube of its radius', async () => {
  const world = await World.create();
  const rope = world.addParticles(new Rope({ from: [0, 0, 0], to: [0, 2, 0.5], length: 3, segments: 12, radius: 0.05 }));
  rope.pin(0);
  expect(rope.lines.map((line) => Array.from(line))).toEqual([Array.from({ length: 13 }, (_, k) => k)]);
  const object = createParticles(rope);
  const { geometry } = onlyMesh(object);
  const array = geometry.getAttribute('position').array;
  for (let frame = 0; frame < 20; frame++) world.step(1 / 60);
  updateParticles(object);
  expect(geometry.getAttribute('position').array).toBe(array);
  const sides = (geometry.getAttribute('position').count - 2) / 13;
  for (let vertex = 0; vertex < 13 * sides; vertex++) {
    const center = new Vector3().fromArray(rope.positions, 3 * Math.floor(vertex / sides));
    const out = at(geometry, 'position', vertex).sub(center);
    expect(out.length()).toBeCloseTo(0.05, 5);
    expect(out.normalize().distanceTo(at(geometry, 'normal', vertex))).toBeLessThan(1e-4);
  }
  // Triangles face outward.
  const index = geometry.index!.array;
  for (let k = 0; k < index.length; k += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) => at(geometry, 'position', index[k + corner]));
    const normal = [0, 1, 2].reduce((sum, corner) => sum.add(at(geometry, 'normal', index[k + corner])), new Vector3());
    expect(b.sub(a).cross(c.sub(a)).dot(normal)).toBeGreaterThan(0);
  }
  world.dispose();
});

describe('torn', () => {
  test('a rope is a tube for each piece, and whole again when an earlier state is restored', async () => {
    const world = await World.create();
    const rope = world.addParticles(new Rope({ from: [0, 0, 0], to: [1, 0, 0], segments: 4, radius: 0.05, breakForce: 1, density: 10 }));
    rope.pin(0);
    rope.pin(4);
    const object = createParticles(rope);
    const { geometry } = onlyMesh(object);
    const whole = geometry.getAttribute('position').count;
    const snapshot = world.snapshot();
    for (let frame = 0; frame < 30; frame++) world.step(1 / 60);
    updateParticles(object);
    const torn = [0, 1, 2, 3].filter((k) => rope.isBroken(k));
    expect(torn.length).toBeGreaterThan(0);
    expect(Array.from(rope.brokenPairs)).toEqual(torn.flatMap((k) => [k, k + 1]));
    expect(geometry.getAttribute('position').count).toBe(whole + 2 * torn.length); // two more tips
    const { array } = geometry.getAttribute('position');
    expect(array.every(Number.isFinite)).toBe(true);
    // No triangle reaches from a piece to another.
    const piece = (vertex: number) => {
      const distances = [0, 1, 2, 3, 4].map((k) =>
        at(geometry, 'position', vertex).distanceTo(new Vector3().fromArray(rope.positions, 3 * k)),
      );
      const nearest = distances.indexOf(Math.min(...distances));
      expect(distances[nearest]).toBeLessThan(0.051);
      return torn.filter((k) => k < nearest).length;
    };
    const index = geometry.index!.array;
    for (let k = 0; k < index.length; k += 3) expect(new Set([0, 1, 2].map((corner) => piece(index[k + corner]))).size).toBe(1);
    const before = geometry.getAttribute('position').array;
    world.step(1 / 60);
    updateParticles(object);
    expect(geometry.getAttribute('position').array).toBe(before);
    world.restore(snapshot);
    updateParticles(object);
    expect(geometry.getAttribute('position').count).toBe(whole);
    world.dispose();
  });

  test('cloth lacks the triangles beside threads that have torn', async () => {
    const world = await World.create();
    const cloth = world.addParticles(new Cloth({ columns: 6, rows: 6, breakForce: 0.05 }));
    for (const corner of [0, 5, 30, 35]) cloth.pin(corner);
    const object = createParticles(cloth);
    const { geometry } = onlyMesh(object);
    const snapshot = world.snapshot();
    for (let frame = 0; frame < 60; frame++) world.step(1 / 60);
    updateParticles(object);
    const pairs = Array.from({ length: cloth.brokenPairs.length / 2 }, (_, k) => Array.from(cloth.brokenPairs.subarray(2 * k, 2 * k + 2)));
    expect(pairs.length).toBeGreaterThan(0);
    const drawn = () => {
      const { count } = geometry.drawRange;
      const corners = Array.from(geometry.index!.array.slice(0, count));
      return Array.from({ length: corners.length / 3 }, (_, k) => corners.slice(3 * k, 3 * k + 3));
    };
    const all = Array.from({ length: cloth.triangles.length / 3 }, (_, k) => Array.from(cloth.triangles.subarray(3 * k, 3 * k + 3)));
    const isWhole = (triangle: number[]) => !pairs.some((pair) => pair.every((particle) => triangle.includes(particle)));
    expect(drawn()).toEqual(all.filter(isWhole));
    expect(drawn().length).toBeLessThan(all.length);
    world.restore(snapshot);
    updateParticles(object);
    expect(drawn()).toEqual(all);
    world.dispose();
  });
});

test('loose particles are spheres of their radii', async () => {
  const world = await World.create();
  const material = new MeshBasicMaterial();
  const set = world.addParticles(
    new ParticleSet({ positions: [0, 1, 0, 3, 2, 1, 5, 5, 5], radii: [0.1, 0.2, 0.3], distances: [{ line: [0, 1] }] }),
  );
  const object = createParticles(set, { material });
  const [tube, spheres] = object.children as [Mesh, InstancedMesh];
  expect([tube.material, spheres.material]).toEqual([material, material]);
  expect(spheres).toBeInstanceOf(InstancedMesh);
  expect(spheres.count).toBe(1);
  world.step(1 / 60);
  updateParticles(object);
  const matrix = new Matrix4();
  spheres.getMatrixAt(0, matrix);
  expect(new Vector3().setFromMatrixPosition(matrix).distanceTo(new Vector3().fromArray(set.positions, 6))).toBeLessThan(1e-6);
  expect(new Vector3().setFromMatrixScale(matrix).x).toBeCloseTo(0.3, 6);
  world.dispose();
});

test('what is no object of particles is refused, and so are particles that are gone', async () => {
  expect(() => updateParticles(new Object3D())).toThrow(/createParticles/);
  expect(() => createParticles(new Rope({ from: [0, 0, 0], to: [1, 0, 0] }))).toThrow(HolonomicError);
  expect(() => createParticles(null as never)).toThrow(HolonomicError);
  const world = await World.create();
  const rope = world.addParticles(new Rope({ from: [0, 0, 0], to: [1, 0, 0] }));
  const object = createParticles(rope);
  world.removeParticles(rope);
  expect(() => updateParticles(object)).toThrow(HolonomicError);
  world.dispose();
});
