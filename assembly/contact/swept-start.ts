import { typeOf } from '../body/activity';
import { copyShort } from '../memory/copy';
import { BodyRecord, BodyType } from '../body/record';

/** Notes where a dynamic body begins a step, or where it is from when on steps look at it: in its target, which it has no other use for. */
export function noteStart(body: BodyRecord): void {
  if (typeOf(body) != BodyType.Dynamic) return;
  copyShort(
    changetype<usize>(body) + offsetof<BodyRecord>('targetX'),
    changetype<usize>(body) + offsetof<BodyRecord>('positionX'),
    7 * sizeof<f64>(),
  );
}
