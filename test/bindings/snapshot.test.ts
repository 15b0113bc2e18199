// Snapshots: what is restored goes on with the same bits, and the handles are those of what the snapshot holds.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BallJoint,
  type Body,
  Box,
  DistanceJoint,
  FixedJoint,
  HingeJoint,
  type Joint,
  PrismaticJoint,
  World,
  type WorldOptions,
} from '../../bindings/index.ts';
import { BACKENDS, expectRefusal } from './backends.ts';

const shape = new Box([0.3, 0.1, 0.1]);

/** A chain with a joint of each kind, hung up at one end and moved by a kinematic body at the other. */
function build(world: World): { joints: Joint[] } {
  const bodies = Array.from({ length: 6 }, (_, k) =>
    world.addBody({ shape, position: [0.7 * k, 0.1 * k, 0], angularVelocity: [0.3 * k, 0, 1], linearDamping: 0.01 * k }),
  );
  const crank = world.addBody({ type: 'kinematic', position: [4.2, 0.6, 0], angularVelocity: [0, 0, 2] });
  const at = (k: number) => ({ a: bodies[k], b: bodies[k + 1] ?? crank, anchor: [0.7 * k + 0.35, 0.1 * k + 0.05, 0] });
  const joints = [
    new BallJoint({ b: bodies[0], anchor: [-0.35, 0, 0] }),
    new BallJoint({ ...at(0), compliance: 1e-5 }),
    new HingeJoint({ ...at(1), axis: [0, 0.2, 1], limits: { lower: -0.4, upper: 0.3 } }),
    new FixedJoint({ ...at(2), damping: { linear: 1, angular: 1 } }),
    new PrismaticJoint({ ...at(3), axis: [1, 0.1, 0], target: { offset: 0.05, compliance: 1e-3 } }),
    new DistanceJoint({ a: bodies[4], b: bodies[5], anchorA: [0.1, 0, 0], anchorB: [-0.1, 0, 0], minLength: 0.2, maxLength: 0.6 }),
    new BallJoint(at(5)),
  ];
  for (const joint of joints) world.addJoint(joint);
  return { joints };
}

const steps = (world: World, count: number): string[] =>
  Array.from({ length: count }, () => {
    world.step(1 / 60);
    return world.hash();
  });

function forBodies(act: (body: Body, k: number) => void): (world: World) => void {
  return (world) => {
    for (const [k, body] of [...world.bodies].entries()) act(body, k);
  };
}

/** Changes to a world that leave nothing as it was. */
const DISTURBANCES: [name: string, disturb: (world: World) => void][] = [
  ['nothing', () => {}],
  ['bodies were added', (world) => void Array.from({ length: 200 }, (_, k) => world.addBody({ shape, position: [k, 9, 0] }))],
  ['bodies were removed', forBodies((body, k) => (k > 0 && k < 4 ? body.world.removeBody(body) : undefined))],
  ['all bodies were removed', forBodies((body) => body.world.removeBody(body))],
  [
    'joints were added and removed',
    (world) => {
      const [first, ...others] = world.bodies;
      for (const joint of [...world.joints].slice(0, 3)) world.removeJoint(joint);
      for (const b of others) world.addJoint(new BallJoint({ a: first, b, anchor: [0, 0, 0], compliance: 1 }));
    },
  ],
  [
    'types changed',
    forBodies((body, k) => {
      body.type = k % 2 ? 'static' : 'kinematic';
    }),
  ],
  [
    'joints were disabled',
    (world) => {
      for (const joint of world.joints) joint.enabled = false;
    },
  ],
  [
    'settings changed',
    (world) => {
      world.gravity = [1, 2, 3];
      world.substeps = 3;
      world.iterations = 2;
    },
  ],
  [
    'bodies were frozen',
    forBodies((body) => {
      if (body.type !== 'static') body.angularVelocity = [1e300, 0, 0];
    }),
  ],
];

