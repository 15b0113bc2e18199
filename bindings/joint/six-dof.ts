import { options, orDefault } from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import { CoordinateFlag, JointType, Coordinate as Kind } from '../core/layout.ts';
import { ANCHOR_OPTIONS, type AnchorOptions, readAnchors } from './anchors.ts';
import { FRAME_OPTIONS, type FrameOptions, readAxes } from './axis.ts';
import { type ConeLimits, coneLimits, setConeLimits } from './cone-limits.ts';
import type { Coordinate } from './coordinate.ts';
import type { Solution } from './coordinate-chain.ts';
import type { Placement } from './coordinate-geometry.ts';
import { type CoordinateGiven, type CoordinateOptions, coneGiven, readCoordinateObject } from './coordinate-options.ts';
import { type CoordinateState, hasFlag } from './coordinate-record.ts';
import { FramedJoint, type FramedJointOptions, lockMask } from './framed-joint.ts';
import type { JointHost } from './joint-handle.ts';
import { JOINT_OPTIONS } from './joint-options.ts';
import type { ConeLimitOptions, Limit } from './limits.ts';

/** State of a coordinate: locked (the default), free, or free with limits, a motor and friction. */
export type FreedomOptions = 'locked' | 'free' | CoordinateOptions;

export interface AxesOptions {
  x?: FreedomOptions;
  y?: FreedomOptions;
  z?: FreedomOptions;
}

export interface SixDofJointOptions<UserData = unknown> extends FramedJointOptions<UserData>, AnchorOptions, FrameOptions {
  /** Translations along the axes of A's frame, of which x is the joint's axis: m, N. */
  linear?: AxesOptions;
  /** Rotations: the twist about x, and the swings about y and z: rad, N m. */
  angular?: AxesOptions;
  /** Bounds the swing of B's axis by an elliptic cone about A's; both swings must be free. */
  cone?: ConeLimitOptions;
}

const OPTIONS = [...JOINT_OPTIONS, ...ANCHOR_OPTIONS, ...FRAME_OPTIONS, 'angularCompliance', 'linear', 'angular', 'cone'] as const;
const AXES = ['x', 'y', 'z'] as const;
const NAMES = { x: Kind.X, y: Kind.Y, z: Kind.Z, twist: Kind.Twist, swingY: Kind.SwingY, swingZ: Kind.SwingZ };

const ROTATIONS = lockMask(Kind.Twist, Kind.SwingY, Kind.SwingZ);
/** rad; 174 degrees are 3.04 rad. */
const LARGEST_SWING = 3;

/** A joint whose six coordinates can each be locked, free, limited, driven or braked. */
export class SixDofJoint<UserData = unknown> extends FramedJoint<UserData> {
  override readonly type = JointType.SixDof;
  private readonly givenLocks: number;

  constructor(given: SixDofJointOptions<UserData>) {
    const o = options<SixDofJointOptions<UserData>>(given, 'The options of SixDofJoint', OPTIONS);
    super(o, readAnchors(o), readAxes(o));
    const freedoms = [...readFreedoms(o.linear, 'linear', Kind.X), ...readFreedoms(o.angular, 'angular', Kind.Twist)];
    const free = freedoms.filter(({ freedom }) => freedom !== 'locked');
    this.givenLocks = lockMask(...freedoms.filter(({ freedom }) => freedom === 'locked').map(({ kind }) => kind));
    this.given = free.map(({ freedom, kind, name }) => readCoordinateObject(freedom === 'free' ? {} : freedom, kind, name));
    if (o.cone !== undefined) this.given.push(readSwingCone(o.cone, this.givenLocks));
    for (const { kind, limit } of this.given) this.checkLimit(kind, limit);
  }

