// Floors, and the walls of yards: single objects that are drawn in ways of their own.
import { BoxGeometry, BufferAttribute, type BufferGeometry, EdgesGeometry, Group, LineSegments, Mesh } from 'three';
import { type Poses, poseObject } from '../../bindings/three/index.ts';
import type { BodyLook, SceneLooks } from '../engine/types.ts';
import type { Materials } from './materials.ts';

/** A box is a slab if this many times as wide as it is thick. */
const SLAB = 5;
/** Of the width of a wall: how high it can be seen. */
const WALL_HEIGHT = 0.5;

/** Whether a body is a floor: an endless one, or a flat static box. */
export function isGround(look: BodyLook, { shapes }: SceneLooks): boolean {
  if (look.kind === 'dynamic' || look.sensor) return false;
  const [x, y, z] = look.scale;
  return shapes[look.shape].endless || (look.form === 'box' && Math.min(x, z) > SLAB * y);
}

/** Whether a body is an upright static slab. */
export function isWall(look: BodyLook): boolean {
  if (look.kind !== 'static' || look.sensor || look.form !== 'box') return false;
  const [x, y, z] = look.scale;
  return Math.min(y, Math.max(x, z)) > SLAB * Math.min(x, z);
}

/** Height of a level floor's surface and half its width, m; null if it is not level, or not there. */
export function floorOf(look: BodyLook, looks: SceneLooks, transforms: Float32Array): { height: number; halfWidth: number } | null {
  const row = 7 * look.slot;
  const [x, , z, w] = transforms.subarray(row + 3, row + 7);
  // The y of the body's upward axis.
  const upright = 1 - (2 * (x * x + z * z)) / (x * x + transforms[row + 4] ** 2 + z * z + w * w);
  if (!(upright > 0.9999)) return null;
  const height = transforms[row + 1];
  const { endless, normals } = looks.shapes[look.shape];
  if (endless) return normals[1] > 0.9999 ? { height, halfWidth: Infinity } : null;
  return { height: height + look.scale[1], halfWidth: Math.min(look.scale[0], look.scale[2]) };
}

/** A wall of glass that fades towards its top, so that one looks into the yard. */
export class GlassWall {
  readonly object = new Group();

  constructor(
    private readonly look: BodyLook,
    { glass, glassEdge }: Materials,
  ) {
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

  update(poses: Poses): void {
    poseObject(this.object, this.look.slot, poses);
  }

  dispose(): void {
    for (const child of this.object.children) (child as Mesh).geometry.dispose();
  }
}

/** Opaque at the bottom, clear at the top. */
function faded(geometry: BufferGeometry): BufferGeometry {
  const { position } = geometry.attributes;
  const colors = new Float32Array(4 * position.count).fill(1);
  for (let k = 0; k < position.count; k++) if (position.getY(k) > 0) colors[4 * k + 3] = 0;
  return geometry.setAttribute('color', new BufferAttribute(colors, 4));
}
