import type { Body } from '../body/body.ts';
import { BodyHandle } from '../body/body-handle.ts';
import { nonNegative, options, orDefault, positive, requiredCoefficient, type Vec3, type Vec3Like, vector } from '../core/arguments.ts';
import type { Pose } from '../core/context.ts';
import { HolonomicError } from '../core/errors.ts';
import { JointRecord, JointType } from '../core/layout.ts';
import { writeRecordVector } from '../core/records.ts';
import type { JointGeometry } from './anchors.ts';
import type { Placement } from './coordinate-geometry.ts';
import type { CoordinateState } from './coordinate-record.ts';
import { inversePointMass } from './effective-mass.ts';
import type { JointHost, RigidParts } from './joint-handle.ts';
import { PLAIN_JOINT_OPTIONS, type PlainJointOptions, plainOptions } from './joint-options.ts';
import { POINT_SPRING_OPTIONS, PointSpring, type PointSpringOptions, readSpringBounds, springState } from './point-spring.ts';
import type { Spring } from './spring.ts';

export interface GrabJointOptions<UserData = unknown> extends Omit<PlainJointOptions<UserData>, 'a' | 'b'>, PointSpringOptions {
  /** The body to grab; `b` is an alternative name. */
  body?: Body;
  b?: Body;
  /** The point of the body to grab, in world coordinates. */
  anchor: Vec3Like;
  /** The point to which it is pulled, in world coordinates; by default the anchor. */
  target?: Vec3Like;
  /** Frequency at which the grabbed point would swing, Hz; 5 by default. Or pass a stiffness, N/m. */
  frequency?: number;
  stiffness?: number;
  /** Damping ratio; 1 by default. Or pass a damping, N s/m. */
  dampingRatio?: number;
  damping?: number;
}

const SPRING = ['frequency', 'stiffness', 'dampingRatio', 'damping'] as const;
const OPTIONS = [
  ...PLAIN_JOINT_OPTIONS.filter((name) => name !== 'a'),
  ...POINT_SPRING_OPTIONS,
  ...SPRING,
  'body',
  'anchor',
  'target',
] as const;

/** Pulls a point of a body to a point of the world that can be moved, like a hand or a mouse. */
export class GrabJoint<UserData = unknown> extends PointSpring<UserData> {
  override readonly type = JointType.Grab;
  private readonly anchor: Vec3;
  private readonly givenTarget: Vec3;
  private readonly spring: (inverseMass: () => number) => Spring;
  private readonly bounds: ReturnType<typeof readSpringBounds>;

  constructor(given: GrabJointOptions<UserData>) {
    const o = options<GrabJointOptions<UserData>>(given, 'The options of GrabJoint', OPTIONS);
    super(plainOptions({ ...o, a: null, b: grabbed(o) }));
    this.anchor = vector(o.anchor, 'anchor');
    this.givenTarget = o.target === undefined ? this.anchor : vector(o.target, 'target');
    this.spring = readSpring(o);
    this.bounds = readSpringBounds(o);
  }

  /** The point to which the grabbed point is pulled, in world coordinates. Setting it is cheap. */
  get target(): Readonly<Vec3> {
    return this.anchorWorldA;
  }
  set target(value: Vec3Like) {
    const target = vector(value, 'target');
    writeRecordVector(this.memory, this.changing() + JointRecord.anchorAX, target);
    this.wake();
  }

  override rigidParts(): RigidParts {
    return { ...super.rigidParts(), anchorA: 'set target' };
  }
  override geometry(a: Pose, b: Pose): JointGeometry {
    return { anchorA: this.givenTarget, anchorB: this.anchor, frameA: a.orientation, frameB: b.orientation };
  }

  protected override plan(host: JointHost, at: Placement): CoordinateState[] {
    return [
      springState(
        this.spring(() => inversePointMass(host.context.memory, at)),
        this.bounds,
      ),
    ];
  }
}

function grabbed({ b, body }: GrabJointOptions): Body {
  if (b !== undefined && body !== undefined)
    throw new HolonomicError('invalid-argument', 'Pass the body to grab only once: as body or as b.');
  const one = body ?? b;
  if (!BodyHandle.isBody(one)) throw new HolonomicError('invalid-argument', 'GrabJoint needs a body; pass it as body.');
  return one;
}

/** Stiffness and damping, given the inverse mass that is felt at the grabbed point. */
function readSpring(given: GrabJointOptions): (inverseMass: () => number) => Spring {
  refusePair(given, 'stiffness', 'frequency');
  refusePair(given, 'damping', 'dampingRatio');
  const angular = 2 * Math.PI * positive(orDefault(given.frequency, 5), 'frequency');
  const ratio = nonNegative(orDefault(given.dampingRatio, 1), 'dampingRatio');
  const stiffness = given.stiffness === undefined ? null : requiredCoefficient(given.stiffness, 'stiffness');
  const damping = given.damping === undefined ? null : requiredCoefficient(given.damping, 'damping');
  return (inverseMass) => {
    if (stiffness !== null && damping !== null) return { stiffness, damping };
    const inverse = inverseMass();
    if (!(inverse > 0))
      throw new HolonomicError('invalid-argument', 'The grabbed point cannot move; pass stiffness and damping instead of a frequency.');
    const pull = stiffness ?? (angular * angular) / inverse;
    return { stiffness: pull, damping: damping ?? 2 * ratio * Math.sqrt(pull / inverse) };
  };
}

function refusePair(given: GrabJointOptions, one: keyof GrabJointOptions, other: keyof GrabJointOptions): void {
  if (given[one] !== undefined && given[other] !== undefined)
    throw new HolonomicError('invalid-argument', `Give either ${one} or ${other}, not both.`);
}
