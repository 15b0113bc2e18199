// Runs a TypeScript program:  node tools/run-ts.mjs FILE.ts [argument...]
import fs from 'node:fs';
import { register } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { fail } from './setup.mjs';

/** Runs a TypeScript program in this process, as if it had been started with these arguments. */
export async function runTypeScript(file, args = []) {
  const entry = path.resolve(file);
  if (!fs.existsSync(entry)) fail(`${file} does not exist`, 2);
  process.argv = [process.argv[0], entry, ...args];
  process.setSourceMapsEnabled(true);
  register('./ts-loader.mjs', import.meta.url);
  return import(pathToFileURL(entry).href);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , file, ...args] = process.argv;
  if (!file) fail('usage: node tools/run-ts.mjs FILE.ts [argument...]', 2);
  await runTypeScript(file, args);
}
