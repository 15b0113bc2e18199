// Compiles one target of asconfig.json in memory: kernel files are rewritten on the way into asc, the layout is read on the way out.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import asc from 'assemblyscript/asc';
import { LayoutTransform } from './layout-transform.mjs';
import { ScratchTransform } from './scratch-transform.mjs';
import { leadToKernels } from './source-map.mjs';

const ASSEMBLY = 'assembly/';
/** Bytes between areas of scratch in a debug build. */
const GUARD = 64;

/** Text of a file under the root, or null. */
function readText(root, file) {
  try {
    return fs.readFileSync(path.resolve(root, file), 'utf8');
  } catch {
    return null;
  }
}

/** Loads the kernel language only when there is a kernel file to rewrite. */
async function kernelLanguage() {
  const index = path.join(import.meta.dirname, 'kernel-language', 'index.mjs');
  return import(pathToFileURL(index).href);
}

/** Rewrites kernel files on demand and remembers what was generated, for error positions and for --emit-generated. */
class KernelFiles {
  constructor(root) {
    this.root = root;
    this.generated = new Map();
  }

  async read(file) {
    const relative = file.slice(ASSEMBLY.length);
    if (!this.generated.has(relative)) {
      this.project ??= await this.open();
      this.generated.set(relative, this.project.compile(relative));
    }
    return this.generated.get(relative).text;
  }

  async open() {
    this.language = await kernelLanguage();
    return new this.language.KernelProject({ readFile: (file) => readText(this.root, ASSEMBLY + file) });
  }

  /** asc's source map, which leads to generated code, as one that leads to kernel files. */
  lead(map, outFile) {
    const origins = new Map([...this.generated].map(([file, generated]) => [ASSEMBLY + file, generated.origins]));
    const sourceRoot = path.relative(path.dirname(path.resolve(this.root, outFile)), path.resolve(this.root)).replaceAll(path.sep, '/');
    return JSON.stringify(leadToKernels(JSON.parse(map), origins, { prefix: ASSEMBLY, sourceRoot: `${sourceRoot}/` }));
  }

  /** asc's diagnostics with the lines of generated code replaced by the lines of the kernel files. */
  explain(diagnostics) {
    if (!this.language?.formatAscDiagnostics) return diagnostics;
    const maps = new Map([...this.generated].map(([file, { map }]) => [ASSEMBLY + file, map]));
    return this.language.formatAscDiagnostics(diagnostics, maps);
  }
}

/** Modules of their own: the kernels of 'pgs' and 'tgs', and those of particles. Of a target the name of such a module, or undefined. */
export const partOf = (target) => /-(velocity|particles)-/.exec(target)?.[1];
const configOf = (target) => (partOf(target) ? `asconfig.${partOf(target)}.json` : 'asconfig.json');

/**
 * @param {string} root folder that holds asconfig.json and assembly/
 * @param {string} target a target of one of the asconfig files, 'single-release' for instance
 * @returns {Promise<{ target: string, outFile: string, wasm: Uint8Array, layout: string, layoutEntries: string[], hash: number, ms: number,
 *   generated: [file: string, text: string][], warnings: string, sourceMap: string | null }>} `sourceMap` of a debug build
 */
export async function compileTarget(root, target) {
  const started = performance.now();
  const config = configOf(target);
  const kernels = new KernelFiles(root);
  const transform = new LayoutTransform({
    precision: target.split('-')[0],
    prefix: ASSEMBLY,
    readSource: (file) => readText(root, file),
    partial: partOf(target) !== undefined,
  });
  const debug = target.endsWith('-debug');
  const scratch = new ScratchTransform(debug ? { names: true, guard: GUARD } : {});
  const written = [];
  let kernelError = null;
  const flags = debug ? ['--sourceMap'] : [];
  const { error, stderr } = await asc.main(['--config', config, '--target', target, '--baseDir', root, '--noColors', ...flags], {
    transforms: [scratch, transform],
    async readFile(name, folder) {
      const absolute = path.resolve(root, folder, name);
      const file = path.relative(root, absolute).replaceAll(path.sep, '/');
      if (!file.endsWith('.kernel.ts') || !fs.existsSync(absolute)) return readText(root, absolute);
      try {
        return await kernels.read(file);
      } catch (thrown) {
        kernelError ??= thrown;
        return null;
      }
    },
    async listFiles(name, folder) {
      const entries = fs.readdirSync(path.resolve(root, folder, name));
      return entries.filter((entry) => entry.endsWith('.ts') && !entry.endsWith('.d.ts'));
    },
    async writeFile(name, contents) {
      written.push([name, contents]);
    },
  });
  if (kernelError) throw kernelError;
  const messages = kernels.explain(stderr.toString()).trim();
  if (error) throw new Error(messages.includes(error.message) ? messages : `${messages}\n${error.message}`);
  const [outFile, wasm] = written.find(([name]) => name.endsWith('.wasm'));
  const map = written.find(([name]) => name.endsWith('.map'))?.[1];
  return {
    target,
    outFile,
    wasm,
    layout: transform.text,
    layoutEntries: transform.entries,
    hash: transform.hash,
    ms: performance.now() - started,
    generated: [...kernels.generated].map(([file, { text }]) => [file, text]),
    warnings: messages,
    sourceMap: map === undefined ? null : kernels.lead(map, outFile),
  };
}
