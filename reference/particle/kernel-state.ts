// The state of a set in the memory of its kernels, which take it from there and back.
import { ParticleSetRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import type { KernelMemory } from './kernels.ts';
import { partsOf } from './nearby.ts';
import { ParticleState } from './state.ts';

/** Addresses. */
export interface StatePlaces {
  u: number;
  before: number;
  v: number;
  start: number;
  masses: number;
  radii: number;
  inverseMasses: number;
  /** Copies of the lists of the record. */
  positions: number;
  velocities: number;
  /** Boxes of parts, and how far particles may get. */
  boxes: number;
  reach: number;
  /** What `speeds` finds. */
  speeds: number;
}

const POINT = 24;

export function allocateState(memory: KernelMemory, count: number): StatePlaces {
  const { row } = memory;
  const room = row * (count + 1);
  return {
    u: memory.allocate(room),
    before: memory.allocate(room),
    v: memory.allocate(room),
    start: memory.allocate(32 * (count + 1)),
    masses: memory.allocate(8 * count),
    radii: memory.allocate(8 * count),
    inverseMasses: memory.allocate(8 * count),
    positions: memory.allocate(POINT * count),
    velocities: memory.allocate(POINT * count),
    boxes: memory.allocate(48 * partsOf(count)),
    reach: memory.allocate(8 * count),
    speeds: memory.allocate(24),
  };
}

export class KernelState extends ParticleState {
  private readonly positions: Float64Array;
  private readonly velocities: Float64Array;
  private readonly inverseMasses: Float64Array;
  private readonly found: Float64Array;

  /** The memory must not grow from then on. */
  constructor(
    private readonly memory: KernelMemory,
    private readonly places: StatePlaces,
    count: number,
  ) {
    const rows = [places.u, places.before, places.v];
    super(
      count,
      () => memory.numbers(rows.shift() as number, 4 * (count + 1)),
      memory.doubles(places.start, 4 * (count + 1)),
      memory.doubles(places.masses, count),
      memory.doubles(places.radii, count),
    );
    this.positions = memory.doubles(places.positions, 3 * count);
    this.velocities = memory.doubles(places.velocities, 3 * count);
    this.inverseMasses = memory.doubles(places.inverseMasses, count);
    this.found = memory.doubles(places.speeds, 3);
  }

  override read({ f64, u32 }: StateMemory, record: number): void {
    const { count, places } = this;
    const copy = (to: Float64Array, field: number) => {
      const first = (record + u32[(record + field) >>> 2]) >>> 3;
      to.set(f64.subarray(first, first + to.length));
    };
    copy(this.positions, ParticleSetRecord.positions);
    copy(this.velocities, ParticleSetRecord.velocities);
    copy(this.inverseMasses, ParticleSetRecord.inverseMasses);
    copy(this.masses, ParticleSetRecord.masses);
    copy(this.radii, ParticleSetRecord.radii);
    const { before, inverseMasses, positions, start, u, v, velocities } = places;
    this.memory.kernels.read(positions, velocities, inverseMasses, count, start, u, before, v);
  }

  override write({ f64, u32 }: StateMemory, record: number): boolean {
    const { positions, start, u, v, velocities } = this.places;
    if (!this.memory.kernels.write(positions, velocities, this.count, start, u, v)) return false;
    f64.set(this.positions, (record + u32[(record + ParticleSetRecord.positions) >>> 2]) >>> 3);
    f64.set(this.velocities, (record + u32[(record + ParticleSetRecord.velocities) >>> 2]) >>> 3);
    return true;
  }

  override get speeds(): readonly [most: number, sum: number, whole: number] {
    const { masses, speeds, v } = this.places;
    this.memory.kernels.speeds(v, masses, this.count, speeds);
    return [this.found[0], this.found[1], this.found[2]];
  }

  override enclose(part: number, faster: number, fall: number): void {
    const { boxes, radii, reach, start, u, v } = this.places;
    this.memory.kernels.enclose(start, u, v, radii, this.count, part, faster, fall, boxes, reach);
  }
}
