// What moves a body in a step beside joints and contacts.
import { WorldRecord } from '../world';
import { typeOf } from './activity';
import { BodyFlag, BodyRecord, BodyType } from './record';

const LOCKS: u32 = BodyFlag.LockTranslationX | BodyFlag.LockTranslationY | BodyFlag.LockTranslationZ;

/** What gravity and forces do to a body's velocity in a second, along the axes that are free; nothing unless it is dynamic. */
export function pullOn(world: WorldRecord, body: BodyRecord): vec3<f64> {
  const flags = body.flags;
  const moves = typeOf(body) == BodyType.Dynamic;
  const scale = moves ? body.gravityScale : 0.0;
  const inverseMass = moves ? 1.0 / body.mass : 0.0;
  return vec3<f64>(
    flags & BodyFlag.LockTranslationX ? 0.0 : scale * world.gravityX + body.forceX * inverseMass,
    flags & BodyFlag.LockTranslationY ? 0.0 : scale * world.gravityY + body.forceY * inverseMass,
    flags & BodyFlag.LockTranslationZ ? 0.0 : scale * world.gravityZ + body.forceZ * inverseMass,
  );
}

/** Whether that is the world's gravity, or would be if it were dynamic. */
export function onlyFalls(body: BodyRecord): bool {
  return body.gravityScale == 1 && body.forceX == 0 && body.forceY == 0 && body.forceZ == 0 && !(body.flags & LOCKS);
}
