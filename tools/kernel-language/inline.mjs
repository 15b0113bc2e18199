/** Functions of kernel files with kernel values in their signature: their bodies are generated in place of each call. */
import { mergeBranches } from './branches.mjs';
import { Frame, lowerInOrder } from './frames.mjs';
import { isFloat, isKernel, VOID } from './kinds.mjs';
import { lowerExpression, lowerStatement } from './lowering.mjs';
import { convertValue } from './operators.mjs';
import { assignedNames, NodeKind, walk } from './syntax.mjs';
import { DEFAULT_LANE, declareTypeParameters, inferTypes, isAbstract, laneOf, normalizeTypeArgument, resolveType } from './types.mjs';
import { floatPart, makeValue, NOTHING } from './values.mjs';

/**
 * A function or method that is called.
 * @typedef {{ node: object, scope: import('./types.mjs').TypeScope, owner?: object, self?: import('./values.mjs').Value }} CallTarget
 */

/** Whether a kernel value appears among the parameters or is the result: such a function has no form in AssemblyScript. */
export function hasKernelSignature({ node, scope, owner }) {
  // As declared, with T a lane: a method of Ball<T> is not emitted because it happens to be called on a Ball<f64>.
  const inner = { module: scope.module, types: new Map() };
  declareTypeParameters(owner?.symbol.node.typeParameters, inner);
  declareTypeParameters(node.typeParameters, inner);
  const { parameters, returnType } = node.signature;
  return [...parameters.map((parameter) => parameter.type), returnType].some((type) => isKernel(resolveType(type, inner)));
}

/** Whether a type parameter stands for a class. Calls from kernel code are then inlined too, so that the class is known. */
export function isPolymorphic(node) {
  return (node.typeParameters ?? []).some((parameter) => parameter.extendsType);
}

/** Whether a type parameter is constrained to something abstract: there is nothing to emit, or to check, before it is called. */
export function isTemplate({ node, scope, owner }) {
  const inner = { module: scope.module, types: new Map() };
  declareTypeParameters(owner?.symbol.node.typeParameters, inner);
  declareTypeParameters(node.typeParameters, inner);
  return (node.typeParameters ?? []).some((parameter) => parameter.extendsType && isAbstract(inner.types.get(parameter.name.text)));
}

/**
 * What the type parameters of a call stand for.
 * @param {CallTarget} target
 */
export function bindTypeParameters(target, typeArgumentNodes, values, frame, callNode) {
  const { node, scope } = target;
  const parameters = node.typeParameters ?? [];
  const types = new Map(scope.types);
  if (parameters.length === 0) {
    if (typeArgumentNodes.length > 0) frame.fail(callNode, `'${node.name.text}' has no type parameters.`);
    return types;
  }
  if (typeArgumentNodes.length > parameters.length) {
    frame.fail(callNode, `'${node.name.text}' has ${parameters.length} type parameters, not ${typeArgumentNodes.length}.`);
  }
  const wanted = new Set(parameters.map((parameter) => parameter.name.text));
  const bound = new Map();
  for (const [index, argument] of typeArgumentNodes.entries()) {
    bound.set(parameters[index].name.text, normalizeTypeArgument(resolveType(argument, frame.scope)));
  }
  // A plain number meets lanes as a lane, so it decides only where no lane does.
  for (const scalars of [false, true]) {
    for (const [index, parameter] of node.signature.parameters.entries()) {
      if (values[index] && isFloat(values[index].kind) === scalars) inferTypes(parameter.type, values[index].kind, wanted, bound);
    }
  }
  for (const parameter of parameters) {
    const name = parameter.name.text;
    const fallback = parameter.extendsType
      ? resolveType(parameter.extendsType, { module: scope.module, types: new Map([...types, ...bound]) })
      : { tag: 'lane', lane: frame.defaultLane ?? DEFAULT_LANE };
    types.set(name, normalizeTypeArgument(bound.get(name) ?? fallback));
  }
  return types;
}

/**
 * Lowers the arguments of a call in the frame of the caller, defaults included.
 * @param {CallTarget} target
 */
export function lowerArguments(target, argumentNodes, frame, callNode) {
  const { parameters } = target.node.signature;
  const required = parameters.filter((parameter) => !parameter.initializer && parameter.parameterKind === 0).length;
  if (argumentNodes.length < required || argumentNodes.length > parameters.length) {
    const wanted = required === parameters.length ? `${required}` : `${required} to ${parameters.length}`;
    frame.fail(callNode, `'${target.node.name.text}' takes ${wanted} argument${wanted === '1' ? '' : 's'}, not ${argumentNodes.length}.`);
  }
  return lowerInOrder(argumentNodes, frame, (node) => lowerExpression(node, frame));
}

/**
 * @param {CallTarget} target
 * @param {import('./frames.mjs').Frame} caller
 */
