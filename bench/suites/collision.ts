// Collision detection: contacts by pair of shapes, rays, shape casts, and the broad phase. Times beside what was found, so that nobody is
// fast by finding less.
import { holonomicCollision } from '../collision/holonomic.ts';
import { joltCollision } from '../collision/jolt.ts';
import type { CollisionBuilder, PlacedShape, Probe } from '../collision/model.ts';
import { rapierCollision } from '../collision/rapier.ts';
import { driftingBoxes, largeMesh, mixedScene, PAIRS, pair, raysAt, SHAPES, type ShapeName } from '../collision/shapes.ts';
import { interleave, type LaneTimes, warmUp } from '../interleave.ts';
import type { Cell, Table } from '../report.ts';
import { median } from '../statistics.ts';
import type { Suite, SuiteOptions } from '../suite.ts';

const ENGINES = [...holonomicCollision, rapierCollision, joltCollision];
const PAIR_COUNT = 2000;
const RAYS = 10_000;
const CASTS = 1000;
const BATCH = 100_000;
const BOXES = 10_000;

interface Contestant {
  name: string;
  builder: CollisionBuilder;
}

async function contestants({ engine, say }: SuiteOptions): Promise<Contestant[]> {
  const present: Contestant[] = [];
  for (const { name, load } of ENGINES) {
    if (!name.includes(engine)) continue;
    try {
      present.push({ name, builder: await load() });
    } catch (error) {
      say(`  ${name}: ${(error as Error).message}`);
    }
  }
  if (!present.length) throw new Error('no engine to measure');
  return present;
}

type Build = (builder: CollisionBuilder) => Promise<Probe | null>;

interface Row {
  label: string;
  /** What a step does so many of. */
  count: number;
  build: Build;
  /** What is subtracted. */
  baseline?: Build;
  framesPerRound: number;
}

interface Measured {
  /** Median of the rounds, each less its baseline, ms. */
  ms: number;
  found: number;
}

/** One row's engines side by side. */
async function measure(row: Row, engines: Contestant[], { rounds, capSeconds, say }: SuiteOptions): Promise<Map<string, Measured>> {
  const probes: { name: string; probe: Probe; base: Probe | null }[] = [];
  for (const { name, builder } of engines) {
    try {
      const probe = await row.build(builder);
      if (probe) probes.push({ name, probe, base: row.baseline ? await row.baseline(builder) : null });
    } catch (error) {
      say(`  ${row.label}, ${name}: ${(error as Error).message}`);
    }
  }
  const lanes = probes.flatMap(({ name, probe, base }) => [
    { label: name, step: probe.step },
    ...(base ? [{ label: `${name} base`, step: base.step }] : []),
  ]);
  for (const { step } of lanes) warmUp(step, { milliseconds: 150, frames: 40 });
  const times = interleave(lanes, { rounds, framesPerRound: row.framesPerRound, capSeconds });
  const roundsOf = (label: string) => times.find((each: LaneTimes) => each.label === label)?.rounds ?? [];
  const results = probes.map(({ name, probe, base }): [string, Measured] => {
    const bases = roundsOf(`${name} base`);
    const net = roundsOf(name).flatMap((ms, round) => (base ? (round < bases.length ? [ms - bases[round]] : []) : [ms]));
    return [name, { ms: median(net), found: probe.found() }];
  });
  for (const { probe, base } of probes) {
    probe.dispose();
    base?.dispose();
  }
  return new Map(results);
}

async function table(options: SuiteOptions, rows: Row[], unit: number, text: Pick<Table, 'name' | 'title' | 'notes'>): Promise<Table> {
  const engines = await contestants(options);
  const cells: Cell[][] = [];
  for (const row of rows) {
    options.say(`  ${row.label}`);
    const results = await measure(row, engines, options);
    const cost = (name: string): number | null => (results.has(name) ? (results.get(name)!.ms * unit) / row.count : null);
    const first = cost(engines[0].name);
    cells.push([
      row.label,
      ...engines.map(({ name }) => cost(name)),
      ...engines.slice(1).map(({ name }) => (first === null || cost(name) === null ? null : cost(name)! / first)),
      engines.map(({ name }) => results.get(name)?.found ?? '-').join(' '),
    ]);
  }
  const names = engines.map(({ name }) => name);
  const ratios = names.slice(1).map((name) => `${name} / ${names[0]}`);
  return { ...text, columns: ['', ...names, ...ratios, 'found'], rows: cells };
}

const NANOSECONDS = 1e6;

