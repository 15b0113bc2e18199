import { choice, nonNegative, notWritable, options, orDefault, positive, using } from '../core/arguments.ts';
import { HolonomicError, removedHandle } from '../core/errors.ts';
import { isTypedArray, readArray } from '../core/lists.ts';
import { Joint } from '../joint/joint.ts';
import { isWorld } from '../world/is-world.ts';
import type { World } from '../world/world.ts';
import { DEBUG_LAYERS, type DebugLayer } from './layers.ts';
import { type DebugLines, emptyLines, Pen, SEGMENT_NUMBERS } from './pen.ts';

export interface DebugOptions {
  /** The layers to draw. */
  layers: readonly DebugLayer[];
  /** Length of the axes of frames, m; marks, arcs and heads of arrows are proportional to it. */
  size: number;
  /** Length of the arrow of one newton, m; 0.01 by default. */
  metresPerNewton?: number;
  /** Length of the arrow of one newton metre, m; 0.01 by default. */
  metresPerNewtonMetre?: number;
  /** Joints to draw; all by default. */
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
  if (!isWorld(world)) throw new HolonomicError('invalid-argument', 'debugLines needs a world as its first argument.');
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
  const wanted = new Set(readArray(value, 'layers', MOST_LAYERS, (layer, index) => choice(layer, `layers[${index}]`, DEBUG_LAYERS)));
  return DEBUG_LAYERS.filter((layer) => wanted.has(layer));
}

/** Some may be there twice. */
const MOST_LAYERS = 1000;

/** All are there before one is looked at: what iterates may change the world. */
function readJoints(value: unknown, world: World): Joint[] {
  if (value === undefined) return [...world.joints];
  const joints: unknown[] = [];
  using('joints', () => {
    if (typeof value !== 'object' || value === null || !(Symbol.iterator in value))
      throw new HolonomicError('invalid-argument', 'joints must be an array or another iterable of joints.');
    for (const joint of value as Iterable<unknown>) {
      joints.push(joint);
      if (!Joint.isJoint(joint) || joint.world !== world || !joint.alive) break; // reported below
      if (joints.length > world.jointCount)
        throw new HolonomicError(
          'invalid-argument',
          `joints must contain each joint only once, but has more than the ${world.jointCount} joints of the world.`,
        );
    }
  });
  return joints.map((joint, index) => {
    if (!Joint.isJoint(joint)) throw new HolonomicError('invalid-argument', `joints[${index}] must be a joint.`);
    if (joint.world !== world) throw new HolonomicError('foreign-handle', `joints[${index}] is not in this world.`);
    if (!joint.alive) throw removedHandle('joint');
    return joint;
  });
}

/** The lines to write to, emptied. */
function readLines(out: unknown): DebugLines {
  if (out === undefined) return emptyLines();
  const lines = out as DebugLines;
  try {
    const { positions, colors } = lines;
    if (isTypedArray(positions, 'Float32Array') && isTypedArray(colors, 'Uint8Array')) {
      const room = Math.min(positions.length, colors.length);
      if (room % SEGMENT_NUMBERS === 0) {
        lines.count = 0;
        return lines;
      }
    }
  } catch (cause) {
    notWritable(cause);
  }
  throw new HolonomicError('invalid-argument', 'out must be a result of an earlier call of debugLines.');
}
