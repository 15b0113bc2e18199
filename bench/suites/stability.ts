// Where the gradient at the start of a substep gives way to the current one, and what over-relaxation and warm starting do:
// the tables of docs/stability.md. Unlike the other suites these measure no time, and they run from the sources.
import { boxesOnSprings } from '../../scenes/boxes-on-springs.ts';
import { heavyChain } from '../../scenes/heavy-chain.ts';
import { jointGrid } from '../../scenes/joint-grid.ts';
import { runScene } from '../../scenes/run.ts';
import { triplePendulum } from '../../scenes/triple-pendulum.ts';
import type { Cell } from '../report.ts';
import { type HangingChain, restingStretch, simulateHanging, stableAngle, stableUpTo } from '../stability/sweeps.ts';
import { runChain, runPair, runWheel, type Start, SUBSTEPS } from '../stability/systems.ts';
import { buildVariant, type Change, constant } from '../stability/variants.ts';
import { mean } from '../statistics.ts';
import type { Suite } from '../suite.ts';

const GRADIENTS = ['start', 'current', 'auto'] as const;
/** Metres, or parts of an energy, that no system comes back from. */
const DIVERGED = 1e6;
const ROTATIONS = [0.05, 0.1, 0.15, 0.2, 0.25, 0.35, 0.5, 1, 2];

const tension: Suite = {
  name: 'stability-tension',
  description: 'a chain of light links with a heavy last one, hanging and swinging, for each gradient',
  async run() {
    const rows: Cell[][] = [];
    for (const start of ['hanging', 'horizontal'] as Start[]) {
      for (const ratio of [1, 100, 1e3, 1e4, 2e4, 1e5]) {
        const results = [];
        for (const gradient of GRADIENTS) results.push(await runChain(start, ratio, { gradient }));
        rows.push([
          start,
          ratio,
          results[0].phase,
          ...results.map(({ gain }) => gain),
          ...results.map(({ stretch }) => Math.max(stretch, 0)),
        ]);
      }
    }
    return {
      name: 'stability-tension',
      title: `stability-tension: 20 links of 1 m and 1 kg, the last heavier, ${SUBSTEPS} substeps, 10 s`,
      notes: [
        'swing: square of the phase a light link swings through in a substep under the weight of the last one at rest, rad²',
        'gain: largest gain of energy in parts of the potential range; stretch: how much longer than 20 m at most, m',
      ],
      columns: ['start', 'ratio', 'swing', ...GRADIENTS.map((name) => `${name} gain`), ...GRADIENTS.map((name) => `${name} stretch`)],
      rows,
    };
  },
};

const rotation: Suite = {
  name: 'stability-rotation',
  description: 'two boxes on a ball joint that spin and turn against each other, for each gradient',
  async run() {
    const rows: Cell[][] = [];
    for (const angle of ROTATIONS) {
      for (const gradient of GRADIENTS) {
        const { gain, change, momentum, error } = await runPair(angle, 0.1, { gradient });
        rows.push([String(angle), gradient, gain, change, momentum, error]);
      }
    }
    return {
      name: 'stability-rotation',
      title: 'stability-rotation: a free pair of boxes of 1 kg and 1 m, turning against each other at a tenth of their spin, 5 s',
      notes: ['rotation: of a body in a substep, rad', 'energy and angular momentum relative; error: largest distance of the anchors, m'],
      columns: ['rotation', 'gradient', 'energy gain', 'energy change', 'momentum change', 'error m'],
      rows,
    };
  },
};

const limits: Suite = {
  name: 'stability-limits',
  description: 'the gradient auto with other limits of the rotation per substep',
  async run({ say }) {
    const LIMITS = [0.5, 0.25, 0.1];
    const kernels: (Uint8Array<ArrayBuffer> | undefined)[] = [];
    for (const limit of LIMITS) {
      say(`  compiling with a rotation limit of ${limit}`);
      kernels.push(await buildVariant(`rotation-${limit}`, [constant('ROTATION_LIMIT', limit)]));
    }
    const rows: Cell[][] = [];
    for (const angle of ROTATIONS) {
      const gains: Cell[] = [];
      const losses: Cell[] = [];
      for (const wasm of kernels) {
        gains.push((await runPair(angle, 0.5, { wasm })).gain);
        losses.push((await runWheel(angle, 0.05, { wasm })).change);
      }
      rows.push([String(angle), ...gains, ...losses]);
    }
    return {
      name: 'stability-limits',
      title: 'stability-limits: gradient auto with other limits of the rotation per substep, 5 s',
      notes: [
        'pair: largest gain of energy of the boxes of stability-rotation, turning against each other at half their spin',
        'wheel: change of energy of a wheel of 1 kg and 0.04 kg m² whose centre of mass is 5 cm beside its hinge',
      ],
      columns: ['rotation', ...LIMITS.map((limit) => `pair, limit ${limit}`), ...LIMITS.map((limit) => `wheel, limit ${limit}`)],
      rows,
    };
  },
};

