/** Expressions: from the syntax tree to values. */
import { BINARY } from './arithmetic.mjs';
import { mergeBranches } from './branches.mjs';
import { lowerCall, lowerNew, namedThing } from './calls.mjs';
import { lowerInOrder } from './frames.mjs';
import { inlineCall } from './inline.mjs';
import { BOOL, COMPONENTS, componentsOf, describe, isCompound, isKernel, laneKind, OPAQUE, PRECISION, plainKind } from './kinds.mjs';
import { lowerExpression, lowersExpressions } from './lowering.mjs';
import { binaryOperation, convertValue, matrixParts, selectValue, unaryOperation } from './operators.mjs';
import { ASSERTION, FLAG, LITERAL, NodeKind, operatorText } from './syntax.mjs';
import { findMember, resolveType } from './types.mjs';
import { makePart, makeValue, mergedFlags, numberValue, operandText, PRECEDENCE, singleValue, tupleValue } from './values.mjs';

/**
 * @param {import('./frames.mjs').Frame} frame
 * @returns {import('./values.mjs').Value}
 */
function lower(node, frame) {
  switch (node.kind) {
    case NodeKind.Identifier:
      return lowerIdentifier(node, frame);
    case NodeKind.Literal:
      return lowerLiteral(node, frame);
    case NodeKind.True:
      return singleValue(BOOL, 'true', { simple: true });
    case NodeKind.False:
      return singleValue(BOOL, 'false', { simple: true });
    case NodeKind.Null:
      return singleValue(OPAQUE, 'null', { simple: true });
    case NodeKind.This:
      return frame.self ?? frame.fail(node, `'this' exists only in methods.`);
    case NodeKind.Parenthesized:
      return lowerExpression(node.expression, frame);
    case NodeKind.PropertyAccess:
      return lowerProperty(node, frame);
    case NodeKind.ElementAccess:
      return lowerElement(node, frame);
    case NodeKind.Binary:
      return lowerBinary(node, frame);
    case NodeKind.UnaryPrefix:
      return lowerPrefix(node, frame);
    case NodeKind.UnaryPostfix:
      return lowerStep(node, frame, (text) => text + operatorText(node.operator));
    case NodeKind.Ternary:
      return lowerTernary(node, frame);
    case NodeKind.Assertion:
      return lowerAssertion(node, frame);
    case NodeKind.Call:
      return lowerCall(node, frame);
    case NodeKind.New:
      return lowerNew(node, frame);
    default:
      return frame.fail(
        node,
        'this form of expression is not part of the kernel language: use numbers, names, fields, operators and calls.',
      );
  }
}

/** An expression that must have exactly one part and no lanes: an index, a pointer, a condition. */
export function lowerPlain(node, frame, what) {
  const value = lowerExpression(node, frame);
  if (value.kind.tag === 'plain') return value;
  return frame.fail(node, `${what} is a plain value, not ${describe(value.kind)}.`);
}

function lowerIdentifier(node, frame) {
  const name = node.text;
  const local = frame.lookup(name);
  if (local) return local;
  if (frame.scope.types.has(name)) return frame.fail(node, `'${name}' is a type, not a value.`);
  const symbol = frame.scope.module.resolve(name);
  if (!symbol) return singleValue(OPAQUE, name, { simple: true });
  if (symbol.kind === 'module') return frame.fail(node, `'${name}' is a module: name one of its members.`);
  const text = frame.writer.imports.symbol(symbol);
  if (symbol.kind === 'external' && symbol.specifier === PRECISION)
    return singleValue(plainKind('i32'), text, { simple: true, compileTime: true });
  if (symbol.kind === 'external') return singleValue(OPAQUE, text, { simple: true });
  if (symbol.kind !== 'variable') return singleValue(plainKind(null, symbol), text, { simple: true });
  const constant = (symbol.node.flags & FLAG.const) !== 0;
  return singleValue(variableKind(symbol), text, { simple: constant, reads: !constant, place: !constant, compileTime: constant });
}

/** The kind of a variable at the top level of a module. */
function variableKind(symbol) {
  const { type, initializer } = symbol.node;
  if (type) return resolveType(type, { module: symbol.module, types: new Map() });
  if (initializer?.kind !== NodeKind.Literal) return OPAQUE;
  return plainKind({ [LITERAL.float]: 'f64', [LITERAL.integer]: 'i32' }[initializer.literalKind] ?? null);
}

function lowerLiteral(node, frame) {
  const text = frame.source.slice(node.range);
  switch (node.literalKind) {
    case LITERAL.float:
    case LITERAL.integer:
      return numberValue(Number(text.replaceAll('_', '')), text);
    case LITERAL.string:
      return singleValue(OPAQUE, text, { simple: true });
    case LITERAL.array:
      return tupleValue(lowerInOrder(node.elementExpressions, frame, (item) => lowerExpression(item, frame)));
    default:
      return frame.fail(node, 'this literal is not part of the kernel language.');
  }
}

