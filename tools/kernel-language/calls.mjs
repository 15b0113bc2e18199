/** Calls: builtins, functions that are inlined, functions that stay functions, and intrinsics that pass through. */
import { findBuiltin, lowerBuiltin } from './builtins.mjs';
import { lowerInOrder } from './frames.mjs';
import { bindTypeParameters, hasKernelSignature, inlineCall, isPolymorphic, lowerArguments } from './inline.mjs';
import { BOOL, componentsOf, describe, isCompound, OPAQUE, plainKind, VOID } from './kinds.mjs';
import { lowerExpression } from './lowering.mjs';
import { callOnce, isOnce } from './once.mjs';
import { convertValue } from './operators.mjs';
import { LITERAL, NodeKind } from './syntax.mjs';
import { findMember, resolveType } from './types.mjs';
import { mergedFlags, operandText, PRECEDENCE, singleValue } from './values.mjs';

const USIZE = plainKind('usize');

/** Builtins of AssemblyScript that only compute, and what they return; null is unknown, 'argument' the type argument. */
const INTRINSICS = {
  changetype: 'argument',
  load: 'argument',
  reinterpret: 'argument',
  sizeof: USIZE,
  offsetof: USIZE,
  alignof: USIZE,
  isVector: BOOL,
  isFloat: BOOL,
  isInteger: BOOL,
  isSigned: BOOL,
  isReference: BOOL,
  isManaged: BOOL,
  isNaN: BOOL,
  isFinite: BOOL,
  min: 'argument',
  max: 'argument',
  abs: 'argument',
  sqrt: 'argument',
  floor: 'argument',
  ceil: 'argument',
  trunc: 'argument',
  nearest: 'argument',
  copysign: 'argument',
  select: 'argument',
  clz: 'argument',
  ctz: 'argument',
  popcnt: 'argument',
};
const VECTOR_NAMESPACES = new Set(['v128', 'i8x16', 'i16x8', 'i32x4', 'i64x2', 'f32x4', 'f64x2']);

/** @returns {import('./values.mjs').Value} */
export function lowerCall(node, frame) {
  const callee = node.expression;
  if (callee.kind === NodeKind.Identifier) return lowerNamedCall(callee.text, node, frame);
  if (callee.kind === NodeKind.PropertyAccess) return lowerMemberCall(callee, node, frame);
  if (callee.kind === NodeKind.Super) return passThrough('super', OPAQUE, node, frame, false);
  return frame.fail(callee, 'only functions and methods that have a name can be called in the kernel language.');
}

function lowerNamedCall(name, node, frame) {
  if (frame.lookup(name)) return passThrough(frame.lookup(name).parts[0].text, OPAQUE, node, frame, false);
  const symbol = frame.scope.module.resolve(name);
  if (symbol?.kind === 'function') return callFunction(symbol, node, frame);
  if (symbol?.kind === 'class') return frame.fail(node, `'${name}' is a class: use changetype<${name}>(pointer), or new ${name}().`);
  if (symbol) return passThrough(frame.writer.imports.symbol(symbol), OPAQUE, node, frame, false);
  const values = lowerInOrder(node.args, frame, (argument) => lowerExpression(argument, frame));
  const builtin = findBuiltin(name, node, values, frame);
  if (builtin) return lowerBuiltin(builtin, name, node, values, frame);
  return callIntrinsic(name, node, values, frame);
}

function callIntrinsic(name, node, values, frame) {
  const intrinsic = Object.hasOwn(INTRINSICS, name) ? INTRINSICS[name] : null;
  const [typeArgument] = (node.typeArguments ?? []).map((type) => resolveType(type, frame.scope));
  const kind = intrinsic === 'argument' ? (typeArgument ?? OPAQUE) : (intrinsic ?? OPAQUE);
  if (isCompound(kind) || kind.tag === 'tuple') {
    return frame.fail(node, `'${name}' handles one lane at a time, not ${describe(kind)}: handle each component.`);
  }
  if (name === 'store' && typeArgument?.tag === 'lane' && values[1]) {
    values[1] = convertValue(values[1], typeArgument, frame, node.args[1]);
  }
  const texts = name === 'offsetof' ? [fieldName(node, typeArgument, frame)].filter(Boolean) : argumentTexts(values, node, frame);
  const pure = intrinsic !== null;
  return singleValue(kind, `${name}${typeArgumentText(node, frame)}(${texts.join(', ')})`, {
    reads: name === 'load',
    effects: !pure || values.some((value) => value.parts.some((part) => part.effects)),
  });
}

