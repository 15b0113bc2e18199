/**
 * Random expressions of the kernel language, each with the same computation on plain numbers. The model rounds after every
 * operation and sums in the order the rewriter documents, so results agree to the bit.
 */
import fc from 'fast-check';

/** A lane as the rewriter sees it: numbers known while rewriting are folded in double precision and rounded once. */
export interface Scalar {
  value: number;
  constant: number | null;
}

export type Rounding = ((value: number) => number) & {
  isSingle?: boolean;
  /** Of numbers that are not lanes of a kernel's T. */
  isPlain?: boolean;
};

export type Values = Scalar[];

export interface Inputs {
  [name: string]: Values;
}

export interface Expression {
  text: string;
  evaluate(inputs: Inputs, round: Rounding): Values;
}

export const COUNTS = { lane: 1, vec3: 3, quat: 4, mat3: 9, sym3: 6 } as const;
export type Kind = keyof typeof COUNTS;

/** The fields of the record the expressions read. */
export const FIELDS: Record<string, Kind> = {
  a: 'lane',
  b: 'lane',
  c: 'lane',
  u: 'vec3',
  v: 'vec3',
  q: 'quat',
  p: 'quat',
  m: 'mat3',
  n: 'mat3',
  k: 'sym3',
};

const OPERATIONS: Record<string, (a: number, b: number) => number> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
};

function apply(operator: string, a: Scalar, b: Scalar, round: Rounding): Scalar {
  const operation = OPERATIONS[operator];
  if (a.constant === null || b.constant === null) return { value: round(operation(a.value, b.value)), constant: null };
  const constant = operation(a.constant, b.constant);
  return { value: round(constant), constant };
}

function computed(value: number): Scalar {
  return { value, constant: null };
}

function sumOfProducts(a: Values, b: Values, round: Rounding): Scalar {
  return a.map((item, index) => apply('*', item, b[index], round)).reduce((sum, item) => apply('+', sum, item, round));
}

function cross([ax, ay, az]: Values, [bx, by, bz]: Values, round: Rounding): Values {
  const minor = (a: Scalar, b: Scalar, c: Scalar, d: Scalar) => apply('-', apply('*', a, b, round), apply('*', c, d, round), round);
  return [minor(ay, bz, az, by), minor(az, bx, ax, bz), minor(ax, by, ay, bx)];
}

const MATRIX_OF_SYMMETRIC = [0, 3, 4, 3, 1, 5, 4, 5, 2];

function rows(m: Values): Values[] {
  const full = m.length === 6 ? MATRIX_OF_SYMMETRIC.map((index) => m[index]) : m;
  return [full.slice(0, 3), full.slice(3, 6), full.slice(6, 9)];
}

function literal(value: number): Expression {
  return { text: String(value), evaluate: (_, round) => [{ value: round(value), constant: value }] };
}

function field(name: string): Expression {
  return { text: `d.${name}`, evaluate: (inputs) => inputs[name] };
}

/** Both operands component by component; a lane meets every component. */
function binary(operator: string, a: Expression, b: Expression): Expression {
  return {
    text: `(${a.text} ${operator} ${b.text})`,
    evaluate(inputs, round) {
      const left = a.evaluate(inputs, round);
      const right = b.evaluate(inputs, round);
      const count = Math.max(left.length, right.length);
      const at = (values: Values, index: number) => values[values.length === 1 ? 0 : index];
      return Array.from({ length: count }, (_, index) => apply(operator, at(left, index), at(right, index), round));
    },
  };
}

function call(name: string, list: Expression[], evaluate: (values: Values[], round: Rounding) => Values): Expression {
  return {
    text: `${name}(${list.map((item) => item.text).join(', ')})`,
    evaluate: (inputs, round) =>
      evaluate(
        list.map((item) => item.evaluate(inputs, round)),
        round,
      ),
  };
}

function negated(a: Expression): Expression {
  const negate = ({ value, constant }: Scalar): Scalar => ({ value: -value, constant: constant === null ? null : -constant });
  return { text: `(-${a.text})`, evaluate: (inputs, round) => a.evaluate(inputs, round).map(negate) };
}

function component(of: Expression, name: string, index: number): Expression {
  return { text: `${of.text}${name}`, evaluate: (inputs, round) => [of.evaluate(inputs, round)[index]] };
}

function slice(of: Expression, text: string, from: number, to: number): Expression {
  return { text: `${of.text}${text}`, evaluate: (inputs, round) => of.evaluate(inputs, round).slice(from, to) };
}