  /** The translation along the frame's x axis; null if it is locked, like the others. */
  get x(): Coordinate | null {
    return this.unlocked(Kind.X);
  }
  get y(): Coordinate | null {
    return this.unlocked(Kind.Y);
  }
  get z(): Coordinate | null {
    return this.unlocked(Kind.Z);
  }
  /** The rotation about the frame's x axis. */
  get twist(): Coordinate | null {
    return this.unlocked(Kind.Twist);
  }
  /** The swings of B's x axis about the frame's y and z axes. */
  get swingY(): Coordinate | null {
    return this.unlocked(Kind.SwingY);
  }
  get swingZ(): Coordinate | null {
    return this.unlocked(Kind.SwingZ);
  }
  /** The amount by which the swing exceeds its cone; null without a cone. */
  get cone(): Coordinate | null {
    return this.hasCone ? this.coordinate(Kind.Cone) : null;
  }
  /** The cone that bounds the swing, or null. Both swings must be free. */
  get coneLimits(): ConeLimits | null {
    return coneLimits(this);
  }
  set coneLimits(value: ConeLimitOptions | null) {
    if (value !== null && !(this.swingY && this.swingZ))
      throw new HolonomicError('invalid-argument', 'A cone bounds the swing, which is locked; free both swings when the joint is created.');
    setConeLimits(this, value, 'coneLimits');
  }

  override kinds(): Record<string, Kind> {
    const { locks } = this;
    const free = Object.entries(NAMES).filter(([, kind]) => !(locks & (1 << kind)));
    return { ...Object.fromEntries(free), ...(this.hasCone ? { cone: Kind.Cone } : {}) };
  }
  override solution(): Solution {
    return 'rows';
  }
  /** @internal A handle without options knows the locks from its record. */
  override initialLocks(): number {
    return this.givenLocks ?? this.locks;
  }
  /** @internal A swing that is the only rotation goes round and round like a twist, but has no direction after half a turn. */
  override checkLimit(kind: Kind, limit: Pick<Limit, 'lower' | 'upper'> | null): void {
    if (kind !== Kind.SwingY && kind !== Kind.SwingZ) return;
    const isOnlyRotation = (ROTATIONS & ~this.initialLocks()) === 1 << kind;
    if (!isOnlyRotation || (limit && limit.lower >= -LARGEST_SWING && limit.upper <= LARGEST_SWING)) return;
    const axis = kind === Kind.SwingY ? 'y' : 'z';
    throw new HolonomicError(
      'invalid-argument',
      `angular.${axis} is the only rotation and needs limits within ${LARGEST_SWING} rad, as a swing beyond 174 degrees has no direction; ` +
        'to turn freely, put the axis of rotation along the axis of the joint and use angular.x.',
    );
  }

  protected override plan(host: JointHost, at: Placement): CoordinateState[] {
    const cone = this.given.find(({ kind }) => kind === Kind.Cone)?.limit;
    return super.plan(host, cone ? { ...at, coneY: cone.lower, coneZ: cone.upper } : at);
  }

  private unlocked(kind: Kind): Coordinate | null {
    return this.locks & (1 << kind) ? null : this.coordinate(kind);
  }

  private get hasCone(): boolean {
    const record = this.chain.find(Kind.Cone);
    return record !== null && hasFlag(this.memory, record, CoordinateFlag.HasLimit);
  }
}

function readSwingCone(value: ConeLimitOptions, locks: number): CoordinateGiven {
  if (locks & lockMask(Kind.SwingY, Kind.SwingZ))
    throw new HolonomicError('invalid-argument', 'A cone bounds the swing: angular.y and angular.z must not be locked.');
  return coneGiven(value, 'cone');
}

function readFreedoms(value: unknown, name: string, first: Kind) {
  const given = options<AxesOptions>(orDefault(value, {}), name, AXES);
  return AXES.map((axis, k) => {
    const freedom = orDefault(given[axis], 'locked') as FreedomOptions;
    if (typeof freedom === 'string' && freedom !== 'locked' && freedom !== 'free')
      throw new HolonomicError('invalid-argument', `${name}.${axis} must be 'locked', 'free', or an object of limits, motor and friction.`);
    return { freedom, kind: (first + k) as Kind, name: `${name}.${axis}` };
  });
}
