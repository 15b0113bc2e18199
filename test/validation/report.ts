// npm run validate: measures what docs/validation.md tells, and writes the page.
import fs from 'node:fs';
import { createProgress } from '../../scenes/cli/progress.ts';
import { MEASUREMENTS, measure } from './report/measure.ts';
import { page } from './report/page.ts';

const PAGE = new URL('../../docs/validation.md', import.meta.url);

const progress = createProgress(MEASUREMENTS, 1);
let count = 0;
const results = await measure((what) => {
  count++;
  progress.frame(1);
  progress.finish(`${count} of ${MEASUREMENTS}: ${what}`);
});
progress.end();
fs.writeFileSync(PAGE, page(results));
console.log('docs/validation.md is written.');
