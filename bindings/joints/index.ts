import { JointType } from '../layout.ts';
import { Ball } from './ball.ts';
import { Distance } from './distance.ts';
import { Fixed } from './fixed.ts';
import { Hinge } from './hinge.ts';
import type { Joint } from './joint.ts';
import { Prismatic } from './prismatic.ts';

const CLASSES: Record<number, { prototype: Joint }> = {
  [JointType.Ball]: Ball,
  [JointType.Hinge]: Hinge,
  [JointType.Fixed]: Fixed,
  [JointType.Prismatic]: Prismatic,
  [JointType.Distance]: Distance,
};

/** A handle without options, for a record that is already in the memory. */
export function createHandle(type: number): Joint {
  return Object.assign(Object.create(CLASSES[type].prototype), { type, userData: undefined }) as Joint;
}
