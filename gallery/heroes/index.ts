// Which scenes can be driven, and in which something can be thrown or popped.
import type { Drive, Throw } from './hero.ts';
import { roverDrive } from './rover.ts';
import { trebuchetDrive } from './trebuchet.ts';

const DRIVES: Readonly<Record<string, Drive>> = { rover: roverDrive, trebuchet: trebuchetDrive };
/** Scenes in which a ball does nothing: they have no contacts, or it would break what is measured. */
const BALL: Throw = { radius: 0.045, speed: 3.5, what: 'ball' };
const DOLL: Throw = { radius: 0, speed: 1.6, what: 'doll' };
const DOLLS_THROWN_AT = new Set(['ragdoll-pile', 'ragdoll-stairs', 'trampoline']);
const POPPED = new Set(['balloons']);
const THROWN_AT = new Set([
  'wrecking-ball',
  'box-tower',
  'pyramid',
  'heavy-on-light',
  'pile',
  'spheres',
  'jelly-pile',
  'soft-bunny',
  'curtain',
  'ball-and-net',
  'rover',
  'conveyor',
]);

export const driveOf = (scene: string): Drive | null => DRIVES[scene] ?? null;
export const throwOf = (scene: string): Throw | null => {
  if (DOLLS_THROWN_AT.has(scene)) return DOLL;
  return THROWN_AT.has(scene) ? BALL : null;
};
/** Whether it has something that pops. */
export const popsIn = (scene: string): boolean => POPPED.has(scene);
