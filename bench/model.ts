// What a benchmark scene is: plain data, so that every engine gets the same bodies, shapes, masses, inertias and anchors.
export type Vec3 = readonly [number, number, number];
export type Quat = readonly [number, number, number, number];

export type ConvexShape =
  | { type: 'sphere'; radius: number }
  | { type: 'capsule' | 'cylinder' | 'cone'; radius: number; halfHeight: number }
  | { type: 'box'; halfExtents: Vec3 }
  | { type: 'hull'; points: number[] };

/** The surface of triangles that are counter-clockwise seen from outside: x, y, z of each vertex, three vertices of each triangle. */
export interface MeshShape {
  type: 'mesh';
  vertices: number[];
  indices: number[];
}

/** A body whose origin is its centre of mass. */
export interface BodySpec {
  /** kg; 0 for a body that never moves. */
  mass: number;
  /** Principal moments about the body's own axes, kg m². */
  inertia: Vec3;
  position: Vec3;
  orientation: Quat;
  /** m/s at the start; none unless given. */
  linearVelocity?: Vec3;
  /** rad/s: a body of no mass that turns like this, and moves on at its linear velocity, whatever it meets. */
  turning?: Vec3;
  /** A body of no mass that goes round a point without turning itself, whatever it meets. */
  orbit?: Orbit;
  /** What it collides with; without one it touches nothing. */
  shape?: ConvexShape;
  /** Further shapes in the frame of the body. */
  parts?: ConvexShape[];
  /** What it collides with instead, as a body that never moves. */
  mesh?: MeshShape;
  /** Number of the assembly that it is part of, whose bodies follow one another; joints that should not let bodies touch stay within one. */
  assembly?: number;
}

/** A circle about an axis through `centre`, from where the body is at the start. */
export interface Orbit {
  centre: Vec3;
  /** rad/s */
  angularVelocity: Vec3;
}

/** Whether a body moves by itself, whatever it meets. */
export const isKinematic = ({ orbit, turning }: BodySpec): boolean => orbit !== undefined || turning !== undefined;

/** Of every pair of bodies. */
export const FRICTION = 0.5;
export const RESTITUTION = 0;

/** What two bodies of a joint share; anchors are in the frames of the bodies. Bodies that are joined do not collide. */
export interface JointSpec {
  a: number;
  b: number;
  anchorA: Vec3;
  anchorB: Vec3;
  muscle?: Muscle;
}

/** A spring and a damper that turn B back to how it was turned against A at the start: N m/rad, N m s/rad, and N m at most. */
export interface Muscle {
  stiffness: number;
  damping: number;
  maxTorque: number;
}

/** Throws for engines whose adapter drives no joints. */
export function requireNoMuscles({ balls, hinges = [] }: SceneData): void {
  if ([...balls, ...hinges].some(({ muscle }) => muscle)) throw new Error('its adapter has no muscles');
}

/** A ball joint. */
export interface BallSpec extends JointSpec {
  /** The axis is in the world, at the start; `swing` is the half angle of the cone in which B's stays, `twist` bounds the turn about it. */
  limits?: { axis: Vec3; swing: number; twist: number | Range };
}

/** rad */
export interface Range {
  lower: number;
  upper: number;
}

/** The bounds of a twist, which are alike on both sides where it is one number. */
export const twistRange = (twist: number | Range): Range => (typeof twist === 'number' ? { lower: -twist, upper: twist } : twist);

/** A hinge; its angle is that of B against A about the axis, right-handed, and zero at the start. */
export interface HingeSpec extends JointSpec {
  /** In the world, at the start. */
  axis: Vec3;
  lower: number;
  upper: number;
}

/** Assemblies that come before the step of a frame, counted from 0; those that are there already are taken away and made anew. */
export interface Arrival {
  frame: number;
  assemblies: readonly number[];
}

/** Numbers of two bodies. */
export type Pair = readonly [number, number];

export interface SceneData {
  name: string;
  /** One sentence: what is simulated. */
  description: string;
  gravity: Vec3;
  /** Seconds per frame. */
  dt: number;
  /** Frames before measuring starts. */
  warmup: number;
  bodies: BodySpec[];
  balls: BallSpec[];
  hinges?: HingeSpec[];
  /** Pairs of an assembly that do not collide although no joint is between them. */
  apart?: Pair[];
  /** In the order of their frames; assemblies that are in none of them are there from the start, as are all other bodies. */
  arrivals?: Arrival[];
  /** Of every pair of bodies; `FRICTION` and `RESTITUTION` unless given. */
  friction?: number;
  restitution?: number;
  /** Further measures of one moment, in metres unless the name says otherwise. */
  measure?(poses: Poses): Record<string, number>;
}

