// A snapshot is a short header and the backend's bytes. The header lets a world refuse what is not its own.
import { HolonomicError } from '../core/errors.ts';
import { LAYOUT_HASH } from '../core/layout.ts';
import type { Storage } from '../core/memory.ts';
import { alignedBytes } from './bytes.ts';
import { checksum } from './checksum.ts';
import { isPacked, type Packed } from './packing.ts';
import { digestKey, sealOf } from './seal.ts';

const MAGIC = 0x4f4c4f48; // "HOLO"
export const HEADER = 40;
/** Words of the header: what the seal is of, the seal, the form, and the checksum of all but itself. */
export const WORDS = { magic: 0, layout: 1, kind: 2, length: 3, world: 4, hasSeal: 5, seal: 6, form: 8, checksum: 9 };
/** What is behind the header: the state; what of it is not zero; or how that differs from another, behind the words of DELTA. */
export const Form = { Plain: 0, Packed: 1, Delta: 2 } as const;
/** The checksum of the snapshot that a delta starts from, and how many bytes the whole one has behind its header. */
const DELTA = { base: 0, size: 1 };
const DELTA_BYTES = 8;

/** What a world compares a snapshot with. */
export interface Kind {
  backend: string;
  precision: string;
  /** Identifies whose handles belong to a snapshot, among the worlds of this process. */
  id: number;
}

/** A snapshot that is whole: its state, packed or not, the address that it had, and who took it. */
export interface Unpacked {
  state: Packed;
  isPacked: boolean;
  address: number;
  /** A world of this process took it, and nobody has changed it; `own`: this very world did. */
  trusted: boolean;
  own: boolean;
}

/** Backend and precision, in the low bits of the address that the world was at, a multiple of 16. */
function kindCode({ backend, precision }: Kind, storage: Storage): number {
  return (storage.memory.world | (backend === 'wasm' ? 0 : 2) | (precision === 'single' ? 0 : 1)) >>> 0;
}

const addressOf = (kind: number): number => (kind & ~15) >>> 0;
/** Where there is no WebAssembly a world is at 0, and its state is another one. */
const fits = (kind: number, own: number): boolean => (kind & 15) === (own & 15) && (addressOf(kind) === 0) === (addressOf(own) === 0);

const wordsOf = (bytes: Uint8Array): Uint32Array => new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 2);

/** Seal and checksum of a snapshot; the checksum covers the seal that is written there. */
function marksOf(bytes: Uint8Array, storage: Storage) {
  const words = wordsOf(bytes);
  const { secret, known } = storage.digest(bytes.subarray(HEADER), digestKey());
  return {
    seal: words[WORDS.hasSeal] === 1 ? sealOf([...words.subarray(0, WORDS.seal), words[WORDS.form]], secret) : null,
    checksum: () => checksum(known, checksum(words.subarray(0, WORDS.checksum))),
  };
}

/** The checksum that the bytes of a snapshot should have. */
export const checksumOf = (bytes: Uint8Array, storage: Storage): number => marksOf(bytes, storage).checksum();

/** What a world is, and where its state lies. */
export function packSnapshot(world: Kind, storage: Storage): Uint8Array {
  const packed = storage.pack(HEADER);
  const bytes = packed?.bytes ?? storage.save(HEADER);
  const words = wordsOf(bytes);
  words[WORDS.magic] = MAGIC;
  words[WORDS.layout] = LAYOUT_HASH;
  words[WORDS.kind] = kindCode(world, storage);
  words[WORDS.length] = packed?.length ?? bytes.byteLength - HEADER;
  words[WORDS.world] = world.id;
  words[WORDS.hasSeal] = 1;
  words[WORDS.form] = packed ? Form.Packed : Form.Plain;
  const { seal, checksum: check } = marksOf(bytes, storage);
  if (seal) words.set(seal, WORDS.seal);
  else words[WORDS.hasSeal] = 0;
  words[WORDS.checksum] = check();
  return bytes;
}

/** How a snapshot differs from another; as it is, where these are not packed. Throws `bad-snapshot`. */
export function shortenSnapshot(whole: Uint8Array, since: unknown, world: Kind, storage: Storage): Uint8Array {
  const before = readBase(since, world, storage);
  if (!storage.packing || !before) return whole;
  const delta = storage.packing.difference(before.state, packedOf(whole), HEADER + DELTA_BYTES);
  delta.set(whole.subarray(0, HEADER));
  const words = wordsOf(delta);
  words[WORDS.form] = Form.Delta;
  words[HEADER / 4 + DELTA.base] = before.checksum;
  words[HEADER / 4 + DELTA.size] = whole.byteLength - HEADER;
  return delta;
}

