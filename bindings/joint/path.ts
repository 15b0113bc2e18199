import { boolean, choice, options, orDefault, type Vec3, type Vec3Like, vector } from '../core/arguments.ts';
import type { Pose } from '../core/context.ts';
import { HolonomicError } from '../core/errors.ts';
import { add, dot, fixed, multiply, rotate, scale, subtract, unrotate } from '../core/geometry.ts';
import { JointType, Coordinate as Kind, PathRecord, PointRecord } from '../core/layout.ts';
import { readArray } from '../core/lists.ts';
import { readVector, writeRecordVector } from '../core/records.ts';
import { atCenters, FRAMES, type JointGeometry } from './anchors.ts';
import type { Coordinate } from './coordinate.ts';
import type { Solution } from './coordinate-chain.ts';
import type { Placement } from './coordinate-geometry.ts';
import { COORDINATE_OPTIONS, type CoordinateOptions, readCoordinate } from './coordinate-options.ts';
import { type CoordinateState, idle, readField } from './coordinate-record.ts';
import { FramedJoint, type FramedJointOptions, lockMask } from './framed-joint.ts';
import type { JointSetup } from './joint.ts';
import type { JointHost, RigidParts } from './joint-handle.ts';
import { JOINT_OPTIONS } from './joint-options.ts';
import type { Load, Period } from './loads.ts';
import {
  bendAt,
  type Curve,
  type CurvePoint,
  type CurveSample,
  lengthOf,
  makeCurve,
  nearestFrom,
  nearestPoint,
  sampleCurve,
} from './path-curve.ts';

/** Limits, motor and friction act along the path: m, N. */
export interface PathJointOptions<UserData = unknown> extends FramedJointOptions<UserData>, CoordinateOptions {
  /** The point of B that stays on the path: in world coordinates, or in B's frame. */
  anchor?: Vec3Like;
  anchorB?: Vec3Like;
  /** Points of the path, at least two (three if it is closed): in world coordinates, or in A's frame. */
  points: readonly Vec3Like[];
  /** Derivatives at the points, with respect to a parameter that grows by one from point to point, none of them zero; Catmull-Rom by default. */
  tangents?: readonly Vec3Like[];
  /** Directions of the frame's y axis at the points; with minimum rotation by default. */
  normals?: readonly Vec3Like[];
  frame?: 'world' | 'local';
  /** Whether the path returns from the last point to the first; false by default. */
  closed?: boolean;
  /** Whether B turns with the path ('follow'), or is free to turn ('free', the default). */
  orientation?: 'free' | 'follow';
}

const OPTIONS = [
  ...JOINT_OPTIONS,
  ...COORDINATE_OPTIONS,
  'angularCompliance',
  'anchor',
  'anchorB',
  'points',
  'tangents',
  'normals',
  'frame',
  'closed',
  'orientation',
] as const;
const POINT_LOCKS = lockMask(Kind.Y, Kind.Z);
const ALL_LOCKS = lockMask(Kind.Y, Kind.Z, Kind.Twist, Kind.SwingY, Kind.SwingZ);
const ON_PATH = 'A has the path there; set anchorB or frameB, or add another joint';
const IDENTITY = [0, 0, 0, 1] as const;

interface GivenPath {
  anchor: Vec3;
  points: Vec3[];
  tangents: Vec3[] | null;
  normals: Vec3[] | null;
  closed: boolean;
  /** In the axes of the bodies. */
  localAnchor: boolean;
  localPath: boolean;
}

/** Keeps a point of B on a curve that is fixed to A, and straight beyond its ends; B may turn with it. */
export class PathJoint<UserData = unknown> extends FramedJoint<UserData> {
  override readonly type = JointType.Path;
  private readonly givenPath: GivenPath;
  private readonly givenLocks: number;

  constructor(given: PathJointOptions<UserData>) {
    const o = options<PathJointOptions<UserData>>(given, 'The options of PathJoint', OPTIONS);
    super(o, atCenters, () => ({ frameA: [...IDENTITY], frameB: [...IDENTITY] }));
    this.givenPath = readPath(o);
    const follows = choice(orDefault(o.orientation, 'free'), 'orientation', ['free', 'follow']) === 'follow';
    this.givenLocks = follows ? ALL_LOCKS : POINT_LOCKS;
    this.given = [readCoordinate(o, Kind.X)];
  }

