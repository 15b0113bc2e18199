import { BatchedMesh, type BufferGeometry, type Color, DynamicDrawUsage, InstancedMesh, type Material } from 'three';
import { type Poses, poseInstances } from '../../bindings/three/index.ts';
import type { BodyLook } from '../engine/types.ts';

/** Bodies with one shape that are drawn as instances of it; fewer go into a batch with others. */
const FEWEST_INSTANCES = 8;

/** Many bodies that are drawn at once. */
export class Batch {
  private readonly slots: Uint32Array;
  private readonly scales: Float32Array | undefined;

  constructor(
    readonly mesh: InstancedMesh | BatchedMesh,
    readonly looks: readonly BodyLook[],
  ) {
    this.slots = Uint32Array.from(looks, ({ slot }) => slot);
    const scales = Float32Array.from(looks.flatMap(({ scale }) => scale));
    if (scales.some((scale) => scale !== 1)) this.scales = scales;
  }

  update(poses: Poses): void {
    poseInstances(this.mesh, this.slots, poses, this.scales);
  }

  paint(index: number, color: Color): void {
    this.mesh.setColorAt(index, color);
    if (this.mesh instanceof InstancedMesh) this.mesh.instanceColor!.needsUpdate = true;
  }
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
    else batches.push(new Batch(instancesOf(bodies, geometries[shape], material), bodies));
  }
  if (few.length > 0) batches.push(new Batch(mixtureOf(few, geometries, material), few));
  return batches;
}

/** Bodies of one shape. */
function instancesOf(looks: readonly BodyLook[], geometry: BufferGeometry, material: Material): InstancedMesh {
  const mesh = new InstancedMesh(geometry, material, looks.length);
  mesh.instanceMatrix.setUsage(DynamicDrawUsage);
  return mesh;
}

/** Bodies of many shapes. */
function mixtureOf(looks: readonly BodyLook[], geometries: readonly BufferGeometry[], material: Material): BatchedMesh {
  const shapes = [...new Set(looks.map(({ shape }) => shape))];
  const total = (count: (geometry: BufferGeometry) => number) => shapes.reduce((sum, shape) => sum + count(geometries[shape]), 0);
  const mesh = new BatchedMesh(
    looks.length,
    total((geometry) => geometry.attributes.position.count),
    total((geometry) => geometry.index!.count),
    material,
  );
  // Either would look at every body each time it is drawn.
  mesh.perObjectFrustumCulled = false;
  mesh.sortObjects = false;
  const ids = new Map(shapes.map((shape) => [shape, mesh.addGeometry(geometries[shape])]));
  for (const { shape } of looks) mesh.addInstance(ids.get(shape)!);
  return mesh;
}
