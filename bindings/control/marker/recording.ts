import { finite, positive, shortened, type Vec3 } from '../../core/arguments.ts';
import { HolonomicError } from '../../core/errors.ts';

/** Positions of markers, frame by frame. */
export class MarkerRecording {
  readonly markers: readonly string[];
  /** Frames per second. */
  readonly rate: number;
  /** x, y, z of each marker in each frame, m; NaN if it was not seen. */
  readonly positions: Float64Array;
  readonly #numbers: ReadonlyMap<string, number>;

  /** Throws `invalid-argument` for duplicate marker names, or a wrong length. */
  constructor(markers: readonly string[], rate: number, positions: ArrayLike<number>) {
    this.markers = Object.freeze([...markers]);
    this.rate = positive(rate, 'rate');
    this.positions = Float64Array.from(positions);
    this.#numbers = new Map(markers.map((name, k) => [name, k]));
    if (this.#numbers.size !== markers.length)
      throw new HolonomicError('invalid-argument', 'Two markers have the same name; rename one of them.');
    const width = 3 * markers.length;
    if (width === 0 || this.positions.length === 0 || this.positions.length % width !== 0)
      throw new HolonomicError('invalid-argument', `positions must hold ${width} numbers for each frame, of at least one frame.`);
    Object.freeze(this);
  }

  get frameCount(): number {
    return this.positions.length / (3 * this.markers.length);
  }
  /** Duration, s. */
  get duration(): number {
    return (this.frameCount - 1) / this.rate;
  }

  has(marker: string): boolean {
    return this.#numbers.has(marker);
  }

  /** Position of a marker in a frame; null if it was not seen. */
  at(frame: number, marker: string): Vec3 | null {
    const number = this.#numbers.get(marker);
    if (number === undefined) throw new HolonomicError('invalid-argument', `The recording has no marker "${shortened(marker)}".`);
    const start = 3 * (frame * this.markers.length + number);
    const [x, y, z] = [this.positions[start], this.positions[start + 1], this.positions[start + 2]];
    return Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z) ? [x, y, z] : null;
  }
}

const wrong = (line: number, what: string): HolonomicError =>
  new HolonomicError('invalid-argument', `The table of markers is wrong in line ${line}: ${what}`);

const AXES = ['x', 'y', 'z'];

/**
 * Reads a table of markers. The first line names the columns: `time` (s) and then `NAME.x`, `NAME.y`, `NAME.z` (m) for each marker. Each
 * further line is a frame; an empty cell is a marker that was not seen. Empty lines and lines that begin with # are ignored. Throws
 * `invalid-argument`, with the line number, for invalid tables, and for times that are not evenly spaced.
 */
export function parseMarkerCsv(text: string): MarkerRecording {
  if (typeof text !== 'string') throw new HolonomicError('invalid-argument', 'A table of markers must be a string.');
  const rows = text
    .split(/\r?\n/)
    .map((content, k) => ({ cells: content.split(',').map((cell) => cell.trim()), line: k + 1, content: content.trim() }))
    .filter(({ content }) => content !== '' && !content.startsWith('#'));
  const [head, ...frames] = rows;
  if (!head) throw wrong(1, 'it has no line that names the columns.');
  const markers = readHead(head.cells, head.line);
  if (frames.length < 2) throw wrong(head.line, 'it has fewer than two frames.');
  const positions: number[] = [];
  const times: number[] = [];
  for (const { cells, line } of frames) {
    if (cells.length !== head.cells.length) throw wrong(line, `it has ${cells.length} cells, and not ${head.cells.length}.`);
    const [time, ...numbers] = cells.map((cell, k) => readCell(cell, line, head.cells[k], k === 0));
    times.push(time);
    positions.push(...numbers);
  }
  const step = (times[times.length - 1] - times[0]) / (times.length - 1);
  if (!(step > 0)) throw wrong(frames[0].line, 'times must increase.');
  for (const [k, time] of times.entries())
    if (Math.abs(time - times[0] - k * step) > 0.1 * step)
      throw wrong(frames[k].line, `the time ${time} s is not evenly spaced with the others, which are ${step.toPrecision(4)} s apart.`);
  return new MarkerRecording(markers, 1 / step, positions);
}

function readHead([time, ...columns]: readonly string[], line: number): string[] {
  if (time !== 'time') throw wrong(line, `the first column must be called "time", not "${shortened(time)}".`);
  if (columns.length === 0 || columns.length % 3 !== 0) throw wrong(line, 'each marker needs three columns, NAME.x, NAME.y and NAME.z.');
  return Array.from({ length: columns.length / 3 }, (_, k) => {
    const name = columns[3 * k].replace(/\.x$/, '');
    for (const [i, axis] of AXES.entries())
      if (columns[3 * k + i] !== `${name}.${axis}`)
        throw wrong(line, `the column "${shortened(columns[3 * k + i])}" should be called "${shortened(name)}.${axis}".`);
    return name;
  });
}

function readCell(cell: string, line: number, column: string, required: boolean): number {
  if (cell === '' && !required) return Number.NaN;
  const value = Number(cell);
  if (cell === '' || !Number.isFinite(value))
    throw wrong(line, `"${shortened(cell)}" in the column "${shortened(column)}" is not a number.`);
  return finite(value, column);
}
