import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatMeasures } from '../../scenes/cli/format.ts';
import { scenes } from '../../scenes/index.ts';
import { SOLVERS } from '../../scenes/settings.ts';

const PROJECT = path.resolve(import.meta.dirname, '../..');
const PROGRAMS = ['scene', 'substeps', 'compare'] as const;
type Program = (typeof PROGRAMS)[number];

/** The programs as bundles: translating all of their sources takes each process longer than what it is to do. */
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'holonomic-command-line-'));
const sourceOf = (program: Program) => `scenes/cli/${program}.ts`;
const bundleOf = (program: Program) => path.join(folder, `${program}.js`);

beforeAll(async () => {
  await build({
    absWorkingDir: PROJECT,
    entryPoints: PROGRAMS.map(sourceOf),
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    keepNames: true,
    // Dependencies that are CommonJS want one.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** What `npm run scene` and its like do once the wasm is built. */
const runProgram = (program: Program, ...args: string[]) => start(bundleOf(program), args);
/** As `npm run` starts them. */
const runSource = (program: Program, ...args: string[]) => start('tools/run-ts.mjs', [sourceOf(program), ...args]);

function start(file: string, args: string[]): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, ...args], { cwd: PROJECT });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

describe('scene', () => {
  test('without a name lists every scene and its parameters', async () => {
    const { code, stdout, stderr } = await runSource('scene');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const { name, description, parameters } of scenes) {
      expect(stdout).toContain(`\n${name}`.slice(stdout.startsWith(name) ? 1 : 0));
      expect(stdout).toContain(description);
      for (const [parameter, schema] of Object.entries(parameters)) expect(stdout).toContain(`${parameter}=${schema.default}`);
    }
  });

  test('--json prints one object alone', async () => {
    const args = [
      'heavy-chain',
      '--json',
      '--frames',
      '5',
      '--set',
      'ratio=10',
      '--set',
      'start=horizontal',
      '--precision',
      'double',
      '--substeps',
      '4',
    ];
    const { code, stdout, stderr } = await runProgram('scene', ...args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(stdout)).toEqual({
      scene: 'heavy-chain',
      parameters: { ratio: 10, links: 20, start: 'horizontal' },
      settings: {
        solver: 'xpbd',
        substeps: 4,
        iterations: 1,
        velocityIterations: 1,
        baumgarte: 1,
        momocity: false,
        relaxation: 1,
        regularization: 0,
        effectiveInertia: true,
        warmStart: false,
        erp: 0.2,
        cfm: 1e-10,
        linear: 'auto',
        integrator: 'semi-implicit-euler',
        constraintStiffness: 100,
        constraintDamping: 20,
        precision: 'double',
        backend: 'wasm',
        contacts: 'soft',
        projection: 'block',
        gradient: 'auto',
        gyroscopic: 'implicit',
        jointSolver: 'auto',
        timeStepping: 'auto',
        sweep: 'gauss-seidel',
        velocityPass: true,
        contactNormals: 'auto',
      },
      frames: 5,
      msPerFrame: { median: expect.any(Number), p99: expect.any(Number) },
      measures: expect.objectContaining({ stretch: expect.any(Number), maxAnchorError: expect.any(Number) }),
      jointIslands: { direct: 1, swept: 0, failures: 0 },
      hash: expect.stringMatching(/^[0-9a-f]+$/),
    });
  });

  test('without --json prints settings and measures for people', async () => {
    const { code, stdout } = await runProgram('scene', 'held-bar', '--frames', '2', '--backend', 'reference', '--iterations', '3');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^held-bar\n {2}parameters {2,}lever 0.2, force 10\n/);
    expect(stdout).toContain('iterations 3');
    expect(stdout).toContain('backend reference');
    expect(stdout).toMatch(/joint islands +1 direct, 0 swept, 0 failures/);
    expect(stdout).toMatch(/torqueError {2,}\d/);
  });

  test('the solver and its options are printed, those of others not', async () => {
    const { code, stdout } = await runProgram('scene', 'four-bar', '--frames', '2', '--solver', 'ode', '--erp', '0.4', '--cfm', '1e-8');
    expect(code).toBe(0);
    expect(stdout).toMatch(/settings +solver ode, .*erp 0.4, cfm 1e-8, linear auto/);
    expect(stdout).not.toContain('jointSolver');
    expect(stdout).not.toContain('baumgarte');
  });

  const telling: [string, string[], string[]][] = [
    ['--gravity', ['bounce'], ['--gravity', '-1,-9.81,0']],
    ['--contacts', ['bounce'], ['--contacts', 'position']],
    ['--sleep', ['box-tower', '--set', 'count=2'], ['--sleep', 'on']],
    ['--erp', ['double-pendulum', '--solver', 'ode', '--substeps', '4'], ['--erp', '0.4']],
  ];
  test.each(telling)('%s changes the world', async (_, scene, option) => {
    const hashOf = async (args: string[]) => {
      const { code, stdout, stderr } = await runProgram('scene', ...scene, '--frames', '90', '--json', ...args);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return JSON.parse(stdout).hash;
    };
    const [usual, again, changed] = await Promise.all([hashOf([]), hashOf([]), hashOf(option)]);
    expect(again).toBe(usual);
    expect(changed).not.toBe(usual);
  });

  const wrong: [string, string[]][] = [
    ['an unknown scene', ['chain-of-bunnies']],
    ['a second name', ['held-bar', 'mass-ratio']],
    ['an unknown parameter', ['held-bar', '--set', 'weight=1']],
    ['a parameter out of its range', ['held-bar', '--set', 'lever=-1']],
    ['a parameter without a value', ['held-bar', '--set', 'lever']],
    ['a parameter that is no number', ['held-bar', '--set', 'lever=long']],
    ['a parameter without a scene', ['--set', 'lever=0.1']],
    ['an unknown option', ['held-bar', '--substep', '3']],
    ['an option without a value', ['held-bar', '--substeps']],
    ['a setting that is no whole number', ['held-bar', '--substeps', '2.5']],
    ['a setting that is too large', ['held-bar', '--substeps', '99999999']],
    ['an unknown precision', ['held-bar', '--precision', 'half']],
    ['an unknown solver', ['held-bar', '--solver', 'magic']],
    ['a number that is too large', ['held-bar', '--erp', '1.5']],
    ['no number', ['held-bar', '--cfm', 'soft']],
    ['an unknown linear solver', ['held-bar', '--linear', 'lu']],
    ['an unknown backend', ['held-bar', '--backend', 'gpu']],
    ['an unknown kind of contacts', ['held-bar', '--contacts', 'hard']],
    ['gravity of two numbers', ['held-bar', '--gravity', '0,-9.81']],
    ['sleep that is neither on nor off', ['held-bar', '--sleep', 'no']],
    ['no frames', ['held-bar', '--frames', '0']],
  ];
  test.each(wrong)('%s gives one line on stderr and exit code 2', async (_, args) => {
    const { code, stdout, stderr } = await runProgram('scene', ...args, '--json');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^[^\n]+\n$/);
  });
});

