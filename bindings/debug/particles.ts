// The layer of particles: what holds them, triangles, and where they are pinned. It reads the records, so that it needs no code of particles.
import type { Vec3 } from '../core/arguments.ts';
import type { WorldContext } from '../core/context.ts';
import { add, rotate } from '../core/geometry.ts';
import {
  BodyRecord,
  HoldFlag,
  ParticleAttachmentRecord,
  ParticleDistanceRecord,
  ParticleFlag,
  ParticleSetRecord,
  ParticleTriangleRecord,
  WorldRecord,
} from '../core/layout.ts';
import type { StateMemory } from '../core/memory.ts';
import { readQuaternion, readVector } from '../core/records.ts';
import { COLORS } from './colors.ts';
import { drawMark } from './figures.ts';
import type { Drawing } from './options.ts';
import type { Pen } from './pen.ts';

/** Beside the size of the drawing. */
const MARK = 0.05;

export function drawParticles({ world, pen, size }: Drawing): void {
  const { context } = world as unknown as { context: WorldContext };
  const { memory } = context;
  const { u32 } = memory;
  for (
    let record = u32[(memory.world + WorldRecord.particleSets) >>> 2];
    record !== 0;
    record = u32[(record + ParticleSetRecord.next) >>> 2]
  )
    drawSet(new SetReader(memory, record), (slot) => context.bodyOffset(slot), pen, size);
}

/** Where the lists of a set are. */
class SetReader {
  readonly color: number;
  private readonly positions: number;

  constructor(
    readonly memory: StateMemory,
    private readonly record: number,
  ) {
    const flags = this.word(record + ParticleSetRecord.flags);
    this.color = COLORS.particle;
    if (flags & ParticleFlag.Asleep) this.color = COLORS.asleep;
    if (flags & ParticleFlag.Frozen) this.color = COLORS.frozen;
    this.positions = this.start(ParticleSetRecord.positions) >>> 3;
  }

  word(at: number): number {
    return this.memory.u32[at >>> 2];
  }
  start(list: number): number {
    return this.record + this.word(this.record + list);
  }
  count(counter: number): number {
    return this.word(this.record + counter);
  }
  place(particle: number): Vec3 {
    const at = this.positions + 3 * particle;
    const { f64 } = this.memory;
    return [f64[at], f64[at + 1], f64[at + 2]];
  }
}

function drawSet(set: SetReader, bodyOffset: (slot: number) => number, pen: Pen, size: number): void {
  const { f64 } = set.memory;
  const distances = drawDistances(set, pen);
  const triangles = set.count(ParticleSetRecord.triangleCount);
  if (distances === 0) drawTriangles(set, triangles, pen);
  const isLoose = distances === 0 && triangles === 0;
  const inverses = set.start(ParticleSetRecord.inverseMasses) >>> 3;
  for (let particle = 0; particle < set.count(ParticleSetRecord.particleCount); particle++) {
    const isPinned = f64[inverses + particle] === 0;
    if (isLoose || isPinned) drawMark(pen, set.place(particle), MARK * size, isPinned ? COLORS.pinned : set.color);
  }
  const attachments = set.start(ParticleSetRecord.attachments);
  for (let k = 0; k < set.count(ParticleSetRecord.attachmentCount); k++) {
    const at = attachments + k * ParticleAttachmentRecord.size;
    if (set.word(at + ParticleAttachmentRecord.flags) & HoldFlag.Broken) continue;
    const body = bodyOffset(set.word(at + ParticleAttachmentRecord.body));
    const center = readVector(set.memory, body + BodyRecord.positionX);
    const lever = rotate(
      readQuaternion(set.memory, body + BodyRecord.orientationX),
      readVector(set.memory, at + ParticleAttachmentRecord.x),
    );
    const held = add(center, lever);
    pen.segment(center, held, COLORS.arm);
    drawMark(pen, held, MARK * size, COLORS.link);
  }
}

/** Returns how many there are. */
function drawDistances(set: SetReader, pen: Pen): number {
  const first = set.start(ParticleSetRecord.distances);
  const count = set.count(ParticleSetRecord.distanceCount);
  for (let k = 0; k < count; k++) {
    const at = first + k * ParticleDistanceRecord.size;
    if (set.word(at + ParticleDistanceRecord.flags) & HoldFlag.Broken) continue;
    pen.segment(set.place(set.word(at + ParticleDistanceRecord.a)), set.place(set.word(at + ParticleDistanceRecord.b)), set.color);
  }
  return count;
}

/** Each edge once, where the triangles of both sides run along it in opposite directions, and also those of one triangle alone. */
function drawTriangles(set: SetReader, count: number, pen: Pen): void {
  const first = set.start(ParticleSetRecord.triangles);
  const seen = new Set<number>();
  for (let k = 0; k < count; k++) {
    const at = first + k * ParticleTriangleRecord.size;
    for (let side = 0; side < 3; side++) {
      const [a, b] = [set.word(at + 4 * side), set.word(at + 4 * ((side + 1) % 3))];
      const key = Math.min(a, b) * 4194304 + Math.max(a, b);
      if (seen.has(key)) continue;
      seen.add(key);
      pen.segment(set.place(a), set.place(b), set.color);
    }
  }
}
