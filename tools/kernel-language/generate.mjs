/** A whole kernel file: classes become overlays with one field a component, functions with plain signatures stay functions. */
import { checkInlined } from './check.mjs';
import { Frame, FunctionWriter } from './frames.mjs';
import { defaultLane, hasKernelSignature, isTemplate } from './inline.mjs';
import { componentsOf, describe, isKernel, partKind, plainKind, REAL } from './kinds.mjs';
import { lowerExpression, lowerStatement } from './lowering.mjs';
import { checkMark, isOnce, onceLines } from './once.mjs';
import { Block, ImportCollector } from './output.mjs';
import { assignedNames, FLAG, NodeKind, walk } from './syntax.mjs';
import { declareTypeParameters, resolveType } from './types.mjs';
import { singleValue } from './values.mjs';
import './statements.mjs'; // says how statements and expressions are lowered

const INDENT = '  ';

/** Generates the text of one file. */
export class FileGenerator {
  /**
   * @param {import('./modules.mjs').KernelModule} module
   * @param {string} lanesPath module of the lane primitives, relative to the assembly folder
   */
  constructor(module, lanesPath) {
    this.module = module;
    this.lanesPath = lanesPath;
    this.imports = new ImportCollector(module, lanesPath);
    this.block = new Block();
  }

  /** @returns {{ text: string, map: number[], origins: { file: string, line: number }[] }} */
  generate() {
    for (const statement of this.module.source.statements) this.generateTopLevel(statement);
    const { lines } = this.block;
    // `real` is also written as the type argument of primitives and casts, where no symbol is looked up.
    if (lines.some((line) => /\breal\b/.test(line.text))) this.imports.symbol(REAL.symbol);
    const importLines = this.imports.toLines();
    const text = [...importLines, ...lines.map((line) => INDENT.repeat(line.depth) + line.text)].join('\n');
    const head = { file: this.module.path, line: 1 };
    return {
      text: `${text}\n`,
      map: [0, ...importLines.map(() => 1), ...lines.map((line) => line.line)],
      origins: [head, ...importLines.map(() => head), ...lines.map((line) => line.origin)],
    };
  }

  generateTopLevel(statement) {
    switch (statement.kind) {
      case NodeKind.Import:
        if (!statement.declarations && !statement.namespaceName) this.emit(`import "${statement.path.value}";`, statement);
        return;
      case NodeKind.ClassDeclaration:
        this.generateClass(statement);
        return;
      case NodeKind.FunctionDeclaration:
        this.generateFunction(statement);
        return;
      case NodeKind.InterfaceDeclaration:
        this.generateInterface(statement);
        return;
      case NodeKind.TypeDeclaration:
        this.generateAlias(statement);
        return;
      case NodeKind.Variable:
        this.generateVariable(statement);
        return;
      case NodeKind.Export:
        this.generateExport(statement);
        return;
      case NodeKind.Empty:
        return;
      default:
        this.passThrough(statement, 'export ');
    }
  }

  emit(text, node) {
    const { line } = this.module.source.locate(node.range);
    this.block.add(text, { line, origin: { file: this.module.path, line } });
  }

  /** Source text as it is; what it mentions is imported. */
  passThrough(statement, prefix = '') {
    walk(statement, (node) => {
      if (node.kind === NodeKind.Identifier) this.importIfForeign(node.text);
      return true;
    });
    const source = this.module.source.slice(statement.range);
    const text = source.startsWith('@') ? source : `${prefix}${source.replace(/^export\s+/, '')}`;
    const { line } = this.module.source.locate(statement.range);
    for (const [index, part] of text.split('\n').entries()) {
      const position = { line: line + index, origin: { file: this.module.path, line: line + index } };
      this.block.add(part, position);
    }
  }

  importIfForeign(name) {
    if (!this.module.imports.has(name)) return;
    const symbol = this.module.resolve(name);
    if (symbol && symbol.kind !== 'module') this.imports.symbol(symbol);
  }

  generateAlias(statement) {
    const scope = declareTypeParameters(statement.typeParameters, this.scope());
    if (!isKernel(resolveType(statement.type, scope))) this.passThrough(statement, 'export ');
  }

