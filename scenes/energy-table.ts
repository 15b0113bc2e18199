import { World, type WorldOptions } from '../bindings/index.ts';
import { buildChain } from './pendulum.ts';
import { defineScene, type SceneInstance } from './scene.ts';

const DT = 1 / 60;

/** Gradients, by the name of their column. */
const FORMS: Record<string, Pick<WorldOptions, 'projection' | 'gradient'>> = {
  driftOfStartGradient: { projection: 'block', gradient: 'start' },
  driftOfCurrentGradient: { projection: 'block', gradient: 'current' },
  driftOfPapersForm: { projection: 'scalar', gradient: 'current' },
};

/** A pendulum in its own world. */
interface Cell {
  world: World;
  pendulum: SceneInstance;
}

export const energyTable = defineScene({
  name: 'energy-table',
  description:
    'The energy a triple pendulum gains or loses, for each split of a budget into substeps × iterations and each choice of gradient.',
  figure: 'Müller et al. 2020, Figure 9',
  feature: 'pendulums and chains',
  view: { direction: [0.3, 0.12, 1], target: [0, -1.2, 0], distance: 7, opening: 60 },
  parameters: {
    budget: { description: 'substeps × iterations, the same for every split', default: 40, min: 1, max: 1000, integer: true },
  },
  frames: 1800,
  dt: DT,
  settings: { substeps: 20 },
  async build(world, { budget }, settings) {
    const splits = divisors(budget).map((substeps) => ({ substeps, iterations: budget / substeps }));
    const rows = await Promise.all(
      Object.values(FORMS).map((form) => Promise.all(splits.map((split) => createCell({ ...settings, ...split, ...form })))),
    );
    const cells = rows.flat();
    const own = buildChain(world, 3);
    return {
      afterStep(frame) {
        own.afterStep?.(frame);
        for (const cell of cells) {
          cell.world.step(DT);
          cell.pendulum.afterStep?.(frame);
        }
      },
      measures: () => ({
        ...own.measures(),
        substeps: splits.map(({ substeps }) => substeps),
        iterations: splits.map(({ iterations }) => iterations),
        ...Object.fromEntries(Object.keys(FORMS).map((form, row) => [form, rows[row].map(driftOf)])),
      }),
      dispose() {
        for (const cell of cells) cell.world.dispose();
      },
    };
  },
});

async function createCell(options: WorldOptions): Promise<Cell> {
  const world = await World.create(options);
  return { world, pendulum: buildChain(world, 3) };
}

const driftOf = ({ pendulum }: Cell) => pendulum.measures().energyDrift as number;

function divisors(value: number): number[] {
  return Array.from({ length: value }, (_, index) => index + 1).filter((divisor) => value % divisor === 0);
}
