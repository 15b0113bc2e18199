/** Operators on values of any kind: which combinations exist, and what they mean component by component. */
import { BINARY, LaneArithmetic, plainBinary } from './arithmetic.mjs';
import { describe, isCompound, isOpaque, isPlain, isScalarLane, laneKind, NUMBER } from './kinds.mjs';
import { makePart, makeValue, mergedFlags, operandText, PRECEDENCE } from './values.mjs';

/** Row-major positions of the components of a sym3 in a mat3. */
const SYMMETRIC_AS_MATRIX = [0, 3, 4, 3, 1, 5, 4, 5, 2];

/** The nine components of a mat3 or sym3. */
export function matrixParts(value) {
  return value.kind.tag === 'sym3' ? SYMMETRIC_AS_MATRIX.map((index) => value.parts[index]) : value.parts;
}

export function toMatrix(value) {
  return makeValue({ tag: 'mat3', lane: value.kind.lane }, matrixParts(value));
}

function isMatrix(value) {
  return value.kind.tag === 'mat3' || value.kind.tag === 'sym3';
}

/** The common lane type of the operands, or null when none has lanes. */
export function commonLane(values, frame, node) {
  let lane = null;
  for (const { kind } of values) {
    if (!kind.lane) continue;
    if (lane !== null && lane !== kind.lane) {
      frame.fail(node, `these values have lanes of different types, ${lane} and ${kind.lane}.`);
    }
    lane = kind.lane;
  }
  return lane;
}

/** @returns {import('./values.mjs').Value} */
export function binaryOperation(name, a, b, frame, node) {
  const operator = BINARY[name];
  if (a.kind.tag === 'void' || b.kind.tag === 'void')
    return frame.fail(node, `'${name}' needs a value on both sides: one of them is a call that returns nothing.`);
  if (a.items || b.items) return frame.fail(node, `a tuple has no operators: take it apart with 'const [a, b] = ...'.`);
  const lane = commonLane([a, b], frame, node);
  if (lane === null) return plainBinary(name, a, b);
  const lanes = new LaneArithmetic(frame, lane);
  if (a.kind.tag === 'mask' || b.kind.tag === 'mask') return maskOperation(name, a, b, lanes, node);
  if (isCompound(a.kind) || isCompound(b.kind)) return compoundOperation(name, a, b, lanes, node);
  if (!operator.primitive) return unknownOperator(name, a, b, frame, node);
  const [left, right] = [lanes.convert(a, node), lanes.convert(b, node)];
  return operator.comparison
    ? lanes.mask(lanes.test(operator.primitive, left, right))
    : lanes.value(lanes.apply(operator.primitive, left, right));
}

/** @returns {never} */
function unknownOperator(name, a, b, frame, node, advice = '') {
  return frame.fail(node, `there is no '${name}' of ${describe(a.kind)} and ${describe(b.kind)}${advice}.`);
}

const MASK_PRIMITIVES = { '&&': 'and', '&': 'and', '||': 'or', '|': 'or', '!=': 'xor', '!==': 'xor', '^': 'xor' };

function maskOperation(name, a, b, lanes, node) {
  const primitive = MASK_PRIMITIVES[name];
  if (primitive && a.kind.tag === 'mask' && b.kind.tag === 'mask') return lanes.mask(lanes.test(primitive, a.parts[0], b.parts[0]));
  const advice = primitive && (isPlain(a.kind) || isPlain(b.kind)) ? ': make a mask of the bool with mask<T>(...)' : '';
  return unknownOperator(name, a, b, lanes.frame, node, advice);
}

