// An asc transform that gives the kernels their scratch: static memory whose size the compiler works out from what lies there.
//
//   const PROBE: usize = scratch<Convex>();                  one record: the class's size
//   const POINTS: usize = scratch<ContactPoint>(520);        so many records, or numbers: scratch<f64>(6), scratch<v128>(2)
//   const FACE: usize = scratch<Face, FacePoint>(257);       a record, and so many of another right behind it
//   const GROUPS: usize = scratch<Group, Point>(68, 32);     so many of that, one after the other
//
// `scratch` may only be what a constant at the top level of a file is set to; it becomes `memory.data` of a constant.
// Where all scratch lies is written to the wasm's custom section `scratch`: [[start, end], ...] in a release, and with `names`
// { name: [start, end], ... }. All else below the heap is constant tables. Nothing may be read there before the same call wrote it.
import * as assemblyscript from 'assemblyscript';

const { CommonFlags, ElementKind, Node, NodeKind, Token } = assemblyscript;

/** Name of the custom section. */
export const SCRATCH_SECTION = 'scratch';

const ALIGNMENT = 16;
/** What the constant with the size of an area is called, after the area. */
const BYTES = '$bytes';

export class ScratchTransform {
  /**
   * @param {object} [options]
   * @param {boolean} [options.names] write the names of the areas, for tests
   * @param {number} [options.guard] bytes behind each area that belong to none, in which tests see who writes past the end
   */
  constructor({ names = false, guard = 0 } = {}) {
    this.names = names;
    this.guard = guard;
  }

  afterParse(parser) {
    for (const source of parser.sources) {
      if (source.isLibrary) continue;
      source.statements = source.statements.flatMap((statement) =>
        statement.kind === NodeKind.Variable ? [...this.expand(statement), statement] : [statement],
      );
    }
  }

  /** Sets scratch areas of a statement to `memory.data`; the constants with their sizes. */
  expand(statement) {
    const sizes = [];
    for (const declaration of statement.declarations) {
      const call = declaration.initializer;
      if (call?.kind !== NodeKind.Call || call.expression.kind !== NodeKind.Identifier || call.expression.text !== 'scratch') continue;
      const { range } = call;
      const name = Node.createIdentifierExpression(declaration.name.text + BYTES, range);
      // asc keeps the values of inlined constants only.
      const inline = Node.createDecorator(identifier('inline', range), null, range);
      const size = Node.createVariableDeclaration(name, [inline], CommonFlags.Const, null, bytesOf(call), range);
      sizes.push(Node.createVariableStatement([inline], [size], range));
      declaration.decorators = [...(declaration.decorators ?? []), inline];
      const padded = this.guard ? binary(Token.Plus, name, integer(this.guard, range), range) : name;
      const data = Node.createPropertyAccessExpression(identifier('memory', range), identifier('data', range), range);
      declaration.initializer = Node.createCallExpression(data, null, [padded, integer(ALIGNMENT, range)], range);
    }
    return sizes;
  }

  afterInitialize(program) {
    this.program = program;
  }

  /** @param {{ addCustomSection(name: string, contents: Uint8Array): void }} module Binaryen's */
  afterCompile(module) {
    const areas = this.areas();
    const contents = this.names ? Object.fromEntries(areas.map(({ name, start, end }) => [name, [start, end]])) : rangesOf(areas);
    module.addCustomSection(SCRATCH_SECTION, new TextEncoder().encode(JSON.stringify(contents)));
  }

  /** The areas of what was compiled, in order. */
  areas() {
    const areas = [];
    for (const file of this.program.filesByName.values()) {
      for (const [name, element] of file.members ?? []) {
        const size = file.members.get(name + BYTES);
        if (!size || element.kind !== ElementKind.Global || !element.is(CommonFlags.Compiled)) continue;
        const start = constantOf(element);
        const path = file.source.normalizedPath.replace(/^assembly\//, '').replace(/(\.kernel)?\.ts$/, '');
        areas.push({ name: `${path}/${name}`, start, end: start + constantOf(size) });
      }
    }
    return areas.sort((a, b) => a.start - b.start);
  }
}

/** The bytes that a call of `scratch` asks for, as an expression. */
function bytesOf({ typeArguments, args, range }) {
  const types = typeArguments ?? [];
  if (![1, 2].includes(types.length) || args.length > types.length || (types.length === 2 && !args.length))
    throw new Error(`${position(range)}: scratch<T>(count?) and scratch<Head, Item>(items, count?) are all there is.`);
  const times = (size, count) => (count ? binary(Token.Asterisk, size, i32(count, range), range) : size);
  const [first, second] = types.map((type) => sizeOf(type, range));
  const record = second ? binary(Token.Plus, first, times(second, args[0]), range) : first;
  return times(Node.createParenthesizedExpression(record, range), args[types.length - 1]);
}

/** The bytes of a class's fields, or of a number: only the compiler knows which a name is. */
function sizeOf(type, range) {
  const [isClass, fields, number] = ['isReference', 'offsetof', 'sizeof'].map((name) => call(name, [type], [], range));
  return i32(Node.createTernaryExpression(isClass, fields, number, range), range);
}

const identifier = (name, range) => Node.createIdentifierExpression(name, range);
const call = (name, types, args, range) => Node.createCallExpression(identifier(name, range), types, args, range);
const i32 = (value, range) => call('i32', null, [value], range);
const binary = (operator, left, right, range) => Node.createBinaryExpression(operator, left, right, range);
const integer = (value, range) => Node.createIntegerLiteralExpression(i64_new(value), range);

function constantOf(global) {
  return i64_low(global.constantIntegerValue);
}

/** Areas that follow each other, with no more than alignment between them, as one range. */
function rangesOf(areas) {
  const ranges = [];
  for (const { start, end } of areas) {
    const last = ranges.at(-1);
    if (last && start - last[1] < ALIGNMENT) last[1] = end;
    else ranges.push([start, end]);
  }
  return ranges;
}

function position(range) {
  return `${range.source.normalizedPath}:${range.source.lineAt(range.start)}`;
}
