// Cases in which campaigns have found faults: they find none any more.
import { test } from 'vitest';
import type { Campaign } from './campaign.ts';
import { poisonedScratch } from './poisoned-scratch.ts';
import { randomTrees } from './random-trees.ts';
import { rolling } from './rolling.ts';
import { settings } from './settings.ts';

const FOUND: [campaign: Campaign, seed: number][] = [
  [poisonedScratch, 700223],
  [randomTrees, 5162],
  [randomTrees, 7600],
  [rolling, 2030],
  [rolling, 2457],
  [settings, 2006],
];

test.each(FOUND.map(([campaign, seed]) => ({ name: campaign.name, campaign, seed })))('$name, seed $seed', ({ campaign, seed }) =>
  campaign.run(seed),
);
