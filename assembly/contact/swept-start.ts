import { typeOf } from '../body/activity';
import { BodyFlag, BodyRecord, BodyType } from '../body/record';

/** Notes where a swept body is from when on steps look at it: in its target, which dynamic bodies have no other use for. */
export function noteStart(body: BodyRecord): void {
  if (!(body.flags & BodyFlag.Swept) || typeOf(body) != BodyType.Dynamic) return;
  memory.copy(
    changetype<usize>(body) + offsetof<BodyRecord>('targetX'),
    changetype<usize>(body) + offsetof<BodyRecord>('positionX'),
    7 * sizeof<f64>(),
  );
}
