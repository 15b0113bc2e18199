/** Operators on lanes: on `T` and v128 calls of the primitives in math/lanes.ts, on a concrete scalar the operators of AssemblyScript. */
import {
  describe,
  isFloat,
  isInteger,
  isNumeric,
  isOpaque,
  isPlain,
  isScalarLane,
  laneKind,
  maskKind,
  NUMBER,
  plainKind,
  REAL,
} from './kinds.mjs';
import { floatPart, makePart, makeValue, mergedFlags, numberValue, operandText, PRECEDENCE } from './values.mjs';

/** Operators by their text: strength, and the primitive that does the same for lanes. */
export const BINARY = {
  '*': { precedence: 12, primitive: 'mul', fold: (a, b) => a * b },
  '/': { precedence: 12, primitive: 'div', fold: (a, b) => a / b },
  '%': { precedence: 12, fold: (a, b) => a % b },
  '+': { precedence: 11, primitive: 'add', fold: (a, b) => a + b },
  '-': { precedence: 11, primitive: 'sub', fold: (a, b) => a - b },
  '<<': { precedence: 10 },
  '>>': { precedence: 10 },
  '>>>': { precedence: 10 },
  '<': { precedence: 9, primitive: 'lessThan', comparison: true },
  '<=': { precedence: 9, primitive: 'lessOrEqual', comparison: true },
  '>': { precedence: 9, primitive: 'greaterThan', comparison: true },
  '>=': { precedence: 9, primitive: 'greaterOrEqual', comparison: true },
  '==': { precedence: 8, primitive: 'equal', comparison: true },
  '!=': { precedence: 8, primitive: 'notEqual', comparison: true },
  '===': { precedence: 8, primitive: 'equal', comparison: true },
  '!==': { precedence: 8, primitive: 'notEqual', comparison: true },
  '&': { precedence: 7 },
  '^': { precedence: 6 },
  '|': { precedence: 5 },
  '&&': { precedence: 4, logical: true },
  '||': { precedence: 3, logical: true },
};

/** Primitives that are operators or builtins of AssemblyScript on a concrete scalar. */
const SCALAR_CALLS = {
  minimum: 'min',
  maximum: 'max',
  absolute: 'abs',
  squareRoot: 'sqrt',
  roundDown: 'floor',
  roundNearest: 'nearest',
  withSignOf: 'copysign',
};
const SCALAR_OPERATORS = { mul: '*', div: '/', add: '+', sub: '-' };
const SCALAR_COMPARISONS = {
  lessThan: '<',
  lessOrEqual: '<=',
  greaterThan: '>',
  greaterOrEqual: '>=',
  equal: '==',
  notEqual: '!=',
  and: '&&',
  or: '||',
  xor: '!=',
};

/** Arithmetic on parts of one lane type. */
export class LaneArithmetic {
  /**
   * @param {import('./frames.mjs').Frame} frame
   * @param {string} lane
   */
  constructor(frame, lane) {
    this.frame = frame;
    this.lane = lane;
    this.scalar = isScalarLane(lane);
  }

  add(a, b) {
    return this.apply('add', a, b);
  }

  sub(a, b) {
    return this.apply('sub', a, b);
  }

  mul(a, b) {
    return this.apply('mul', a, b);
  }

  div(a, b) {
    return this.apply('div', a, b);
  }

  neg(a) {
    if (a.constant !== null) return this.constant(-a.constant);
    if (this.scalar) return makePart(`-${operandText(a, PRECEDENCE.primary)}`, { ...mergedFlags([a]), precedence: PRECEDENCE.unary });
    return this.call('neg', [a]);
  }

  constant(number) {
    return this.frame.constantPart(number, this.lane);
  }

  /** a₀b₀ + a₁b₁ + ... */
  sumOfProducts(a, b) {
    return a.map((part, index) => this.mul(part, b[index])).reduce((sum, product) => this.add(sum, product));
  }

  /** ab - cd */
  minor(a, b, c, d) {
    return this.sub(this.mul(a, b), this.mul(c, d));
  }

  apply(primitive, a, b) {
    const fold = BINARY[SCALAR_OPERATORS[primitive]].fold;
    if (a.constant !== null && b.constant !== null) return this.constant(fold(a.constant, b.constant));
    const unchanged = neutral(primitive, a, b);
    if (unchanged) return unchanged;
    if (!this.scalar) return this.call(primitive, [a, b]);
    return infix(SCALAR_OPERATORS[primitive], a, b);
  }

  /** A comparison or an operation on masks. */
  test(primitive, a, b) {
    return this.scalar ? infix(SCALAR_COMPARISONS[primitive], a, b) : this.call(primitive, [a, b]);
  }

  not(mask) {
    if (!this.scalar) return this.call('not', [mask]);
    return makePart(`!${operandText(mask, PRECEDENCE.unary)}`, { ...mergedFlags([mask]), precedence: PRECEDENCE.unary });
  }

  choose(mask, whenTrue, whenFalse) {
    if (!this.scalar) return this.call('choose', [mask, whenTrue, whenFalse]);
    const list = [whenTrue, whenFalse, mask].map((part) => part.text).join(', ');
    return makePart(`select<${this.lane}>(${list})`, mergedFlags([mask, whenTrue, whenFalse]));
  }

