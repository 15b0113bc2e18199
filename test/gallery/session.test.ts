// What the page plays with, without a page.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Session } from '../../gallery/engine/session.ts';
import type { Order, Wishes } from '../../gallery/engine/types.ts';
import { findScene } from '../../scenes/index.ts';
import { runScene } from '../../scenes/run.ts';

const order = (scene: string, rest: Partial<Order> = {}): Order => ({ scene, parameters: {}, settings: {}, ...rest });
const WISHES: Wishes = { layers: ['links', 'forces', 'contacts', 'bounds'], body: 1, joint: 0, islands: true };

let session = new Session();
afterEach(() => {
  session.dispose();
  session = new Session();
});

describe('a session', () => {
  const orders = [
    order('double-pendulum'),
    order('pyramid', { parameters: { rows: 5 }, settings: { substeps: 4 } }),
    order('joint-zoo', { settings: { precision: 'double' } }),
    order('sensors'),
    order('sensors', { settings: { backend: 'reference' } }),
    order('box-tower', { parameters: { count: 3 }, settings: { backend: 'reference', contacts: 'position' } }),
  ];
  test.each(orders)('gives the bits of a run without it: $scene', async (given) => {
    await session.start(given);
    session.wish(WISHES);
    for (const steps of [0, 1, 7, 0, 12]) session.advance(steps);
    expect(session.result().frame).toBe(20);
    for (let k = 0; k < 10; k++) session.advance(1);
    const alone = await runScene(findScene(given.scene), { ...given, frames: 30 });
    expect(session.result()).toEqual({ frame: 30, hash: alone.hash, measures: alone.measures });
  });

  test('tells what it has opened', async () => {
    const opened = await session.start(order('pendulum-of-none', {})).catch((error: Error) => error.message);
    expect(opened).toContain("There is no scene 'pendulum-of-none'.");
    const { settings, parameters, looks, dt } = await session.start(
      order('pyramid', { parameters: { rows: 3 }, settings: { substeps: 7 } }),
    );
    expect(settings).toMatchObject({
      substeps: 7,
      iterations: 1,
      precision: 'single',
      backend: 'wasm',
      contacts: 'soft',
      gravity: [0, -9.81, 0],
    });
    expect(parameters).toEqual({ rows: 3 });
    expect(dt).toBeCloseTo(1 / 60, 12);
    expect(looks.bodies.filter(({ kind }) => kind === 'dynamic')).toHaveLength(6);
  });

  test('keeps what was open where an order is refused', async () => {
    await session.start(order('double-pendulum'));
    await expect(session.start(order('pyramid', { parameters: { rows: -1 } }))).rejects.toThrow("Parameter 'rows'");
    expect(session.advance(1).frame).toBe(1);
  });

  test('tells poses of the last two steps', async () => {
    await session.start(order('double-pendulum'));
    const before = session.advance(5).transforms.slice();
    const frame = session.advance(1);
    expect(frame.previous).toEqual(before);
    expect(frame.transforms).not.toEqual(before);
    expect(session.advance(0).previous).toEqual(frame.transforms);
  });

  test('tells where particles are, now and one step before: vertices of soft bodies, and particles of others', async () => {
    const { looks } = await session.start(order('rope-three'));
    expect(looks.particles.map(({ first, count, triangles }) => [first, count, triangles])).toEqual([
      [0, 3, null],
      [3, 3, null],
    ]);
    expect(looks.particles.map(({ lines, loose }) => [lines.map((line) => [...line]), loose.length])).toEqual([
      [[[0, 1, 2]], 0],
      [[[0, 1, 2]], 0],
    ]);
    expect(looks.particles.map(({ pinned, pins }) => [[...pinned], pins.map(([x]) => x)])).toEqual([
      [
        [0, 2],
        [-0.98, 0.98],
      ],
      [
        [0, 2],
        [-0.98, 0.98],
      ],
    ]);
    const before = session.advance(5).particles.slice();
    expect(before[4]).not.toBe(0);
    const frame = session.advance(1);
    expect(frame.previousParticles).toEqual(before);
    expect(frame.particles).not.toEqual(before);
    expect(session.advance(0).previousParticles).toEqual(frame.particles);
    const soft = await session.start(order('soft-bunny', { parameters: { count: 1, resolution: 5 } }));
    const [bunny] = soft.looks.particles;
    expect(session.advance(1).particles.length).toBe(3 * bunny.count);
    expect(bunny.triangles?.reduce((most, vertex) => Math.max(most, vertex), 0)).toBe(bunny.count - 1);
  });

  test('reads a sample after each step, with what is selected', async () => {
    await session.start(order('double-pendulum'));
    session.wish({ ...WISHES, body: 2, joint: 1 });
    const { samples } = session.advance(3);
    expect(samples.map(({ frame }) => frame)).toEqual([1, 2, 3]);
    const [first, , last] = samples;
    expect(first.kinetic + first.potential).toBeCloseTo(last.kinetic + last.potential, 2);
    expect(last.joint).toMatchObject({ index: 1, type: 'HingeJoint', broken: false });
    expect(last.joint?.coordinates).toHaveProperty('rotation');
    expect(last.body).toMatchObject({ slot: 2, kind: 'dynamic', shape: 'box', asleep: false });
    expect(last.body?.joints).toEqual([{ index: 1, type: 'HingeJoint' }]);
    expect(last).toMatchObject({ bodies: 2, joints: 2, jointIslands: { direct: 1, swept: 0, failures: 0 }, contacts: 0, awake: 2 });
    expect(last.stepTime).toBeGreaterThan(0);
    expect(Object.keys(last.stages)).toContain('solve');
  });

  test('draws and numbers islands where that is wanted', async () => {
    await session.start(order('pyramid', { parameters: { rows: 3 } }));
    expect(session.advance(1)).toMatchObject({ lines: null, islands: null });
    session.wish({ ...WISHES, layers: ['contacts'] });
    const { lines, islands } = session.advance(30);
    expect(lines?.count).toBeGreaterThan(0);
    expect(new Set(islands)).toEqual(new Set([0, 1]));
  });

  test('a hand pulls at a body, and is no joint of the scene', async () => {
    await session.start(order('box-tower', { parameters: { count: 2 } }));
    const { looks } = await session.start(order('box-tower', { parameters: { count: 2 } }));
    const { slot } = looks.bodies.find(({ kind }) => kind === 'dynamic')!;
    expect(session.seize(looks.bodies.find(({ kind }) => kind === 'static')!.slot, [0, 0, 0])).toBe(false);
    expect(session.seize(slot, [0, 0, 0])).toBe(true);
    const start = session.advance(1).transforms[slot * 7];
    session.drag([start + 3, 2, 0]);
    const pulled = session.advance(60);
    expect(pulled.transforms[slot * 7]).toBeGreaterThan(start + 2);
    expect(pulled.grab).toMatchObject({ slot, to: [start + 3, 2, 0] });
    expect(pulled.grab?.force).toBeGreaterThan(1);
    expect(pulled.samples.at(-1)?.joints).toBe(0);
    expect(session.joints()).toEqual([]);
    session.release();
    expect(session.advance(1).grab).toBeNull();
  });

  test('goes back to a snapshot and on with the same bits', async () => {
    await session.start(order('pyramid', { parameters: { rows: 4 } }));
    expect(() => session.restore()).toThrow('There is no snapshot yet');
    session.advance(10);
    expect(session.snapshot()).toBe(10);
    session.advance(15);
    const { hash } = session.result();
    session.seize(3, [0, 0, 0]);
    session.drag([5, 5, 5]);
    session.advance(20);
    session.restore();
    expect(session.advance(15)).toMatchObject({ frame: 25, grab: null });
    expect(session.result().hash).toBe(hash);
  });

  test('changes what a world can change as it runs, and nothing else', async () => {
    await session.start(order('double-pendulum'));
    await session.change({ substeps: 3, gravity: [0, 1, 0] });
    await expect(session.change({ precision: 'double' })).rejects.toThrow('precision of a world cannot be changed');
    await session.change({ iterations: 2, sleep: false });
    session.advance(30);
    const alone = await runScene(findScene('double-pendulum'), {
      settings: { substeps: 3, iterations: 2, gravity: [0, 1, 0] },
      frames: 30,
    });
    expect(session.result().hash).toBe(alone.hash);
  });

  test('loads what the kernels do not have when it is wanted', async () => {
    vi.resetModules();
    const { Session: Fresh } = await import('../../gallery/engine/session.ts');
    session = new Fresh() as Session;
    await session.start(order('overlapping-start', { parameters: { marbles: 1 }, settings: { contacts: 'position' } }));
    const change = { velocityPass: false, contactNormals: 'current', sweep: 'symmetric' } as const;
    await session.change(change);
    session.advance(5);
    const alone = await runScene(findScene('overlapping-start'), {
      parameters: { marbles: 1 },
      settings: { contacts: 'position', ...change },
      frames: 5,
    });
    expect(session.result().hash).toBe(alone.hash);
  });

  test('changes the solver as it runs, and those that are asked for at once in their order', async () => {
    await session.start(order('double-pendulum'));
    const changes = [
      session.change({ solver: 'tgs', iterations: 4 }),
      session.change({ solver: 'xpbd' }),
      session.change({ solver: 'pgs' }),
    ];
    await Promise.all(changes);
    session.advance(30);
    const alone = await runScene(findScene('double-pendulum'), { settings: { solver: 'pgs', iterations: 4 }, frames: 30 });
    expect(session.result().hash).toBe(alone.hash);
  });
});
