// Two weights on a rope over two fixed points: Atwood's machine, with the mechanical advantage of a block and tackle.
import { describe, expect, it } from 'vitest';
import { PulleyJoint, World } from '../../bindings/index.ts';
import { BACKENDS } from '../scenes/backends.ts';

const G = 9.81;
const TIME = 0.5;

describe.each(BACKENDS)('$label', ({ settings }) => {
  it.each([1, 2, 0.5])('with the ratio %s falls and pulls as Atwood says', async (ratio) => {
    const world = await World.create({ ...settings, gravity: [0, -G, 0], substeps: 40 });
    const a = world.addBody({ mass: 2, position: [0, -3, 0] });
    const b = world.addBody({ mass: 5, position: [1, -2, 0] });
    const anchors = { anchorA: [0, 0, 0], anchorB: [0, 0, 0], pointA: [0, 0, 0], pointB: [1, 0, 0] };
    const pulley = world.addJoint(new PulleyJoint({ a, b, ...anchors, ratio }));
    const steps = 60 * TIME;
    for (let k = 0; k < steps; k++) world.step(1 / 60);
    // y_A = -ratio y_B, T = m_A (g + a_A), ratio T = m_B (g + a_B)
    const acceleration = (-(5 - 2 * ratio) * G) / (5 + 2 * ratio * ratio);
    const tension = 2 * (G - ratio * acceleration);
    const close = settings.precision === 'single' ? 4 : 6;
    expect(b.linearVelocity[1]).toBeCloseTo(acceleration * TIME, close);
    expect(a.linearVelocity[1]).toBeCloseTo(-ratio * acceleration * TIME, close);
    expect(pulley.tension).toBeCloseTo(tension, close - 2);
    expect(pulley.force[1]).toBeCloseTo(ratio * tension, close - 2);
    expect(pulley.getLoads({ on: 'a' }).total.force[1]).toBeCloseTo(tension, close - 2);
    world.dispose();
  });
});
