// A static server for pages of the project. Only Node built-ins here.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';

const CONTENT_TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.wasm': 'application/wasm',
};
const TEXT = 'text/plain; charset=utf-8';
/** A page that lets nobody else in has clocks of 5 µs instead of 100 µs, which the times of steps need. */
const ISOLATION = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };

/**
 * @typedef {object} ServeOptions
 * @property {Record<string, string>} [pages] texts served besides, by path: `{ '/': '<!doctype html>...' }`
 * @property {string} [host]
 * @property {number} [port] 0 for any that is free
 * @property {number} [tries] ports that are tried one after the other while they are in use
 */

/**
 * Serves the files of a folder, on loopback unless told otherwise.
 * @param {string} folder
 * @param {ServeOptions} options
 * @returns {Promise<{ url: string, port: number, close(): Promise<void> }>} url without a slash at its end
 */
export async function serveFolder(folder, { pages = {}, host = '127.0.0.1', port = 0, tries = 1 } = {}) {
  const root = path.resolve(folder);
  const server = http.createServer((request, response) => {
    const { status, type, body, headers } = answer(root, pages, request);
    response.writeHead(status, {
      'content-type': type,
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-cache',
      ...ISOLATION,
      ...headers,
    });
    response.end(request.method === 'HEAD' ? undefined : body);
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

function answer(root, pages, { method, url }) {
  if (method !== 'GET' && method !== 'HEAD')
    return { status: 405, type: TEXT, body: 'method not allowed', headers: { allow: 'GET, HEAD' } };
  const pathname = pathOf(url);
  if (pathname === null) return { status: 400, type: TEXT, body: 'bad request' };
  if (Object.hasOwn(pages, pathname))
    return { status: 200, type: CONTENT_TYPES[path.extname(pathname)] ?? CONTENT_TYPES['.html'], body: pages[pathname] };
  const file = path.join(root, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
  const inside = file.startsWith(root + path.sep) && fs.statSync(file, { throwIfNoEntry: false })?.isFile();
  if (!inside) return { status: 404, type: TEXT, body: 'not found' };
  return { status: 200, type: CONTENT_TYPES[path.extname(file)] ?? 'application/octet-stream', body: fs.readFileSync(file) };
}

/** The path that a request asks for; null where it is malformed. */
function pathOf(url) {
  try {
    const pathname = decodeURIComponent(new URL(url, 'http://localhost').pathname);
    return pathname.includes('\0') ? null : pathname;
  } catch {
    return null;
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
