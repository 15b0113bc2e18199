// The scrubber: back to a frame of the last seconds, with the same bits.
import { afterEach, expect, test } from 'vitest';
import { Session } from '../../gallery/engine/session.ts';

const session = new Session();
afterEach(() => session.dispose());
const order = { scene: 'box-tower', parameters: { count: 4 }, settings: {} };

test('a frame that was there before has the same hash again, and going on from there too', async () => {
  await session.start(order);
  session.advance(40);
  const early = session.result().hash;
  session.advance(40);
  const late = session.result().hash;
  session.seek(40);
  expect(session.result()).toMatchObject({ frame: 40, hash: early });
  session.seek(80);
  expect(session.result()).toMatchObject({ frame: 80, hash: late });
  expect(early).not.toBe(late);
});

test('twenty seconds are kept, and what is older is not there any more', async () => {
  await session.start(order);
  const { oldest } = session.advance(1500);
  expect(oldest).toBeGreaterThan(1500 - 20 * 60 - 20);
  expect(oldest).toBeLessThanOrEqual(1500 - 20 * 60);
  session.seek(0);
  expect(session.result().frame).toBe(oldest);
});

test('the hand lets go, and a ball that was thrown later is not there yet', async () => {
  await session.start(order);
  const { grab, transforms } = session.advance(30);
  expect(grab).toBeNull();
  session.throwBall([0, 2, 5], [0, 0, -10], 0.2);
  const slots = session.advance(1).looks?.bodies.length ?? 0;
  session.seek(20);
  const back = session.advance(0);
  expect(back.looks?.bodies.length).toBe(slots - 1);
  expect(back.transforms.length).toBeGreaterThanOrEqual(transforms.length);
});
