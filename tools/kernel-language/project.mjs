/** The kernel files of an assembly folder and the plain files they import. */
import { KernelError } from './error.mjs';
import { FileGenerator } from './generate.mjs';
import { KernelModule } from './modules.mjs';

export class KernelProject {
  /**
   * @param {object} options
   * @param {(path: string) => string | null} options.readFile text of a file relative to the assembly folder, or null
   * @param {string} [options.lanes] module of the lane primitives, relative to the assembly folder
   */
  constructor({ readFile, lanes = 'math/lanes' }) {
    this.readFile = readFile;
    this.lanes = lanes;
    this.modules = new Map();
  }

  /** @returns {KernelModule | null} */
  loadModule(path) {
    if (!this.modules.has(path)) {
      const text = this.readFile(path);
      this.modules.set(path, text === null ? null : new KernelModule(path, text, (other) => this.loadModule(other)));
    }
    return this.modules.get(path);
  }

  /**
   * Rewrites one kernel file.
   * @param {string} path relative to the assembly folder, 'joint/ball.kernel.ts' for instance
   * @returns {{ text: string, map: number[], origins: { file: string, line: number }[] }} AssemblyScript; for each of its lines
   *   (1-based) the line of the kernel file, and the line that was inlined there
   */
  compile(path) {
    const module = this.loadModule(path);
    if (!module) throw new KernelError(path, 1, 1, 'there is no such file.');
    return new FileGenerator(module, this.lanes).generate();
  }
}