interface Test {
  text: string;
  evaluate(inputs: Inputs, round: Rounding): boolean;
}

const COMPARISONS: Record<string, (a: number, b: number) => boolean> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
};

/** A choice by a mask: `select` and the conditional expression alternate by the text of the test, to cover both. */
function choice(test: Test, a: Expression, b: Expression): Expression {
  const text = test.text.length % 2 === 0 ? `select(${test.text}, ${a.text}, ${b.text})` : `(${test.text} ? ${a.text} : ${b.text})`;
  return {
    text,
    evaluate(inputs, round) {
      const chosen = test.evaluate(inputs, round) ? a : b;
      return chosen.evaluate(inputs, round).map(({ value }) => computed(value));
    },
  };
}

/** In lanes as pmin and pmax: of what is equal, and beside what is not a number, the first. */
const least = (values: Values[], round: Rounding) => each(round.isPlain ? Math.min : (a, b) => [a, b][Number(b < a)])(values, round);
const largest = (values: Values[], round: Rounding) => each(round.isPlain ? Math.max : (a, b) => [a, b][Number(a < b)])(values, round);

const each = (operation: (...values: number[]) => number) => (values: Values[], round: Rounding) =>
  values[0].map((_, index) => computed(round(operation(...values.map((list) => list[index].value)))));

function fieldsOf(kind: Kind): fc.Arbitrary<Expression> {
  return fc.constantFrom(...Object.keys(FIELDS).filter((name) => FIELDS[name] === kind)).map(field);
}