  /** A call of a primitive; on a concrete scalar, of the builtin of AssemblyScript. */
  call(primitive, parts) {
    const name = this.scalar ? `${SCALAR_CALLS[primitive]}<${this.lane}>` : this.frame.primitive(primitive);
    return makePart(`${name}(${parts.map((part) => part.text).join(', ')})`, mergedFlags(parts));
  }

  /** The value as one part of this lane type: numbers are spread over the lanes. */
  convert(value, node) {
    const [part] = value.parts;
    const { kind } = value;
    if (kind.tag === 'lane' && kind.lane === this.lane) return part;
    if (isPlain(kind) && part.constant !== null) return this.constant(part.constant);
    if (this.scalar && isPlain(kind) && (isNumeric(kind) || isOpaque(kind))) return part.compileTime ? castTo(part, this.lane) : part;
    if (part.compileTime && isPlain(kind)) return makePart(`${this.frame.primitive('constant')}<${this.lane}>(${part.text})`);
    if (isOpaque(kind)) {
      return this.frame.fail(
        node,
        `the type of '${part.text}' is not known here: give it one first, as in 'const value: T = ${part.text};'.`,
      );
    }
    if (!isNumeric(kind)) {
      return this.frame.fail(node, `a ${describe(laneKind(this.lane))} is needed here, not a ${describe(kind)}.`);
    }
    const flags = mergedFlags([part]);
    const text = isInteger(kind) ? castTo(part, this.frame.typeText(REAL)).text : part.text;
    return makePart(`${this.frame.primitive('splat')}<${this.lane}>(${text})`, flags);
  }

  value(part) {
    return makeValue(laneKind(this.lane), [part]);
  }

  mask(part) {
    return makeValue(maskKind(this.lane), [part]);
  }
}

/** The operand that is the exact result: of x * 1, 1 * x, x / 1 and x - 0. (x + 0 turns -0 into 0, x * 0 may be NaN.) */
function neutral(primitive, a, b) {
  if (primitive === 'mul' && a.constant === 1) return b;
  if ((primitive === 'mul' || primitive === 'div') && b.constant === 1) return a;
  return primitive === 'sub' && Object.is(b.constant, 0) ? a : null;
}

function castTo(part, type) {
  const text = `<${type}>${operandText(part, PRECEDENCE.unary)}`;
  return { ...part, text, precedence: PRECEDENCE.unary };
}

function infix(operator, a, b) {
  const { precedence } = BINARY[operator];
  return makePart(`${operandText(a, precedence)} ${operator} ${operandText(b, precedence + 1)}`, { ...mergedFlags([a, b]), precedence });
}

/** The name of the type of an operation on two plain values, or null. */
function plainResult(a, b, operator) {
  if (operator.comparison) return 'bool';
  if (operator.logical) return a.name === 'bool' && b.name === 'bool' ? 'bool' : null;
  if (a === NUMBER || a.name === b.name) return b.name;
  if (b === NUMBER) return a.name;
  if (isFloat(a) && isFloat(b)) return a.name === 'f64' || b.name === 'f64' ? 'f64' : 'real';
  if (isFloat(a) && isInteger(b)) return a.name;
  return isInteger(a) && isFloat(b) ? b.name : null;
}

/** A binary operator on two plain values: passed through, except that numbers take the float type they meet. */
export function plainBinary(name, a, b) {
  const constant = foldedConstant(name, a, b);
  if (a.kind === NUMBER && b.kind === NUMBER && constant !== null && !Number.isInteger(constant)) return numberValue(constant);
  const left = constant === null ? asFloat(a, b.kind) : a;
  const right = constant === null ? asFloat(b, a.kind) : b;
  const result = plainResult(left.kind, right.kind, BINARY[name]);
  const kind = result === 'number' ? NUMBER : plainKind(result);
  const [leftPart, rightPart] = [left.parts[0], right.parts[0]];
  const compileTime = isCompileTime(leftPart) && isCompileTime(rightPart);
  return makeValue(kind, [{ ...infix(name, leftPart, rightPart), constant, compileTime }]);
}

/** The number the operation gives, where it is known and AssemblyScript would not round it to an integer. */
function foldedConstant(name, a, b) {
  const { fold } = BINARY[name];
  const [left, right] = [a.parts[0].constant, b.parts[0].constant];
  if (!fold || left === null || right === null) return null;
  const integers = isInteger(a.kind) || isInteger(b.kind);
  return integers && name === '/' && !isFloat(a.kind) && !isFloat(b.kind) ? null : fold(left, right);
}

function isCompileTime(part) {
  return part.compileTime === true || part.constant !== null;
}

/** A number or a constant as a value of the float type it meets. */
function asFloat(value, other) {
  const [part] = value.parts;
  if (!isFloat(other)) return value;
  if (value.kind === NUMBER && part.constant !== null) return makeValue(other, [floatPart(part.constant, other.name)]);
  const narrowed = part.compileTime && isFloat(value.kind) && value.kind.name !== other.name && other.name !== 'f64';
  return narrowed ? makeValue(other, [castTo(part, other.name)]) : value;
}
