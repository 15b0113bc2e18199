// Poses of bodies, written to what three.js draws.
import { type BatchedMesh, type InstancedMesh, Matrix4, type Object3D } from 'three';
import { describe, unreadable } from '../core/arguments.ts';
import { isTypedArray } from '../core/lists.ts';
import { HolonomicError } from '../index.ts';

/** A body, or its slot: the number of its row in `world.transforms`. A slot can be taken by another body when its body is removed. */
export type BodySlot = number | { readonly index: number; readonly alive?: boolean };

/** Poses of bodies: a world, or a copy of its transforms. */
export interface Poses {
  /** `world.transforms` or a copy of it: seven numbers per slot. */
  readonly transforms: Float32Array;
  /** A copy of `world.transforms` from before the last step; with it, poses are interpolated. */
  readonly previous?: Float32Array;
  /**
   * A copy of `world.transforms` from after the last step. Bodies that are elsewhere in `transforms` have been teleported, restored or added
   * since, and are not interpolated.
   */
  readonly stepped?: Float32Array;
  /** From 0, as in `previous`, to 1, as in `transforms`. 1 by default. */
  readonly alpha?: number;
}

/** Numbers of a slot: position x y z, orientation x y z w. */
const SLOT = 7;

/** The pose that was read last. Nothing is kept in it from call to call. */
const pose = new Float64Array(SLOT);

/**
 * Moves an object to a body. With `previous`, the position is interpolated linearly and the orientation along the shorter way.
 *
 * `poseObject(mesh, body, world)` shows the last step; `poseObject(mesh, body, { transforms: world.transforms, previous, stepped, alpha })`
 * is smooth at any frame rate. It writes position and quaternion and keeps the scale; the object's parents must not have a transform. The
 * object of a removed body stays where it is. Throws `invalid-argument` if there is no such slot or alpha is not from 0 to 1.
 */
export function poseObject(object: Object3D, body: BodySlot, poses: Poses): void {
  try {
    requirePoses(poses);
    if (!readPose(body, poses)) return;
    object.position.set(pose[0], pose[1], pose[2]);
    object.quaternion.set(pose[3], pose[4], pose[5], pose[6]);
  } catch (cause) {
    unreadable('What poseObject is given', cause);
  }
}

/**
 * Moves instance k of a mesh to body k, in the mesh's frame, for all given bodies. `poses` is the same as in `poseObject`. The `count` of
 * an `InstancedMesh` becomes the number of bodies; a `BatchedMesh` needs instances with these numbers. Instances of removed bodies are
 * invisible.
 *
 * `scales` has the scale of each instance along its body's axes, x y z each. By default instances keep their scale, up to 1e-5; those that
 * were invisible get 1. Throws `invalid-argument` like `poseObject`, and for more bodies than the mesh has room for or than scales.
 *
 * The bounds of the mesh are discarded, and three.js recomputes them when it culls or picks; set `frustumCulled` to false if everything is
 * always in view.
 */
export function poseInstances(
  mesh: InstancedMesh | BatchedMesh,
  bodies: ArrayLike<BodySlot>,
  poses: Poses,
  scales?: ArrayLike<number>,
): void {
  try {
    requirePoses(poses);
    if (scales && scales.length < 3 * bodies.length)
      invalid(`scales must hold three numbers for each of the ${bodies.length} bodies, but its length is ${scales.length}.`);
    if ('isInstancedMesh' in mesh) {
      writeInstances(mesh, bodies, poses, scales);
      mesh.count = bodies.length;
    } else {
      poseBatched(mesh, bodies, poses, scales);
      mesh.boundingBox = null;
      mesh.boundingSphere = null;
    }
  } catch (cause) {
    unreadable('What poseInstances is given', cause);
  }
}

/** Like `poseInstances`, but draws as many instances as before. */
export function writeInstances(mesh: InstancedMesh, bodies: ArrayLike<BodySlot>, poses: Poses, scales?: ArrayLike<number>): void {
  const { instanceMatrix } = mesh;
  if (bodies.length > instanceMatrix.count)
    invalid(`The InstancedMesh has room for ${instanceMatrix.count} instances, but there are ${bodies.length} bodies; make a larger one.`);
  for (let k = 0; k < bodies.length; k++) {
    readScale(instanceMatrix.array, 16 * k, scales, 3 * k);
    writeMatrix(instanceMatrix.array, 16 * k, readPose(bodies[k], poses));
  }
  instanceMatrix.needsUpdate = true;
  mesh.boundingBox = null;
  mesh.boundingSphere = null;
}

function poseBatched(mesh: BatchedMesh, bodies: ArrayLike<BodySlot>, poses: Poses, scales?: ArrayLike<number>): void {
  const matrix = new Matrix4();
  for (let k = 0; k < bodies.length; k++) {
    if (!scales) mesh.getMatrixAt(k, matrix);
    readScale(matrix.elements, 0, scales, 3 * k);
    writeMatrix(matrix.elements, 0, readPose(bodies[k], poses));
    mesh.setMatrixAt(k, matrix);
  }
}

function invalid(message: string): never {
  throw new HolonomicError('invalid-argument', message);
}

function requirePoses({ alpha, transforms, previous, stepped }: Poses): void {
  if (![transforms, previous ?? transforms, stepped ?? transforms].every((list) => isTypedArray(list, 'Float32Array')))
    invalid('transforms, previous and stepped must be Float32Arrays: world.transforms, or a copy of it.');
  if (alpha !== undefined && !(alpha >= 0 && alpha <= 1)) invalid(`alpha must be from 0 to 1, but is ${describe(alpha)}.`);
}

