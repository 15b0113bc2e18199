import { describe, direction, finite, options, orDefault, type Vec3, type Vec3Like, vector } from '../../core/arguments.ts';
import { HolonomicError } from '../../core/errors.ts';
import { readEntries, SOME } from '../../core/lists.ts';

/**
 * A segment of a skeleton with markers. All positions and directions are those of the reference frame of the recording, in world
 * coordinates.
 */
export interface SegmentOptions {
  name: string;
  /** Name of its parent segment; omitted for the first. */
  parent?: string;
  /** Names of its markers. */
  markers: readonly string[];
  /** Approximate position of the joint with the parent, m. */
  joint?: Vec3Like;
  /** Axis of a hinge; by default the joint is a ball and socket. */
  axis?: Vec3Like;
  /** Limits of the angle of a hinge, relative to the reference frame, rad. */
  lower?: number;
  upper?: number;
}

export interface Segment {
  readonly name: string;
  /** Index of the parent; -1 for the first. */
  readonly parent: number;
  readonly markers: readonly string[];
  readonly joint: Readonly<Vec3>;
  readonly axis: Readonly<Vec3> | null;
  readonly lower: number;
  readonly upper: number;
}

const KNOWN = ['name', 'parent', 'markers', 'joint', 'axis', 'lower', 'upper'] as const;

/** Segments, each after its parent. */
export class MarkerSkeleton {
  readonly segments: readonly Segment[];

  /** Throws `invalid-argument` if the segments do not form a tree, a segment has no marker, or a marker is on two segments. */
  constructor(segments: readonly SegmentOptions[]) {
    const numbers = new Map<string, number>();
    const worn = new Map<string, string>();
    this.segments = Object.freeze(
      readEntries(
        segments,
        'The list of segments',
        SOME,
        () => 'A skeleton needs a list of segments.',
        (given, k) => {
          const segment = readSegment(given, k, numbers);
          for (const marker of segment.markers) {
            const other = worn.get(marker);
            if (other) throw new HolonomicError('invalid-argument', `The marker "${marker}" is on "${other}" and on "${segment.name}".`);
            worn.set(marker, segment.name);
          }
          numbers.set(segment.name, k);
          return segment;
        },
      ),
    );
    Object.freeze(this);
  }

  /** Index of a segment by name. Throws `invalid-argument`. */
  indexOf(name: string): number {
    const found = this.segments.findIndex((segment) => segment.name === name);
    if (found < 0) throw new HolonomicError('invalid-argument', `The skeleton has no segment ${describe(name)}.`);
    return found;
  }
}

function readSegment(given: unknown, k: number, known: ReadonlyMap<string, number>): Segment {
  const { name, parent, markers, joint, axis, lower, upper } = options<SegmentOptions>(given, `segments[${k}]`, KNOWN);
  if (typeof name !== 'string' || name === '') throw new HolonomicError('invalid-argument', `segments[${k}] needs a name.`);
  if (known.has(name)) throw new HolonomicError('invalid-argument', `Two segments are called "${name}"; rename one of them.`);
  if (k > 0 && (parent === undefined || !known.has(parent)))
    throw new HolonomicError('invalid-argument', `The parent of "${name}" must be a segment before it.`);
  if (k === 0 && parent !== undefined)
    throw new HolonomicError('invalid-argument', `The first segment, "${name}", has no parent; omit it.`);
  if (k > 0 && joint === undefined)
    throw new HolonomicError('invalid-argument', `"${name}" needs a joint, the approximate position where it meets its parent.`);
  const worn = readEntries(
    markers,
    `The markers of "${name}"`,
    SOME,
    () => `"${name}" needs markers.`,
    (marker) => {
      if (typeof marker !== 'string')
        throw new HolonomicError('invalid-argument', `A marker of "${name}" must be a name, but is ${describe(marker)}.`);
      return marker;
    },
  );
  const [least, most] = [orDefault(lower, -Infinity), orDefault(upper, Infinity)] as [number, number];
  if ((lower !== undefined || upper !== undefined) && axis === undefined)
    throw new HolonomicError('invalid-argument', `The limits of "${name}" need an axis, which is missing.`);
  for (const [value, what] of [
    [lower, 'lower'],
    [upper, 'upper'],
  ] as const)
    if (value !== undefined) finite(value, `${name}.${what}`);
  if (least > most) throw new HolonomicError('invalid-argument', `The lower limit of "${name}" is above its upper one.`);
  return Object.freeze({
    name,
    parent: k === 0 ? -1 : known.get(parent!)!,
    markers: Object.freeze(worn),
    joint: Object.freeze(joint === undefined ? ([0, 0, 0] as Vec3) : vector(joint, `${name}.joint`)),
    axis: axis === undefined ? null : Object.freeze(direction(axis, `${name}.axis`)),
    lower: least,
    upper: most,
  });
}