/** What all surfaces of a scene are like. */
export const surfaceOf = ({ friction = FRICTION, restitution = RESTITUTION }: SceneData) => ({ friction, restitution });

/** All that a body collides with. */
export const shapesOf = ({ shape, parts = [], mesh }: BodySpec): (ConvexShape | MeshShape)[] =>
  mesh ? [mesh] : shape ? [shape, ...parts] : parts;

export const hasContacts = ({ bodies }: SceneData): boolean => bodies.some((body) => shapesOf(body).length > 0);

/** Throws for engines whose adapter has bodies of one convex shape only, which are there all the time. */
export function requirePlainBodies({ bodies, apart, arrivals }: SceneData): void {
  if (bodies.some((body) => isKinematic(body) || body.parts))
    throw new Error('its adapter has no bodies that move by themselves or have parts');
  if (apart || arrivals || bodies.some(({ mesh }) => mesh)) throw new Error('its adapter has no meshes, and no bodies that come and go');
}

/** A vector turned by a unit quaternion. */
export function rotate([x, y, z, w]: Quat, v: Vec3): Vec3 {
  const tx = 2 * (y * v[2] - z * v[1]);
  const ty = 2 * (z * v[0] - x * v[2]);
  const tz = 2 * (x * v[1] - y * v[0]);
  return [v[0] + w * tx + y * tz - z * ty, v[1] + w * ty + z * tx - x * tz, v[2] + w * tz + x * ty - y * tx];
}

