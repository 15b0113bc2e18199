import { finite, orDefault, positive } from '../core/arguments.ts';
import {
  type BodyOptions,
  DistanceJoint,
  type DistanceJointOptions,
  FixedJoint,
  type FixedJointOptions,
  GearJoint,
  type GearJointOptions,
  GrabJoint,
  type GrabJointOptions,
  HingeJoint,
  type HingeJointOptions,
  HolonomicError,
  type Joint,
  PrismaticJoint,
  type PrismaticJointOptions,
  RackAndPinionJoint,
  type RackAndPinionJointOptions,
  RopeJoint,
  type RopeJointOptions,
  SpringDamperJoint,
  type SpringDamperJointOptions,
  World,
  type WorldOptions,
} from '../index.ts';
import { Body2D, inSpace, turnedBy } from './body.ts';
import { type Shape2D, type Vec2Like, vector2 } from './shapes.ts';

export interface World2DOptions extends Omit<WorldOptions, 'gravity'> {
  /** Acceleration of gravity, m/s²; [0, -9.81] by default. */
  gravity?: Vec2Like;
}

export interface Body2DOptions<UserData = unknown>
  extends Omit<
    BodyOptions<UserData>,
    | 'shape'
    | 'density'
    | 'mass'
    | 'inertia'
    | 'centerOfMass'
    | 'position'
    | 'orientation'
    | 'linearVelocity'
    | 'angularVelocity'
    | 'lockTranslation'
    | 'lockRotation'
    | 'oneWay'
  > {
  shape?: Shape2D;
  /** Density of the shape, kg/m²; 1 by default. Not together with `mass`. */
  density?: number;
  /** Mass, kg. */
  mass?: number;
  /** Moment of inertia about the centre of mass, kg m². */
  inertia?: number;
  /** Position of the body's origin, m. */
  position?: Vec2Like;
  /** Angle, rad, counter-clockwise. */
  angle?: number;
  linearVelocity?: Vec2Like;
  angularVelocity?: number;
}

/** Options of a joint with points and directions of the plane, and bodies of it. */
type InPlane<Options> = {
  [Name in keyof Options]: Name extends 'a' | 'b' | 'body'
    ? Body2D | null
    : Name extends 'anchor' | 'anchorA' | 'anchorB' | 'target' | 'axis' | 'axisA' | 'axisB'
      ? Vec2Like
      : Options[Name];
};

const POINTS = ['anchor', 'anchorA', 'anchorB', 'target', 'axis', 'axisA', 'axisB'] as const;
const BODIES = ['a', 'b', 'body'] as const;
const OUT: [number, number, number] = [0, 0, 1];

/**
 * A world in the plane z = 0: bodies have x, y and one angle, and joints act in the plane. It wraps a three-dimensional world, `world`,
 * whose bodies move only in the plane; that world has all options, solvers, events, queries and snapshots.
 */
export class World2D {
  private readonly known = new Map<number, Body2D>();

  private constructor(readonly world: World) {}

  /** Creates a world. Throws like `World.create`. */
  static async create({ gravity, ...options }: World2DOptions = {}): Promise<World2D> {
    const [x, y] = gravity === undefined ? [0, -9.81] : vector2(gravity, 'gravity');
    return new World2D(await World.create({ ...options, gravity: [x, y, 0] }));
  }

