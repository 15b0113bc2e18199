import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { randomNumbers } from '../../scenes/random.ts';
import { serveFolder } from '../../tools/serve.mjs';
import type { Campaign } from './campaign.ts';

const REQUESTS = 60;
/** ms after which a request counts as one that gets no answer. */
const PATIENCE = 5000;
const SECRET = 'nobody may read this';
/** What may be read, by the path that asks for it. */
const FILES: Record<string, string> = {
  '/': '<p>index',
  '/index.html': '<p>index',
  '/a b.js': 'a b',
  '/ä.css': 'umlaut',
  '/deep/data.bin': 'data',
  '/inner.js': 'data',
  '/made.js': 'made',
};
const SEGMENTS = [
  ...['index.html', 'a b.js', 'ä.css', 'deep', 'data.bin', 'inner.js', 'made.js', 'out.txt', 'outside', 'loop', 'pipe', 'locked', 'page'],
  ...['secret.txt', 'page-secret', 'etc', 'passwd', '..', '.', '...', '', 'C:', 'NUL', 'constructor', '__proto__', '%', '%2', '%zz'],
  ...[
    'x'.repeat(300),
    'y'.repeat(5000),
    'ä'.repeat(130),
    '%c3%28',
    '%ff',
    '%00',
    '\\',
    '%5c',
    '..\\',
    '%2e%2e',
    '%252e%252e',
    '..%2f',
    '..%5c',
  ],
  ...['%2fetc%2fpasswd', '::$DATA', '%0d%0aset-cookie:a', '\u{1f407}', ';', '&', '=', '+', '*', '~', 'http:', 'file:'],
];
const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PATCH',
  'PROPFIND',
  'get',
  'G E T',
  '',
  'PRI',
  'X'.repeat(100),
];
const HOSTS = [
  'localhost',
  'localhost:1',
  '127.0.0.1',
  '[::1]:80',
  'LOCALHOST',
  'evil.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
];
const BAD_HOSTS = [
  '',
  ':',
  '[',
  '[::1',
  'localhost:port',
  'localhost:999999',
  'a@localhost',
  'localhost/',
  'localhost, evil.example',
  '0x7f.1',
  '\x7f',
];
const HEADERS = [
  ...[
    'Range: bytes=0-1',
    'Range: bytes=9999999999999999999-',
    'Range: bytes=-0,0-0,1-1',
    'Range: \x00',
    'Expect: 100-continue',
    'Expect: a miracle',
  ],
  ...[
    'Upgrade: websocket\r\nConnection: Upgrade',
    'Connection: keep-alive',
    'Connection: close, close',
    'If-Modified-Since: never',
    'If-None-Match: *',
  ],
  ...[
    'Content-Length: 5',
    'Content-Length: -1',
    'Content-Length: 1\r\nContent-Length: 2',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: x',
  ],
  ...[
    'Content-Length: 3\r\nTransfer-Encoding: chunked',
    'Host: evil.example',
    'no colon',
    ': no name',
    ' folded',
    'X: \u00ff',
    `Y: ${'y'.repeat(20_000)}`,
  ],
  ...[
    'Cookie: a=b',
    'Origin: http://evil.example',
    'X-Forwarded-Host: localhost',
    'X-HTTP-Method-Override: DELETE',
    'Accept-Encoding: gzip',
    'Z:',
  ],
];
const BODIES = [
  'hello',
  '5\r\nhello\r\n0\r\n\r\n',
  'ffffffffffffffff\r\n',
  'GET /..%2fsecret.txt HTTP/1.1\r\nHost: localhost\r\n\r\n',
  '\0\0\0',
];

/** Files that may be read, others that may not, and everything that leads from the one to the other. */
function makeFolder(): string {
  const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'holonomic-requests-')));
  const page = path.join(home, 'page');
  for (const folder of ['page/deep', 'page-secret']) fs.mkdirSync(path.join(home, folder), { recursive: true });
  for (const file of ['secret.txt', 'page-secret/index.html', 'page-secret/secret.txt']) fs.writeFileSync(path.join(home, file), SECRET);
  for (const name of ['index.html', 'a b.js', 'ä.css', 'deep/data.bin']) fs.writeFileSync(path.join(page, name), FILES[`/${name}`]);
  fs.writeFileSync(path.join(page, 'locked'), 'locked', { mode: 0 });
  fs.symlinkSync('deep/data.bin', path.join(page, 'inner.js'));
  fs.symlinkSync('../secret.txt', path.join(page, 'out.txt'));
  fs.symlinkSync('../page-secret', path.join(page, 'outside'));
  fs.symlinkSync('loop', path.join(page, 'loop'));
  spawnSync('mkfifo', [path.join(page, 'pipe')]); // where there is such a thing
  return home;
}

/** A request as bytes, and the answer that a right one has to get. */
interface Request {
  bytes: Buffer;
  expected?: { status: number; body: string };
}

class Maker {
  private readonly random: () => number;

  constructor(seed: number) {
    this.random = randomNumbers(seed);
  }

  request(): Request {
    const kind = this.random();
    if (kind < 0.25) return this.right();
    const bytes = this.nasty();
    if (kind < 0.75) return { bytes };
    return { bytes: this.damaged(bytes) };
  }

