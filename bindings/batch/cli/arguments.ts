// What is written on the command line, as numbers and points.
import { InvalidArgumentError } from 'commander';
import { type Dimension, type PointValue, range } from '../index.ts';

export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return value;
}

export function count(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0.');
  return value;
}

export function positive(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value > 0) || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number above 0.');
  return value;
}

/** A part of n: k/n, from 0/n to (n-1)/n. */
export function shard(text: string): { part: number; parts: number } {
  const [, part, parts] = /^(\d+)\/(\d+)$/.exec(text)?.map(Number) ?? [];
  if (parts === undefined || part >= parts) throw new InvalidArgumentError('It must be a part like 0/8, from 0/8 to 7/8.');
  return { part, parts };
}

/** Jobs in seconds: 10/1. */
export function rate(text: string): { jobs: number; seconds: number } {
  const [, jobs, seconds] = /^(\d+)\/(\d+(?:\.\d+)?)$/.exec(text)?.map(Number) ?? [];
  if (!(jobs > 0 && seconds > 0)) throw new InvalidArgumentError('It must be jobs and seconds like 10/1.');
  return { jobs, seconds };
}

/** Adds name=value to those of before. */
export function assignment<Value>(read: (text: string) => Value) {
  return (text: string, earlier: Record<string, Value> = {}): Record<string, Value> => {
    const equals = text.indexOf('=');
    if (equals < 1) throw new InvalidArgumentError(`It must be like name=value, not '${text}'.`);
    return { ...earlier, [text.slice(0, equals)]: read(text.slice(equals + 1)) };
  };
}

export function value(text: string): PointValue {
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** What options of a world are: numbers, words, on and off, vectors. */
export function setting(text: string): PointValue | boolean | number[] {
  if (text === 'on' || text === 'off') return text === 'on';
  const parts = text.split(',').map(value);
  return parts.length === 3 && parts.every((part) => typeof part === 'number') ? (parts as number[]) : value(text);
}

/** The values of a grid: 1:40, 0:1:0.25, or a,b,c. */
export function values(text: string): PointValue[] {
  const ends = /^([^:,]+):([^:,]+)(?::([^:,]+))?$/.exec(text);
  if (!ends) return text.split(',').map(value);
  const [first, last, step = 1] = ends.slice(1).map((part) => (part === undefined ? undefined : Number(part)));
  try {
    return range(first!, last!, step);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

/** A dimension to draw from: 0.1:2, 1:40:integer, 1e-6:1:logarithmic, or a,b,c. */
export function dimension(text: string): Dimension {
  const ends = /^([^:,]+):([^:,]+)((?::(?:integer|logarithmic))*)$/.exec(text);
  if (!ends) {
    if (text.includes(':')) throw new InvalidArgumentError('It must be like 0.1:2, 1:40:integer, 1e-6:1:logarithmic, or a,b,c.');
    return text.split(',').map(value);
  }
  const [min, max] = [Number(ends[1]), Number(ends[2])];
  if (!(min <= max)) throw new InvalidArgumentError('A range must go from the smaller to the larger number.');
  return { min, max, integer: ends[3].includes('integer'), logarithmic: ends[3].includes('logarithmic') };
}
