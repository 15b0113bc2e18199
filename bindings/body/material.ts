// What a surface is like: friction, restitution, compliance, and how they go together with those of what it touches.
import { choice, integer, nonNegative, options, type Vec3, type Vec3Like, vector } from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import { CombineRule, NO_WORD, SurfaceRecord } from '../core/layout.ts';
import type { StateMemory } from '../core/memory.ts';
import { readVector } from '../core/records.ts';

/**
 * How the coefficient of a contact is combined from those of two surfaces. If they have different rules, the one that comes later in this
 * list wins: geometric mean, average, minimum, multiply, maximum.
 */
export type Combine = 'geometric-mean' | 'average' | 'minimum' | 'multiply' | 'maximum';

/** A body's surface. All properties are optional. Numbers are at least 0; otherwise addBody throws `invalid-argument`. */
export interface MaterialOptions {
  /** Number of the material for `world.setPairMaterial`, 0 to 255; 0 by default. */
  id?: number;
  /** Coefficient of static and dynamic friction; 0.5 by default, and may exceed 1. */
  friction?: number;
  /**
   * Coefficients of static and dynamic friction: friction over normal force at which sticking ends, and while sliding; `friction` by
   * default.
   */
  staticFriction?: number;
  dynamicFriction?: number;
  /** Coefficient of restitution: separating speed over approach speed, 0 to 1; 0 by default. */
  restitution?: number;
  /** Rolling friction: torque against rolling over normal force, m; 0 by default. The larger one of two surfaces counts. */
  rollingFriction?: number;
  /** Torsional friction: torque against turning about the normal over normal force, m, besides the friction of several points; 0 by default. */
  torsionalFriction?: number;
  /** Compliance of a contact point, m/N, which replaces the world's `contactFrequency`; 0 (none) by default. Those of two surfaces add up. */
  compliance?: number;
  /** Velocity of the surface in the body's own axes while the body stays, like a conveyor belt, m/s; zero by default. */
  surfaceVelocity?: Vec3Like;
  /** Rule for both coefficients of friction; 'geometric-mean' by default. */
  frictionCombine?: Combine;
  /** Rule for the restitution; 'maximum' by default. */
  restitutionCombine?: Combine;
}

/** A material with nothing left out. */
export interface Material {
  id: number;
  staticFriction: number;
  dynamicFriction: number;
  restitution: number;
  rollingFriction: number;
  torsionalFriction: number;
  compliance: number;
  surfaceVelocity: Vec3;
  frictionCombine: Combine;
  restitutionCombine: Combine;
}

const KNOWN: readonly (keyof MaterialOptions)[] = [
  'id',
  'friction',
  'staticFriction',
  'dynamicFriction',
  'restitution',
  'rollingFriction',
  'torsionalFriction',
  'compliance',
  'surfaceVelocity',
  'frictionCombine',
  'restitutionCombine',
];

const RULES: Record<Combine, CombineRule> = {
  'geometric-mean': CombineRule.GeometricMean,
  average: CombineRule.Average,
  minimum: CombineRule.Minimum,
  multiply: CombineRule.Multiply,
  maximum: CombineRule.Maximum,
};
const COMBINES = Object.keys(RULES) as Combine[];
const DEFAULT_FRICTION = 0.5;

const LAST_ID = 255;

export const materialId = (value: unknown, name: string): number => integer(value, name, 0, LAST_ID);

/** A copy of what is given of a material. */
export const readMaterialOptions = (given: unknown, what: string): MaterialOptions => options<MaterialOptions>(given, what, KNOWN);

/** Throws `invalid-argument` for what is no number, negative, or a restitution above 1. What is left out is taken from `base`. */
export function readMaterial(given: MaterialOptions, what: string, base?: Material): Material {
  const o = readMaterialOptions(given, what);
  const number = (name: keyof MaterialOptions, fallback: number) => (o[name] === undefined ? fallback : nonNegative(o[name], name));
  const rule = (name: 'frictionCombine' | 'restitutionCombine', fallback: Combine) =>
    o[name] === undefined ? fallback : choice(o[name], name, COMBINES);
  const friction = o.friction === undefined ? undefined : nonNegative(o.friction, 'friction');
  const restitution = restitutionOf(number('restitution', base?.restitution ?? 0));
  return {
    id: o.id === undefined ? (base?.id ?? 0) : materialId(o.id, 'id'),
    staticFriction: number('staticFriction', friction ?? base?.staticFriction ?? DEFAULT_FRICTION),
    dynamicFriction: number('dynamicFriction', friction ?? base?.dynamicFriction ?? DEFAULT_FRICTION),
    restitution,
    rollingFriction: number('rollingFriction', base?.rollingFriction ?? 0),
    torsionalFriction: number('torsionalFriction', base?.torsionalFriction ?? 0),
    compliance: number('compliance', base?.compliance ?? 0),
    surfaceVelocity: o.surfaceVelocity === undefined ? (base?.surfaceVelocity ?? [0, 0, 0]) : vector(o.surfaceVelocity, 'surfaceVelocity'),
    frictionCombine: rule('frictionCombine', base?.frictionCombine ?? 'geometric-mean'),
    restitutionCombine: rule('restitutionCombine', base?.restitutionCombine ?? 'maximum'),
  };
}