/** What common.kernel.ts returns as the softness of a row. */
const SOFTNESS = /(return) ((?:clamp|min)\(.*\));/;

/** A part of the last impulse to start each substep from, for rigid joints too, and no over-relaxation. */
function warmStart(part: number): Change[] {
  return [
    constant('RELAXATION', 1),
    { file: 'assembly/constraint/common.kernel.ts', from: SOFTNESS, to: `$1 max($2, ${part});` },
    { file: 'assembly/joint/joint.ts', from: /lanes\.soft = 0;/, to: 'lanes.soft = 1;' },
  ];
}

const TREATMENTS: { label: string; name: string; relaxation: number; warm: number; changes: Change[] }[] = [
  { label: 'neither', name: 'relaxation-1', relaxation: 1, warm: 0, changes: [constant('RELAXATION', 1)] },
  { label: 'relaxation 1.25', name: 'relaxation-1.25', relaxation: 1.25, warm: 0, changes: [constant('RELAXATION', 1.25)] },
  { label: 'relaxation 1.33', name: 'relaxation-1.33', relaxation: 1.33, warm: 0, changes: [constant('RELAXATION', 1.33)] },
  { label: 'relaxation 1.36', name: 'relaxation-1.36', relaxation: 1.36, warm: 0, changes: [constant('RELAXATION', 1.36)] },
  { label: 'warm start 0.4', name: 'warm-0.4', relaxation: 1, warm: 0.4, changes: warmStart(0.4) },
  { label: 'warm start 0.5', name: 'warm-0.5', relaxation: 1, warm: 0.5, changes: warmStart(0.5) },
  { label: 'warm start 0.6', name: 'warm-0.6', relaxation: 1, warm: 0.6, changes: warmStart(0.6) },
];

const relaxation: Suite = {
  name: 'stability-relaxation',
  description: 'over-relaxation against warm starting: stretch of hanging chains and drift of the triple pendulum',
  async run({ say }) {
    const RATIO = 1000;
    const rows: Cell[][] = [];
    for (const { label, name, relaxation: r, warm, changes } of TREATMENTS) {
      say(`  compiling with ${label}`);
      const settings = { jointSolver: 'sweeps', precision: 'double', substeps: SUBSTEPS, wasm: await buildVariant(name, changes) } as const;
      const stretches = [];
      for (const ratio of [1, 100, RATIO])
        stretches.push((await runScene(heavyChain, { parameters: { ratio }, settings })).measures.stretch);
      const pendulum = await runScene(triplePendulum, { settings });
      const chain: HangingChain = { links: 20, ratio: RATIO, substep: 1 / (60 * SUBSTEPS), gravity: 9.81, relaxation: r, warm };
      const model = simulateHanging(chain, 60 * 10 * SUBSTEPS);
      const settled = [...model].slice(-60 * SUBSTEPS).filter((_, k) => k % SUBSTEPS === SUBSTEPS - 1);
      const measured = [...(stretches as number[]), mean(settled), restingStretch(chain), pendulum.measures.energyDrift as number];
      rows.push([label, ...measured.map((value) => (Math.abs(value) < DIVERGED ? value : Number.POSITIVE_INFINITY))]);
    }
    return {
      name: 'stability-relaxation',
      title: `stability-relaxation: rigid ball joints, ${SUBSTEPS} substeps of one iteration, double precision`,
      notes: [
        'stretch: mean over the tenth second of a hanging chain of 20 links whose last one weighs 1, 100 and 1000 kg, m',
        'model: the same of the vertical motion alone, 1000 kg; at rest: what it settles to by the formula',
        'pendulum: change of the energy of the triple pendulum over 30 s in parts of the potential range',
      ],
      columns: ['rigid rows', '1:1', '100:1', '1000:1', 'model', 'at rest', 'pendulum'],
      rows,
    };
  },
};

const ONE_WAY: Change = { file: 'assembly/solver/bundles.ts', from: /world\.symmetric = .*;/, to: 'world.symmetric = 0;' };

