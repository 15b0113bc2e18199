// An asc transform that turns the records of the kernels into `bindings/core/layout.ts`, so that no offset is written by hand.
//
// What is tagged `@layout` in its doc comment in `assembly/` and exported goes in:
//   classes    byte size and byte offset of every field
//   enums      their values
//   constants  their value (`export const NONE: u32 = 0xffffffff`)
// The tag is looked for in the source text, because neither asc nor the kernel rewriter keeps comments.
//
// The FNV-1a hash of that text is stored twice: as LAYOUT_HASH in the generated file, and in the wasm's custom section
// `holonomic`, next to the precision. The loader compares the two before it trusts a module.
import * as assemblyscript from 'assemblyscript';

const { ElementKind, NodeKind, Token } = assemblyscript;

/** Name of the custom section that says what a wasm is: `{"precision":"single","layout":3735928559}`. */
export const SECTION = 'holonomic';

const FIELD_TYPES = new Map([
  ['f64', 8],
  ['i64', 8],
  ['u64', 8],
  ['f32', 4],
  ['i32', 4],
  ['u32', 4],
  ['isize', 4],
  ['usize', 4],
  ['i16', 2],
  ['u16', 2],
  ['i8', 1],
  ['u8', 1],
  ['bool', 1],
]);

const BINARY = new Map([
  [Token.Plus, (a, b) => a + b],
  [Token.Minus, (a, b) => a - b],
  [Token.Asterisk, (a, b) => a * b],
  [Token.Slash, (a, b) => a / b],
  [Token.Bar, (a, b) => a | b],
  [Token.LessThan_LessThan, (a, b) => a << b],
]);

const TAGGED =
  /\/\*\*((?:[^*]|\*(?!\/))*)\*\/(?:\s|\/\/[^\n]*\n|@\w+(?:\([^)]*\))?)*export\s+(?:abstract\s+)?(const\s+enum|class|enum|const)\s+(\w+)/g;