  /** An interface of kernel values exists only while rewriting: what it constrains is inlined with the actual class. */
  generateInterface(node) {
    const owner = plainKind(null, this.module.symbols.get(node.name.text));
    const scope = declareTypeParameters(node.typeParameters, this.scope());
    const usesKernelValues = node.members.some((member) =>
      member.signature ? hasKernelSignature({ node: member, scope, owner }) : isKernel(resolveType(member.type, scope)),
    );
    if (!usesKernelValues) this.passThrough(node, 'export ');
  }

  generateVariable(statement) {
    for (const declaration of statement.declarations) {
      const kind = declaration.type ? resolveType(declaration.type, this.scope()) : null;
      if (kind && isKernel(kind)) {
        this.module.source.fail(declaration.range, `a ${describe(kind)} cannot live outside functions: make a function that returns it.`);
      }
    }
    this.passThrough(statement, 'export ');
    const last = this.block.lines[this.block.length - 1];
    if (!last.text.endsWith(';')) last.text += ';';
  }

  /** Re-exports of what still exists in the generated code; inlined functions are found through the source instead. */
  generateExport(statement) {
    if (!statement.members) {
      this.emit(`export * from "${statement.path.value}";`, statement);
      return;
    }
    const kept = statement.members.filter((member) => {
      const symbol = this.module.resolveExport(member.exportedName.text);
      return !(symbol?.kind === 'function' && symbol.module.isKernel && hasKernelSignature(functionTarget(symbol)));
    });
    const list = kept.map(({ localName, exportedName }) =>
      localName.text === exportedName.text ? localName.text : `${localName.text} as ${exportedName.text}`,
    );
    if (list.length === 0) return;
    if (!statement.path) for (const { localName } of kept) this.importIfForeign(localName.text);
    this.emit(`export { ${list.join(', ')} }${statement.path ? ` from "${statement.path.value}"` : ''};`, statement);
  }

  scope() {
    return { module: this.module, types: new Map() };
  }

  generateClass(node) {
    const symbol = this.module.symbols.get(node.name.text);
    const scope = declareTypeParameters(node.typeParameters, this.scope());
    const owner = plainKind(
      null,
      symbol,
      (node.typeParameters ?? []).map((parameter) => scope.types.get(parameter.name.text)),
    );
    const frame = new Frame({ writer: new FunctionWriter(this.imports), scope, returnKind: null });
    const base = node.extendsType ? ` extends ${frame.typeText(resolveType(node.extendsType, scope))}` : '';
    const decorators = (node.decorators ?? []).map((decorator) => this.module.source.slice(decorator.range));
    if (!decorators.some((text) => text.startsWith('@unmanaged'))) decorators.unshift('@unmanaged');
    const abstract = node.flags & FLAG.abstract ? 'abstract ' : '';
    this.emit(`${decorators.join(' ')} export ${abstract}class ${node.name.text}${typeParameterText(node, frame)}${base} {`, node);
    this.rejectFieldCollisions(node, scope);
    for (const member of node.members) {
      if (member.kind === NodeKind.FieldDeclaration) this.generateField(member, frame);
      else if (member.kind === NodeKind.MethodDeclaration) this.generateMethod(member, owner, scope);
    }
    this.emit('}', node);
  }

  rejectFieldCollisions(node, scope) {
    const taken = new Map();
    for (const member of node.members) {
      if (member.kind !== NodeKind.FieldDeclaration) continue;
      for (const component of componentsOf(resolveType(member.type, scope))) {
        const name = member.name.text + component;
        if (taken.has(name)) {
          this.module.source.fail(
            member.range,
            `the field '${member.name.text}' and the field '${taken.get(name)}' would both be stored as '${name}': rename one.`,
          );
        }
        taken.set(name, member.name.text);
      }
    }
  }

  generateField(member, frame) {
    const name = member.name.text;
    const kind = resolveType(member.type, frame.scope);
    if (kind.tag === 'tuple') this.module.source.fail(member.range, `a field cannot be a tuple: write one field for each item.`);
    if (kind.tag === 'void') this.module.source.fail(member.range, `the field '${name}' needs a type.`);
    const modifier = member.flags & FLAG.static ? 'static ' : '';
    const type = frame.typeText(partKind(kind));
    const initial = member.initializer ? ` = ${this.initialText(member, kind, frame)}` : '';
    const fields = componentsOf(kind).map((component) => `${modifier}${name}${component}: ${type}${initial};`);
    this.emit(fields.join(' '), member);
    this.block.lines[this.block.length - 1].depth = 1;
  }

