// What would make results depend on the machine or the engine is not in the code: relaxed SIMD, functions of the host, and functions
// whose last bits the language leaves open.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import binaryen from 'binaryen';
import { describe, expect, test } from 'vitest';
import { KernelProject } from '../../tools/kernel-language/index.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const BUILDS = ['single.release', 'single.debug', 'double.release', 'double.debug'];
const wasmOf = (build: string) => readFileSync(path.join(ROOT, `build/holonomic.${build}.wasm`));

function filesUnder(folder: string): string[] {
  const entries = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return entries.filter((file) => file.endsWith('.ts')).map((file) => path.join(folder, file));
}

/** Code without comments, so that these may speak of what is forbidden. */
function codeOf(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:])\/\/.*$/gm, '$1');
}

/** Every file of the kernels, and what the kernel language makes of those written in it. */
function kernelSources(): [file: string, code: string][] {
  const files = filesUnder('assembly');
  const project = new KernelProject({ readFile: (file: string) => readFileSync(path.join(ROOT, 'assembly', file), 'utf8') });
  const generated = files.filter((file) => file.endsWith('.kernel.ts')).map((file) => path.relative('assembly', file));
  return [
    ...files.map((file): [string, string] => [file, codeOf(readFileSync(path.join(ROOT, file), 'utf8'))]),
    ...generated.map((file): [string, string] => [`generated ${file}`, project.compile(file).text]),
  ];
}

const RELAXED = /\b[if]\d+x\d+\.relaxed_\w+/;

describe('sources of the kernels', () => {
  const sources = kernelSources();

  test('are found, the generated ones too', () => {
    expect(sources.length).toBeGreaterThan(40);
    expect(sources.filter(([file]) => file.startsWith('generated')).length).toBeGreaterThan(10);
    expect(sources.some(([, code]) => code.includes('v128'))).toBe(true);
  });

  test.each([
    ['relaxed SIMD', /\.relaxed_|relaxed_(madd|nmadd|min|max|swizzle|trunc|laneselect|dot|q15)/],
    ['functions of the host', /\bJSMath\b|\bconsole\b|\bperformance\b|\bDate\b|@external/],
    ['random numbers and hash maps', /Math\.random|new (Map|Set)\b/],
    ['globals that change, which a snapshot would miss', /^(export )?let\b/m],
    ['static memory of a size that somebody worked out: scratch<T>() knows it', /\bmemory\.data(<[^(]*>)?\((?!\s*\[)/],
  ])('have no %s', (_, forbidden) => {
    expect(sources.filter(([, code]) => forbidden.test(code)).map(([file]) => file)).toEqual([]);
  });

  test('declare two functions of the host, and one number', () => {
    const declared = sources.flatMap(([, code]) => [...code.matchAll(/\bdeclare function (\w+)/g)].map(([, name]) => name));
    expect(declared.sort()).toEqual(['hostMark', 'hostParticles']);
    const numbers = sources.flatMap(([, code]) => [...code.matchAll(/\bdeclare const (\w+)/g)].map(([, name]) => name));
    expect(numbers).toEqual(['world']);
  });
});

describe.each(BUILDS)('%s', (build) => {
  test('imports env.abort, profile.hostMark and host.hostParticles alone, and where its memory, its scratch and its world are', () => {
    const allowed = [
      'function env.abort',
      'function profile.hostMark',
      'function host.hostParticles',
      'memory env.memory',
      'global arena.world',
    ];
    const imports = WebAssembly.Module.imports(new WebAssembly.Module(wasmOf(build)));
    const names = imports.map((entry) => `${entry.kind} ${entry.module}.${entry.name}`);
    expect(names.filter((name) => !allowed.includes(name) && !/^global scratch\.[0-9a-z]+$/.test(name))).toEqual([]);
  });

  test('has no relaxed instruction, no globals that change, and no threads or memory of others', () => {
    const module = binaryen.readBinary(wasmOf(build));
    const text = module.emitText();
    module.dispose();
    expect(text).toContain(build.startsWith('single') ? 'f32x4.mul' : 'f64x2.mul'); // it shows the instructions
    expect(text.match(RELAXED)).toBeNull();
    expect(text.match(/atomic\.|shared/)).toBeNull();
    expect(text.match(/\(global [^\n]*\(mut /)).toBeNull();
  });
});

test('a relaxed instruction would be found', () => {
  const module = binaryen.parseText('(module (func (param v128) (result v128) (f32x4.relaxed_min (local.get 0) (local.get 0))))');
  expect(module.emitText()).toMatch(RELAXED);
  module.dispose();
});

/**
 * Files of the bindings whose numbers end in a world's state. ECMAScript fixes the result of + - * / and sqrt to the last bit, and leaves
 * that of these to the engine: with them the same scene would start from other bits in Firefox than in Chromium.
 */
const INEXACT = /Math\.(a?sinh?|a?cosh?|a?tanh?|atan2|cbrt|expm?1?|hypot|log\w*|pow)\b|\*\*/;
/** What only reads a state out. */
const READERS = ['bindings/body/energy.ts', 'bindings/three/tubes.ts'];
/** Getters of joints that return an angle; nothing is computed with it. */
const READ_OUT = /^ {2}(override )?get (angle|angularError)\(\)[\s\S]*?^ {2}\}$/gm;

test('numbers on their way into a world are computed by exactly rounded operations alone', () => {
  const files = filesUnder('bindings').filter((file) => !READERS.includes(file) && !file.includes('generated'));
  expect(files.length).toBeGreaterThan(15);
  const inexact = files.flatMap((file) => {
    const lines = codeOf(readFileSync(path.join(ROOT, file), 'utf8').replace(READ_OUT, (text) => text.replace(/[^\n]/g, ''))).split('\n');
    return lines.flatMap((line) => (INEXACT.test(line) ? [`${file}: ${line.trim()}`] : []));
  });
  expect(inexact).toEqual([]);
});
