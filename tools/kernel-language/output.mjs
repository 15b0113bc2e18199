/** Generated text: statements that remember the kernel line they come from, local names, and imports. */
import { relativeSpecifier } from './modules.mjs';

/**
 * One line of generated code.
 * @typedef {{ text: string, depth: number, line: number, origin: { file: string, line: number } }} GeneratedLine
 */

/** Statements in order; a nested block is appended to its parent once it is complete. */
export class Block {
  constructor() {
    /** @type {GeneratedLine[]} */
    this.lines = [];
  }

  get length() {
    return this.lines.length;
  }

  add(text, position, index = this.lines.length) {
    this.lines.splice(index, 0, { text, depth: 0, line: position.line, origin: position.origin });
  }

  /** Appends the lines of a block, one level deeper. */
  nest(block, depth = 1) {
    for (const line of block.lines) this.lines.push({ ...line, depth: line.depth + depth });
  }
}

/** Builtins of AssemblyScript that generated code calls: a local variable of that name would hide them. */
const GENERATED_CALLS = new Set(['abs', 'copysign', 'floor', 'max', 'min', 'nearest', 'select', 'sqrt']);

/** Local names of one function: unique in the whole function, so that inlined bodies never capture anything. */
export class NameAllocator {
  /** @param {ImportCollector} imports whose names are never shadowed */
  constructor(imports) {
    this.imports = imports;
    this.used = new Set();
  }

  unique(base) {
    let name = base;
    for (let count = 2; this.isTaken(name); count++) name = `${base}$${count}`;
    this.used.add(name);
    this.imports.taken.add(name);
    return name;
  }

  isTaken(name) {
    return this.used.has(name) || this.imports.localNames.has(name) || GENERATED_CALLS.has(name);
  }
}

/** The imports of one generated file, collected while its text is generated. */
export class ImportCollector {
  /**
   * @param {import('./modules.mjs').KernelModule} module
   * @param {string} lanesPath
   */
  constructor(module, lanesPath) {
    this.module = module;
    this.lanesPath = lanesPath;
    /** specifier -> foreign name -> local name */
    this.entries = new Map();
    // Any name of the file may also be the name of a local variable: imports that are added must not collide with them.
    this.taken = new Set(module.source.text.match(/[A-Za-z_$][\w$]*/g) ?? []);
    this.localNames = new Set(module.symbols.keys());
    for (const name of module.imports.keys()) this.localNames.add(name);
  }

  /** The local name of a lane primitive. */
  lanes(name) {
    return this.add(relativeSpecifier(this.module.path, this.lanesPath), name, null);
  }

  /** The local name of a declaration, imported if another module holds it. */
  symbol(symbol) {
    if (symbol.module === this.module) return symbol.name;
    const target = symbol.kind === 'external' ? symbol.specifier : `./${symbol.module.path.replace(/\.ts$/, '')}`;
    const specifier = target.startsWith('./') ? relativeSpecifier(this.module.path, target.slice(2)) : target;
    return this.add(specifier, symbol.name, symbol);
  }

  add(specifier, name, symbol) {
    let names = this.entries.get(specifier);
    if (!names) {
      names = new Map();
      this.entries.set(specifier, names);
    }
    if (!names.has(name)) names.set(name, this.writtenName(symbol) ?? this.freshName(name));
    return names.get(name);
  }

  /** The name under which the kernel file itself imports the symbol. */
  writtenName(symbol) {
    if (!symbol) return null;
    for (const local of this.module.imports.keys()) {
      const imported = this.module.resolve(local);
      if (imported === symbol) return local;
      if (imported.kind === 'external' && imported.name === symbol.name && imported.specifier === symbol.specifier) return local;
    }
    return null;
  }

  freshName(name) {
    let local = name;
    for (let count = 2; this.taken.has(local); count++) local = `${name}$${count}`;
    this.taken.add(local);
    this.localNames.add(local);
    return local;
  }

  /** @returns {string[]} */
  toLines() {
    return [...this.entries].map(([specifier, names]) => {
      const list = [...names].map(([name, local]) => (name === local ? name : `${name} as ${local}`));
      return `import { ${list.join(', ')} } from "${specifier}";`;
    });
  }
}
