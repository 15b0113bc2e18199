// Joints drawn as what they are: knuckles, pins, rods, coils, ropes over wheels, rails.
import { CylinderGeometry } from 'three';
import type { Vec3 } from '../../bindings/index.ts';
import { ball, coil, drum, merged } from '../dress/geometry.ts';
import type { JointLook, SceneLooks } from '../engine/types.ts';
import { BONE, FRAME, IRON, RUBBER, STEEL, VERMILION } from '../studio/palette.ts';
import type { SubstanceName, SurfaceMaterial } from '../studio/surface-material.ts';
import { Attached, type Attachment, frameAlong, type Prop, type Span, Stretched, WORLD } from './placed.ts';

/** More joints than this are not drawn one by one. */
const MOST_JOINTS = 600;
const KNUCKLES = new Set(['Ball', 'Cone', 'Universal']);
const PINS = new Set(['Hinge', 'Axle', 'RevoluteSpherical']);
/** Of the half thickness of the bodies that are held. */
const KNUCKLE = 0.8;
const PIN = 0.5;
/** How far a pin sticks out of a body, in parts of its half width there. */
const PIN_LENGTH = 1.3;
/** Of the radius of the scene. */
const ROD = 0.006;
const THREAD = 0.004;
const COIL = 0.022;
const COIL_TURNS = 8;

/** Half sizes of the body in a slot along its axes, m; null for the world and for what is endless. */
export type SizeOf = (slot: number) => Vec3 | null;
export type MaterialOf = (substance: SubstanceName) => SurfaceMaterial;

/** @param radius of the scene, m */
export function jointProps({ joints, bodies }: SceneLooks, radius: number, sizeOf: SizeOf, materialOf: MaterialOf): Prop[] {
  if (joints.length > MOST_JOINTS) return [];
  const drawn = new Set(bodies.map(({ slot }) => slot));
  const there = joints.filter(({ a, b }) => [a, b].every((slot) => slot === WORLD || drawn.has(slot)));
  const thickness = ({ a, b }: JointLook) => {
    const halves = [a, b].flatMap((slot) => {
      const size = sizeOf(slot);
      return size ? [Math.min(...size)] : [];
    });
    return halves.length > 0 ? Math.min(...halves) : 0.02 * radius;
  };
  const knuckles: Attachment[] = [];
  const pins: Attachment[] = [];
  const rails: Attachment[] = [];
  const rods: Span[] = [];
  const threads: Span[] = [];
  const coils: Span[] = [];
  const wheels: Attachment[] = [];
  for (const joint of there) {
    const { kind, a, b, from, to, axis, springy, over } = joint;
    const span = (part: number, color: string): Span => ({ a, from, b, to, radius: part * radius, color });
    if (KNUCKLES.has(kind)) {
      const size = KNUCKLE * thickness(joint);
      knuckles.push({ slot: b, frame: frameAlong(to, [0, 1, 0], [size, size, size]), color: RUBBER });
    } else if (PINS.has(kind) && axis) {
      const half = pinLength(axis, sizeOf(b) ?? sizeOf(a), radius);
      const size = Math.min(PIN * thickness(joint), half);
      pins.push({ slot: b, frame: frameAlong(to, axis, [size, half, size]), color: STEEL });
    } else if ((kind === 'Prismatic' || kind === 'Cylindrical') && a === WORLD && axis) {
      const size = sizeOf(b);
      const half = size ? 2.2 * Math.max(...size) : 0.3 * radius;
      rails.push({ slot: WORLD, frame: frameAlong(from, axis, [0.35 * thickness(joint), half, 0.35 * thickness(joint)]), color: STEEL });
    }
    if (springy) coils.push(span(COIL, VERMILION));
    else if (kind === 'Distance' || kind === 'RevoluteSpherical')
      (isThread(joint, sizeOf) ? threads : rods).push(span(isThread(joint, sizeOf) ? THREAD : ROD, isThread(joint, sizeOf) ? BONE : STEEL));
    else if (kind === 'Rope') threads.push(span(2 * THREAD, BONE));
    if (over) addPulley(over, joint, radius, threads, wheels);
  }
  const rod = () => merged([new CylinderGeometry(1, 1, 1, 16).translate(0, 0.5, 0)]);
  const props: Prop[] = [];
  const attach = (list: Attachment[], make: () => ReturnType<typeof ball>, substance: SubstanceName) => {
    if (list.length > 0) props.push(new Attached(make(), materialOf(substance), list));
  };
  const stretch = (list: Span[], make: () => ReturnType<typeof ball>, substance: SubstanceName) => {
    if (list.length > 0) props.push(new Stretched(make(), materialOf(substance), list));
  };
  attach(knuckles, () => ball(1), 'rubber');
  attach(pins, () => drum(1, 1, 0.08), 'steel');
  attach(rails, () => drum(1, 1, 0.02), 'steel');
  attach(wheels, () => drum(1, 1, 0.12), 'iron');
  stretch(rods, rod, 'steel');
  stretch(threads, rod, 'cloth');
  stretch(coils, () => coil(1, 0.16, COIL_TURNS, 0.22 / COIL_TURNS), 'steel');
  return props;
}

/** Half the length of a pin through a body. */
function pinLength(axis: Vec3, size: Vec3 | null, radius: number): number {
  if (!size) return 0.03 * radius;
  return PIN_LENGTH * axis.reduce((sum, part, k) => sum + Math.abs(part) * size[k], 0);
}

/** A ball hangs by a thread, anything else by a rod. */
function isThread({ a, b }: JointLook, sizeOf: SizeOf): boolean {
  if (a !== WORLD && b !== WORLD) return false;
  const size = sizeOf(a === WORLD ? b : a);
  return size !== null && Math.max(...size) < 1.01 * Math.min(...size);
}

/** The falls of a rope, and the wheel that it runs over. */
function addPulley(
  [first, second]: [Vec3, Vec3],
  { a, b, from, to }: JointLook,
  radius: number,
  threads: Span[],
  wheels: Attachment[],
): void {
  const size = Math.hypot(...first.map((value, axis) => value - second[axis])) / 2;
  const middle = first.map((value, axis) => (value + second[axis]) / 2) as Vec3;
  const across = [first[2] - second[2], 0, second[0] - first[0]] as Vec3;
  threads.push({ a, from, b: WORLD, to: first, radius: 2 * THREAD * radius, color: BONE });
  threads.push({ a: WORLD, from: second, b, to, radius: 2 * THREAD * radius, color: BONE });
  wheels.push({ slot: WORLD, frame: frameAlong(middle, across, [size, 0.12 * size, size]), color: IRON });
  wheels.push({ slot: WORLD, frame: frameAlong(middle, across, [0.25 * size, 0.3 * size, 0.25 * size]), color: FRAME });
}
