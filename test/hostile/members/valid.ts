// What each member accepts: calls that change a stage, and from which those are made that must not.
import { BatchedMesh, BoxGeometry, InstancedMesh, Object3D } from 'three';
import * as debug from '../../../bindings/debug/index.ts';
import * as api from '../../../bindings/index.ts';
import { ParticleSet } from '../../../bindings/particle/index.ts';
import * as three from '../../../bindings/three/index.ts';
import { CUSTOM_OPTIONS, JOINT_OPTIONS, makeShapes, type Stage } from './stage.ts';

type Arguments = (stage: Stage) => unknown[];

const vector: Arguments = () => [[0.1, 0.2, 0.3]];
const number: Arguments = () => [0.5];
const nothing: Arguments = () => [];
const flag: Arguments = () => [false];
const out: Arguments = () => [[0, 0, 0]];
const cone: Arguments = () => [{ y: 1, z: 0.5, compliance: 1e-3, damping: 0.1, restitution: 0.5 }];
const filter = ({ bodies }: Stage) => ({ mask: 1, exclude: [bodies.other, bodies.fixed], filter: () => true, sensors: true });
const hit = () => ({ body: null, distance: 0, point: [0, 0, 0], normal: [0, 0, 0], part: 0, child: 0 });
const pose = { position: [0, 0, 0], orientation: [0, 0, 0, 1] };

/** By name, or by class and name where those of two classes differ. */
const SETTERS: Record<string, Arguments> = {
  gravity: () => [[0, -9, 0]],
  substeps: () => [3],
  iterations: () => [2],
  solver: () => ['xpbd'],
  sweep: () => ['symmetric'],
  velocityPass: flag,
  contactNormals: () => ['current'],
  velocityIterations: () => [2],
  baumgarte: number,
  regularization: number,
  effectiveInertia: flag,
  warmStart: flag,
  momocity: flag,
  erp: number,
  cfm: number,
  constraintStiffness: number,
  constraintDamping: number,
  linear: () => ['cg'],
  integrator: () => ['rk4'],
  rowOptions: () => [{ erp: 0.3, maxForce: 100, massScaleA: 0.5 }],
  contactFrequency: () => [100],
  contactDamping: () => [0.9],
  maxDepenetrationVelocity: () => [2],
  sleep: () => [{ linearThreshold: 0.1, angularThreshold: 0.1, timeUntilSleep: 0.2 }],
  profiling: flag,
  position: vector,
  orientation: () => [[0, 0, 0.6, 0.8]],
  linearVelocity: vector,
  angularVelocity: vector,
  type: () => ['kinematic'],
  collisionGroup: () => [3],
  collisionMask: () => [5],
  collides: flag,
  sensor: flag,
  oneWay: vector,
  events: () => ['all'],
  material: () => [{ id: 3, friction: 0.3, restitution: 0.1, surfaceVelocity: [1, 0, 0], frictionCombine: 'minimum' }],
  restitution: number,
  shape: ({ shapes }) => [shapes.Sphere],
  ccd: () => [true],
  mass: () => [3],
  inertia: () => [[2, 2.5, 3]],
  principalRotation: () => [[0, 0, 0.6, 0.8]],
  lockTranslation: () => [[true, false, false]],
  lockRotation: () => [[false, true, false]],
  gravityScale: number,
  linearDamping: number,
  angularDamping: number,
  canSleep: flag,
  userData: () => ['kept'],
  anchorA: vector,
  anchorB: vector,
  frameA: () => [[0, 0, 0.6, 0.8]],
  frameB: () => [[0, 0.6, 0, 0.8]],
  axisA: () => [[0.1, 2, 0.3]],
  axisB: vector,
  enabled: flag,
  collideConnected: flag,
  compliance: () => [1e-3],
  angularCompliance: () => [1e-3],
  damping: () => [{ linear: 0.1, angular: 0.2 }],
  breakForce: () => [1e6],
  breakTorque: () => [1e6],
  limits: () => [{ lower: -0.5, upper: 0.5, compliance: 1e-3, damping: 0.1 }],
  motor: () => [{ target: 0.2, velocity: 0.1, stiffness: 10, damping: 1, deadZone: 0.1, secondary: { target: 0, stiffness: 1 } }],
  'BallJoint.motor': () => [{ target: [0, 0, 0, 1], velocity: [0, 0, 1], stiffness: 10, damping: 1, maxTorque: 5 }],
  motorTarget: number,
  motorVelocity: number,
  friction: number,
  viscousDamping: number,
  'HingeJoint.target': () => [{ angle: 0.1, compliance: 1e-3 }],
  'PrismaticJoint.target': () => [{ offset: 0.1, compliance: 1e-3 }],
  'GrabJoint.target': vector,
  'AngularDriveJoint.target': () => [[0, 0, 0.6, 0.8]],
  targetVelocity: vector,
  maxTorque: number,
  angles: cone,
  swing: cone,
  coneLimits: cone,
  length: number,
  ratio: number,
  radius: number,
  stiffness: number,
  dampingCoefficient: number,
  quadraticStiffness: number,
  maxForce: number,
  relaxation: number,
  restLength: number,
};

