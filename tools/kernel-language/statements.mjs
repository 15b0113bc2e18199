/** Statements of function bodies. */
import { lowerAssignment, lowerTupleAssignment } from './assignments.mjs';
import { emitBranches } from './branches.mjs';
import { lowerPlain } from './expressions.mjs';
import { describe, isOpaque, NUMBER, plainKind, VOID } from './kinds.mjs';
import { lowerExpression, lowerStatement, lowersStatements } from './lowering.mjs';
import { convertValue } from './operators.mjs';
import { destructuredNames, FLAG, LITERAL, NodeKind, operatorText, walk } from './syntax.mjs';
import { resolveType } from './types.mjs';
import { unrolledValues } from './unroll.mjs';
import { numberValue } from './values.mjs';

/** Integers, and what is computed from them alone. */
const INTEGER_TEXT = /^(0[xXbBoO]\w+|[-+*%() \d]+)$/;
const CONDITION_ADVICE = 'use select(mask, a, b) or mask ? a : b to choose lane by lane, any(mask) or all(mask) to branch';

/** @param {import('./frames.mjs').Frame} frame */
function lower(statement, frame) {
  frame.statement = statement;
  switch (statement.kind) {
    case NodeKind.Variable:
      for (const declaration of statement.declarations) lowerDeclaration(declaration, frame);
      return;
    case NodeKind.Expression:
      lowerExpressionStatement(statement.expression, frame);
      return;
    case NodeKind.Block:
      lowerBlock(statement, frame);
      return;
    case NodeKind.If:
      lowerIf(statement, frame);
      return;
    case NodeKind.For:
      lowerFor(statement, frame);
      return;
    case NodeKind.While:
      lowerWhile(statement, frame);
      return;
    case NodeKind.Do:
      lowerDo(statement, frame);
      return;
    case NodeKind.Switch:
      lowerSwitch(statement, frame);
      return;
    case NodeKind.Return:
      lowerReturn(statement, frame);
      return;
    case NodeKind.Break:
    case NodeKind.Continue:
      frame.emit(`${statement.kind === NodeKind.Break ? 'break' : 'continue'}${statement.label ? ` ${statement.label.text}` : ''};`);
      return;
    case NodeKind.Empty:
      return;
    default:
      frame.fail(statement, 'this statement is not part of the kernel language.');
  }
}

function lowerStatements(statements, frame) {
  frame.inScope(() => {
    for (const statement of statements) lowerStatement(statement, frame);
  });
}

function captureStatements(statement, frame) {
  return frame.writer.capture(() => {
    if (statement) lowerStatements(statement.kind === NodeKind.Block ? statement.statements : [statement], frame);
  }).block;
}

function lowerBlock(statement, frame) {
  const block = captureStatements(statement, frame);
  frame.statement = statement;
  frame.emit('{');
  frame.block.nest(block);
  frame.emit('}');
}

function checkName(name, node, frame) {
  if (name.includes('$')) frame.fail(node, `'${name}': names with '$' are kept for generated code.`);
}

function lowerDeclaration(declaration, frame) {
  const name = declaration.name.text;
  const constant = (declaration.flags & FLAG.const) !== 0;
  const names = destructuredNames(name);
  if (names) {
    lowerDestructuring(names, constant, declaration, frame);
    return;
  }
  checkName(name, declaration.name, frame);
  const declared = declaration.type ? resolveType(declaration.type, frame.scope) : null;
  if (!declaration.initializer) {
    if (!declared) frame.fail(declaration, `'${name}' needs a type or a value.`);
    frame.declare(name, frame.declareEmpty(name, declared, declaration));
    return;
  }
  const initial = lowerExpression(declaration.initializer, frame);
  if (initial.kind === VOID) frame.fail(declaration.initializer, `'${name}' needs a value, but this call returns nothing.`);
  declareVariable(name, initial, declared, constant, declaration, frame);
}

function declareVariable(name, initial, declared, constant, node, frame) {
  const value = declared ? convertValue(initial, declared, frame, node) : initial;
  const mutable = !constant && frame.assigned.has(name);
  // An inlined body does not repeat what already has a name that keeps its value.
  if (frame.inlined && !mutable && value.parts.every((part) => part.stable)) {
    frame.declare(name, value);
    return;
  }
  const typed = declared !== null && (declared.tag === 'plain' || isOpaque(initial.kind));
  const local = frame.declareLocal(mutable ? 'let' : 'const', name, value, { typed });
  frame.declare(name, value.kind === NUMBER ? typedNumber(local, value.parts[0], !mutable) : local);
}

/** A number without a declared type is an i32 or f64 variable in AssemblyScript; a constant still adapts to the lanes it meets. */
function typedNumber(local, { text }, constant) {
  const kind = plainKind(INTEGER_TEXT.test(text) ? 'i32' : 'f64');
  return { kind, parts: local.parts.map((part) => ({ ...part, compileTime: constant })) };
}

function lowerDestructuring(names, constant, declaration, frame) {
  const value = lowerExpression(declaration.initializer, frame);
  if (!value.items) frame.fail(declaration.initializer, `only a tuple can be taken apart, not ${describe(value.kind)}.`);
  if (value.items.length !== names.length) frame.fail(declaration, `the tuple has ${value.items.length} items, not ${names.length}.`);
  for (const [index, name] of names.entries()) {
    if (name !== '') declareVariable(name, value.items[index], null, constant, declaration, frame);
  }
}

function lowerExpressionStatement(node, frame) {
  if (node.kind === NodeKind.Binary && !operatorText(node.operator)) {
    const tuple = node.left.kind === NodeKind.Literal && node.left.literalKind === LITERAL.array;
    if (tuple) lowerTupleAssignment(node, frame);
    else lowerAssignment(node, frame);
    return;
  }
  for (const part of lowerExpression(node, frame).parts) {
    if (!part.effects) continue;
    frame.emit(`${part.text};`);
    frame.writer.effects++;
  }
}

