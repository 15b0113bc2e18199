import { Color, SRGBColorSpace } from 'three';
import { expect, test } from 'vitest';
import { createLines, updateLines } from '../../bindings/three/index.ts';

/** Segments whose numbers are all different. */
function segments(count: number, room = count) {
  const positions = Float32Array.from({ length: 6 * room }, (_, k) => k + 0.5);
  const colors = Uint8Array.from({ length: 6 * room }, (_, k) => k % 256);
  return { positions, colors, count };
}

test('lines show what they were given last', () => {
  const lines = createLines();
  const { geometry } = lines;
  expect(geometry.drawRange).toEqual({ start: 0, count: 0 });
  for (const given of [segments(3), segments(300), segments(2, 1000), segments(0)]) {
    const versions = ['position', 'color'].map((name) => (geometry.getAttribute(name) as never as { version: number }).version);
    const buffer = geometry.getAttribute('position');
    updateLines(lines, given);
    const length = 6 * given.count;
    expect(geometry.drawRange).toEqual({ start: 0, count: 2 * given.count });
    expect(Array.from(geometry.getAttribute('position').array.slice(0, length))).toEqual(Array.from(given.positions.slice(0, length)));
    const { array } = geometry.getAttribute('color');
    for (let k = 0; k < length; k += 3) {
      const [r, g, b] = given.colors.slice(k, k + 3);
      const color = new Color().fromArray(array, k).getRGB({ r: 0, g: 0, b: 0 }, SRGBColorSpace);
      for (const [shown, wanted] of [
        [color.r, r],
        [color.g, g],
        [color.b, b],
      ])
        expect(shown * 255).toBeCloseTo(wanted, 2);
    }
    for (const [k, name] of ['position', 'color'].entries()) {
      const { version, updateRanges } = geometry.getAttribute(name) as never as { version: number; updateRanges: unknown };
      expect(updateRanges).toEqual([{ start: 0, count: length }]);
      if (geometry.getAttribute('position') === buffer) expect(version).toBe(versions[k] + 1);
    }
  }
});

test('buffers grow by doubling, and those on the graphics card are let go of then', () => {
  const lines = createLines();
  let disposed = 0;
  lines.geometry.addEventListener('dispose', () => disposed++);
  for (let count = 1; count <= 5000; count += 50) updateLines(lines, segments(count));
  expect(disposed).toBeGreaterThan(2);
  expect(disposed).toBeLessThan(8);
  const { array } = lines.geometry.getAttribute('position');
  updateLines(lines, segments(1));
  expect(lines.geometry.getAttribute('position').array).toBe(array);
});

test('the material takes parameters and the colours of the lines; lines are never culled', () => {
  const lines = createLines({ depthTest: false });
  expect([lines.material.depthTest, lines.material.vertexColors, lines.frustumCulled]).toEqual([false, true, false]);
});

test.each([-1, 0.5, 4, Number.NaN])('a count that does not fit is refused: %s', (count) => {
  expect(() => updateLines(createLines(), { ...segments(3), count })).toThrow(
    expect.objectContaining({ code: 'invalid-argument', message: expect.stringContaining(`but is ${count}, with lengths 18 and 18`) }),
  );
});
