// The frames in which three.js has the poses of meshes and of instances, and the world's.
import { type InstancedMesh, Matrix4, type Mesh, type Object3D, Quaternion, Vector3 } from 'three';
import type { Body } from '../index.ts';
import { type Poses, poseObject, writeInstances } from './poses.ts';

export interface Place {
  position: Vector3;
  orientation: Quaternion;
  /** Of an instance, in its mesh. */
  scale: Vector3;
}

/** Takes what is in the world's frame to another one. */
interface Frame {
  readonly inverse: Matrix4;
  readonly turn: Quaternion;
  readonly turned: Matrix4;
}

/** Frames that have been looked up for one picture; null: that of the world. */
export type Frames = Map<Object3D, Frame | null>;

const IDENTITY = new Matrix4();

export const isInstanced = (mesh: Mesh): mesh is InstancedMesh => (mesh as InstancedMesh).isInstancedMesh === true;

/** What the poses of a mesh, or of its instances, are relative to. */
const ownerOf = (mesh: Mesh): Object3D | null => (isInstanced(mesh) ? mesh : mesh.parent);

function frameOf(owner: Object3D, frames: Frames): Frame | null {
  const known = frames.get(owner);
  if (known !== undefined) return known;
  owner.updateWorldMatrix(true, false);
  const isWorld = owner.matrixWorld.equals(IDENTITY);
  const turn = new Quaternion();
  owner.matrixWorld.decompose(new Vector3(), turn, new Vector3());
  turn.invert();
  const frame = isWorld
    ? null
    : { inverse: owner.matrixWorld.clone().invert(), turn, turned: new Matrix4().makeRotationFromQuaternion(turn) };
  frames.set(owner, frame);
  return frame;
}

/** Where a mesh or its instances are in the world. */
export function placesOf(mesh: Mesh): Place[] {
  const owner = ownerOf(mesh);
  const frame = owner && frameOf(owner, new Map());
  const places = isInstanced(mesh)
    ? Array.from({ length: mesh.count }, (_, index) => instancePlace(mesh, index))
    : [{ position: mesh.position.clone(), orientation: mesh.quaternion.clone(), scale: new Vector3(1, 1, 1) }];
  if (!owner || !frame) return places;
  for (const { position, orientation } of places) {
    position.applyMatrix4(owner.matrixWorld);
    orientation.premultiply(frame.turn.clone().invert());
  }
  return places;
}

function instancePlace(mesh: InstancedMesh, index: number): Place {
  const place = { position: new Vector3(), orientation: new Quaternion(), scale: new Vector3() };
  const matrix = new Matrix4();
  mesh.getMatrixAt(index, matrix);
  matrix.decompose(place.position, place.orientation, place.scale);
  return place;
}

/** Moves a mesh, or its instances, to bodies. Parents may be anywhere; `count` and scales are kept. */
export function show(mesh: Mesh, bodies: readonly Body[], poses: Poses, frames: Frames): void {
  const owner = ownerOf(mesh);
  const frame = owner && frameOf(owner, frames);
  if (isInstanced(mesh)) {
    writeInstances(mesh, bodies, poses);
    if (frame) moveInstances(mesh, bodies.length, frame);
  } else if (bodies[0].alive) {
    poseObject(mesh, bodies[0], poses);
    if (!frame) return;
    mesh.position.applyMatrix4(frame.inverse);
    mesh.quaternion.premultiply(frame.turn);
  }
}

/** Keeps the scales, like those of objects: that of the frame comes on top of them. */
function moveInstances(mesh: InstancedMesh, count: number, { inverse, turned }: Frame): void {
  const { array } = mesh.instanceMatrix;
  const [matrix, position] = [new Matrix4(), new Vector3()];
  for (let k = 0; k < count; k++) {
    matrix.fromArray(array, 16 * k);
    if (matrix.elements[15] === 0) continue; // invisible
    position.setFromMatrixPosition(matrix).applyMatrix4(inverse);
    matrix
      .premultiply(turned)
      .setPosition(position)
      .toArray(array, 16 * k);
  }
}