/** 32-bit FNV-1a of a text's UTF-8 bytes. */
export function fnv1a(text) {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/**
 * Declarations of one source file that are tagged `@layout`, in order.
 * @param {string} text
 * @returns {{ kind: 'class' | 'enum' | 'const', name: string, doc: string }[]}
 */
export function taggedDeclarations(text) {
  const found = [];
  for (const [, comment, keyword, name] of text.matchAll(TAGGED)) {
    if (!/@layout\b/.test(comment)) continue;
    const doc = comment
      .replace(/@layout\b/, '')
      .replace(/\s*\n\s*\*?\s*/g, ' ')
      .trim();
    found.push({ kind: keyword.endsWith('enum') ? 'enum' : keyword, name, doc });
  }
  return found;
}

/** Passed to `asc.main({ transforms })`; after the run `text` and `hash` hold the layout. */
export class LayoutTransform {
  /**
   * @param {object} options
   * @param {string} options.precision recorded in the wasm
   * @param {string} options.prefix folder of the kernels relative to the base folder, e.g. 'assembly/'
   * @param {(path: string) => string | null} options.readSource the text of a source file as it was written
   * @param {boolean} [options.partial] the module has only some of the files: its layout is part of another's, and nothing is written into it
   */
  constructor({ precision, prefix, readSource, partial = false }) {
    this.partial = partial;
    this.entries = [];
    this.precision = precision;
    this.prefix = prefix;
    this.readSource = readSource;
    this.text = '';
    this.hash = 0;
  }

  afterInitialize(program) {
    this.program = program;
  }

  /** @param {{ addCustomSection(name: string, contents: Uint8Array): void }} module Binaryen's */
  afterCompile(module) {
    const entries = [];
    for (const file of this.sourceFiles()) {
      const path = file.source.normalizedPath;
      const text = this.readSource(path);
      for (const declaration of text === null ? [] : taggedDeclarations(text)) entries.push(this.emit(file, path, declaration));
    }
    this.entries = entries;
    const body = entries.join('\n');
    this.hash = fnv1a(body);
    this.text = render(body, this.hash);
    if (!this.partial)
      module.addCustomSection(SECTION, new TextEncoder().encode(JSON.stringify({ precision: this.precision, layout: this.hash })));
  }

  sourceFiles() {
    const files = [...this.program.filesByName.values()].filter((file) => file.source.normalizedPath.startsWith(this.prefix));
    return files.sort((a, b) => (a.source.normalizedPath < b.source.normalizedPath ? -1 : 1));
  }

  emit(file, path, { kind, name, doc }) {
    const element = file.getMember(name) ?? file.exports?.get(name);
    if (!element) throw new Error(`${path}: '${name}' is tagged @layout but asc does not know it`);
    const lines = kind === 'class' ? this.record(path, element) : kind === 'enum' ? enumeration(path, element) : constant(path, element);
    return `${doc ? `/** ${doc} */\n` : ''}${lines.join('\n')}\n`;
  }

  record(path, prototype) {
    const name = prototype.name;
    const fail = (what) => {
      throw new Error(`${path}: class ${name} is tagged @layout but ${what}`);
    };
    if (prototype.typeParameterNodes?.length) fail('is generic: a record has one layout in both precisions');
    const record = this.program.resolver.resolveClass(prototype, null);
    if (!record) fail('cannot be resolved');
    const fields = [...(record.members?.values() ?? [])]
      .filter((member) => member.kind === ElementKind.PropertyPrototype && member.isField && member.instance?.memoryOffset >= 0)
      .map((member) => ({ name: member.name, offset: member.instance.memoryOffset, type: fieldType(member.instance.type) }))
      .sort((a, b) => a.offset - b.offset);
    const size = record.nextMemoryOffset;
    const alignment = Math.max(
      1,
      ...fields.map((field) => FIELD_TYPES.get(field.type) ?? fail(`field '${field.name}' has type ${field.type}`)),
    );
    if (size % alignment) fail(`its size, ${size}, is no multiple of ${alignment}: pad it, records lie one after the other`);
    if (fields.some((field) => field.name === 'size')) fail(`has a field named 'size', which is the name for its byte size`);
    return [
      `export const ${name} = {`,
      `  size: ${size},`,
      ...fields.map((field) => `  ${field.name}: ${field.offset}, // ${field.type}`),
      '} as const;',
    ];
  }
}

function fieldType(type) {
  return type.isReference ? 'usize' : type.toString();
}

function enumeration(path, element) {
  const known = new Map();
  let next = 0;
  for (const { name, initializer } of element.declaration.values) {
    const value = initializer ? evaluate(path, initializer, known) : next;
    known.set(name.text, value);
    next = value + 1;
  }
  const name = element.name;
  return [
    `export const ${name} = {`,
    ...[...known].map(([key, value]) => `  ${key}: ${value},`),
    '} as const;',
    `export type ${name} = (typeof ${name})[keyof typeof ${name}];`,
  ];
}

function constant(path, element) {
  return [`export const ${element.name} = ${evaluate(path, element.initializerNode, new Map())};`];
}

/**
 * Value of a constant expression: literals, unary and binary operators, earlier members of the same enum. It is read
 * from the syntax tree because asc evaluates only the enums that the kernels use.
 */
function evaluate(path, node, known) {
  const value = (inner) => evaluate(path, inner, known);
  const text = node.range.toString();
  if (node.kind === NodeKind.Parenthesized) return value(node.expression);
  if (node.kind === NodeKind.Identifier && known.has(node.text)) return known.get(node.text);
  if (node.kind === NodeKind.Literal && /^[\d.]/.test(text)) return Number(text.replaceAll('_', ''));
  if (node.kind === NodeKind.UnaryPrefix && text.startsWith('-')) return -value(node.operand);
  if (node.kind === NodeKind.Binary) {
    const operation = BINARY.get(node.operator);
    if (operation) return operation(value(node.left), value(node.right));
  }
  throw new Error(`${path}: '${text}' is part of something tagged @layout and has to be a number that is plain to see`);
}

function render(body, hash) {
  return `// Generated by \`npm run build:wasm\` from what is tagged @layout in assembly/. Do not edit.
// Offsets and sizes are in bytes and are the same in both precisions.

/** Identifies this layout; a wasm whose custom section '${SECTION}' carries another one does not fit these bindings. */
export const LAYOUT_HASH = 0x${hash.toString(16).padStart(8, '0')};

${body}`;
}