describe.each(BACKENDS)('$label', ({ settings }) => {
  const create = (others: WorldOptions = {}) => World.create({ ...settings, substeps: 8, ...others });

  test('to go on after a snapshot gives the same bits as to go on without', async () => {
    const [world, undisturbed] = [await create(), await create()];
    for (const each of [world, undisturbed]) build(each);
    for (let round = 0; round < 10; round++) {
      world.restore(world.snapshot());
      expect(steps(world, 3)).toEqual(steps(undisturbed, 3));
    }
  });

  test.each(DISTURBANCES)('restored after %s, it gives the same bits after every step', async (_, disturb) => {
    const world = await create();
    build(world);
    steps(world, 20);
    const saved = world.snapshot();
    const wanted = steps(world, 30);
    expect(new Set(wanted).size).toBe(30); // it moves
    disturb(world);
    steps(world, 3);
    world.restore(saved);
    expect(steps(world, 30)).toEqual(wanted);
    expect(world.time).toBeCloseTo(50 / 60, 12);
    expect(world.stepCount).toBe(50);
  });

  test('into another world of the same kind, empty or not', async () => {
    const world = await create();
    build(world);
    steps(world, 10);
    const saved = world.snapshot();
    const wanted = steps(world, 20);
    const [empty, full] = [await create({ gravity: [0, 1, 0] }), await create()];
    for (let k = 0; k < 500; k++) full.addBody({ shape, position: [k, 0, 0] });
    steps(full, 2);
    for (const other of [empty, full]) {
      other.restore(saved);
      expect([other.bodyCount, other.jointCount, other.gravity]).toEqual([world.bodyCount, world.jointCount, world.gravity]);
      expect(steps(other, 20)).toEqual(wanted);
    }
  });

  test('what is added after a restore goes where it would have gone', async () => {
    const [world, straight] = [await create(), await create()];
    for (const each of [world, straight]) {
      build(each);
      each.removeBody([...each.bodies][2]);
    }
    const saved = world.snapshot();
    DISTURBANCES[1][1](world);
    world.restore(saved);
    for (const each of [world, straight]) {
      const body = each.addBody({ shape, position: [5, 5, 5] });
      each.addJoint(new DistanceJoint({ b: body, anchorA: [5, 6, 5], anchorB: [0, 0, 0] }));
    }
    expect(steps(world, 10)).toEqual(steps(straight, 10));
    const slots = (each: World) => [...each.bodies, ...each.joints].map(({ index }) => index);
    expect(slots(world)).toEqual(slots(straight)); // generations differ, so that no old handle is taken for a new one
    expect([...world.transforms]).toEqual([...straight.transforms]);
  });

  test('a snapshot is a copy, may lie anywhere in a buffer, and may be restored often', async () => {
    const world = await create();
    build(world);
    const saved = world.snapshot();
    const start = world.hash();
    const unaligned = new Uint8Array(saved.length + 7).subarray(3, 3 + saved.length);
    unaligned.set(saved);
    const wanted = steps(world, 5);
    for (const bytes of [saved, unaligned, Buffer.from(saved)]) {
      world.restore(bytes);
      expect(world.hash()).toBe(start);
      expect(world.snapshot()).toEqual(saved);
      expect(steps(world, 5)).toEqual(wanted);
    }
  });

  test('at any moment of any history', async () => {
    const world = await create();
    build(world);
    fc.assert(
      fc.property(fc.array(fc.nat(DISTURBANCES.length - 1), { maxLength: 4 }), fc.nat(5), (disturbances, count) => {
        const start = world.snapshot();
        for (const k of disturbances) {
          DISTURBANCES[k][1](world);
          steps(world, 1);
        }
        const saved = world.snapshot();
        const wanted = steps(world, count);
        world.restore(saved);
        expect(steps(world, count)).toEqual(wanted);
        world.restore(start);
      }),
      { numRuns: 40, seed: 1 },
    );
  });

  test('views and read-outs follow a restore', async () => {
    const world = await create();
    const { joints } = build(world);
    steps(world, 5);
    const saved = world.snapshot();
    const look = () => ({
      transforms: [...world.transforms],
      velocities: [...world.velocities],
      forces: joints.map((joint) => joint.force),
      energy: world.totalEnergy,
    });
    const wanted = look();
    for (let k = 0; k < 100; k++) world.addBody({ shape, position: [k, 9, 0] });
    steps(world, 5);
    world.restore(saved);
    expect(look()).toEqual(wanted);
  });

  test('handles of what the snapshot holds are valid again, those of what came later are not', async () => {
    const world = await create();
    const { joints } = build(world);
    const bodies = [...world.bodies];
    bodies[1].userData = 'mine';
    const saved = world.snapshot();
    for (const body of bodies) world.removeBody(body);
    const later = world.addBody();
    const laterJoint = world.addJoint(new BallJoint({ b: later, anchor: [0, 0, 0] }));
    expect([...bodies, ...joints].filter(({ alive }) => alive)).toEqual([]);
    world.restore(saved);
    expect([...bodies, ...joints].every(({ alive }) => alive)).toBe(true);
    expect([...world.bodies].every((body, k) => body === bodies[k])).toBe(true);
    expect([...world.joints].every((joint, k) => joint === joints[k])).toBe(true);
    expect(bodies[1].userData).toBe('mine');
    expect([later.alive, laterJoint.alive]).toEqual([false, false]);
    expectRefusal(() => later.position, 'removed-handle');
    expectRefusal(() => laterJoint.force, 'removed-handle');
  });

  test('a handle made after a snapshot does not come alive as what is added after the restore', async () => {
    const world = await create();
    const saved = world.snapshot();
    const body = world.addBody({ position: [1, 0, 0] });
    const joint = world.addJoint(new HingeJoint({ b: body, anchor: [0, 0, 0], axis: [0, 0, 1] }));
    world.restore(saved);
    const other = world.addBody({ position: [2, 0, 0] });
    world.addJoint(new DistanceJoint({ b: other, anchorA: [0, 0, 0], anchorB: [0, 0, 0] }));
    expect([body.alive, joint.alive]).toEqual([false, false]);
    expectRefusal(() => body.position, 'removed-handle');
    expectRefusal(() => joint.angle, 'removed-handle');
    expectRefusal(() => world.removeBody(body), 'removed-handle');
  });

  test('in another world there are new handles, of the right kinds, between the right bodies', async () => {
    const world = await create();
    const { joints } = build(world);
    const copy = await create();
    const own = copy.addBody({ position: [9, 9, 9] });
    const ownJoint = copy.addJoint(new FixedJoint({ b: own, anchor: [9, 9, 9] }));
    copy.restore(world.snapshot());
    expect([own.alive, ownJoint.alive], 'handles of what is no longer there').toEqual([false, false]);
    const copies = [...copy.joints];
    expect(copies.map((joint) => joint.constructor)).toEqual(joints.map((joint) => joint.constructor));
    expect(copies.map(({ a, b }) => [a?.index, b?.index])).toEqual(joints.map(({ a, b }) => [a?.index, b?.index]));
    expect(copies.every(({ a, b }) => (a?.world ?? copy) === copy && (b?.world ?? copy) === copy)).toBe(true);
    expect(copies[0].userData).toBeUndefined();
    (copies[2] as HingeJoint).limits = { lower: -0.1, upper: 0.1 };
    (copies[5] as DistanceJoint).length = 0.3;
    copy.removeJoint(copies[0]);
    copy.step(1 / 60);
    expect(joints[0].alive).toBe(true);
  });
});

