/** Loops over the components of a kernel value: `for (let i = 0; i < 3; i++)` with `v[i]` in the body. */
import { KernelError } from './error.mjs';
import { isCompound } from './kinds.mjs';
import { lowerExpression } from './lowering.mjs';
import { LITERAL, NodeKind, Token, walk } from './syntax.mjs';

const MOST_ROUNDS = 16;

/**
 * The values the variable of a loop takes, if the loop has to be unrolled; null if it stays a loop.
 * @returns {{ name: string, values: number[] } | null}
 */
export function unrolledValues(statement, frame) {
  const range = constantRange(statement);
  return range && indexesComponents(statement.body, range.name, frame) ? range : null;
}

function integerOf(node) {
  return node?.kind === NodeKind.Literal && node.literalKind === LITERAL.integer ? Number(node.value) : null;
}

/** `let i = a; i < b; i++` with numbers a and b. */
function constantRange({ initializer, condition, incrementor }) {
  const declaration = initializer?.kind === NodeKind.Variable && initializer.declarations.length === 1 ? initializer.declarations[0] : null;
  const start = integerOf(declaration?.initializer);
  if (start === null || condition?.kind !== NodeKind.Binary || condition.left.kind !== NodeKind.Identifier) return null;
  const name = declaration.name.text;
  const limit = integerOf(condition.right);
  const increments = incrementor?.operator === Token.Plus_Plus && incrementor.operand?.text === name;
  if (condition.left.text !== name || limit === null || !increments) return null;
  const end = { [Token.LessThan]: limit, [Token.LessThan_Equals]: limit + 1, [Token.Exclamation_Equals]: limit }[condition.operator];
  if (end === undefined || end - start > MOST_ROUNDS) return null;
  return { name, values: Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index) };
}

function indexesComponents(body, name, frame) {
  let found = false;
  walk(body, (node) => {
    if (node.kind === NodeKind.ElementAccess && mentions(node.elementExpression, name) && isKernelValue(node.expression, frame))
      found = true;
    return !found;
  });
  return found;
}

function mentions(node, name) {
  let found = false;
  walk(node, (inner) => {
    if (inner.kind === NodeKind.Identifier && inner.text === name) found = true;
    return !found;
  });
  return found;
}

/** Whether the expression is a vector, matrix or tuple. What is generated to find out is thrown away. */
function isKernelValue(node, frame) {
  if (node.kind === NodeKind.ElementAccess) return isKernelValue(node.expression, frame);
  try {
    const { result } = frame.writer.capture(() => lowerExpression(node, frame));
    return isCompound(result.kind) || result.items !== undefined;
  } catch (error) {
    // A variable of the body is not declared yet: it is no reason to unroll.
    if (error instanceof KernelError) return false;
    throw error;
  }
}
