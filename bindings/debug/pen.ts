import type { Quat, Vec3 } from '../core/arguments.ts';

/** Line segments for drawing, as `LineSegments` of three.js and the like take them. */
export interface DebugLines {
  /** x y z of both ends of each segment, m, in the world's frame. */
  positions: Float32Array;
  /** Red, green and blue of both ends, 0 to 255. */
  colors: Uint8Array;
  /** Segments that are drawn; the arrays may be longer. */
  count: number;
}

const FEWEST = 256;
/** Numbers of a segment in each of the arrays. */
export const SEGMENT_NUMBERS = 6;

export const emptyLines = (): DebugLines => ({
  positions: new Float32Array(FEWEST * SEGMENT_NUMBERS),
  colors: new Uint8Array(FEWEST * SEGMENT_NUMBERS),
  count: 0,
});

/** Adds segments to lines, whose arrays are replaced by twice as long ones when they are full. Colours are 0xRRGGBB. */
export class Pen {
  constructor(private readonly lines: DebugLines) {}

  segment(from: Readonly<Vec3>, to: Readonly<Vec3>, color: number): void {
    this.makeRoom(1);
    const { lines } = this;
    const { positions } = lines;
    const at = lines.count * SEGMENT_NUMBERS;
    for (let axis = 0; axis < 3; axis++) {
      positions[at + axis] = from[axis];
      positions[at + 3 + axis] = to[axis];
    }
    this.paint(1, color);
  }

  path(points: readonly Readonly<Vec3>[], color: number): void {
    for (let k = 0; k + 1 < points.length; k++) this.segment(points[k], points[k + 1], color);
  }

  /** Segments in a frame of their own, scaled and then put at a pose. Most of what is drawn comes from here, so it makes no vectors. */
  wireframe(ends: Float32Array, position: Readonly<Vec3>, [qx, qy, qz, qw]: Quat, color: number, scale = 1): void {
    const segments = ends.length / SEGMENT_NUMBERS;
    this.makeRoom(segments);
    const { positions, count } = this.lines;
    const [px, py, pz] = position;
    let at = count * SEGMENT_NUMBERS;
    for (let k = 0; k < ends.length; k += 3, at += 3) {
      const x = scale * ends[k];
      const y = scale * ends[k + 1];
      const z = scale * ends[k + 2];
      const tx = 2 * (qy * z - qz * y);
      const ty = 2 * (qz * x - qx * z);
      const tz = 2 * (qx * y - qy * x);
      positions[at] = px + x + qw * tx + qy * tz - qz * ty;
      positions[at + 1] = py + y + qw * ty + qz * tx - qx * tz;
      positions[at + 2] = pz + z + qw * tz + qx * ty - qy * tx;
    }
    this.paint(segments, color);
  }

  /** Colours so many segments whose ends have been written, and counts them. */
  private paint(segments: number, color: number): void {
    const { lines } = this;
    const { colors } = lines;
    const [red, green, blue] = [color >> 16, (color >> 8) & 0xff, color & 0xff];
    const end = (lines.count + segments) * SEGMENT_NUMBERS;
    for (let k = lines.count * SEGMENT_NUMBERS; k < end; k += 3) {
      colors[k] = red;
      colors[k + 1] = green;
      colors[k + 2] = blue;
    }
    lines.count += segments;
  }

  private makeRoom(segments: number): void {
    const { lines } = this;
    const needed = (lines.count + segments) * SEGMENT_NUMBERS;
    let room = Math.min(lines.positions.length, lines.colors.length);
    if (room >= needed) return;
    room = Math.max(room, FEWEST * SEGMENT_NUMBERS);
    while (room < needed) room *= 2;
    const { positions, colors } = lines;
    lines.positions = new Float32Array(room);
    lines.colors = new Uint8Array(room);
    // Arrays that were transferred have a length of 0, and no part can be taken of them.
    if (positions.length) lines.positions.set(positions.subarray(0, room));
    if (colors.length) lines.colors.set(colors.subarray(0, room));
  }
}
