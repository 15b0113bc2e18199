// Which scenes can be driven, and in which balls can be thrown.
import type { Drive, Throw } from './hero.ts';
import { roverDrive } from './rover.ts';

const DRIVES: Readonly<Record<string, Drive>> = { rover: roverDrive };
/** Scenes in which a ball does nothing: they have no contacts, or it would break what is measured. */
const THROW: Throw = { radius: 0.045, speed: 3.5 };
const THROWN_AT = new Set([
  'wrecking-ball',
  'box-tower',
  'pyramid',
  'heavy-on-light',
  'pile',
  'spheres',
  'ragdoll-pile',
  'trampoline',
  'jelly-pile',
  'soft-bunny',
  'balloons',
  'curtain',
  'ball-and-net',
  'rover',
  'conveyor',
]);

export const driveOf = (scene: string): Drive | null => DRIVES[scene] ?? null;
export const throwOf = (scene: string): Throw | null => (THROWN_AT.has(scene) ? THROW : null);
