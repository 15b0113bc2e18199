/** The state of rewriting: the generated function, and one frame for the function and for each body inlined into it. */
import { componentsOf, isOpaque, isScalarLane, partKind } from './kinds.mjs';
import { Block, NameAllocator } from './output.mjs';
import { floatPart, makePart, makeValue, namePart, tupleValue } from './values.mjs';

const LINE_WIDTH = 140;

/** What is generated into one function of the output. */
export class FunctionWriter {
  /** @param {import('./output.mjs').ImportCollector} imports of the generated file */
  constructor(imports) {
    this.imports = imports;
    this.names = new NameAllocator(imports);
    this.block = new Block();
    /** Counts generated statements that store or call: what reads memory must not move past one. */
    this.effects = 0;
  }

  /** Generates into a new block and returns it. */
  capture(generate) {
    const outer = this.block;
    this.block = new Block();
    try {
      const result = generate();
      return { block: this.block, result };
    } finally {
      this.block = outer;
    }
  }
}

/** One function being rewritten. A frame with a caller is inlined into it. */
export class Frame {
  constructor(options) {
    /** @type {FunctionWriter} */
    this.writer = options.writer;
    /** @type {import('./types.mjs').TypeScope} */
    this.scope = options.scope;
    /** @type {Frame | null} */
    this.caller = options.caller ?? null;
    this.callNode = options.callNode ?? null;
    this.declaration = options.declaration ?? null;
    /** The value of `this`. */
    this.self = options.self ?? null;
    this.returnKind = options.returnKind;
    /** The lane type of the enclosing function, that of constructors where nothing else says it. */
    this.defaultLane = options.defaultLane ?? null;
    /** Names assigned somewhere in the body: the others can be constants. */
    this.assigned = options.assigned ?? new Set();
    /** Local scopes, the innermost last. */
    this.variables = [new Map()];
    /** Position of the statement being rewritten. */
    this.statement = options.declaration ?? null;
  }

  get inlined() {
    return this.caller !== null;
  }

  get source() {
    return this.scope.module.source;
  }

  get block() {
    return this.writer.block;
  }

  /** @returns {never} */
  fail(node, message) {
    return this.source.fail(node?.range ?? this.statement?.range ?? null, message + this.callChain());
  }

  /** Where the body was called from: an error may lie in the arguments. */
  callChain() {
    if (!this.callNode) return '';
    const { line, column } = this.caller.source.locate(this.callNode.range);
    return ` (inlined at assembly/${this.caller.scope.module.path}:${line}:${column})`;
  }

  /** Where generated code comes from: the line of the generated file's own kernel file, and the line that was inlined. */
  position() {
    const line = this.source.locate(this.statement.range).line;
    const origin = { file: this.scope.module.path, line };
    return { line: this.caller ? this.caller.position().line : line, origin };
  }

  emit(text, index) {
    this.block.add(text, this.position(), index);
  }

  /** The name of a lane primitive, imported. */
  primitive(name) {
    return this.writer.imports.lanes(name);
  }

  declare(name, value) {
    this.variables[this.variables.length - 1].set(name, value);
  }

  lookup(name) {
    for (let index = this.variables.length - 1; index >= 0; index--) {
      const found = this.variables[index].get(name);
      if (found) return found;
    }
    return null;
  }

  inScope(run) {
    this.variables.push(new Map());
    try {
      return run();
    } finally {
      this.variables.pop();
    }
  }

  /** The text of a kind as a type of AssemblyScript, or null where it has none. */
  typeText(kind) {
    if (kind.lane) return kind.lane;
    if (kind.tag === 'void') return 'void';
    if (kind.tag !== 'plain' || isOpaque(kind) || kind.name === 'number') return null;
    if (kind.parameter && !this.inlined) return kind.parameter;
    const name = kind.symbol ? this.writer.imports.symbol(kind.symbol) : kind.name;
    const list = kind.typeArguments.map((item) => this.typeText(item));
    return name + (list.length > 0 ? `<${list.join(', ')}>` : '') + (kind.nullable ? ' | null' : '');
  }