function compoundOperation(name, a, b, lanes, node) {
  const { frame } = lanes;
  const linear = name === '+' || name === '-';
  if (linear && isCompound(a.kind) && isCompound(b.kind)) {
    if (a.kind.tag === b.kind.tag) return componentwise(name, a, b, lanes, a.kind);
    if (isMatrix(a) && isMatrix(b)) return componentwise(name, toMatrix(a), toMatrix(b), lanes, { tag: 'mat3', lane: lanes.lane });
  }
  if (name === '*' && isMatrix(a) && b.kind.tag === 'vec3') return matrixTimesVector(a, b, lanes);
  if (name === '*' && isMatrix(a) && isMatrix(b)) return matrixTimesMatrix(a, b, lanes);
  if ((name === '*' || name === '/') && a.kind.tag === 'vec3' && b.kind.tag === 'vec3') return componentwise(name, a, b, lanes, a.kind);
  if (name === '*' && !isCompound(a.kind) && isCompound(b.kind)) return scale(name, b, a, lanes, node, true);
  if ((name === '*' || name === '/') && isCompound(a.kind) && !isCompound(b.kind)) return scale(name, a, b, lanes, node, false);
  return unknownOperator(name, a, b, frame, node, adviceFor(name, a, b));
}

function adviceFor(name, a, b) {
  if (a.kind.tag === 'quat' && b.kind.tag === 'quat' && name === '*') return ': write qmul(a, b)';
  if (a.kind.tag === 'quat' && b.kind.tag === 'vec3' && name === '*') return ': write rotate(q, v)';
  if (a.kind.tag === 'vec3' && isMatrix(b) && name === '*') return ': write transpose(M) * v';
  if (BINARY[name].comparison) return ': compare components, and join the masks with && or ||';
  if ((name === '+' || name === '-') && (a.kind.tag === 'vec3' || b.kind.tag === 'vec3'))
    return ': write vec3(s, s, s) to add a number to each component';
  return '';
}

function componentwise(name, a, b, lanes, kind) {
  const { primitive } = BINARY[name];
  return makeValue(
    kind,
    a.parts.map((part, index) => lanes.apply(primitive, part, b.parts[index])),
  );
}

function scale(name, compound, factor, lanes, node, factorFirst) {
  const { primitive } = BINARY[name];
  const converted = lanes.convert(factor, node);
  const part = converted.constant !== null ? converted : lanes.frame.bindPart(converted, laneKind(lanes.lane), 'factor');
  return makeValue(
    compound.kind,
    compound.parts.map((component) => (factorFirst ? lanes.apply(primitive, part, component) : lanes.apply(primitive, component, part))),
  );
}

function matrixTimesVector(matrix, vector, lanes) {
  const v = lanes.frame.bind(vector, 'vector').parts;
  const m = matrix.kind.tag === 'sym3' ? matrixParts(lanes.frame.bind(matrix, 'matrix')) : matrix.parts;
  const rows = [0, 3, 6].map((row) => lanes.sumOfProducts(m.slice(row, row + 3), v));
  return makeValue(vector.kind, rows);
}

function matrixTimesMatrix(a, b, lanes) {
  const left = matrixParts(lanes.frame.bind(a, 'left'));
  const right = matrixParts(lanes.frame.bind(b, 'right'));
  const parts = left.map((_, index) => {
    const row = index - (index % 3);
    const column = index % 3;
    return lanes.sumOfProducts(left.slice(row, row + 3), [right[column], right[column + 3], right[column + 6]]);
  });
  return makeValue({ tag: 'mat3', lane: lanes.lane }, parts);
}

/** Unary minus, plus, not and complement. */
export function unaryOperation(name, operand, frame, node) {
  const { kind } = operand;
  if (operand.items || kind.tag === 'void') return frame.fail(node, `'${name}' needs one value, not ${describe(kind)}.`);
  if (kind.tag === 'plain') return plainUnary(name, operand);
  const lanes = new LaneArithmetic(frame, kind.lane);
  if (kind.tag === 'mask') {
    if (name === '!') return lanes.mask(lanes.not(operand.parts[0]));
    return frame.fail(node, `a mask has no '${name}': only ! && || != and select.`);
  }
  if (name === '+') return operand;
  if (name !== '-') return frame.fail(node, `there is no '${name}' of ${describe(kind)}.`);
  return makeValue(
    kind,
    operand.parts.map((part) => lanes.neg(part)),
  );
}

