import { beforeAll, describe, expect, it } from 'vitest';
import type { Vec3 } from '../../bindings/core/arguments.ts';
import { Bvh, BvhNode, ChildRecord, MeshBlock, NO_VERTEX, SplineBlock, SplineSegment, TriangleRecord } from '../../bindings/core/layout.ts';
import { compoundBlock, heightFieldBlock, meshBlock, type PlacedChild, splineBlock } from '../../bindings/tree/index.ts';
import { HEADS, MeshModule } from './mesh-module.ts';
import { ball, grid, randomNumbers } from './mesh-shapes.ts';

let module: MeshModule;
beforeAll(async () => {
  module = await MeshModule.create();
});

function children(count: number, seed: number, place: (random: () => number, k: number) => Vec3): PlacedChild[] {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, (_, k) => {
    const low = place(random, k);
    const high = low.map((x) => x + random()) as Vec3;
    return { low, high, position: [k, 0, 0], orientation: [0, 0, 0, 1] };
  });
}

const overlap = (a: PlacedChild, low: Vec3, high: Vec3) => [0, 1, 2].every((k) => a.low[k] <= high[k] && a.high[k] >= low[k]);

function words(block: Uint8Array): DataView {
  return new DataView(block.buffer, block.byteOffset, block.length);
}

/** Levels of a tree, and how often each part is in it. */
function survey(block: Uint8Array): { depth: number; seen: number[] } {
  const view = words(block);
  const seen: number[] = [];
  const visit = (node: number): number => {
    let depth = 1;
    for (let lane = 0; lane < 4; lane++) {
      const at = view.getUint32(Bvh.nodes, true) + node * BvhNode.size + 4 * lane;
      if (view.getFloat32(at + BvhNode.lowX0, true) > view.getFloat32(at + BvhNode.highX0, true)) continue;
      const child = view.getInt32(at + BvhNode.child0, true);
      if (child < 0) seen[~child] = (seen[~child] ?? 0) + 1;
      else depth = Math.max(depth, 1 + visit(child));
    }
    return depth;
  };
  return { depth: visit(0), seen };
}

describe('trees of boxes', () => {
  it.each([1, 2, 3, 4, 5, 17, 400])('find the same parts as a look at all of %d', (count) => {
    const list = children(count, count, (random) => [random() * 10, random() * 10, random() * 10]);
    const block = compoundBlock(list);
    const at = module.block(block);
    const random = randomNumbers(99);
    for (let k = 0; k < 300; k++) {
      const low: Vec3 = [random() * 12 - 1, random() * 12 - 1, random() * 12 - 1];
      const high = low.map((x) => x + random() ** 3 * 8) as Vec3;
      const expected = list.flatMap((child, part) => (overlap(child, low, high) ? [part] : []));
      expect(module.overlaps(at, low, high).sort((a, b) => a - b)).toEqual(expected);
    }
    expect(survey(block).seen).toEqual(Array.from({ length: count }, () => 1));
    expect(words(block).getFloat64(words(block).getUint32(Bvh.parts, true) + (count - 1) * ChildRecord.size, true)).toBe(count - 1);
  });

  it.each<[string, (random: () => number, k: number) => Vec3]>([
    ['in one place', () => [1, 2, 3]],
    ['ever farther apart', (_, k) => [1.5 ** k, 0, 0]],
    ['on a line', (_, k) => [0, k / 3, 0]],
  ])('stay shallow for parts %s', (_, place) => {
    const list = children(300, 5, place);
    const block = compoundBlock(list);
    const { depth, seen } = survey(block);
    expect(depth).toBeLessThan(60);
    expect(seen).toEqual(Array.from({ length: 300 }, () => 1));
    expect(module.overlaps(module.block(block), [-1e300, -1e300, -1e300], [1e300, 1e300, 1e300])).toHaveLength(300);
  });

  it('never loses a part by rounding', () => {
    const list = children(200, 8, (random) => [1e4 + random(), 1e-3 * random(), 1e-40 * random()]);
    const at = module.block(compoundBlock(list));
    for (const [part, { low, high }] of list.entries()) {
      expect(module.overlaps(at, high, high)).toContain(part);
      expect(module.overlaps(at, low, low)).toContain(part);
    }
  });

  it('are the same whatever else is built', () => {
    const mesh = ball(12, (k) => 1 + 0.1 * (k % 7));
    expect(meshBlock(mesh.vertices, mesh.indices)).toEqual(meshBlock(mesh.vertices.slice(), mesh.indices.slice()));
    for (const head of HEADS) expect(head % 16).toBe(0);
  });
});

