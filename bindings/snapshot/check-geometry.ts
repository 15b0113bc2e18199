// The geometry blocks of shapes: lists within the block, indices within the lists, trees that are trees.
import {
  Bvh,
  BvhNode,
  ChildFlag,
  ChildRecord,
  CombineRule,
  HeightFieldBlock,
  HullBlock,
  MeshBlock,
  NO_VERTEX,
  NO_WORD,
  SplineBlock,
  SplineSegment,
  SurfaceRecord,
  TriangleRecord,
} from '../core/layout.ts';
import { LARGEST_COORDINATE } from '../shape/arguments.ts';
import { isNonNegative, isSide, range, requireRotation, requireSound, type SnapshotState, unsound } from './state.ts';

const LANES = 4;
/** What the scratch of the kernels has room for. */
const MOST_HULL = { vertices: 256, faces: 512, edges: 768 };
const MOST_FIELD = 32768;
const MOST_CHILDREN = 65535;
const MOST_PIECES = 64;
const POINT = 24;
const NEARLY = 1e-6;

/** A block of geometry and what its head says of it. */
export class GeometryBlock {
  constructor(
    readonly state: SnapshotState,
    readonly address: number,
    private readonly size: number,
  ) {}

  head(field: number): number {
    return this.state.u32[(this.address + field) >>> 2];
  }

  /** Address of a list of so many entries of so many bytes, whose place is a field of the head. */
  list(field: number, count: number, bytes: number, alignment = 4): number {
    return this.listAt(this.head(field), count, bytes, alignment);
  }

  listAt(place: number, count: number, bytes: number, alignment: number): number {
    requireSound(place % alignment === 0 && place + count * bytes <= this.size, 'a list of a shape is longer than its memory');
    return this.address + place;
  }

  requireHead(bytes: number): void {
    requireSound(this.size >= bytes, 'a list of a shape is longer than its memory');
  }
}

function requireCoordinates({ f64 }: SnapshotState, address: number, count: number): void {
  const first = address >>> 3;
  for (let k = first; k < first + count; k++) if (!(Math.abs(f64[k]) <= LARGEST_COORDINATE)) unsound('a shape reaches too far');
}

function requireIndices({ u32 }: SnapshotState, address: number, count: number, end: number): void {
  const first = address >>> 2;
  for (let k = first; k < first + count; k++) if (u32[k] >= end) unsound('a list of a shape names what is not there');
}

/** Starts of the ranges of a list, one more than there are ranges; returns where the last one ends. */
function requireStarts({ u32 }: SnapshotState, address: number, count: number): number {
  const first = address >>> 2;
  requireSound(u32[first] === 0, 'the lists of a shape are not in order');
  for (let k = first; k < first + count; k++) if (u32[k] > u32[k + 1]) unsound('the lists of a shape are not in order');
  return u32[first + count];
}

export function checkHull(block: GeometryBlock): void {
  block.requireHead(HullBlock.size);
  const { state } = block;
  const { f64, u32 } = state;
  const [vertices, faces, edges] = [HullBlock.vertexCount, HullBlock.faceCount, HullBlock.edgeCount].map((field) => block.head(field));
  const fits = vertices >= 4 && vertices <= MOST_HULL.vertices && faces >= 4 && faces <= MOST_HULL.faces && edges <= MOST_HULL.edges;
  requireSound(fits && vertices + faces === edges + 2, 'a hull is no polyhedron');
  requireCoordinates(state, block.address + HullBlock.centerX, 4);
  block.list(HullBlock.planeLanes, 4 * Math.ceil(faces / 4), 16);
  block.list(HullBlock.vertexLanes, 4 * Math.ceil(vertices / 4), 12);
  requireCoordinates(state, block.list(HullBlock.vertices, vertices, POINT, 8), 3 * vertices);
  const planes = block.list(HullBlock.planes, faces, 32, 8);
  requireCoordinates(state, planes, 4 * faces);
  for (let at = planes >>> 3; at < (planes >>> 3) + 4 * faces; at += 4) {
    const square = f64[at] * f64[at] + f64[at + 1] * f64[at + 1] + f64[at + 2] * f64[at + 2];
    requireSound(Math.abs(square - 1) < NEARLY, 'a face of a hull has no normal');
  }
  const corners = block.list(HullBlock.corners, 2 * edges, 4);
  requireIndices(state, corners, 2 * edges, vertices);
  const ranges = block.list(HullBlock.faces, faces, 8) >>> 2;
  let start = 0;
  let largest = 0;
  for (let face = 0; face < faces; face++) {
    const count = u32[ranges + 2 * face + 1];
    requireSound(u32[ranges + 2 * face] === start && count >= 3, 'the faces of a hull are not in order');
    start += count;
    largest = Math.max(largest, count);
  }
  requireSound(start === 2 * edges && largest === block.head(HullBlock.largestFace) && largest <= vertices, 'a hull is no polyhedron');
  const list = block.list(HullBlock.edges, edges, 16) >>> 2;
  for (let at = list; at < list + 4 * edges; at += 4) {
    if (u32[at] >= vertices || u32[at + 1] >= vertices || u32[at + 2] >= faces || u32[at + 3] >= faces)
      unsound('an edge of a hull is of nothing');
  }
  const starts = block.list(HullBlock.neighbourStarts, vertices + 1, 4);
  requireSound(requireStarts(state, starts, vertices) === 2 * edges, 'a hull is no polyhedron');
  requireIndices(state, block.list(HullBlock.neighbours, 2 * edges, 4), 2 * edges, vertices);
}

