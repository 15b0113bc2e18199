// Where snapshots of running jobs are kept, so that another worker goes on with them: in Redis, or in a folder that all workers share.
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { Place } from './connection.ts';

export interface Snapshots {
  /** False where it is larger than the limit, and was not kept. */
  save(key: string, snapshot: Uint8Array): Promise<boolean>;
  /** Null where there is none that can be read. */
  load(key: string): Promise<Uint8Array | null>;
  remove(key: string): Promise<void>;
}

export interface SnapshotOptions {
  /** A folder that all workers share; in Redis unless given. */
  folder?: string | undefined;
  /** Bytes of a compressed snapshot at most; larger ones are not kept, and their jobs start over. */
  limit: number;
}

/** s that Redis keeps a snapshot which nobody has asked for. */
const KEPT = 7 * 24 * 3600;
/** Worlds shrink to a third at the fastest level, and hardly further. */
const LEVEL = 1;
const deflate = promisify(zlib.deflate);
const inflate = promisify(zlib.inflate);

export function openSnapshots(place: Place, { folder, limit }: SnapshotOptions): Snapshots {
  const store = folder === undefined ? inRedis(place) : inFolder(folder);
  return {
    async save(key, snapshot) {
      const packed = await deflate(snapshot, { level: LEVEL });
      if (packed.byteLength > limit) return false;
      await store.write(key, packed);
      return true;
    },
    async load(key) {
      const packed = await store.read(key);
      if (!packed) return null;
      try {
        // What unpacks to more than a world can be is none.
        return new Uint8Array(await inflate(packed, { maxOutputLength: Math.min(0xffffffff, 1000 * limit) }));
      } catch {
        return null; // cut short: the job starts over
      }
    },
    remove: store.remove,
  };
}

interface Store {
  write(key: string, bytes: Buffer): Promise<void>;
  read(key: string): Promise<Buffer | null>;
  remove(key: string): Promise<void>;
}

function inRedis({ client, keyOf }: Place): Store {
  const name = (key: string) => keyOf(`snapshot:${key}`);
  return {
    async write(key, bytes) {
      await client.set(name(key), bytes, 'EX', KEPT);
    },
    read: (key) => client.getBuffer(name(key)),
    async remove(key) {
      await client.del(name(key));
    },
  };
}

function inFolder(folder: string): Store {
  const name = (key: string) => path.join(folder, `${key.replaceAll(/[^\w-]/g, '_')}.snapshot`);
  return {
    async write(key, bytes) {
      await fs.mkdir(folder, { recursive: true });
      const draft = `${name(key)}.${process.pid}.tmp`;
      await fs.writeFile(draft, bytes);
      await fs.rename(draft, name(key)); // nobody sees half of it
    },
    read: (key) => fs.readFile(name(key)).catch(() => null),
    remove: (key) => fs.rm(name(key), { force: true }),
  };
}
