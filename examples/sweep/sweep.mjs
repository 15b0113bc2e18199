// A sweep from a program: how far ten bodies in a pile overlap, by substeps. node examples/sweep/sweep.mjs
import { fileURLToPath } from 'node:url';
import { grid, range, runBatch, sweep } from '../../dist/batch.js';

/** The mean of a measure at each number of substeps. */
export async function meanBySubsteps(measure, { seeds = 8, workers = 2 } = {}) {
  const sums = new Map();
  const jobs = sweep({ scene: 'pile', parameters: { count: 10 }, points: grid({ substeps: range(2, 8, 2) }), seeds, steps: 60 });
  for await (const outcome of runBatch(jobs, { workers })) {
    if (outcome.status === 'failed') throw new Error(`${outcome.error.code}: ${outcome.error.message}`);
    const { substeps } = outcome.settings;
    const { count, sum } = sums.get(substeps) ?? { count: 0, sum: 0 };
    sums.set(substeps, { count: count + 1, sum: sum + outcome.measures[measure] });
  }
  return [...sums].sort(([a], [b]) => a - b).map(([substeps, { count, sum }]) => ({ substeps, mean: sum / count }));
}

if (fileURLToPath(import.meta.url) === process.argv[1])
  for (const { mean, substeps } of await meanBySubsteps('penetration')) console.log(`${substeps} substeps: ${(1000 * mean).toFixed(2)} mm`);
