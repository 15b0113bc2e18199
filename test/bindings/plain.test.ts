// What people try first, and what they see when they print what they have.
import util from 'node:util';
import { describe, expect, test } from 'vitest';
import * as api from '../../bindings/index.ts';
import { Box, HingeJoint, World } from '../../bindings/index.ts';
import { JOINT_OPTIONS, makeStage } from '../hostile/members/stage.ts';
import { BACKENDS, expectRefusal } from './backends.ts';

/** More than a handle needs, and less than the engine. */
const MOST_CHARACTERS = 700;

describe.each(BACKENDS)('$label', ({ settings }) => {
  test('everything that lives in a world, or did, is told as JSON and printed without its engine', async () => {
    const stage = await makeStage(settings);
    for (const [name, object] of stage.targets) {
      if (name in stage.shapes || name === 'events') continue;
      const text = JSON.stringify(object);
      const printed = util.inspect(object);
      expect(text.length, name).toBeLessThan(MOST_CHARACTERS);
      expect(printed.length, name).toBeLessThan(MOST_CHARACTERS);
      expect(`${text} ${printed}`, name).not.toMatch(/engine|Backend|Float64Array|Function|Circular/);
      expect(util.inspect(object, { showHidden: true, getters: true }), name).not.toMatch(/engine|Backend/);
    }
    stage.world.dispose();
    for (const object of stage.targets.values()) expect(() => [JSON.stringify(object), util.inspect(object)]).not.toThrow();
  });

  test('of a body and a joint it is where they are', async () => {
    const world = await World.create(settings);
    const body = world.addBody({ shape: new Box([0.5, 0.5, 0.5]), position: [1, 2, 3], mass: 2, userData: world });
    const hinge = new HingeJoint({ b: body, anchor: [1, 2, 3], axis: [0, 1, 0] });
    expect(JSON.parse(JSON.stringify(hinge))).toEqual({ type: 'HingeJoint', index: -1, a: null, b: 1 });
    world.addJoint(hinge);
    expect(JSON.parse(JSON.stringify({ body, hinge, angle: hinge.rotation, world }))).toEqual({
      body: {
        index: 1,
        type: 'dynamic',
        shape: 'box',
        position: [1, 2, 3],
        orientation: [0, 0, 0, 1],
        linearVelocity: [0, 0, 0],
        angularVelocity: [0, 0, 0],
        mass: 2,
        isSleeping: false,
      },
      hinge: {
        type: 'HingeJoint',
        index: 0,
        a: null,
        b: 1,
        enabled: true,
        broken: false,
        coordinates: { rotation: 0 },
        force: [0, 0, 0],
        torque: [0, 0, 0],
      },
      angle: { joint: 0, name: 'rotation', value: 0, velocity: 0 },
      world: { precision: world.precision, backend: world.backend, time: 0, stepCount: 0, bodyCount: 1, jointCount: 1 },
    });
    expect(util.inspect(body)).toMatch(/^Body \{\s+index: 1,\s+type: 'dynamic'/);
    world.removeBody(body);
    expect([body, hinge].map((each) => JSON.parse(JSON.stringify(each)))).toEqual([
      { index: 1, error: 'removed-handle' },
      { type: 'HingeJoint', index: 0, a: null, b: 1, error: 'removed-handle' },
    ]);
    world.dispose();
    expect(JSON.parse(JSON.stringify(world))).toMatchObject({ error: 'disposed' });
  });

  test('what is tried first works, or says what to do', async () => {
    const world = await World.create(settings);
    expect(world.addBody({}).mass).toBe(1);
    expect(world.addBody().shape).toBe(null);
    const body = world.addBody();
    const box = new Box([1, 1, 1]);
    const joint = new HingeJoint({ b: body, anchor: [0, 0, 0], axis: [0, 1, 0] });
    const make = (type: unknown, ...given: unknown[]) => Reflect.construct(type as typeof World, given);
    const tries: [act: () => unknown, says: RegExp][] = [
      [() => make(World), /await World.create/],
      [() => make(World, {}), /await World.create/],
      [() => make(World, {}, {}), /World.createSync/],
      [() => make(api.Body), /world.addBody/],
      [() => world.addBody(box as never), /addBody\(\{ shape: new Box/],
      [() => (world.addBody as (...given: unknown[]) => unknown).call(world, box, { mass: 2 }), /addBody\(\{ shape: new Box/],
      [() => world.addBody(body as never), /options/],
      [() => world.addBody(joint as never), /world.addJoint/],
      [() => world.addJoint({ b: body } as never), /new BallJoint/],
      [() => world.addJoint(body as never), /new BallJoint/],
    ];
    for (const [act, says] of tries) {
      expectRefusal(act, 'invalid-argument');
      expect(act).toThrow(says);
    }
    world.dispose();
  });
});

test('every joint has the name of its class', async () => {
  const stage = await makeStage({});
  for (const name of [...Object.keys(JOINT_OPTIONS), 'GrabJoint', 'GearJoint', 'RackAndPinionJoint'])
    expect(JSON.parse(JSON.stringify(stage.joints[name])).type).toBe(name);
  stage.world.dispose();
});
