// Strands of ropes: where on a tube its vertices are.
import { expect, test } from 'vitest';
import { tubeGeometry } from '../../bindings/three/tubes.ts';
import { addStrands } from '../../gallery/view/strands.ts';

test('every vertex of a tube has its direction around the line, its distance along it, and its radius', () => {
  const lines = [
    [0, 1, 2],
    [3, 2],
  ];
  const geometry = tubeGeometry(lines);
  addStrands(geometry, lines, [0, 0, 0, 3, 0, 0, 3, 4, 0, 3, 4, 2], [0.1, 0.2, 0.3, 0.4]);
  const { strand, position } = geometry.attributes;
  expect(strand.count).toBe(position.count);
  const sides = (position.count - 4) / 5;
  const at = (vertex: number) => [strand.getZ(vertex), strand.getW(vertex)].map((value) => Number(value.toFixed(6)));
  const ring = (number: number, tips: number) => number * sides + tips;
  expect([0, 1, 2].map((k) => at(ring(k, 0)))).toEqual([
    [0, 0.1],
    [3, 0.2],
    [7, 0.3],
  ]);
  expect([at(ring(3, 0)), at(ring(3, 1))]).toEqual([
    [0, 0.1],
    [7, 0.1],
  ]);
  // The second line begins after the tips of the first.
  expect([3, 4].map((k) => at(ring(k, 2)))).toEqual([
    [0, 0.4],
    [2, 0.3],
  ]);
  for (let vertex = 0; vertex < strand.count; vertex++) expect(Math.hypot(strand.getX(vertex), strand.getY(vertex))).toBeCloseTo(1, 6);
});
