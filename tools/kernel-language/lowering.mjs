/**
 * Expressions hold calls, calls the bodies of functions, and these expressions. Whoever lowers what is inside something asks here, so that the files
 * which lower one another's parts do not import each other in a circle.
 */
let expressions;
let statements;

/** To be called by the file that lowers expressions. */
export function lowersExpressions(lower) {
  expressions = lower;
}

/** To be called by the file that lowers statements. */
export function lowersStatements(lower) {
  statements = lower;
}

/**
 * @param {import('./frames.mjs').Frame} frame
 * @returns {import('./values.mjs').Value}
 */
export function lowerExpression(node, frame) {
  return expressions(node, frame);
}

/** @param {import('./frames.mjs').Frame} frame */
export function lowerStatement(statement, frame) {
  statements(statement, frame);
}
