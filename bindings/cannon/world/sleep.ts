import { BODY_SLEEP_STATES } from '../body/body-types.ts';
import type { BodyLink } from './body-link.ts';

/** As `body.sleepTick`, but that the body only falls asleep with all that it touches. */
export function tickSleep(link: BodyLink, time: number): void {
  const { body } = link;
  if (body.sleepState === BODY_SLEEP_STATES.SLEEPING) return;
  const speed = body.velocity.lengthSquared() + body.angularVelocity.lengthSquared();
  const limit = body.sleepSpeedLimit * body.sleepSpeedLimit;
  if (body.sleepState === BODY_SLEEP_STATES.AWAKE && speed < limit) {
    body.sleepState = BODY_SLEEP_STATES.SLEEPY;
    body.timeLastSleepy = time;
    body.dispatchEvent({ type: 'sleepy' });
  } else if (body.sleepState === BODY_SLEEP_STATES.SLEEPY && speed > limit) body.wakeUp();
  const rests = body.sleepState === BODY_SLEEP_STATES.SLEEPY && time - body.timeLastSleepy > body.sleepTimeLimit;
  link.setReady(rests);
}
