// What a set of particles is made of, before it is written to memory.
import { Body } from '../body/body.ts';
import { boolean, describe, finite, integer, nonNegative, nonNegativeOrInfinite, options, orDefault, vector } from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import { readArray } from '../core/lists.ts';
import { readAttachment } from './attach.ts';
import type {
  AttachmentOptions,
  BendOptions,
  BodyPoint,
  ClusterOptions,
  DistanceOptions,
  HoldOptions,
  LengthOptions,
  LengthPoint,
  Plan,
  TetrahedronOptions,
  VolumeOptions,
} from './holds.ts';
import { compliance, readIndices, readSoft, requireDistinct } from './lists.ts';
import { readTetrahedra } from './tetrahedron-plan.ts';

const MOST_BATCHES = 1 << 16;

export const emptyPlan = (): Plan => ({
  distances: [],
  chains: [],
  bends: [],
  tetrahedra: [],
  elements: [],
  volumes: [],
  lengths: [],
  clusters: [],
  attachments: [],
  spareAttachments: 0,
});

const SOFT = ['compliance', 'damping'] as const;
const threshold = (value: unknown, name: string): number => nonNegativeOrInfinite(orDefault(value, Infinity), name);

/** Reads what holds `count` particles; throws `invalid-argument`. */
export function readHolds(given: HoldOptions, positions: Float64Array, plan: Plan): void {
  const count = positions.length / 3;
  const each = <Entry>(name: keyof HoldOptions, read: (entry: Entry, name: string) => void) => {
    if (given[name] !== undefined) readArray(given[name], name, MOST_BATCHES, (entry, index) => read(entry as Entry, `${name}[${index}]`));
  };
  each<DistanceOptions>('distances', (entry, name) => readDistances(entry, name, count, plan));
  each<BendOptions>('bends', (entry, name) => readBends(entry, name, count, plan));
  each<TetrahedronOptions>('tetrahedra', (entry, name) => readTetrahedra(entry, name, positions, plan));
  each<VolumeOptions>('volumes', (entry, name) => {
    const o = options<VolumeOptions>(entry, name, [...SOFT, 'triangles', 'inflation']);
    const triangles = readIndices(o.triangles, 3, count, `${name}.triangles`);
    requireClosed(triangles, `${name}.triangles`);
    plan.volumes.push({ triangles, inflation: nonNegative(orDefault(o.inflation, 1), `${name}.inflation`), ...readSoft(o, name) });
  });
  each<LengthOptions>('lengths', (entry, name) => readLength(entry, name, count, plan));
  each<ClusterOptions>('clusters', (entry, name) => {
    const o = options<ClusterOptions>(entry, name, ['particles', 'compliance']);
    const particles = readIndices(o.particles, 1, count, `${name}.particles`);
    if (particles.length < 2) throw new HolonomicError('invalid-argument', `${name}.particles must name at least two particles.`);
    plan.clusters.push({ particles, compliance: compliance(o.compliance, `${name}.compliance`) });
  });
  each<AttachmentOptions>('attachments', (entry, name) => {
    plan.attachments.push(readAttachment(entry, name, count, requireBody));
  });
}

function readDistances(entry: DistanceOptions, name: string, count: number, plan: Plan): void {
  const known = [...SOFT, 'pairs', 'line', 'bendCompliance', 'lengths', 'compressCompliance', 'maxStrain', 'breakForce'] as const;
  const o = options<DistanceOptions>(entry, name, known);
  if ((o.pairs === undefined) === (o.line === undefined))
    throw new HolonomicError('invalid-argument', `${name} must have either pairs or a line.`);
  const pairs =
    o.pairs === undefined ? alongLine(readIndices(o.line, 1, count, `${name}.line`)) : readIndices(o.pairs, 2, count, `${name}.pairs`);
  requireDistinct(pairs, 2, name);
  const soft = readSoft(o, name);
  const bend = readSoft({ ...o, compliance: o.bendCompliance ?? Infinity }, `${name}.bendCompliance`);
  if (o.bendCompliance !== undefined && o.line === undefined)
    throw new HolonomicError('invalid-argument', `${name}.bendCompliance needs a line; use bends for pairs.`);
  if (bend.compliance < Infinity)
    for (let k = 2; k < pairs.length; k += 2)
      if (pairs[k - 2] === pairs[k + 1])
        throw new HolonomicError(
          'invalid-argument',
          `${name}.line must not turn back at particle ${pairs[k]}, where it has a bendCompliance.`,
        );
  const compress = o.compressCompliance === undefined ? soft.compliance : compliance(o.compressCompliance, `${name}.compressCompliance`);
  const links = pairs.length / 2;
  const first = plan.distances.length;
  for (let k = 0; k < links; k++) {
    plan.distances.push({
      a: pairs[2 * k],
      b: pairs[2 * k + 1],
      rest: lengthAt(o.lengths, k, links, `${name}.lengths`),
      compress,
      maxStrain: threshold(o.maxStrain, `${name}.maxStrain`),
      breakForce: threshold(o.breakForce, `${name}.breakForce`),
      ...soft,
    });
  }
  if (o.line !== undefined) plan.chains.push({ first, count: links, bend });
}

