/** The functions of the kernel language itself: constructors, products, lengths, select and the like. */
import { LaneArithmetic } from './arithmetic.mjs';
import { BOOL, COMPONENTS, describe, isCompound, isScalarLane, laneKind, maskKind, NUMBER } from './kinds.mjs';
import { commonLane, convertValue, matrixParts, selectValue, toMatrix } from './operators.mjs';
import { DEFAULT_LANE, laneOf, resolveType } from './types.mjs';
import { makePart, makeValue, mergedFlags } from './values.mjs';

/**
 * One call of a builtin.
 * @typedef {object} BuiltinCall
 * @property {string} name
 * @property {object} node
 * @property {import('./frames.mjs').Frame} frame
 * @property {import('./values.mjs').Value[]} values the arguments
 * @property {string | null} lane the lane type of the arguments or of the type argument
 * @property {LaneArithmetic} lanes arithmetic on that type, or on the default lane
 */

const vec3Kind = (call) => ({ tag: 'vec3', lane: call.lanes.lane });

/** The argument as a value of one of the kinds. */
function argument(call, index, ...tags) {
  const value = call.values[index];
  if (!tags.includes(value.kind.tag)) {
    call.frame.fail(call.node.args[index], `'${call.name}' takes a ${tags.join(' or a ')} here, not ${describe(value.kind)}.`);
  }
  return value;
}

/** The same, bound to names because its components are used more than once. */
function boundArgument(call, index, ...tags) {
  return call.frame.bind(argument(call, index, ...tags), 'argument');
}

/** The argument as one lane. */
function lane(call, index) {
  return call.lanes.convert(call.values[index], call.node.args[index]);
}

function construct(tag, alternatives = {}) {
  return (call) => {
    const shape = call.values.map((value) => (isCompound(value.kind) ? value.kind.tag : 'lane')).join(' ');
    if (alternatives[shape]) return alternatives[shape](call);
    const count = COMPONENTS[tag].length;
    const compound = call.values.findIndex((value) => isCompound(value.kind));
    if (compound >= 0 || call.values.length !== count) {
      const also = Object.keys(alternatives).map((form) => `, or ${tag}(${form.split(' ').join(', ')})`);
      call.frame.fail(call.node, `'${tag}' takes ${count} numbers or lanes: ${tag}(${COMPONENTS[tag].join(', ')})${also.join('')}.`);
    }
    return makeValue(
      { tag, lane: call.lanes.lane },
      call.values.map((_, index) => lane(call, index)),
    );
  };
}

const constructors = {
  vec3: construct('vec3'),
  quat: construct('quat', {
    'vec3 lane': (call) => makeValue({ tag: 'quat', lane: call.lanes.lane }, [...call.values[0].parts, lane(call, 1)]),
  }),
  mat3: construct('mat3', {
    sym3: (call) => toMatrix(call.frame.bind(call.values[0], 'matrix')),
    'vec3 vec3 vec3': (call) =>
      makeValue(
        { tag: 'mat3', lane: call.lanes.lane },
        call.values.flatMap((row) => row.parts),
      ),
  }),
  sym3: construct('sym3'),
};

function dot(call) {
  const a = argument(call, 0, 'vec3', 'quat');
  const b = argument(call, 1, a.kind.tag);
  return call.lanes.value(call.lanes.sumOfProducts(a.parts, b.parts));
}

function cross(call) {
  const [ax, ay, az] = boundArgument(call, 0, 'vec3').parts;
  const [bx, by, bz] = boundArgument(call, 1, 'vec3').parts;
  const { lanes } = call;
  return makeValue(vec3Kind(call), [lanes.minor(ay, bz, az, by), lanes.minor(az, bx, ax, bz), lanes.minor(ax, by, ay, bx)]);
}

function lengthSquared(call) {
  const { parts } = boundArgument(call, 0, 'vec3', 'quat');
  return call.lanes.value(call.lanes.sumOfProducts(parts, parts));
}

function length(call) {
  return call.lanes.value(call.lanes.call('squareRoot', lengthSquared(call).parts));
}