describe('substeps', () => {
  test('prints the table of Figure 11, and its progress in plain lines where there is no terminal', async () => {
    const { code, stdout, stderr } = await runSource('substeps', '--count', '5', '--frames', '2');
    expect(code).toBe(0);
    const splits = ['1 × 20', '2 × 10', '4 × 5', '5 × 4', '10 × 2', '20 × 1'];
    expect(stderr).toBe(splits.map((split, index) => `${index + 1}/6 ${split} done\n`).join(''));
    const [title, header, ...rows] = stdout.trimEnd().split('\n');
    expect(title).toContain('5 bunnies');
    expect(header).toMatch(/substeps × iterations +relative elongation +ms per frame/);
    expect(rows.map((row) => row.trim().split(/ {2,}/)[0])).toEqual(splits);
    for (const row of rows) expect(row.trim().split(/ {2,}/).slice(1).map(Number).every(Number.isFinite)).toBe(true);
  });

  test('refuses what it does not know', async () => {
    const { code, stdout, stderr } = await runProgram('substeps', '--bunnies', '5');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe("unknown option '--bunnies'\n");
  });
});

describe('compare', () => {
  test('prints a table of all solvers, and its progress', async () => {
    const { code, stdout, stderr } = await runSource('compare', 'double-pendulum', '--frames', '3', '--substeps', '4', '--iterations', '2');
    expect(code).toBe(0);
    expect(stderr).toBe(SOLVERS.map((solver, index) => `${index + 1}/6 ${solver} 4 × 2 done\n`).join(''));
    const [name, , , , , header, ...rows] = stdout.trimEnd().split('\n');
    expect(name).toBe('double-pendulum');
    const columns = ['solver', 'substeps × iterations', 'joint error, m', 'rms, m', 'angle, rad', 'energy, %', 'gain, %', 'ms per frame'];
    expect(header.trim().split(/ {2,}/)).toEqual(columns);
    expect(rows.map((row) => row.trim().split(/ {2,}/).slice(0, 2))).toEqual(SOLVERS.map((solver) => [solver, '4 × 2']));
    for (const row of rows) expect(row.trim().split(/ {2,}/).slice(2).map(Number).every(Number.isFinite)).toBe(true);
  });

  test('--json prints one object alone; what a scene does not have is null', async () => {
    const args = ['box-tower', '--set', 'count=2', '--frames', '3', '--solvers', 'tgs,ode', '--erp', '0.4', '--json'];
    const { code, stdout } = await runProgram('compare', ...args);
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    const number = expect.any(Number);
    const outcome = {
      substeps: 10,
      iterations: 1,
      jointError: null,
      jointErrorRms: null,
      angularError: null,
      overlap: number,
      energyChange: number,
      energyGain: number,
      energyRange: number,
      momentumChange: null,
      angularMomentumChange: null,
      msPerFrame: number,
      frozenBodies: 0,
    };
    expect(JSON.parse(stdout)).toEqual({
      scene: 'box-tower',
      parameters: expect.objectContaining({ count: 2 }),
      frames: 3,
      energyRange: number,
      outcomes: ['tgs', 'ode'].map((solver) => ({ solver, ...outcome })),
    });
  });

  const wrong: [string, string[]][] = [
    ['no scene', []],
    ['an unknown scene', ['chain-of-bunnies']],
    ['an unknown solver', ['four-bar', '--solvers', 'xpbd,magic']],
    ['a solver as a setting', ['four-bar', '--solver', 'pgs']],
    ['an error of nothing', ['four-bar', '--within', '0']],
    ['a setting out of its range', ['four-bar', '--erp', '2']],
  ];
  test.each(wrong)('%s gives one line on stderr and exit code 2', async (_, args) => {
    const { code, stdout, stderr } = await runProgram('compare', ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^[^\n]+\n$/);
  });
});

test('measures are printed one by one, lists of equal length as a table', () => {
  expect(formatMeasures({ drift: 0.123456789, flips: [1, 2.5], none: [], substeps: [1, 20, 40], error: [0.5, 1e-9, Number.NaN] })).toEqual([
    '  drift  0.123457',
    '  flips  1, 2.5',
    '  none   none',
    '',
    '  substeps  error',
    '         1    0.5',
    '        20   1e-9',
    '        40    NaN',
  ]);
});
