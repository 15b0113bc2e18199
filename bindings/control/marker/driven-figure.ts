import { integer, nonNegativeOrInfinite, options, orDefault, type Quat, type Vec3 } from '../../core/arguments.ts';
import { HolonomicError } from '../../core/errors.ts';
import { conjugate, multiply, unrotate } from '../../core/geometry.ts';
import { angleOfPoint, unwrap } from '../../core/trigonometry.ts';
import {
  BallJoint,
  type Body,
  type BodyOptions,
  type Coordinate,
  HingeJoint,
  type Joint,
  type Load,
  SixDofJoint,
  type World,
} from '../../index.ts';
import { frameAlong } from '../../joint/axis.ts';
import { swingAndTwist } from '../../joint/coordinate-geometry.ts';
import { isWorld } from '../../world/is-world.ts';
import { TrackedMotion } from './motion.ts';

/** Maximum residual loads on the first segment: N and N m. */
export interface ResidualOptions {
  maxForce?: number;
  maxTorque?: number;
}

export interface DrivenFigureOptions {
  /** Mass, inertia and shape of each segment in its frame, by name. */
  bodies: Readonly<Record<string, BodyOptions>>;
  /** Maximum residual loads that keep the first segment on its recorded path; infinite by default, null for none. */
  residual?: ResidualOptions | null;
}

/** A coordinate that follows a record, and its value in a frame. */
interface Drive {
  readonly coordinate: Coordinate;
  readonly value: (frame: number) => number;
}

const ORIGIN: Vec3 = [0, 0, 0];
const UP: Vec3 = [0, 1, 0];

/**
 * A figure of bodies whose joints have rigid motors that follow a recorded motion. The loads of the motors are the torques of the joints.
 * The residual is the load that the recording, the masses and the contacts do not account for.
 */
export class DrivenFigure {
  readonly world: World;
  readonly motion: TrackedMotion;
  /** The bodies, in the order of the segments. */
  readonly bodies: readonly Body[];
  /** The joint of each segment with its parent; of the first with the world, or null. */
  readonly joints: readonly (Joint | null)[];
  readonly #drives: readonly Drive[];

  constructor(world: World, motion: TrackedMotion, given: DrivenFigureOptions) {
    if (!isWorld(world) || !(motion instanceof TrackedMotion))
      throw new HolonomicError('invalid-argument', 'A DrivenFigure needs a World, a TrackedMotion and options.');
    const { bodies, residual } = options<DrivenFigureOptions>(given, 'The options of a figure', ['bodies', 'residual']);
    const { segments } = motion.skeleton;
    for (const { name } of segments)
      if (!bodies?.[name])
        throw new HolonomicError('invalid-argument', `bodies must have an entry with the mass of the segment "${name}".`);
    const most = residual === null ? null : readResidual(orDefault(residual, {}));
    this.world = world;
    this.motion = motion;
    const added: Body[] = [];
    try {
      // Parallel to each other, so that hinges are at zero where they were in the reference frame.
      for (const { name } of segments)
        added.push(world.addBody({ ...bodies[name], position: ORIGIN, orientation: [0, 0, 0, 1], canSleep: false }));
      this.joints = Object.freeze(segments.map((_, k) => addJoint(world, motion, added, k, most)));
    } catch (error) {
      for (const body of added.reverse()) world.removeBody(body);
      throw error;
    }
    this.bodies = Object.freeze(added);
    this.#drives = segments.flatMap((_, k) => drivesOf(motion, this.joints[k], k));
    this.place(0);
  }

  /** Teleports the figure to a frame, with the recorded velocities. */
  place(frame: number): void {
    const { frames, rate } = this.motion;
    const at = integer(frame, 'frame', 0, frames.length - 1);
    const next = Math.min(at + 1, frames.length - 1);
    for (const [k, body] of this.bodies.entries()) {
      const { position, orientation } = frames[at][k];
      body.position = position;
      body.orientation = orientation;
      const [x, y, z, w] = multiply(frames[next][k].orientation, conjugate(orientation));
      const factor = 2 * rate * (w < 0 ? -1 : 1);
      body.angularVelocity = [factor * x, factor * y, factor * z];
      const before = body.centerOfMass;
      body.position = frames[next][k].position;
      body.orientation = frames[next][k].orientation;
      const after = body.centerOfMass;
      body.position = position;
      body.orientation = orientation;
      body.linearVelocity = after.map((component, axis) => rate * (component - before[axis])) as Vec3;
    }
    this.drive(at);
  }