/** v / |v|: NaN where the length is zero. */
function normalize(call) {
  const value = boundArgument(call, 0, 'vec3', 'quat');
  const { lanes } = call;
  const root = lanes.call('squareRoot', [lanes.sumOfProducts(value.parts, value.parts)]);
  const inverse = call.frame.bindPart(lanes.div(lanes.constant(1), root), laneKind(lanes.lane), 'inverseLength');
  return makeValue(
    value.kind,
    value.parts.map((part) => lanes.mul(part, inverse)),
  );
}

/** v / |v|, or the fallback where |v|² is below the smallest normal number. */
function normalizeOr(call) {
  const value = boundArgument(call, 0, 'vec3', 'quat');
  const fallback = argument(call, 1, value.kind.tag);
  const { frame, lanes } = call;
  const kind = laneKind(lanes.lane);
  const squared = frame.bindPart(lanes.sumOfProducts(value.parts, value.parts), kind, 'squared');
  const smallest = makePart(`${frame.primitive('smallestNormal')}<${lanes.lane}>()`);
  const usable = frame.bindPart(lanes.test('greaterThan', squared, smallest), maskKind(lanes.lane), 'usable');
  const root = lanes.call('squareRoot', [lanes.choose(usable, squared, lanes.constant(1))]);
  const inverse = frame.bindPart(lanes.div(lanes.constant(1), root), kind, 'inverseLength');
  return makeValue(
    value.kind,
    value.parts.map((part, index) => lanes.choose(usable, lanes.mul(part, inverse), fallback.parts[index])),
  );
}

/** A primitive of one or two arguments, applied to lanes or to the components of vec3. */
function eachComponent(primitive, arity) {
  return (call) => {
    const compound = call.values.find((value) => isCompound(value.kind));
    if (!compound)
      return call.lanes.value(
        call.lanes.call(
          primitive,
          call.values.map((_, index) => lane(call, index)),
        ),
      );
    const list = call.values.map((_, index) => argument(call, index, compound.kind.tag === 'vec3' ? 'vec3' : 'lane').parts);
    return makeValue(
      vec3Kind(call),
      list[0].map((_, index) =>
        call.lanes.call(
          primitive,
          Array.from({ length: arity }, (_, position) => list[position][index]),
        ),
      ),
    );
  };
}

function clamp(call) {
  const { lanes } = call;
  const [value, low, high] = [0, 1, 2].map((index) => lane(call, index));
  return lanes.value(lanes.call('minimum', [lanes.call('maximum', [value, low]), high]));
}

function select(call) {
  const [mask, whenTrue, whenFalse] = call.values;
  if (mask.kind.tag !== 'mask' && mask.kind.tag !== 'plain') {
    call.frame.fail(call.node.args[0], `'select' takes a mask first, not ${describe(mask.kind)}: select(mask, whenTrue, whenFalse).`);
  }
  if (mask.kind.tag === 'plain' && call.lane !== null && !isScalarLane(call.lane)) {
    call.frame.fail(call.node.args[0], `'select' takes a mask first: for a plain condition write 'condition ? a : b'.`);
  }
  return selectValue(mask, whenTrue, whenFalse, call.frame, call.node);
}

function reduceMask(primitive) {
  return (call) => {
    const [value] = call.values;
    if (value.kind.tag === 'plain') return convertValue(value, BOOL, call.frame, call.node);
    const [part] = argument(call, 0, 'mask').parts;
    return makeValue(BOOL, [makePart(`${call.frame.primitive(primitive)}(${part.text})`, mergedFlags([part]))]);
  };
}

function splat(call) {
  return call.lanes.value(lane(call, 0));
}

/** The same answer in every lane. */
function maskOf(call) {
  const [value] = call.values;
  if (value.kind.tag !== 'plain')
    call.frame.fail(call.node.args[0], `'mask' makes a mask of a plain bool, not of ${describe(value.kind)}.`);
  if (call.lanes.scalar) return convertValue(value, BOOL, call.frame, call.node);
  const text = `${call.frame.primitive('maskOf')}<${call.lanes.lane}>(${value.parts[0].text})`;
  return call.lanes.mask(makePart(text, mergedFlags(value.parts)));
}

function transpose(call) {
  const value = argument(call, 0, 'mat3', 'sym3');
  if (value.kind.tag === 'sym3') return value;
  return makeValue(
    value.kind,
    [0, 3, 6, 1, 4, 7, 2, 5, 8].map((index) => value.parts[index]),
  );
}

