// Shows errors of joints larger than they are: every body is moved on by so many times the gaps on the way from the world to it.
import { Object3D, Vector3 } from 'three';
import type { Vec3 } from '../../bindings/index.ts';
import { poseObject } from '../../bindings/three/index.ts';
import type { Frame, JointLook } from '../engine/types.ts';

const WORLD = -1;
/** Joints whose anchors are in one place unless the joint is off. */
const POINTS = new Set(['Ball', 'Hinge', 'Fixed', 'Universal', 'Cone']);

/** A body that hangs on another one, or on the world. */
interface Branch {
  readonly parent: number;
  readonly slot: number;
  /** Anchors in the frames of parent and body. */
  readonly above: Vec3;
  readonly below: Vec3;
}

const body = new Object3D();
const [upper, lower] = [new Vector3(), new Vector3()];

export class Exaggeration {
  private readonly branches: Branch[] = [];
  private readonly moved: [Float32Array, Float32Array] = [new Float32Array(0), new Float32Array(0)];
  private offsets = new Float32Array(0);

  constructor(joints: readonly JointLook[]) {
    const known = new Set([WORLD]);
    const points = joints.filter(({ kind }) => POINTS.has(kind));
    let front = [WORLD];
    while (front.length > 0) {
      const next: number[] = [];
      for (const joint of points) {
        const { a, b, from, to } = joint;
        for (const [parent, slot, above, below] of [
          [a, b, from, to],
          [b, a, to, from],
        ] as const) {
          if (!front.includes(parent) || known.has(slot)) continue;
          known.add(slot);
          next.push(slot);
          this.branches.push({ parent, slot, above, below });
        }
      }
      front = next;
    }
  }

  /** Whether there is anything that can be shown larger. */
  get isPossible(): boolean {
    return this.branches.length > 0;
  }

  /** The frame with gaps `factor` times as large. */
  apply(frame: Frame, factor: number): Frame {
    if (factor === 1 || !this.isPossible) return frame;
    const now = this.move(frame.transforms, 0, factor);
    return { ...frame, transforms: now, previous: frame.previous === frame.transforms ? now : this.move(frame.previous, 1, factor) };
  }

  private move(transforms: Float32Array, which: 0 | 1, factor: number): Float32Array {
    if (this.moved[which].length !== transforms.length) this.moved[which] = new Float32Array(transforms.length);
    if (this.offsets.length !== (3 * transforms.length) / 7) this.offsets = new Float32Array((3 * transforms.length) / 7);
    const { offsets } = this;
    const result = this.moved[which];
    result.set(transforms);
    for (const { parent, slot, above, below } of this.branches) {
      if (7 * slot >= transforms.length) continue;
      placeOf(parent, above, transforms, upper);
      placeOf(slot, below, transforms, lower);
      lower.sub(upper).multiplyScalar(factor - 1);
      for (let axis = 0; axis < 3; axis++) {
        const inherited = parent === WORLD ? 0 : offsets[3 * parent + axis];
        offsets[3 * slot + axis] = inherited + lower.getComponent(axis);
        result[7 * slot + axis] += offsets[3 * slot + axis];
      }
    }
    return result;
  }
}

function placeOf(slot: number, local: Vec3, transforms: Float32Array, out: Vector3): void {
  out.fromArray(local);
  if (slot === WORLD) return;
  poseObject(body, slot, { transforms });
  out.applyQuaternion(body.quaternion).add(body.position);
}
