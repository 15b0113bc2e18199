// Floors, and the walls of yards: single objects that are drawn in ways of their own.
import {
  BoxGeometry,
  BufferAttribute,
  type BufferGeometry,
  EdgesGeometry,
  Group,
  LineSegments,
  Mesh,
  PlaneGeometry,
  Quaternion,
  Vector3,
} from 'three';
import { type Poses, poseObject } from '../../bindings/three/index.ts';
import type { BodyLook, SceneLooks } from '../engine/types.ts';
import type { Materials } from './materials.ts';

/** A box is a slab if this many times as wide as it is thick. */
const SLAB = 5;
/** Of the width of a wall: how high it can be seen. */
const WALL_HEIGHT = 0.5;
const UP = new Vector3(0, 1, 0);

export interface Scenery {
  readonly object: Group;
  update(poses: Poses): void;
  /** Of something endless, m. */
  setExtent?(extent: number): void;
  dispose(): void;
}

/** Whether a body is a floor: an endless one, or a flat static box. */
export function isGround(look: BodyLook, { shapes }: SceneLooks): boolean {
  if (look.kind === 'dynamic' || look.sensor) return false;
  const [x, y, z] = look.scale;
  return shapes[look.shape].endless || (isUnitBox(look, shapes) && Math.min(x, z) > SLAB * y);
}

/** Whether a body is an upright static slab. */
export function isWall(look: BodyLook, { shapes }: SceneLooks): boolean {
  if (look.kind !== 'static' || look.sensor || !isUnitBox(look, shapes)) return false;
  const [x, y, z] = look.scale;
  return Math.min(y, Math.max(x, z)) > SLAB * Math.min(x, z);
}

/** Boxes are the only shapes with twelve triangles and a scale. */
const isUnitBox = ({ shape, scale }: BodyLook, shapes: SceneLooks['shapes']) =>
  shapes[shape].indices.length === 36 && scale.some((factor) => factor !== 1);

export function sceneryOf(look: BodyLook, looks: SceneLooks, materials: Materials, wall: boolean): Scenery {
  if (wall) return new Wall(look, materials);
  const { endless, normals } = looks.shapes[look.shape];
  return endless ? new Plane(look, new Vector3().fromArray(normals), materials) : new Floor(look, materials);
}

/** Follows its body. */
class Placed {
  readonly object = new Group();

  constructor(private readonly look: BodyLook) {}

  update(poses: Poses): void {
    poseObject(this.object, this.look.slot, poses);
  }

  dispose(): void {
    this.object.traverse((child) => {
      if (child instanceof Mesh || child instanceof LineSegments) child.geometry.dispose();
    });
  }
}

class Floor extends Placed implements Scenery {
  constructor(look: BodyLook, { ground }: Materials) {
    super(look);
    const mesh = new Mesh(new BoxGeometry(2, 2, 2), ground);
    mesh.scale.fromArray(look.scale);
    mesh.receiveShadow = true;
    this.object.add(mesh);
  }
}

class Plane extends Placed implements Scenery {
  private readonly mesh: Mesh;

  constructor(look: BodyLook, normal: Vector3, { ground }: Materials) {
    super(look);
    this.mesh = new Mesh(new PlaneGeometry(2, 2).rotateX(-Math.PI / 2), ground);
    this.mesh.quaternion.copy(new Quaternion().setFromUnitVectors(UP, normal));
    this.mesh.receiveShadow = true;
    this.object.add(this.mesh);
  }

  setExtent(extent: number): void {
    this.mesh.scale.setScalar(extent);
  }
}

/** Glass that fades towards its top, so that one looks into the yard. */
class Wall extends Placed implements Scenery {
  constructor(look: BodyLook, { glass, glassEdge }: Materials) {
    super(look);
    const [x, y, z] = look.scale;
    const half = Math.min(y, WALL_HEIGHT * Math.max(x, z));
    const box = faded(new BoxGeometry(2, 2, 2));
    const edges = faded(new EdgesGeometry(box));
    for (const child of [new Mesh(box, glass), new LineSegments(edges, glassEdge)]) {
      child.scale.set(x, half, z);
      child.position.y = half - y;
      this.object.add(child);
    }
  }
}

/** Opaque at the bottom, clear at the top. */
function faded(geometry: BufferGeometry): BufferGeometry {
  const { position } = geometry.attributes;
  const colors = new Float32Array(4 * position.count).fill(1);
  for (let k = 0; k < position.count; k++) if (position.getY(k) > 0) colors[4 * k + 3] = 0;
  return geometry.setAttribute('color', new BufferAttribute(colors, 4));
}
