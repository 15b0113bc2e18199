import {
  Box3,
  type BufferGeometry,
  Color,
  Group,
  type Intersection,
  Mesh,
  type Object3D,
  PlaneGeometry,
  type Raycaster,
  Vector3,
} from 'three';
import type { Vec3 } from '../../bindings/index.ts';
import { geometryOf, poseObject } from '../../bindings/three/index.ts';
import { dressOf } from '../dress/index.ts';
import type { BodyLook, Frame, SceneLooks } from '../engine/types.ts';
import { shadesGround } from '../studio/contact-shadows.ts';
import type { Theme } from '../studio/palette.ts';
import { roundedUnitBox, roundedUnitCylinder } from '../studio/rounded-geometry.ts';
import type { SurfaceMaterial } from '../studio/surface-material.ts';
import { type Batch, createBatches, type Piece } from './batches.ts';
import { StateColors, usualFinish } from './colors.ts';
import type { Materials } from './materials.ts';
import { floorOf, GlassWall, isGround, isWall } from './scenery.ts';

/** A floor takes the place of the studio's ground if it is so many times as wide as what moves on it. */
const WIDE = 1.2;
/** Of the distance of the eye: half of what it sees across. */
const SEEN = 0.4;
/** How much of its colour a body under the pointer gains. */
const HOVERED = 0.3;
const NO_SCALE: Vec3 = [1, 1, 1];

/** The bodies of one world. */
export class Bodies {
  readonly group = new Group();
  private readonly shapes: BufferGeometry[];
  private readonly parts = new Map<string, BufferGeometry>();
  private batches: Batch[] = [];
  /** Those that are no sensors. */
  private solids: Batch[] = [];
  private readonly walls: GlassWall[];
  private readonly terrain: { look: BodyLook; mesh: Mesh }[];
  private readonly floors: BodyLook[];
  private readonly slopes: { slope: Group; plane: Mesh<PlaneGeometry, SurfaceMaterial> }[] = [];
  private readonly others: BodyLook[];
  private readonly states: Uint8Array;
  private readonly islands: Uint32Array;
  private showsIslands = false;
  private painted = false;
  private hovered = -1;
  private readonly color = new Color();
  private colors: StateColors;
  private transforms: Float32Array | null = null;
  private ghost = false;
  /** Height of the floor that the studio's ground stands for, m; null where there is none. */
  floorHeight: number | null = null;

  constructor(
    readonly looks: SceneLooks,
    private readonly materials: Materials,
    private theme: Theme,
  ) {
    this.colors = new StateColors(theme);
    this.states = new Uint8Array(looks.slots);
    this.islands = new Uint32Array(looks.slots);
    this.shapes = looks.shapes.map((shape) => geometryOf({ triangulate: () => shape }));
    for (const { form, scale, shape } of looks.bodies) if (isRounded(form, scale)) this.shapes[shape] = roundedOf(form, this.shapes[shape]);
    const walls = looks.bodies.filter(isWall);
    // One or two are what the scene is about; more are a yard.
    this.walls = (walls.length < 3 ? [] : walls).map((look) => new GlassWall(look, materials));
    const standing = new Set(walls.length < 3 ? [] : walls);
    this.terrain = looks.bodies.filter(isTerrain).map((look) => ({ look, mesh: new Mesh(this.shapes[look.shape], materials.terrain) }));
    this.floors = looks.bodies.filter((look) => !standing.has(look) && isGround(look, looks));
    this.others = looks.bodies.filter((look) => !standing.has(look) && !isTerrain(look) && !this.floors.includes(look));
    for (const { object } of this.walls) this.group.add(object);
    for (const { mesh } of this.terrain) {
      mesh.receiveShadow = true;
      mesh.frustumCulled = false;
      this.group.add(mesh);
    }
    this.group.matrixAutoUpdate = false;
  }

  /** Whether the scene has ground of its own that is no level floor. */
  get hasTerrain(): boolean {
    return this.terrain.length > 0;
  }

