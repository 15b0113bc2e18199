// A tree of boxes over the parts of one shape: triangles of a mesh, segments of a spline, children of a compound. Four boxes a node,
// side by side, so that one instruction tests them all. It never changes.

/**
 * Head of a block that holds parts under a tree. Places are bytes from the head's start.
 * @layout
 */
// @ts-ignore: decorator
@unmanaged
export class Bvh {
  nodeCount: u32;
  partCount: u32;
  /** BvhNode each, the root first; 16-byte aligned. */
  nodes: u32;
  /** What the parts are is up to the shape: see its record. */
  parts: u32;
}

/** Four boxes in the shape's frame, rounded outwards to f32: x, y and z of their lows, then of their highs. @layout */
// @ts-ignore: decorator
@unmanaged
export class BvhNode {
  lowX0: f32;
  lowX1: f32;
  lowX2: f32;
  lowX3: f32;
  lowY0: f32;
  lowY1: f32;
  lowY2: f32;
  lowY3: f32;
  lowZ0: f32;
  lowZ1: f32;
  lowZ2: f32;
  lowZ3: f32;
  highX0: f32;
  highX1: f32;
  highX2: f32;
  highX3: f32;
  highY0: f32;
  highY1: f32;
  highY2: f32;
  highY3: f32;
  highZ0: f32;
  highZ1: f32;
  highZ2: f32;
  highZ3: f32;
  /** At least 0: a node. Below 0: ~part, the part's index. An empty place has a box that is inside out, low above high. */
  child0: i32;
  child1: i32;
  child2: i32;
  child3: i32;
}