export function inlineCall(target, typeArgumentNodes, argumentNodes, caller, callNode) {
  rejectRecursion(target, caller, callNode);
  const self = target.self ? caller.bindPointer(target.self) : null;
  const values = lowerArguments(target, argumentNodes, caller, callNode);
  const types = bindTypeParameters(target, typeArgumentNodes, values, caller, callNode);
  const scope = { module: target.scope.module, types };
  const frame = new Frame({
    writer: caller.writer,
    scope,
    caller,
    callNode,
    declaration: target.node,
    self,
    returnKind: resolveType(target.node.signature.returnType, scope),
    defaultLane: defaultLane(target.node, target.owner, types) ?? caller.defaultLane,
    assigned: assignedNames(target.node.body),
  });
  bindParameters(frame, target.node, values, argumentNodes, caller);
  return lowerBody(target.node.body.statements, frame);
}

/** The lane type that constructors take where nothing says otherwise: the first lane among the type parameters. */
export function defaultLane(node, owner, types) {
  const parameters = [...(node.typeParameters ?? []), ...(owner?.symbol.node.typeParameters ?? [])];
  for (const parameter of parameters) {
    const kind = types.get(parameter.name.text);
    const lane = kind ? laneOf(kind) : null;
    if (lane !== null) return lane;
  }
  return null;
}

function rejectRecursion(target, caller, callNode) {
  for (let frame = caller; frame; frame = frame.caller) {
    if (frame.declaration !== target.node) continue;
    const chain = [];
    for (let inner = caller; inner !== frame; inner = inner.caller) chain.unshift(inner.declaration.name.text);
    const names = [target.node.name.text, ...chain, target.node.name.text].join(' calls ');
    caller.fail(callNode, `recursion: ${names}. Functions of kernel values are inlined and cannot call themselves: use a loop.`);
  }
}

function bindParameters(frame, node, values, argumentNodes, caller) {
  for (const [index, parameter] of node.signature.parameters.entries()) {
    const name = parameter.name.text;
    const kind = resolveType(parameter.type, frame.scope);
    if (kind === VOID) frame.fail(parameter, `the parameter '${name}' needs a type.`);
    const value = values[index]
      ? convertValue(values[index], kind, caller, argumentNodes[index])
      : convertValue(lowerExpression(parameter.initializer, frame), kind, frame, parameter);
    const typed = asDeclaredFloat(value);
    const assigned = frame.assigned.has(name);
    const bound = assigned ? frame.declareLocal('let', name, typed) : caller.bind(typed, name);
    frame.declare(name, bound);
  }
}

/** A literal for a parameter of float type is written as a float, so that division stays division. */
function asDeclaredFloat(value) {
  const [part] = value.parts;
  if (!isFloat(value.kind) || part.constant === null) return value;
  return makeValue(value.kind, [floatPart(part.constant, value.kind.name)]);
}

/** A body whose every path ends with its one `return`. */
export function lowerBody(statements, frame) {
  return frame.inScope(() => {
    for (const [index, statement] of statements.entries()) {
      if (index === statements.length - 1) return lowerLast(statement, frame);
      rejectEarlyReturn(statement, frame);
      lowerStatement(statement, frame);
    }
    return missingReturn(frame.declaration.body, frame);
  });
}

function lowerLast(statement, frame) {
  frame.statement = statement;
  if (statement.kind === NodeKind.Return) return lowerReturn(statement, frame);
  if (statement.kind === NodeKind.Block) return lowerBody(statement.statements, frame);
  if (statement.kind === NodeKind.If && statement.ifFalse && containsReturn(statement)) return lowerReturningIf(statement, frame);
  rejectEarlyReturn(statement, frame);
  lowerStatement(statement, frame);
  return missingReturn(statement, frame);
}

function lowerReturn(statement, frame) {
  const { returnKind } = frame;
  if (!statement.value) return missingReturn(statement, frame);
  if (returnKind === VOID) return frame.fail(statement, `'${frame.declaration.name.text}' returns void: leave the value out.`);
  return asDeclaredFloat(convertValue(lowerExpression(statement.value, frame), returnKind, frame, statement.value));
}

function lowerReturningIf(statement, frame) {
  const condition = lowerExpression(statement.condition, frame);
  if (condition.kind.tag !== 'plain')
    return frame.fail(statement.condition, `'if' needs a plain condition: use select(mask, a, b), any(mask) or all(mask).`);
  const branch = (body) => () => lowerBody(body.kind === NodeKind.Block ? body.statements : [body], frame);
  return mergeBranches(
    condition.parts[0],
    branch(statement.ifTrue),
    branch(statement.ifFalse),
    frame,
    statement,
    'result',
    frame.returnKind,
  );
}

function missingReturn(node, frame) {
  if (frame.returnKind === VOID) return NOTHING;
  return frame.fail(node, `'${frame.declaration.name.text}' must end with a return on every path.`);
}

function containsReturn(statement) {
  let found = false;
  walk(statement, (node) => {
    if (node.kind === NodeKind.Return) found = true;
    return !found;
  });
  return found;
}

function rejectEarlyReturn(statement, frame) {
  walk(statement, (node) => {
    if (node.kind !== NodeKind.Return) return true;
    return frame.fail(node, `an inlined function returns once, in its last statement: put the rest into 'else', or use select.`);
  });
}
