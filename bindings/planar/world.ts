import { finish, refuseUnknown } from '../core/assignments.ts';
import {
  type Body,
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
import { Body2D } from './body.ts';
import { type Body2DOptions, bodyInSpace, isLockedInPlane } from './body-options.ts';
import { inSpace, shapeOfSolid, type Vec2, type Vec2Like, vector2 } from './shapes.ts';

export interface World2DOptions extends Omit<WorldOptions, 'gravity'> {
  /** Acceleration of gravity, m/s²; [0, -9.81] by default. */
  gravity?: Vec2Like;
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
  readonly world: World;
  /** By the bodies behind them, which a restored snapshot brings back. */
  readonly #known = new WeakMap<Body, Body2D>();

  private constructor(world: World) {
    this.world = world;
    finish(this);
  }

  /** Creates a world. Throws like `World.create`. */
  static async create({ gravity, ...options }: World2DOptions = {}): Promise<World2D> {
    const [x, y] = gravity === undefined ? [0, -9.81] : vector2(gravity, 'gravity');
    return new World2D(await World.create({ ...options, gravity: [x, y, 0] }));
  }

  /** Acceleration of gravity, m/s². */
  get gravity(): Readonly<Vec2> {
    const [x, y] = this.world.gravity;
    return [x, y];
  }
  set gravity(value: Vec2Like) {
    this.world.gravity = inSpace(vector2(value, 'gravity'));
  }

  /** Adds a body. Throws `invalid-argument`. */
  addBody<UserData = unknown>(given: Body2DOptions<UserData> = {}): Body2D {
    const made = new Body2D(this.world.addBody(bodyInSpace(given)));
    this.#known.set(made.body, made);
    return made;
  }

  /** Removes a body and its joints. */
  removeBody(body: Body2D): void {
    this.world.removeBody(behind(body, 'removeBody needs a body of World2D.addBody.'));
  }

  /** The bodies of the world, in order of their slots. */
  get bodies(): Iterable<Body2D> {
    return [...this.world.bodies].flatMap((body) => this.bodyOf(body) ?? []);
  }

  /**
   * The body of the plane in front of a three-dimensional one, such as that of an event, a contact or a hit. Null for null, for bodies of
   * other worlds, and for those that are not of the plane: that are not locked there, or have another shape than those of the plane.
   */
  bodyOf(body: Body | null): Body2D | null {
    const known = body && this.#known.get(body);
    if (!body || known) return known ?? null;
    if (body.world !== this.world || !body.alive || !isLockedInPlane(body)) return null;
    if (body.shape && !shapeOfSolid(body.shape)) return null;
    const made = new Body2D(body);
    this.#known.set(body, made);
    return made;
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
    options[name] = behind(body, `${name} must be a body of World2D.addBody, or null for the plane.`);
  }
  return options as Options;
}

function behind(body: unknown, needs: string): Body {
  if (body instanceof Body2D) return body.body;
  throw new HolonomicError('invalid-argument', needs);
}

refuseUnknown(World2D, { what: 'A world of the plane', own: "its property 'world', the three-dimensional world, has the others." });