const CALLS: Record<string, Arguments> = {
  step: () => [1 / 60],
  addBody: ({ shapes }) => [
    {
      shape: shapes.Box,
      mass: 2,
      ...pose,
      linearVelocity: [1, 0, 0],
      angularVelocity: [0, 1, 0],
      inertia: [1, 1, 1],
      centerOfMass: [0, 0.1, 0],
      lockRotation: [true, false, false],
      material: { staticFriction: 0.5, rollingFriction: 0.1 },
      collisionGroup: 1,
      events: 'all',
      userData: {},
    },
  ],
  removeBody: ({ world }) => [[...world.bodies].at(-1)],
  addJoint: ({ bodies }) => [new api.BallJoint({ a: bodies.dynamic, anchor: [0, 0, 0], enabled: false })],
  addParticles: () => [new ParticleSet({ positions: [0, 9, 0] })],
  removeParticles: ({ particles }) => [particles],
  toJSON: nothing,
  'Symbol(nodejs.util.inspect.custom)': nothing,
  bodyAt: () => [1],
  jointAt: () => [0],
  removeJoint: ({ world }) => [[...world.joints].at(-1)],
  energy: nothing,
  snapshot: nothing,
  restore: ({ snapshot }) => [snapshot],
  hash: nothing,
  profile: nothing,
  dispose: nothing,
  ignoreCollisions: ({ bodies }) => [bodies.dynamic, bodies.other],
  allowCollisions: ({ bodies }) => [bodies.dynamic, bodies.other],
  ignoresCollisions: ({ bodies }) => [bodies.dynamic, bodies.other],
  setGroupsCollide: () => [3, 5, false],
  groupsCollide: () => [3, 5],
  setPairMaterial: () => [0, 3, { friction: 0.2, restitution: 0.5 }],
  pairMaterial: () => [3, 0],
  detectCollisions: nothing,
  contacts: nothing,
  forEachContact: () => [() => {}],
  collisionPairs: nothing,
  castRay: (stage) => [[0, 5, 0], [0, -1, 0], { ...filter(stage), maxDistance: 20, hollow: true, out: hit() }],
  castRayAll: (stage) => [[0, 5, 0], [0, -1, 0], { ...filter(stage), maxDistance: 20 }],
  castRayAny: (stage) => [[0, 5, 0], [0, -1, 0], { mask: 1, exclude: stage.bodies.dynamic }],
  castRays: () => [
    [0, 5, 0, 0, -1, 0, 1, 5, 0, 0, -1, 0],
    {
      maxDistance: 9,
      mask: 1,
      sensors: true,
      out: { distances: new Float64Array(2), bodies: new Int32Array(2), normals: new Float64Array(6) },
    },
  ],
  castShape: (stage) => [stage.shapes.Capsule, { ...filter(stage), ...pose, translation: [0, -3, 0] }],
  overlap: (stage) => [stage.shapes.Compound, { ...filter(stage), ...pose }],
  bodiesAt: (stage) => [[0, 0, 0], filter(stage)],
  closestPoint: (stage) => [[0, 0, 0], { ...filter(stage), maxDistance: 5 }],
  distanceBetween: ({ bodies }) => [bodies.dynamic, bodies.other],
  getPosition: out,
  getOrientation: () => [[0, 0, 0, 0]],
  getCenterOfMass: out,
  getLinearVelocity: out,
  getAngularVelocity: out,
  contactForce: out,
  setMassProperties: ({ shapes }) => [{ shape: shapes.Capsule, mass: 3, inertia: [1, 1.2, 1.4], centerOfMass: [0.1, 0.05, 0] }],
  velocityAt: () => [[0, 1, 0], new Float64Array(3)],
  worldPoint: () => [[0, 1, 0], new Float32Array(3)],
  localPoint: () => [
    [0, 1, 0],
    [0, 0, 0],
  ],
  wake: nothing,
  sleep: nothing,
  applyForce: () => [
    [0, 1, 0],
    [0, 0, 0],
  ],
  applyTorque: vector,
  applyImpulse: () => [
    [0, 0.1, 0],
    [0, 0, 0],
  ],
  applyAngularImpulse: vector,
  moveTo: () => [
    [3, 1.1, 0],
    [0, 0, 0, 1],
  ],
  getRow: () => [0],
  setRow: () => [0, { linearA: [0, -1, 0], error: 0.1, stiffness: Infinity, minLoad: -1, maxLoad: 1 }],
  rowLoad: () => [0],
  setForceLaw: () => [{ pointA: [0, 0, 0], pointB: [1, 0, 0], force: [1, 0, 0], stiffness: [1, 0, 0, 0, 1, 0, 0, 0, 1], damping: 1 }],
  getForce: out,
  getTorque: out,
  getLoads: () => [{ on: 'a', frame: 'joint' }],
  forEach: () => [() => {}],
  at: () => [0, { type: 'sleep', a: null, b: null, joint: null, point: [0, 0, 0], normal: [0, 0, 0], impulse: 0, approachSpeed: 0 }],
  'Symbol(Symbol.iterator)': nothing,
  massProperties: nothing,
  wireframe: nothing,
  triangulate: nothing,
};

