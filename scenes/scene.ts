// What a scene is. Every scene is written once and used by the gallery, the command line, the tests and the benchmarks alike.

import type { DebugLayer } from '../bindings/debug/layers.ts';
import type { Vec3, World, WorldOptions } from '../bindings/index.ts';
import type { ParticleSet } from '../bindings/particle/index.ts';
import { didYouMean } from './near-names.ts';

/** A number that a scene can be built with. */
export interface NumberParameter {
  readonly description: string;
  readonly default: number;
  readonly min: number;
  readonly max: number;
  /** Whether it has to be a whole number. */
  readonly integer?: boolean;
  /** Unit of the number, if it has one. */
  readonly unit?: string;
}

/** A word that a scene can be built with, one of several. */
export interface ChoiceParameter {
  readonly description: string;
  readonly default: string;
  readonly choices: readonly string[];
}

export type ParameterSchema = NumberParameter | ChoiceParameter;
export type ParameterSchemas = { readonly [name: string]: ParameterSchema };

/** The values that go with the schemas: numbers, or one of the choices. */
export type ParameterValues<Schemas extends ParameterSchemas = ParameterSchemas> = {
  -readonly [Name in keyof Schemas]: Schemas[Name] extends { readonly choices: readonly (infer Choice extends string)[] }
    ? Choice
    : Schemas[Name] extends NumberParameter
      ? number
      : number | string;
};

/** How the world of a scene solves; see `WorldOptions`. */
export type SceneSettings = Required<
  Pick<
    WorldOptions,
    | 'solver'
    | 'substeps'
    | 'iterations'
    | 'velocityIterations'
    | 'baumgarte'
    | 'momocity'
    | 'relaxation'
    | 'regularization'
    | 'effectiveInertia'
    | 'warmStart'
    | 'erp'
    | 'cfm'
    | 'linear'
    | 'integrator'
    | 'constraintStiffness'
    | 'constraintDamping'
    | 'precision'
    | 'backend'
    | 'contacts'
    | 'projection'
    | 'gradient'
    | 'gyroscopic'
    | 'jointSolver'
    | 'sweep'
    | 'velocityPass'
    | 'timeStepping'
    | 'contactNormals'
  >
>;

/** Results of a scene by name, in SI units unless the name says otherwise. Lists of equal length are the columns of one table. */
export type Measures = Record<string, number | number[]>;

/** Plain data: what JSON has, and numbers that are not finite. */
export type Recorded = number | string | boolean | null | readonly Recorded[] | { readonly [name: string]: Recorded };

/** A scene that has been built into a world. */
export interface SceneInstance {
  /** Called before every frame, for loads that act during it. Frames come again after an earlier state of the world was restored. */
  beforeStep?(frame: number): void;
  /** Called after every frame; none of it is timed. */
  afterStep?(frame: number): void;
  /** Results so far. May be called after any frame, and before the first; the scene goes on as if it had not been. */
  measures(): Measures;
  /** Takes control: values of the scene's inputs, each from -1 to 1, replace its own; null returns control. */
  drive?(inputs: Readonly<Record<string, number>> | null): void;
  /** Pops the first thing that a ray of unit direction hits; returns false if it hits nothing. Restoring an earlier state undoes it. */
  pop?(from: Vec3, direction: Vec3): boolean;
  /** Sets of particles that are drawn. */
  readonly particles?: readonly ParticleSet[];
  /**
   * What `afterStep` has recorded for the measures so far, as plain data; and takes it back. With both a run can go on from a snapshot in another
   * process. Without `afterStep` there is nothing to record.
   */
  recorded?(): Recorded;
  recall?(recorded: Recorded): void;
  /** Frees what the scene made besides its world. */
  dispose?(): void;
}

/** What scenes are about, in the order in which they are shown. */
export const FEATURES = [
  'springs and loads',
  'pendulums and chains',
  'joints and mechanisms',
  'robots and figures',
  'contacts and friction',
  'stacks and piles',
  'ropes, cloth and soft bodies',
  'free bodies and sensors',
] as const;
export type SceneFeature = (typeof FEATURES)[number];

