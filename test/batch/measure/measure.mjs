// Figures for docs/batch.md: what a batch costs beside bare loops, how it scales, what a world takes, what stays.
//   node test/batch/measure/measure.mjs [worlds] [rounds]

import { loadScene, runBatch, runJob, sweep } from '../../../dist/batch.js';
import { World } from '../../../dist/index.js';

const [worlds = 200, rounds = 3] = process.argv.slice(2).map(Number);
const STEPS = 600;
const MEBIBYTE = 2 ** 20;
const scene = await loadScene('ragdoll-pile');
const cpuSeconds = () => {
  const { system, user } = process.cpuUsage();
  return (user + system) / 1e6;
};
async function measured(run) {
  const [wall, cpu] = [performance.now(), cpuSeconds()];
  const hashes = await run();
  return { hashes, wall: (performance.now() - wall) / 1000, cpu: cpuSeconds() - cpu };
}

async function bare() {
  const hashes = [];
  for (let seed = 0; seed < worlds; seed++) {
    const world = await World.create();
    const { afterStep, measures } = await scene.build(world, { count: 1, seed }, {});
    for (let frame = 0; frame < STEPS; frame++) {
      world.step(scene.dt);
      afterStep(frame);
    }
    measures();
    hashes.push(world.hash());
    world.dispose();
  }
  return hashes;
}

const batch = (workers) => async () => {
  const hashes = [];
  for await (const outcome of runBatch(sweep({ scene: 'ragdoll-pile', parameters: { count: 1 }, seeds: worlds, steps: STEPS }), {
    workers,
  }))
    hashes[outcome.index] = outcome.hash;
  return hashes;
};

const best = { bare: [], one: [], two: [] };
for (let round = 0; round < rounds; round++) {
  const results = { bare: await measured(bare), one: await measured(batch(1)), two: await measured(batch(2)) };
  if (new Set(Object.values(results).map(({ hashes }) => hashes.join())).size !== 1) throw new Error('hashes differ');
  for (const [name, { cpu, wall }] of Object.entries(results)) best[name].push({ cpu, wall });
  console.log(
    Object.entries(results)
      .map(([name, { cpu, wall }]) => `${name}: ${wall.toFixed(2)} s, ${cpu.toFixed(2)} s of CPU`)
      .join('; '),
  );
}
const least = (name, what) => Math.min(...best[name].map((one) => one[what]));
console.log(`best of ${rounds}, ${worlds} worlds of ${STEPS} steps:`);
console.log(
  `  bare / one worker, CPU: ${(least('bare', 'cpu') / least('one', 'cpu')).toFixed(3)}, wall: ${(least('bare', 'wall') / least('one', 'wall')).toFixed(3)}`,
);
console.log(
  `  one / two workers, wall: ${(least('one', 'wall') / least('two', 'wall')).toFixed(3)}; CPU of two / one: ${(least('two', 'cpu') / least('one', 'cpu')).toFixed(3)}`,
);
console.log(`  worlds a second and core: ${(worlds / least('one', 'cpu')).toFixed(1)}`);

// Memory of many worlds at once.
global.gc?.();
const before = process.memoryUsage();
const kept = [];
for (let seed = 0; seed < 500; seed++) {
  const world = await World.create();
  await scene.build(world, { count: 1, seed }, {});
  for (let frame = 0; frame < 30; frame++) world.step(scene.dt);
  kept.push(world);
}
global.gc?.();
const after = process.memoryUsage();
const state = kept.reduce((sum, world) => sum + world.memoryBytes, 0);
console.log(
  `  a world: ${(state / kept.length / MEBIBYTE).toFixed(3)} MiB of state, ${((after.rss - before.rss) / kept.length / MEBIBYTE).toFixed(3)} MiB of the process, ${((after.heapUsed - before.heapUsed) / kept.length / MEBIBYTE).toFixed(3)} MiB of heap`,
);
for (const world of kept) world.dispose();
kept.length = 0;

// A snapshot.
const job = { scene: 'ragdoll-pile', parameters: { count: 1 }, steps: 100, snapshot: true };
const { snapshot } = await runJob(job);
const world = await World.create();
await scene.build(world, { count: 1, seed: 1 }, {});
for (let frame = 0; frame < 100; frame++) world.step(scene.dt);
const begin = performance.now();
for (let k = 0; k < 1000; k++) world.snapshot();
console.log(`  a snapshot: ${snapshot.length} bytes, ${((performance.now() - begin) / 1000).toFixed(4)} ms`);

// What stays after many short jobs.
const rss = [];
for (let round = 0; round < 4; round++) {
  let count = 0;
  for await (const { status } of runBatch(
    sweep({ scene: 'pile', parameters: { count: 3 }, seeds: 2500, firstSeed: 2500 * round, steps: 2 }),
    { workers: 2 },
  ))
    if (status === 'done') count++;
  global.gc?.();
  await new Promise((resolve) => setTimeout(resolve, 200));
  const { arrayBuffers, heapUsed, rss: all } = process.memoryUsage();
  rss.push(
    `${count} jobs: ${(all / MEBIBYTE).toFixed(0)} MiB, heap ${(heapUsed / MEBIBYTE).toFixed(1)}, buffers ${(arrayBuffers / MEBIBYTE).toFixed(2)}, ${process.getActiveResourcesInfo().length} resources`,
  );
}
console.log(rss.map((line) => `  after ${line}`).join('\n'));
