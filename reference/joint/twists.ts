// Angles of joints over more than one turn, from the poses at the end of a step.
import { BodyRecord, JointFlag, JointRecord, JointType, WorldRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/memory.ts';
import { Quat } from '../math/rotation.ts';
import { Vec3 } from '../math/vector.ts';
import { unwrap } from './frame/coordinates.ts';

/** Follows the twists of all joints that want it: the new angle is the one nearest to what the speed predicts. */
export function trackTwists(memory: StateMemory, dt: number): void {
  const { f64, u32, world } = memory;
  const base = u32[(world + WorldRecord.jointBase) >>> 2];
  const count = u32[(world + WorldRecord.jointCount) >>> 2];
  for (let slot = 0; slot < count; slot++) {
    const record = base + slot * JointRecord.size;
    const flags = u32[(record + JointRecord.flags) >>> 2];
    if (!(flags & JointFlag.Alive) || !(flags & JointFlag.TracksTwist)) continue;
    const frameA = worldFrame(memory, record, JointRecord.bodyA, JointRecord.frameAX);
    const frameB = worldFrame(memory, record, JointRecord.bodyB, JointRecord.frameBX);
    const turning = angularVelocity(memory, record, JointRecord.bodyB).minus(angularVelocity(memory, record, JointRecord.bodyA));
    const relative = frameA.conjugate.times(frameB);
    const first = (record + JointRecord.twist) >>> 3;
    const second = (record + JointRecord.secondTwist) >>> 3;
    const near = f64[first] + dt * turning.dot(frameA.rotate(Vec3.X));
    if (u32[(record + JointRecord.type) >>> 2] === JointType.Universal) {
      const zB = relative.rotate(Vec3.Z);
      const xA = relative.conjugate.rotate(Vec3.X);
      f64[first] = unwrap(Math.atan2(-zB.y, zB.z), near);
      f64[second] = unwrap(Math.atan2(-xA.y, xA.x), f64[second] + dt * turning.dot(frameB.rotate(Vec3.Z)));
    } else {
      const { x, w } = relative;
      f64[first] = unwrap(w < 0 ? 2 * Math.atan2(-x, -w) : 2 * Math.atan2(x, w), near);
    }
  }
}

function bodyOf({ u32, world }: StateMemory, record: number, body: number): number {
  return u32[(world + WorldRecord.bodyBase) >>> 2] + u32[(record + body) >>> 2] * BodyRecord.size;
}

function angularVelocity(memory: StateMemory, record: number, body: number): Vec3 {
  const index = (bodyOf(memory, record, body) + BodyRecord.angularVelocityX) >>> 3;
  return new Vec3(memory.f64[index], memory.f64[index + 1], memory.f64[index + 2]);
}

function worldFrame(memory: StateMemory, record: number, body: number, frame: number): Quat {
  const quaternion = (offset: number) => {
    const index = offset >>> 3;
    return new Quat(memory.f64[index], memory.f64[index + 1], memory.f64[index + 2], memory.f64[index + 3]);
  };
  return quaternion(bodyOf(memory, record, body) + BodyRecord.orientationX).times(quaternion(record + frame));
}
