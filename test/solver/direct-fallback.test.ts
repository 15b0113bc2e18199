// Where a direct solve comes to nothing, sweeps over the rows of its island take its place for a substep, and the world counts it.
import { describe, expect, test } from 'vitest';
import { BallJoint, type Body, World } from '../../bindings/index.ts';
import { BACKENDS } from '../bindings/backends.ts';
import { addBox, DT, largestError } from './direct-worlds.ts';

/** Places (m) and speeds (m/s) whose products are beyond all numbers on the way to a solution. */
const BEYOND: Record<string, (body: Body) => void> = {
  single: (body) => {
    body.position = [1e22, 0, 0];
  },
  double: (body) => {
    body.position = [1e60, 0, 0];
  },
  reference: (body) => {
    body.linearVelocity = [0, 1e180, 0];
  },
};

/** Three links that hang. */
function addChain(world: World, x: number): Body[] {
  const links: Body[] = [];
  for (let k = 0; k < 3; k++) {
    const b = addBox(world, 1, [0.1, 1, 0.1], [x, -k - 0.5, 0]);
    world.addJoint(new BallJoint({ a: links[k - 1] ?? null, b, anchor: [x, -k, 0] }));
    links.push(b);
  }
  return links;
}

describe.each(BACKENDS)('$label', ({ settings }) => {
  const create = () => World.create({ ...settings, jointSolver: 'direct', sleep: false, substeps: 10 });

  test('an island that numbers do not suffice for is swept, and solved directly again when they do', async () => {
    const world = await create();
    const links = addChain(world, 0);
    const places = links.map(({ position }) => position);
    BEYOND[settings.precision ?? 'reference'](links[2]);
    world.step(DT);
    expect(world.jointIslands).toEqual({ direct: 1, swept: 0, failures: 10 });
    expect(world.frozenCount).toBe(0);
    links.forEach((body, k) => {
      Object.assign(body, { position: places[k], orientation: [0, 0, 0, 1], linearVelocity: [0, 0, 0], angularVelocity: [0, 0, 0] });
    });
    for (let k = 0; k < 60; k++) world.step(DT);
    expect(world.jointIslands).toEqual({ direct: 1, swept: 0, failures: 0 });
    expect(largestError(world)).toBeLessThan(1e-6);
    world.dispose();
  });

  test('what hangs quietly never fails', async () => {
    const world = await create();
    addChain(world, 0);
    world.step(DT);
    expect(world.jointIslands).toEqual({ direct: 1, swept: 0, failures: 0 });
    world.dispose();
  });
});