const ORDERS: { label: string; name: string; changes: Change[] }[] = [
  { label: 'there', name: 'one-way', changes: [ONE_WAY, constant('RELAXATION', 1)] },
  { label: 'there, relaxation 1.25', name: 'one-way-relaxed', changes: [ONE_WAY, constant('RELAXATION', 1.25)] },
  { label: 'there and back', name: 'both-ways', changes: [] },
];

const order: Suite = {
  name: 'stability-order',
  description: 'a grid of joints, whose colours are four, swept in one direction or there and back',
  async run({ say }) {
    const rows: Cell[][] = [];
    for (const { label, name, changes } of ORDERS) {
      say(`  compiling sweeps ${label}`);
      const wasm = await buildVariant(name, changes);
      for (const size of [20, 50]) {
        const settings = { precision: 'double', substeps: SUBSTEPS, wasm } as const;
        const { measures } = await runScene(jointGrid, { parameters: { size }, frames: 600, settings });
        const { energyMaximum, energyDrift, maxAnchorError } = measures as Record<string, number>;
        rows.push([label, `${size} × ${size}`, energyMaximum, energyDrift, maxAnchorError]);
      }
    }
    return {
      name: 'stability-order',
      title: `stability-order: the falling grid of joints, ${SUBSTEPS} substeps, 10 s, by the direction of its sweeps`,
      notes: ['gain and change of the energy in parts of the potential range; error: largest distance of two anchors, m'],
      columns: ['sweeps', 'grid', 'energy gain', 'energy change', 'error m'],
      rows,
    };
  },
};

const COLD: Change = { file: 'assembly/constraint/common.kernel.ts', from: SOFTNESS, to: '$1 0 * a;' };

const springs: Suite = {
  name: 'stability-springs',
  description: 'boxes on springs at rest, with and without the warm start of soft rows',
  async run({ say }) {
    say('  compiling without warm start');
    const cold = await buildVariant('cold', [COLD]);
    const rows: Cell[][] = [];
    for (const [substeps, iterations] of [
      [1, 1],
      [1, 10],
      [5, 1],
      [20, 1],
      [40, 1],
    ]) {
      const errors: Cell[] = [];
      for (const wasm of [undefined, cold]) {
        const { measures } = await runScene(boxesOnSprings, { settings: { precision: 'double', substeps, iterations, wasm } });
        errors.push(measures.elongationError as number, measures.forceError as number);
      }
      rows.push([`${substeps} × ${iterations}`, ...errors]);
    }
    return {
      name: 'stability-springs',
      title: 'stability-springs: boxes on springs (Müller et al. 2020, Figure 4) after 5 s, relative errors',
      notes: ['elongation against compliance × force, force against weight; warm: as built; cold: soft rows start from nothing'],
      columns: ['split', 'elongation, warm', 'force, warm', 'elongation, cold', 'force, cold'],
      rows,
    };
  },
};

const sweeps: Suite = {
  name: 'stability-sweeps',
  description: 'for which modes one sweep a substep is stable, with a part of the last impulse to start from',
  async run() {
    return {
      name: 'stability-sweeps',
      title: 'stability-sweeps: g of the modes that die out, by the roots of (z - 1)² (z - g γ) + (1 - g) z (2z - 1)',
      notes: ['γ: part of the last impulse that a substep starts from; g: what a sweep leaves of a residual'],
      columns: ['γ', 'lowest g', '-1 / (3 + 4γ)', 'highest g', '1 / (2γ), at most 1'],
      rows: [0, 0.25, 0.4, 0.5, 0.6, 0.75, 1].map((warm) => [
        String(warm),
        stableUpTo(warm, -1),
        -1 / (3 + 4 * warm),
        stableUpTo(warm, 1),
        Math.min(1 / (2 * warm), 1),
      ]),
    };
  },
};

const turning: Suite = {
  name: 'stability-turning',
  description: 'how far a slow mode may turn in the complex plane before it grows',
  async run() {
    return {
      name: 'stability-turning',
      title: 'stability-turning: complex g of the modes that die out, by the roots of z² - 2 g z + g',
      notes: ['angle: the largest one of 1 - g from the real axis, rad'],
      columns: ['size of 1 - g', 'angle', 'its square root'],
      rows: [0.1, 0.03, 0.01, 0.003, 0.001].map((rest) => [String(rest), stableAngle(rest), Math.sqrt(rest)]),
    };
  },
};

export const stabilitySuites: Suite[] = [tension, rotation, limits, relaxation, order, springs, sweeps, turning];
