import { afterEach, describe, expect, it, vi } from 'vitest';
import { demands, watchEnergy } from '../../bench/exact/demands.ts';
import { entrants } from '../../bench/exact/entrants.ts';
import { exponentOf } from '../../bench/exact/growth.ts';
import { verdictOf as ragdollVerdict } from '../../bench/exact/ragdolls.ts';
import { compare } from '../../bench/exact/same.ts';
import { energyChange, energyRange, triplePendulum, weightedChain } from '../../bench/exact/scenes.ts';
import { fewest, type Trial } from '../../bench/exact/search.ts';
import { type Result, type Verdict, verdictOf, verdictTable } from '../../bench/exact/verdict.ts';
import { anchorErrors, type Builder, mechanicalEnergy, Poses, type SceneData, type Simulation, Velocities } from '../../bench/model.ts';

function startOf(scene: SceneData): Poses {
  const poses = new Poses(scene.bodies.length);
  for (const [index, { position, orientation }] of scene.bodies.entries()) poses.set(index, ...position, ...orientation);
  return poses;
}

describe('scenes of exact joints', () => {
  it.each([weightedChain(100, 1), weightedChain(20, 0.01, 100), triplePendulum()])('$name starts with its joints closed', (scene) => {
    expect(anchorErrors(scene, startOf(scene)).max).toBeLessThan(1e-12);
    expect(scene.measure?.(startOf(scene)).elongationPercent ?? 0).toBeCloseTo(0, 10);
  });

  it('have the mass ratio that they are named for', () => {
    const masses = weightedChain(20, 0.01, 100).bodies.map(({ mass }) => mass);
    expect(masses).toEqual([0, ...new Array(20).fill(0.01), 100]);
    expect(masses[21] / masses[20]).toBeCloseTo(10_000, 9);
  });

  it('measure elongation in parts of all that hangs', () => {
    const scene = weightedChain(20, 0.01, 100);
    const poses = startOf(scene);
    const [x, y, z] = poses.position(21);
    poses.set(21, x, y - 0.21, z, 0, 0, 0, 1);
    expect(scene.measure!(poses).elongationPercent).toBeCloseTo(2, 9); // 10 m of links and the ball's 0.5 m
  });

  it('tell the energy of a pendulum: nothing at the start, its range less when it hangs, kinetic energy at any orientation', () => {
    const scene = triplePendulum();
    const change = energyChange(scene);
    const rest = new Velocities(4);
    expect(energyRange(scene)).toBeCloseTo(9.81 * (0.5 + 1.5 + 2.5), 12);
    expect(change(startOf(scene), rest)).toBeCloseTo(0, 12);
    const hanging = new Poses(4);
    for (let i = 1; i <= 3; i++) hanging.set(i, 0, 0.5 - i, 0, 0, 0, 0, 1);
    expect(change(hanging, rest)).toBeCloseTo(-1, 12);
    const moving = new Velocities(4);
    moving.set(2, [3, 0, 4], [2, 0, 0]); // about its long axis, which lies along X
    const long = scene.bodies[2].inertia[1];
    expect(mechanicalEnergy(scene, startOf(scene), moving)).toBeCloseTo(12.5 + 2 * long, 12);
  });
});

