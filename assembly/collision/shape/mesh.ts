// A surface of triangles under a tree of boxes. Triangles lie in the order of the tree's leaves, vertices in the order of their first use:
// what is near in space is near in memory.

/** In place of a vertex that is not there. @layout */
export const NO_VERTEX: u32 = 0xffffffff;

/**
 * A mesh: a Bvh (shape/bvh.ts) over its triangles, one a leaf, then this. Places are bytes from the head's start.
 * @layout
 */
// @ts-ignore: decorator
@unmanaged
export class MeshBlock {
  nodeCount: u32;
  partCount: u32;
  nodes: u32;
  /** TriangleRecord each. */
  parts: u32;
  vertexCount: u32;
  /** x y z of each vertex, f64; no two are equal. */
  vertices: u32;
  /** vertexCount + 1 places in the list of rings where that of a vertex starts and ends, u32. */
  ringStarts: u32;
  /** Vertices that share an edge with a vertex, u32. */
  rings: u32;
}

/** A triangle: its vertices, counter-clockwise from the front. @layout */
// @ts-ignore: decorator
@unmanaged
export class TriangleRecord {
  a: u32;
  b: u32;
  c: u32;
  /** Its number in the list that the user gave. */
  part: u32;
  /** The third vertex of the one triangle on the other side of each edge; NO_VERTEX where there is none or more than one. */
  acrossAB: u32;
  acrossBC: u32;
  acrossCA: u32;
  reserved: u32;
}