describe('blocks of meshes', () => {
  it('build a hundred thousand triangles in about a second', () => {
    const mesh = grid(225, 225, 1, (x, z) => Math.sin(x) + Math.cos(z));
    const start = performance.now();
    const block = meshBlock(mesh.vertices, mesh.indices);
    expect(performance.now() - start).toBeLessThan(5000); // on a machine that does other things as well
    expect(words(block).getUint32(Bvh.partCount, true)).toBe(100352);
  });

  /** For each part, its vertices across its edges as positions; null: none. */
  function across(block: Uint8Array): Map<number, (string | null)[]> {
    const view = words(block);
    const position = (vertex: number) => {
      const at = view.getUint32(MeshBlock.vertices, true) + 24 * vertex;
      return [0, 8, 16].map((k) => view.getFloat64(at + k, true)).join();
    };
    const found = new Map<number, (string | null)[]>();
    for (let k = 0; k < view.getUint32(Bvh.partCount, true); k++) {
      const at = view.getUint32(Bvh.parts, true) + k * TriangleRecord.size;
      const vertices = [0, 4, 8].map((edge) => view.getUint32(at + TriangleRecord.acrossAB + edge, true));
      found.set(
        view.getUint32(at + TriangleRecord.part, true),
        vertices.map((vertex) => (vertex === NO_VERTEX ? null : position(vertex))),
      );
    }
    return found;
  }

  it('know what is across an edge by position, not by index', () => {
    // Two triangles of a square with vertices of their own, one of them at -0.
    const vertices = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1, 0, -0, 1, 1, -0, 0);
    expect([...across(meshBlock(vertices, Uint32Array.of(0, 2, 1, 3, 5, 4)))]).toEqual(
      expect.arrayContaining([
        [0, [null, '1,0,1', null]],
        [1, [null, '0,0,0', null]],
      ]),
    );
  });

  it('know no neighbour where three triangles meet, and leave triangles without an area out', () => {
    const vertices = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, -1, 0, 2, 0, 0);
    const found = across(meshBlock(vertices, Uint32Array.of(0, 1, 2, 0, 1, 5, 1, 0, 3, 0, 1, 4)));
    expect([...found.keys()].sort()).toEqual([0, 2, 3]);
    for (const edges of found.values()) expect(edges).toEqual([null, null, null]);
    expect(() => meshBlock(vertices, Uint32Array.of(0, 1, 5))).toThrow(/at least one triangle/);
  });

  it('know a neighbour everywhere on a closed surface', () => {
    const mesh = ball(8, () => 1);
    for (const edges of across(meshBlock(mesh.vertices, mesh.indices)).values()) expect(edges).not.toContain(null);
  });
});

describe('blocks of height fields and splines', () => {
  it('visit the triangles of a height field that a box may touch', () => {
    const random = randomNumbers(4);
    const heights = Float64Array.from({ length: 7 * 5 }, () => random() * 3);
    const shape = module.heightField(heightFieldBlock(heights, 7, 5, 0.5, 2));
    for (let k = 0; k < 500; k++) {
      const low: Vec3 = [random() * 4 - 2, random() * 4 - 0.5, random() * 16 - 8];
      const high = low.map((x) => x + random() ** 2 * 3) as Vec3;
      const found = module.triangles(shape, low, high);
      for (let triangle = 0; triangle < 6 * 4 * 2; triangle++) {
        const { corners } = module.corners(shape, triangle);
        const touches = [0, 1, 2].every(
          (axis) => Math.min(...corners.map((c) => c[axis])) <= high[axis] && Math.max(...corners.map((c) => c[axis])) >= low[axis],
        );
        if (touches) expect(found).toContain(triangle);
        else if (found.includes(triangle)) expect(Math.min(...corners.map((c) => c[1]))).toBeLessThanOrEqual(high[1]);
      }
    }
    expect(module.triangles(shape, [NaN, 0, 0], [NaN, 1, 1])).toEqual([]);
    expect(module.triangles(shape, [-1e300, -1e300, -1e300], [1e300, 1e300, 1e300])).toHaveLength(48);
    expect(module.triangles(shape, [1.1, 0, 0], [2, 3, 1])).toEqual([]);
  });

  it('cut splines into pieces that stay near the curve', () => {
    const points = Float64Array.of(0, 0, 0, 1, 1, 0, 2, 0, 1);
    const tangents = Float64Array.of(1, 2, 0, 1, -1, 1, 1, 0, -2);
    const view = words(splineBlock(points, tangents, true, 0.2));
    const at = (segment: number, field: number) => view.getUint32(SplineBlock.parts, true) + segment * SplineSegment.size + field;
    const point = (index: number) =>
      [0, 8, 16].map((k) => view.getFloat64(view.getUint32(SplineBlock.points, true) + 24 * index + k, true));
    expect(view.getUint32(Bvh.partCount, true)).toBe(3);
    let pieces = 0;
    for (let segment = 0; segment < 3; segment++) {
      expect(view.getUint32(at(segment, SplineSegment.firstPiece), true)).toBe(pieces);
      const count = view.getUint32(at(segment, SplineSegment.pieceCount), true);
      const s = Array.from({ length: 12 }, (_, k) => view.getFloat64(at(segment, 8 * k), true));
      const curve = (t: number) =>
        [0, 1, 2].map((k) => {
          const [p0, p1, m0, m1] = [s[k], s[k + 3], s[k + 6], s[k + 9]];
          return (
            (2 * t ** 3 - 3 * t ** 2 + 1) * p0 + (t ** 3 - 2 * t ** 2 + t) * m0 + (3 * t ** 2 - 2 * t ** 3) * p1 + (t ** 3 - t ** 2) * m1
          );
        });
      for (let piece = 0; piece < count; piece++) {
        const [a, b] = [point(pieces + piece), point(pieces + piece + 1)];
        expect(Math.hypot(...curve(piece / count).map((x, k) => x - a[k]))).toBeLessThan(1e-12);
        const middle = curve((piece + 0.5) / count).map((x, k) => x - (a[k] + b[k]) / 2);
        expect(Math.hypot(...middle)).toBeLessThan(0.01 * 0.2);
      }
      pieces += count;
    }
    expect(view.getUint32(SplineBlock.pointCount, true)).toBe(pieces + 1);
  });
});
