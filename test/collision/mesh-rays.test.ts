import { beforeAll, describe, expect, it } from 'vitest';
import type { Vec3 } from '../../bindings/core/arguments.ts';
import { heightFieldBlock, meshBlock } from '../../bindings/tree/index.ts';
import { MeshModule } from './mesh-module.ts';
import { add, ball, cornersOf, cross, dot, grid, randomNumbers, rayTriangle, subtract, type Triangles, unit } from './mesh-shapes.ts';

let module: MeshModule;
beforeAll(async () => {
  module = await MeshModule.create();
});

function soup(count: number, seed: number): Triangles {
  const random = randomNumbers(seed);
  const vertices = new Float64Array(9 * count);
  for (let t = 0; t < count; t++) {
    const middle = [random() * 10, random() * 10, random() * 10];
    for (let k = 0; k < 9; k++) vertices[9 * t + k] = middle[k % 3] + random() - 0.5;
  }
  return { vertices, indices: Uint32Array.from({ length: 3 * count }, (_, k) => k) };
}

function nearest(mesh: Triangles, origin: Vec3, direction: Vec3): number {
  let best = Infinity;
  for (let part = 0; part < mesh.indices.length / 3; part++) best = Math.min(best, rayTriangle(origin, direction, cornersOf(mesh, part)));
  return best;
}

function checkRays(shape: number, mesh: Triangles, ray: () => [Vec3, Vec3], count: number): number {
  let hits = 0;
  for (let k = 0; k < count; k++) {
    const [origin, direction] = ray();
    const hit = module.ray(shape, origin, direction);
    const expected = nearest(mesh, origin, direction);
    if (!hit) {
      expect(expected).toBe(Infinity);
      continue;
    }
    hits++;
    expect(Math.abs(hit.distance - expected)).toBeLessThan(1e-9 * (1 + expected));
    const [a, b, c] = cornersOf(mesh, hit.part);
    const n = unit(cross(subtract(b, a), subtract(c, a)));
    expect(Math.abs(dot(n, hit.normal))).toBeCloseTo(1, 12);
    expect(dot(hit.normal, direction)).toBeLessThanOrEqual(1e-12);
    expect(rayTriangle(origin, direction, [a, b, c])).toBeCloseTo(hit.distance, 8);
  }
  return hits;
}