  /** The coordinate along the path: its value is the arc length from the first point, m. It counts laps of a closed path. */
  get along(): Coordinate {
    return this.coordinate(Kind.X);
  }
  /** Arc length from the first point to the current point, m. */
  get distance(): number {
    return this.along.value;
  }
  /** Speed along the path, m/s. */
  get velocity(): number {
    return this.along.velocity;
  }
  /** Length of the path, m. */
  get length(): number {
    return lengthOf(this.curve());
  }
  get closed(): boolean {
    return this.curve().closed;
  }
  /** Direction of the path in the world at the current point. */
  get tangentWorld(): Readonly<Vec3> {
    return fixed(rotate(this.placement().frameA, [1, 0, 0]));
  }

  /** @internal Points along the path in A's axes from its centre of mass, for drawings. */
  samples(perSegment: number): CurveSample[] {
    return sampleCurve(this.curve(), perSegment);
  }

  override geometry(a: Pose, b: Pose): JointGeometry {
    const { anchorB, at } = this.start(a);
    const frameB = multiply(a.orientation, at.frame);
    return {
      anchorA: fromBody(a, at.position),
      anchorB,
      frameA: a.orientation,
      frameB: this.givenLocks === ALL_LOCKS ? frameB : b.orientation,
    };
  }
  override prepare(host: JointHost): JointSetup {
    const setup = super.prepare(host);
    return { ...setup, points: this.start(setup.a).curve.points };
  }
  override rigidParts(): RigidParts {
    return { anchorA: ON_PATH, frameA: ON_PATH };
  }
  override kinds(): Record<string, Kind> {
    return { along: Kind.X };
  }
  override solution(): Solution {
    return 'rows';
  }
  /** @internal A handle without options knows the locks from its record. */
  override initialLocks(): number {
    return this.givenLocks ?? this.locks;
  }

  /** The whole path is looked through: from one point of it to another it may be far. */
  override relocate(): void {
    const { memory } = this;
    const path = this.chain.find(Kind.Extra)!;
    const { centerA, anchorB } = super.placement();
    const { segment } = nearestPoint(this.curve(), unrotate(this.frameWorldA(), subtract(anchorB, centerA)));
    const slots = this.pointSlots();
    memory.u32[(path + PathRecord.segment) >>> 2] = slots[segment] + 1;
    memory.f64[(path + PathRecord.value) >>> 3] = this.nearest().arc;
  }

  override placement(): Placement {
    const at = super.placement();
    const { position, frame } = this.nearest();
    const bodyFrame = this.frameWorldA();
    return { ...at, anchorA: add(at.centerA, rotate(bodyFrame, position)), frameA: multiply(bodyFrame, frame) };
  }
  override coordinateValue(kind: Kind): number {
    return kind === Kind.X ? this.nearest().arc : super.coordinateValue(kind);
  }

  /** Where the path bends, torques that turn B with it push along it as well. */
  protected override wholeLoad(period: Period): Load {
    const load = super.wholeLoad(period);
    if (period === 'step') return load;
    const nearest = this.nearest();
    const bodyFrame = this.frameWorldA();
    const bend = rotate(bodyFrame, bendAt(this.curve(), nearest));
    const tangent = rotate(multiply(bodyFrame, nearest.frame), [1, 0, 0]);
    return { ...load, force: subtract(load.force, scale(tangent, dot(load.torque, bend))) };
  }

  protected override plan(host: JointHost, at: Placement): CoordinateState[] {
    const a: Pose = { center: at.centerA, orientation: at.frameA };
    const { at: nearest, curve } = this.start(a);
    const along = super.plan(host, { ...at, frameA: multiply(a.orientation, nearest.frame) });
    const fields = { [PathRecord.value]: nearest.arc, [PathRecord.length]: curve.closed ? lengthOf(curve) : 0 };
    return [...along, { ...idle(Kind.Extra), fields }];
  }

  protected override fill(setup: JointSetup): void {
    super.fill(setup);
    const host = this.host();
    const points = setup.points!;
    const slots = points.map(() => host.points.allocate());
    const { memory } = this;
    const { closed } = this.givenPath;
    for (const [k, { position, tangent, normal, start, length }] of points.entries()) {
      const record = host.points.offset(slots[k]);
      writeRecordVector(memory, record + PointRecord.x, position);
      writeRecordVector(memory, record + PointRecord.tangentX, tangent);
      writeRecordVector(memory, record + PointRecord.normalX, normal);
      memory.f64[(record + PointRecord.start) >>> 3] = start;
      memory.f64[(record + PointRecord.length) >>> 3] = length;
      const slot = (index: number) => (closed ? slots.at(index % slots.length)! : (slots[index] ?? -1)) + 1;
      memory.u32[(record + PointRecord.next) >>> 2] = slot(k + 1);
      memory.u32[(record + PointRecord.previous) >>> 2] = slot(k - 1);
    }
    const path = this.chain.find(Kind.Extra)!;
    memory.u32[(path + PathRecord.firstPoint) >>> 2] = slots[0] + 1;
    memory.u32[(path + PathRecord.segment) >>> 2] = slots[this.start(setup.a).at.segment] + 1;
  }

