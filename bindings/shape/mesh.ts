import { boolean, options, orDefault, type Vec3 } from '../core/arguments.ts';
import { fixProperties, refuseReadOnly } from '../core/assignments.ts';
import { HolonomicError } from '../core/errors.ts';
import { length } from '../core/geometry.ts';
import { ShapeFlag, ShapeType } from '../core/layout.ts';
import { ShownNumbers } from '../core/lists.ts';
import { meshBlock } from '../tree/index.ts';
import { requireClosed, solidProperties } from './closed-mesh.ts';
import { LineList } from './line-list.ts';
import { boundingBox } from './mass-properties.ts';
import { type MeshTriangles, mergedIndices, readTriangles, triangleNormal, vertexAt, withArea, withoutDoubles } from './mesh-triangles.ts';
import type { ShapeExtent, ShapeGeometry } from './shape.ts';
import { SHAPE_ADVICE, ShapeBase } from './shape.ts';
import { TriangleList, type Triangulation } from './triangle-list.ts';

export interface TriangleMeshOptions {
  /** Whether the triangles bound a solid, which then has to be closed and has a mass. True by default; false for a surface. */
  solid?: boolean;
  /** Whether bodies can pass through triangles from behind. False by default. */
  oneSided?: boolean;
}

/**
 * A triangle mesh of any form, anywhere in the body's frame. By default it bounds a solid, whose centre of mass and principal axes follow
 * from the mesh. With `solid: false` it is a surface, which may have holes and borders and has no mass.
 *
 * `vertices` holds x, y, z of each vertex in metres, `indices` three vertices per triangle, counter-clockwise seen from outside. Both are
 * copied. Several vertices may be at exactly the same place, as in graphics meshes at creases. Triangles without area are ignored, and so
 * are duplicate triangles of a surface; `ignoredTriangles` counts them. Throws
 *
 * - `invalid-argument` for numbers that are not finite or beyond 1e18 m, lengths that are not multiples of three, indices out of range, and
 *   options that are not booleans;
 * - `open-mesh` if the mesh should be solid and an edge is not shared by exactly two triangles that run along it in opposite directions, or
 *   if the mesh is inside out; the message distinguishes a hole from a flipped triangle;
 * - `degenerate-mesh` if a solid mesh encloses no volume, or crosses itself so that its inertia is impossible, or if no triangle of a
 *   surface has an area.
 */
export class TriangleMesh extends ShapeBase {
  readonly type = 'mesh';
  readonly #vertices: ShownNumbers<Float64Array>;
  readonly #indices: ShownNumbers<Uint32Array>;
  readonly solid: boolean;
  readonly oneSided: boolean;
  /** Number of given triangles that are ignored, because they have no area or are duplicates. */
  readonly ignoredTriangles: number;

  constructor(vertices: ArrayLike<number>, indices: ArrayLike<number>, meshOptions: TriangleMeshOptions = {}) {
    const { solid, oneSided } = readMeshOptions(meshOptions);
    const given = readTriangles(vertices, indices);
    if (solid) requireClosed(given);
    super(solid ? solidProperties(given) : undefined);
    const open = { vertices: given.vertices, indices: withArea(given) };
    const kept = solid ? open.indices : withoutDoubles(open, oneSided);
    this.#vertices = new ShownNumbers(given.vertices);
    this.#indices = new ShownNumbers(kept);
    this.solid = solid;
    this.oneSided = oneSided;
    this.ignoredTriangles = (given.indices.length - kept.length) / 3;
    if (kept.length === 0) throw new HolonomicError('degenerate-mesh', 'No triangle of the mesh has an area.');
    fixProperties(this);
  }

  /** x, y, z of each vertex, m. */
  get vertices(): readonly number[] {
    return this.#vertices.shown;
  }
  /** Three vertices per triangle, without ignored triangles: part k of the mesh is the triangle from `indices[3 * k]` on. */
  get indices(): readonly number[] {
    return this.#indices.shown;
  }

  private get triangles(): MeshTriangles {
    return { vertices: this.#vertices.list, indices: this.#indices.list };
  }

  /** @internal */
  protected override massAdvice(): string {
    return `it is a surface. Make it closed and solid, ${super.massAdvice()}`;
  }

  protected override makeGeometry(): ShapeGeometry {
    const { vertices, indices } = this.triangles;
    return {
      type: ShapeType.Mesh,
      ...this.extent(),
      flags: (this.oneSided ? ShapeFlag.OneSided : 0) | (this.solid ? ShapeFlag.Solid : 0),
      block: meshBlock(vertices, indices),
    };
  }

  /** @internal The numbers of its geometry: what takes long is the block. */
  extent(): ShapeExtent {
    const { vertices, indices } = this.triangles;
    const used = Array.from(indices, (vertex) => vertexAt(vertices, vertex));
    const [low, high] = boundingBox(used.flat());
    const reach = used.reduce((most, vertex) => Math.max(most, length(vertex)), 0);
    return { low, high, size: [0, 0, 0], radius: 0, breadth: Infinity, reach };
  }

  /** Every edge once. */
  override wireframe(): Float32Array {
    const lines = new LineList();
    const merged = mergedIndices(this.triangles);
    const { vertices } = this.triangles;
    const count = vertices.length / 3;
    const drawn = new Set<number>();
    for (let corner = 0; corner < merged.length; corner++) {
      const [from, to] = [merged[corner], merged[corner % 3 === 2 ? corner - 2 : corner + 1]];
      const key = Math.min(from, to) * count + Math.max(from, to);
      if (drawn.has(key)) continue;
      drawn.add(key);
      lines.segment(vertexAt(vertices, from), vertexAt(vertices, to));
    }
    return lines.finish();
  }

  override triangulate(): Triangulation {
    const triangles = new TriangleList();
    const { vertices, indices } = this.triangles;
    for (let corner = 0; corner < indices.length; corner += 3) {
      const corners = [0, 1, 2].map((k) => vertexAt(vertices, indices[corner + k])) as [Vec3, Vec3, Vec3];
      triangles.polygon(corners, triangleNormal(...corners)!);
    }
    return triangles.finish();
  }
}

refuseReadOnly(TriangleMesh, 'a shape', SHAPE_ADVICE);

function readMeshOptions(given: TriangleMeshOptions): Required<TriangleMeshOptions> {
  const o = options<TriangleMeshOptions>(given, 'The options of TriangleMesh', ['solid', 'oneSided']);
  return { solid: boolean(orDefault(o.solid, true), 'solid'), oneSided: boolean(orDefault(o.oneSided, false), 'oneSided') };
}