  /**
   * Declares local variables for the components of a value.
   * @param {'const' | 'let'} keyword
   * @param {string} name the name wished for
   * @param {{ typed?: boolean, index?: number }} [options] whether to write the type; where to insert the statement
   * @returns the value of the variable
   */
  declareLocal(keyword, name, value, { typed = false, index } = {}) {
    if (value.items) {
      return tupleValue(value.items.map((item, position) => this.declareLocal(keyword, `${name}$${position}`, item, { index })));
    }
    const base = this.writer.names.unique(name);
    const kind = partKind(value.kind);
    const names = componentsOf(value.kind).map((component) => (component ? `${base}$${component}` : base));
    const parts = value.parts.map((part, position) => {
      const needsType = typed || (value.kind.lane && isScalarLane(value.kind.lane) && part.constant !== null);
      return `${names[position]}${needsType ? `: ${this.typeText(kind)}` : ''} = ${part.text}`;
    });
    if (value.parts.some((part) => part.effects)) this.writer.effects++;
    this.emitList(keyword, parts, index);
    const constants = keyword === 'const';
    return makeValue(
      value.kind,
      names.map((text, position) => ({
        ...namePart(text),
        constant: constants ? value.parts[position].constant : null,
        stable: constants,
        place: !constants,
      })),
    );
  }

  /** Declares local variables without a value. */
  declareEmpty(name, kind, node) {
    if (kind.tag === 'tuple') return tupleValue(kind.items.map((item, index) => this.declareEmpty(`${name}$${index}`, item, node)));
    const type = this.typeText(partKind(kind));
    if (type === null) return this.fail(node, `the type of '${name}' is not known here: declare it.`);
    const base = this.writer.names.unique(name);
    const names = componentsOf(kind).map((component) => (component ? `${base}$${component}` : base));
    this.emitList(
      'let',
      names.map((text) => `${text}: ${type}`),
    );
    return makeValue(
      kind,
      names.map((text) => namePart(text, { place: true })),
    );
  }

  emitList(keyword, parts, index) {
    const text = `${keyword} ${parts.join(', ')};`;
    if (text.length <= LINE_WIDTH || parts.length === 1) this.emit(text, index);
    else {
      for (const [position, part] of parts.entries()) {
        this.emit(`${keyword} ${part};`, index === undefined ? undefined : index + position);
      }
    }
  }

  /** The same value with every part a name or a number, so that it may be used several times. */
  bind(value, name, index) {
    if (value.parts.every((part) => part.simple)) return value;
    return this.declareLocal('const', name, value, { index });
  }

  /** A pointer as a name, that of the field or variable it was read from. */
  bindPointer(value) {
    return this.bind(value, value.parts[0].text.match(/\w+$/)?.[0] ?? 'pointer');
  }

  /** One part as a name or a number. */
  bindPart(part, kind, name) {
    return part.simple ? part : this.declareLocal('const', name, makeValue(kind, [part])).parts[0];
  }

  /** A number as a part of the lane type. */
  constantPart(number, lane) {
    if (isScalarLane(lane)) return floatPart(number, lane);
    return makePart(`${this.primitive('constant')}<${lane}>(${number})`, { simple: true, constant: number });
  }
}

/**
 * Evaluates operands in order. Where a later operand generates statements, an earlier one that they could disturb is first
 * bound to a name.
 * @template Node
 * @param {Node[]} nodes
 * @param {Frame} frame
 * @param {(node: Node, index: number) => import('./values.mjs').Value} lower
 */
export function lowerInOrder(nodes, frame, lower) {
  const values = [];
  for (const [index, node] of nodes.entries()) {
    const start = frame.block.length;
    const effects = frame.writer.effects;
    values.push(lower(node, index));
    if (frame.block.length === start) continue;
    let insertion = start;
    for (let earlier = 0; earlier < index; earlier++) {
      const disturbed = values[earlier].parts.some((part) => part.effects || (part.reads && frame.writer.effects > effects));
      if (!disturbed) continue;
      const before = frame.block.length;
      values[earlier] = frame.bind(values[earlier], 'operand', insertion);
      insertion += frame.block.length - before;
    }
  }
  return values;
}