/** `offsetof<Ball<T>>("anchorA")` means the first component of the field. */
function fieldName(node, kind, frame) {
  const [argument] = node.args;
  if (!argument) return null;
  if (argument.kind !== NodeKind.Literal || argument.literalKind !== LITERAL.string)
    return frame.fail(argument, `'offsetof' takes the name of a field as text.`);
  const member = kind ? findMember(kind, argument.value) : null;
  const field = member?.node.type ? resolveType(member.node.type, member.scope) : OPAQUE;
  return `"${argument.value}${componentsOf(field)[0]}"`;
}

function typeArgumentText(node, frame) {
  if (!node.typeArguments?.length) return '';
  const texts = node.typeArguments.map((type) => frame.typeText(resolveType(type, frame.scope)));
  const unknown = texts.indexOf(null);
  if (unknown >= 0) frame.fail(node.typeArguments[unknown], 'this type has no form in AssemblyScript.');
  return `<${texts.join(', ')}>`;
}

function argumentTexts(values, node, frame) {
  return values.map((value, index) => {
    if (value.parts.length === 1) return value.parts[0].text;
    return frame.fail(node.args[index], `this call takes plain values and lanes, not ${describe(value.kind)}: pass the components.`);
  });
}

/** A call the rewriter knows nothing about. */
function passThrough(text, kind, node, frame, pure) {
  const values = lowerInOrder(node.args, frame, (argument) => lowerExpression(argument, frame));
  const flags = mergedFlags(values.flatMap((value) => value.parts));
  return singleValue(kind, `${text}${typeArgumentText(node, frame)}(${argumentTexts(values, node, frame).join(', ')})`, {
    reads: true,
    effects: !pure || flags.effects,
  });
}

function callFunction(symbol, node, frame) {
  if (symbol.module.isKernel && isOnce(symbol.node)) return callOnce(symbol, node, frame);
  const target = { node: symbol.node, scope: { module: symbol.module, types: new Map() } };
  if (isInlined(target, frame, node)) return inlineCall(target, node.typeArguments ?? [], node.args, frame, node);
  return callEmitted(target, frame.writer.imports.symbol(symbol), node, frame);
}

/** Whether a call from kernel code is replaced by the body of what it calls. */
function isInlined(target, frame, callNode) {
  const { node, scope } = target;
  if (!scope.module.isKernel || (!hasKernelSignature(target) && !isPolymorphic(node))) return false;
  if (node.body) return true;
  return frame.fail(callNode, `'${node.name.text}' has no body here: kernel functions are inlined, so the actual class must be known.`);
}

/** A call of a function that exists in the generated code, or of one in a plain file. */
function callEmitted(target, text, node, frame) {
  const values = lowerArguments(target, node.args, frame, node);
  const generic = target.node.typeParameters?.length > 0;
  if (!target.scope.module.isKernel && generic) return callPlainGeneric(text, values, node, frame);
  const types = bindTypeParameters(target, node.typeArguments ?? [], values, frame, node);
  const scope = { module: target.scope.module, types };
  const list = values.map((value, index) => {
    const kind = resolveType(target.node.signature.parameters[index].type, scope);
    return (kind === VOID ? value : convertValue(value, kind, frame, node.args[index])).parts[0].text;
  });
  const typeTexts = (target.node.typeParameters ?? []).map((parameter) => frame.typeText(types.get(parameter.name.text)));
  const suffix = generic ? `<${typeTexts.join(', ')}>` : '';
  const kind = resolveType(target.node.signature.returnType, scope);
  return singleValue(kind, `${text}${suffix}(${list.join(', ')})`, { effects: true, reads: true });
}

