import { BatchedMesh, type BufferGeometry, type Color, DynamicDrawUsage, InstancedMesh, Sphere } from 'three';
import type { Vec3 } from '../../bindings/index.ts';
import { type Poses, poseInstances } from '../../bindings/three/index.ts';
import type { BodyLook } from '../engine/types.ts';
import { BEVEL } from '../studio/rounded-geometry.ts';
import type { SubstanceName } from '../studio/surface-material.ts';
import type { Materials } from './materials.ts';

/** Pieces with one geometry that are drawn as instances of it; fewer go into a mixture with others. */
const FEWEST_INSTANCES = 8;
/** Not worked out for each picture: three.js only sorts by it. */
const SOMEWHERE = new Sphere();

/** A geometry where a body is. */
export interface Piece {
  readonly look: BodyLook;
  readonly geometry: BufferGeometry;
  readonly scale: Vec3;
  readonly substance: SubstanceName;
  readonly color: Color;
  /** Of a sensor: solid, and bright while something is in it. */
  readonly lamp?: boolean;
}

/** Many pieces of one substance that are drawn at once. */
export class Batch {
  private readonly slots: Uint32Array;
  private readonly scales: Float32Array | undefined;

  constructor(
    readonly mesh: InstancedMesh | BatchedMesh,
    readonly pieces: readonly Piece[],
  ) {
    this.slots = Uint32Array.from(pieces, ({ look }) => look.slot);
    const scales = Float32Array.from(pieces.flatMap(({ scale }) => scale));
    if (scales.some((scale) => scale !== 1)) this.scales = scales;
  }

  update(poses: Poses): void {
    poseInstances(this.mesh, this.slots, poses, this.scales);
    this.mesh.boundingSphere = SOMEWHERE;
  }

  /** To be called before a ray is sent through it. */
  forgetBounds(): void {
    this.mesh.boundingSphere = null;
  }

  /** Takes the surface that it has as a body, a sensor, or a ghost. */
  wear(materials: Materials, look: 'solid' | 'sensor' | 'ghost'): void {
    const use = this.mesh instanceof InstancedMesh ? 'instances' : 'mixture';
    this.mesh.material = materials.surface(this.pieces[0].substance, use, look);
  }

  paint(index: number, color: Color): void {
    this.mesh.setColorAt(index, color);
    if (this.mesh instanceof InstancedMesh) this.mesh.instanceColor!.needsUpdate = true;
  }
}

/** As few batches as there can be. */
export function createBatches(pieces: readonly Piece[], materials: Materials, look: 'solid' | 'sensor'): Batch[] {
  const batches: Batch[] = [];
  for (const [substance, alike] of groupedBy(pieces, (piece) => piece.substance)) {
    const few: Piece[] = [];
    for (const [geometry, users] of groupedBy(alike, (piece) => piece.geometry)) {
      if (users.length < FEWEST_INSTANCES && !(BEVEL in geometry.attributes) && geometry.index) few.push(...users);
      else batches.push(new Batch(instancesOf(users, geometry, materials, substance), users));
    }
    if (few.length > 0) batches.push(new Batch(mixtureOf(few, materials, substance), few));
  }
  for (const batch of batches) batch.wear(materials, look);
  return batches;
}

function groupedBy<Value, Key>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group) group.push(value);
    else groups.set(keyOf(value), [value]);
  }
  return groups;
}

/** Pieces of one geometry. */
function instancesOf(pieces: readonly Piece[], geometry: BufferGeometry, materials: Materials, substance: SubstanceName): InstancedMesh {
  const mesh = new InstancedMesh(geometry, materials.surface(substance, 'instances'), pieces.length);
  mesh.instanceMatrix.setUsage(DynamicDrawUsage);
  if (BEVEL in geometry.attributes) mesh.customDepthMaterial = materials.roundedDepth;
  return mesh;
}

/** Pieces of many geometries. */
function mixtureOf(pieces: readonly Piece[], materials: Materials, substance: SubstanceName): BatchedMesh {
  const geometries = [...new Set(pieces.map(({ geometry }) => geometry))];
  const total = (count: (geometry: BufferGeometry) => number) => geometries.reduce((sum, geometry) => sum + count(geometry), 0);
  const mesh = new BatchedMesh(
    pieces.length,
    total((geometry) => geometry.attributes.position.count),
    total((geometry) => geometry.index!.count),
    materials.surface(substance, 'mixture'),
  );
  // Either would look at every body each time it is drawn.
  mesh.perObjectFrustumCulled = false;
  mesh.sortObjects = false;
  mesh.customDepthMaterial = materials.depth;
  const ids = new Map(geometries.map((geometry) => [geometry, mesh.addGeometry(geometry)]));
  for (const { geometry } of pieces) mesh.addInstance(ids.get(geometry)!);
  return mesh;
}
