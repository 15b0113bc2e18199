/**
 * Functions marked `@once`: one function for each lane type instead of a body at each call. What AssemblyScript cannot pass goes through an
 * area of scratch, where every component has a place.
 */
import { Frame, FunctionWriter } from './frames.mjs';
import { bindTypeParameters, defaultLane, hasKernelSignature, isPolymorphic, lowerArguments, lowerBody } from './inline.mjs';
import { componentsOf, isKernel, isScalarLane, partKind, VOID } from './kinds.mjs';
import { convertValue } from './operators.mjs';
import { assignedNames } from './syntax.mjs';
import { declareTypeParameters, resolveType } from './types.mjs';
import { makePart, makeValue, NOTHING, singleValue, tupleValue } from './values.mjs';

const MARK = 'once';
/** Bytes of one lane value, of a v128 or less, and of one number. */
const LANE = 16;
const NUMBER = 8;

export function isOnce(node) {
  return (node.decorators ?? []).some((decorator) => decorator.name.text === MARK);
}

/** Says what is wrong with a mark. */
export function checkMark(target) {
  const { node, scope, owner } = target;
  const { source } = scope.module;
  const name = node.name.text;
  if (owner) source.fail(node.range, `'@once' is for functions: make '${name}' one, with the object as a parameter.`);
  if (!hasKernelSignature(target)) source.fail(node.range, `'${name}' has plain values only, so that it exists once without '@once'.`);
  if (isPolymorphic(node)) source.fail(node.range, `'${name}' is inlined where its class is known, and '@once' forbids that.`);
  for (const parameter of node.signature.parameters)
    if (parameter.initializer) source.fail(parameter.range, `a function marked '@once' has no default parameters.`);
}

const areaName = (name) => `${name}$area`;

/** The area of a function, as a symbol of its module. */
const areaOf = (symbol) => ({ kind: 'variable', name: areaName(symbol.name), module: symbol.module });

/** Kinds of what goes through the area: parameters, then the result. As declared, with T a lane. */
function passedKinds(node, module) {
  const scope = declareTypeParameters(node.typeParameters, { module, types: new Map() });
  const { parameters, returnType } = node.signature;
  return [...parameters.map((parameter) => parameter.type), returnType].map((type) => resolveType(type, scope));
}

/** For each parameter and the result: the places of its components, or null where it is passed as it is; and the bytes of all. */
function layOut(node, module) {
  let bytes = 0;
  const place = (kind) => {
    const size = kind.lane && !isScalarLane(kind.lane) ? LANE : NUMBER;
    const at = Math.ceil(bytes / size) * size;
    bytes = at + size;
    return at;
  };
  const placesOf = (kind) => (kind.tag === 'tuple' ? kind.items.flatMap(placesOf) : componentsOf(kind).map(() => place(kind)));
  const places = passedKinds(node, module).map((kind) => (isKernel(kind) ? placesOf(kind) : null));
  return { places, result: places.pop(), bytes };
}

const flatten = (value) => value.items?.flatMap(flatten) ?? value.parts.map((part) => ({ part, kind: partKind(value.kind) }));

/** A value that needs no call any more: one might use the area. */
function settled(value, name, frame) {
  return flatten(value).some(({ part }) => part.effects) ? frame.declareLocal('const', name, value) : value;
}

function storeAll(value, area, places, frame) {
  for (const [index, { part, kind }] of flatten(value).entries())
    frame.emit(`store<${frame.typeText(kind)}>(${area}, ${part.text}, ${places[index]});`);
  frame.writer.effects++;
}

/** The value of a kind whose components are in the area. */
function loadAll(kind, area, places, frame) {
  const rest = [...places];
  const load = (of) => {
    if (of.tag === 'tuple') return tupleValue(of.items.map(load));
    const type = frame.typeText(partKind(of));
    return makeValue(
      of,
      componentsOf(of).map(() => makePart(`load<${type}>(${area}, ${rest.shift()})`, { reads: true })),
    );
  };
  return load(kind);
}

/** A call: arguments into the area, the call, the result out of it. */
export function callOnce(symbol, node, frame) {
  const { module } = symbol;
  const target = { node: symbol.node, scope: { module, types: new Map() } };
  const { places, result } = layOut(symbol.node, module);
  const { parameters } = symbol.node.signature;
  const name = frame.writer.imports.symbol(symbol);
  const area = frame.writer.imports.symbol(areaOf(symbol));
  const given = lowerArguments(target, node.args, frame, node);
  const types = bindTypeParameters(target, node.typeArguments ?? [], given, frame, node);
  const scope = { module, types };
  const values = given.map((value, index) => {
    const converted = convertValue(value, resolveType(parameters[index].type, scope), frame, node.args[index]);
    return settled(converted, parameters[index].name.text, frame);
  });
  for (const [index, value] of values.entries()) if (places[index]) storeAll(value, area, places[index], frame);
  const list = values.filter((_, index) => !places[index]).map((value) => value.parts[0].text);
  const typeTexts = (symbol.node.typeParameters ?? []).map((parameter) => frame.typeText(types.get(parameter.name.text)));
  const call = `${name}${typeTexts.length ? `<${typeTexts.join(', ')}>` : ''}(${list.join(', ')})`;
  const kind = resolveType(symbol.node.signature.returnType, scope);
  if (!result && kind !== VOID) return frame.declareLocal('const', symbol.name, singleValue(kind, call, { effects: true, reads: true }));
  frame.emit(`${call};`);
  frame.writer.effects++;
  return kind === VOID ? NOTHING : frame.declareLocal('const', symbol.name, loadAll(kind, area, result, frame));
}

/** The generated lines of a function and its area. */
export function onceLines(node, module, imports, typeParameterText) {
  const scope = declareTypeParameters(node.typeParameters, { module, types: new Map() });
  const writer = new FunctionWriter(imports);
  const frame = new Frame({
    writer,
    scope,
    declaration: node,
    returnKind: resolveType(node.signature.returnType, scope),
    defaultLane: defaultLane(node, null, scope.types),
    assigned: assignedNames(node.body),
  });
  const name = node.name.text;
  const area = areaName(name);
  const { places, result, bytes } = layOut(node, module);
  const list = [];
  const { block } = writer.capture(() => {
    for (const [index, parameter] of node.signature.parameters.entries()) {
      const own = parameter.name.text;
      const kind = resolveType(parameter.type, scope);
      if (places[index]) {
        const value = loadAll(kind, area, places[index], frame);
        frame.declare(own, frame.declareLocal(frame.assigned.has(own) ? 'let' : 'const', own, value));
      } else {
        const local = writer.names.unique(own);
        frame.declare(own, singleValue(kind, local, { simple: true, place: true }));
        list.push(`${local}: ${frame.typeText(kind)}`);
      }
    }
    const value = settled(lowerBody(node.body.statements, frame), 'result', frame);
    if (result) storeAll(value, area, result, frame);
    else if (frame.returnKind !== VOID) frame.emit(`return ${value.parts[0].text};`);
  });
  frame.statement = node;
  frame.emit(`export const ${area}: usize = scratch<u8>(${bytes});`);
  const returns = result ? 'void' : frame.typeText(frame.returnKind);
  frame.emit(`export function ${name}${typeParameterText(node, frame)}(${list.join(', ')}): ${returns} {`);
  frame.block.nest(block);
  frame.emit('}');
  return frame.block;
}
