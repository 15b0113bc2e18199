import {
  bits,
  boolean,
  coefficient,
  options,
  orDefault,
  positive,
  type Quat,
  type QuatLike,
  rotation,
  type Vec3,
  type Vec3Like,
  vector,
} from '../../core/arguments.ts';
import type { MaterialOptions } from '../../index.ts';

/** How servos follow their targets: rigidly, within their maximum loads, or as springs with dampers. */
export interface ServoOptions {
  /** Stiffness, N m/rad or N/m; infinite by default. */
  stiffness?: number;
  /** Damping, N m s/rad or N s/m; needs a stiffness. */
  damping?: number;
  /** Maximum acceleration of a target, rad/s² or m/s²; infinite by default, which suits targets that move smoothly. */
  acceleration?: number;
}

export interface RobotOptions<Load> {
  /** Position of the root link, m; the origin by default. */
  position?: Vec3Like;
  /** Orientation of the root link. URDFs have z up: in a world with y up pass `Z_UP`. */
  orientation?: QuatLike;
  /** Whether the base is fixed, like one bolted to the floor; true by default if the root link is called "world", otherwise false. */
  fixedBase?: boolean;
  /** Creates shapes from meshes. Without it, a mesh in a <collision> is an error; meshes of <visual> elements are not loaded. */
  loadMesh?: Load;
  /** Whether links of the robot that no joint connects can collide; false by default. */
  selfCollision?: boolean;
  /** Initial values of joints by name, rad or m; others are at zero, or as close to it as their limits allow. */
  joints?: Readonly<Record<string, number>>;
  servo?: ServoOptions;
  /** The surface of all links. */
  material?: MaterialOptions;
  collisionGroup?: number;
  collisionMask?: number;
  /** Whether the bodies may fall asleep; false by default. */
  canSleep?: boolean;
}

const KNOWN = [
  'position',
  'orientation',
  'fixedBase',
  'loadMesh',
  'selfCollision',
  'joints',
  'servo',
  'material',
  'collisionGroup',
  'collisionMask',
  'canSleep',
] as const;

/** The rotation from z up, as in a URDF, to y up. */
export const Z_UP: Readonly<Quat> = Object.freeze<Quat>([-Math.SQRT1_2, 0, 0, Math.SQRT1_2]);

export interface RobotSettings<Load> {
  position: Vec3;
  orientation: Quat;
  fixedBase: boolean;
  loadMesh: Load | undefined;
  selfCollision: boolean;
  joints: Readonly<Record<string, number>>;
  servo: { stiffness: number; damping: number; acceleration: number };
  body: { material?: MaterialOptions; collisionGroup?: number; collisionMask?: number; canSleep: boolean };
}

export function readRobotOptions<Load>(given: RobotOptions<Load>, root: string): RobotSettings<Load> {
  const o = options<RobotOptions<Load>>(given, 'The options of a robot', KNOWN);
  const servo = options<ServoOptions>(orDefault(o.servo, {}), 'servo', ['stiffness', 'damping', 'acceleration']);
  const rigid = servo.stiffness === undefined || servo.stiffness === Infinity;
  return {
    position: vector(orDefault(o.position, [0, 0, 0]), 'position'),
    orientation: rotation(orDefault(o.orientation, [0, 0, 0, 1]), 'orientation'),
    fixedBase: boolean(orDefault(o.fixedBase, root === 'world'), 'fixedBase'),
    loadMesh: o.loadMesh,
    selfCollision: boolean(orDefault(o.selfCollision, false), 'selfCollision'),
    joints: options<Record<string, number>>(orDefault(o.joints, {}), 'joints', Object.keys(orDefault(o.joints, {}) as object)),
    servo: {
      stiffness: rigid ? Infinity : coefficient(servo.stiffness, 'servo.stiffness'),
      damping: coefficient(servo.damping, 'servo.damping'),
      acceleration: servo.acceleration === undefined ? Infinity : positive(servo.acceleration, 'servo.acceleration'),
    },
    body: {
      ...(o.material === undefined ? {} : { material: o.material }),
      collisionGroup: bits(o.collisionGroup, 'collisionGroup', 1),
      collisionMask: bits(o.collisionMask, 'collisionMask', 0xffffffff),
      canSleep: boolean(orDefault(o.canSleep, false), 'canSleep'),
    },
  };
}
