import { BatchedMesh, type BufferGeometry, type Color, DynamicDrawUsage, InstancedMesh, type Material, Matrix4 } from 'three';
import type { BodyLook } from '../engine/types.ts';
import { writePoses } from './poses.ts';

/** Bodies with one shape that are drawn as instances of it; fewer go into a batch with others. */
const FEWEST_INSTANCES = 8;

/** Many bodies that are drawn at once. */
export interface Batch {
  readonly mesh: InstancedMesh | BatchedMesh;
  readonly looks: readonly BodyLook[];
  readonly matrices: Float32Array;
  update(transforms: Float32Array, previous: Float32Array, alpha: number): void;
  paint(index: number, color: Color): void;
}

/** As few batches as there can be for bodies of one material. */
export function createBatches(looks: readonly BodyLook[], geometries: readonly BufferGeometry[], material: Material): Batch[] {
  const users = new Map<number, BodyLook[]>();
  for (const look of looks) {
    const others = users.get(look.shape);
    if (others) others.push(look);
    else users.set(look.shape, [look]);
  }
  const batches: Batch[] = [];
  const few: BodyLook[] = [];
  for (const [shape, bodies] of users) {
    if (bodies.length < FEWEST_INSTANCES) few.push(...bodies);
    else batches.push(new InstancedBatch(bodies, geometries[shape], material));
  }
  if (few.length > 0) batches.push(new MixedBatch(few, geometries, material));
  return batches;
}

const slotsOf = (looks: readonly BodyLook[]) => Uint32Array.from(looks, (look) => look.slot);

/** Null where all are ones. */
function scalesOf(looks: readonly BodyLook[]): Float32Array | null {
  const scales = Float32Array.from(looks.flatMap((look) => look.scale));
  return scales.every((scale) => scale === 1) ? null : scales;
}

class InstancedBatch implements Batch {
  readonly mesh: InstancedMesh;
  readonly matrices: Float32Array;
  private readonly slots: Uint32Array;
  private readonly scales: Float32Array | null;

  constructor(
    readonly looks: readonly BodyLook[],
    geometry: BufferGeometry,
    material: Material,
  ) {
    this.slots = slotsOf(looks);
    this.scales = scalesOf(looks);
    this.mesh = new InstancedMesh(geometry, material, looks.length);
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    this.matrices = this.mesh.instanceMatrix.array as Float32Array;
  }

  update(transforms: Float32Array, previous: Float32Array, alpha: number): void {
    writePoses(this.matrices, this.slots, this.scales, transforms, previous, alpha);
    this.mesh.instanceMatrix.needsUpdate = true;
    // Only picking wants to know it, and works it out then.
    this.mesh.boundingSphere = null;
  }

  paint(index: number, color: Color): void {
    this.mesh.setColorAt(index, color);
    this.mesh.instanceColor!.needsUpdate = true;
  }
}

/** Bodies of many shapes. */
class MixedBatch implements Batch {
  readonly mesh: BatchedMesh;
  readonly matrices: Float32Array;
  private readonly slots: Uint32Array;
  private readonly scales: Float32Array | null;
  private readonly matrix = new Matrix4();

  constructor(
    readonly looks: readonly BodyLook[],
    geometries: readonly BufferGeometry[],
    material: Material,
  ) {
    this.slots = slotsOf(looks);
    this.scales = scalesOf(looks);
    this.matrices = new Float32Array(16 * looks.length);
    const shapes = [...new Set(looks.map((look) => look.shape))];
    const total = (count: (geometry: BufferGeometry) => number) => shapes.reduce((sum, shape) => sum + count(geometries[shape]), 0);
    this.mesh = new BatchedMesh(
      looks.length,
      total((geometry) => geometry.attributes.position.count),
      total((geometry) => geometry.index!.count),
      material,
    );
    // Either would look at every body each time it is drawn.
    this.mesh.perObjectFrustumCulled = false;
    this.mesh.sortObjects = false;
    const ids = new Map(shapes.map((shape) => [shape, this.mesh.addGeometry(geometries[shape])]));
    for (const look of looks) this.mesh.addInstance(ids.get(look.shape)!);
  }

  update(transforms: Float32Array, previous: Float32Array, alpha: number): void {
    const { mesh, matrix, matrices } = this;
    writePoses(matrices, this.slots, this.scales, transforms, previous, alpha);
    for (let k = 0; k < this.slots.length; k++) mesh.setMatrixAt(k, matrix.fromArray(matrices, 16 * k));
  }

  paint(index: number, color: Color): void {
    this.mesh.setColorAt(index, color);
  }
}