  update(frame: Frame, alpha: number): void {
    const isFirst = this.transforms === null;
    this.transforms = frame.transforms;
    if (isFirst) this.build();
    const poses = { transforms: frame.transforms, previous: frame.previous, alpha };
    for (const batch of this.batches) batch.update(poses);
    for (const wall of this.walls) wall.update(poses);
    for (const { look, mesh } of this.terrain) poseObject(mesh, look.slot, poses);
    if (this.hasChangedColors(frame)) this.paint();
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.colors = new StateColors(theme);
    if (this.transforms) this.build();
  }

  /** Translucent and without floors, to be drawn over another world. */
  setGhost(ghost: boolean): void {
    this.ghost = ghost;
    for (const batch of this.solids) {
      batch.wear(this.materials, ghost ? 'ghost' : 'solid');
      batch.mesh.castShadow = !ghost;
    }
    for (const { object } of this.walls) object.visible = !ghost;
    for (const { mesh } of this.terrain) mesh.visible = !ghost;
  }

  /** Lights up the body under the pointer; none for slot -1. */
  hover(slot: number): void {
    if (slot === this.hovered) return;
    this.hovered = slot;
    this.paint();
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
    const { pieces } = this.batches.find(({ mesh }) => mesh === nearest.object)!;
    const { slot } = pieces[nearest.instanceId ?? nearest.batchId!].look;
    return { slot, point: nearest.point, distance: nearest.distance };
  }

  /** What a body looks like; null for one that is scenery or does not exist. */
  find(slot: number): { look: BodyLook; geometry: BufferGeometry } | null {
    const look = this.others.find((candidate) => candidate.slot === slot);
    return look ? { look, geometry: this.shapes[look.shape] } : null;
  }

  /** Half sizes of a body along its axes, m; null for one that is scenery or does not exist. */
  sizeOf(slot: number): Vec3 | null {
    const found = this.find(slot);
    if (!found) return null;
    const { geometry, look } = found;
    if (!geometry.boundingBox) geometry.computeBoundingBox();
    const { min, max } = geometry.boundingBox!;
    return [0, 1, 2].map((axis) => Math.max(max.getComponent(axis), -min.getComponent(axis)) * look.scale[axis]) as Vec3;
  }

  /** A box around all bodies but floors and walls; around the moving ones if there are any. Empty if nothing is there. */
  bounds(movingOnly = false): Box3 {
    const moving = this.others.filter(({ kind }) => kind !== 'static');
    return this.boxOf(moving.length > 0 || movingOnly ? moving : this.others);
  }

  /** Height of the lowest point of all but floors and walls, m. */
  get lowest(): number {
    return this.boxOf(this.others).min.y;
  }