function lowerCondition(node, frame, keyword) {
  const value = lowerExpression(node, frame);
  if (value.kind.tag === 'mask') frame.fail(node, `'${keyword}' needs one answer, and a mask has one a lane: ${CONDITION_ADVICE}.`);
  if (value.kind.tag !== 'plain') frame.fail(node, `'${keyword}' needs a plain condition, not ${describe(value.kind)}.`);
  return value.parts[0];
}

function lowerIf(statement, frame) {
  const condition = lowerCondition(statement.condition, frame, 'if');
  const whenTrue = captureStatements(statement.ifTrue, frame);
  const whenFalse = statement.ifFalse ? captureStatements(statement.ifFalse, frame) : null;
  frame.statement = statement;
  emitBranches(condition, whenTrue, whenFalse, frame);
}

function lowerFor(statement, frame) {
  const unrolled = unrolledValues(statement, frame);
  if (unrolled) {
    unrollLoop(statement, unrolled, frame);
    return;
  }
  frame.inScope(() => {
    const initializer = headerText(statement.initializer, statement, frame);
    const condition = headerText(statement.condition, statement, frame);
    const incrementor = headerText(statement.incrementor, statement, frame);
    emitLoop(`for (${initializer}; ${condition}; ${incrementor}) {`, '}', statement, frame);
  });
}

function emitLoop(head, foot, statement, frame) {
  const body = captureStatements(statement.body, frame);
  frame.statement = statement;
  frame.emit(head);
  frame.block.nest(body);
  frame.emit(foot);
  frame.writer.effects++;
}

/** One of the three parts of a `for`, which must fit into the head of the loop. */
function headerText(node, statement, frame) {
  if (!node || node.kind === NodeKind.Empty) return '';
  const { block } = frame.writer.capture(() => {
    if (node.kind === NodeKind.Variable || node.kind === NodeKind.Expression) lowerStatement(node, frame);
    else if (node.kind === NodeKind.Binary && !operatorText(node.operator)) lowerAssignment(node, frame);
    else frame.emit(`${lowerPlain(node, frame, 'the head of a loop').parts[0].text};`);
  });
  frame.statement = statement;
  const texts = block.lines.map((line) => line.text.replace(/;$/, ''));
  if (texts.every((text) => text.startsWith('let ')))
    return `${texts.length > 0 ? 'let ' : ''}${texts.map((text) => text.slice(4)).join(', ')}`;
  if (texts.length > 1) frame.fail(node, 'the head of a loop must be plain: compute this value before the loop or in its body.');
  return texts[0];
}

function unrollLoop(statement, { name, values }, frame) {
  walk(statement.body, (node) => {
    if (node.kind === NodeKind.Break || node.kind === NodeKind.Continue) {
      frame.fail(node, `a loop over components is unrolled and cannot be left: use 'if' in its body.`);
    }
    return ![NodeKind.For, NodeKind.While, NodeKind.Do].includes(node.kind);
  });
  for (const number of values) {
    frame.inScope(() => {
      frame.declare(name, numberValue(number));
      lowerStatements(statement.body.kind === NodeKind.Block ? statement.body.statements : [statement.body], frame);
    });
  }
}

function lowerWhile(statement, frame) {
  const { block, result } = frame.writer.capture(() => lowerCondition(statement.condition, frame, 'while'));
  if (block.length === 0) {
    emitLoop(`while (${result.text}) {`, '}', statement, frame);
    return;
  }
  const body = captureStatements(statement.body, frame);
  frame.statement = statement;
  frame.emit('while (true) {');
  frame.block.nest(block);
  frame.block.nest(frame.writer.capture(() => frame.emit(`if (!(${result.text})) break;`)).block);
  frame.block.nest(body);
  frame.emit('}');
  frame.writer.effects++;
}

function lowerDo(statement, frame) {
  const body = captureStatements(statement.body, frame);
  const { block, result } = frame.writer.capture(() => lowerCondition(statement.condition, frame, 'while'));
  if (block.length > 0) frame.fail(statement.condition, `the condition of 'do' must be plain: compute it in the body.`);
  frame.statement = statement;
  frame.emit('do {');
  frame.block.nest(body);
  frame.emit(`} while (${result.text});`);
  frame.writer.effects++;
}

function lowerSwitch(statement, frame) {
  const condition = lowerPlain(statement.condition, frame, 'what a switch looks at');
  const cases = statement.cases.map((item) => ({
    label: item.label ? `case ${lowerPlain(item.label, frame, 'a case').parts[0].text}:` : 'default:',
    block: frame.writer.capture(() => lowerStatements(item.statements, frame)).block,
  }));
  frame.statement = statement;
  frame.emit(`switch (${condition.parts[0].text}) {`);
  for (const { label, block } of cases) {
    const { block: head } = frame.writer.capture(() => frame.emit(`${label} {`));
    const { block: foot } = frame.writer.capture(() => frame.emit('}'));
    frame.block.nest(head);
    frame.block.nest(block, 2);
    frame.block.nest(foot);
  }
  frame.emit('}');
  frame.writer.effects++;
}

function lowerReturn(statement, frame) {
  if (frame.inlined)
    frame.fail(statement, `an inlined function returns once, in its last statement: put the rest into 'else', or use select.`);
  if (!statement.value) {
    frame.emit('return;');
    return;
  }
  const value = convertValue(lowerExpression(statement.value, frame), frame.returnKind, frame, statement.value);
  frame.emit(`return ${value.parts[0].text};`);
}

lowersStatements(lower);
