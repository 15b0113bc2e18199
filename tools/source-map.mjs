// Source maps (version 3) of wasm: the column of a mapping is an offset in the binary. Those that asc writes lead to generated code; composed
// with where its lines come from, they lead to kernel files.
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map([...DIGITS].map((digit, value) => [digit, value]));

/**
 * A place in the binary, and the source that it comes from: lines from 1, columns from 0.
 * @typedef {{ offset: number, file: string, line: number, column: number }} Mapping
 */

/** @returns {Mapping[]} those of a map in the order of offsets */
export function readMappings({ sources, mappings }) {
  const [first] = mappings.split(';');
  const at = [0, 0, 0, 0];
  return first.split(',').flatMap((segment) => {
    const changes = decode(segment);
    for (const [k, change] of changes.entries()) if (k < at.length) at[k] += change;
    return changes.length < at.length ? [] : [{ offset: at[0], file: sources[at[1]], line: at[2] + 1, column: at[3] }];
  });
}

/** A map of mappings in the order of offsets; `sourceRoot` leads from the map to what the names of sources begin at. */
export function writeMap(mappings, sourceRoot = '') {
  const sources = [...new Set(mappings.map((mapping) => mapping.file))];
  const numbers = new Map(sources.map((source, number) => [source, number]));
  let last = [0, 0, 0, 0];
  const segments = mappings.map(({ offset, file: source, line, column }) => {
    const now = [offset, numbers.get(source), line - 1, column];
    const text = now.map((value, k) => encode(value - last[k])).join('');
    last = now;
    return text;
  });
  return { version: 3, sourceRoot, sources, names: [], mappings: segments.join(',') };
}

/** What an offset in the binary comes from; null before the first mapping. */
export function sourceAt(mappings, offset) {
  let [low, high] = [0, mappings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (mappings[middle].offset <= offset) low = middle + 1;
    else high = middle;
  }
  return mappings[low - 1] ?? null;
}

/**
 * The map of a build with lines of kernel files in place of those of generated code: each the line that was inlined there.
 * @param {object} map as asc wrote it
 * @param {Map<string, { file: string, line: number }[]>} origins by generated file: where each of its lines, from 1, comes from
 * @param {{ prefix: string, sourceRoot: string }} options `prefix` of the files of `origins`
 */
export function leadToKernels(map, origins, { prefix, sourceRoot }) {
  const composed = readMappings(map).map((mapping) => {
    const origin = origins.get(mapping.file)?.[mapping.line];
    return origin ? { ...mapping, file: prefix + origin.file, line: origin.line, column: 0 } : mapping;
  });
  const news = composed.filter(({ file, line, column }, k) => {
    const before = composed[k - 1];
    return !before || before.file !== file || before.line !== line || before.column !== column;
  });
  return writeMap(news, sourceRoot);
}

/** Mappings of a file after `by` characters more have been written at a place in it: lines and columns from 0. */
export function shifted(mappings, { line, column }, by) {
  const lines = mappings.split(';');
  let at = 0;
  const segments = lines[line].split(',').filter(Boolean);
  const next = segments.findIndex((segment) => {
    at += decode(segment)[0];
    return at >= column;
  });
  if (next < 0) return mappings;
  const [first, ...others] = decode(segments[next]);
  segments[next] = [first + by, ...others].map(encode).join('');
  lines[line] = segments.join(',');
  return lines.join(';');
}

/** The numbers of a segment: base 64 digits of five bits, the lowest first, the sign in the lowest bit. */
function decode(segment) {
  const numbers = [];
  let [value, shift] = [0, 0];
  for (const digit of segment) {
    const bits = VALUES.get(digit);
    value += (bits & 31) * 2 ** shift;
    shift += 5;
    if (bits & 32) continue;
    numbers.push(value % 2 ? -(value - 1) / 2 : value / 2);
    [value, shift] = [0, 0];
  }
  return numbers;
}

function encode(number) {
  let text = '';
  let value = number < 0 ? -2 * number + 1 : 2 * number;
  do {
    const rest = Math.floor(value / 32);
    text += DIGITS[(value % 32) + (rest ? 32 : 0)];
    value = rest;
  } while (value);
  return text;
}