const contacts: Suite = {
  name: 'collision-contacts',
  description: 'nanoseconds per pair of shapes in contact, by kind of pair',
  run(options) {
    const rows = PAIRS.map((kinds) => ({
      label: kinds.join(', '),
      count: PAIR_COUNT,
      build: (builder: CollisionBuilder) => builder.pairs(pair(kinds, PAIR_COUNT, true)),
      baseline: (builder: CollisionBuilder) => builder.pairs(pair(kinds, PAIR_COUNT, false)),
      framesPerRound: 3,
    }));
    return table(options, rows, NANOSECONDS, {
      name: 'collision-contacts',
      title: `collision-contacts: nanoseconds per pair, ${PAIR_COUNT} pairs that touch less as many that do not`,
      notes: [
        'the upper body turns on the lower one by 3 rad/s; nothing is solved: solver groups in Rapier, sensors in Jolt',
        'found: contact points in all, by engine in the order of the columns',
      ],
    });
  },
};

const at = (name: ShapeName): PlacedShape[] => [{ shape: SHAPES[name], position: [0, 0, 0], orientation: [0, 0, 0, 1] }];
const FLAT: ShapeName[] = ['halfSpace', 'mesh', 'heightField', 'spline'];
const SCENE = 1000;
const WIDE = 30;

const rays: Suite = {
  name: 'collision-rays',
  description: 'nanoseconds per ray and per shape cast, against single shapes and in scenes',
  run(options) {
    const names = Object.keys(SHAPES) as ShapeName[];
    const aimed = (name: ShapeName) => raysAt(RAYS, 4, FLAT.includes(name) ? [1.5, 0, 1.5] : [0.5, 0.5, 0.5]);
    const scene = mixedScene(SCENE, WIDE);
    const across = (count: number) => raysAt(count, WIDE, [WIDE / 2, WIDE / 2, WIDE / 2]);
    const box = [0.3, 0.3, 0.3] as const;
    const rows: Row[] = [
      ...names.map((name): Row => {
        const set = aimed(name);
        return { label: `ray, ${name}`, count: RAYS, build: (builder) => builder.rays(at(name), set, 20), framesPerRound: 1 };
      }),
      { label: `ray, ${SCENE} mixed bodies`, count: RAYS, build: (builder) => builder.rays(scene, across(RAYS), 60), framesPerRound: 1 },
      {
        label: `ray, mesh of ${(largeMesh() as { indices: number[] }).indices.length / 3} triangles`,
        count: BATCH,
        build: (builder) => builder.rays([{ ...at('box')[0], shape: largeMesh() }], raysAt(BATCH, 60, [50, 0, 50]), 200),
        framesPerRound: 1,
      },
      ...names.map((name): Row => {
        const set = aimed(name).slice(0, 6 * CASTS);
        return {
          label: `box cast, ${name}`,
          count: CASTS,
          build: (builder) => builder.shapeCasts(at(name), box, set, 20),
          framesPerRound: 1,
        };
      }),
      {
        label: `box cast, ${SCENE} mixed bodies`,
        count: CASTS,
        build: (builder) => builder.shapeCasts(scene, box, across(CASTS), 60),
        framesPerRound: 1,
      },
    ];
    return table(options, rows, NANOSECONDS, {
      name: 'collision-rays',
      title: `collision-rays: nanoseconds per ray (${RAYS}, ${BATCH} against the large mesh) or shape cast (${CASTS})`,
      notes: ['nearest hit and its normal; found: hits, by engine in the order of the columns'],
    });
  },
};

const broadPhase: Suite = {
  name: 'collision-broad-phase',
  description: 'milliseconds per step of boxes that move and never touch',
  run(options) {
    const boxes = driftingBoxes(BOXES);
    const row = (label: string, rest: Pick<Row, 'build' | 'baseline'>): Row => ({ label, count: 1, framesPerRound: 2, ...rest });
    const withShapes: Build = (builder) => builder.boxes(boxes, true);
    const without: Build = (builder) => builder.boxes(boxes, false);
    const rows = [
      row('step', { build: withShapes }),
      row('without shapes', { build: without }),
      row('difference', { build: withShapes, baseline: without }),
    ];
    return table({ ...options, rounds: Math.min(options.rounds, 30) }, rows, 1, {
      name: 'collision-broad-phase',
      title: `collision-broad-phase: milliseconds per step of ${BOXES} drifting boxes`,
      notes: [
        'one substep in holonomic, the defaults of the others',
        'without shapes: of Jolt, empty shapes, which its broad phase sorts all the same',
      ],
    });
  },
};

export const collisionSuites: Suite[] = [contacts, rays, broadPhase];