const packedOf = (bytes: Uint8Array): Packed => ({ bytes: bytes.subarray(HEADER), length: wordsOf(bytes)[WORDS.length] });

/** The snapshot that a delta starts from, whose bytes have been looked at; null for one that is not packed. Throws `bad-snapshot`. */
function readBase(since: unknown, world: Kind, storage: Storage): { state: Packed; checksum: number } | null {
  const bytes = wholeBytes(since, 'since', world, storage);
  const words = wordsOf(bytes);
  if (words[WORDS.form] === Form.Delta)
    refuse('since takes a whole snapshot; this one was itself taken with `since`, and contains only what changed.');
  if (words[WORDS.form] !== Form.Packed) return null;
  const state = packedOf(bytes);
  if (!isPacked(state)) refuse(DAMAGED);
  return { state, checksum: words[WORDS.checksum] };
}

const DAMAGED = 'This snapshot is damaged or cut short.';

function refuse(why: string): never {
  throw new HolonomicError('bad-snapshot', why);
}

/** The bytes of a snapshot of such a world. */
function wholeBytes(given: unknown, name: string, world: Kind, storage: Storage): Uint8Array<ArrayBuffer> {
  const bytes = alignedBytes(given);
  if (!bytes || bytes.byteLength < HEADER) return refuse(`${name} takes the Uint8Array that snapshot gave.`);
  const words = wordsOf(bytes);
  if (words[WORDS.magic] !== MAGIC) refuse('These bytes are no snapshot of Holonomic.');
  if (words[WORDS.layout] !== LAYOUT_HASH) refuse('This snapshot is of another version of Holonomic.');
  if (!fits(words[WORDS.kind], kindCode(world, storage)))
    refuse('This snapshot is of a world with another backend or precision; make the world with the same options.');
  return bytes;
}

/** The whole snapshot that a delta and the one it starts from make. */
function lengthen(delta: Uint8Array, since: unknown, world: Kind, storage: Storage): Uint8Array<ArrayBuffer> {
  if (since === undefined)
    refuse('This snapshot contains only what changed since another: restore it with { since }, the snapshot that it was taken with.');
  const before = readBase(since, world, storage);
  const words = wordsOf(delta);
  if (delta.byteLength < HEADER + DELTA_BYTES || !storage.packing) return refuse(DAMAGED);
  if (before?.checksum !== words[HEADER / 4 + DELTA.base]) return refuse('This snapshot was taken since another one than that.');
  const length = words[WORDS.length];
  const size = words[HEADER / 4 + DELTA.size];
  storage.requireRoom(Math.max(length, size));
  if (length % 16 !== 0 || size % 16 !== 0) return refuse(DAMAGED);
  const whole = storage.packing.merge(before.state, delta.subarray(HEADER + DELTA_BYTES), length, size, HEADER) ?? refuse(DAMAGED);
  whole.set(delta.subarray(0, HEADER));
  wordsOf(whole)[WORDS.form] = Form.Packed;
  return whole;
}

/** `since`: what a delta starts from. */
export function unpackSnapshot(world: Kind, storage: Storage, given: unknown, since?: unknown): Unpacked {
  const found = wholeBytes(given, 'restore', world, storage);
  const bytes = wordsOf(found)[WORDS.form] === Form.Delta ? lengthen(found, since, world, storage) : found;
  const words = wordsOf(bytes);
  const address = addressOf(words[WORDS.kind]);
  const state = packedOf(bytes);
  const packed = words[WORDS.form] === Form.Packed;
  const isPlain = words[WORDS.form] === Form.Plain && state.length === state.bytes.byteLength && state.length > 0 && state.length % 8 === 0;
  if (packed ? !storage.packing || !isPacked(state) : !isPlain) refuse(DAMAGED);
  const { seal, checksum: check } = marksOf(bytes, storage);
  const trusted = seal !== null && seal[0] === words[WORDS.seal] && seal[1] === words[WORDS.seal + 1];
  // The seal is a stronger checksum, but for what it does not cover.
  if (words[WORDS.checksum] !== check()) refuse(DAMAGED);
  return { state, isPacked: packed, address, trusted, own: trusted && words[WORDS.world] === world.id };
}