/** Arguments that a member accepts; undefined for a setter that refuses all. */
export function validArguments(owner: string, member: string, kind: 'set' | 'call'): Arguments | undefined {
  const name = /^Symbol.*dispose/.test(member) ? 'dispose' : member; // its symbol has other names in older engines
  const table = kind === 'set' ? SETTERS : CALLS;
  return table[`${owner}.${name}`] ?? (Object.hasOwn(table, name) ? table[name] : undefined);
}

export interface Callable {
  name: string;
  call(args: unknown[]): unknown;
  valid: Arguments;
}

const make = (name: string) => (args: unknown[]) => Reflect.construct(Reflect.get(api, name), args);
const spec: Record<string, Arguments> = {
  Sphere: number,
  Capsule: () => [0.5, 0.5],
  Box: () => [[1, 1, 1], { rounding: 0.1 }],
  Cylinder: () => [1, 1, { rounding: 0.1 }],
  Cone: () => [1, 1, { rounding: 0.1 }],
  ConvexHull: () => [[0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], { rounding: 0.1 }],
  HalfSpace: () => [[0, 1, 0]],
  HeightField: () => [{ heights: [0, 0, 0, 0], rows: 2, columns: 2, spacing: [1, 1], oneSided: true }],
  TriangleMesh: () => [[0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2], { solid: false, oneSided: true }],
  Spline: () => [[0, 0, 0, 1, 0, 0], { radius: 0.1, closed: false, tangents: [1, 0, 0, 1, 0, 0] }],
  Compound: () => [[{ shape: makeShapes().Sphere, ...pose }]],
};

const source = () => new BoxGeometry(1, 1, 1);
const poses = ({ world }: Stage) => ({ transforms: world.transforms.slice(), previous: world.transforms.slice(), alpha: 0.5 });