describe('the search for the fewest', () => {
  const trial = (error: number, rest: Partial<Trial> = {}): Trial => ({ error, ms: 1, seconds: 1, ...rest });
  const options = { greatestError: 1, capSeconds: 1000 };
  const falling = async (n: number) => trial(50 / n);

  it('finds it between the rungs', async () => {
    expect(await fewest(falling, options)).toEqual({ n: 50, trial: trial(1), reached: true });
    expect((await fewest(async () => trial(0), options)).n).toBe(1);
  });

  it('passes over what is reached by luck', async () => {
    const lucky = new Set([4, 8, 9, 24]);
    expect((await fewest(async (n) => trial(lucky.has(n) ? 0 : 50 / n), options)).n).toBe(50);
  });

  it('tells what came nearest where nothing reaches the error, the time is up or a frame costs too much', async () => {
    const diverging = async (n: number) => trial(n === 6 ? 3 : n > 20 ? Number.POSITIVE_INFINITY : 10 + n);
    expect(await fewest(diverging, options)).toMatchObject({ n: 6, reached: false });
    expect(await fewest(falling, { ...options, capSeconds: 10 })).toMatchObject({ reached: false });
    expect(await fewest(async (n) => trial(50 / n, { ms: n }), { ...options, greatestMs: 20 })).toMatchObject({ reached: false });
    expect(await fewest(async (n) => trial(n < 3 ? 100 : Number.NaN), options)).toMatchObject({ n: 1, reached: false });
  });
});

describe('the watch over energy', () => {
  const watched = (energyOf: (frame: number) => number) => {
    const scene = triplePendulum();
    let frame = 0;
    const read = (poses: Poses) => {
      poses.positions.set(startOf(scene).positions);
      for (let i = 1; i <= 3; i++) poses.positions[3 * i + 1] = (energyOf(frame) * energyRange(scene)) / (3 * 9.81);
    };
    const watch = watchEnergy(scene, { step() {}, read, readVelocities() {}, dispose() {} } satisfies Simulation);
    for (; frame < 600; frame++) watch.afterFrame();
    return watch.error();
  };

  it('counts what a second gains or loses, in per cent of the range, and not what wavers', () => {
    expect(watched((frame) => (frame < 300 ? 0 : -0.01))).toBeCloseTo(1, 9);
    expect(watched((frame) => (frame % 2 ? 0.02 : -0.02))).toBeCloseTo(0, 9);
    expect(watched((frame) => (frame === 100 ? Number.NaN : 0))).toBe(Number.POSITIVE_INFINITY);
  });
});

it('watches elongation at the end and joints all the time', () => {
  for (const [name, expected] of [
    ['chain-100', 0.2],
    ['heavy-chain-joints', 0.3],
  ] as const) {
    const demand = demands.find((candidate) => candidate.name === name)!;
    const scene = demand.scene();
    let lowered = 0;
    const read = (poses: Poses) => {
      const start = startOf(scene);
      const last = scene.bodies.length - 1;
      start.positions[3 * last + 1] -= lowered;
      poses.positions.set(start.positions);
      poses.orientations.set(start.orientations);
    };
    const watch = demand.watch(scene, { step() {}, read, readVelocities() {}, dispose() {} });
    for (let frame = 0; frame < demand.frames; frame++) {
      lowered = frame < demand.frames - 60 ? 0.3 : 0.1;
      watch.afterFrame();
    }
    expect(watch.error()).toBeCloseTo(expected, 9); // 0.1 of 50 m are 0.2 %
  }
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the comparison of two ways to solve', () => {
  let clock = 0;
  /** Every frame takes a millisecond more for each of the substeps, and the first pass twice that. */
  const builder = (differs: boolean): Builder => {
    let built = 0;
    return async (_scene, { substeps = 1 }) => {
      const slow = built++ < 2 ? 2 : 1;
      return {
        step: () => {
          clock += slow * substeps;
        },
        read: (poses) => poses.set(1, differs ? substeps : 0, 0, 0, 0, 0, 0, 1),
        readVelocities() {},
        dispose() {},
      };
    };
  };
  const run = (differs: boolean) => {
    vi.spyOn(performance, 'now').mockImplementation(() => clock);
    return compare(builder(differs), weightedChain(2, 1), [{ substeps: 2 }, { substeps: 3 }], { frames: 25, passes: 2 });
  };

  it('sums the fastest pass of each frame', async () => {
    expect(await run(false)).toEqual({ ms: [50, 75], sameBits: true });
  });

  it('notices other poses', async () => {
    expect((await run(true)).sameBits).toBe(false);
  });
});

