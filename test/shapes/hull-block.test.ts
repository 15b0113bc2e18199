import { describe, expect, test } from 'vitest';
import { HullBlock } from '../../bindings/core/layout.ts';
import { buildHull, type Hull, hullBlock } from '../../bindings/hull/index.ts';
import { box, cylinder, randomCloud, randomNumbers, spiral } from './hull-points.ts';

/** Reads the block as the kernels do. */
function read(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const field = (name: Exclude<keyof typeof HullBlock, 'size'>) => view.getUint32(HullBlock[name], true);
  const words = (place: number, count: number) => Array.from({ length: count }, (_, k) => view.getUint32(place + 4 * k, true));
  const singles = (place: number, count: number) => Array.from({ length: count }, (_, k) => view.getFloat32(place + 4 * k, true));
  const doubles = (place: number, count: number) => Array.from({ length: count }, (_, k) => view.getFloat64(place + 8 * k, true));
  const pairs = words(field('faces'), 2 * field('faceCount'));
  const starts = words(field('neighbourStarts'), field('vertexCount') + 1);
  return {
    center: doubles(HullBlock.centerX, 3),
    reach: doubles(HullBlock.reach, 1)[0],
    planeLanes: singles(field('planeLanes'), 16 * Math.ceil(field('faceCount') / 4)),
    vertexLanes: singles(field('vertexLanes'), 12 * Math.ceil(field('vertexCount') / 4)),
    largestFace: field('largestFace'),
    places: [field('vertices'), field('planes')],
    end: field('neighbours') + 4 * starts[starts.length - 1],
    vertices: doubles(field('vertices'), 3 * field('vertexCount')),
    planes: doubles(field('planes'), 4 * field('faceCount')),
    faces: Array.from({ length: field('faceCount') }, (_, face) => words(field('corners') + 4 * pairs[2 * face], pairs[2 * face + 1])),
    edges: Array.from({ length: field('edgeCount') }, (_, edge) => words(field('edges') + 16 * edge, 4)),
    neighbours: starts.slice(1).map((end, vertex) => words(field('neighbours') + 4 * starts[vertex], end - starts[vertex])),
  };
}

const hulls: [string, Hull][] = [
  ['box', box(1, 2, 3)],
  ['tetrahedron', [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]],
  ['prism', cylinder(9, 2)],
  ['cloud', randomCloud(50, randomNumbers(6))],
  ['distant cloud', randomCloud(50, randomNumbers(7)).map((value) => value + 1e6)],
  ['sphere', spiral(256)],
].map(([name, points]) => [name as string, buildHull(Float64Array.from(points as number[]))]);

describe.each(hulls)('the block of a %s', (_, hull) => {
  const bytes = hullBlock(hull);
  const block = read(bytes);

  test('holds the hull', () => {
    expect(block.vertices).toEqual([...hull.vertices]);
    expect(block.planes).toEqual([...hull.planes]);
    expect(block.faces).toEqual(hull.faces);
    expect(block.largestFace).toBe(Math.max(...hull.faces.map((corners) => corners.length)));
  });

  test('is of whole 16 bytes, its numbers where they can be loaded', () => {
    expect(bytes.length % 16).toBe(0);
    expect(bytes.length - block.end).toBeGreaterThanOrEqual(0);
    expect(bytes.length - block.end).toBeLessThan(16);
    for (const place of block.places) expect(place % 8).toBe(0);
  });

  test('has planes and vertices as they are seen from the centre, four by four', () => {
    const [x, y, z] = block.center;
    const inFours = (lanes: number[], size: number, index: number) =>
      Array.from({ length: size }, (_, k) => lanes[4 * size * (index >> 2) + 4 * k + (index & 3)]);
    const planes = block.planes.length / 4;
    for (let k = 0; k < 4 * Math.ceil(planes / 4); k++) {
      const [nx, ny, nz, offset] = block.planes.slice(4 * k, 4 * k + 4);
      const plane = k < planes ? [nx, ny, nz, offset - nx * x - ny * y - nz * z] : [0, 0, 0, 1e30];
      expect(inFours(block.planeLanes, 4, k)).toEqual(plane.map(Math.fround));
    }
    const vertices = block.vertices.length / 3;
    let reach = 0;
    for (let k = 0; k < 4 * Math.ceil(vertices / 4); k++) {
      const vertex = k < vertices ? 3 * k : 0;
      const arm = block.center.map((coordinate, axis) => block.vertices[vertex + axis] - coordinate);
      expect(inFours(block.vertexLanes, 3, k)).toEqual(arm.map(Math.fround));
      reach = Math.max(
        reach,
        arm.reduce((sum, size) => sum + Math.abs(size), 0),
      );
    }
    expect(block.reach).toBe(reach);
  });

  test('has each edge once, and the faces on both of its sides', () => {
    const follows = (face: number, from: number, to: number) => {
      const corners = hull.faces[face];
      return corners[(corners.indexOf(from) + 1) % corners.length] === to;
    };
    expect(block.edges.every(([a, b, left, right]) => follows(left, a, b) && follows(right, b, a))).toBe(true);
    expect(new Set(block.edges.map(([a, b]) => `${Math.min(a, b)} ${Math.max(a, b)}`)).size).toBe(block.edges.length);
    expect(2 * block.edges.length).toBe(hull.faces.flat().length);
  });

  test('has the neighbours of each vertex', () => {
    const expected = block.neighbours.map((): number[] => []);
    for (const [a, b] of block.edges) {
      expected[a].push(b);
      expected[b].push(a);
    }
    expect(block.neighbours.map((list) => [...list].sort())).toEqual(expected.map((list) => list.sort()));
    expect(Math.min(...block.neighbours.map((list) => list.length))).toBeGreaterThanOrEqual(3);
  });

  test('has a centre inside', () => {
    const [x, y, z] = block.center;
    for (let k = 0; k < block.planes.length; k += 4)
      expect(block.planes[k] * x + block.planes[k + 1] * y + block.planes[k + 2] * z).toBeLessThan(block.planes[k + 3]);
  });
});
