// The table of docs/cannon.md of members that differ: the tests know no other exceptions.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const PAGE = path.resolve(import.meta.dirname, '../../docs/cannon.md');
const HEADING = '## Members that differ';

/** Names of members, such as `Body.inertia`, as the first column of the table has them. */
export function differingMembers(): string[] {
  const text = readFileSync(PAGE, 'utf8');
  const section = text.slice(text.indexOf(HEADING) + HEADING.length).split(/^## /m)[0];
  return [...section.matchAll(/^\| (`[^|]+`) +\|/gm)].flatMap(([, cell]) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
}