/** The initial camera of a scene. What is left out is fitted to its moving bodies. */
export interface SceneView {
  /** Direction from the target towards the camera. */
  direction?: Vec3;
  /** Target of the camera, m. */
  target?: Vec3;
  /** Distance from there to the camera, m. */
  distance?: number;
  /** Aspect ratio of what has to be visible: the camera moves back for a narrower picture. 1.25 unless given. */
  aspect?: number;
  /** Height of the ground if the scene has none, m; below everything that moves unless given. */
  ground?: number;
  /** Index among the dynamic bodies of the one that the camera follows. */
  follow?: number;
  /** Frame of its thumbnail; 90 unless given. */
  opening?: number;
  /** What is drawn besides bodies; nothing unless given. */
  layers?: readonly DebugLayer[];
}

export interface Scene<Schemas extends ParameterSchemas = ParameterSchemas> {
  readonly name: string;
  /** One sentence: what it shows. */
  readonly description: string;
  /** The figure that it reproduces, if any. */
  readonly figure?: string;
  readonly feature: SceneFeature;
  readonly view?: SceneView;
  /** Parameters it is first shown with, if the defaults suit measurements rather than viewing. */
  readonly shown?: Readonly<Record<string, number | string>>;
  readonly parameters: Schemas;
  /** Frames it runs by default. */
  readonly frames: number;
  /** Frames until there is nothing left to see, because all has rolled away or lies; without it, it may be watched for as long as one likes. */
  readonly lasts?: number;
  /** Seconds per frame. */
  readonly dt: number;
  /** Options of its world that differ from the defaults. */
  readonly settings?: WorldOptions;
  build(world: World, parameters: ParameterValues<Schemas>, settings: SceneSettings): SceneInstance | Promise<SceneInstance>;
}

/** A scene whose `build` knows the types of its parameters. */
export function defineScene<const Schemas extends ParameterSchemas>(scene: Scene<Schemas>): Scene<Schemas> {
  return scene;
}

/** A scene was asked for something it does not have; the message is one line for people. */
export class SceneError extends Error {
  override readonly name = 'SceneError';
}

/** The scene of a name among others; throws a `SceneError` if there is none. */
export function sceneNamed<Known extends Pick<Scene, 'name'>>(name: string, scenes: readonly Known[]): Known {
  const scene = scenes.find((candidate) => candidate.name === name);
  if (scene) return scene;
  const names = scenes.map((candidate) => candidate.name);
  throw new SceneError(`There is no scene '${name}'.${didYouMean(name, names)} There are ${names.join(', ')}.`);
}

/** All parameters of a scene: those given, checked, and the defaults of the others. Text is read as a number where one is wanted. */
export function resolveParameters(
  scene: Pick<Scene, 'name' | 'parameters'>,
  given: Readonly<Record<string, unknown>> = {},
): ParameterValues {
  const names = Object.keys(scene.parameters);
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue;
    const known = names.length ? `It has ${names.join(', ')}.` : 'It has none.';
    throw new SceneError(`Scene '${scene.name}' has no parameter '${name}'.${didYouMean(name, names)} ${known}`);
  }
  return Object.fromEntries(
    names.map((name) => {
      const schema = scene.parameters[name];
      return [name, Object.hasOwn(given, name) ? readValue(`Parameter '${name}'`, schema, given[name]) : schema.default];
    }),
  );
}

/** A value that a schema allows; `what` begins the sentence that says what is wrong with another. */
export function readValue(what: string, schema: ParameterSchema, given: unknown): number | string {
  const problem = `${what} must be ${rangeOf(schema)}, but is '${String(given)}'.`;
  if ('choices' in schema) {
    if (typeof given !== 'string' || !schema.choices.includes(given)) throw new SceneError(problem);
    return given;
  }
  const isText = typeof given === 'string' && given.trim() !== '';
  const value = isText ? Number(given) : given;
  if (typeof value !== 'number' || !(value >= schema.min && value <= schema.max)) throw new SceneError(problem);
  if (schema.integer && !Number.isInteger(value)) throw new SceneError(problem);
  return value;
}

/** The values a parameter may have, in words. */
export function rangeOf(schema: ParameterSchema): string {
  if ('choices' in schema) return `one of ${schema.choices.join(', ')}`;
  return `a ${schema.integer ? 'whole ' : ''}number from ${schema.min} to ${schema.max}`;
}
