import { choice, nonNegative, options, orDefault, positive } from '../arguments.ts';
import { HolonomicError, removedHandle } from '../errors.ts';
import { Joint } from '../joints/joint.ts';
import { World } from '../world.ts';
import { DEBUG_LAYERS, type DebugLayer } from './layers.ts';
import { type DebugLines, emptyLines, Pen, SEGMENT_NUMBERS } from './pen.ts';

export interface DebugOptions {
  /** What is drawn. */
  layers: readonly DebugLayer[];
  /** Length of the axes of frames, m; marks, arcs and heads of arrows are in proportion to it. */
  size: number;
  /** Length of the arrow of one newton, m; 0.01 by default. */
  metresPerNewton?: number;
  /** Length of the arrow of one newton metre, m; 0.01 by default. */
  metresPerNewtonMetre?: number;
  /** Joints to draw; all unless given. */
  joints?: Iterable<Joint>;
}

/** What a layer is given to draw. */
export interface Drawing {
  world: World;
  pen: Pen;
  size: number;
  metresPerNewton: number;
  metresPerNewtonMetre: number;
  /** Those that hold something: neither disabled nor broken. */
  joints: readonly Joint[];
}

const OPTIONS = ['layers', 'size', 'metresPerNewton', 'metresPerNewtonMetre', 'joints'] as const;
const DEFAULT_SCALE = 0.01;

/** The layers to draw, each once, in the order in which they are listed; and what to draw them with. */
export function readDrawing(world: unknown, value: unknown, out: unknown): { layers: DebugLayer[]; drawing: Drawing; lines: DebugLines } {
  if (!(world instanceof World)) throw new HolonomicError('invalid-argument', 'debugLines takes a world first, made by World.create.');
  void world.memory; // throws where the world has been disposed of
  const given = options<DebugOptions>(value, 'The options of debugLines', OPTIONS);
  const layers = readLayers(given.layers);
  const numbers = {
    size: positive(given.size, 'size'),
    metresPerNewton: nonNegative(orDefault(given.metresPerNewton, DEFAULT_SCALE), 'metresPerNewton'),
    metresPerNewtonMetre: nonNegative(orDefault(given.metresPerNewtonMetre, DEFAULT_SCALE), 'metresPerNewtonMetre'),
  };
  const joints = readJoints(given.joints, world).filter(({ enabled }) => enabled);
  const lines = readLines(out);
  return { layers, drawing: { world, pen: new Pen(lines), ...numbers, joints }, lines };
}

function readLayers(value: unknown): DebugLayer[] {
  if (!Array.isArray(value)) throw new HolonomicError('invalid-argument', `layers must be an array of some of ${DEBUG_LAYERS.join(', ')}.`);
  const wanted = new Set(value.map((layer, index) => choice(layer, `layers[${index}]`, DEBUG_LAYERS)));
  return DEBUG_LAYERS.filter((layer) => wanted.has(layer));
}

function readJoints(value: unknown, world: World): Joint[] {
  if (value === undefined) return [...world.joints];
  if (typeof value !== 'object' || value === null || !(Symbol.iterator in value))
    throw new HolonomicError('invalid-argument', 'joints must be an array of joints, or something else to iterate over.');
  return Array.from(value as Iterable<unknown>, (joint, index) => {
    if (!(joint instanceof Joint)) throw new HolonomicError('invalid-argument', `joints[${index}] must be a joint.`);
    if (joint.world !== world) throw new HolonomicError('foreign-handle', `joints[${index}] is not in this world.`);
    if (!joint.alive) throw removedHandle('joint');
    return joint;
  });
}

/** The lines to write to, emptied. */
function readLines(out: unknown): DebugLines {
  if (out === undefined) return emptyLines();
  const lines = out as DebugLines | null;
  const isFit =
    typeof lines === 'object' &&
    lines?.positions instanceof Float32Array &&
    lines.colors instanceof Uint8Array &&
    Math.min(lines.positions.length, lines.colors.length) % SEGMENT_NUMBERS === 0;
  if (!isFit) throw new HolonomicError('invalid-argument', 'out must be what debugLines returned before.');
  lines.count = 0;
  return lines;
}
