// What is set for two materials together, in the order of their keys: coefficients in place of those that two surfaces make of theirs.
import { nonNegative, options } from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import { PairMaterialRecord, WorldRecord } from '../core/layout.ts';
import type { CollisionKernels, StateMemory } from '../core/memory.ts';
import { materialId } from './material.ts';

/** Coefficients for a pair of materials. Omitted ones are combined from the two surfaces. */
export interface PairMaterialOptions {
  /** Sets `staticFriction` and `dynamicFriction` together. */
  friction?: number;
  staticFriction?: number;
  dynamicFriction?: number;
  /** Coefficient of restitution, 0 to 1. */
  restitution?: number;
  /** Rolling and torsional friction, m, as in the material of a body. */
  rollingFriction?: number;
  torsionalFriction?: number;
  /** Compliance of the two surfaces together, m/N. */
  compliance?: number;
}

/** The override for two materials. */
export type PairMaterial = Omit<PairMaterialOptions, 'friction'>;

const KNOWN: readonly (keyof PairMaterialOptions)[] = [
  'friction',
  'staticFriction',
  'dynamicFriction',
  'restitution',
  'rollingFriction',
  'torsionalFriction',
  'compliance',
];
const FIELDS = [
  ['staticFriction', PairMaterialRecord.staticFriction],
  ['dynamicFriction', PairMaterialRecord.dynamicFriction],
  ['restitution', PairMaterialRecord.restitution],
  ['rollingFriction', PairMaterialRecord.rollingFriction],
  ['torsionalFriction', PairMaterialRecord.torsionalFriction],
  ['compliance', PairMaterialRecord.compliance],
] as const;
const FRICTIONS: readonly string[] = ['staticFriction', 'dynamicFriction'];
/** Of a coefficient that is not set. */
const LEFT = -1;
const LEAST_ROOM = 8;

export function readPairMaterial(given: unknown): PairMaterial {
  const o = options<PairMaterialOptions>(given, 'The material of a pair', KNOWN);
  const read = (name: keyof PairMaterialOptions) => (o[name] === undefined ? undefined : nonNegative(o[name], name));
  const friction = read('friction');
  const set: PairMaterial = Object.fromEntries(
    FIELDS.map(([name]) => [name, read(name) ?? (FRICTIONS.includes(name) ? friction : undefined)]),
  );
  const { restitution } = set;
  if (restitution !== undefined && restitution > 1)
    throw new HolonomicError('invalid-argument', `restitution must lie between 0 and 1, but is ${restitution}.`);
  if (Object.values(set).every((value) => value === undefined))
    throw new HolonomicError(
      'invalid-argument',
      `The material of a pair needs at least one of ${KNOWN.join(', ')}; null removes the override.`,
    );
  return set;
}

/** The key of two ids, whichever comes first. */
export function pairKey(a: unknown, b: unknown): number {
  const [one, other] = [materialId(a, 'a'), materialId(b, 'b')];
  return (Math.min(one, other) << 8) + Math.max(one, other);
}

export const hasPairMaterials = (memory: StateMemory): boolean => at(memory, WorldRecord.pairMaterialCount) > 0;

/** What is set for two materials; null where nothing is. */
export function pairMaterialAt(memory: StateMemory, key: number): PairMaterial | null {
  const record = find(memory, key);
  if (record === null) return null;
  const set = FIELDS.map(([name, field]) => [name, memory.f64[(record + field) >>> 3]] as const).filter(([, value]) => value !== LEFT);
  return Object.fromEntries(set);
}

/** Sets what two materials make together, or takes it back. Throws `out-of-memory`, and then nothing has changed. */
export function writePairMaterial(memory: () => StateMemory, kernels: CollisionKernels, key: number, material: PairMaterial | null): void {
  if (!material) {
    remove(memory(), key);
    return;
  }
  if (find(memory(), key) === null) makeRoom(memory, kernels);
  const now = memory();
  const record = find(now, key) ?? insert(now, key);
  for (const [name, field] of FIELDS) now.f64[(record + field) >>> 3] = material[name] ?? LEFT;
}

const at = ({ u32, world }: StateMemory, field: number): number => u32[(world + field) >>> 2];

/** How many records have a lower key. */
function place(memory: StateMemory, key: number): number {
  const [base, count] = [at(memory, WorldRecord.pairMaterials), at(memory, WorldRecord.pairMaterialCount)];
  let k = 0;
  while (k < count && memory.u32[(base + k * PairMaterialRecord.size + PairMaterialRecord.key) >>> 2] < key) k++;
  return k;
}

function find(memory: StateMemory, key: number): number | null {
  const k = place(memory, key);
  const record = at(memory, WorldRecord.pairMaterials) + k * PairMaterialRecord.size;
  const isThere = k < at(memory, WorldRecord.pairMaterialCount) && memory.u32[(record + PairMaterialRecord.key) >>> 2] === key;
  return isThere ? record : null;
}

/** Moves the records from a place on by one. */
function shift(memory: StateMemory, from: number, by: 1 | -1): void {
  const { u8, u32, world } = memory;
  const base = at(memory, WorldRecord.pairMaterials);
  const count = at(memory, WorldRecord.pairMaterialCount);
  const { size } = PairMaterialRecord;
  u8.copyWithin(base + (from + Math.max(by, 0)) * size, base + (from - Math.min(by, 0)) * size, base + count * size);
  u32[(world + WorldRecord.pairMaterialCount) >>> 2] = count + by;
}

function insert(memory: StateMemory, key: number): number {
  const k = place(memory, key);
  shift(memory, k, 1);
  const record = at(memory, WorldRecord.pairMaterials) + k * PairMaterialRecord.size;
  memory.u8.fill(0, record, record + PairMaterialRecord.size);
  memory.u32[(record + PairMaterialRecord.key) >>> 2] = key;
  return record;
}

function remove(memory: StateMemory, key: number): void {
  if (find(memory, key) !== null) shift(memory, place(memory, key), -1);
}

function makeRoom(memory: () => StateMemory, kernels: CollisionKernels): void {
  const { size } = PairMaterialRecord;
  const before = memory();
  const [base, bytes, count] = [WorldRecord.pairMaterials, WorldRecord.pairMaterialBytes, WorldRecord.pairMaterialCount].map((field) =>
    at(before, field),
  );
  if ((count + 1) * size <= bytes) return;
  const wanted = Math.max(LEAST_ROOM, 2 * count) * size;
  const block = kernels.allocateBlock(wanted);
  const { u8, u32, world } = memory();
  u8.copyWithin(block, base, base + count * size);
  u32[(world + WorldRecord.pairMaterials) >>> 2] = block;
  u32[(world + WorldRecord.pairMaterialBytes) >>> 2] = wanted;
  if (base !== 0) kernels.releaseBlock(base);
}