export function checkHeightField(block: GeometryBlock): void {
  block.requireHead(HeightFieldBlock.size);
  const { state } = block;
  const { f64 } = state;
  const number = (field: number) => f64[(block.address + field) >>> 3];
  const [rows, columns] = [block.head(HeightFieldBlock.rows), block.head(HeightFieldBlock.columns)];
  requireSound(Math.min(rows, columns) >= 2 && Math.max(rows, columns) <= MOST_FIELD, 'a height field has too few or too many rows');
  const [alongX, alongZ] = [number(HeightFieldBlock.spacingX), number(HeightFieldBlock.spacingZ)];
  requireSound(alongX > 0 && alongZ > 0, 'a height field has no size');
  requireCoordinates(state, block.address + HeightFieldBlock.spacingX, 6);
  const halves =
    number(HeightFieldBlock.halfX) === ((columns - 1) * alongX) / 2 && number(HeightFieldBlock.halfZ) === ((rows - 1) * alongZ) / 2;
  requireSound(halves, 'a height field has no size');
  const heights = block.list(HeightFieldBlock.heights, rows * columns, 8, 8);
  requireCoordinates(state, heights, rows * columns);
  let [lowest, highest] = [Infinity, -Infinity];
  for (let k = heights >>> 3; k < (heights >>> 3) + rows * columns; k++) {
    if (f64[k] < lowest) lowest = f64[k];
    if (f64[k] > highest) highest = f64[k];
  }
  const bounds = number(HeightFieldBlock.lowest) === lowest && number(HeightFieldBlock.highest) === highest;
  requireSound(bounds, 'a height field is higher than it says');
}

/** A tree of boxes: every node but the first is the child of one before it, and every part that of one node. Returns the number of parts. */
function checkTree(block: GeometryBlock): number {
  const { f32, i32 } = block.state;
  const [nodes, parts] = [block.head(Bvh.nodeCount), block.head(Bvh.partCount)];
  requireSound(nodes >= 1 && parts >= 1, 'a shape has no parts');
  const first = block.list(Bvh.nodes, nodes, BvhNode.size, 16);
  requireSound(parts <= LANES * nodes, 'a shape has parts that are not in its tree');
  const seen = new Uint8Array(nodes);
  const found = new Uint8Array(parts);
  let [seenNodes, foundParts] = [1, 0];
  for (let node = 0; node < nodes; node++) {
    const at = (first + node * BvhNode.size) >>> 2;
    for (let lane = 0; lane < LANES; lane++) {
      if (isEmpty(f32, at + lane)) continue;
      for (let row = 0; row < 6; row++) if (!Number.isFinite(f32[at + LANES * row + lane])) unsound('a box of a shape has no bounds');
      const child = i32[at + BvhNode.child0 / 4 + lane];
      if (child >= 0) {
        if (child <= node || child >= nodes || seen[child]) unsound('the tree of a shape is malformed');
        seen[child] = 1;
        seenNodes++;
      } else {
        if (~child >= parts || found[~child]) unsound('the tree of a shape is malformed');
        found[~child] = 1;
        foundParts++;
      }
    }
  }
  requireSound(seenNodes === nodes && foundParts === parts, 'the tree of a shape is malformed');
  return parts;
}

/** Whether a place of a node has a box that nothing meets. */
function isEmpty(f32: Float32Array, at: number): boolean {
  for (let axis = 0; axis < 3; axis++) if (f32[at + LANES * axis] !== Infinity || f32[at + LANES * (axis + 3)] !== -Infinity) return false;
  return true;
}