/** Throws `invalid-argument` unless a number is a coefficient of restitution. */
export function restitutionOf(value: number): number {
  if (nonNegative(value, 'restitution') <= 1) return value;
  throw new HolonomicError('invalid-argument', `restitution must lie between 0 and 1, but is ${value}.`);
}

/** What `given` has of a material, and what of `outer` it has not. */
export function readPartOfMaterial(given: MaterialOptions, what: string, outer: Partial<Material>): Partial<Material> {
  const o = readMaterialOptions(given, what);
  const whole = readMaterial(o, what);
  const isGiven = (name: keyof Material) =>
    o[name as keyof MaterialOptions] !== undefined || (o.friction !== undefined && FRICTIONS.includes(name));
  const own = Object.entries(whole).filter(([name]) => isGiven(name as keyof Material));
  return { ...outer, ...Object.fromEntries(own) };
}

const FRICTIONS: readonly (keyof Material)[] = ['staticFriction', 'dynamicFriction'];

const NUMBERS: [Exclude<keyof Material, 'id' | 'surfaceVelocity' | 'frictionCombine' | 'restitutionCombine'>, number][] = [
  ['staticFriction', SurfaceRecord.staticFriction],
  ['dynamicFriction', SurfaceRecord.dynamicFriction],
  ['restitution', SurfaceRecord.restitution],
  ['rollingFriction', SurfaceRecord.rollingFriction],
  ['torsionalFriction', SurfaceRecord.torsionalFriction],
  ['compliance', SurfaceRecord.contactCompliance],
];
const RULE_FIELDS = [
  ['frictionCombine', SurfaceRecord.frictionRule],
  ['restitutionCombine', SurfaceRecord.restitutionRule],
] as const;

type Words = Pick<StateMemory, 'f64' | 'u32'>;

/** Writes a SurfaceRecord; what the material has not is left to somebody else. */
export function writeMaterial({ f64, u32 }: Words, surface: number, material: Partial<Material>): void {
  for (const [name, field] of NUMBERS) f64[(surface + field) >>> 3] = material[name] ?? NaN;
  f64.set(material.surfaceVelocity ?? [NaN, NaN, NaN], (surface + SurfaceRecord.surfaceVelocityX) >>> 3);
  u32[(surface + SurfaceRecord.material) >>> 2] = material.id ?? NO_WORD;
  for (const [name, field] of RULE_FIELDS) {
    const rule = material[name];
    u32[(surface + field) >>> 2] = rule === undefined ? NO_WORD : RULES[rule];
  }
}

/** The word for each rule, by its code. */
const RULE_NAMES = new Map<number, Combine>(COMBINES.map((name) => [RULES[name], name]));

/** What a SurfaceRecord has of a material: that of a body, all of it. */
export function readRecordMaterial(memory: StateMemory, surface: number): Material {
  const read: Partial<Material> = { id: memory.u32[(surface + SurfaceRecord.material) >>> 2] };
  if (read.id === NO_WORD) delete read.id;
  for (const [name, field] of NUMBERS) {
    const value = memory.f64[(surface + field) >>> 3];
    if (!Number.isNaN(value)) read[name] = value;
  }
  const velocity = readVector(memory, surface + SurfaceRecord.surfaceVelocityX);
  if (!velocity.some(Number.isNaN)) read.surfaceVelocity = velocity;
  for (const [name, field] of RULE_FIELDS) {
    const rule = RULE_NAMES.get(memory.u32[(surface + field) >>> 2]);
    if (rule !== undefined) read[name] = rule;
  }
  return read as Material;
}
