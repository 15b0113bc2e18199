// What options of a world are made of: how they are checked, what they are unless given, and where in the world's record they lie.
import { boolean, choice, describe, integer, type Vec3, vector } from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import { fixed } from '../core/geometry.ts';
import type { StateMemory } from '../core/memory.ts';
import { readVector, writeRecordVector } from '../core/records.ts';

export interface Option<Value> {
  readonly default: Value;
  readonly unit?: string;
  /** Checks and copies what was given. Throws `invalid-argument`. */
  read(value: unknown, name: string): Value;
}

/** An option that lies in the world's record, where it can be read at any time. */
export interface StoredOption<Value> extends Option<Value> {
  load(memory: StateMemory): Value;
  store(memory: StateMemory, value: Value): void;
  /** Whether it can also be set between steps. */
  readonly live?: boolean;
  /** Whether bodies that sleep have to be woken when it is set. */
  wakes?(before: Value, after: Value): boolean;
}

type Check<Value> = (value: unknown, name: string) => Value;

/** A number of the unit, in an f64. */
export function real(byDefault: number, unit: string, field: number, read: Check<number>): StoredOption<number> {
  return {
    default: byDefault,
    unit,
    read,
    load: ({ f64, world }) => f64[(world + field) >>> 3],
    store: ({ f64, world }, value) => {
      f64[(world + field) >>> 3] = value;
    },
  };
}

/** A whole number from 1 on, in a u32. */
export function count(byDefault: number, highest: number, field: number): StoredOption<number> & { highest: number } {
  return { ...u32Field(field), default: byDefault, highest, read: (value, name) => integer(value, name, 1, highest) };
}

/** A whole number from 1 on, or a word with which the world chooses it: 0 in a u32. */
export function countOr<Word extends string>(byDefault: number | Word, word: Word, highest: number, field: number) {
  const { load, store } = u32Field(field);
  return {
    default: byDefault,
    word,
    highest,
    read: (value: unknown, name: string): number | Word => {
      if (value === word) return word;
      if (typeof value !== 'string') return integer(value, name, 1, highest);
      throw new HolonomicError(
        'invalid-argument',
        `${name} must be '${word}' or a whole number from 1 to ${highest}, but is ${describe(value)}.`,
      );
    },
    load: (memory: StateMemory): number | Word => load(memory) || word,
    store: (memory: StateMemory, value: number | Word): void => store(memory, value === word ? 0 : (value as number)),
  };
}

/** Whether something is so: 0 or 1 in a u32. */
export function flag(byDefault: boolean, field: number): StoredOption<boolean> {
  const { load, store } = u32Field(field);
  return {
    default: byDefault,
    read: boolean,
    load: (memory) => [false, true][load(memory)],
    store: (memory, value) => store(memory, value ? 1 : 0),
  };
}

/** One of some words, which have codes in a u32. The first is the default. */
export function word<Word extends string>(codes: Record<Word, number>, field: number): StoredOption<Word> & { words: readonly Word[] } {
  const { load, store } = u32Field(field);
  const plain = choiceOf(...(Object.keys(codes) as [Word]));
  return {
    ...plain,
    load: (memory) => plain.words.find((each) => codes[each] === load(memory)) as Word,
    store: (memory, value) => store(memory, codes[value]),
  };
}

/** One of some words, which is no part of the state. The first is the default. */
export function choiceOf<Word extends string>(...words: [Word, ...Word[]]): Option<Word> & { words: readonly Word[] } {
  return { default: words[0], words, read: (value, name) => choice(value, name, words) };
}

export function vectorOf(byDefault: Readonly<Vec3>, unit: string, field: number): StoredOption<Readonly<Vec3>> {
  return {
    default: byDefault,
    unit,
    read: vector,
    load: (memory) => fixed(readVector(memory, memory.world + field)),
    store: (memory, value) => writeRecordVector(memory, memory.world + field, value),
  };
}

function u32Field(field: number) {
  return {
    load: ({ u32, world }: StateMemory): number => u32[(world + field) >>> 2],
    store: ({ u32, world }: StateMemory, value: number): void => {
      u32[(world + field) >>> 2] = value;
    },
  };
}

/** The same, to be set between steps too. */
export const live = <Kind extends Option<unknown>>(option: Kind) => ({ ...option, live: true as const });