/** Rows of removed bodies are all zeros. */
const isEmpty = (list: Float32Array, row: number) =>
  list[row + 3] === 0 && list[row + 4] === 0 && list[row + 5] === 0 && list[row + 6] === 0;

/** Whether the body of a row is where the last step left it. */
function isAsStepped(stepped: Float32Array, transforms: Float32Array, row: number): boolean {
  for (let k = row; k < row + SLOT; k++) if (stepped[k] !== transforms[k]) return false;
  return true;
}

/** Fills `pose`; false if there is no body in the slot, or another one. */
function readPose(body: BodySlot, { transforms, previous, stepped, alpha = 1 }: Poses): boolean {
  if (typeof body === 'object' && body.alive === false) return false;
  const row = SLOT * (typeof body === 'number' ? body : body.index);
  if (!(row >= 0 && row + SLOT <= transforms.length))
    invalid(
      `transforms has ${transforms.length / SLOT} slots, but slot ${row / SLOT} is wanted. ` +
        'Read world.transforms again after adding bodies and after steps.',
    );
  if (isEmpty(transforms, row)) return false;
  for (let k = 0; k < SLOT; k++) pose[k] = transforms[row + k];
  if (!previous || alpha === 1 || row + SLOT > previous.length || isEmpty(previous, row)) return true;
  if (!stepped || isAsStepped(stepped, transforms, row)) goBack(previous, row, 1 - alpha);
  return true;
}

/** Takes `pose` a part of the way back to a row of earlier poses. */
function goBack(previous: Float32Array, row: number, part: number): void {
  for (let k = 0; k < 3; k++) pose[k] += part * (previous[row + k] - pose[k]);
  // The same rotation has two quaternions; the one nearer by is reached the shorter way.
  const dot = pose[3] * previous[row + 3] + pose[4] * previous[row + 4] + pose[5] * previous[row + 5] + pose[6] * previous[row + 6];
  const back = dot < 0 ? -part : part;
  let square = 0;
  for (let k = 3; k < SLOT; k++) {
    pose[k] = (1 - part) * pose[k] + back * previous[row + k];
    square += pose[k] * pose[k];
  }
  const scale = 1 / Math.sqrt(square);
  for (let k = 3; k < SLOT; k++) pose[k] *= scale;
}

/** The scale along x, y and z that is written next. */
const scale = new Float64Array(3);

/** Leaves 17 bits (Veltkamp), so that rounding does not add up where a scale is read and written again each frame. */
function rounded(value: number): number {
  const high = 68719476737 * value;
  return high - (high - value);
}

/** Fills `scale` from a list, or without one from a matrix. */
function readScale(matrix: ArrayLike<number>, at: number, scales: ArrayLike<number> | undefined, scaleAt: number): void {
  if (scales) {
    for (let axis = 0; axis < 3; axis++) scale[axis] = scales[scaleAt + axis];
    return;
  }
  let whole = 0;
  for (let axis = 0; axis < 3; axis++) {
    const [x, y, z] = [matrix[at + 4 * axis], matrix[at + 4 * axis + 1], matrix[at + 4 * axis + 2]];
    const square = x * x + y * y + z * z;
    scale[axis] = rounded(Math.sqrt(square));
    whole += square;
  }
  if (!(whole > 0)) scale.fill(1);
  else if (isMirrored(matrix, at)) scale[0] = -scale[0]; // as three.js decomposes it
}

function isMirrored(m: ArrayLike<number>, at: number): boolean {
  const x = m[at + 5] * m[at + 10] - m[at + 6] * m[at + 9];
  const y = m[at + 6] * m[at + 8] - m[at + 4] * m[at + 10];
  const z = m[at + 4] * m[at + 9] - m[at + 5] * m[at + 8];
  return m[at] * x + m[at + 1] * y + m[at + 2] * z < 0;
}

/** The matrix of `pose` and `scale`, column by column, from an index on; zeros where there is no body. */
function writeMatrix(
  target: { [index: number]: number; fill(value: number, from: number, to: number): unknown },
  at: number,
  alive: boolean,
): void {
  if (!alive) {
    target.fill(0, at, at + 16);
    return;
  }
  const x = pose[3];
  const y = pose[4];
  const z = pose[5];
  const w = pose[6];
  const sx = scale[0];
  const sy = scale[1];
  const sz = scale[2];
  target[at] = (1 - 2 * (y * y + z * z)) * sx;
  target[at + 1] = 2 * (x * y + z * w) * sx;
  target[at + 2] = 2 * (x * z - y * w) * sx;
  target[at + 3] = 0;
  target[at + 4] = 2 * (x * y - z * w) * sy;
  target[at + 5] = (1 - 2 * (x * x + z * z)) * sy;
  target[at + 6] = 2 * (y * z + x * w) * sy;
  target[at + 7] = 0;
  target[at + 8] = 2 * (x * z + y * w) * sz;
  target[at + 9] = 2 * (y * z - x * w) * sz;
  target[at + 10] = (1 - 2 * (x * x + y * y)) * sz;
  target[at + 11] = 0;
  target[at + 12] = pose[0];
  target[at + 13] = pose[1];
  target[at + 14] = pose[2];
  target[at + 15] = 1;
}
