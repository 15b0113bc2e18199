// npm test: sets a fresh clone up, builds both precisions (release and debug), the package and the gallery, checks types and style, runs all tests.
//   npm test -- [vitest arguments]    a part of the tests
// The last line is 'N passed, N failed[, N skipped]'; a step that fails counts as one failed test.
import fs from 'node:fs';
import path from 'node:path';
import { ensureInstalled, PROJECT, run } from './setup.mjs';

const REPORT = path.join(PROJECT, 'build/test-report.json');

/** Runs a step and says in one line when it failed. */
async function passes(name, step) {
  try {
    await step();
    return true;
  } catch (error) {
    console.error(`\n${name}: ${error.message}`);
    return false;
  }
}

/** Counts of vitest's report; a file that could not even be loaded counts as one failed test. */
function readCounts() {
  if (!fs.existsSync(REPORT)) return { passed: 0, failed: 1, skipped: 0 };
  const report = JSON.parse(fs.readFileSync(REPORT, 'utf8'));
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function runTests(args) {
  fs.rmSync(REPORT, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`];
  const status = run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args]);
  const counts = readCounts();
  if (status !== 0 && counts.failed === 0) counts.failed = 1;
  if (counts.passed === 0 && counts.failed === 0) counts.failed = 1; // no test ran: nothing has been shown
  return counts;
}

ensureInstalled();
const { buildWasm } = await import('./build-wasm.mjs');
const { buildPackage, buildPackageDeclarations } = await import('./build.mjs');
const { buildGallery } = await import('./gallery.mjs');
const { failedChecks } = await import('./check.mjs');

const built = await passes('build', async () => {
  await buildWasm({ checkLayout: Boolean(process.env.CI) });
  await buildPackage();
  await buildPackageDeclarations();
  await buildGallery();
});
const failedSteps = [...(built ? [] : ['build']), ...failedChecks()];
const { passed, failed, skipped } = runTests(process.argv.slice(2));
for (const name of failedSteps) console.log(`failed: ${name}`);
const failures = failed + failedSteps.length;
console.log(`${passed} passed, ${failures} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exit(failures ? 1 : 0);
