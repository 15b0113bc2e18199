import { afterEach, describe, expect, it, vi } from 'vitest';
import { interleave } from '../../bench/interleave.ts';
import { anchorErrors, type SceneData } from '../../bench/model.ts';
import { format } from '../../bench/report.ts';
import { bunnyChain } from '../../bench/scenes/bunny-chain.ts';
import { heavyChain } from '../../bench/scenes/heavy-chain.ts';
import { boxInertia, capsuleInertia, sphereInertia } from '../../bench/scenes/inertia.ts';
import { jointGrid } from '../../bench/scenes/joint-grid.ts';
import { startOf } from './engines.ts';

/** Moments about Y and X of a solid of revolution about Y with mass 1, summed over thin discs. */
function revolved(radiusAt: (y: number) => number, half: number): { along: number; across: number } {
  const steps = 200_000;
  let volume = 0;
  let along = 0;
  let across = 0;
  for (let i = 0; i < steps; i++) {
    const y = -half + (2 * half * (i + 0.5)) / steps;
    const square = radiusAt(y) ** 2;
    volume += square;
    along += (square * square) / 2;
    across += square * (square / 4 + y * y);
  }
  return { along: along / volume, across: across / volume };
}

describe('benchmark scenes', () => {
  it.each([jointGrid(), heavyChain(), bunnyChain()])('$name starts with its joints closed', (scene) => {
    const { max } = anchorErrors(scene, startOf(scene));
    expect(max).toBeLessThan(1e-12);
    for (const value of Object.values(scene.measure?.(startOf(scene)) ?? {})) expect(value).toBeCloseTo(0, 10);
  });

  it('have the numbers of bodies and joints that they are known for', () => {
    expect(jointGrid().balls).toHaveLength(4900);
    expect(jointGrid().bodies.filter(({ mass }) => mass === 0)).toHaveLength(6);
    expect(heavyChain(1000).bodies.at(-1)?.mass).toBe(1000);
    expect(bunnyChain().balls).toHaveLength(100);
  });

  it('measure an anchor error from poses, in turned bodies too', () => {
    const scene = { ...heavyChain(), balls: [{ a: 0, b: 1, anchorA: [0, 0, 0], anchorB: [0, 0.5, 0] }] } as SceneData;
    const poses = startOf(scene);
    const turn = Math.SQRT1_2;
    poses.set(1, 0.5, 0, 0, 0, 0, turn, turn); // a quarter turn about Z takes the anchor to -X
    expect(anchorErrors(scene, poses).max).toBeCloseTo(0, 12);
    poses.set(1, 0.5, 0.3, 0.4, 0, 0, turn, turn);
    expect(anchorErrors(scene, poses).max).toBeCloseTo(0.5, 12);
    poses.set(1, Number.NaN, 0, 0, 0, 0, 0, 1);
    expect(anchorErrors(scene, poses).max).toBe(Number.POSITIVE_INFINITY);
  });

  it('have the inertia of their shapes', () => {
    const ball = revolved((y) => Math.sqrt(0.09 - y * y), 0.3);
    expect(sphereInertia(1, 0.3)[1]).toBeCloseTo(ball.along, 8);
    const straight = 0.6;
    const capsule = revolved((y) => Math.sqrt(Math.max(0, 0.04 - Math.max(0, Math.abs(y) - straight / 2) ** 2)), 0.5);
    const [across, along] = capsuleInertia(1, 0.2, 1);
    expect(along).toBeCloseTo(capsule.along, 8);
    expect(across).toBeCloseTo(capsule.across, 8);
    expect(boxInertia(12, [1, 2, 3])).toEqual([13, 10, 5]);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe('benchmark report', () => {
  it('takes ratios within rounds and lets a slow lane sit out', () => {
    let clock = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => clock);
    const busy = (milliseconds: number) => () => {
      clock += milliseconds;
    };
    const lanes = [
      { label: 'one', step: busy(1) },
      { label: 'four', step: busy(4) },
    ];
    const [one, four] = interleave(lanes, { rounds: 5, framesPerRound: 3, capSeconds: 0.03 });
    expect(one.ratio).toBe(1);
    expect(four.ratio).toBe(4);
    expect(one.frames).toBe(15);
    expect(four.frames).toBe(9); // after three rounds it has used 36 of its 30 ms
  });

  it('writes numbers with three figures', () => {
    expect([null, 'x', 4900, 0.01234, 12.345, 1234.5, 1.2e-5, 0, Number.POSITIVE_INFINITY, Number.NaN].map(format)).toEqual([
      '-',
      'x',
      '4900',
      '0.0123',
      '12.3',
      '1235',
      '1.2e-5',
      '0',
      'diverged',
      '-',
    ]);
  });
});