const PRECISIONS = ['single', 'double'] as const;

test.each(PRECISIONS)('what a world says of itself is true after a restore, %s', async (precision) => {
  const papers = await World.create({ precision, projection: 'scalar', gradient: 'current', gyroscopic: 'explicit' });
  const world = await World.create({ precision });
  const said = ({ projection, gradient, gyroscopic }: World) => ({ projection, gradient, gyroscopic });
  try {
    world.restore(papers.snapshot());
  } catch {
    expect(said(world)).toEqual({ projection: 'block', gradient: 'auto', gyroscopic: 'implicit' }); // refused is as good
    return;
  }
  expect(said(world)).toEqual(said(papers));
});

test.each(PRECISIONS)('between the debug and the release kernels, %s', async (precision) => {
  const wasm = readFileSync(new URL(`../../build/holonomic.${precision}.debug.wasm`, import.meta.url));
  const [debug, release] = [await World.create({ precision, wasm }), await World.create({ precision })];
  build(debug);
  steps(debug, 5);
  const saved = debug.snapshot();
  try {
    release.restore(saved);
  } catch (error) {
    expect(error).toMatchObject({ code: 'bad-snapshot' });
    expect(release.bodyCount).toBe(0);
    release.step(1 / 60);
    return;
  }
  expect(steps(release, 10)).toEqual(steps(debug, 10));
});

