// A snapshot is a short header and the backend's bytes. The header lets a world refuse what is not its own.
import { HolonomicError } from '../core/errors.ts';
import { LAYOUT_HASH } from '../core/layout.ts';
import type { Storage } from '../core/memory.ts';
import { alignedBytes } from './bytes.ts';
import { checksum } from './checksum.ts';
import { sealOf } from './seal.ts';

const MAGIC = 0x4f4c4f48; // "HOLO"
export const HEADER = 40;
/** Words of the header: what the seal is of, the seal, and the checksum of all but itself. */
export const WORDS = { magic: 0, layout: 1, kind: 2, length: 3, world: 4, hasSeal: 5, seal: 6, reserved: 8, checksum: 9 };

/** What a world compares a snapshot with. */
export interface Kind {
  backend: string;
  precision: string;
  /** Tells whose handles belong to a snapshot, among the worlds of this process. */
  id: number;
}

/** Backend and precision, in the low bits of the address that the world was at, a multiple of 16. */
function kindCode({ backend, precision }: Kind, storage: Storage): number {
  return (storage.memory.world | (backend === 'wasm' ? 0 : 2) | (precision === 'single' ? 0 : 1)) >>> 0;
}

const addressOf = (kind: number): number => (kind & ~15) >>> 0;
/** Where there is no WebAssembly a world is at 0, and its state is another one. */
const fits = (kind: number, own: number): boolean => (kind & 15) === (own & 15) && (addressOf(kind) === 0) === (addressOf(own) === 0);

export function checksumOf(words: Uint32Array): number {
  return checksum(words.subarray(WORDS.checksum + 1), checksum(words.subarray(0, WORDS.checksum)));
}

function sealed(words: Uint32Array, storage: Storage) {
  const state = new Uint8Array(words.buffer, words.byteOffset + HEADER);
  return sealOf([...words.subarray(0, WORDS.seal)], state.subarray(0, 4 * words.length - HEADER), storage.digest);
}

/** What a world is, and where its state lies. */
export function packSnapshot(world: Kind, storage: Storage): Uint8Array {
  const bytes = storage.save(HEADER);
  const words = new Uint32Array(bytes.buffer);
  words[WORDS.magic] = MAGIC;
  words[WORDS.layout] = LAYOUT_HASH;
  words[WORDS.kind] = kindCode(world, storage);
  words[WORDS.length] = bytes.byteLength - HEADER;
  words[WORDS.world] = world.id;
  words[WORDS.hasSeal] = 1;
  const seal = sealed(words, storage);
  if (seal) words.set(seal, WORDS.seal);
  else words[WORDS.hasSeal] = 0;
  words[WORDS.checksum] = checksumOf(words);
  return bytes;
}

/** The state in a snapshot, and the address that it had. `trusted`: a world of this process took it, and nobody has changed it; `own`: this very world did. */
export function unpackSnapshot(
  world: Kind,
  storage: Storage,
  given: unknown,
): { state: Uint8Array; address: number; trusted: boolean; own: boolean } {
  const refuse = (why: string): never => {
    throw new HolonomicError('bad-snapshot', why);
  };
  const bytes = alignedBytes(given) ?? refuse('restore takes the Uint8Array that snapshot gave.');
  if (bytes.byteLength < HEADER) return refuse('restore takes the Uint8Array that snapshot gave.');
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 2);
  if (words[WORDS.magic] !== MAGIC) refuse('These bytes are no snapshot of Holonomic.');
  if (words[WORDS.layout] !== LAYOUT_HASH) refuse('This snapshot is of another version of Holonomic.');
  const address = addressOf(words[WORDS.kind]);
  if (!fits(words[WORDS.kind], kindCode(world, storage)))
    refuse('This snapshot is of a world with another backend or precision; make the world with the same options.');
  const state = bytes.subarray(HEADER);
  const whole = words[WORDS.length] === state.byteLength && state.byteLength > 0 && state.byteLength % 8 === 0;
  if (!whole) refuse('This snapshot is damaged or cut short.');
  const seal = words[WORDS.hasSeal] === 1 ? sealed(words, storage) : null;
  const trusted = seal !== null && seal[0] === words[WORDS.seal] && seal[1] === words[WORDS.seal + 1];
  // The seal is a stronger checksum, but for what it does not cover.
  if (words[WORDS.checksum] !== checksumOf(words)) refuse('This snapshot is damaged or cut short.');
  return { state, address, trusted, own: trusted && words[WORDS.world] === world.id };
}
