// Debian's redis-server for tests: on a free port of the loopback, with a folder of its own, append-only.
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

const CANDIDATES = ['/usr/bin/redis-server', '/usr/local/bin/redis-server'];
const PATIENCE = 10_000; // ms

/** Path of the server: the environment's REDIS_SERVER, or where distributions put it. */
function findRedis(): string | null {
  const candidates = process.env.REDIS_SERVER ? [process.env.REDIS_SERVER] : CANDIDATES;
  return candidates.find((file) => fs.existsSync(file)) ?? null;
}

/** Whether tests of the queue can run. In CI a missing server is an error; elsewhere they are to be skipped. */
export function redisAvailable(): boolean {
  if (findRedis()) return true;
  const message = 'no redis-server found: install the package `redis-server` or set REDIS_SERVER to its path';
  if (process.env.CI) throw new Error(message);
  console.warn(`tests of the queue skipped, ${message}`);
  return false;
}

export interface RedisServer {
  url: string;
  /** Kills the server and starts it again on the same port, with what it had written. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startRedis(): Promise<RedisServer> {
  const program = findRedis();
  if (!program) throw new Error('no redis-server found');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'holonomic-redis-'));
  const port = await freePort();
  let server = await start(program, folder, port);
  return {
    url: `redis://127.0.0.1:${port}`,
    async restart() {
      await kill(server);
      server = await start(program, folder, port);
    },
    async stop() {
      await kill(server);
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function start(program: string, folder: string, port: number): Promise<ChildProcess> {
  const options = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--appendonly',
    'yes',
    '--save',
    '',
    '--daemonize',
    'no',
  ];
  const server = spawn(program, options, { stdio: 'ignore' });
  for (const begin = Date.now(); Date.now() - begin < PATIENCE; ) {
    if (server.exitCode !== null) throw new Error(`redis-server ended with code ${server.exitCode}`);
    if (await answers(port)) return server;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  server.kill('SIGKILL');
  throw new Error('redis-server does not answer');
}

function kill(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    server.once('exit', () => resolve());
    server.kill('SIGKILL');
  });
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', (data) => {
      socket.destroy();
      resolve(data.toString().startsWith('+PONG'));
    });
    socket.once('error', () => resolve(false));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
