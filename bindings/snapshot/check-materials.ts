// What is set for two materials together.
import { PairMaterialRecord, WorldRecord } from '../core/layout.ts';
import type { Blocks } from './blocks.ts';
import { range, requireSound, type SnapshotState } from './state.ts';

const LAST_ID = 255;

const isCoefficient = (value: number) => value === -1 || (value >= 0 && value < Infinity);

const GROUPS = 32;

/** Which groups meet: each the other one, or neither. */
export function checkGroups(state: SnapshotState, blocks: Blocks | null): void {
  const table = state.field(WorldRecord.groupTable);
  if (table === 0) return;
  const isThere = blocks !== null && blocks.take(table) >= 4 * GROUPS;
  requireSound(isThere, 'its table of groups lies where there is no room for it');
  const meets = (a: number, b: number) => (state.u32[(table >>> 2) + a] >>> b) & 1;
  for (let a = 0; a < GROUPS; a++)
    for (let b = 0; b < a; b++) requireSound(meets(a, b) === meets(b, a), 'of two groups only one meets the other');
}

/** `blocks` is null where there are none. */
export function checkMaterials(state: SnapshotState, blocks: Blocks | null): void {
  const { f64, u32 } = state;
  const base = state.field(WorldRecord.pairMaterials);
  const count = state.field(WorldRecord.pairMaterialCount);
  const bytes = blocks ? blocks.claimSized(WorldRecord.pairMaterials) : 0;
  requireSound(count * PairMaterialRecord.size <= bytes, 'its table of materials lies where there is no room for it');
  let last = -1;
  for (let k = 0; k < count; k++) {
    const record = base + k * PairMaterialRecord.size;
    const key = u32[(record + PairMaterialRecord.key) >>> 2];
    requireSound(key > last && key >>> 8 <= (key & LAST_ID), 'its table of materials is not in order');
    last = key;
    for (const field of range(PairMaterialRecord.staticFriction, PairMaterialRecord.compliance))
      requireSound(isCoefficient(f64[(record + field) >>> 3]), 'two materials have a coefficient that there is not');
    requireSound(f64[(record + PairMaterialRecord.restitution) >>> 3] <= 1, 'two materials have a restitution that there is not');
  }
}
