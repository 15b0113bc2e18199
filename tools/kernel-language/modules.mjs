/** Modules: the declarations of a file and what its imports name. */
import { NodeKind, SourceFile } from './syntax.mjs';

/**
 * A declaration at the top level of a module.
 * @typedef {{ kind: 'class' | 'function' | 'variable' | 'type' | 'other', name: string, node: object, module: KernelModule }} KernelSymbol
 * A name of a module the project cannot read, `real` of "precision" for instance.
 * @typedef {{ kind: 'external', name: string, specifier: string }} ExternalSymbol
 * A whole module: `import * as name`.
 * @typedef {{ kind: 'module', name: string, module: KernelModule }} ModuleSymbol
 */

const DECLARATIONS = {
  [NodeKind.ClassDeclaration]: 'class',
  [NodeKind.InterfaceDeclaration]: 'class',
  [NodeKind.FunctionDeclaration]: 'function',
  [NodeKind.TypeDeclaration]: 'type',
  [NodeKind.EnumDeclaration]: 'other',
  [NodeKind.NamespaceDeclaration]: 'other',
};

export class KernelModule {
  /**
   * @param {string} path relative to the assembly folder
   * @param {string} text
   * @param {(path: string) => KernelModule | null} loadModule
   */
  constructor(path, text, loadModule) {
    this.path = path;
    this.isKernel = path.endsWith('.kernel.ts');
    this.source = new SourceFile(path, text);
    this.loadModule = loadModule;
    /** @type {Map<string, KernelSymbol>} */
    this.symbols = new Map();
    /** Local name -> where it comes from; a null foreign name is the whole module. */
    this.imports = new Map();
    /** Exported name -> where it comes from, for `export { name } from`. */
    this.reexports = new Map();
    this.starExports = [];
    for (const statement of this.source.statements) this.declare(statement);
  }

  declare(statement) {
    const kind = DECLARATIONS[statement.kind];
    if (kind) this.addSymbol(kind, statement.name.text, statement);
    else if (statement.kind === NodeKind.Variable) {
      for (const declaration of statement.declarations) this.addSymbol('variable', declaration.name.text, declaration);
    } else if (statement.kind === NodeKind.Import) this.declareImport(statement);
    else if (statement.kind === NodeKind.Export) this.declareExport(statement);
  }

  addSymbol(kind, name, node) {
    this.symbols.set(name, { kind, name, node, module: this });
  }

  declareImport(statement) {
    const specifier = statement.path.value;
    if (statement.namespaceName) this.imports.set(statement.namespaceName.text, { specifier, name: null });
    for (const declaration of statement.declarations ?? []) {
      this.imports.set(declaration.name.text, { specifier, name: declaration.foreignName.text });
    }
  }

  declareExport(statement) {
    const specifier = statement.path?.value;
    if (!statement.members && specifier) this.starExports.push(specifier);
    for (const member of statement.members ?? []) {
      this.reexports.set(member.exportedName.text, { specifier: specifier ?? null, name: member.localName.text });
    }
  }

  /** The module a specifier of this module names, or null. */
  open(specifier) {
    if (!specifier.startsWith('.')) return null;
    const base = joinPath(this.path, specifier);
    return this.loadModule(`${base}.ts`) ?? this.loadModule(`${base}/index.ts`);
  }

  /**
   * What a name means in this module.
   * @returns {KernelSymbol | ExternalSymbol | ModuleSymbol | null}
   */
  resolve(name) {
    const own = this.symbols.get(name);
    if (own) return own;
    const imported = this.imports.get(name);
    if (!imported) return null;
    return this.follow(imported);
  }

  follow({ specifier, name }) {
    const module = this.open(specifier);
    if (module && name === null) return { kind: 'module', name: specifier, module };
    return module?.resolveExport(name) ?? { kind: 'external', name, specifier: this.absoluteSpecifier(specifier) };
  }

  /** What another module gets when it imports the name from here. */
  resolveExport(name, visited = new Set()) {
    if (visited.has(this)) return null;
    visited.add(this);
    const reexport = this.reexports.get(name);
    if (reexport) return reexport.specifier === null ? this.resolve(reexport.name) : this.follow(reexport);
    const own = this.symbols.get(name);
    if (own) return own;
    for (const specifier of this.starExports) {
      const found = this.open(specifier)?.resolveExport(name, visited);
      if (found) return found;
    }
    return null;
  }

  absoluteSpecifier(specifier) {
    return specifier.startsWith('.') ? `./${joinPath(this.path, specifier)}` : specifier;
  }
}

/** A relative specifier resolved against the folder of a file, without extension. */
function joinPath(from, specifier) {
  const parts = from.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** How `from` names the module at `target` (both relative to the assembly folder, the target without extension). */
export function relativeSpecifier(from, target) {
  const fromParts = from.split('/').slice(0, -1);
  const targetParts = target.split('/');
  let shared = 0;
  while (shared < fromParts.length && shared < targetParts.length - 1 && fromParts[shared] === targetParts[shared]) shared++;
  const up = '../'.repeat(fromParts.length - shared);
  return (up || './') + targetParts.slice(shared).join('/');
}