  /** A file by its name, perhaps with more percents than it takes. */
  private right(): Request {
    const name = this.pick(Object.keys(FILES));
    const asked = encodeURI(name).replace(/[a-z]/g, (letter) => (this.random() < 0.1 ? `%${letter.charCodeAt(0).toString(16)}` : letter));
    const method = this.pick(['GET', 'HEAD']);
    const host = this.pick(HOSTS.slice(0, 5));
    const query = this.pick(['', '?', '?a=/../b', '?%zz']);
    const bytes = Buffer.from(`${method} ${asked}${query} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    return { bytes, expected: { status: 200, body: method === 'GET' ? FILES[name] : '' } };
  }

  private nasty(): Buffer {
    const segments = Array.from({ length: 1 + Math.floor(5 * this.random()) }, () => this.pick(SEGMENTS));
    const written = segments.map((segment) => (this.random() < 0.3 ? encodeURIComponent(segment) : segment)).join('/');
    const prefix = this.pick([
      '/',
      '/',
      '/',
      '//',
      '',
      '*',
      'http://localhost/',
      'http://evil.example/',
      'file:///',
      'http://',
      '/?',
      '/#',
      '\\',
    ]);
    const target = this.random() < 0.7 ? `${prefix}${written}`.replaceAll(' ', '%20') : `${prefix}${written}`;
    const version = this.pick(['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', 'HTTP/', '']);
    const method = this.random() < 0.6 ? 'GET' : this.pick(METHODS);
    const host = this.random() < 0.7 ? this.pick(HOSTS) : this.pick(BAD_HOSTS);
    const lines = [`${method} ${target} ${version}`, ...(this.random() < 0.95 ? [`Host: ${host}`] : [])];
    for (let more = Math.floor(3 * this.random()); more > 0; more--) lines.push(this.pick(HEADERS));
    const body = this.random() < 0.2 ? this.pick(BODIES) : '';
    return Buffer.from(`${lines.join(this.random() < 0.95 ? '\r\n' : '\n')}\r\n\r\n${body}`, this.random() < 0.5 ? 'utf8' : 'latin1');
  }

  /** With bytes changed, left out, put in or cut off. */
  private damaged(bytes: Buffer): Buffer {
    const list = [...bytes];
    for (let more = 1 + Math.floor(4 * this.random()); more > 0; more--) {
      const at = Math.floor(list.length * this.random());
      const kind = this.random();
      const byte = Math.floor(256 * this.random());
      if (kind < 0.4) list[at] = byte;
      else if (kind < 0.6) list.splice(at, Math.ceil(10 * this.random()));
      else if (kind < 0.8) list.splice(at, 0, byte, byte);
      else list.length = at;
    }
    return Buffer.from(list);
  }

  private pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(items.length * this.random())];
  }
}

/** What the server sends until it closes the connection; null when it does not. */
function exchange(port: number, bytes: Buffer): Promise<string | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const settle = (text: string | null) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(text);
    };
    const timer = setTimeout(() => settle(null), PATIENCE);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => {}); // a connection that is reset is closed all the same
    socket.on('end', () => socket.end());
    socket.on('close', () => settle(Buffer.concat(chunks).toString()));
    socket.end(bytes);
  });
}

async function check(port: number, { bytes, expected }: Request): Promise<void> {
  const shown = JSON.stringify(bytes.subarray(0, 500).toString('latin1'));
  const answer = await exchange(port, bytes);
  assert(answer !== null, `no answer within ${PATIENCE} ms to ${shown}`);
  assert(!answer.includes(SECRET) && !answer.includes('root:'), `something outside the folder is given to ${shown}`);
  if (answer === '') return assert(!expected, `no answer to ${shown}`);
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(answer) ?? [];
  assert(/^(1|2|4)/.test(status ?? ''), `${answer.slice(0, 100)} is the answer to ${shown}`);
  // Those that the parser of Node refuses are answered by it, in one line.
  for (const [head] of answer.matchAll(/^HTTP\/1\.1 (?:200|404|421) .*?\r\n\r\n/gms)) {
    assert(/^x-content-type-options: nosniff\r$/m.test(head), `no nosniff in the answer to ${shown}`);
    assert(/^content-security-policy: default-src 'none'; /m.test(head), `no content security policy in the answer to ${shown}`);
  }
  if (!expected) return;
  const body = answer.slice(answer.indexOf('\r\n\r\n') + 4);
  assert.deepEqual({ status: Number(status), body }, expected, `to ${shown}`);
}

/** Requests to the server of `npm start`, over loopback. */
export const requests: Campaign = {
  name: 'requests',
  description: 'the server answers or refuses every request, gives nothing outside its folder, and lives on',
  cases: 10,
  async run(seed) {
    const home = makeFolder();
    const server = await serveFolder(path.join(home, 'page'), { pages: { '/made.js': 'made' } });
    try {
      const maker = new Maker(seed);
      for (let k = 0; k < REQUESTS; k++) await check(server.port, maker.request());
      const last = Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
      await check(server.port, { bytes: last, expected: { status: 200, body: FILES['/'] } });
    } finally {
      await server.close();
      fs.rmSync(home, { recursive: true });
    }
  },
};
