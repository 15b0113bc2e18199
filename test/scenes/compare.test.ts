// What a comparison says of each solver is what happened.
import { describe, expect, test } from 'vitest';
import { BallJoint, Box } from '../../bindings/index.ts';
import { compareSolvers } from '../../scenes/compare.ts';
import { findScene } from '../../scenes/index.ts';
import { runScene } from '../../scenes/run.ts';
import { defineScene } from '../../scenes/scene.ts';
import { SOLVERS } from '../../scenes/settings.ts';

const KICK = 1.5;
const MASS = 2;
const SPEED = 3;

/** Boxes that fly; at the third frame the first one is kicked upwards through its centre. */
const flying = defineScene({
  name: 'flying',
  description: 'Boxes that fly.',
  feature: 'free bodies and sensors',
  parameters: { held: { description: 'whether one hangs on the world', default: 0, min: 0, max: 1 } },
  frames: 6,
  dt: 1 / 60,
  settings: { gravity: [0, 0, 0] },
  build(world, { held }) {
    const shape = new Box([0.1, 0.1, 0.1]);
    const add = (x: number) => world.addBody({ shape, mass: MASS, position: [x, 0, 0], linearVelocity: [0, 0, SPEED] });
    const [first] = [add(0), add(1)];
    if (held > 0) world.addJoint(new BallJoint({ b: first, anchor: [0, 0, 0] }));
    return {
      afterStep(frame) {
        if (frame === 2) first.applyImpulse([0, KICK, 0]);
      },
      measures: () => ({}),
    };
  },
});

describe('a comparison', () => {
  test.each(['four-bar', 'scissor-lift'])('has the errors of joints that a run measures: %s', async (name) => {
    const scene = findScene(name);
    const errors = defineScene({
      ...scene,
      async build(world, parameters, settings) {
        const instance = await scene.build(world, parameters, settings);
        let most = 0;
        return {
          ...instance,
          afterStep(frame) {
            instance.afterStep?.(frame);
            for (const joint of world.joints) most = Math.max(most, joint.positionError);
          },
          measures: () => ({ most }),
        };
      },
    });
    const { outcomes } = await compareSolvers(scene, { frames: 4, settings: { substeps: 4 } });
    expect(outcomes.map(({ solver }) => solver)).toEqual(SOLVERS);
    for (const { jointError, jointErrorRms, solver } of outcomes) {
      const { measures } = await runScene(errors, { settings: { solver, substeps: 4 }, frames: 4 });
      expect(jointError).toBe(measures.most);
      expect(jointErrorRms).toBeGreaterThan(0);
      expect(jointErrorRms).toBeLessThanOrEqual(jointError!);
    }
  });

  test.each(SOLVERS)('has the momentum and energy that came from outside: %s', async (solver) => {
    const { outcomes } = await compareSolvers(flying, { solvers: [solver] });
    const [{ angularMomentumChange, energyChange, energyGain, energyRange, jointError, momentumChange, overlap }] = outcomes;
    const momentum = Math.hypot(MASS * SPEED, KICK);
    expect(momentumChange).toBeCloseTo(KICK / momentum, 6);
    // Half of it is about the centre of the two, at half of a metre; bodies have none of their own.
    expect(angularMomentumChange).toBeCloseTo(KICK / 2, 6);
    const gain = KICK ** 2 / (2 * MASS);
    expect(energyChange).toBeCloseTo(gain, 5);
    expect(energyGain).toBeCloseTo(gain, 5);
    expect(energyRange).toBeCloseTo(MASS * SPEED ** 2 + gain, 5);
    expect([jointError, overlap]).toEqual([null, null]);
  });

  test('has no momentum where something holds on to the world', async () => {
    const { outcomes } = await compareSolvers(flying, { solvers: ['pgs'], parameters: { held: 1 } });
    expect(outcomes[0]).toMatchObject({ momentumChange: null, angularMomentumChange: null });
    expect(outcomes[0].jointError).not.toBeNull();
  });

  test('finds the fewest substeps for an error of joints', async () => {
    const scene = findScene('four-bar');
    const within = 1e-3;
    const runs: [substeps: number, error: number][] = [];
    const onRun = ({ jointError, substeps }: { jointError: number | null; substeps: number }) => runs.push([substeps, jointError!]);
    const { outcomes } = await compareSolvers(scene, { frames: 10, solvers: ['tgs'], within, onRun });
    expect(runs.map(([substeps]) => substeps)).toEqual(runs.map((_, k) => 2 ** k));
    expect(runs.length).toBeGreaterThan(1);
    expect(outcomes).toHaveLength(1);
    expect(outcomes[0].substeps).toBe(runs.at(-1)![0]);
    for (const [index, [, error]] of runs.entries()) expect(error <= within).toBe(index === runs.length - 1);
  });
});
