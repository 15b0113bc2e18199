// Elements of an XML text, each with its line, for errors that say where they are.
import { parseXml, XmlElement, XmlError } from '@rgrove/parse-xml';
import { describe, shortened } from '../../core/arguments.ts';
import { HolonomicError } from '../../core/errors.ts';

export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Element[];
  /** From 1. */
  readonly line: number;
}

/** Elements within each other; what programs write has a dozen at most. */
const MOST_LEVELS = 200;

/** The root element. Throws `invalid-argument` for what is no well-formed XML, with the line. */
export function parseElements(text: unknown): Element {
  if (typeof text !== 'string') throw new HolonomicError('invalid-argument', `A URDF must be a string, but is ${describe(text)}.`);
  const lines = lineStarts(text);
  const { root } = documentOf(text);
  if (!root) throw new HolonomicError('invalid-argument', 'The URDF has no element.');
  return elementOf(root, lines, 0);
}

function documentOf(text: string) {
  try {
    return parseXml(text, { includeOffsets: true });
  } catch (cause) {
    if (cause instanceof XmlError) {
      const [message] = cause.message.split(/ \(line \d+, column \d+\)/);
      throw new HolonomicError(
        'invalid-argument',
        `The URDF is not well-formed XML in line ${cause.line}, column ${cause.column}: ${shortened(message)}.`,
        { cause },
      );
    }
    if (cause instanceof RangeError) throw new HolonomicError('invalid-argument', 'The URDF is nested too deeply.', { cause });
    throw cause;
  }
}

function elementOf(node: XmlElement, lines: readonly number[], level: number): Element {
  const line = lineAt(lines, node.start);
  if (level > MOST_LEVELS) throw new HolonomicError('invalid-argument', `<${node.name}> (line ${line}) is nested too deeply.`);
  return {
    name: node.name,
    attributes: new Map(Object.entries(node.attributes)),
    children: node.children.filter((child) => child instanceof XmlElement).map((child) => elementOf(child, lines, level + 1)),
    line,
  };
}

/** Where each line begins. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function lineAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle] <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}