  /** The curve, and where on it B's anchor is nearest, when the joint is added; in A's axes from its centre of mass. */
  private start(a: Pose): { curve: Curve; anchorB: Vec3; at: CurvePoint } {
    const { anchor, localAnchor, localPath, points, tangents, normals, closed } = this.givenPath;
    const body = this.a;
    const place = (point: Vec3) => toBody(a, localPath && body ? body.worldPoint(point) : point);
    const turn = (direction: Vec3) => (localPath ? direction : unrotate(a.orientation, direction));
    const curve = makeCurve(points.map(place), tangents?.map(turn) ?? null, normals?.map(turn) ?? null, closed);
    const anchorB = localAnchor && this.b ? this.b.worldPoint(anchor) : anchor;
    return { curve, anchorB, at: nearestPoint(curve, toBody(a, anchorB)) };
  }

  private pointSlots(): number[] {
    this.record();
    return this.host().pointSlots(this.index);
  }

  /** The curve as it lies in the memory. */
  private curve(): Curve {
    const { memory } = this;
    const { points: pool } = this.host();
    const slots = this.pointSlots();
    const records = slots.map((slot) => pool.offset(slot));
    const points = records.map((record) => ({
      position: readVector(memory, record + PointRecord.x),
      tangent: readVector(memory, record + PointRecord.tangentX),
      normal: readVector(memory, record + PointRecord.normalX),
      start: memory.f64[(record + PointRecord.start) >>> 3],
      length: memory.f64[(record + PointRecord.length) >>> 3],
    }));
    return { points, closed: memory.u32[(records.at(-1)! + PointRecord.next) >>> 2] !== 0 };
  }

  /** Where B's anchor is on the curve now, near to where the last step left it. */
  private nearest(): CurvePoint {
    const { memory } = this;
    const { centerA, anchorB } = super.placement();
    const path = this.chain.find(Kind.Extra)!;
    const curve = this.curve();
    const slots = this.pointSlots();
    const segment = slots.indexOf(memory.u32[(path + PathRecord.segment) >>> 2] - 1);
    const point = unrotate(this.frameWorldA(), subtract(anchorB, centerA));
    const nearest = nearestFrom(curve, point, { segment: Math.max(segment, 0), u: 0.5 });
    const lap = readField(memory, path, PathRecord.length);
    if (lap === 0) return nearest;
    const laps = Math.round((readField(memory, path, PathRecord.value) - nearest.arc) / lap);
    return { ...nearest, arc: nearest.arc + lap * laps };
  }
}

const toBody = ({ center, orientation }: Pose, point: Vec3): Vec3 => unrotate(orientation, subtract(point, center));
const fromBody = ({ center, orientation }: Pose, point: Vec3): Vec3 => add(center, rotate(orientation, point));

function readPath(given: PathJointOptions): GivenPath {
  const { anchor, anchorB } = given;
  if ((anchor === undefined) === (anchorB === undefined))
    throw new HolonomicError(
      'invalid-argument',
      'Pass the point of B that stays on the path, as either anchor (world) or anchorB (local).',
    );
  const closed = boolean(orDefault(given.closed, false), 'closed');
  const points = vectors(given.points, 'points');
  const least = closed ? 3 : 2;
  if (points.length < least)
    throw new HolonomicError('invalid-argument', `points must have at least ${least} entries, but has ${points.length}.`);
  const others = (value: unknown, name: string) => {
    if (value === undefined) return null;
    const list = vectors(value, name);
    if (list.length !== points.length)
      throw new HolonomicError('invalid-argument', `${name} must have as many entries as points: ${points.length}.`);
    return list;
  };
  return {
    anchor: anchor === undefined ? vector(anchorB, 'anchorB') : vector(anchor, 'anchor'),
    points,
    tangents: others(given.tangents, 'tangents'),
    normals: others(given.normals, 'normals'),
    closed,
    localAnchor: anchor === undefined,
    localPath: choice(orDefault(given.frame, 'world'), 'frame', FRAMES) === 'local',
  };
}

/** More do not fit into the memory of a world. */
const MOST_POINTS = 1 << 24;

function vectors(value: unknown, name: string): Vec3[] {
  return readArray(value, name, MOST_POINTS, (each, index) => vector(each, `${name}[${index}]`));
}
