// Loads along the freedoms, as forces on the bodies: the engine accelerates as forward dynamics says.
import { describe, expect, test } from 'vitest';
import { articulation } from '../../bindings/control/articulation/articulation.ts';
import { type Body, type Vec3, World } from '../../bindings/index.ts';
import { JOINTS, skewBody } from './articulation-trees.ts';

const DT = 1e-5;
const ANCHOR: Vec3 = [0.8, 0.1, 0.05];
const BASES: Record<string, (world: World) => Body | null> = {
  world: () => null,
  static: (world: World) => world.addBody({ type: 'static', position: [0.4, 0, 0], orientation: [0, 0.6, 0, 0.8] }),
  kinematic: (world: World) => world.addBody({ type: 'kinematic', position: [0.4, -1, 0], orientation: [0.6, 0, 0, 0.8] }),
};

describe.each(Object.keys(BASES))('on %s', (kind) => {
  const cases = Object.keys(JOINTS).flatMap((name) => [true, false].map((moves): [string, string] => [name, moves ? 'A' : 'B']));

  test.each(cases)('%s, of which %s moves', async (name, moving) => {
    const world = await World.create({ precision: 'double', gravity: [0, 0, 0], substeps: 4, sleep: false });
    const base: Body | null = BASES[kind](world);
    const body = skewBody(world, 1, [1.1, 0.2, 0]);
    world.addJoint(moving === 'A' ? JOINTS[name](body, base!, ANCHOR) : JOINTS[name](base, body, ANCHOR));
    const tree = articulation(world, body);
    const rates = [0.5, -0.7, 0.9, 0.3, -0.2, 0.4].slice(0, tree.velocityCount);
    // What slides goes away from where the anchors meet.
    tree.setState({ velocities: rates });
    for (let k = 0; k < 30; k++) world.step(1 / 60);
    tree.setState({ velocities: rates });
    const loads = [0.3, 0.4, -0.2, 0.1, 0.2, -0.3].slice(0, tree.velocityCount);
    const expected = tree.forwardDynamics(loads);
    const before = tree.velocities();
    tree.applyForces(loads);
    world.step(DT);
    const after = tree.velocities();
    const scale = Math.max(...expected.map(Math.abs));
    for (const [k, value] of expected.entries()) expect(Math.abs((after[k] - before[k]) / DT - value) / scale).toBeLessThan(1e-3);
    world.dispose();
  });
});
