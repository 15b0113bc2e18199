// The rows of a world's joints and contacts as they lie in memory.

import { NO_MEMBER, RowBundle, RowKind, WorldRecord } from '../../bindings/core/layout.ts';
import type { World } from '../../bindings/index.ts';
import { inside, worldField } from '../memory/state.ts';

/** The fields of a Row, each LANES wide: see assembly/constraint/row.kernel.ts. */
const VECTORS = ['forceA', 'torqueA', 'forceB', 'torqueB', 'arm', 'leverA'] as const;
const NUMBERS = [
  'value',
  'speed',
  'bias',
  'lower',
  'upper',
  'velocity',
  'stiffness',
  'damping',
  'low',
  'high',
  'restitution',
  'friction',
  'sliding',
  'lever',
  'impulse',
  'total',
  'present',
] as const;
const LANE_BYTES = 16;
/** Bytes of the addresses of a bundle's bodies. */
const LANE_BODIES = 96;
const ROW_BYTES = (3 * VECTORS.length + NUMBERS.length) * LANE_BYTES + 32;

export type Row = Record<(typeof VECTORS)[number], number[]> &
  Record<(typeof NUMBERS)[number], number> & {
    kind: RowKind;
    coordinate: number;
    normals: number;
    normalCount: number;
    block: number;
    /** Address of the lane's impulse; the total is behind it. */
    impulseAt: number;
  };

/** The rows of one joint or contact, and its slot. */
export interface RowsOfOne {
  slot: number;
  isContact: boolean;
  rows: Row[];
  /** Slots of the bodies, and of those of a gear's second joint; what sleeps or is the world has none in use. */
  bodies: [number, number];
  second: [number, number];
}

interface Kernels {
  writeRows(h: number, hasBias: number): number;
  rereadRows(ahead: number): number;
  finishRows(h: number): void;
}
export function rowKernels(world: World): Kernels {
  const { live, memory } = inside(world) as unknown as { live: { exports: Kernels }; memory: { refresh?(): void } };
  const { exports } = live;
  return {
    writeRows(h, hasBias) {
      const written = exports.writeRows(h, hasBias);
      // The bindings do not know of this call, which may grow the memory.
      memory.refresh?.();
      return written;
    },
    rereadRows: (ahead) => exports.rereadRows(ahead),
    finishRows: (h) => exports.finishRows(h),
  };
}

const lanesOf = (world: World) => (world.precision === 'single' ? 4 : 2);

/** All rows as they were written last. */
export function readRows(world: World): RowsOfOne[] {
  const { u32, f32, f64 } = inside(world).memory;
  const lanes = lanesOf(world);
  const end = worldField(world, WorldRecord.rows) + worldField(world, WorldRecord.rowBytes);
  const number = (at: number, lane: number) => (lanes === 4 ? f32[(at >>> 2) + lane] : f64[(at >>> 3) + lane]);
  const found: RowsOfOne[] = [];
  for (let at = worldField(world, WorldRecord.rows); at < end; ) {
    const head = (field: number) => u32[(at + field) >>> 2];
    const count = head(RowBundle.count);
    const first = at + RowBundle.size;
    for (let lane = 0; lane < lanes; lane++) {
      const slot = u32[(head(RowBundle.members) >>> 2) + lane];
      if (slot === NO_MEMBER) continue;
      const rows = Array.from({ length: count }, (_, k) => readRow(first + k * ROW_BYTES, lane));
      const bodies = bodiesAt(head(RowBundle.bundle), lane);
      const second = rows.some(({ kind }) => kind === RowKind.Second) ? bodiesAt(head(RowBundle.bundle) + LANE_BODIES, lane) : bodies;
      found.push({ slot, isContact: head(RowBundle.isContact) !== 0, rows, bodies, second });
    }
    at = first + count * ROW_BYTES;
  }
  return found;

  function bodiesAt(bundle: number, lane: number): [number, number] {
    const slotAt = (list: number) => (u32[(list >>> 2) + lane] - worldField(world, WorldRecord.solverBodies)) / (lanes === 4 ? 96 : 192);
    return [slotAt(bundle), slotAt(bundle + 16)];
  }

  function readRow(from: number, lane: number): Row {
    let place = from;
    const next = () => {
      place += LANE_BYTES;
      return number(place - LANE_BYTES, lane);
    };
    const row: Partial<Record<string, unknown>> = {};
    for (const name of VECTORS) row[name] = [next(), next(), next()];
    for (const name of NUMBERS) {
      if (name === 'impulse') row.impulseAt = place + lane * (lanes === 4 ? 4 : 8);
      row[name] = next();
    }
    const plain = place >>> 2;
    return {
      ...row,
      kind: u32[plain],
      coordinate: u32[plain + 1],
      normals: u32[plain + 2],
      normalCount: u32[plain + 3],
      block: u32[plain + 4],
    } as Row;
  }
}
