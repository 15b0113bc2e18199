// Boxes and cylinders of half size one, whose edges are rounded by the shader as far as each instance's stretch asks for.
//
// Every vertex stands in a corner of the full shape, and its attribute `bevel` is the way that it draws back from there: faces keep their
// normals, and the chamfers between them interpolate. Rays and outlines see the full shape.
import { BufferAttribute, BufferGeometry, Vector3 } from 'three';

export const BEVEL = 'bevel';

class Builder {
  readonly positions: number[] = [];
  readonly normals: number[] = [];
  readonly bevels: number[] = [];
  readonly indices: number[] = [];

  vertex(position: readonly number[], normal: readonly number[], bevel: readonly number[]): number {
    this.positions.push(...position);
    this.normals.push(...normal);
    this.bevels.push(...bevel);
    return this.positions.length / 3 - 1;
  }

  /** The side on which the sum of the normals is, is the outer one. */
  triangle(a: number, b: number, c: number): void {
    const at = (list: number[], vertex: number, inset = 0) =>
      new Vector3().fromArray(list, 3 * vertex).addScaledVector(new Vector3().fromArray(this.bevels, 3 * vertex), inset);
    // Chamfers have an area only once the vertices have drawn back.
    const [p, q, r] = [a, b, c].map((vertex) => at(this.positions, vertex, -0.1));
    const outwards = [a, b, c].reduce((sum, vertex) => sum.add(at(this.normals, vertex)), new Vector3());
    const turnsLeft = q.sub(p).cross(r.sub(p)).dot(outwards) > 0;
    this.indices.push(...(turnsLeft ? [a, b, c] : [a, c, b]));
  }

  quad(a: number, b: number, c: number, d: number): void {
    this.triangle(a, b, c);
    this.triangle(a, c, d);
  }

  finish(): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(this.positions), 3));
    geometry.setAttribute('normal', new BufferAttribute(new Float32Array(this.normals), 3));
    geometry.setAttribute(BEVEL, new BufferAttribute(new Float32Array(this.bevels), 3));
    geometry.setIndex(new BufferAttribute(new Uint32Array(this.indices), 1));
    return geometry;
  }
}

/** A box of half extents one: 24 vertices, 44 triangles. */
export function roundedUnitBox(): BufferGeometry {
  const builder = new Builder();
  const sign = (corner: number, axis: number) => (corner & (1 << axis) ? 1 : -1);
  for (let axis = 0; axis < 3; axis++)
    for (let corner = 0; corner < 8; corner++) {
      const place = [0, 1, 2].map((k) => sign(corner, k));
      builder.vertex(
        place,
        place.map((part, k) => (k === axis ? part : 0)),
        place.map((part, k) => (k === axis ? 0 : part)),
      );
    }
  for (let axis = 0; axis < 3; axis++) {
    const [next, last] = [(axis + 1) % 3, (axis + 2) % 3];
    const [u, v, along] = [1 << next, 1 << last, 1 << axis];
    for (const side of [0, along]) builder.quad(...([side, side | u, side | u | v, side | v].map((corner) => 8 * axis + corner) as Quad));
    // Edges along this axis, between faces of the two others.
    for (const edge of [0, u, v, u | v])
      builder.quad(8 * next + edge, 8 * next + (edge | along), 8 * last + (edge | along), 8 * last + edge);
  }
  for (let corner = 0; corner < 8; corner++) builder.triangle(corner, 8 + corner, 16 + corner);
  return builder.finish();
}

type Quad = [number, number, number, number];

/** A cylinder of radius one from y = -1 to 1. */
export function roundedUnitCylinder(segments = 40): BufferGeometry {
  const builder = new Builder();
  const columns = Array.from({ length: segments }, (_, k) => {
    const angle = (2 * Math.PI * k) / segments;
    const out = [Math.cos(angle), 0, Math.sin(angle)];
    const at = (y: number) => [out[0], y, out[2]];
    return [-1, 1].map((y) => ({
      cap: builder.vertex(at(y), [0, y, 0], out),
      side: builder.vertex(at(y), out, [0, y, 0]),
    }));
  });
  const centers = [-1, 1].map((y) => builder.vertex([0, y, 0], [0, y, 0], [0, 0, 0]));
  for (const [k, [bottom, top]] of columns.entries()) {
    const [nextBottom, nextTop] = columns[(k + 1) % segments];
    builder.triangle(centers[0], bottom.cap, nextBottom.cap);
    builder.triangle(centers[1], top.cap, nextTop.cap);
    builder.quad(bottom.side, nextBottom.side, nextTop.side, top.side);
    builder.quad(bottom.cap, nextBottom.cap, nextBottom.side, bottom.side);
    builder.quad(top.cap, nextTop.cap, nextTop.side, top.side);
  }
  return builder.finish();
}