function plainUnary(name, operand) {
  const [part] = operand.parts;
  const constant = part.constant === null ? null : name === '-' ? -part.constant : name === '+' ? part.constant : null;
  const kind = name === '!' ? { ...operand.kind, name: 'bool', symbol: null } : operand.kind;
  const text = `${name}${operandText(part, PRECEDENCE.postfix)}`;
  const simple = part.simple && constant !== null;
  return makeValue(constant !== null ? operand.kind : kind, [
    makePart(text, { ...mergedFlags([part]), precedence: PRECEDENCE.unary, constant, simple, compileTime: part.compileTime }),
  ]);
}

/** `mask ? a : b` in every component. */
export function selectValue(mask, whenTrue, whenFalse, frame, node) {
  const kind = joinKinds(whenTrue, whenFalse, frame, node, mask.kind.lane ?? null);
  const a = convertValue(whenTrue, kind, frame, node);
  const b = convertValue(whenFalse, kind, frame, node);
  if (kind.tag === 'plain') return plainSelect(mask, a, b, kind, frame);
  const lanes = new LaneArithmetic(frame, kind.lane);
  const test = a.parts.length > 1 ? frame.bindPart(mask.parts[0], mask.kind, 'mask') : mask.parts[0];
  return makeValue(
    kind,
    a.parts.map((part, index) => lanes.choose(test, part, b.parts[index])),
  );
}

function plainSelect(mask, a, b, kind, frame) {
  const type = frame.typeText(kind);
  const parts = [a.parts[0], b.parts[0], mask.parts[0]];
  const list = parts.map((part) => part.text).join(', ');
  return makeValue(kind, [makePart(`select${type ? `<${type}>` : ''}(${list})`, mergedFlags(parts))]);
}

/** The kind two alternatives have in common. */
export function joinKinds(a, b, frame, node, laneHint = null) {
  const lane = commonLane([a, b], frame, node) ?? laneHint;
  const kinds = [a.kind, b.kind];
  const compound = kinds.find((kind) => isCompound(kind) || kind.tag === 'tuple' || kind.tag === 'mask');
  if (compound) return compound;
  if (lane !== null && !isScalarLane(lane)) return { tag: 'lane', lane };
  return a.kind === NUMBER ? b.kind : a.kind;
}

/**
 * The value as a value of the kind: numbers become lanes, a call of unknown kind takes the kind it is declared with.
 * @returns {import('./values.mjs').Value}
 */
export function convertValue(value, kind, frame, node) {
  if (kind.tag === 'plain') return toPlain(value, kind, frame, node);
  if (kind.tag === 'tuple' && value.items?.length === kind.items.length) {
    const items = value.items.map((item, index) => convertValue(item, kind.items[index], frame, node));
    return { kind, parts: items.flatMap((item) => item.parts), items };
  }
  if (kind.tag === value.kind.tag && kind.lane === value.kind.lane && kind.tag !== 'tuple') return value;
  if ((kind.tag === 'lane' || kind.tag === 'mask') && isOpaque(value.kind) && !isKnownNumber(value.parts[0]))
    return makeValue(kind, value.parts);
  if (kind.tag === 'lane' && isPlain(value.kind)) return makeValue(kind, [new LaneArithmetic(frame, kind.lane).convert(value, node)]);
  if (kind.tag === 'mat3' && value.kind.tag === 'sym3' && kind.lane === value.kind.lane) return toMatrix(value);
  return frame.fail(node, `a ${describe(kind)} is needed here, not ${describe(value.kind)}.`);
}

function isKnownNumber(part) {
  return part.constant !== null || part.compileTime === true;
}

function toPlain(value, kind, frame, node) {
  if (isPlain(value.kind)) return makeValue(kind, value.parts);
  return frame.fail(node, `a ${describe(kind)} is needed here, not ${describe(value.kind)}.`);
}