/** a bᵀ */
function outer(call) {
  const a = boundArgument(call, 0, 'vec3').parts;
  const b = boundArgument(call, 1, 'vec3').parts;
  return makeValue(
    { tag: 'mat3', lane: call.lanes.lane },
    a.flatMap((left) => b.map((right) => call.lanes.mul(left, right))),
  );
}

function trace(call) {
  const m = matrixParts(argument(call, 0, 'mat3', 'sym3'));
  return call.lanes.value(call.lanes.add(call.lanes.add(m[0], m[4]), m[8]));
}

/** Builtins by name; `plain` ones also exist in AssemblyScript and are left to it when no argument is a kernel value. */
const BUILTINS = {
  vec3: { lower: constructors.vec3 },
  quat: { lower: constructors.quat },
  mat3: { lower: constructors.mat3 },
  sym3: { lower: constructors.sym3 },
  mask: { arity: 1, lower: maskOf },
  splat: { arity: 1, lower: splat },
  dot: { arity: 2, lower: dot },
  cross: { arity: 2, lower: cross },
  length: { arity: 1, lower: length },
  lengthSquared: { arity: 1, lower: lengthSquared },
  normalize: { arity: 1, lower: normalize },
  normalizeOr: { arity: 2, lower: normalizeOr },
  min: { arity: 2, plain: true, lower: eachComponent('minimum', 2) },
  max: { arity: 2, plain: true, lower: eachComponent('maximum', 2) },
  abs: { arity: 1, plain: true, lower: eachComponent('absolute', 1) },
  sqrt: { arity: 1, plain: true, lower: eachComponent('squareRoot', 1) },
  floor: { arity: 1, plain: true, lower: eachComponent('roundDown', 1) },
  nearest: { arity: 1, plain: true, lower: eachComponent('roundNearest', 1) },
  copysign: { arity: 2, plain: true, lower: eachComponent('withSignOf', 2) },
  clamp: { arity: 3, lower: clamp },
  select: { arity: 3, lower: select },
  any: { arity: 1, lower: reduceMask('anyTrue') },
  all: { arity: 1, lower: reduceMask('allTrue') },
  transpose: { arity: 1, lower: transpose },
  outer: { arity: 2, lower: outer },
  trace: { arity: 1, lower: trace },
};

/**
 * The builtin a call means, or null when it is left to AssemblyScript.
 * @param {import('./values.mjs').Value[]} values
 */
export function findBuiltin(name, node, values, frame) {
  const builtin = Object.hasOwn(BUILTINS, name) ? BUILTINS[name] : null;
  if (!builtin) return null;
  if (name === 'select' && node.typeArguments?.length) return null;
  if (!builtin.plain || values.some((value) => value.kind.tag !== 'plain')) return builtin;
  if (node.typeArguments?.length) return null;
  const numbersOfFunction = frame.defaultLane !== null && values.every((value) => value.kind === NUMBER);
  return numbersOfFunction || values.some((value) => isScalarLane(value.kind.name)) ? builtin : null;
}

/** @returns {import('./values.mjs').Value} */
export function lowerBuiltin(builtin, name, node, values, frame) {
  if (builtin.arity !== undefined && builtin.arity !== values.length) {
    frame.fail(node, `'${name}' takes ${builtin.arity} argument${builtin.arity === 1 ? '' : 's'}, not ${values.length}.`);
  }
  for (const [index, value] of values.entries()) {
    if (value.kind.tag === 'tuple' || value.kind.tag === 'void') {
      frame.fail(node.args[index], `'${name}' takes single values, not ${describe(value.kind)}.`);
    }
  }
  const explicit = node.typeArguments?.length ? laneOf(resolveType(node.typeArguments[0], frame.scope)) : null;
  const found = explicit ?? commonLane(values, frame, node);
  const scalar = values.find((value) => isScalarLane(value.kind.name))?.kind.name ?? null;
  // Plain numbers alone make the vector of the enclosing function, but stay plain numbers in min, clamp and the like.
  const fallbacks = builtin.plain || name === 'clamp' || name === 'select' ? [scalar, frame.defaultLane] : [frame.defaultLane, scalar];
  const call = { name, node, frame, values, lane: found };
  call.lanes = new LaneArithmetic(frame, found ?? fallbacks[0] ?? fallbacks[1] ?? DEFAULT_LANE);
  return builtin.lower(call);
}
