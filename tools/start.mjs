// npm start: sets a fresh clone up, builds the gallery, and serves it until it is stopped.

import { serveFolder } from './serve.mjs';
import { ensureInstalled, ensureReady, fail } from './setup.mjs';

/** Ports that are tried. */
const TRIES = 20;

ensureInstalled();
const { Command, InvalidArgumentError } = await import('commander');
const { runCommand } = await import('./run-command.mjs');

function portNumber(text) {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535) throw new InvalidArgumentError('It must be a whole number from 0 to 65535.');
  return port;
}

/** The server, on the first free port from the one that is wanted. */
async function openServer(folder, host, port, names) {
  try {
    const server = await serveFolder(folder, { host, port, names, tries: TRIES });
    if (port !== 0 && server.port !== port) console.error(`port ${port} is in use; taking ${server.port}`);
    return server;
  } catch (error) {
    if (error.code === 'EADDRINUSE')
      fail(`all ports from ${port} to ${Math.min(port + TRIES - 1, 65535)} are in use; choose another with --port`);
    return fail(`nothing can be served on ${host}, port ${port}: ${error.message}`);
  }
}

async function start({ host, port, allowHost }) {
  await ensureReady();
  const { buildGallery } = await import('./gallery.mjs');
  const folder = await buildGallery().catch((error) => fail(`the gallery could not be built: ${error.message}`));
  const server = await openServer(folder, host, port, allowHost);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close());
  console.log(host === '127.0.0.1' ? `http://localhost:${server.port}/` : `${server.url}/`);
}

await runCommand(
  new Command('start')
    .description('Serves the gallery: every scene live, with its numbers. The address is printed; Ctrl-C ends it.')
    .option('--port <number>', 'port; the next free one where it is in use, and any for 0', portNumber, 8080)
    .option('--host <name>', 'address to listen on; 0.0.0.0 lets other machines in', '127.0.0.1')
    .option('--allow-host <names...>', 'names by which it may be asked for besides, such as that of a proxy', [])
    .action(start),
);
