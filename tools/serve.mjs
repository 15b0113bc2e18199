// A static server for pages of the project. Only Node built-ins here. It trusts neither requests nor links in the folder: every request
// gets an answer, nothing outside the folder is given, and only names of its own are answered to.
import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const CONTENT_TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.wasm': 'application/wasm',
};
const TEXT = CONTENT_TYPES['.txt'];

/** What a page may load: files of the server alone, and WebAssembly that it compiles itself. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  'font-src data:',
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** Of the page that runs what is written there: text as code, and the styles of its editor. */
export const PLAYGROUND_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'unsafe-eval'").replace(
  "style-src 'self'",
  "style-src 'self' 'unsafe-inline'",
);
/** The playground, and the worker of an engine that makes functions of text. */
const PLAYGROUND = /\/(playground\.html(\?|$)|worker\.js\?evaluates$)/;

const HEADERS = {
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // A page that lets nobody else in has clocks of 5 µs instead of 100 µs, which the times of steps need.
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
};
/** ms that a client has for the header of a request, and for all of it. */
const HEADER_TIMEOUT = 10_000;
const REQUEST_TIMEOUT = 30_000;
/** Errors of the file system that say that there is no such file, or none that may be read. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EACCES', 'EPERM', 'EINVAL', 'ENXIO', 'EISDIR']);
/** A link that takes a file's place is not followed, and a pipe does not block. (Windows has neither flag.) */
const OPEN = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * @typedef {object} ServeOptions
 * @property {Record<string, string>} [pages] texts served besides, by path: `{ '/': '<!doctype html>...' }`
 * @property {string} [host]
 * @property {number} [port] 0 for any that is free
 * @property {number} [tries] ports that are tried one after the other while they are in use
 * @property {string[]} [names] host names that requests may ask for, besides those of `host` itself
 * @property {string | null} [policy] content security policy of all answers
 */

/**
 * Serves the files of a folder, on loopback by default.
 * @param {string} folder
 * @param {ServeOptions} options
 * @returns {Promise<{ url: string, port: number, close(): Promise<void> }>} url without a slash at its end
 */
export async function serveFolder(folder, { pages = {}, host = '127.0.0.1', port = 0, tries = 1, names = [], policy = POLICY } = {}) {
  const site = { root: await fs.realpath(folder), pages, serves: hostCheck(host, names) };
  const server = http.createServer(
    { headersTimeout: HEADER_TIMEOUT, requestTimeout: REQUEST_TIMEOUT, connectionsCheckingInterval: HEADER_TIMEOUT },
    async (request, response) => {
      const { status, type = TEXT, body, headers } = await compressed(request, await answer(site, request).catch(() => FAILED));
      const allowed = policy === POLICY && PLAYGROUND.test(request.url ?? '') ? PLAYGROUND_POLICY : policy;
      const security = allowed === null ? {} : { 'content-security-policy': allowed };
      response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body), ...HEADERS, ...security, ...headers });
      response.end(request.method === 'HEAD' ? undefined : body);
    },
  );
  server.httpAllowHalfOpen = true; // clients that end their side with the request are answered too
  server.on('connect', (_, socket) => {
    socket.on('error', () => {});
    socket.end('HTTP/1.1 405 Method Not Allowed\r\nallow: GET, HEAD\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
  });
  await listen(server, host, port, tries);
  const address = server.address();
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const FAILED = { status: 500, body: 'the file could not be read' };
const MALFORMED = { status: 400, body: 'bad request' };
const MISDIRECTED = { status: 421, body: 'this host is not served here; npm start -- --allow-host NAME adds a name' };
const NOT_ALLOWED = { status: 405, body: 'method not allowed', headers: { allow: 'GET, HEAD' } };
const NOT_FOUND = { status: 404, body: 'not found' };

/** What is worth packing: the gallery is a third as large then. */
const PACKED = /^(text|image\/svg|application\/(json|wasm))/;
const SMALL = 1024; // bytes
const pack = promisify(gzip);

/** The same answer packed, for a client that takes it. */
async function compressed({ headers: { 'accept-encoding': accepted = '' } }, { type = TEXT, body, headers, status }) {
  const isWorth = status === 200 && PACKED.test(type) && Buffer.byteLength(body) > SMALL;
  if (!isWorth || !/\bgzip\b/.test(accepted)) return { status, type, body, headers };
  return { status, type, body: await pack(body), headers: { ...headers, 'content-encoding': 'gzip', vary: 'accept-encoding' } };
}

async function answer({ root, pages, serves }, request) {
  const target = targetOf(request);
  if (!target) return MALFORMED;
  if (!target.hosts.every(serves)) return MISDIRECTED;
  if (request.method !== 'GET' && request.method !== 'HEAD') return NOT_ALLOWED;
  const { pathname } = target;
  if (Object.hasOwn(pages, pathname))
    return { status: 200, type: CONTENT_TYPES[path.extname(pathname)] ?? CONTENT_TYPES['.html'], body: pages[pathname] };
  const name = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
  const body = await contentsOf(root, name);
  return body ? { status: 200, type: CONTENT_TYPES[path.extname(name)] ?? 'application/octet-stream', body } : NOT_FOUND;
}

/** The path that a request asks for, and the hosts that it names; null where it is malformed. */
function targetOf({ url, headersDistinct }) {
  const { host = [] } = headersDistinct;
  if (host.length !== 1) return null;
  try {
    // With a host of its own it is for proxies, but has to be understood.
    const absolute = url.startsWith('/') ? null : new URL(url);
    if (absolute && absolute.protocol !== 'http:') return null;
    const pathname = decodeURIComponent(absolute?.pathname ?? url.replace(/[?#].*$/s, ''));
    if (/[\0\\]/.test(pathname)) return null;
    return { pathname, hosts: absolute ? [host[0], absolute.host] : host };
  } catch {
    return null;
  }
}

/**
 * Whether a Host header names this server. Pages of other sites can have their own name lead to this machine (DNS rebinding), and would
 * then read what is served as if it were theirs; they cannot have it sent under a name of ours.
 */
function hostCheck(host, names) {
  const anywhere = host === '0.0.0.0' || host === '::';
  const own = [host, ...names, 'localhost', '127.0.0.1', '::1', ...(anywhere ? [os.hostname()] : [])];
  const known = new Set(own.map((name) => name.toLowerCase()));
  return (given) => {
    const [, bracketed, plain] = /^(?:\[([\da-f:.]+)\]|([^:[\]]+))(?::\d{0,5})?$/i.exec(given) ?? [];
    const name = (bracketed ?? plain ?? '').toLowerCase();
    return known.has(name) || (anywhere && net.isIP(name) !== 0); // whoever gives an address asks no name server
  };
}

/** A file's bytes; null where there is none of that name in the folder. */
async function contentsOf(root, pathname) {
  if (pathname.split('/').includes('..')) return null;
  let handle;
  try {
    const file = await fs.realpath(path.join(root, pathname));
    if (!file.startsWith(root.endsWith(path.sep) ? root : root + path.sep)) return null;
    handle = await fs.open(file, OPEN);
    return (await handle.stat()).isFile() ? await handle.readFile() : null;
  } catch (error) {
    if (ABSENT.has(error.code)) return null;
    throw error;
  } finally {
    await handle?.close();
  }
}

async function listen(server, host, port, tries) {
  try {
    await new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, () => {
        server.off('error', reject);
        resolve();
      });
    });
  } catch (error) {
    const next = port + 1;
    if (error.code !== 'EADDRINUSE' || tries <= 1 || next > 65535) throw error;
    await listen(server, host, next, tries - 1);
  }
}
