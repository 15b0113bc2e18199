/** Checks the functions that are only ever inlined: an error in one shows where it is written, called or not. */
import { Frame, FunctionWriter } from './frames.mjs';
import { defaultLane, lowerBody } from './inline.mjs';
import { componentsOf } from './kinds.mjs';
import { ImportCollector } from './output.mjs';
import { assignedNames, FLAG } from './syntax.mjs';
import { declareTypeParameters, resolveType } from './types.mjs';
import { makeValue, namePart, singleValue, tupleValue } from './values.mjs';

/**
 * Rewrites the body with its parameters as they are declared, and throws the result away.
 * @param {import('./inline.mjs').CallTarget} target
 * @param {string} lanesPath
 */
export function checkInlined({ node, scope, owner }, lanesPath) {
  const { module } = scope;
  const types = declareTypeParameters(node.typeParameters, { module, types: new Map(scope.types) }).types;
  const writer = new FunctionWriter(new ImportCollector(module, lanesPath));
  const options = { writer, scope: { module, types }, declaration: node };
  const root = new Frame({ ...options, returnKind: null });
  const frame = new Frame({
    ...options,
    caller: root,
    self: owner && !(node.flags & FLAG.static) ? singleValue(owner, 'this', { simple: true }) : null,
    returnKind: resolveType(node.signature.returnType, options.scope),
    defaultLane: defaultLane(node, owner, types),
    assigned: assignedNames(node.body),
  });
  for (const parameter of node.signature.parameters) {
    const name = parameter.name.text;
    frame.declare(name, parameterValue(name, resolveType(parameter.type, frame.scope), frame.assigned.has(name)));
  }
  lowerBody(node.body.statements, frame);
}

function parameterValue(name, kind, place) {
  if (kind.tag === 'tuple') return tupleValue(kind.items.map((item, index) => parameterValue(`${name}$${index}`, item, place)));
  return makeValue(
    kind,
    componentsOf(kind).map((component) => namePart(component ? `${name}$${component}` : name, { place })),
  );
}