  /** Sets the motors for the step of 1 / rate seconds from a frame to the next; the last frame is held. */
  drive(frame: number): void {
    const { frames, rate } = this.motion;
    const at = integer(frame, 'frame', 0, frames.length - 1);
    const next = Math.min(at + 1, frames.length - 1);
    for (const { coordinate, value } of this.#drives) {
      const [from, to] = [value(at), value(next)];
      coordinate.motorTarget = from;
      const way = coordinate.joint instanceof BallJoint || coordinate.joint instanceof SixDofJoint ? to - from : unwrap(to, from) - from;
      coordinate.motorVelocity = rate * way;
    }
  }

  /** Torque of a segment's joint on it, averaged over the last step, N m, in world axes. */
  torque(segment: string): Vec3 {
    const joint = this.joints[this.motion.skeleton.indexOf(segment)];
    return joint ? [...joint.getLoads().motor.torque] : [0, 0, 0];
  }

  /** Force and torque on the first segment, at its origin, averaged over the last step, that neither joints nor contacts account for. */
  get residual(): Load {
    const [joint] = this.joints;
    return joint ? joint.getLoads().motor : { force: [0, 0, 0], torque: [0, 0, 0] };
  }

  /** Removes the bodies and joints of the figure from the world. */
  remove(): void {
    for (const body of this.bodies) if (body.alive) this.world.removeBody(body);
  }
}

function readResidual(given: unknown): { maxForce: number; maxTorque: number } {
  const { maxForce, maxTorque } = options<ResidualOptions>(given, 'residual', ['maxForce', 'maxTorque']);
  return {
    maxForce: nonNegativeOrInfinite(orDefault(maxForce, Infinity), 'residual.maxForce'),
    maxTorque: nonNegativeOrInfinite(orDefault(maxTorque, Infinity), 'residual.maxTorque'),
  };
}

function addJoint(
  world: World,
  { skeleton, fit }: TrackedMotion,
  bodies: readonly Body[],
  k: number,
  residual: { maxForce: number; maxTorque: number } | null,
): Joint | null {
  const { parent, axis } = skeleton.segments[k];
  if (parent < 0) {
    if (!residual) return null;
    const { maxForce, maxTorque } = residual;
    const linear = { motor: { target: 0, maxForce } };
    const angular = { motor: { target: 0, maxTorque } };
    // The axis is upright, as one turns about that by more than half a turn.
    return world.addJoint(
      new SixDofJoint({
        b: bodies[k],
        anchor: ORIGIN,
        axis: UP,
        linear: { x: linear, y: linear, z: linear },
        angular: { x: angular, y: angular, z: angular },
      }),
    );
  }
  const { onParent, onSegment } = fit.anchors[k];
  const ends = { a: bodies[parent], b: bodies[k], anchorA: onParent, anchorB: onSegment };
  if (axis) return world.addJoint(new HingeJoint({ ...ends, axisA: axis, axisB: axis, motor: { target: 0 } }));
  return world.addJoint(new BallJoint({ ...ends, motor: { target: [0, 0, 0, 1], velocity: [0, 0, 0] } }));
}

function drivesOf(motion: TrackedMotion, joint: DrivenFigure['joints'][number], k: number): Drive[] {
  if (!(joint instanceof HingeJoint || joint instanceof BallJoint || joint instanceof SixDofJoint)) return [];
  const { axis } = motion.skeleton.segments[k];
  if (joint instanceof HingeJoint) return [{ coordinate: joint.rotation, value: (frame) => angleAbout(axis!, motion.relative(frame, k)) }];
  const { twist, swingY, swingZ } = joint;
  const isRoot = joint instanceof SixDofJoint;
  const frame = isRoot ? frameAlong(UP) : ([0, 0, 0, 1] as Quat);
  const angles = rotationsOf(motion, k, frame);
  const rotations = [twist!, swingY!, swingZ!].map((coordinate, i): Drive => ({ coordinate, value: (at) => angles[at][i] }));
  if (!isRoot) return rotations;
  const offsets = [joint.x!, joint.y!, joint.z!].map(
    (coordinate, i): Drive => ({
      coordinate,
      value: (at) => unrotate(frame, motion.frames[at][k].position)[i],
    }),
  );
  return [...offsets, ...rotations];
}

/** Twist and swings in all frames; the twist goes on from frame to frame. */
function rotationsOf(motion: TrackedMotion, k: number, frame: Quat): [number, number, number][] {
  const found: [number, number, number][] = [];
  for (let at = 0; at < motion.frames.length; at++) {
    const { twist, swingY, swingZ } = swingAndTwist(multiply(conjugate(frame), multiply(motion.relative(at, k), frame)));
    found.push([at > 0 ? unwrap(twist, found[at - 1][0]) : twist, swingY, swingZ]);
  }
  return found;
}

function angleAbout([x, y, z]: Readonly<Vec3>, [a, b, c, w]: Quat): number {
  const along = a * x + b * y + c * z;
  return 2 * (w < 0 ? angleOfPoint(-along, -w) : angleOfPoint(along, w));
}
