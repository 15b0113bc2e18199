import { options, orDefault, positive, type Vec3 } from '../../core/arguments.ts';
import { HolonomicError } from '../../core/errors.ts';
import { scale } from '../../core/geometry.ts';
import type { BallLimits, FigureDescription, FigurePart, HingeLimits } from './description.ts';

export interface HumanoidOptions {
  /** Height, m; 1.8 by default. */
  height?: number;
  /** Number of capsules: 11 without hands, feet, neck and waist, 15 without neck and waist, or 17 (the default). */
  parts?: 11 | 15 | 17;
  /** Density, kg/m³; 1000 by default: 76 kg at 1.8 m. */
  density?: number;
}

/** m; that of the numbers below. */
const HEIGHT = 1.8;
const UP: Vec3 = [0, 1, 0];

type Limits = BallLimits | HingeLimits;
const ball = (swing: BallLimits['swing'], twist: number, center?: Vec3, normal?: Vec3): BallLimits => {
  return { swing, twist, ...(center && { center }), ...(normal && { normal }) };
};

/**
 * Returns a human figure that stands with its soles at height 0 and its arms spread. It looks along z and has y up; its left is at positive
 * x. The ranges of its joints are roughly human.
 */
export function humanoid(given: HumanoidOptions = {}): FigureDescription {
  const o = options<HumanoidOptions>(given, 'The options of humanoid', ['height', 'parts', 'density']);
  const factor = positive(orDefault(o.height, HEIGHT), 'height') / HEIGHT;
  const density = positive(orDefault(o.density, 1000), 'density');
  const count = orDefault(o.parts, 17);
  if (count !== 11 && count !== 15 && count !== 17)
    throw new HolonomicError('invalid-argument', `parts must be 11, 15 or 17, but is ${String(count)}.`);
  const hasEnds = count > 11;
  const found: FigurePart[] = [];
  const add = (name: string, parent: string | null, joint: Vec3, from: Vec3, to: Vec3, radius: number, limits: Limits = {}) => {
    const [j, f, t] = [joint, from, to].map((point) => scale(point, factor));
    found.push({ name, ...(parent !== null && { parent }), joint: j, from: f, to: t, radius: radius * factor, density, limits });
  };
  addTrunk(add, count === 17);
  for (const side of [1, -1]) {
    addArm(add, side, hasEnds);
    addLeg(add, side, hasEnds);
  }
  return found;
}

type Add = (name: string, parent: string | null, joint: Vec3, from: Vec3, to: Vec3, radius: number, limits?: Limits) => void;

function addTrunk(add: Add, isFine: boolean): void {
  add('pelvis', null, [0, 1, 0], [-0.07, 1, 0], [0.07, 1, 0], 0.11);
  if (isFine) {
    add('waist', 'pelvis', [0, 1.08, 0], [-0.05, 1.16, 0], [0.05, 1.16, 0], 0.105, { swing: 0.4, twist: 0.3, axis: UP });
    add('chest', 'waist', [0, 1.24, 0], [-0.09, 1.36, 0], [0.09, 1.36, 0], 0.125, { swing: 0.35, twist: 0.3, axis: UP });
    add('neck', 'chest', [0, 1.48, 0], [0, 1.5, 0], [0, 1.55, 0], 0.05, ball(0.4, 0.6));
    add('head', 'neck', [0, 1.57, 0], [0, 1.64, 0], [0, 1.7, 0], 0.1, ball(0.4, 0.6));
  } else {
    add('chest', 'pelvis', [0, 1.12, 0], [-0.06, 1.28, 0], [0.06, 1.28, 0], 0.155, { swing: 0.6, twist: 0.5, axis: UP });
    add('head', 'chest', [0, 1.52, 0], [0, 1.64, 0], [0, 1.7, 0], 0.1, ball(0.7, 1));
  }
}

const sided = (name: string, side: number): string => (side > 0 ? 'left' : 'right') + name;

function addArm(add: Add, side: number, hasHand: boolean): void {
  const at = (x: number, y = 1.42, z = 0): Vec3 => [side * x, y, z];
  const [upper, lower, hand] = ['UpperArm', 'LowerArm', 'Hand'].map((name) => sided(name, side));
  // In the middle of its range an arm points forwards, and somewhat outwards and down.
  add(upper, 'chest', at(0.2), at(0.26), at(0.47), 0.048, ball(1.6, 1.2, at(0.8, -0.2, 0.55), UP));
  add(lower, upper, at(0.5), at(0.53), at(hasHand ? 0.72 : 0.84), 0.04, { hinge: [0, -side, 0], lower: -0.05, upper: 2.5 });
  if (hasHand) add(hand, lower, at(0.75), at(0.79), at(0.86), 0.035, ball({ y: 0.5, z: 1 }, 0.3, undefined, UP));
}

function addLeg(add: Add, side: number, hasFoot: boolean): void {
  const at = (y: number, z = 0): Vec3 => [side * 0.1, y, z];
  const [upper, lower, foot] = ['UpperLeg', 'LowerLeg', 'Foot'].map((name) => sided(name, side));
  add(upper, 'pelvis', at(0.93), at(0.87), at(0.56), 0.075, ball({ y: 0.8, z: 1.3 }, 0.5, [0, -1, 0.5], [0, 0.5, 1]));
  add(lower, upper, at(0.5), at(0.45), at(hasFoot ? 0.14 : 0.055), 0.052, { hinge: [1, 0, 0], lower: -0.05, upper: 2.4 });
  if (hasFoot) add(foot, lower, at(0.09), at(0.045, -0.02), at(0.045, 0.15), 0.045, ball({ y: 0.4, z: 0.7 }, 0.3, undefined, UP));
}
