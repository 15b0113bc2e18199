/**
 * Parsing. AssemblyScript's own parser reads kernel files, except for two forms it lacks: a tuple as return type and the
 * destructuring of a tuple. Both are replaced by forms it knows, and positions are mapped back.
 */
import * as asc from 'assemblyscript';
import { KernelError } from './error.mjs';

const { NodeKind, Token } = asc;

export { NodeKind, Token };

/** How `const [a, b] = f()` is handed to the parser: `const $tuple$a$b = f()`. */
const DESTRUCTURING = '$tuple$';
/** How the type `[A, B]` is handed to the parser: `$tuple<A, B>`. */
export const TUPLE_TYPE = '$tuple';

/** LiteralKind of the parser. */
export const LITERAL = { float: 0, integer: 1, string: 2, template: 3, regularExpression: 4, array: 5, object: 6 };
/** AssertionKind of the parser. */
export const ASSERTION = { prefix: 0, as: 1, nonNull: 2, constant: 3 };
/** CommonFlags of the parser. */
export const FLAG = { export: 2, declare: 4, const: 8, static: 32, abstract: 128, get: 2048, set: 4096 };

const SKIPPED = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;

/** The text with comments and strings blanked, so that patterns are found in code only. */
function blankComments(text) {
  return text.replace(SKIPPED, (match) => match.replace(/[^\n]/g, ' '));
}

/** Offset behind the bracket that closes the one at `start`. */
function closingBracket(code, start) {
  let depth = 0;
  for (let index = start; index < code.length; index++) {
    if (code[index] === '[') depth++;
    if (code[index] === ']' && --depth === 0) return index;
  }
  return -1;
}

/** @returns {{ start: number, end: number, text: string }[]} replacements in order */
function findReplacements(code) {
  const replacements = [];
  for (const match of code.matchAll(/\b(?:const|let)\s+(\[([^\]=]*)\])\s*=/g)) {
    const start = match.index + match[0].indexOf('[');
    const names = match[2].split(',').map((name) => name.trim());
    if (names.every((name) => /^\w*$/.test(name))) {
      replacements.push({ start, end: start + match[1].length, text: DESTRUCTURING + names.join('$') });
    }
  }
  const addTuple = (start) => {
    const end = closingBracket(code, start);
    if (end < 0) return -1;
    replacements.push({ start, end: start + 1, text: `${TUPLE_TYPE}<` }, { start: end, end: end + 1, text: '>' });
    for (let inner = start + 1; inner < end; inner++) if (code[inner] === '[') inner = addTuple(inner);
    return end;
  };
  for (const match of code.matchAll(/\)\s*:\s*\[|\btype\s+\w+\s*(?:<[^=]*>)?\s*=\s*\[/g)) {
    const start = match.index + match[0].length - 1;
    const end = closingBracket(code, start);
    // `condition ? f() : [a, b]` looks alike, but only a return type is followed by a body.
    if (end > 0 && (match[0].startsWith('type') || /^\s*\{/.test(code.slice(end + 1)))) addTuple(start);
  }
  return replacements.sort((a, b) => a.start - b.start);
}

/** The names a destructuring declaration binds ('' for a hole), or null when it is an ordinary declaration. */
export function destructuredNames(name) {
  return name.startsWith(DESTRUCTURING) ? name.slice(DESTRUCTURING.length).split('$') : null;
}

/** One parsed file. */
export class SourceFile {
  /**
   * @param {string} path relative to the assembly folder
   * @param {string} text
   */
  constructor(path, text) {
    this.path = path;
    this.original = text;
    this.replacements = findReplacements(blankComments(text));
    this.text = this.replace(text);
    this.lineStarts = [0];
    for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) this.lineStarts.push(index + 1);
    this.statements = this.parse();
  }

  replace(text) {
    let result = '';
    let position = 0;
    for (const { start, end, text: replacement } of this.replacements) {
      result += text.slice(position, start) + replacement;
      position = end;
    }
    return result + text.slice(position);
  }

  parse() {
    const program = asc.newProgram(asc.newOptions());
    asc.parse(program, this.text, this.path, true);
    for (let message = asc.nextDiagnostic(program); message; message = asc.nextDiagnostic(program)) {
      if (message.category === asc.DiagnosticCategory.Error) this.fail(message.range, message.message);
    }
    const normalized = this.path.replace(/\.ts$/, '');
    return program.sources.find((source) => source.internalPath === normalized).statements;
  }

  /** Offset in the file as it was written. */
  originalOffset(offset) {
    let shift = 0;
    for (const { start, end, text } of this.replacements) {
      const begin = start + shift;
      if (offset < begin) break;
      if (offset < begin + text.length) return start;
      shift += text.length - (end - start);
    }
    return offset - shift;
  }

  /** @returns {{ line: number, column: number }} 1-based */
  locate(range) {
    const offset = this.originalOffset(range.start);
    let low = 0;
    let high = this.lineStarts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.lineStarts[middle] <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - this.lineStarts[low] + 1 };
  }

  /** Source text of a node as it was written. */
  slice(range) {
    return this.original.slice(this.originalOffset(range.start), this.originalOffset(range.end));
  }

  /** @returns {never} */
  fail(range, message) {
    const { line, column } = range ? this.locate(range) : { line: 1, column: 1 };
    throw new KernelError(this.path, line, column, message);
  }
}

/** Calls `visit` for a node and everything below it; `visit` returns false to skip what is below. */
export function walk(node, visit) {
  if (!node || typeof node !== 'object') return;
  if (Array.isArray(node)) {
    for (const item of node) walk(item, visit);
    return;
  }
  if (node.kind === undefined || !('range' in node) || visit(node) === false) return;
  for (const [key, child] of Object.entries(node)) {
    if (key !== 'range' && child && typeof child === 'object') walk(child, visit);
  }
}

const OPERATOR_TEXT = new Map(
  Object.entries({
    Asterisk: '*',
    Slash: '/',
    Percent: '%',
    Plus: '+',
    Minus: '-',
    LessThan_LessThan: '<<',
    GreaterThan_GreaterThan: '>>',
    GreaterThan_GreaterThan_GreaterThan: '>>>',
    LessThan: '<',
    LessThan_Equals: '<=',
    GreaterThan: '>',
    GreaterThan_Equals: '>=',
    Equals_Equals: '==',
    Exclamation_Equals: '!=',
    Equals_Equals_Equals: '===',
    Exclamation_Equals_Equals: '!==',
    Ampersand: '&',
    Caret: '^',
    Bar: '|',
    Ampersand_Ampersand: '&&',
    Bar_Bar: '||',
    Exclamation: '!',
    Tilde: '~',
    Plus_Plus: '++',
    Minus_Minus: '--',
  }).map(([name, text]) => [asc.Token[name], text]),
);

/** @returns {string | undefined} the text of an operator that computes a value */
export function operatorText(token) {
  return OPERATOR_TEXT.get(token);
}

/** The names a body assigns to: the others can be constants. */
export function assignedNames(body) {
  const names = new Set();
  const add = (target) => {
    let node = target;
    while (node.expression) node = node.expression;
    if (node.kind === NodeKind.Identifier) names.add(node.text);
    for (const item of node.elementExpressions ?? []) add(item);
  };
  walk(body, (node) => {
    if (node.kind === NodeKind.Binary && !operatorText(node.operator)) add(node.left);
    const steps = node.operator === Token.Plus_Plus || node.operator === Token.Minus_Minus;
    if (steps && node.operand) add(node.operand);
    return true;
  });
  return names;
}
