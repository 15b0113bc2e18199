#!/usr/bin/env node
/** node tools/kernel-language/cli.mjs FILE... [--out DIR]: writes the code generated from kernel files. */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { KernelError, KernelProject } from './index.mjs';

const USAGE = 'usage: node tools/kernel-language/cli.mjs FILE.kernel.ts... [--out DIR]';
const ASSEMBLY = path.resolve(import.meta.dirname, '../../assembly');

function readText(file) {
  try {
    return fs.readFileSync(path.join(ASSEMBLY, file), 'utf8');
  } catch {
    return null;
  }
}

function relativeToAssembly(file) {
  return path.relative(ASSEMBLY, path.resolve(file)).replaceAll(path.sep, '/');
}

function writeGenerated(file, text, folder) {
  if (!folder) {
    process.stdout.write(text);
    return;
  }
  const target = path.join(folder, file);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, text);
}

/** The files to rewrite and the folder to write to, or null where the command line makes no sense. */
function parseCommand() {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } });
    return positionals.length > 0 ? { files: positionals, folder: values.out } : null;
  } catch {
    return null;
  }
}

function main() {
  const command = parseCommand();
  if (!command) {
    console.error(USAGE);
    return 2;
  }
  const project = new KernelProject({ readFile: readText });
  try {
    for (const file of command.files.map(relativeToAssembly)) writeGenerated(file, project.compile(file).text, command.folder);
    return 0;
  } catch (error) {
    if (!(error instanceof KernelError)) throw error;
    console.error(String(error));
    return 1;
  }
}

process.exitCode = main();
