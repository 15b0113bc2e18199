// Snapshots are a short header and the backend's bytes. The header lets a world refuse what is not its own.
import { HolonomicError } from './errors.ts';
import { BodyRecord, LAYOUT_HASH } from './layout.ts';
import type { StateMemory } from './memory.ts';
import type { Pool } from './pool.ts';

const MAGIC = 0x4f4c4f48; // "HOLO"
const HEADER = 24;

/** What a world compares a snapshot with. */
interface Kind {
  backend: string;
  precision: string;
  /** Tells whose handles belong to a snapshot. */
  id: number;
  memory: StateMemory;
}

/** Backend, precision and build: each build of the kernels has its records at an address of its own. */
function kindCode({ backend, precision, memory }: Kind): number {
  return ((memory.world << 2) | (backend === 'wasm' ? 0 : 2) | (precision === 'single' ? 0 : 1)) >>> 0;
}

function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let k = 0; k < bytes.length; k++) hash = Math.imul(hash ^ bytes[k], 0x01000193);
  return hash >>> 0;
}

export function packSnapshot(world: Kind, state: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(HEADER + state.byteLength);
  const header = new DataView(bytes.buffer);
  header.setUint32(0, MAGIC, true);
  header.setUint32(4, LAYOUT_HASH, true);
  header.setUint32(8, kindCode(world), true);
  header.setUint32(12, state.byteLength, true);
  header.setUint32(16, checksum(state), true);
  header.setUint32(20, world.id, true);
  bytes.set(state, HEADER);
  return bytes;
}

export function unpackSnapshot(world: Kind, bytes: unknown): { state: Uint8Array; own: boolean } {
  const refuse = (why: string): never => {
    throw new HolonomicError('bad-snapshot', why);
  };
  if (!(bytes instanceof Uint8Array) || bytes.byteLength < HEADER) return refuse('restore takes the Uint8Array that snapshot gave.');
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (header.getUint32(0, true) !== MAGIC) refuse('These bytes are no snapshot of Holonomic.');
  if (header.getUint32(4, true) !== LAYOUT_HASH) refuse('This snapshot is of another version of Holonomic.');
  if (header.getUint32(8, true) !== kindCode(world))
    refuse('This snapshot is of a world with another backend, precision or build; make the world with the same options.');
  const state = bytes.subarray(HEADER);
  if (header.getUint32(12, true) !== state.byteLength || header.getUint32(16, true) !== checksum(state))
    refuse('This snapshot is damaged or cut short.');
  return { state, own: header.getUint32(20, true) === world.id };
}

/** 64 bits of FNV-1a over the bits of all live bodies' poses and velocities. */
export function stateHash(memory: StateMemory, bodies: Pool): string {
  const { u32 } = memory;
  const words = (BodyRecord.angularVelocityX - BodyRecord.positionX) / 4 + 6;
  let low = 0x811c9dc5;
  let high = 0xc9dc5118;
  for (let slot = 0; slot < bodies.count; slot++) {
    if (!bodies.isAlive(slot)) continue;
    const start = (bodies.offset(slot) + BodyRecord.positionX) >>> 2;
    for (let word = start; word < start + words; word++) {
      low = Math.imul(low ^ u32[word], 0x01000193);
      high = Math.imul(high ^ u32[word] ^ (low >>> 15), 0x85ebca6b);
    }
  }
  return (high >>> 0).toString(16).padStart(8, '0') + (low >>> 0).toString(16).padStart(8, '0');
}