export function checkMesh(block: GeometryBlock): void {
  block.requireHead(MeshBlock.size);
  const { state } = block;
  const { u32 } = state;
  const count = checkTree(block);
  const vertices = block.head(MeshBlock.vertexCount);
  const triangles = block.list(MeshBlock.parts, count, TriangleRecord.size) >>> 2;
  requireCoordinates(state, block.list(MeshBlock.vertices, vertices, POINT, 8), 3 * vertices);
  const parts = new Uint8Array(count);
  for (let triangle = 0; triangle < count; triangle++) {
    const at = triangles + (triangle * TriangleRecord.size) / 4;
    for (let k = 0; k < 3; k++) {
      const across = u32[at + TriangleRecord.acrossAB / 4 + k];
      if (u32[at + k] >= vertices || (across >= vertices && across !== NO_VERTEX)) unsound('a triangle has a corner that is not there');
    }
    const part = u32[at + TriangleRecord.part / 4];
    if (part >= count || parts[part]) unsound('two triangles have one number');
    parts[part] = 1;
  }
  const rings = requireStarts(state, block.list(MeshBlock.ringStarts, vertices + 1, 4), vertices);
  requireIndices(state, block.list(MeshBlock.rings, rings, 4), rings, vertices);
}

export function checkSpline(block: GeometryBlock): void {
  block.requireHead(SplineBlock.size);
  const { state } = block;
  const { u32 } = state;
  const count = checkTree(block);
  const points = block.head(SplineBlock.pointCount);
  requireCoordinates(state, block.list(SplineBlock.points, points, POINT, 8), 3 * points);
  const segments = block.list(SplineBlock.parts, count, SplineSegment.size, 8);
  let pieces = 0;
  for (let segment = 0; segment < count; segment++) {
    const at = segments + segment * SplineSegment.size;
    requireCoordinates(state, at, 12);
    const own = u32[(at + SplineSegment.pieceCount) >>> 2];
    const follows = u32[(at + SplineSegment.firstPiece) >>> 2] === pieces;
    requireSound(follows && own >= 1 && own <= MOST_PIECES, 'the pieces of a spline are not in order');
    pieces += own;
  }
  requireSound(points === pieces + 1, 'the pieces of a spline are not in order');
}

/** `visit` gets the slot of each child. */
const CHILD_FLAGS = Object.values(ChildFlag).reduce((all, flag) => all | flag, 0);
const COEFFICIENTS = range(SurfaceRecord.staticFriction, SurfaceRecord.contactCompliance);
const RULES = Object.keys(CombineRule).length;

/** What a child has of its own; NaN and NO_WORD are its body's. */
function checkTraits(block: GeometryBlock, child: number): void {
  const { f64, u32 } = block.state;
  requireSound((u32[(child + ChildRecord.flags) >>> 2] & ~CHILD_FLAGS) === 0, 'a child has flags that there are not');
  const place = u32[(child + ChildRecord.surface) >>> 2];
  if (place === 0) return;
  const surface = block.listAt(place, 1, SurfaceRecord.size, 8);
  const isMissing = (field: number) => Number.isNaN(f64[(surface + field) >>> 3]);
  for (const field of COEFFICIENTS)
    requireSound(isMissing(field) || isNonNegative(f64[(surface + field) >>> 3]), 'a child has a surface that there is not');
  requireSound(!(f64[(surface + SurfaceRecord.restitution) >>> 3] > 1), 'a child has a restitution that there is not');
  const velocity = range(SurfaceRecord.surfaceVelocityX, SurfaceRecord.surfaceVelocityZ);
  const isWhole = velocity.every(isMissing) || velocity.every((field) => Number.isFinite(f64[(surface + field) >>> 3]));
  requireSound(isWhole, 'a child has a surface that there is not');
  const side = range(SurfaceRecord.oneWayX, SurfaceRecord.oneWayZ);
  requireSound(side.every(isMissing) || isSide(block.state, surface + SurfaceRecord.oneWayX), 'a child has a side that there is not');
  const words: [number, number][] = [
    [SurfaceRecord.frictionRule, RULES],
    [SurfaceRecord.restitutionRule, RULES],
    [SurfaceRecord.material, 256],
  ];
  for (const [field, end] of words) {
    const word = u32[(surface + field) >>> 2];
    requireSound(word < end || word === NO_WORD, 'a child has a surface that there is not');
  }
}

export function checkCompound(block: GeometryBlock, visit: (slot: number) => void): void {
  block.requireHead(Bvh.size);
  const { state } = block;
  const count = checkTree(block);
  requireSound(count <= MOST_CHILDREN, 'a compound has too many children');
  const children = block.list(Bvh.parts, count, ChildRecord.size, 8);
  for (let k = 0; k < count; k++) {
    const child = children + k * ChildRecord.size;
    requireCoordinates(state, child + ChildRecord.positionX, 3);
    requireRotation(state, child + ChildRecord.orientationX, 'the pose of a child');
    checkTraits(block, child);
    visit(state.u32[(child + ChildRecord.shape) >>> 2]);
  }
}