/** Generic functions of plain files may be about anything: their result takes the kind it is declared with. */
function callPlainGeneric(text, values, node, frame) {
  const list = argumentTexts(values, node, frame);
  return singleValue(OPAQUE, `${text}${typeArgumentText(node, frame)}(${list.join(', ')})`, { effects: true, reads: true });
}

function lowerMemberCall(callee, node, frame) {
  const name = callee.property.text;
  const named = namedThing(callee.expression, frame);
  if (named) return callMemberOfName(named, name, node, frame);
  const object = lowerExpression(callee.expression, frame);
  if (object.kind.tag !== 'plain') {
    return frame.fail(node, `${describe(object.kind)} has no methods: write ${name}(value, ...).`);
  }
  const member = findMember(object.kind, name);
  if (member?.node.kind === NodeKind.MethodDeclaration) return callMethod({ ...member, self: object }, name, node, frame);
  if (object.kind.symbol?.kind === 'class' && !member) {
    return frame.fail(callee.property, `the class ${describe(object.kind)} has no method '${name}'.`);
  }
  return passThrough(`${operandText(object.parts[0], PRECEDENCE.primary)}.${name}`, OPAQUE, node, frame, false);
}

function callMethod(target, name, node, frame) {
  if (isInlined(target, frame, node)) return inlineCall(target, node.typeArguments ?? [], node.args, frame, node);
  return callEmitted(target, `${operandText(target.self.parts[0], PRECEDENCE.primary)}.${name}`, node, frame);
}

function callMemberOfName(named, name, node, frame) {
  if (named.kind === 'module') {
    const symbol = named.module.resolveExport(name);
    if (symbol?.kind !== 'function') return frame.fail(node, `'${named.name}' exports no function '${name}'.`);
    return callFunction(symbol, node, frame);
  }
  if (named.kind === 'class') {
    const member = findMember(plainKind(null, named), name);
    if (member?.node.kind !== NodeKind.MethodDeclaration) return frame.fail(node, `the class ${named.name} has no method '${name}'.`);
    if (isInlined(member, frame, node)) return inlineCall(member, node.typeArguments ?? [], node.args, frame, node);
    return callEmitted(member, `${frame.writer.imports.symbol(named)}.${name}`, node, frame);
  }
  const text = named.kind === 'builtin' ? named.name : frame.writer.imports.symbol(named);
  const pure = VECTOR_NAMESPACES.has(text) && !name.startsWith('store');
  return passThrough(`${text}.${name}`, OPAQUE, node, frame, pure);
}

/** `new Class(...)` */
export function lowerNew(node, frame) {
  const symbol = frame.scope.module.resolve(node.typeName.identifier.text);
  const typeArguments = (node.typeArguments ?? []).map((type) => resolveType(type, frame.scope));
  const kind = symbol ? plainKind(null, symbol, typeArguments) : plainKind(node.typeName.identifier.text, null, typeArguments);
  const values = lowerInOrder(node.args, frame, (argument) => lowerExpression(argument, frame));
  return singleValue(kind, `new ${frame.typeText(kind)}(${argumentTexts(values, node, frame).join(', ')})`, { effects: true });
}

/** What `name` stands for in `name.member` when it is no variable: a symbol, a builtin namespace, or null. */
export function namedThing(node, frame) {
  if (node.kind !== NodeKind.Identifier || frame.lookup(node.text)) return null;
  if (frame.scope.types.has(node.text)) {
    const kind = frame.scope.types.get(node.text);
    return kind.tag === 'plain' && kind.symbol ? kind.symbol : { kind: 'builtin', name: frame.typeText(kind) };
  }
  const symbol = frame.scope.module.resolve(node.text);
  if (!symbol) return { kind: 'builtin', name: node.text };
  return symbol.kind === 'variable' || symbol.kind === 'external' ? null : symbol;
}