/** Constructors of the package, but for those that users do not call, and its functions. */
export const CALLABLES: readonly Callable[] = [
  ...Object.entries(spec).map(([name, valid]) => ({ name, call: make(name), valid })),
  ...Object.entries(JOINT_OPTIONS).map(([name, given]) => ({
    name,
    call: make(name),
    valid: ({ bodies }: Stage) => [{ a: bodies.dynamic, b: bodies.other, ...structuredClone(given) }],
  })),
  {
    name: 'CustomJoint',
    call: make('CustomJoint'),
    valid: ({ bodies }) => [{ a: bodies.dynamic, b: bodies.other, ...structuredClone(CUSTOM_OPTIONS) }],
  },
  {
    name: 'GrabJoint',
    call: make('GrabJoint'),
    valid: ({ bodies }) => [{ body: bodies.other, anchor: [0, 0, 0], target: [0, 0, 0], frequency: 4 }],
  },
  {
    name: 'GearJoint',
    call: make('GearJoint'),
    valid: ({ joints }) => [{ first: joints.HingeJoint, second: joints.ScrewJoint, ratio: 2, secondCoordinate: 'rotation' }],
  },
  {
    name: 'RackAndPinionJoint',
    call: make('RackAndPinionJoint'),
    valid: ({ joints }) => [{ pinion: joints.HingeJoint, rack: joints.PrismaticJoint, radius: 1 }],
  },
  {
    name: 'FixedStep',
    call: ([world, options]) => new three.FixedStep(world as never, options as never),
    valid: ({ world }) => [world, { step: 1 / 120, maxSteps: 3, beforeStep: () => {} }],
  },
  {
    name: 'debugLines',
    call: ([world, options, lines]) => debug.debugLines(world as never, options as never, lines as never),
    valid: ({ world }) => [
      world,
      { layers: [...debug.DEBUG_LAYERS], size: 1, metresPerNewton: 1, metresPerNewtonMetre: 1, joints: [...world.joints] },
      { positions: new Float32Array(6), colors: new Uint8Array(6), count: 0 },
    ],
  },
  {
    name: 'islandsOf',
    call: ([world, islands]) => debug.islandsOf(world as never, islands as never),
    valid: ({ world }) => [world, new Uint32Array(99)],
  },
  { name: 'geometryOf', call: ([shape]) => three.geometryOf(shape as never), valid: ({ shapes }) => [shapes.Box] },
  { name: 'wireframeOf', call: ([shape]) => three.wireframeOf(shape as never), valid: ({ shapes }) => [shapes.Box] },
  {
    name: 'updateLines',
    call: ([lines, given]) => three.updateLines(lines as never, given as never),
    valid: () => [three.createLines(), { positions: new Float32Array(12), colors: new Uint8Array(12), count: 2 }],
  },
  {
    name: 'poseObject',
    call: ([object, body, at]) => three.poseObject(object as never, body as never, at as never),
    valid: (stage) => [new Object3D(), stage.bodies.dynamic, poses(stage)],
  },
  {
    name: 'poseInstances',
    call: ([mesh, bodies, at, scales]) => three.poseInstances(mesh as never, bodies as never, at as never, scales as never),
    valid: (stage) => [new InstancedMesh(source(), undefined, 3), [stage.bodies.dynamic, 2], poses(stage), [1, 1, 1, 2, 2, 2]],
  },
  {
    name: 'shapeOf',
    call: ([geometry, options]) => three.shapeOf(geometry as never, options as never),
    valid: () => [source(), { as: 'hull', scale: [1, 2, 1] }],
  },
];

/** What is exported and not called here: classes that only others make, lists, and what takes objects of three.js alone. */
export const NOT_CALLED: ReadonlySet<string> = new Set([
  'Body',
  'Joint',
  'World',
  'HolonomicError',
  'DEBUG_LAYERS',
  'createLines',
  'createParticles',
  'HolonomicPhysics', // makes a world
  'updateParticles',
  BatchedMesh.name,
]);