describe('what changed since another snapshot', () => {
  const pile = async (precision: 'single' | 'double') => {
    const world = await World.create({ precision, substeps: 4 });
    world.addBody({ type: 'static', shape: new Box([10, 0.5, 10]), position: [0, -0.5, 0] });
    const bodies = Array.from({ length: 60 }, (_, k) =>
      world.addBody({ shape, position: [0.7 * (k % 5), 0.2 + 0.3 * Math.floor(k / 5), 0] }),
    );
    for (let k = 1; k < 5; k++) world.addJoint(new BallJoint({ a: bodies[k - 1], b: bodies[k], anchor: [0.7 * k - 0.35, 0.2, 0] }));
    steps(world, 10);
    return { world, bodies };
  };

  test.each(PRECISIONS)('gives the same snapshot, state and steps, however much has changed, %s', async (precision) => {
    const { world, bodies } = await pile(precision);
    const since = world.snapshot();
    const changes: (() => void)[] = [
      () => {},
      () => {
        bodies[7].position = [3, 3, 3];
      },
      () => void steps(world, 3),
      () => void Array.from({ length: 300 }, (_, k) => world.addBody({ shape, position: [k, 9, 0] })),
      () => world.removeBody(bodies[2]),
      () => void steps(world, 5),
    ];
    const stranger = await World.create({ precision });
    for (const change of changes) {
      change();
      const [whole, changed] = [world.snapshot(), world.snapshot({ since })];
      const wanted = steps(world, 2);
      for (const other of [world, stranger]) {
        other.restore(changed, { since });
        expect(steps(other, 2)).toEqual(wanted);
      }
      world.restore(changed, { since });
      expect(Buffer.compare(world.snapshot(), whole)).toBe(0);
    }
  });

  test('takes room for what changed alone', async () => {
    const { world, bodies } = await pile('single');
    for (let k = 0; k < 400 && world.awakeCount > 0; k++) world.step(1 / 60);
    const since = world.snapshot();
    expect(world.snapshot({ since }).byteLength).toBeLessThan(100);
    bodies[0].linearDamping = 0.25;
    expect(world.snapshot({ since }).byteLength).toBeLessThan(128);
  });

  test('needs what it was taken since, whole and of this kind', async () => {
    const { world, bodies } = await pile('single');
    const since = world.snapshot();
    bodies[0].position = [3, 3, 3];
    const changed = world.snapshot({ since });
    const hash = world.hash();
    const double = await World.create({ precision: 'double' });
    expectRefusal(() => world.restore(changed), 'bad-snapshot');
    expectRefusal(() => world.restore(changed, { since: world.snapshot() }), 'bad-snapshot');
    expectRefusal(() => world.snapshot({ since: changed }), 'bad-snapshot');
    expectRefusal(() => world.snapshot({ since: double.snapshot() }), 'bad-snapshot');
    expectRefusal(() => world.snapshot({ since: new Uint8Array(9) }), 'bad-snapshot');
    expectRefusal(() => world.snapshot({ sinse: since } as never), 'invalid-argument');
    for (let k = 0; k < changed.length; k++) {
      const damaged = Uint8Array.from(changed);
      damaged[k] ^= 1 << (k % 8);
      expectRefusal(() => world.restore(damaged, { since }), 'bad-snapshot');
      expectRefusal(() => world.restore(changed.subarray(0, k), { since }), 'bad-snapshot');
    }
    expect(world.hash()).toBe(hash);
  });
});
