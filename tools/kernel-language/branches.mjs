/** Two ways to compute one value, chosen by a plain condition: an expression where possible, variables and an `if` otherwise. */
import { isOpaque, NUMBER, plainKind, VOID } from './kinds.mjs';
import { convertValue, joinKinds } from './operators.mjs';
import { makePart, makeValue, mergedFlags, NOTHING, operandText, PRECEDENCE, tupleValue } from './values.mjs';

/**
 * @param {import('./values.mjs').Part} condition
 * @param {() => import('./values.mjs').Value} lowerTrue
 * @param {() => import('./values.mjs').Value} lowerFalse
 * @param {import('./frames.mjs').Frame} frame
 * @param {string} name wished for a variable that holds the result
 * @param {import('./kinds.mjs').Kind} [declaredKind] the kind of the result, where it is declared
 */
export function mergeBranches(condition, lowerTrue, lowerFalse, frame, node, name, declaredKind) {
  const { statement } = frame;
  const branchOf = (lower) => frame.writer.capture(() => convertResult(lower(), declaredKind, frame, node));
  const whenTrue = branchOf(lowerTrue);
  const whenFalse = branchOf(lowerFalse);
  frame.statement = statement;
  const kind = declaredKind ?? commonKind(whenTrue.result, whenFalse.result, frame, node);
  convertIn(whenTrue, kind, frame, node);
  convertIn(whenFalse, kind, frame, node);
  if (kind === VOID) {
    emitBranches(condition, whenTrue.block, whenFalse.block, frame);
    return NOTHING;
  }
  if (whenTrue.block.length + whenFalse.block.length === 0) return ternaryValue(condition, whenTrue.result, whenFalse.result, kind, frame);
  const target = frame.declareEmpty(name, kind === NUMBER ? plainKind('f64') : kind, node);
  for (const branch of [whenTrue, whenFalse]) {
    const { block } = frame.writer.capture(() => {
      for (const [index, part] of branch.result.parts.entries()) frame.emit(`${target.parts[index].text} = ${part.text};`);
    });
    branch.block.nest(block, 0);
  }
  emitBranches(condition, whenTrue.block, whenFalse.block, frame);
  return withoutPlace(target);
}

/** The same names, for a value that keeps what it is now. */
function withoutPlace(value) {
  const stable = (part) => ({ ...part, place: false, stable: true });
  return value.items ? tupleValue(value.items.map(withoutPlace)) : makeValue(value.kind, value.parts.map(stable));
}

function convertResult(value, kind, frame, node) {
  return kind && kind !== VOID ? convertValue(value, kind, frame, node) : value;
}

function commonKind(a, b, frame, node) {
  if (a.kind === VOID && b.kind === VOID) return VOID;
  if (isOpaque(a.kind)) return b.kind;
  if (isOpaque(b.kind)) return a.kind;
  return joinKinds(a, b, frame, node);
}

function convertIn(branch, kind, frame, node) {
  if (kind === VOID) return;
  const { block, result } = frame.writer.capture(() => convertValue(branch.result, kind, frame, node));
  branch.block.nest(block, 0);
  branch.result = result;
}

function ternaryValue(condition, whenTrue, whenFalse, kind, frame) {
  const test = whenTrue.parts.length > 1 ? frame.bindPart(condition, plainKind('bool'), 'condition') : condition;
  const parts = whenTrue.parts.map((part, index) => {
    const other = whenFalse.parts[index];
    const operands = [test, part, other].map((operand) => operandText(operand, PRECEDENCE.ternary + 1));
    return makePart(`${operands[0]} ? ${operands[1]} : ${operands[2]}`, {
      ...mergedFlags([test, part, other]),
      precedence: PRECEDENCE.ternary,
    });
  });
  if (kind.tag !== 'tuple') return makeValue(kind, parts);
  let next = 0;
  const items = kind.items.map((item, index) => {
    const start = next;
    next += whenTrue.items[index].parts.length;
    return makeValue(item, parts.slice(start, next));
  });
  return tupleValue(items);
}

/** `if (condition) { ... } else { ... }`; an empty `else` is left out. */
export function emitBranches(condition, whenTrue, whenFalse, frame) {
  frame.emit(`if (${condition.text}) {`);
  frame.block.nest(whenTrue);
  if (whenFalse && whenFalse.length > 0) {
    frame.emit('} else {');
    frame.block.nest(whenFalse);
  }
  frame.emit('}');
  frame.writer.effects++;
}
