/** Names that are near a text, the nearest first. */
export function nearNames(text: string, names: readonly string[], count = 3): string[] {
  const distanceTo = distanceFrom(text);
  return names.toSorted((a, b) => distanceTo(a) - distanceTo(b)).slice(0, count);
}

/** What to ask whoever gave a name that there is not; nothing where none is near. */
export function didYouMean(text: string, names: readonly string[]): string {
  const distanceTo = distanceFrom(text);
  const meant = nearNames(text, names).filter((name) => distanceTo(name) < NEAR);
  return meant.length > 0 ? ` Did you mean ${meant.join(' or ')}?` : '';
}

/** Of the letters, or as much less as words begin alike. */
const NEAR = 0.4;

function distanceFrom(text: string): (name: string) => number {
  const wanted = text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const words = wanted.split('-').filter((word) => word.length > 2);
  return (name) => {
    const parts = name.toLowerCase().split('-');
    const shared = words.map((word) => Math.max(...parts.map((part, k) => begins(word, part) + (k === 0 ? 0.1 : 0))));
    return edits(wanted, name.toLowerCase()) / Math.max(wanted.length, name.length) - shared.reduce((sum, part) => sum + part, 0);
  };
}

/** Part of a word with which another one begins too; 0 below three letters. */
function begins(word: string, other: string): number {
  let same = 0;
  while (same < word.length && word[same] === other[same]) same++;
  return same < 3 ? 0 : same / word.length;
}

/** Letters to insert, delete or change to make one text another (Levenshtein). */
function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, k) => k);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[to.length];
}
