import { describe, direction, finite, options, orDefault, type Vec3, type Vec3Like, vector } from '../../core/arguments.ts';
import { HolonomicError } from '../../core/errors.ts';

/** A segment of somebody who wears markers. All places and directions are those in the reference frame of the recording, in the world. */
export interface SegmentOptions {
  name: string;
  /** Name of the segment that it hangs on; none for the first. */
  parent?: string;
  /** Names of its markers. */
  markers: readonly string[];
  /** Where the joint with the parent is, about, m. */
  joint?: Vec3Like;
  /** Makes the joint a hinge about this axis; without it, it is a ball and socket. */
  axis?: Vec3Like;
  /** Bounds of the angle of a hinge from the reference on, rad. */
  lower?: number;
  upper?: number;
}

export interface Segment {
  readonly name: string;
  /** Number of the parent; -1 for the first. */
  readonly parent: number;
  readonly markers: readonly string[];
  readonly joint: Readonly<Vec3>;
  readonly axis: Readonly<Vec3> | null;
  readonly lower: number;
  readonly upper: number;
}

const KNOWN = ['name', 'parent', 'markers', 'joint', 'axis', 'lower', 'upper'] as const;

/** Segments, each after the one that it hangs on. */
export class MarkerSkeleton {
  readonly segments: readonly Segment[];

  /** Throws `invalid-argument` for what is no tree, for segments without a marker, and markers on two segments. */
  constructor(segments: readonly SegmentOptions[]) {
    if (!Array.isArray(segments) || segments.length === 0)
      throw new HolonomicError('invalid-argument', 'A skeleton is made of a list of segments.');
    const numbers = new Map<string, number>();
    const worn = new Map<string, string>();
    this.segments = Object.freeze(
      segments.map((given, k) => {
        const segment = readSegment(given, k, numbers);
        for (const marker of segment.markers) {
          const other = worn.get(marker);
          if (other) throw new HolonomicError('invalid-argument', `The marker "${marker}" is on "${other}" and on "${segment.name}".`);
          worn.set(marker, segment.name);
        }
        numbers.set(segment.name, k);
        return segment;
      }),
    );
    Object.freeze(this);
  }

  /** Number of the segment of a name. Throws `invalid-argument`. */
  indexOf(name: string): number {
    const found = this.segments.findIndex((segment) => segment.name === name);
    if (found < 0) throw new HolonomicError('invalid-argument', `The skeleton has no segment ${describe(name)}.`);
    return found;
  }
}

function readSegment(given: SegmentOptions, k: number, known: ReadonlyMap<string, number>): Segment {
  const { name, parent, markers, joint, axis, lower, upper } = options<SegmentOptions>(given, `segments[${k}]`, KNOWN);
  if (typeof name !== 'string' || name === '') throw new HolonomicError('invalid-argument', `segments[${k}] needs a name.`);
  if (known.has(name)) throw new HolonomicError('invalid-argument', `Two segments are called "${name}".`);
  if (k > 0 && (parent === undefined || !known.has(parent)))
    throw new HolonomicError('invalid-argument', `The parent of "${name}" must be a segment before it.`);
  if (k === 0 && parent !== undefined) throw new HolonomicError('invalid-argument', `The first segment, "${name}", hangs on no other.`);
  if (k > 0 && joint === undefined)
    throw new HolonomicError('invalid-argument', `"${name}" needs a joint: about where it meets its parent.`);
  if (!Array.isArray(markers) || markers.length === 0) throw new HolonomicError('invalid-argument', `"${name}" needs markers.`);
  const [least, most] = [orDefault(lower, -Infinity), orDefault(upper, Infinity)] as [number, number];
  if ((lower !== undefined || upper !== undefined) && axis === undefined)
    throw new HolonomicError('invalid-argument', `The limits of "${name}" are about an axis, which is missing.`);
  for (const [value, what] of [
    [lower, 'lower'],
    [upper, 'upper'],
  ] as const)
    if (value !== undefined) finite(value, `${name}.${what}`);
  if (least > most) throw new HolonomicError('invalid-argument', `The lower limit of "${name}" is above its upper one.`);
  return Object.freeze({
    name,
    parent: k === 0 ? -1 : known.get(parent!)!,
    markers: Object.freeze([...markers]),
    joint: Object.freeze(joint === undefined ? ([0, 0, 0] as Vec3) : vector(joint, `${name}.joint`)),
    axis: axis === undefined ? null : Object.freeze(direction(axis, `${name}.axis`)),
    lower: least,
    upper: most,
  });
}