  /** Adds a body. Throws `invalid-argument`. */
  addBody<UserData = unknown>(given: Body2DOptions<UserData> = {}): Body2D {
    const { angle, angularVelocity, density, inertia, linearVelocity, mass, position, shape, ...rest } = given;
    if (mass !== undefined && density !== undefined) throw new HolonomicError('invalid-argument', 'Pass either mass or density, not both.');
    const moves = given.type !== 'static';
    const weight = mass !== undefined ? positive(mass, 'mass') : shape ? shape.area * positive(orDefault(density, 1), 'density') : 1;
    if (moves && !Number.isFinite(weight))
      throw new HolonomicError('invalid-argument', "A half plane has no mass; make its body static with type: 'static'.");
    const moment = inertia === undefined ? weight * (shape?.squaredRadius ?? 0.1) : positive(inertia, 'inertia');
    const [cx, cy] = shape?.centroid ?? [0, 0];
    const heavy = moves ? { mass: weight, inertia: [moment, moment, moment], centerOfMass: [cx, cy, 0] as [number, number, number] } : {};
    const body = this.world.addBody({
      ...(rest as BodyOptions<UserData>),
      ...(shape ? { shape: shape.solid } : {}),
      ...heavy,
      position: inSpace(position === undefined ? [0, 0] : vector2(position, 'position')),
      orientation: turnedBy(finite(orDefault(angle, 0), 'angle')),
      linearVelocity: inSpace(linearVelocity === undefined ? [0, 0] : vector2(linearVelocity, 'linearVelocity')),
      angularVelocity: [0, 0, finite(orDefault(angularVelocity, 0), 'angularVelocity')],
      ...(moves ? { lockTranslation: [false, false, true], lockRotation: [true, true, false] } : {}),
    });
    const made = new Body2D(body, shape ?? null);
    this.known.set(body.index, made);
    return made;
  }

  /** Removes a body and its joints. */
  removeBody(body: Body2D): void {
    this.world.removeBody(body.body);
    this.known.delete(body.body.index);
  }

  /** The bodies of the world, in order of their slots. */
  get bodies(): Iterable<Body2D> {
    const { known, world } = this;
    return [...world.bodies].flatMap(({ index }) => known.get(index) ?? []);
  }

  /** Advances the world by `dt` seconds. Throws like `World.step`. */
  step(dt: number): void {
    this.world.step(dt);
  }

  /** Adds a pin: B turns about a point of A. Limits, motor and friction are those of `HingeJoint`, with counter-clockwise angles. */
  addHinge(options: InPlane<Omit<HingeJointOptions, 'axis' | 'axisA' | 'axisB'>>): HingeJoint {
    return this.add(new HingeJoint({ ...(lift(options) as HingeJointOptions), axis: OUT }));
  }
  /** Adds a joint in which B slides along an axis of A, without turning. */
  addPrismatic(options: InPlane<PrismaticJointOptions>): PrismaticJoint {
    return this.add(new PrismaticJoint(lift(options)));
  }
  /** Adds a joint that fixes B to A. */
  addFixed(options: InPlane<FixedJointOptions>): FixedJoint {
    return this.add(new FixedJoint(lift(options)));
  }
  addDistance(options: InPlane<DistanceJointOptions>): DistanceJoint {
    return this.add(new DistanceJoint(lift(options)));
  }
  addRope(options: InPlane<RopeJointOptions>): RopeJoint {
    return this.add(new RopeJoint(lift(options)));
  }
  addSpring(options: InPlane<SpringDamperJointOptions>): SpringDamperJoint {
    return this.add(new SpringDamperJoint(lift(options)));
  }
  /** Adds a joint that pulls a point of a body to a point of the plane, like a hand or a mouse. */
  addGrab(options: InPlane<GrabJointOptions>): GrabJoint {
    return this.add(new GrabJoint(lift(options)));
  }
  addGear(options: GearJointOptions): GearJoint {
    return this.add(new GearJoint(options));
  }
  addRackAndPinion(options: RackAndPinionJointOptions): RackAndPinionJoint {
    return this.add(new RackAndPinionJoint(options));
  }
  removeJoint(joint: Joint): void {
    this.world.removeJoint(joint);
  }

  dispose(): void {
    this.world.dispose();
  }

  private add<Kind extends Joint>(joint: Kind): Kind {
    return this.world.addJoint(joint);
  }
}

/** Options of space from those of the plane. */
function lift<Options>(given: InPlane<Options>): Options {
  const options: Record<string, unknown> = { ...(given as Record<string, unknown>) };
  for (const name of POINTS) if (options[name] !== undefined) options[name] = inSpace(vector2(options[name], name));
  for (const name of BODIES) {
    const body = options[name];
    if (body === undefined || body === null) continue;
    if (!(body instanceof Body2D))
      throw new HolonomicError('invalid-argument', `${name} must be a body of World2D.addBody, or null for the plane.`);
    options[name] = body.body;
  }
  return options as Options;
}
