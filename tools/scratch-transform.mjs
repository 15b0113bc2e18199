// An asc transform that gives the kernels their scratch: memory whose size the compiler works out from what lies there.
//
//   const PROBE: usize = scratch<Convex>();                  one record: the class's size
//   const POINTS: usize = scratch<ContactPoint>(520);        so many records, or numbers: scratch<f64>(6), scratch<v128>(2)
//   const FACE: usize = scratch<Face, FacePoint>(257);       a record, and so many of another right behind it
//   const GROUPS: usize = scratch<Group, Point>(68, 32);     so many of that, one after the other
//
// `scratch` may only be what a constant at the top level of a file is set to. Each area becomes a global that the instance imports, so
// that every instance has scratch of its own: the import `scratch.<n>` is the address 16 n (n in base 36) bytes behind where the instance's
// scratch begins. The wasm's custom section `scratch` says how many bytes that takes, and where the tables of constants end, which is
// where the first instance on a memory may have its scratch: { tables, bytes }; with `names` also { areas: { name: [start, end], ... } },
// from the beginning of scratch. Nothing may be read there before the same call wrote it.
import * as assemblyscript from 'assemblyscript';
import binaryen from 'binaryen';

const { CommonFlags, ElementKind, Node, NodeKind, Token } = assemblyscript;

/** Name of the custom section, and of the module that areas are imported from. */
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
    this.areasByFile = new Map();
    for (const source of parser.sources) {
      if (source.isLibrary) continue;
      const names = [];
      source.statements = source.statements.flatMap((statement) =>
        statement.kind === NodeKind.Variable ? [...this.expand(statement, names), statement] : [statement],
      );
      if (names.length) this.areasByFile.set(source.internalPath, names);
    }
  }

  /** Makes the scratch areas of a statement globals whose first value is their size; the constants with these. */
  expand(statement, names) {
    const sizes = [];
    for (const declaration of statement.declarations) {
      const call = declaration.initializer;
      if (call?.kind !== NodeKind.Call || call.expression.kind !== NodeKind.Identifier || call.expression.text !== 'scratch') continue;
      const { range } = call;
      const name = identifier(declaration.name.text + BYTES, range);
      // asc computes the values of inlined constants only.
      const inline = Node.createDecorator(identifier('inline', range), null, range);
      const size = Node.createVariableDeclaration(name, [inline], CommonFlags.Const, null, bytesOf(call), range);
      sizes.push(Node.createVariableStatement([inline], [size], range));
      names.push(declaration.name.text);
      declaration.initializer = name;
      // Nothing is to be computed from the size as if it were the address.
      declaration.flags = (declaration.flags & ~CommonFlags.Const) | CommonFlags.Let;
    }
    return sizes;
  }

  afterInitialize(program) {
    this.program = program;
  }

  /** @param {import('binaryen').Module} module */
  afterCompile(module) {
    const areas = this.areas(module);
    for (const { global, start } of areas) {
      module.removeGlobal(global);
      module.addGlobalImport(global, SCRATCH_SECTION, (start / ALIGNMENT).toString(36), binaryen.i32, false);
    }
    const last = areas.at(-1);
    const contents = { tables: endOfTables(module), bytes: last ? last.end + this.guard : 0 };
    if (this.names) contents.areas = Object.fromEntries(areas.map(({ name, start, end }) => [name, [start, end]]));
    module.addCustomSection(SCRATCH_SECTION, new TextEncoder().encode(JSON.stringify(contents)));
  }

  /** The areas of what was compiled, one behind the other. */
  areas(module) {
    const areas = [];
    let start = 0;
    for (const [file, names] of this.areasByFile) {
      const { members } = [...this.program.filesByName.values()].find(({ source }) => source.internalPath === file);
      for (const name of names) {
        const element = members.get(name);
        if (element?.kind !== ElementKind.Global || !element.is(CommonFlags.Compiled)) continue;
        const end = start + sizeOfArea(module, element.internalName, `${file}/${name}`);
        areas.push({ name: `${shortName(file)}/${name}`, global: element.internalName, start, end });
        start = aligned(end + this.guard);
      }
    }
    return areas;
  }
}

const aligned = (bytes) => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
const shortName = (file) => file.replace(/^assembly\//, '').replace(/\.kernel$/, '');

/** The value that the global of an area begins with. */
function sizeOfArea(module, global, name) {
  const { init } = binaryen.getGlobalInfo(module.getGlobal(global));
  const { id, value } = binaryen.getExpressionInfo(init);
  if (id !== binaryen.ExpressionIds.Const || !(value > 0)) throw new Error(`${name}: the size of scratch must be a constant.`);
  return value;
}

function endOfTables(module) {
  const ends = Array.from({ length: module.getNumDataSegments() }, (_, index) => {
    const { offset, data } = module.getDataSegmentInfo(module.getDataSegmentByIndex(index));
    return offset + data.byteLength;
  });
  return Math.max(0, ...ends);
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

function position(range) {
  return `${range.source.normalizedPath}:${range.source.lineAt(range.start)}`;
}
