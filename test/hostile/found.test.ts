// Cases in which campaigns have found faults: they find none any more.
import { test } from 'vitest';
import type { Campaign } from './campaign.ts';
import { constraintGraphs } from './constraint-graphs.ts';
import { contradictoryJoints } from './contradictory-joints.ts';
import { forgedSnapshots } from './forged-snapshots.ts';
import { poisonedScratch } from './poisoned-scratch.ts';
import { randomTrees } from './random-trees.ts';
import { rolling } from './rolling.ts';
import { settings } from './settings.ts';
import { softEnergy } from './soft-energy.ts';

const ENERGIES = [120, 179, 191, 1034, 1036, 2018, 2060, 2090, 2125, 2210, 2232, 3038, 5353086];

const FOUND: [campaign: Campaign, seed: number][] = [
  [constraintGraphs, 6464083],
  [contradictoryJoints, 4242069],
  [forgedSnapshots, 11],
  [poisonedScratch, 700223],
  [randomTrees, 5162],
  [randomTrees, 7600],
  [rolling, 2030],
  [rolling, 2457],
  [settings, 2006],
  [settings, 5353005],
  ...ENERGIES.map((seed): [Campaign, number] => [softEnergy, seed]),
];

test.each(FOUND.map(([campaign, seed]) => ({ name: campaign.name, campaign, seed })))('$name, seed $seed', ({ campaign, seed }) =>
  campaign.run(seed),
);