function lowerProperty(node, frame) {
  const name = node.property.text;
  const named = namedThing(node.expression, frame);
  if (named) return lowerMemberOfName(named, name, node, frame);
  const object = lowerExpression(node.expression, frame);
  if (isKernel(object.kind)) return componentOf(object, name, node, frame);
  const member = findMember(object.kind, name);
  if (member?.node.kind === NodeKind.FieldDeclaration) return fieldValue(object, name, member, frame);
  if (member && member.node.flags & FLAG.get) return inlineOrReadGetter(object, name, member, node, frame);
  if (object.kind.symbol?.kind === 'class') return frame.fail(node.property, `the class ${describe(object.kind)} has no field '${name}'.`);
  const [part] = object.parts;
  return singleValue(OPAQUE, `${operandText(part, PRECEDENCE.primary)}.${name}`, { reads: true, effects: part.effects, place: true });
}

function lowerMemberOfName(named, name, node, frame) {
  if (named.kind === 'module') {
    const symbol = named.module.resolveExport(name);
    if (!symbol) return frame.fail(node.property, `'${named.name}' exports no '${name}'.`);
    return singleValue(plainKind(null, symbol), frame.writer.imports.symbol(symbol), { simple: true });
  }
  const text = named.kind === 'builtin' ? named.name : frame.writer.imports.symbol(named);
  const member = named.kind === 'class' ? findMember(plainKind(null, named), name) : null;
  const kind = member?.node.type ? resolveType(member.node.type, member.scope) : OPAQUE;
  return singleValue(kind, `${text}.${name}`, { reads: named.kind === 'class', place: named.kind === 'class' });
}

function fieldValue(object, name, member, frame) {
  const kind = resolveType(member.node.type, member.scope);
  if (kind.name === 'bool' && isGenericMask(member)) return maskField(object, name);
  const pointer = isCompound(kind) ? frame.bindPointer(object) : object;
  const base = operandText(pointer.parts[0], PRECEDENCE.primary);
  const parts = componentsOf(kind).map((component) =>
    makePart(`${base}.${name}${component}`, { ...mergedFlags(pointer.parts), reads: true, place: true }),
  );
  return makeValue(kind, parts);
}

function isGenericMask({ node, owner }) {
  return node.type.name?.identifier.text === 'mask' && owner.typeArguments.length > 0;
}

/** In a class instantiated for a concrete scalar, a mask field is a number whose bits are 1 or 0. */
function maskField(object, name) {
  const text = `${operandText(object.parts[0], PRECEDENCE.primary)}.${name} != 0`;
  return singleValue(BOOL, text, { ...mergedFlags(object.parts), reads: true, precedence: BINARY['!='].precedence });
}

function inlineOrReadGetter(object, name, member, node, frame) {
  const kind = resolveType(member.node.signature.returnType, member.scope);
  if (isKernel(kind)) return inlineCall({ ...member, self: object }, [], [], frame, node);
  return singleValue(kind, `${operandText(object.parts[0], PRECEDENCE.primary)}.${name}`, { reads: true, effects: true });
}

function componentOf(value, name, node, frame) {
  const { kind } = value;
  if (kind.tag === 'quat' && name === 'xyz') return makeValue({ tag: 'vec3', lane: kind.lane }, value.parts.slice(0, 3));
  const components = kind.tag in COMPONENTS ? COMPONENTS[kind.tag] : [];
  const index = components.indexOf(name);
  if (index < 0 || !isCompound(kind)) {
    const advice = isCompound(kind) ? `: it has ${components.join(' ')}` : '';
    return frame.fail(node.property, `${describe(kind)} has no component '${name}'${advice}.`);
  }
  return makeValue(laneKind(kind.lane), [value.parts[index]]);
}

function lowerElement(node, frame) {
  const [base, index] = lowerInOrder([node.expression, node.elementExpression], frame, (item) => lowerExpression(item, frame));
  if (base.items || isCompound(base.kind)) return elementAt(base, index, node, frame);
  if (isKernel(base.kind)) return frame.fail(node, `${describe(base.kind)} has no elements.`);
  const [object, position] = [base.parts[0], index.parts[0]];
  const kind = base.kind.typeArguments[0] ?? OPAQUE;
  const text = `${operandText(object, PRECEDENCE.primary)}[${position.text}]`;
  return singleValue(kind, text, { reads: true, effects: object.effects || position.effects, place: true });
}

