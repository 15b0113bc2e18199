// What is set for two materials together.
import { PairMaterialRecord, WorldRecord } from '../core/layout.ts';
import type { Blocks } from './blocks.ts';
import { requireSound, type SnapshotState } from './state.ts';

const LAST_ID = 255;

const isCoefficient = (value: number) => value === -1 || (value >= 0 && value < Infinity);

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
    for (const field of [PairMaterialRecord.staticFriction, PairMaterialRecord.dynamicFriction, PairMaterialRecord.restitution])
      requireSound(isCoefficient(f64[(record + field) >>> 3]), 'two materials have a coefficient that there is not');
    requireSound(f64[(record + PairMaterialRecord.restitution) >>> 3] <= 1, 'two materials have a restitution that there is not');
  }
}