  initialText(member, kind, frame) {
    if (isKernel(kind))
      this.module.source.fail(member.range, `the field '${member.name.text}' cannot have an initial value: overlays are filled by stores.`);
    frame.statement = member;
    return lowerExpression(member.initializer, frame).parts[0].text;
  }

  generateMethod(member, owner, classScope) {
    const target = { node: member, scope: classScope, owner };
    if (isOnce(member)) checkMark(target);
    if (hasKernelSignature(target) || isTemplate(target)) {
      if (member.body && !isTemplate(target)) checkInlined(target, this.lanesPath);
      return;
    }
    if (!member.body) {
      this.passThrough(member);
      return;
    }
    const modifiers = [
      [FLAG.static, 'static '],
      [FLAG.get, 'get '],
      [FLAG.set, 'set '],
    ];
    const keyword = modifiers.map(([flag, text]) => (member.flags & flag ? text : '')).join('');
    const lines = this.functionLines(target, keyword, owner);
    this.block.nest(lines);
  }

  generateFunction(node) {
    const target = { node, scope: this.scope() };
    if (isOnce(node)) {
      checkMark(target);
      this.block.nest(onceLines(node, this.module, this.imports, typeParameterText), 0);
      return;
    }
    if (isTemplate(target)) return;
    if (!node.body) this.passThrough(node, 'export ');
    else if (hasKernelSignature(target)) checkInlined(target, this.lanesPath);
    else this.block.nest(this.functionLines(target, 'export function ', null), 0);
  }

  /** The generated lines of a function that stays a function. */
  functionLines(target, keyword, owner) {
    const { node } = target;
    const writer = new FunctionWriter(this.imports);
    const scope = declareTypeParameters(node.typeParameters, { module: this.module, types: new Map(target.scope.types) });
    const frame = new Frame({
      writer,
      scope,
      declaration: node,
      self: owner && !(node.flags & FLAG.static) ? singleValue(owner, 'this', { simple: true }) : null,
      returnKind: resolveType(node.signature.returnType, scope),
      defaultLane: defaultLane(node, owner, scope.types),
      assigned: assignedNames(node.body),
    });
    const parameters = node.signature.parameters.map((parameter) => this.parameterText(parameter, frame));
    const { block } = writer.capture(() =>
      frame.inScope(() => {
        for (const statement of node.body.statements) lowerStatement(statement, frame);
      }),
    );
    const returns = node.name.text === 'constructor' || node.flags & FLAG.set ? '' : `: ${frame.typeText(frame.returnKind)}`;
    const decorators = (node.decorators ?? []).map((decorator) => `${this.module.source.slice(decorator.range)} `).join('');
    frame.statement = node;
    frame.emit(`${decorators}${keyword}${node.name.text}${typeParameterText(node, frame)}(${parameters.join(', ')})${returns} {`);
    frame.block.nest(block);
    frame.emit('}');
    return frame.block;
  }

  parameterText(parameter, frame) {
    const name = parameter.name.text;
    const kind = resolveType(parameter.type, frame.scope);
    const local = frame.writer.names.unique(name);
    frame.declare(name, singleValue(kind, local, { simple: true, place: true }));
    const initial = parameter.initializer ? ` = ${lowerExpression(parameter.initializer, frame).parts[0].text}` : '';
    return `${local}: ${frame.typeText(kind)}${initial}`;
  }
}

function functionTarget(symbol) {
  return { node: symbol.node, scope: { module: symbol.module, types: new Map() } };
}

function typeParameterText(node, frame) {
  const parameters = (node.typeParameters ?? []).map((parameter) => {
    const name = parameter.name.text;
    if (!parameter.extendsType) return name;
    return `${name} extends ${frame.typeText(resolveType(parameter.extendsType, frame.scope))}`;
  });
  return parameters.length > 0 ? `<${parameters.join(', ')}>` : '';
}
