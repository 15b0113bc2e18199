/** Assignments to variables, components and fields. */
import * as asc from 'assemblyscript';
import { lowerInOrder } from './frames.mjs';
import { describe, isOpaque } from './kinds.mjs';
import { lowerExpression } from './lowering.mjs';
import { binaryOperation, convertValue } from './operators.mjs';
import { NodeKind } from './syntax.mjs';
import { makeValue } from './values.mjs';

const COMPOUND = new Map(
  Object.entries({
    Plus_Equals: '+',
    Minus_Equals: '-',
    Asterisk_Equals: '*',
    Slash_Equals: '/',
    Percent_Equals: '%',
    LessThan_LessThan_Equals: '<<',
    GreaterThan_GreaterThan_Equals: '>>',
    GreaterThan_GreaterThan_GreaterThan_Equals: '>>>',
    Ampersand_Equals: '&',
    Bar_Equals: '|',
    Caret_Equals: '^',
  }).map(([name, text]) => [asc.Token[name], text]),
);

/** `target = value`, `target += value` and the like. */
export function lowerAssignment(node, frame) {
  const target = lowerExpression(node.left, frame);
  checkTarget(target, node.left, frame);
  const operator = COMPOUND.get(node.operator);
  const operands = operator ? [node.left, node.right] : [node.right];
  const values = lowerInOrder(operands, frame, (item) => (item === node.left ? target : lowerExpression(item, frame)));
  const right = values[values.length - 1];
  if (target.kind.tag === 'plain' && (right.kind.tag === 'plain' || (isOpaque(target.kind) && right.parts.length === 1))) {
    emitStore(`${target.parts[0].text} ${operator ?? ''}= ${right.parts[0].text};`, frame);
    return;
  }
  const value = operator ? binaryOperation(operator, values[0], right, frame, node) : right;
  assignParts(target, convertValue(value, target.kind, frame, node), frame);
}

/** `[a, b] = f()` */
export function lowerTupleAssignment(node, frame) {
  const right = lowerExpression(node.right, frame);
  const targets = node.left.elementExpressions.map((item) => {
    const target = lowerExpression(item, frame);
    checkTarget(target, item, frame);
    return target;
  });
  if (!right.items || right.items.length !== targets.length) {
    frame.fail(node, `${targets.length} targets need a tuple of ${targets.length} items, not ${describe(right.kind)}.`);
  }
  const items = targets.map((target, index) => convertValue(right.items[index], target.kind, frame, node));
  const gather = (values) =>
    makeValue(
      right.kind,
      values.flatMap((value) => value.parts),
    );
  assignParts(gather(targets), gather(items), frame);
}

function emitStore(text, frame) {
  frame.emit(text);
  frame.writer.effects++;
}

/** Stores component after component; a component that reads what an earlier one has overwritten is computed first. */
function assignParts(target, value, frame) {
  const written = target.parts.map((part) => lastName(part.text));
  const disturbed = value.parts.some((part, index) => index > 0 && readsAny(part, written.slice(0, index)));
  const parts = disturbed ? bindParts(value, written, frame) : value.parts;
  for (const [index, part] of target.parts.entries()) {
    if (part.text !== parts[index].text) emitStore(`${part.text} = ${parts[index].text};`, frame);
  }
}

function bindParts(value, written, frame) {
  return value.parts.map((part, index) => {
    const disturbed = index > 0 && readsAny(part, written.slice(0, index));
    if (!disturbed) return part;
    const name = frame.writer.names.unique(written[index].replace(/\$.*/, ''));
    frame.emit(`const ${name} = ${part.text};`);
    return { ...part, text: name };
  });
}

function lastName(text) {
  return text.match(/[\w$]+(?=[^\w$]*$)/)[0];
}

function readsAny(part, names) {
  const mentioned = part.text.match(/[A-Za-z_$][\w$]*/g) ?? [];
  return mentioned.includes('load') || names.some((name) => mentioned.includes(name));
}

/** Variables, fields and their components can be assigned to; constants and results cannot. */
function checkTarget(target, node, frame) {
  if (target.parts.length > 0 && target.parts.every((part) => part.place)) return;
  let root = node;
  while (root.kind === NodeKind.PropertyAccess || root.kind === NodeKind.ElementAccess) root = root.expression;
  if (root.kind === NodeKind.Identifier) frame.fail(node, `'${root.text}' is a constant: declare it with 'let' to assign to it.`);
  frame.fail(node, 'this cannot be assigned to: the target is a variable, a component or a field.');
}