describe('verdicts', () => {
  const [demand] = demands;
  const result = (kind: Result['kind'], label: string, low?: number): Result => ({
    label,
    kind,
    error: 0,
    times: low === undefined ? undefined : { label, rounds: [low], ms: 2 * low, low, high: 3 * low, ratio: 1, frames: 10 },
  });
  const verdict: Verdict = { demand: 'd', bar: 'b', direct: '', sweeps: '', peer: '', met: true };

  it('compare the fastest of each kind with the bar', () => {
    const results = [result('sweeps', 'A', 0.1), result('direct', 'B', 0.08), result('direct', 'C', 0.06), result('peer', 'D')];
    expect(verdictOf(demand, results)).toMatchObject({
      bar: '0.0700 ms (of 0.100 and 0.350)',
      direct: '0.0600 ms (C)',
      sweeps: '0.100 ms (A)',
      peer: 'not reached',
      met: true,
    });
    expect(verdictOf(demand, results.slice(0, 2)).met).toBe(false);
    const slower = [result('sweeps', 'A', 1), result('direct', 'B', 0.7), result('peer', 'C', 3.5)];
    expect(verdictOf(demand, slower).met).toBe(true);
    expect(verdictOf(demand, [...slower, result('peer', 'D', 3.4)]).met).toBe(false);
    expect(verdictOf({ ...demand, others: undefined }, slower).met).toBe(false);
    expect(verdictOf(demand, results.slice(0, 1))).toMatchObject({ direct: 'not reached', met: false });
  });

  it('grant nothing to a build that solves no joints directly', () => {
    expect(verdictTable([verdict], true).rows[0].at(-1)).toBe('yes');
    const table = verdictTable([verdict], false);
    expect(table.rows[0].at(-1)).toBe('NO');
    expect(table.notes.at(-1)).toContain('does not solve joints directly');
  });

  it('ask of ragdolls a hundredth of the error in no more time', () => {
    const entry = (jointSolver: 'direct' | 'sweeps' | undefined, low: number, gap: number) => ({
      label: `${jointSolver}`,
      contestant: { engine: entrants[0].engine, quality: { jointSolver } },
      low,
      gap,
    });
    const sweeps = entry('sweeps', 5, 1);
    expect(ragdollVerdict([sweeps, entry('direct', 4, 0.01)], 0.01).met).toBe(true);
    expect(ragdollVerdict([sweeps, entry('direct', 6, 0.01)], 0.01).met).toBe(false);
    expect(ragdollVerdict([sweeps, entry('direct', 4, 0.02), entry(undefined, 1, 2)], 0.01)).toMatchObject({
      direct: 'not reached',
      peer: 'not reached',
      met: false,
    });
  });

  it('tell the growth from the time of a link', () => {
    const lengths = [10, 100, 1000, 10_000];
    expect(exponentOf([9, 1, 1, 1], lengths)).toBeCloseTo(1, 12);
    expect(exponentOf([1, 1, 10, 100], lengths)).toBeCloseTo(2, 12);
  });
});

it('asks what the direct solver has to show, of both solvers and of the peers', () => {
  expect(demands.map(({ name, greatestError, greatestMs }) => [name, greatestError, greatestMs])).toEqual([
    ['chain-100', 0.1, 0.07],
    ['heavy-chain-elongation', 2, 0.02],
    ['heavy-chain-joints', 1e-6, 0.04],
    ['triple-pendulum', 0.05, 0.01],
  ]);
  const settings = entrants.map(({ engine, kind, settings: [first] }) => `${kind} ${engine.name} ${JSON.stringify(first(8))}`);
  for (const kind of ['sweeps', 'direct'])
    for (const precision of ['single', 'double'])
      expect(settings).toContain(`${kind} holonomic ${precision} {"substeps":8,"jointSolver":"${kind}"}`);
  expect(settings).toContain('peer box3d {"substeps":8,"hertz":120}');
  expect(new Set(entrants.filter(({ kind }) => kind === 'peer').map(({ engine }) => engine.name)).size).toBe(5);
});
