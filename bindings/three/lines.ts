// Line segments that are other ones each frame.
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  LineBasicMaterial,
  type LineBasicMaterialParameters,
  LineSegments,
  SRGBColorSpace,
} from 'three';
import { describe, using } from '../core/arguments.ts';
import { isTypedArray } from '../core/lists.ts';
import type { DebugLines } from '../debug/index.ts';
import { HolonomicError } from '../index.ts';

/** Numbers of a segment in each of the arrays: three for both ends. */
const SEGMENT = 6;
/** Segments that there is room for at least. */
const LEAST_ROOM = 256;

/**
 * Creates an object that shows nothing until `updateLines` passes it lines. `parameters` are those of its material, which uses the colours
 * of the lines; `{ depthTest: false }` shows lines inside bodies.
 */
export function createLines(parameters: LineBasicMaterialParameters = {}): LineSegments<BufferGeometry, LineBasicMaterial> {
  const geometry = new BufferGeometry();
  makeRoom(geometry, LEAST_ROOM);
  geometry.setDrawRange(0, 0);
  const lines = new LineSegments(geometry, new LineBasicMaterial({ vertexColors: true, toneMapped: false, ...parameters }));
  lines.frustumCulled = false; // where they are is not looked at
  return lines;
}

/**
 * Replaces the line segments. The geometry's buffers are written in place, and grow if necessary. `lines` comes from `createLines`. Throws
 * `invalid-argument` if the arrays hold less than `count` segments.
 */
export function updateLines(lines: LineSegments, given: DebugLines): void {
  using('What updateLines is given', () => show(lines, given));
}

function show(lines: LineSegments, { positions, colors, count }: DebugLines): void {
  const length = count * SEGMENT;
  if (!(isTypedArray(positions, 'Float32Array') && isTypedArray(colors, 'Uint8Array')))
    throw new HolonomicError('invalid-argument', 'updateLines needs lines from createLines, and a result of debugLines.');
  if (!(Number.isInteger(count) && count >= 0 && positions.length >= length && colors.length >= length))
    throw new HolonomicError(
      'invalid-argument',
      `count must be a whole number of segments, with six numbers each in positions and in colors, but is ${describe(count)}, with lengths ` +
        `${positions.length} and ${colors.length}.`,
    );
  const { geometry } = lines;
  if (!(geometry.attributes.color?.array.length >= length)) makeRoom(geometry, Math.max(2 * count, LEAST_ROOM));
  const shown = geometry.attributes as Record<'position' | 'color', BufferAttribute>;
  (shown.position.array as Float32Array).set(positions.length > length ? positions.subarray(0, length) : positions);
  const working = workingValues();
  const target = shown.color.array;
  for (let k = 0; k < length; k++) target[k] = working[colors[k]];
  for (const attribute of [shown.position, shown.color]) {
    attribute.clearUpdateRanges();
    attribute.addUpdateRange(0, length);
    attribute.needsUpdate = true;
  }
  geometry.setDrawRange(0, 2 * count);
}

/** New buffers. Those on the graphics card cannot grow either, and are let go of. */
function makeRoom(geometry: BufferGeometry, segments: number): void {
  geometry.dispose();
  for (const name of ['position', 'color']) {
    const attribute = new BufferAttribute(new Float32Array(segments * SEGMENT), 3);
    geometry.setAttribute(name, attribute.setUsage(DynamicDrawUsage));
  }
}

/** What three.js computes with for each sRGB value: colours at vertices are not converted by itself. */
function workingValues(): Float32Array {
  const color = new Color();
  return Float32Array.from({ length: 256 }, (_, value) => color.setRGB(value / 255, value / 255, value / 255, SRGBColorSpace).r);
}