  private boxOf(looks: readonly BodyLook[]): Box3 {
    const { transforms } = this;
    const box = new Box3();
    if (!transforms) return box;
    for (const look of looks) {
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
    this.clearSlopes();
    for (const wall of this.walls) wall.dispose();
    for (const geometry of [...this.shapes, ...this.parts.values()]) geometry.dispose();
  }

  private clearSlopes(): void {
    for (const { slope, plane } of this.slopes.splice(0)) {
      slope.removeFromParent();
      plane.geometry.dispose();
      plane.material.dispose();
    }
  }

  /** Makes all batches again, now that it is known where the bodies are. */
  private build(): void {
    const { materials } = this;
    for (const { mesh } of this.batches) {
      mesh.removeFromParent();
      mesh.dispose();
    }
    this.clearSlopes();
    const drawn = [...this.others, ...this.findFloor()];
    const pieces = this.piecesOf(drawn);
    this.solids = createBatches(
      pieces.filter(({ look, lamp }) => lamp || !look.sensor),
      materials,
      'solid',
    );
    this.batches = [
      ...this.solids,
      ...createBatches(
        pieces.filter(({ look, lamp }) => look.sensor && !lamp),
        materials,
        'sensor',
      ),
    ];
    for (const { mesh } of this.solids) {
      mesh.castShadow = true;
      shadesGround(mesh);
    }
    for (const { mesh } of this.batches) {
      mesh.frustumCulled = false;
      mesh.matrixAutoUpdate = false;
      mesh.receiveShadow = true;
      this.group.add(mesh);
    }
    this.setGhost(this.ghost);
    this.paint();
  }

  /** The floors that are drawn as bodies: all but the one that the studio's ground stands for. */
  private findFloor(): BodyLook[] {
    const { floors, looks } = this;
    const box = this.bounds();
    const moving = box.isEmpty() ? 0 : Math.max(box.max.x - box.min.x, box.max.z - box.min.z) / 2;
    const halfWidth = Math.max(moving, SEEN * (looks.view.distance ?? 0));
    this.floorHeight = null;
    return floors.filter((look) => {
      const floor = floorOf(look, looks, this.transforms!);
      if (!floor || dressOf(looks.scene).floors || floor.halfWidth < WIDE * halfWidth) {
        if (looks.shapes[look.shape].endless && (dressOf(looks.scene).slopes ?? true))
          this.addSlope(look, Math.max(1.3 * moving, 2 * halfWidth));
        return !looks.shapes[look.shape].endless;
      }
      this.floorHeight = Math.max(floor.height, this.floorHeight ?? -Infinity);
      return false;
    });
  }

  /** A part of an endless plane that is not level. */
  private addSlope(look: BodyLook, half: number): void {
    const { materials, looks, theme } = this;
    const plane = new Mesh(new PlaneGeometry(2 * half, 2 * half), materials.painted('stone', theme.static));
    const normal = new Vector3().fromArray(looks.shapes[look.shape].normals);
    plane.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), normal);
    plane.receiveShadow = true;
    const slope = new Group().add(plane);
    poseObject(slope, look.slot, { transforms: this.transforms! });
    this.slopes.push({ slope, plane });
    this.group.add(slope);
  }

  private piecesOf(drawn: readonly BodyLook[]): Piece[] {
    const { looks, theme } = this;
    const dress = dressOf(looks.scene);
    const dynamic = looks.bodies.filter(({ kind }) => kind === 'dynamic');
    const places = new Map(dynamic.map((look, place) => [look, place]));
    return drawn.flatMap((look): Piece[] => {
      const place = places.get(look) ?? -1;
      const parts = dress.parts?.(look, place, looks);
      if (parts)
        return parts.map(({ key, lamp, make, substance, color }) => ({
          look,
          lamp,
          geometry: this.partOf(key, make),
          scale: NO_SCALE,
          substance,
          color: new Color(color),
        }));
      const { substance, color } = dress.finish?.(look, place, looks) ?? usualFinish(look, place, dynamic.length, theme);
      return [{ look, geometry: this.shapes[look.shape], scale: look.scale, substance, color: new Color(color) }];
    });
  }

  private partOf(key: string, make: () => BufferGeometry): BufferGeometry {
    const known = this.parts.get(key) ?? make();
    this.parts.set(key, known);
    return known;
  }

  /** From the body's origin to its farthest point at most, m. */
  private reachOf({ shape, scale }: BodyLook): number {
    const geometry = this.shapes[shape];
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
    const { states, islands, showsIslands, color, colors, hovered } = this;
    for (const batch of this.batches) {
      batch.pieces.forEach(({ look, color: own }, index) => {
        colors.write(color, own, states[look.slot], showsIslands ? islands[look.slot] : -1);
        if (look.slot === hovered) color.multiplyScalar(1 + HOVERED).addScalar(HOVERED / 6);
        batch.paint(index, color);
      });
    }
    this.painted = true;
  }
}

const isTerrain = ({ form, kind }: BodyLook) => form === 'height-field' && kind === 'static';

/** Boxes and cylinders that are stretched from a unit one. */
const isRounded = (form: string, scale: Vec3) =>
  (form === 'box' || form === 'inertia' || form === 'cylinder') && scale.some((part) => part !== 1);

/** The same shape with edges that the shader rounds. */
function roundedOf(form: string, geometry: BufferGeometry): BufferGeometry {
  if ('bevel' in geometry.attributes) return geometry;
  geometry.dispose();
  return form === 'cylinder' ? roundedUnitCylinder() : roundedUnitBox();
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
