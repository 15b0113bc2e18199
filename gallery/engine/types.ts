// The messages between page and engine. Everything here can be sent between threads.
import type { DebugLayer, DebugLines } from '../../bindings/debug/index.ts';
import type { JointIslands, Vec3 } from '../../bindings/index.ts';
import type { Measures, SceneView } from '../../scenes/scene.ts';
import type { ChosenSettings } from '../../scenes/settings.ts';
import type { PeerName } from '../peers/names.ts';

/** Options of a world that the page can change. */
export type WorldChoices = ChosenSettings;

/** What is to be simulated: with the same order, every engine gives the same bits. */
export interface Order {
  scene: string;
  /** Parameters of the scene that differ from its defaults. */
  parameters: Record<string, number | string>;
  /** Options of the world that differ from the scene's own. */
  settings: WorldChoices;
  /** Another engine that simulates it, with its own defaults; Holonomic unless given. */
  peer?: PeerName;
}

export type BodyKind = 'dynamic' | 'kinematic' | 'static';

/** What a body looks like. */
export interface BodyLook {
  /** Slot of the body: its row in the transforms. */
  slot: number;
  kind: BodyKind;
  /** Index of its shape in `SceneLooks.shapes`. */
  shape: number;
  /** By what the shape is stretched along the body's axes. */
  scale: Vec3;
  sensor: boolean;
  /** With which its surface moves, m/s; null where it stands still. */
  surfaceVelocity: Vec3 | null;
  /** What kind of shape it is, such as 'box'; 'inertia' for the box of a body without one. */
  form: string;
}

/** What a joint looks like: points and axes are in the frames of its bodies, or of the world. */
export interface JointLook {
  index: number;
  /** Its class, without 'Joint'. */
  kind: string;
  /** Slots of its bodies; -1 for the world. */
  a: number;
  b: number;
  /** Where it holds A, in A's frame, and B, in B's. */
  from: Vec3;
  to: Vec3;
  /** In B's frame; null where it has none. */
  axis: Vec3 | null;
  /** From one to the other when it was reported, m. */
  length: number;
  /** Whether it is a spring. */
  springy: boolean;
  /** Of a screw: rise per turn, m; null where it has none. */
  lead: number | null;
  /** Points of the world that a rope runs over. */
  over: [Vec3, Vec3] | null;
  /** Slots of the moving bodies of the two joints that it couples. */
  couples: [number, number] | null;
}

/** Triangles that bodies are drawn with, in the body's frame. */
export interface ShapeLook {
  /** Drawn as an endless floor or wall with a grid. */
  endless: boolean;
  positions: Float32Array;
  normals: Float32Array;
  indices: Uint32Array;
}

/** What a set of particles looks like: a surface, or tubes and spheres. */
export interface ParticleLook {
  /** Its points in `Frame.particles`. */
  first: number;
  count: number;
  triangles: Uint32Array | null;
  lines: Uint32Array[];
  /** Points that are spheres. */
  loose: Uint32Array;
  /** Of tubes and spheres, m. */
  radii: Float32Array;
  /** Points that are fixed at first, and where they are then, m. */
  pinned: Uint32Array;
  pins: Vec3[];
}

/** All that a drawing needs to know of a scene once. */
export interface SceneLooks {
  bodies: BodyLook[];
  shapes: ShapeLook[];
  particles: ParticleLook[];
  joints: JointLook[];
  /** Slots that there are; transforms have seven numbers for each. */
  slots: number;
  /** Name of the scene; empty where it is none. */
  scene: string;
  view: SceneView;
}

/** Bits of `Frame.states`. */
export const ASLEEP = 1;
export const FROZEN = 2;
/** Of a sensor that something is in. */
export const SENSING = 4;

/** What is plotted, once a frame or less often where reading it takes long. */
export interface Sample {
  frame: number;
  /** s of simulated time. */
  time: number;
  /** ms that the step took; NaN where there was none. */
  stepTime: number;
  /** ms of its parts, by name. */
  stages: Record<string, number>;
  bodies: number;
  awake: number;
  joints: number;
  jointIslands: JointIslands;
  contacts: number;
  /** J. */
  kinetic: number;
  potential: number;
  /** Sizes of the momenta, kg m/s and kg m²/s, the latter about the origin. */
  linearMomentum: number;
  angularMomentum: number;
  /** Largest and root mean square distance by which joints are off, m. */
  largestError: number;
  meanError: number;
  /** Maximum penetration of two bodies, m. */
  penetration: number;
  joint: JointReadout | null;
  body: BodyReadout | null;
}

/** The state of the selected joint. */
export interface JointReadout {
  index: number;
  type: string;
  /** N, on body B, world axes. */
  force: Readonly<Vec3>;
  /** N m. */
  torque: Readonly<Vec3>;
  /** m and rad. */
  positionError: number;
  angularError: number;
  /** What it leaves free, m or rad. */
  coordinates: Record<string, number>;
  broken: boolean;
}

/** The state of the selected body. */
export interface BodyReadout {
  slot: number;
  kind: BodyKind;
  shape: string;
  mass: number;
  position: Readonly<Vec3>;
  orientation: readonly [number, number, number, number];
  velocity: Readonly<Vec3>;
  angularVelocity: Readonly<Vec3>;
  /** J. */
  kinetic: number;
  asleep: boolean;
  /** Slots of the joints at it, and their types. */
  joints: { index: number; type: string }[];
  /** N, of all contacts. */
  contactForce: Vec3;
}

/** The hand that pulls at a body. */
export interface GrabReadout {
  slot: number;
  /** Where the body is held, and where it is pulled to. */
  from: Readonly<Vec3>;
  to: Readonly<Vec3>;
  /** N. */
  force: number;
}

/** What the page wants to see besides the bodies. */
export interface Wishes {
  layers: DebugLayer[];
  /** Slot of the selected body, index of the selected joint; -1 for none. */
  body: number;
  joint: number;
  /** Whether bodies are coloured by island. */
  islands: boolean;
}

/** A scene that has been opened. */
export interface Opened {
  looks: SceneLooks;
  /** s per frame, and frames that the scene is meant to run for. */
  dt: number;
  frames: number;
  /** What the world has, given or by default. */
  settings: WorldChoices;
  parameters: Record<string, number | string>;
}

/** What a run has come to. */
export interface Result {
  frame: number;
  /** Of the state, to the last bit. */
  hash: string;
  measures: Measures;
}

/** The world after some steps. */
export interface Frame {
  frame: number;
  /** The oldest frame that one can go back to. */
  oldest: number;
  /** Steps that this is the result of. */
  steps: number;
  /** ms that they took, all readings included. */
  duration: number;
  /** Where bodies have come or gone. */
  looks: SceneLooks | null;
  time: number;
  /** Seven numbers a slot, now and one step before. */
  transforms: Float32Array;
  previous: Float32Array;
  /** x y z of what particles are drawn with, now and one step before; ASLEEP and FROZEN for each set. */
  particles: Float32Array;
  previousParticles: Float32Array;
  particleStates: Uint8Array;
  /** ASLEEP, FROZEN and SENSING for each slot. */
  states: Uint8Array;
  /** Number of the island of each slot, 0 for none; where that is wanted. */
  islands: Uint32Array | null;
  lines: DebugLines | null;
  grab: GrabReadout | null;
  /** One for each step that was due to be read. */
  samples: Sample[];
}