/** Arbitrary expressions of each kind. */
export const EXPRESSIONS = fc.letrec<Record<Kind, Expression> & { test: Test; number: Expression }>((tie) => {
  const options = { maxDepth: 5, depthSize: 'large', depthIdentifier: 'expression' } as const;
  const linear = fc.constantFrom('+', '-');
  const pair = (kind: Kind) => fc.tuple(linear, tie(kind), tie(kind)).map(([operator, a, b]) => binary(operator, a, b));
  const scaled = (kind: Kind) =>
    fc
      .tuple(fc.boolean(), fc.oneof(tie('lane'), tie('number')), tie(kind))
      .map(([first, s, a]) => (first ? binary('*', s, a) : binary('*', a, s)));
  const chosen = (kind: Kind) => fc.tuple(tie('test'), tie(kind), tie(kind)).map(([test, a, b]) => choice(test, a, b));
  const compound = (kind: Kind, ...others: fc.Arbitrary<Expression>[]) =>
    fc.oneof(options, fieldsOf(kind), pair(kind), scaled(kind), tie(kind).map(negated), chosen(kind), ...others);
  return {
    number: fc.integer({ min: -24, max: 24 }).map((value) => literal(value / 8)),
    lane: fc.oneof(
      options,
      fieldsOf('lane'),
      fc
        .tuple(fc.constantFrom('+', '-', '*'), tie('lane'), fc.oneof(tie('lane'), tie('number')))
        .map(([operator, a, b]) => binary(operator, a, b)),
      fc.tuple(fc.constantFrom('+', '-', '*', '/'), tie('number'), fieldsOf('lane')).map(([operator, a, b]) => binary(operator, a, b)),
      tie('lane').map(negated),
      chosen('lane'),
      fc.tuple(tie('vec3'), fc.constantFrom(0, 1, 2)).map(([v, index]) => component(v, ['.x', '.y', '[2]'][index], index)),
      fc.tuple(tie('vec3'), tie('vec3')).map((list) => call('dot', list, ([a, b], round) => [sumOfProducts(a, b, round)])),
      fc.tuple(tie('quat'), tie('quat')).map((list) => call('dot', list, ([a, b], round) => [sumOfProducts(a, b, round)])),
      fc.tuple(tie('lane'), tie('lane')).map((list) => call('min', list, least)),
      fc.tuple(tie('lane'), tie('lane')).map((list) => call('max', list, largest)),
      fc.tuple(tie('lane')).map((list) => call('sqrt', [call('abs', list, each(Math.abs))], each(Math.sqrt))),
      fc.tuple(tie('lane')).map((list) => call('floor', list, each(Math.floor))),
      fc.tuple(tie('vec3')).map((list) => call('lengthSquared', list, ([v], round) => [computed(sumOfProducts(v, v, round).value)])),
      fc.tuple(tie('mat3')).map((list) => call('trace', list, ([m], round) => [apply('+', apply('+', m[0], m[4], round), m[8], round)])),
    ),
    vec3: compound(
      'vec3',
      fc.tuple(tie('lane'), fc.oneof(tie('lane'), tie('number')), tie('lane')).map((list) => call('vec3', list, (values) => values.flat())),
      fc.tuple(tie('vec3'), tie('vec3')).map(([a, b]) => binary('*', a, b)),
      fc.tuple(tie('vec3'), fieldsOf('vec3')).map(([a, b]) => binary('/', a, b)),
      fc.tuple(tie('vec3'), tie('vec3')).map((list) => call('cross', list, ([a, b], round) => cross(a, b, round))),
      fc.tuple(tie('mat3'), tie('vec3')).map(([m, v]) => product(m, v)),
      fc.tuple(tie('sym3'), tie('vec3')).map(([m, v]) => product(m, v)),
      tie('quat').map((q) => slice(q, '.xyz', 0, 3)),
      fc.tuple(tie('mat3'), fc.constantFrom(0, 1, 2)).map(([m, row]) => slice(m, `[${row}]`, 3 * row, 3 * row + 3)),
      fc.tuple(tie('vec3'), tie('vec3')).map((list) => call('max', list, largest)),
    ),
    quat: compound(
      'quat',
      fc.tuple(tie('vec3'), fc.oneof(tie('lane'), tie('number'))).map((list) => call('quat', list, (values) => values.flat())),
    ),
    mat3: compound(
      'mat3',
      fc.tuple(fc.oneof(tie('mat3'), tie('sym3')), tie('mat3')).map(([m, n]) => product(m, n)),
      fc.tuple(tie('mat3')).map((list) => call('transpose', list, ([m]) => [0, 3, 6, 1, 4, 7, 2, 5, 8].map((index) => m[index]))),
      fc
        .tuple(tie('vec3'), tie('vec3'))
        .map((list) => call('outer', list, ([a, b], round) => a.flatMap((left) => b.map((right) => apply('*', left, right, round))))),
      fc.tuple(tie('sym3')).map((list) => call('mat3', list, ([m]) => rows(m).flat())),
    ),
    sym3: compound(
      'sym3',
      fc.tuple(tie('vec3'), tie('vec3')).map((list) => diagonalAndOff(list)),
    ),
    test: fc.oneof(
      options,
      fc
        .tuple(fc.constantFrom(...Object.keys(COMPARISONS)), fieldsOf('lane'), fc.oneof(tie('lane'), tie('number')))
        .map(([operator, a, b]) => comparison(operator, a, b)),
      fc.tuple(fc.constantFrom('&&', '||'), tie('test'), tie('test')).map(([operator, a, b]) => logical(operator, a, b)),
      tie('test').map((a): Test => ({ text: `!${a.text}`, evaluate: (inputs, round) => !a.evaluate(inputs, round) })),
    ),
  };
});

function comparison(operator: string, a: Expression, b: Expression): Test {
  return {
    text: `(${a.text} ${operator} ${b.text})`,
    evaluate: (inputs, round) => COMPARISONS[operator](a.evaluate(inputs, round)[0].value, b.evaluate(inputs, round)[0].value),
  };
}

function logical(operator: string, a: Test, b: Test): Test {
  return {
    text: `(${a.text} ${operator} ${b.text})`,
    evaluate(inputs, round) {
      const [left, right] = [a.evaluate(inputs, round), b.evaluate(inputs, round)];
      return operator === '&&' ? left && right : left || right;
    },
  };
}

/** matrix * vector or matrix * matrix */
function product(m: Expression, other: Expression): Expression {
  return {
    text: `(${m.text} * ${other.text})`,
    evaluate(inputs, round) {
      const right = other.evaluate(inputs, round);
      const left = rows(m.evaluate(inputs, round));
      if (right.length === 3) return left.map((row) => sumOfProducts(row, right, round));
      const columns = [0, 1, 2].map((index) => [right[index], right[index + 3], right[index + 6]]);
      return left.flatMap((row) => columns.map((column) => sumOfProducts(row, column, round)));
    },
  };
}

function diagonalAndOff([diagonal, off]: Expression[]): Expression {
  const names = ['x', 'y', 'z'];
  const list = [diagonal, off].flatMap((vector) => names.map((name, index) => component(vector, `.${name}`, index)));
  return call('sym3', list, (values) => values.flat());
}