describe('rays against meshes', () => {
  it.each([1, 2, 5, 300])('finds the nearest of %d random triangles', (count) => {
    const mesh = soup(count, count);
    const random = randomNumbers(7);
    const at = (): Vec3 => [random() * 14 - 2, random() * 14 - 2, random() * 14 - 2];
    const hits = checkRays(
      module.mesh(meshBlock(mesh.vertices, mesh.indices)),
      mesh,
      () => {
        const origin = at();
        return [origin, unit(subtract(at(), origin))];
      },
      2000,
    );
    if (count > 100) expect(hits).toBeGreaterThan(200);
  });

  it('finds them along the axes and from far away', () => {
    const mesh = soup(200, 3);
    const shape = module.mesh(meshBlock(mesh.vertices, mesh.indices));
    const random = randomNumbers(5);
    let k = 0;
    checkRays(
      shape,
      mesh,
      () => {
        const direction: Vec3 = [0, 0, 0];
        direction[k % 3] = k % 2 ? 1 : -1;
        const origin = add([random() * 10, random() * 10, random() * 10], direction, k % 5 ? -20 : 0);
        k++;
        return [origin, direction];
      },
      1000,
    );
    const target: Vec3 = [5, 5, 5];
    for (let i = 0; i < 200; i++) {
      const direction = unit([random() - 0.5, random() - 0.5, random() - 0.5]);
      const expected = nearest(mesh, add(target, direction, -1000), direction);
      const hit = module.ray(shape, add(target, direction, -1e6), direction);
      expect(hit ? hit.distance - 1e6 + 1000 : Infinity).toBeCloseTo(expected, 6);
    }
  });

  it('stops at its limit', () => {
    const mesh = grid(5, 5, 1, () => 0);
    const shape = module.mesh(meshBlock(mesh.vertices, mesh.indices));
    expect(module.ray(shape, [0.3, 2, 0.2], [0, -1, 0], 1.999)).toBeNull();
    expect(module.ray(shape, [0.3, 2, 0.2], [0, -1, 0], 2)?.distance).toBe(2);
    expect(module.ray(shape, [0.3, -2, 0.2], [0, -1, 0])).toBeNull();
  });

  it('passes one-sided surfaces from behind', () => {
    const mesh = grid(5, 5, 1, () => 0);
    const field = heightFieldBlock(new Float64Array(25), 5, 5, 1, 1);
    for (const shape of [module.mesh(meshBlock(mesh.vertices, mesh.indices), true), module.heightField(field, true)]) {
      expect(module.ray(shape, [0.3, 2, 0.2], [0, -1, 0])?.normal).toEqual([0, 1, 0].map((n) => expect.closeTo(n)));
      expect(module.ray(shape, [0.3, -2, 0.2], [0, 1, 0])).toBeNull();
    }
  });

  it('lets no ray through an edge or vertex of a closed mesh', () => {
    const random = randomNumbers(11);
    const mesh = ball(20, () => 0.9 + 0.2 * random());
    const shape = module.mesh(meshBlock(mesh.vertices, mesh.indices));
    let missed = 0;
    for (let k = 0; k < 100_000; k++) {
      const corners = cornersOf(mesh, Math.floor((random() * mesh.indices.length) / 3));
      const t = k % 3 ? random() : 0;
      const target = add(corners[0], subtract(corners[1], corners[0]), t);
      const inside: Vec3 = [random() * 0.2 - 0.1, random() * 0.2 - 0.1, random() * 0.2 - 0.1];
      if (!module.ray(shape, inside, unit(subtract(target, inside)))) missed++;
    }
    expect(missed).toBe(0);
  });
});

describe('rays against height fields', () => {
  const random = randomNumbers(23);
  const heights = Float64Array.from({ length: 9 * 12 }, () => random() * 2);
  const mesh = grid(9, 12, 0.5, () => 0);
  for (const [k, height] of heights.entries()) mesh.vertices[3 * k + 1] = height;

  it('agree with the same surface as a mesh', () => {
    const shape = module.heightField(heightFieldBlock(heights, 9, 12, 0.5, 0.5));
    const at = (): Vec3 => [random() * 8 - 4, random() * 4 - 1, random() * 6 - 3];
    const hits = checkRays(
      shape,
      mesh,
      () => {
        const origin = at();
        return [origin, unit(subtract(at(), origin))];
      },
      5000,
    );
    expect(hits).toBeGreaterThan(1500);
    let k = 0;
    checkRays(
      shape,
      mesh,
      () => {
        const direction: Vec3 = [0, 0, 0];
        direction[k % 3] = k++ % 2 ? 1 : -1;
        return [add(at(), direction, -5), direction];
      },
      1000,
    );
  });

  it('let no ray through an edge or vertex', () => {
    const shape = module.heightField(heightFieldBlock(heights, 9, 12, 0.5, 0.5));
    let missed = 0;
    for (let k = 0; k < 100_000; k++) {
      const corners = cornersOf(mesh, Math.floor((random() * mesh.indices.length) / 3));
      const [a, b] = [corners[k % 3], corners[(k + 1) % 3]];
      const target = add(a, subtract(b, a), k % 4 ? random() : 0);
      if (Math.abs(target[0]) > 2.7 || Math.abs(target[2]) > 1.9) continue;
      // Steeper than any face, so that no edge is a silhouette.
      const origin: Vec3 = k % 5 ? [target[0] + random() * 0.6 - 0.3, 5, target[2] + random() * 0.6 - 0.3] : [target[0], 5, target[2]];
      const hit = module.ray(shape, origin, unit(subtract(target, origin)));
      if (!hit) missed++;
    }
    expect(missed).toBe(0);
  });
});
