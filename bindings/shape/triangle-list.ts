import type { Vec3 } from '../core/arguments.ts';

/** A surface for drawing. */
export interface Triangulation {
  /** x y z of each vertex, m. */
  positions: Float32Array;
  /** Unit outward normal at each vertex. Where the surface has a crease, vertices at one place have different normals. */
  normals: Float32Array;
  /** Three vertices a triangle, counter-clockwise seen from outside. */
  indices: Uint32Array;
}

/** Collects a triangulation. */
export class TriangleList {
  private readonly positions: number[] = [];
  private readonly normals: number[] = [];
  private readonly indices: number[] = [];

  /** Returns the vertex's number. */
  vertex(position: Vec3, normal: Vec3): number {
    this.positions.push(...position);
    this.normals.push(...normal);
    return this.positions.length / 3 - 1;
  }

  triangle(a: number, b: number, c: number): void {
    this.indices.push(a, b, c);
  }

  /** A flat polygon, its corners counter-clockwise. */
  polygon(corners: readonly Vec3[], normal: Vec3): void {
    const vertices = corners.map((corner) => this.vertex(corner, normal));
    for (let k = 1; k + 1 < vertices.length; k++) this.triangle(vertices[0], vertices[k], vertices[k + 1]);
  }

  /**
   * The strip between two rings of vertices. Looking along the way from the lower to the upper ring, the rings run
   * counter-clockwise. A ring may be a pole: all of its vertices at one place.
   */
  strip(lower: Ring, upper: Ring): void {
    const count = lower.vertices.length;
    for (let k = 0; k < count; k++) {
      const next = (k + 1) % count;
      const [a, b, c, d] = [lower.vertices[k], lower.vertices[next], upper.vertices[next], upper.vertices[k]];
      if (!lower.pole) this.triangle(a, c, b);
      if (!upper.pole) this.triangle(a, d, c);
    }
  }

  finish(): Triangulation {
    return {
      positions: Float32Array.from(this.positions),
      normals: Float32Array.from(this.normals),
      indices: Uint32Array.from(this.indices),
    };
  }
}

export interface Ring {
  readonly vertices: readonly number[];
  readonly pole: boolean;
}