/** The turn by b, and then by a. */
export function product([ax, ay, az, aw]: Quat, [bx, by, bz, bw]: Quat): Quat {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

/** A direction of the world in the frame of a body, at the start. */
export function localDirection({ orientation: [x, y, z, w] }: BodySpec, direction: Vec3): Vec3 {
  return rotate([-x, -y, -z, w], direction);
}

/** A turn of the world as a body sees it, at the start. */
export function inFrameOf({ orientation: [x, y, z, w] }: BodySpec, turn: Quat): Quat {
  return product([-x, -y, -z, w], turn);
}

/** A unit vector normal to a unit vector. */
export function normalTo([x, y, z]: Vec3): Vec3 {
  const n: Vec3 = Math.abs(x) < 0.7 ? [0, z, -y] : [-z, 0, x];
  const size = Math.hypot(...n);
  return [n[0] / size, n[1] / size, n[2] / size];
}

/** The turn that takes X to a unit vector and Y to one across it. */
export function frameAlong(x: Vec3): Quat {
  const y = normalTo(x);
  const z: Vec3 = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
  const w = Math.sqrt(Math.max(0, 1 + x[0] + y[1] + z[2])) / 2;
  if (w > 1e-3) return [(y[2] - z[1]) / (4 * w), (z[0] - x[2]) / (4 * w), (x[1] - y[0]) / (4 * w), w];
  const a = Math.sqrt(Math.max(0, 1 + x[0] - y[1] - z[2])) / 2;
  if (a > 1e-3) return [a, (x[1] + y[0]) / (4 * a), (z[0] + x[2]) / (4 * a), (y[2] - z[1]) / (4 * a)];
  const b = Math.sqrt(Math.max(0, 1 - x[0] + y[1] - z[2])) / 2;
  if (b > 1e-3) return [(x[1] + y[0]) / (4 * b), b, (y[2] + z[1]) / (4 * b), (z[0] - x[2]) / (4 * b)];
  const c = Math.sqrt(Math.max(0, 1 - x[0] - y[1] + z[2])) / 2;
  return [(z[0] + x[2]) / (4 * c), (y[2] + z[1]) / (4 * c), c, (x[1] - y[0]) / (4 * c)];
}

/** Positions and orientations of all bodies of a scene, as an engine reports them. */
export class Poses {
  readonly positions: Float64Array;
  readonly orientations: Float64Array;

  constructor(count: number) {
    this.positions = new Float64Array(3 * count);
    this.orientations = new Float64Array(4 * count);
  }

  set(body: number, px: number, py: number, pz: number, qx: number, qy: number, qz: number, qw: number): void {
    this.positions.set([px, py, pz], 3 * body);
    this.orientations.set([qx, qy, qz, qw], 4 * body);
  }

  /** Whether a body has been there: what no engine has reported is turned by no unit quaternion. */
  has(body: number): boolean {
    return this.orientation(body).some((component) => component !== 0);
  }

  /** World position of a point that is fixed to a body. */
  point(body: number, local: Vec3): Vec3 {
    const [x, y, z] = this.position(body);
    const turned = rotate(this.orientation(body), local);
    return [x + turned[0], y + turned[1], z + turned[2]];
  }

  position(body: number): Vec3 {
    const { positions } = this;
    return [positions[3 * body], positions[3 * body + 1], positions[3 * body + 2]];
  }

  orientation(body: number): Quat {
    const { orientations } = this;
    return [orientations[4 * body], orientations[4 * body + 1], orientations[4 * body + 2], orientations[4 * body + 3]];
  }
}

/** Velocities of all bodies, in the world. */
export class Velocities {
  readonly linear: Float64Array;
  readonly angular: Float64Array;

  constructor(count: number) {
    this.linear = new Float64Array(3 * count);
    this.angular = new Float64Array(3 * count);
  }

  set(body: number, linear: Vec3, angular: Vec3): void {
    this.linear.set(linear, 3 * body);
    this.angular.set(angular, 3 * body);
  }
}

/** Kinetic energy and that in the field of gravity, J. */
export function mechanicalEnergy({ bodies, gravity }: SceneData, poses: Poses, { linear, angular }: Velocities): number {
  let energy = 0;
  for (const [index, { mass, inertia }] of bodies.entries()) {
    if (mass === 0) continue;
    const position = poses.position(index);
    const [x, y, z, w] = poses.orientation(index);
    const turning = rotate([-x, -y, -z, w], angular.subarray(3 * index, 3 * index + 3) as unknown as Vec3);
    for (let axis = 0; axis < 3; axis++) {
      energy += mass * (linear[3 * index + axis] ** 2 / 2 - gravity[axis] * position[axis]);
      energy += (inertia[axis] * turning[axis] ** 2) / 2;
    }
  }
  return energy;
}

/** Distances between the two anchors of each joint, measured from poses alone, so that no engine marks its own work. */
export function anchorErrors(scene: SceneData, poses: Poses): { max: number; meanSquare: number } {
  let max = 0;
  let sum = 0;
  const joints = [...scene.balls, ...(scene.hinges ?? [])].filter(({ a, b }) => poses.has(a) && poses.has(b));
  for (const { a, b, anchorA, anchorB } of joints) {
    const p = poses.point(a, anchorA);
    const q = poses.point(b, anchorB);
    const error = Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
    if (!Number.isFinite(error)) return { max: Number.POSITIVE_INFINITY, meanSquare: Number.POSITIVE_INFINITY };
    max = Math.max(max, error);
    sum += error * error;
  }
  return { max, meanSquare: sum / Math.max(1, joints.length) };
}

/** Settings of an engine that trade time for accuracy; what is left out stays at the engine's default. */
export interface Quality {
  substeps?: number;
  iterations?: number;
  /** Of joints that are springs, Hz. */
  hertz?: number;
  /** The formulation of holonomic, and whether it starts from the last impulses. */
  solver?: 'xpbd' | 'pgs' | 'tgs';
  warmStart?: boolean;
  /** How holonomic solves joints. */
  jointSolver?: 'auto' | 'direct' | 'sweeps';
  /** Joints as coordinates instead of constraints. */
  reduced?: boolean;
}

/** A scene built in an engine. */
export interface Simulation {
  /** One frame; the only thing that is timed. */
  step(): void;
  read(poses: Poses): void;
  readVelocities(velocities: Velocities): void;
  /** Milliseconds of the stages of a frame, means over so many further frames; where the engine reports them. */
  profile?(frames: number): Record<string, number>;
  dispose(): void;
}

/** Builds a scene in an engine. */
export type Builder = (scene: SceneData, quality: Quality) => Promise<Simulation>;

/** Imports the package of an engine by its name. */
export type ImportPackage = (name: string) => Promise<{ default: any }>;

export interface Engine {
  name: string;
  /** The engine's own defaults, in words. */
  defaults: string;
  /** Loads the engine; throws where it is not there. Pages, where packages have no names, say how it is imported. */
  load(importPackage?: ImportPackage): Promise<Builder>;
}

/** An engine at one setting. */
export interface Contestant {
  engine: Engine;
  quality: Quality;
}

export function labelOf({ engine, quality }: Contestant): string {
  const settings = Object.entries(quality).map(([key, value]) => `${key} ${value}`);
  return settings.length ? `${engine.name}, ${settings.join(' ')}` : `${engine.name}, defaults`;
}
