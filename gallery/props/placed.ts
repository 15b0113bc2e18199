// Things that go with bodies: instances that are fixed to a body, and instances that are stretched between two.
import { type BufferGeometry, Color, DynamicDrawUsage, InstancedMesh, Matrix4, Object3D, Quaternion, Vector3 } from 'three';
import type { Vec3 } from '../../bindings/index.ts';
import { type Poses, poseObject } from '../../bindings/three/index.ts';
import { shadesGround } from '../studio/contact-shadows.ts';
import type { SurfaceMaterial } from '../studio/surface-material.ts';

/** Slot of what is fixed in the world. */
export const WORLD = -1;

const UP = new Vector3(0, 1, 0);
const body = new Object3D();
const matrix = new Matrix4();
const [start, end, way] = [new Vector3(), new Vector3(), new Vector3()];
const turn = new Quaternion();
const size = new Vector3();

export interface Prop {
  readonly mesh: InstancedMesh;
  /** `time` is the simulated time, s. */
  update(poses: Poses, time: number): void;
}

function instances(geometry: BufferGeometry, material: SurfaceMaterial, colors: readonly string[]): InstancedMesh {
  const mesh = new InstancedMesh(geometry, material, colors.length);
  mesh.instanceMatrix.setUsage(DynamicDrawUsage);
  mesh.frustumCulled = false;
  mesh.castShadow = mesh.receiveShadow = true;
  shadesGround(mesh);
  const color = new Color();
  for (const [k, text] of colors.entries()) mesh.setColorAt(k, color.set(text));
  return mesh;
}

/** Where a point of a body is now, written to `out`. */
function placeOf(slot: number, local: Vec3, poses: Poses, out: Vector3): Vector3 {
  out.fromArray(local);
  if (slot === WORLD) return out;
  poseObject(body, slot, poses);
  return out.applyQuaternion(body.quaternion).add(body.position);
}

/** Fixed to a body at a frame of its own. */
export interface Attachment {
  readonly slot: number;
  readonly frame: Matrix4;
  readonly color: string;
}

export class Attached implements Prop {
  readonly mesh: InstancedMesh;

  constructor(
    geometry: BufferGeometry,
    material: SurfaceMaterial,
    private readonly attachments: readonly Attachment[],
  ) {
    this.mesh = instances(
      geometry,
      material,
      attachments.map(({ color }) => color),
    );
  }

  update(poses: Poses): void {
    for (const [k, { slot, frame }] of this.attachments.entries()) {
      if (slot === WORLD) this.mesh.setMatrixAt(k, frame);
      else {
        poseObject(body, slot, poses);
        this.mesh.setMatrixAt(k, matrix.compose(body.position, body.quaternion, size.set(1, 1, 1)).multiply(frame));
      }
    }
    this.mesh.instanceMatrix.needsUpdate = true;
  }
}

/** Stretched from a point of one body to a point of another. */
export interface Span {
  readonly a: number;
  readonly from: Vec3;
  readonly b: number;
  readonly to: Vec3;
  readonly radius: number;
  readonly color: string;
}

/** The geometry is one of radius one from the origin to y = 1. */
export class Stretched implements Prop {
  readonly mesh: InstancedMesh;

  constructor(
    geometry: BufferGeometry,
    material: SurfaceMaterial,
    private readonly spans: readonly Span[],
  ) {
    this.mesh = instances(
      geometry,
      material,
      spans.map(({ color }) => color),
    );
  }

  update(poses: Poses): void {
    for (const [k, { a, from, b, to, radius }] of this.spans.entries()) {
      placeOf(a, from, poses, start);
      placeOf(b, to, poses, end);
      const length = Math.max(way.subVectors(end, start).length(), 1e-9);
      turn.setFromUnitVectors(UP, way.divideScalar(length));
      this.mesh.setMatrixAt(k, matrix.compose(start, turn, size.set(radius, length, radius)));
    }
    this.mesh.instanceMatrix.needsUpdate = true;
  }
}

/** A frame with its y along a direction. */
export function frameAlong(place: Vec3, axis: Vec3, stretch: Vec3 = [1, 1, 1]): Matrix4 {
  const along = new Vector3(...axis).normalize();
  return new Matrix4().compose(new Vector3(...place), new Quaternion().setFromUnitVectors(UP, along), new Vector3(...stretch));
}
