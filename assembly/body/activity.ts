// What kind of body it is, and whether it moves: the one place that asks.
import { BodyFlag, BodyRecord, BodyType } from './record';

/** The type that the user gave it. */
export function bodyType(body: BodyRecord): u32 {
  return (body.flags & BodyFlag.TypeMask) >> BodyFlag.TypeShift;
}

/** Whether it is dynamic, asleep or not. */
export function isDynamic(body: BodyRecord): bool {
  return bodyType(body) == BodyType.Dynamic;
}

/** Whether it is dynamic, asleep or not, and no value of it that is not finite has frozen it. */
export function isFree(body: BodyRecord): bool {
  return isDynamic(body) && !(body.flags & BodyFlag.Frozen);
}

/** What it is to the solver: sleeping and frozen bodies do not move, nor do slots without a body. */
export function typeOf(body: BodyRecord): u32 {
  const still: u32 = BodyFlag.Frozen | BodyFlag.Asleep;
  return !(body.flags & BodyFlag.Alive) || body.flags & still ? BodyType.Static : bodyType(body);
}
