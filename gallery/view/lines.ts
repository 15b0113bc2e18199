import { Group, InstancedInterleavedBuffer, InterleavedBufferAttribute, type Material } from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import type { DebugLines } from '../../bindings/debug/index.ts';

/** Pixels. */
const WIDTH = 2.5;
/** px of height of a picture below which lines are finer in proportion, to so much of their width at least. */
const FULL_HEIGHT = 600;
const FINEST = 0.45;
/** Of what lies within bodies or behind them. */
const HIDDEN_OPACITY = 0.5;
/** A dark edge on either side, so that bright lines are seen before what is bright. */
const EDGE = { width: 1, opacity: 0.45 };
const FIRST_CAPACITY = 256;

/** Line segments that are seen through bodies, if less clearly. */
export class LineView {
  readonly group = new Group();
  private readonly visible: LineSegments2;
  private readonly hidden: LineSegments2;
  private readonly edge: LineSegments2;
  private geometry = new LineSegmentsGeometry();
  private ends!: InstancedInterleavedBuffer;
  private colors!: InstancedInterleavedBuffer;
  private capacity = 0;

  constructor(private readonly width = WIDTH) {
    this.visible = new LineSegments2(this.geometry, lineMaterial(width, 1));
    this.hidden = new LineSegments2(this.geometry, lineMaterial(width, HIDDEN_OPACITY));
    this.hidden.material.depthTest = false;
    this.edge = new LineSegments2(this.geometry, edgeMaterial(width + 2 * EDGE.width));
    for (const [order, lines] of this.all.entries()) {
      lines.frustumCulled = false;
      // Over translucent things.
      lines.renderOrder = 2 + order;
      this.group.add(lines);
    }
    this.reserve(FIRST_CAPACITY);
    this.show(null);
  }

  /** In the order in which they are drawn. */
  private get all(): LineSegments2[] {
    return [this.edge, this.hidden, this.visible];
  }

  show(lines: DebugLines | null): void {
    const count = lines?.count ?? 0;
    this.group.visible = count > 0;
    this.geometry.instanceCount = count;
    if (!lines || count === 0) return;
    if (count > this.capacity) this.reserve(Math.max(count, 2 * this.capacity));
    this.geometry.instanceCount = count;
    write(this.ends, lines.positions, 6 * count);
    write(this.colors, lines.colors, 6 * count);
  }

  /** Follows the height of the picture, CSS pixels. */
  setHeight(height: number): void {
    const fineness = Math.min(1, Math.max(FINEST, height / FULL_HEIGHT));
    for (const lines of this.all) lines.material.linewidth = fineness * (this.width + (lines === this.edge ? 2 * EDGE.width : 0));
  }

  dispose(): void {
    this.group.removeFromParent();
    this.geometry.dispose();
    for (const lines of this.all) (lines.material as Material).dispose();
  }

  private reserve(capacity: number): void {
    this.capacity = capacity;
    this.geometry.dispose();
    const geometry = new LineSegmentsGeometry();
    this.ends = new InstancedInterleavedBuffer(new Float32Array(6 * capacity), 6, 1);
    this.colors = new InstancedInterleavedBuffer(new Uint8Array(6 * capacity), 6, 1);
    for (const [name, buffer, normalized] of [
      ['instance', this.ends, false],
      ['instanceColor', this.colors, true],
    ] as const) {
      geometry.setAttribute(`${name}Start`, new InterleavedBufferAttribute(buffer, 3, 0, normalized));
      geometry.setAttribute(`${name}End`, new InterleavedBufferAttribute(buffer, 3, 3, normalized));
    }
    this.geometry = geometry;
    for (const lines of this.all) lines.geometry = geometry;
  }
}

function write(buffer: InstancedInterleavedBuffer, source: Float32Array | Uint8Array, length: number): void {
  buffer.array.set(source.subarray(0, length));
  buffer.clearUpdateRanges();
  buffer.addUpdateRange(0, length);
  buffer.needsUpdate = true;
}

/** Its colours are those of CSS, which three.js would take for linear ones. */
function lineMaterial(linewidth: number, opacity: number): LineMaterial {
  const material = new LineMaterial({ linewidth, vertexColors: true, transparent: true, opacity, toneMapped: false, depthWrite: false });
  material.fragmentShader = material.fragmentShader.replace(
    '#include <color_fragment>',
    '#include <color_fragment>\ndiffuseColor.rgb = pow(diffuseColor.rgb, vec3(2.2));',
  );
  return material;
}

function edgeMaterial(linewidth: number): LineMaterial {
  const { opacity } = EDGE;
  return new LineMaterial({ linewidth, color: 0, transparent: true, opacity, toneMapped: false, depthTest: false, depthWrite: false });
}
