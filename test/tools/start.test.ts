// `npm start` as its users meet it, and the server that it and the browser tests share.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { serveFolder } from '../../tools/serve.mjs';

const LONG = 'packed '.repeat(1000);
const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

interface Program {
  child: ChildProcess;
  output: { stdout: string; stderr: string };
  /** Exit code. */
  ended: Promise<number | null>;
}

const running: Program[] = [];

function startProgram(...args: string[]): Program {
  const child = spawn(process.execPath, ['tools/start.mjs', ...args], { cwd: PROJECT, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (output.stderr += text));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const program = { child, output, ended };
  running.push(program);
  return program;
}

/** Waits for the line with the address. */
async function addressOf({ child, output, ended }: Program): Promise<string> {
  while (!output.stdout.includes('\n')) {
    const code = await Promise.race([ended, once(child.stdout!, 'data').then(() => 'more' as const)]);
    if (code !== 'more') throw new Error(`npm start ended with ${code}: ${output.stderr}`);
  }
  return output.stdout.trimEnd();
}

afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    if (child.exitCode === null) child.kill('SIGKILL');
    await ended;
  }
});

describe('npm start', () => {
  test('builds and serves the gallery until SIGTERM', async () => {
    const program = startProgram('--port', '0');
    const url = await addressOf(program);
    expect(url).toMatch(/^http:\/\/localhost:\d+\/$/);
    const page = await fetch(url);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const addresses = [...(await page.text()).matchAll(/(?:src|href)="([\w./-]+\.(?:js|css))"/g)].map(([, address]) => address);
    expect(addresses).toEqual(['style.css', 'main.js']);
    const files = await Promise.all(addresses.map((address) => fetch(new URL(address, url))));
    expect(files.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual([
      [200, 'text/css; charset=utf-8'],
      [200, 'text/javascript; charset=utf-8'],
    ]);
    const licences = await (await fetch(new URL('licences.txt', url))).text();
    for (const name of ['Holonomic', 'three', 'lil-gui', 'uplot', 'comlink']) expect(licences).toMatch(new RegExp(`^${name}\\b`, 'm'));
    expect(licences.match(/^Copyright /gim)?.length).toBeGreaterThanOrEqual(4);
    program.child.kill('SIGTERM');
    expect(await program.ended).toBe(0);
    expect(program.output).toEqual({ stdout: `${url}\n`, stderr: '' });
  });

  test('takes the next free port where one is in use, says so, and serves until SIGINT', async () => {
    const other = net.createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    try {
      const program = startProgram('--port', String(port));
      const url = await addressOf(program);
      const taken = Number(new URL(url).port);
      expect(taken).toBeGreaterThan(port);
      expect(taken).toBeLessThan(port + 20);
      expect((await fetch(url)).status).toBe(200);
      program.child.kill('SIGINT');
      expect(await program.ended).toBe(0);
      expect(program.output.stderr).toBe(`port ${port} is in use; taking ${taken}\n`);
    } finally {
      other.close();
    }
  });

  const wrong: [string, string[]][] = [
    ['a port that is no number', ['--port', 'http']],
    ['a port below zero', ['--port=-1']],
    ['a port beyond the last', ['--port', '65536']],
    ['no port', ['--port']],
    ['an unknown option', ['--bunnies', '5']],
    ['an argument', ['8080']],
  ];
  test.each(wrong)('%s gives one line on stderr and exit code 2', async (_, args) => {
    const { output, ended } = startProgram(...args);
    expect(await ended).toBe(2);
    expect(output.stdout).toBe('');
    expect(output.stderr).toMatch(/^[^\n]+\n$/);
  });

  test('a host that there is not gives one line on stderr and exit code 1', async () => {
    const { output, ended } = startProgram('--host', '192.0.2.1', '--port', '0'); // nobody's, RFC 5737
    expect(await ended).toBe(1);
    expect(output.stdout).toBe('');
    expect(output.stderr).toMatch(/^nothing can be served on 192\.0\.2\.1, port 0: [^\n]+\n$/);
  });
});

describe('the server', () => {
  let folder = '';
  let server: Awaited<ReturnType<typeof serveFolder>>;

  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'holonomic-serve-'));
    const files = { 'page/index.html': '<p>ä', 'page/a.wasm': 'wasm', 'page/deep/picture.webp': 'webp', 'page/data.bin': 'data' };
    for (const [name, text] of Object.entries({ ...files, 'secret.txt': 'secret', 'page-secret/key.txt': 'secret' })) {
      fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      fs.writeFileSync(path.join(folder, name), text);
    }
    fs.symlinkSync('deep/picture.webp', path.join(folder, 'page/inner.webp'));
    fs.symlinkSync('../secret.txt', path.join(folder, 'page/outer.txt'));
    fs.symlinkSync('../page-secret', path.join(folder, 'page/outer'));
    fs.symlinkSync('round', path.join(folder, 'page/round'));
    server = await serveFolder(path.join(folder, 'page'), { pages: { '/made.html': '<p>made', '/made.js': 'made', '/long.js': LONG } });
  });
  afterAll(async () => {
    await server.close();
    fs.rmSync(folder, { recursive: true });
  });

  /** Sends a path as it is; `fetch` would straighten it. */
  async function request(pathname: string, method = 'GET', { host = 'localhost', port = server.port } = {}) {
    const headers = { host };
    const sent = http.request({ host: '127.0.0.1', port, path: pathname, method, headers, agent: false }).end();
    const [response] = (await once(sent, 'response')) as [http.IncomingMessage];
    let body = '';
    for await (const chunk of response.setEncoding('utf8')) body += chunk;
    return { status: response.statusCode, type: response.headers['content-type'], headers: response.headers, body };
  }

  const found: [string, string, string][] = [
    ['/', 'text/html; charset=utf-8', '<p>ä'],
    ['/index.html?query', 'text/html; charset=utf-8', '<p>ä'],
    ['/a.wasm', 'application/wasm', 'wasm'],
    ['/deep/picture.webp', 'image/webp', 'webp'],
    ['/data.bin', 'application/octet-stream', 'data'],
    ['/inner.webp', 'image/webp', 'webp'],
    ['/made.html', 'text/html; charset=utf-8', '<p>made'],
    ['/made.js', 'text/javascript; charset=utf-8', 'made'],
  ];
  test.each(found)('serves %s as %s, anew each time', async (pathname, type, body) => {
    const answer = await request(pathname);
    expect(answer).toMatchObject({ status: 200, type, body });
    expect(answer.headers['cache-control']).toBe('no-cache');
    const head = await request(pathname, 'HEAD');
    expect(head).toMatchObject({ status: 200, type, body: '' });
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(body)));
  });

  test('packs long texts for clients that take that, and only for them', async () => {
    const plain = await request('/long.js');
    expect(plain.body).toBe(LONG);
    expect(plain.headers['content-encoding']).toBeUndefined();
    const packed = await fetch(`${server.url}/long.js`, { headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(LONG.length / 10);
    expect(await packed.text()).toBe(LONG);
    const short = await fetch(`${server.url}/made.js`, { headers: { 'accept-encoding': 'gzip' } });
    expect(short.headers.get('content-encoding')).toBeNull();
  });

  const refused: [string, number][] = [
    ['/missing.js', 404],
    ['/deep', 404],
    ['/deep/', 404],
    ['/constructor', 404],
    ['/../secret.txt', 404],
    ['/..%2fsecret.txt', 404],
    ['/%2e%2e/secret.txt', 404],
    ['/deep/..%2f..%2fsecret.txt', 404],
    ['/..%2fpage-secret%2fkey.txt', 404],
    ['/%2fetc/passwd', 404],
    ['//etc/passwd', 404],
    ['/index.html/x', 404],
    ['/index.html/', 404],
    ['/outer.txt', 404],
    ['/outer/key.txt', 404],
    ['/round', 404],
    ['/..%5csecret.txt', 400],
    ['*', 400],
    ['/index.html%00.js', 400],
    ['/%zz', 400],
  ];
  test.each(refused)('refuses %s with %d', async (pathname, status) => {
    const answer = await request(pathname);
    expect(answer.status).toBe(status);
    expect(answer.body).not.toContain('secret');
  });

  test('names and paths too long for the file system are not found', async () => {
    for (const pathname of [`/${'x'.repeat(300)}`, `/${'deep/'.repeat(2000)}`]) expect((await request(pathname)).status).toBe(404);
  });

  test('tells browsers not to guess types, and what a page may load', async () => {
    for (const pathname of ['/', '/made.js', '/missing', '/%zz']) {
      const { headers } = await request(pathname);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/);
    }
  });

  const hosts: [string, number][] = [
    ['localhost', 200],
    ['localhost:3000', 200], // a port that somebody else leads here
    ['127.0.0.1', 200],
    ['[::1]:80', 200],
    ['LocalHost:80', 200],
    ['evil.example', 421],
    ['localhost.evil.example', 421],
    ['192.0.2.1', 421],
    ['localhost:port', 421],
    ['evil.example@localhost', 421],
    [':80', 421],
  ];
  test.each(hosts)('asked for as %s answers with %d', async (host, status) => {
    const answer = await request('/', 'GET', { host });
    expect(answer.status).toBe(status);
    if (status !== 200) expect(answer.body).not.toContain('ä');
  });

  test('a host in the request line counts as well', async () => {
    expect((await request('http://evil.example/')).status).toBe(421);
    expect((await request('http://localhost/')).status).toBe(200);
  });

  test('other names are served where they are allowed, and addresses where it listens everywhere', async () => {
    const named = await serveFolder(path.join(folder, 'page'), { names: ['Gallery.example'] });
    const open = await serveFolder(path.join(folder, 'page'), { host: '0.0.0.0' });
    const statusAt = async ({ port }: { port: number }, host: string) => (await request('/', 'GET', { host, port })).status;
    try {
      expect([await statusAt(named, 'gallery.example:443'), await statusAt(named, '192.0.2.1')]).toEqual([200, 421]);
      expect([await statusAt(open, '192.0.2.1'), await statusAt(open, '[2001:db8::1]')]).toEqual([200, 200]);
      expect([await statusAt(open, os.hostname()), await statusAt(open, 'evil.example')]).toEqual([200, 421]);
    } finally {
      await named.close();
      await open.close();
    }
  });

  test.each(['POST', 'PUT', 'DELETE'])('does not know %s', async (method) => {
    const answer = await request('/', method);
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  test('gives up where all ports that it may try are in use', async () => {
    await expect(serveFolder(folder, { port: server.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