/** `v[i]` of a vec3 or quat, a row of a matrix, an item of a tuple. */
function elementAt(base, index, node, frame) {
  const constant = index.parts[0].constant;
  const matrix = base.kind.tag === 'mat3' || base.kind.tag === 'sym3';
  const count = base.items ? base.items.length : matrix ? 3 : base.parts.length;
  if (constant === null) {
    return frame.fail(
      node.elementExpression,
      `an index into ${describe(base.kind)} must be known: a number, or the variable of a loop 'for (let i = 0; i < ${count}; i++)'.`,
    );
  }
  if (!Number.isInteger(constant) || constant < 0 || constant >= count) {
    return frame.fail(node.elementExpression, `${describe(base.kind)} has elements 0 to ${count - 1}, not ${constant}.`);
  }
  if (base.items) return base.items[constant];
  if (matrix) return makeValue({ tag: 'vec3', lane: base.kind.lane }, matrixParts(base).slice(3 * constant, 3 * constant + 3));
  return makeValue(laneKind(base.kind.lane), [base.parts[constant]]);
}

function lowerBinary(node, frame) {
  const operator = operatorText(node.operator);
  if (!operator || !(operator in BINARY)) {
    return frame.fail(node, 'an assignment is a statement of its own: it has no value in the kernel language.');
  }
  if (BINARY[operator].logical) return lowerLogical(operator, node, frame);
  const [left, right] = lowerInOrder([node.left, node.right], frame, (item) => lowerExpression(item, frame));
  return binaryOperation(operator, left, right, frame, node);
}

/** `&&` and `||`: on masks both sides are computed; on bools the right side only when it is needed. */
function lowerLogical(operator, node, frame) {
  const left = lowerExpression(node.left, frame);
  if (left.kind.tag !== 'plain') {
    const values = lowerInOrder([node.left, node.right], frame, (item, index) => (index === 0 ? left : lowerExpression(item, frame)));
    return binaryOperation(operator, ...values, frame, node);
  }
  const { block, result: right } = frame.writer.capture(() => lowerExpression(node.right, frame));
  if (block.length === 0) return binaryOperation(operator, left, right, frame, node);
  const shortcut = () => singleValue(BOOL, operator === '&&' ? 'false' : 'true', { simple: true });
  const evaluate = () => {
    frame.block.nest(block, 0);
    return convertValue(right, BOOL, frame, node.right);
  };
  const [whenTrue, whenFalse] = operator === '&&' ? [evaluate, shortcut] : [shortcut, evaluate];
  return mergeBranches(left.parts[0], whenTrue, whenFalse, frame, node, 'test');
}

function lowerPrefix(node, frame) {
  const operator = operatorText(node.operator);
  if (operator === '++' || operator === '--') return lowerStep(node, frame, (text) => operator + text);
  if (!operator) return frame.fail(node, 'this operator is not part of the kernel language.');
  return unaryOperation(operator, lowerExpression(node.operand, frame), frame, node);
}

function lowerStep(node, frame, write) {
  const operand = lowerExpression(node.operand, frame);
  if (operand.kind.tag !== 'plain') return frame.fail(node, `++ and -- count plain integers, not ${describe(operand.kind)}: write x += 1.`);
  const text = write(operandText(operand.parts[0], PRECEDENCE.postfix));
  return singleValue(operand.kind, text, { effects: true, reads: true, precedence: PRECEDENCE.unary });
}

function lowerTernary(node, frame) {
  const condition = lowerExpression(node.condition, frame);
  if (condition.kind.tag === 'mask') {
    const [whenTrue, whenFalse] = lowerInOrder([node.ifThen, node.ifElse], frame, (item) => lowerExpression(item, frame));
    return selectValue(condition, whenTrue, whenFalse, frame, node);
  }
  if (condition.kind.tag !== 'plain')
    return frame.fail(node.condition, `a condition is a mask or a bool, not ${describe(condition.kind)}.`);
  const [whenTrue, whenFalse] = [node.ifThen, node.ifElse].map((item) => () => lowerExpression(item, frame));
  return mergeBranches(condition.parts[0], whenTrue, whenFalse, frame, node, 'choice');
}

function lowerAssertion(node, frame) {
  const operand = lowerExpression(node.expression, frame);
  if (node.assertionKind === ASSERTION.nonNull) {
    if (operand.kind.tag !== 'plain') return operand;
    return singleValue(
      { ...operand.kind, nullable: false },
      `${operandText(operand.parts[0], PRECEDENCE.primary)}!`,
      mergedFlags(operand.parts),
    );
  }
  const kind = resolveType(node.toType, frame.scope);
  if (isKernel(kind)) return convertValue(operand, kind, frame, node);
  if (operand.kind.tag !== 'plain') return frame.fail(node, `${describe(operand.kind)} cannot be cast to ${describe(kind)}.`);
  const [part] = operand.parts;
  const constant = kind.name === 'f32' || kind.name === 'f64' || kind.name === 'real' ? part.constant : null;
  const text = `<${frame.typeText(kind)}>${operandText(part, PRECEDENCE.unary)}`;
  return makeValue(kind, [
    makePart(text, { ...mergedFlags([part]), precedence: PRECEDENCE.unary, constant, compileTime: part.compileTime }),
  ]);
}

lowersExpressions(lower);
