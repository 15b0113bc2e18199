// Makes a fresh clone ready. Only Node built-ins here: this runs before anything is installed.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** The folder of the whole project. */
export const PROJECT = path.resolve(import.meta.dirname, '..');

/** Ends the program with one line on stderr. */
export function fail(message, code = 1) {
  console.error(message);
  process.exit(code);
}

/** Paths of all files in a folder and its folders. */
export function filesIn(folder) {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));
}

/**
 * Runs a program with the terminal handed through.
 * @param {{ cwd?: string, env?: Record<string, string>, stdout?: 'inherit' | 'stderr' }} options 'stderr' keeps our stdout clean
 * @returns {number} exit code
 */
export function run(command, args, { cwd = PROJECT, env = {}, stdout = 'inherit' } = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['inherit', stdout === 'stderr' ? process.stderr : 'inherit', 'inherit'],
  });
  if (error) fail(`${command}: ${error.message}`);
  return status ?? 1;
}

const DEPENDENCY_FIELDS = ['dependencies', 'devDependencies', 'optionalDependencies'];

function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** Whether package-lock.json knows every dependency that package.json asks for. */
function lockIsCurrent(manifest, lock) {
  const root = lock?.packages?.[''];
  return Boolean(root) && DEPENDENCY_FIELDS.every((field) => JSON.stringify(root[field] ?? {}) === JSON.stringify(manifest[field] ?? {}));
}

/** Whether node_modules holds what package-lock.json lists, by npm's own record of what it installed. */
function installedMatches(folder, lock) {
  const installed = readJson(path.join(folder, 'node_modules/.package-lock.json'))?.packages;
  if (!installed) return false;
  const required = Object.entries(lock.packages).filter(([name, entry]) => name !== '' && !entry.optional);
  return required.every(([name, { version }]) => installed[name]?.version === version && fs.existsSync(path.join(folder, name)));
}

/**
 * Installs the dependencies of a package folder if they are missing or stale. Takes a few milliseconds when they are not.
 * Not by `npm ci`: it refuses a lock file made where a registry lacks the optional packages of other platforms (npm issue 9846).
 */
export function ensureInstalled(folder = PROJECT) {
  const manifest = readJson(path.join(folder, 'package.json'));
  const lock = readJson(path.join(folder, 'package-lock.json'));
  const current = lockIsCurrent(manifest, lock);
  if (current && installedMatches(folder, lock)) return;
  const keepLock = current ? ['--no-save'] : [];
  console.error(`installing packages in ${path.relative(PROJECT, folder) || '.'}`);
  const status = run('npm', ['install', ...keepLock, '--no-fund', '--no-audit', '--loglevel=error'], { cwd: folder, stdout: 'stderr' });
  if (status !== 0) fail(`npm install failed in ${folder}`);
}

/** What the package imports: the releases of all modules. */
const RELEASES = [
  'single-release',
  'double-release',
  'single-velocity-release',
  'double-velocity-release',
  'single-particles-release',
  'double-particles-release',
];

/** Installs, then builds the wasm of the given targets (all releases by default). */
export async function ensureReady({ targets = RELEASES } = {}) {
  ensureInstalled();
  const { buildWasm } = await import('./build-wasm.mjs');
  try {
    await buildWasm({ targets });
  } catch (error) {
    fail(error.message);
  }
}
