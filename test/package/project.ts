// A user's project that has the package installed: the files that npm would pack, and nothing else.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { ensureDist, ROOT } from './dist.ts';

/** Where the project is. */
export let project: string;

/** Runs a program in the user's project. */
export function run(command: string, args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return { status, output: stdout + stderr };
}

/** Writes a file of the project; returns its name. */
export function write(file: string, text: string): string {
  fs.writeFileSync(path.join(project, file), text);
  return file;
}

/** Makes it, in a new folder. */
export async function makeProject(): Promise<void> {
  await ensureDist();
  project = fs.mkdtempSync(path.join(os.tmpdir(), 'holonomic-user-'));
  const home = path.join(project, 'node_modules/holonomic');
  for (const file of packedFiles()) {
    fs.mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
    fs.copyFileSync(path.join(ROOT, file), path.join(home, file));
  }
  write('package.json', '{ "type": "module", "private": true }');
}

export function removeProject(): void {
  fs.rmSync(project, { recursive: true, force: true });
}

let packed: string[] | null = null;

export function packedFiles(): readonly string[] {
  packed ??= askNpm();
  return packed;
}

function askNpm(): string[] {
  const { stdout, stderr, status } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  return files.map((file) => file.path);
}

/** Exit code and output of tsc for a program in the user's project. */
export function compile(resolution: string, file: string, text: string): [number | null, string] {
  const config = {
    compilerOptions: {
      target: 'es2022',
      module: resolution === 'bundler' ? 'esnext' : 'nodenext',
      moduleResolution: resolution,
      lib: ['ES2022', 'DOM'],
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      types: [],
    },
    files: [write(file, text)],
  };
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const { status, output } = run(process.execPath, [tsc, '-p', write(`tsconfig.${resolution}.json`, JSON.stringify(config))]);
  return [status, output];
}

/** Bundles a program of the user's project into `outdir`, without configuration other than these options. */
export function bundle(entry: string, outdir: string, options: Pick<BuildOptions, 'minify' | 'platform' | 'splitting'>) {
  return build({
    entryPoints: [path.join(project, entry)],
    bundle: true,
    format: 'esm',
    outdir,
    outExtension: { '.js': '.mjs' },
    logLevel: 'silent',
    metafile: true,
    ...options,
  });
}
