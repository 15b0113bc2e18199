// A heavy body on a single joint to a light one that stands: what holds up the light one holds up both.
import { describe, expect, test } from 'vitest';
import { type Body, Box, FixedJoint, HalfSpace, HingeJoint, type Joint, PrismaticJoint, World } from '../../bindings/index.ts';
import { BACKENDS } from '../bindings/backends.ts';

const DT = 1 / 60;
const JOINTS: [string, (a: Body, b: Body) => Joint][] = [
  ['a servo', (a, b) => new HingeJoint({ a, b, anchor: [0, 0.1, 0], axis: [0, 0, 1], motor: { target: 0 } })],
  ['a fixed joint', (a, b) => new FixedJoint({ a, b, anchor: [0, 0.1, 0] })],
  ['a slider at its end', (a, b) => new PrismaticJoint({ a, b, anchor: [0, 0.1, 0], axis: [0, 1, 0], limits: { lower: 0, upper: 0.1 } })],
];

describe.each(BACKENDS)('$label', ({ settings }) => {
  describe.each(JOINTS)('on %s', (_, join) => {
    test.each([2, 8, 32, 128, 1000])('a body of %i times the mass of its foot', async (mass) => {
      for (const substeps of ['auto', 4] as const) {
        const world = await World.create({ sleep: false, ...settings, substeps });
        world.addBody({ type: 'static', shape: new HalfSpace(), friction: 0.5 });
        const foot = world.addBody({ shape: new Box([0.3, 0.05, 0.3]), mass: 1, position: [0, 0.05, 0] });
        const body = world.addBody({ shape: new Box([0.1, 0.1, 0.1]), mass, position: [0, 0.3, 0] });
        world.addJoint(join(foot, body));
        let fastest = 0;
        for (let k = 0; k < 180; k++) {
          world.step(DT);
          fastest = Math.max(fastest, ...foot.linearVelocity.map(Math.abs));
        }
        expect(Math.abs(foot.position[1] - 0.05)).toBeLessThan(3e-3);
        expect(Math.abs(body.position[1] - 0.3)).toBeLessThan(3e-3);
        expect(fastest).toBeLessThan(0.05);
        world.dispose();
      }
    });
  });
});
