import { BatchedMesh, Box3, type BufferGeometry, Color, Group, type Intersection, type Object3D, type Raycaster, Vector3 } from 'three';
import { geometryOf } from '../../bindings/three/index.ts';
import type { BodyLook, Frame, SceneLooks } from '../engine/types.ts';
import { type Batch, createBatches } from './batches.ts';
import { ownColors, StateColors } from './colors.ts';
import type { Finish, Materials } from './materials.ts';
import { isGround, isWall, type Scenery, sceneryOf } from './scenery.ts';
import type { Theme } from './theme.ts';

/** The bodies of one world. */
export class Bodies {
  readonly group = new Group();
  private readonly geometries: BufferGeometry[];
  private readonly batches: Batch[];
  /** Those that are no sensors. */
  private readonly bodies: Batch[];
  private readonly scenery: Scenery[];
  private readonly states: Uint8Array;
  private readonly islands: Uint32Array;
  private showsIslands = false;
  private painted = false;
  private readonly color = new Color();
  private colors: StateColors;
  /** By slot. */
  private own: Map<number, Color>;
  private transforms: Float32Array | null = null;

  constructor(
    readonly looks: SceneLooks,
    private readonly materials: Materials,
    theme: Theme,
  ) {
    this.own = ownColors(looks.bodies, theme);
    this.colors = new StateColors(theme);
    this.geometries = looks.shapes.map((shape) => geometryOf({ triangulate: () => shape }));
    this.states = new Uint8Array(looks.slots);
    this.islands = new Uint32Array(looks.slots);
    const walls = new Set(looks.bodies.filter((look) => isWall(look, looks)));
    // One or two are what the scene is about; more are a yard.
    if (walls.size < 3) walls.clear();
    const around = looks.bodies.filter((look) => walls.has(look) || isGround(look, looks));
    this.scenery = around.map((look) => sceneryOf(look, looks, materials, walls.has(look)));
    const others = looks.bodies.filter((look) => !around.includes(look));
    const batchesOf = (sensor: boolean, finish: Finish) =>
      createBatches(
        others.filter((look) => look.sensor === sensor),
        this.geometries,
        finish,
      );
    this.bodies = batchesOf(false, materials.solid);
    this.batches = [...this.bodies, ...batchesOf(true, materials.sensor)];
    for (const { mesh } of this.bodies) {
      mesh.castShadow = true;
      if (mesh instanceof BatchedMesh) mesh.customDepthMaterial = materials.depth;
    }
    for (const { mesh } of this.batches) {
      mesh.frustumCulled = false;
      mesh.matrixAutoUpdate = false;
      mesh.receiveShadow = true;
      this.group.add(mesh);
    }
    for (const { object } of this.scenery) this.group.add(object);
    this.group.matrixAutoUpdate = false;
  }

  update(frame: Frame, alpha: number): void {
    this.transforms = frame.transforms;
    const poses = { transforms: frame.transforms, previous: frame.previous, alpha };
    for (const batch of this.batches) batch.update(poses);
    for (const part of this.scenery) part.update(poses);
    if (this.hasChangedColors(frame)) this.paint();
  }

  setTheme(theme: Theme): void {
    this.own = ownColors(this.looks.bodies, theme);
    this.colors = new StateColors(theme);
    this.paint();
  }

  /** Translucent and without floors, to be drawn over another world. */
  setGhost(ghost: boolean): void {
    for (const batch of this.bodies) {
      batch.finish = ghost ? this.materials.ghost : this.materials.solid;
      batch.mesh.castShadow = !ghost;
    }
    for (const { object } of this.scenery) object.visible = !ghost;
  }

  /** Lets endless floors reach as far as they can be seen, m. */
  setExtent(extent: number): void {
    for (const part of this.scenery) part.setExtent?.(extent);
  }

  /** The nearest body on a ray. */
  pick(raycaster: Raycaster): { slot: number; point: Vector3; distance: number } | null {
    const hits: Intersection<Object3D>[] = [];
    for (const batch of this.batches) {
      batch.forgetBounds();
      raycaster.intersectObject(batch.mesh, false, hits);
    }
    if (hits.length === 0) return null;
    const nearest = hits.reduce((best, hit) => (hit.distance < best.distance ? hit : best));
    const { looks } = this.batches.find(({ mesh }) => mesh === nearest.object)!;
    const { slot } = looks[nearest.instanceId ?? nearest.batchId!];
    return { slot, point: nearest.point, distance: nearest.distance };
  }

  /** What a body looks like; null for one that is scenery or does not exist. */
  find(slot: number): { look: BodyLook; geometry: BufferGeometry } | null {
    const look = this.batches.flatMap(({ looks }) => looks).find((candidate) => candidate.slot === slot);
    return look ? { look, geometry: this.geometries[look.shape] } : null;
  }

  /** A box around all bodies but floors and walls; around the moving ones if there are any. Empty if nothing is there. */
  bounds(movingOnly = false): Box3 {
    const { transforms } = this;
    const all = this.batches.flatMap(({ looks }) => looks);
    const moving = all.filter(({ kind }) => kind !== 'static');
    const box = new Box3();
    if (!transforms) return box;
    for (const look of moving.length > 0 || movingOnly ? moving : all) {
      const place = new Vector3().fromArray(transforms, 7 * look.slot);
      const reach = this.reachOf(look);
      if (!Number.isFinite(place.length())) continue;
      box.expandByPoint(place.clone().addScalar(reach)).expandByPoint(place.subScalar(reach));
    }
    return box;
  }

  dispose(): void {
    this.group.removeFromParent();
    for (const { mesh } of this.batches) mesh.dispose();
    for (const part of this.scenery) part.dispose();
    for (const geometry of this.geometries) geometry.dispose();
  }

  /** From the body's origin to its farthest point at most, m. */
  private reachOf({ shape, scale }: BodyLook): number {
    const geometry = this.geometries[shape];
    if (!geometry.boundingBox) geometry.computeBoundingBox();
    const { min, max } = geometry.boundingBox!;
    const farthest = max.clone().max(min.clone().negate());
    return farthest.multiply(new Vector3(...scale)).length();
  }

  private hasChangedColors({ states, islands }: Frame): boolean {
    const wasShown = this.showsIslands;
    this.showsIslands = islands !== null;
    const changedStates = copyChanged(states, this.states);
    const changedIslands = islands !== null && copyChanged(islands, this.islands);
    return !this.painted || changedStates || changedIslands || wasShown !== this.showsIslands;
  }

  private paint(): void {
    const { states, islands, showsIslands, color, colors, own } = this;
    for (const batch of this.batches) {
      batch.looks.forEach((look, index) => {
        batch.paint(index, colors.write(color, own.get(look.slot)!, states[look.slot], showsIslands ? islands[look.slot] : -1));
      });
    }
    this.painted = true;
  }
}

/** Whether anything was different. */
function copyChanged(from: Uint8Array | Uint32Array, to: Uint8Array | Uint32Array): boolean {
  let changed = false;
  const count = Math.min(from.length, to.length);
  for (let k = 0; k < count; k++) {
    if (to[k] === from[k]) continue;
    to[k] = from[k];
    changed = true;
  }
  return changed;
}
