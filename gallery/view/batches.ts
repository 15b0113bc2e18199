import { BatchedMesh, type BufferGeometry, type Color, DynamicDrawUsage, InstancedMesh, type Material, Sphere } from 'three';
import { type Poses, poseInstances } from '../../bindings/three/index.ts';
import type { BodyLook } from '../engine/types.ts';
import type { Finish } from './materials.ts';

/** Bodies with one shape that are drawn as instances of it; fewer go into a batch with others. */
const FEWEST_INSTANCES = 8;
/** Not worked out for each picture: three.js only sorts by it. */
const SOMEWHERE = new Sphere();

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
    this.mesh.boundingSphere = SOMEWHERE;
  }

  /** To be called before a ray is sent through it. */
  forgetBounds(): void {
    this.mesh.boundingSphere = null;
  }

  set finish({ instances, mixtures }: Finish) {
    this.mesh.material = this.mesh instanceof InstancedMesh ? instances : mixtures;
  }

  paint(index: number, color: Color): void {
    this.mesh.setColorAt(index, color);
    if (this.mesh instanceof InstancedMesh) this.mesh.instanceColor!.needsUpdate = true;
  }
}

/** As few batches as there can be for bodies of one finish. */
export function createBatches(looks: readonly BodyLook[], geometries: readonly BufferGeometry[], { instances, mixtures }: Finish): Batch[] {
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
    else batches.push(new Batch(instancesOf(bodies, geometries[shape], instances), bodies));
  }
  if (few.length > 0) batches.push(new Batch(mixtureOf(few, geometries, mixtures), few));
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
