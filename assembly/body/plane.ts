// Bodies that stay in a plane: they do not move along its normal, an axis of the world, and turn about nothing else.
import { bodyType } from './activity';
import { BodyFlag, BodyRecord, BodyType } from './record';

const OUT_OF_X: u32 = BodyFlag.LockTranslationX | BodyFlag.LockRotationY | BodyFlag.LockRotationZ;
const OUT_OF_Y: u32 = BodyFlag.LockTranslationY | BodyFlag.LockRotationX | BodyFlag.LockRotationZ;
const OUT_OF_Z: u32 = BodyFlag.LockTranslationZ | BodyFlag.LockRotationX | BodyFlag.LockRotationY;

const ANY: u32 = BodyFlag.LockTranslationX | BodyFlag.LockTranslationY | BodyFlag.LockTranslationZ;

/** Bits of the axes, 1, 2 and 4, across which two bodies stay, one of which is dynamic. */
export function planesOfBoth(a: BodyRecord, b: BodyRecord): u32 {
  if (!((a.flags | b.flags) & ANY)) return 0;
  return planesOf(a) & planesOf(b);
}

function planesOf(body: BodyRecord): u32 {
  const type = bodyType(body);
  if (type == BodyType.Static) return 7;
  if (type == BodyType.Dynamic) {
    const flags = body.flags;
    return (
      ((flags & OUT_OF_X) == OUT_OF_X ? 1 : 0) |
      (((flags & OUT_OF_Y) == OUT_OF_Y ? 1 : 0) << 1) |
      (((flags & OUT_OF_Z) == OUT_OF_Z ? 1 : 0) << 2)
    );
  }
  // What is moved by hand is locked nowhere: what counts is how it moves.
  const x = body.angularVelocityX == 0;
  const y = body.angularVelocityY == 0;
  const z = body.angularVelocityZ == 0;
  return (body.velocityX == 0 && y && z ? 1 : 0) | (body.velocityY == 0 && x && z ? 2 : 0) | (body.velocityZ == 0 && x && y ? 4 : 0);
}
