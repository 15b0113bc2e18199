/** Types as written in the source, resolved to kinds; members of classes; inference of type arguments. */
import { COMPONENTS, isKernel, isScalarLane, OPAQUE, plainKind, VOID } from './kinds.mjs';
import { FLAG, NodeKind, TUPLE_TYPE } from './syntax.mjs';

/**
 * Where a type is read: the module, and what its type parameters stand for.
 * @typedef {{ module: import('./modules.mjs').KernelModule, types: Map<string, import('./kinds.mjs').Kind> }} TypeScope
 */

const LANE_TYPE = 'lane';
/** The type of `lane` without an argument. */
export const DEFAULT_LANE = 'v128';

/** @returns {import('./kinds.mjs').Kind} */
export function resolveType(node, scope) {
  if (!node || node.kind === NodeKind.Omitted) return VOID;
  if (node.kind !== NodeKind.NamedType) return plainKind(scope.module.source.slice(node.range));
  const name = node.name.identifier.text;
  if (node.name.next) return plainKind(scope.module.source.slice(node.range));
  const typeArguments = node.typeArguments ?? [];
  if (name === 'void' || name === '') return VOID;
  if (scope.types.has(name)) return scope.types.get(name);
  if (name === TUPLE_TYPE) return { tag: 'tuple', items: typeArguments.map((item) => resolveType(item, scope)) };
  const symbol = scope.module.resolve(name);
  if (!symbol) return resolveBuiltinType(node, name, typeArguments, scope);
  const resolved = typeArguments.map((item) => resolveType(item, scope));
  if (symbol.kind === 'type') {
    const target = resolveAlias(symbol, resolved);
    if (isKernel(target)) return target;
  }
  if (symbol.kind === 'external') return plainKind(symbol.name, symbol, resolved, node.isNullable);
  return plainKind(null, symbol, resolved, node.isNullable);
}

function resolveBuiltinType(node, name, typeArguments, scope) {
  if (name === 'v128') return { tag: 'lane', lane: 'v128' };
  if (!(name in COMPONENTS)) {
    return plainKind(
      name,
      null,
      typeArguments.map((item) => resolveType(item, scope)),
      node.isNullable,
    );
  }
  if (name === LANE_TYPE && typeArguments.length === 0) return { tag: 'lane', lane: DEFAULT_LANE };
  if (typeArguments.length !== 1) {
    return scope.module.source.fail(node.range, `'${name}' needs the type of its lanes: write ${name}<T>, ${name}<v128> or ${name}<f64>.`);
  }
  const lane = laneOf(resolveType(typeArguments[0], scope));
  if (lane === null) {
    return scope.module.source.fail(node.range, `'${name}' holds lanes: its argument is T, v128, f32, f64 or real.`);
  }
  if (isScalarLane(lane) && name === 'lane') return plainKind(lane);
  if (isScalarLane(lane) && name === 'mask') return plainKind('bool');
  return { tag: name, lane };
}

function resolveAlias(symbol, typeArguments) {
  const types = new Map(
    (symbol.node.typeParameters ?? []).map((parameter, index) => [parameter.name.text, typeArguments[index] ?? OPAQUE]),
  );
  return resolveType(symbol.node.type, { module: symbol.module, types });
}

/** The lane a type argument names, or null. */
export function laneOf(kind) {
  if (kind.tag === 'lane') return kind.lane;
  return kind.tag === 'plain' && isScalarLane(kind.name) ? kind.name : null;
}

/** Type parameters: those without `extends` are lanes, the others pointers to a class. */
export function declareTypeParameters(parameters, scope) {
  for (const parameter of parameters ?? []) {
    const name = parameter.name.text;
    const kind = parameter.extendsType ? { ...resolveType(parameter.extendsType, scope), parameter: name } : { tag: 'lane', lane: name };
    scope.types.set(name, kind);
  }
  return scope;
}

/** The scope inside a class whose type parameters stand for the given kinds. */
export function classScope(symbol, typeArguments) {
  const parameters = symbol.node.typeParameters ?? [];
  const types = new Map(parameters.map((parameter, index) => [parameter.name.text, typeArguments[index] ?? OPAQUE]));
  return { module: symbol.module, types };
}

/**
 * A member of a class or of the classes it extends.
 * @returns {{ node: object, owner: import('./kinds.mjs').PlainKind, scope: TypeScope } | null}
 */
export function findMember(kind, name) {
  for (let owner = kind; owner?.symbol?.kind === 'class'; owner = baseClass(owner)) {
    const node = owner.symbol.node.members.find(
      (member) =>
        member.name?.text === name &&
        (member.kind === NodeKind.FieldDeclaration || member.kind === NodeKind.MethodDeclaration) &&
        !(member.flags & FLAG.set),
    );
    if (node) return { node, owner, scope: classScope(owner.symbol, owner.typeArguments) };
  }
  return null;
}

function baseClass(kind) {
  const node = kind.symbol.node.extendsType;
  return node ? resolveType(node, classScope(kind.symbol, kind.typeArguments)) : null;
}

/**
 * Binds the type parameters named in `wanted` by matching a declared type against the kind of an argument.
 * @param {Map<string, import('./kinds.mjs').Kind>} bound
 */
export function inferTypes(typeNode, kind, wanted, bound) {
  if (typeNode?.kind !== NodeKind.NamedType) return;
  const name = typeNode.name.identifier.text;
  const typeArguments = typeNode.typeArguments ?? [];
  if (wanted.has(name) && typeArguments.length === 0) {
    if (!bound.has(name) && bindable(kind)) bound.set(name, kind);
  } else if (name in COMPONENTS && kind.lane) {
    inferTypes(typeArguments[0], { tag: 'lane', lane: kind.lane }, wanted, bound);
  } else if (kind.typeArguments) {
    for (const [index, argument] of kind.typeArguments.entries()) inferTypes(typeArguments[index], argument, wanted, bound);
  }
}

function bindable(kind) {
  return kind.tag === 'lane' || (kind.tag === 'plain' && (isScalarLane(kind.name) || kind.symbol !== null));
}

/** A lane kind bound to a type argument: a concrete scalar becomes the plain number it is. */
export function normalizeTypeArgument(kind) {
  return kind.tag === 'lane' && isScalarLane(kind.lane) ? plainKind(kind.lane) : kind;
}

/** Whether a type parameter stands for an interface or an abstract class: something that has no methods of its own to call. */
export function isAbstract(kind) {
  const node = kind.symbol?.node;
  return node?.kind === NodeKind.InterfaceDeclaration || Boolean(node?.flags & FLAG.abstract);
}
