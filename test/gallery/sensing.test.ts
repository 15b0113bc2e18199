import { expect, test } from 'vitest';
import { Session } from '../../gallery/engine/session.ts';
import { SENSING } from '../../gallery/engine/types.ts';

test('a gate is marked while the ball is in it, of whichever shape, and after going back in time', async () => {
  const session = new Session();
  try {
    const { looks } = await session.start({ scene: 'sensors', parameters: { speed: 3 }, settings: {} });
    const gates = looks.bodies.filter(({ sensor }) => sensor).map(({ slot }) => slot);
    const lit = (frame: { states: Uint8Array }) => gates.map((slot) => (frame.states[slot] & SENSING) !== 0);
    // At 3 m/s the ball is in the middle of a gate after each second, and half-way to the next in between.
    expect(lit(session.advance(30))).toEqual([false, false, false]);
    expect(lit(session.advance(30))).toEqual([true, false, false]);
    expect(lit(session.advance(30))).toEqual([false, false, false]);
    expect(lit(session.advance(30))).toEqual([false, true, false]);
    expect(lit(session.advance(60))).toEqual([false, false, true]);
    session.seek(60);
    expect(lit(session.advance(0))).toEqual([true, false, false]);
  } finally {
    session.dispose();
  }
});
