import { HolonomicError } from '../core/errors.ts';

/** Refuses what cannot be had here, by its name. */
export function unsupported(name: string, advice: string): never {
  throw new HolonomicError('unsupported', `${name} is not supported by holonomic/cannon; ${advice}.`);
}

const warned = new Set<string>();

/** Says something in the console, once for each `key`. */
export function warnOnce(key: string, message: string): void {
  if (warned.has(key)) return;
  warned.add(key);
  console.warn(`holonomic/cannon: ${message}`);
}
