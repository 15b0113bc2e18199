/**
 * Values: the AssemblyScript text of what an expression computes, one part a component.
 *
 * @typedef {object} Part
 * @property {string} text
 * @property {number} precedence binding strength of the outermost operator of the text
 * @property {boolean} simple a name or a number: may be written several times
 * @property {boolean} reads reads memory, so it must not move past a store
 * @property {boolean} effects does more than compute, so it must be evaluated exactly once and in order
 * @property {number | null} constant the number, where it is known while rewriting
 * @property {boolean} [place] can be assigned to
 * @property {boolean} [stable] a name that is never assigned again
 * @property {boolean} [compileTime] made of numbers and of constants at the top level of modules
 *
 * @typedef {{ kind: import('./kinds.mjs').Kind, parts: Part[], items?: Value[] }} Value
 */
import { NUMBER, VOID } from './kinds.mjs';

export const PRECEDENCE = { comma: 0, assignment: 1, ternary: 2, unary: 14, postfix: 15, primary: 20 };

/** @returns {Part} */
export function makePart(text, properties = {}) {
  return { text, precedence: PRECEDENCE.primary, simple: false, reads: false, effects: false, constant: null, ...properties };
}

/** A part that is a name: cheap to repeat. */
export function namePart(name, properties = {}) {
  return makePart(name, { simple: true, ...properties });
}

/** @returns {Value} */
export function makeValue(kind, parts) {
  return { kind, parts };
}

export function singleValue(kind, text, properties) {
  return makeValue(kind, [makePart(text, properties)]);
}

export function tupleValue(items) {
  return { kind: { tag: 'tuple', items: items.map((item) => item.kind) }, parts: items.flatMap((item) => item.parts), items };
}

export const NOTHING = { kind: VOID, parts: [] };

/** A numeric literal. */
export function numberValue(number, text = String(number)) {
  const negative = text.startsWith('-');
  return singleValue(NUMBER, text, { simple: true, constant: number, precedence: negative ? PRECEDENCE.unary : PRECEDENCE.primary });
}

/** The text of a part as an operand of an operator of the given strength. */
export function operandText(part, precedence) {
  return part.precedence < precedence ? `(${part.text})` : part.text;
}

/** The flags of text that contains the given parts. */
export function mergedFlags(parts) {
  return { reads: parts.some((part) => part.reads), effects: parts.some((part) => part.effects) };
}

/** A number that AssemblyScript reads as the given float type. */
export function floatPart(number, type) {
  const digits = Object.is(number, -0) ? '-0' : String(number);
  const text = /^-?\d+$/.test(digits) ? `${digits}.0` : digits;
  const primary = type === 'f64' && !text.startsWith('-');
  return makePart(type === 'f64' ? text : `<${type}>${text}`, {
    simple: true,
    constant: number,
    precedence: primary ? PRECEDENCE.primary : PRECEDENCE.unary,
  });
}
