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
  /** m/s²; [0, -9.81] by default. */
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
  /** kg/m² of the shape; 1 by default. Not together with `mass`. */
  density?: number;
  /** kg */
  mass?: number;
  /** kg m², about the centre of mass. */
  inertia?: number;
  /** Of the body's origin, m. */
  position?: Vec2Like;
  /** rad, counter-clockwise. */
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
 * A world of the plane z = 0: bodies have x, y and one angle, joints act in it. It is a world of space, `world`, whose bodies move in the plane only;
 * all of its options, solvers, events, queries and snapshots are there.
 */
export class World2D {
  private readonly known = new Map<number, Body2D>();

  private constructor(readonly world: World) {}

  /** Makes a world. Throws as `World.create` does. */
  static async create({ gravity, ...options }: World2DOptions = {}): Promise<World2D> {
    const [x, y] = gravity === undefined ? [0, -9.81] : vector2(gravity, 'gravity');
    return new World2D(await World.create({ ...options, gravity: [x, y, 0] }));
  }

  /** Adds a body. Throws `invalid-argument`. */
  addBody<UserData = unknown>(given: Body2DOptions<UserData> = {}): Body2D {
    const { angle, angularVelocity, density, inertia, linearVelocity, mass, position, shape, ...rest } = given;
    if (mass !== undefined && density !== undefined) throw new HolonomicError('invalid-argument', 'Give either mass or density, not both.');
    const moves = given.type !== 'static';
    const weight = mass !== undefined ? positive(mass, 'mass') : shape ? shape.area * positive(orDefault(density, 1), 'density') : 1;
    if (moves && !Number.isFinite(weight))
      throw new HolonomicError('invalid-argument', "A half plane has no mass: give its body type: 'static'.");
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

  /** Removes a body and the joints at it. */
  removeBody(body: Body2D): void {
    this.world.removeBody(body.body);
    this.known.delete(body.body.index);
  }

  /** The bodies that were added, in order of their slots. */
  get bodies(): Iterable<Body2D> {
    const { known, world } = this;
    return [...world.bodies].flatMap(({ index }) => known.get(index) ?? []);
  }

  /** Advances the world by `dt` seconds. Throws as `World.step` does. */
  step(dt: number): void {
    this.world.step(dt);
  }

  /** A pin: B turns about a point of A. Limits, motor and friction are those of `HingeJoint`, angles counter-clockwise. */
  addHinge(options: InPlane<Omit<HingeJointOptions, 'axis' | 'axisA' | 'axisB'>>): HingeJoint {
    return this.add(new HingeJoint({ ...(lift(options) as HingeJointOptions), axis: OUT }));
  }
  /** B slides along an axis of A, and does not turn. */
  addPrismatic(options: InPlane<PrismaticJointOptions>): PrismaticJoint {
    return this.add(new PrismaticJoint(lift(options)));
  }
  /** B stays where it is on A. */
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
  /** Pulls a point of a body to one of the plane: a hand or a mouse. */
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
