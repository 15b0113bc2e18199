// Distances, lines, bends and tetrahedra by the kernels of particles: bundles of LANES constraints in a memory of the set's own.
import { ParticleBendRecord, ParticleDistanceRecord, ParticleSetRecord, ParticleTetrahedronRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import type { Bends } from './bends.ts';
import { bundled, groupedLines } from './bundles.ts';
import type { Chains } from './chains.ts';
import type { Distances } from './distances.ts';
import { LineBendBundles } from './kernel-line-bends.ts';
import type { KernelMemory, ParticleExports } from './kernels.ts';
import { type Holds, listOf, type ParticleState } from './state.ts';
import type { Tetrahedra } from './tetrahedra.ts';

/** Scaled compliances that are larger are none. */
const NONE = 1e30;
const LANE_BYTES = 16;
/** What a link knows of an end that a body holds, at the end of its bundle; and where its row has what it pulled with. */
const TIP_LANES = 4;
const SIDE_LANES = 6;

/** One constraint, as bundles have it. */
interface Hold {
  /** Indices of its particles. */
  corners: ArrayLike<number>;
  rest: number;
  compliances: readonly number[];
  damping: number;
  longest?: number;
}

/** One kind of constraints. */
interface Kind {
  /** Bytes of a bundle; in it the addresses of so many particles, and then the separations of the others from the first. */
  bytes: number;
  corners: number;
  /** The constraint of each lane, -1 for idle ones. */
  lanes: Int32Array;
  hold(index: number): Hold;
  pack(kernels: ParticleExports, at: number, count: number): void;
  solve(kernels: ParticleExports, at: number, count: number, h: number, first: number, damped: number): void;
  /** What goes before a pass, and behind it. */
  enter?(state: ParticleState, h: number): void;
  leave?(state: ParticleState): void;
  /** Whether a pass goes there and back. */
  isSweptBack?(h: number, state: ParticleState): boolean;
  /** Address of the load of the first, and bytes from one to the next. */
  loads(memory: StateMemory, record: number): { first: number; size: number };
  /** The load over λ / h². */
  sign: number;
  /** Takes the load of one, N; whether it breaks; and whether some of them can. */
  breaks?(memory: StateMemory, record: number, index: number, load: number): boolean;
  canBreak?: boolean;
  /** Whether one keeps the load that it had. */
  keepsLoad?(index: number): boolean;
  /** Its last multipliers tell the next step how taut it is. */
  keeps: boolean;
}

export class KernelBundles implements Holds {
  readonly count: number;
  readonly at: number;
  private readonly out: number;
  private readonly bundles: number;
  private isFirst = true;
  private damped = 0;
  private lastH = 0;

  constructor(
    private readonly memory: KernelMemory,
    private readonly kind: Kind,
  ) {
    this.count = kind.lanes.length;
    this.bundles = this.count / memory.lanes;
    this.at = memory.allocate(this.bundles * kind.bytes);
    this.out = memory.allocate(8 * this.count);
  }

  /** Writes what does not change, once all of the memory is there. `u`: address of the displacements, of which the one behind the last is idle. */
  fill(u: number, particles: number): void {
    const { allWords, row } = this.memory;
    this.each((bundle, lane, index) => {
      const hold = index < 0 ? null : this.kind.hold(index);
      for (let corner = 0; corner < this.kind.corners; corner++)
        allWords[(bundle >>> 2) + 4 * corner + lane] = u + row * (hold ? hold.corners[corner] / 4 : particles);
      this.write(bundle, 0, lane, hold?.rest ?? 1);
      if (hold && hold.damping > 0) this.damped = 1;
    });
  }

  /** λ at the beginning of a step, from the loads of the last one: a world that has been restored has nothing else. */
  private recall(memory: StateMemory, record: number, h: number): void {
    if (!this.kind.keeps) return;
    const { first, size } = this.kind.loads(memory, record);
    this.each((bundle, lane, index) => this.keep(bundle, lane, index < 0 ? 0 : h * h * memory.f64[(first + index * size) >>> 3]));
  }

  private keep(bundle: number, lane: number, scaledLoad: number): void {
    const lambda = this.kind.sign * scaledLoad;
    this.write(bundle, this.lambdaField, lane, lambda);
    this.write(bundle, this.lambdaField + 1, lane, -lambda);
  }

  /** `isNew`: the kernels do not have the loads of the last step. */
  beginStep(memory: StateMemory, record: number, h: number, isNew: boolean): void {
    if (isNew || h !== this.lastH) this.recall(memory, record, h);
    if (h !== this.lastH) this.scale(h);
    this.kind.pack(this.memory.kernels, this.at, this.bundles);
  }

  /** Compliances over h², and the rates of dampers. */
  private scale(h: number): void {
    this.lastH = h;
    const isDistance = this.kind.corners === 2;
    this.each((bundle, lane, index) => {
      const hold = index < 0 ? null : this.kind.hold(index);
      const compliances = hold?.compliances ?? (isDistance ? [0, 0] : [0]);
      for (const [field, compliance] of compliances.entries()) this.write(bundle, 1 + field, lane, Math.min(compliance / (h * h), NONE));
      this.write(bundle, 1 + compliances.length, lane, (hold?.damping ?? 0) * h);
      if (isDistance) this.write(bundle, 2 + compliances.length, lane, Math.min(hold?.longest ?? NONE, NONE));
    });
  }

  beginSubstep(): void {
    this.isFirst = true;
  }

  solve(state: ParticleState, h: number): void {
    const { damped, kind, memory } = this;
    kind.enter?.(state, h);
    kind.solve(memory.kernels, this.at, this.bundles, h, this.isFirst ? 1 : 0, damped);
    kind.leave?.(state);
    this.isFirst = false;
    if (!kind.isSweptBack?.(h, state)) return;
    for (let k = this.bundles - 1; k >= 0; k--) kind.solve(memory.kernels, this.at + k * kind.bytes, 1, h, 0, damped);
  }

  finish(memory: StateMemory, record: number, substeps: number, h: number): number {
    const { kind } = this;
    const field = this.at + this.numbersAt + this.lambdaField * LANE_BYTES;
    this.memory.kernels.harvest(this.at, kind.bytes, this.bundles, field - this.at, substeps, this.out, kind.keeps ? 1 : 0);
    const means = this.memory.doubles(this.out, this.count);
    const { first, size } = kind.loads(memory, record);
    const factor = kind.sign / (h * h);
    const { lanes } = kind;
    const { isSingle, lanes: perBundle } = this.memory;
    const rounds = kind.keeps && !isSingle;
    const breaks = kind.canBreak ? kind.breaks : undefined;
    let broken = 0;
    const { f64 } = memory;
    const at = first >>> 3;
    const stride = size >>> 3;
    for (let k = 0; k < lanes.length; k++) {
      const index = lanes[k];
      if (index < 0) continue;
      const keeps = kind.keepsLoad?.(index) ?? false;
      const load = keeps ? f64[at + index * stride] : factor * means[k];
      f64[at + index * stride] = load;
      // What `recall` would give: in double precision a load and back is not the same bits.
      if (rounds || keeps) this.keep(this.at + Math.floor(k / perBundle) * kind.bytes, k % perBundle, h * h * load);
      if (breaks?.(memory, record, index, load)) broken += 1;
    }
    // What is broken has no stiffness from now on.
    if (broken > 0) this.lastH = 0;
    return broken;
  }

  /** Where the numbers of a bundle begin: its rest value, its compliances, its damping, of distances its longest length, λ and their sum. */
  private get numbersAt(): number {
    return (this.kind.corners + 3 * (this.kind.corners - 1)) * LANE_BYTES;
  }
  private get lambdaField(): number {
    return this.kind.corners === 2 ? 5 : 3;
  }
  private write(bundle: number, field: number, lane: number, value: number): void {
    const { memory } = this;
    memory.all[memory.index(bundle + this.numbersAt + field * LANE_BYTES) + lane] = value;
  }
  private each(visit: (bundle: number, lane: number, index: number) => void): void {
    const { lanes } = this.memory;
    for (let k = 0; k < this.count; k++) visit(this.at + Math.floor(k / lanes) * this.kind.bytes, k % lanes, this.kind.lanes[k]);
  }
}

/** Where a state lies in the memory of kernels. */
export interface Place {
  memory: KernelMemory;
  u: number;
  before: number;
  start: number;
}

/** All that the kernels solve, and the bends of lines among it. */
export interface KernelSolved {
  bundles: KernelBundles[];
  bends: LineBendBundles[];
  holds: Holds[];
}

/** The bundles of all kinds that there are. */
export function kernelBundles(
  { memory, ...place }: Place,
  { bends, chains, distances, tetrahedra }: { bends: Bends; chains: Chains; distances: Distances; tetrahedra: Tetrahedra },
): KernelSolved {
  const { kernels, lanes } = memory;
  const ahead = place.before - place.u;
  const distance = distanceKind(distances);
  const kinds: Kind[] = [];
  kinds.push(
    {
      ...distance,
      bytes: kernels.distanceBytes(),
      lanes: bundled(distances.count, lanes, (k) => (distances.isChained[k] ? null : [distances.a[k], distances.b[k]])),
      pack: (to, at, count) => to.packDistances(at, kernels.distanceBytes(), count, place.start, place.u),
      solve: (to, at, count, h, first, damped) => to.distances(at, count, ahead, h, first, damped),
      isSweptBack: (h, state) => distances.isSweptBack(h, state),
    },
    {
      bytes: kernels.bendBytes(),
      corners: 4,
      lanes: bundled(bends.count, lanes, (k) => bends.corners.subarray(4 * k, 4 * k + 4)),
      hold: (k) => ({
        corners: bends.corners.subarray(4 * k, 4 * k + 4),
        rest: bends.rest[k],
        compliances: [bends.compliance[k]],
        damping: bends.damping[k],
      }),
      pack: (to, at, count) => to.packCorners(at, to.bendBytes(), count, place.start, place.u),
      solve: (to, at, count, _, first, damped) => to.bends(at, count, ahead, first, damped),
      isSweptBack: (h) => bends.isSweptBack(h),
      loads: (state, record) => ({
        first: listOf(state, record, ParticleSetRecord.bends, ParticleSetRecord.bendCount).first + ParticleBendRecord.torque,
        size: ParticleBendRecord.size,
      }),
      sign: -1,
      keeps: false,
    },
    {
      bytes: kernels.tetrahedronBytes(),
      corners: 4,
      lanes: bundled(tetrahedra.count, lanes, (k) => tetrahedra.corners.subarray(4 * k, 4 * k + 4)),
      hold: (k) => ({
        corners: tetrahedra.corners.subarray(4 * k, 4 * k + 4),
        rest: tetrahedra.rest[k],
        compliances: [tetrahedra.compliance[k]],
        damping: tetrahedra.damping[k],
      }),
      pack: (to, at, count) => to.packCorners(at, to.tetrahedronBytes(), count, place.start, place.u),
      solve: (to, at, count, _, first, damped) => to.tetrahedra(at, count, ahead, first, damped),
      isSweptBack: (h) => tetrahedra.isSweptBack(h),
      loads: (state, record) => ({
        first:
          listOf(state, record, ParticleSetRecord.tetrahedra, ParticleSetRecord.tetrahedronCount).first +
          ParticleTetrahedronRecord.pressure,
        size: ParticleTetrahedronRecord.size,
      }),
      sign: 6,
      keeps: false,
    },
  );
  const link = kernels.linkBytes();
  const longest = chains.starts.reduce((most, start, k) => Math.max(most, chains.ends[k] - start), 0);
  const rows = memory.allocate(kernels.rowBytes() * longest);
  const others = kinds.filter((kind) => kind.lanes.length > 0).map((kind) => new KernelBundles(memory, kind));
  const lines: KernelBundles[] = [];
  const bent: LineBendBundles[] = [];
  for (const group of groupedLines(chains.starts, chains.ends, lanes, (start, end) => particlesOfLine(distances, start, end))) {
    const count = chains.ends[group[0]] - chains.starts[group[0]];
    const numbers = Array.from({ length: count * lanes }, (_, k) => {
      const line = group[k % lanes];
      return line === undefined ? -1 : chains.starts[line] + Math.floor(k / lanes);
    });
    if (count === 0) continue;
    const { ties } = chains;
    const bundles: KernelBundles = new KernelBundles(memory, {
      ...distance,
      bytes: link,
      enter: (state, h) => {
        const first = memory.index(bundles.at + link - TIP_LANES * LANE_BYTES);
        const last = first + memory.index((count - 1) * link);
        for (const [lane, line] of group.entries()) ties.enter(line, state, h, memory.all, first + lane, last + lane, lanes);
      },
      leave: (state) => {
        const first = memory.index(rows + SIDE_LANES * LANE_BYTES);
        const last = first + memory.index((count - 1) * kernels.rowBytes());
        for (const [lane, line] of group.entries()) ties.leave(line, state, memory.all, first + lane, last + lane, lanes);
      },
      lanes: Int32Array.from(numbers),
      keeps: true,
      pack: (to, at, links) => to.packDistances(at, link, links, place.start, place.u),
      solve: (to, at, links, _, first, damped) => to.lines(at, links, rows, ahead, first, damped),
    });
    lines.push(bundles);
    const compliances = group.map((line) => chains.bendCompliances[line]);
    const dampings = group.map((line) => chains.bendDampings[line]);
    if (count > 1 && compliances.some((compliance) => compliance < Infinity))
      bent.push(new LineBendBundles(memory, { links: bundles.at, count, rows, compliances, dampings, ahead }));
  }
  const pushed: Holds[] = lines.length > 0 ? [pushesOf(chains)] : [];
  return { bundles: [...others, ...lines], bends: bent, holds: [...others, ...bent, ...lines, ...pushed] };
}

/** Behind the last line. */
function pushesOf({ count, ties }: Chains): Holds {
  return { count, beginSubstep() {}, solve: (_, h) => ties.push(h), finish: () => 0 };
}

function distanceKind(
  distances: Distances,
): Pick<Kind, 'breaks' | 'canBreak' | 'corners' | 'hold' | 'keeps' | 'keepsLoad' | 'loads' | 'sign'> {
  return {
    corners: 2,
    hold: (k) => {
      const { a, b, compress, damping, isBroken, longest, rest, stretch } = distances;
      if (isBroken[k]) return { corners: [a[k], b[k]], rest: rest[k], compliances: [NONE, NONE], damping: 0, longest: NONE };
      return { corners: [a[k], b[k]], rest: rest[k], compliances: [stretch[k], compress[k]], damping: damping[k], longest: longest[k] };
    },
    loads: (state, record) => ({
      first: listOf(state, record, ParticleSetRecord.distances, ParticleSetRecord.distanceCount).first + ParticleDistanceRecord.tension,
      size: ParticleDistanceRecord.size,
    }),
    sign: -1,
    breaks: (state, record, index, load) => distances.breaks(state, record, index, load),
    canBreak: distances.canBreak,
    keepsLoad: (k) => distances.keepsLoad[k] === 1 && distances.isBroken[k] === 0,
    keeps: false,
  };
}

function* particlesOfLine({ a, b }: Distances, start: number, end: number): Generator<number> {
  yield a[start];
  for (let k = start; k < end; k++) yield b[k];
}