function alongLine(line: Uint32Array): Uint32Array {
  const pairs = new Uint32Array(2 * Math.max(line.length - 1, 0));
  for (let k = 0; k + 1 < line.length; k++) pairs.set([line[k], line[k + 1]], 2 * k);
  return pairs;
}

function lengthAt(lengths: number | ArrayLike<number> | undefined, k: number, count: number, name: string): number | null {
  if (lengths === undefined) return null;
  if (typeof lengths === 'number') return nonNegative(lengths, name);
  if (lengths?.length !== count)
    throw new HolonomicError('invalid-argument', `${name} must be a number, or a list of ${count}, but is ${describe(lengths)}.`);
  return nonNegative(lengths[k], `${name}[${k}]`);
}

function readBends(entry: BendOptions, name: string, count: number, plan: Plan): void {
  const o = options<BendOptions>(entry, name, [...SOFT, 'edges', 'angles']);
  const edges = readIndices(o.edges, 4, count, `${name}.edges`);
  requireDistinct(edges, 4, `${name}.edges`);
  const soft = readSoft(o, name);
  for (let k = 0; k < edges.length; k += 4) {
    const angle = typeof o.angles === 'object' ? o.angles[k / 4] : o.angles;
    plan.bends.push({
      corners: Array.from(edges.subarray(k, k + 4)),
      rest: angle === undefined ? null : finite(angle, `${name}.angles`),
      ...soft,
    });
  }
}

function readLength(entry: LengthOptions, name: string, count: number, plan: Plan): void {
  const o = options<LengthOptions>(entry, name, [...SOFT, 'points', 'length', 'pushes', 'breakForce']);
  const points = readArray(o.points, `${name}.points`, count + MOST_BATCHES, (point, index): LengthPoint => {
    const each = `${name}.points[${index}]`;
    if (typeof point === 'number') return { particle: integer(point, each, 0, count - 1) };
    const { body, point: place } = options<BodyPoint>(point, each, ['body', 'point']);
    return { body: requireBody(body, `${each}.body`), point: vector(place, `${each}.point`) };
  });
  if (points.length < 2) throw new HolonomicError('invalid-argument', `${name}.points must have at least two points.`);
  plan.lengths.push({
    points,
    pushes: boolean(orDefault(o.pushes, false), `${name}.pushes`),
    rest: o.length === undefined ? null : nonNegative(o.length, `${name}.length`),
    breakForce: threshold(o.breakForce, `${name}.breakForce`),
    ...readSoft(o, name),
  });
}

export function requireBody(value: unknown, name: string): Body {
  if (Body.isBody(value)) return value as Body;
  throw new HolonomicError('invalid-argument', `${name} must be a body, but is ${describe(value)}.`);
}

/** Each edge has to be that of two triangles, there and back. */
function requireClosed(triangles: Uint32Array, name: string): void {
  requireDistinct(triangles, 3, name);
  const edges = new Set<number>();
  const key = (a: number, b: number) => a * 4194304 + b;
  for (let k = 0; k < triangles.length; k += 3)
    for (let side = 0; side < 3; side++) {
      const edge = key(triangles[k + side], triangles[k + ((side + 1) % 3)]);
      if (edges.has(edge))
        throw new HolonomicError('open-mesh', `${name} has an edge twice in one direction; orient its triangles consistently.`);
      edges.add(edge);
    }
  for (const edge of edges) {
    const [a, b] = [Math.floor(edge / 4194304), edge % 4194304];
    if (!edges.has(key(b, a)))
      throw new HolonomicError('open-mesh', `${name} is not closed: the edge from particle ${a} to ${b} belongs to one triangle alone.`);
  }
  if (triangles.length === 0) throw new HolonomicError('open-mesh', `${name} has no triangles.`);
}
