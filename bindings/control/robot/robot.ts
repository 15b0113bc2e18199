import { finite, options, type Quat, type Vec3 } from '../../core/arguments.ts';
import { HolonomicError } from '../../core/errors.ts';
import type { Body, Coordinate, Joint, World } from '../../index.ts';
import { coordinateDirection } from '../../joint/coordinate-geometry.ts';
import { isWorld } from '../../world/is-world.ts';
import { readNumbers } from '../articulation/arguments.ts';
import { type Articulation, articulation } from '../articulation/articulation.ts';
import { addMimics, addRobot } from './build.ts';
import { type PlannedBody, planBodies } from './plan.ts';
import { RobotJoint } from './robot-joint.ts';
import { RobotLink } from './robot-link.ts';
import { type RobotOptions, type RobotSettings, readRobotOptions } from './robot-options.ts';
import { type LoadMesh, type LoadMeshAsync, type MadeMeshes, shapeOfMesh, unloadable, wantedMeshes } from './shapes.ts';
import { parseUrdf } from './urdf.ts';
import type { UrdfDescription } from './urdf-description.ts';

/** Values of the joints that have one, in their order. */
export interface RobotState {
  /** Positions, rad or m. */
  readonly positions: Float64Array;
  /** Velocities, rad/s or m/s. */
  readonly velocities: Float64Array;
  /** Loads of the motors in the last step, N m or N. */
  readonly efforts: Float64Array;
}

/** A state as plain data, for JSON. */
export interface RobotRecord {
  robot: string;
  base: { position: Vec3; orientation: Quat; linearVelocity: Vec3; angularVelocity: Vec3 };
  joints: Record<string, { position: number; velocity: number }>;
}

type Mode = 'position' | 'velocity' | 'effort';

/** A robot in a world, from a URDF. */
export class Robot {
  readonly world: World;
  readonly description: UrdfDescription;
  /** Joints by name, parents first; including fixed ones. */
  readonly joints: ReadonlyMap<string, RobotJoint>;
  readonly links: ReadonlyMap<string, RobotLink>;
  /** The bodies, the root first. */
  readonly bodies: readonly Body[];
  /** The tree of its bodies, for dynamics. */
  readonly articulation: Articulation;
  /** The joints with a single value, in the order of lists of positions, velocities, efforts and targets. */
  readonly movable: readonly RobotJoint[];
  readonly #servo: RobotSettings<unknown>['servo'];
  readonly #goals: Float64Array;
  #mode: Mode = 'position';

  /**
   * Reads a URDF and builds the robot in a world. `loadMesh` may return promises. Throws `invalid-argument` if the text is invalid, before
   * the world changes.
   */
  static async load(world: World, urdf: string | UrdfDescription, given: RobotOptions<LoadMeshAsync> = {}): Promise<Robot> {
    const { description, settings } = prepare(world, urdf, given);
    const made: MadeMeshes = new Map(
      await Promise.all(
        wantedMeshes(description).map(async (wanted) => {
          if (!settings.loadMesh) throw unloadable(wanted);
          return [wanted.geometry, shapeOfMesh(wanted, await settings.loadMesh(wanted.request))] as const;
        }),
      ),
    );
    return new Robot(world, description, settings, made);
  }

  /** The synchronous form of `load`, if `loadMesh` returns no promises. */
  static loadSync(world: World, urdf: string | UrdfDescription, given: RobotOptions<LoadMesh> = {}): Robot {
    const { description, settings } = prepare(world, urdf, given);
    const made: MadeMeshes = new Map(
      wantedMeshes(description).map((wanted) => {
        if (!settings.loadMesh) throw unloadable(wanted);
        return [wanted.geometry, shapeOfMesh(wanted, settings.loadMesh(wanted.request))] as const;
      }),
    );
    return new Robot(world, description, settings, made);
  }

  private constructor(world: World, description: UrdfDescription, settings: RobotSettings<unknown>, meshes: MadeMeshes) {
    const planned = planBodies(description, meshes, settings.fixedBase);
    const start = startOf(planned, settings.joints);
    const { bodies, joints } = addRobot(world, planned, settings);
    this.world = world;
    this.description = description;
    this.bodies = Object.freeze([...bodies]);
    this.links = new Map(
      planned.flatMap(({ links }, k) => links.map(({ link: { name }, frame }) => [name, new RobotLink(name, bodies[k], frame)])),
    );
    this.joints = namedJoints(description, planned, joints);
    this.movable = Object.freeze([...this.joints.values()].filter(({ index }) => index >= 0));
    this.#servo = settings.servo;
    this.#goals = start;
    try {
      this.articulation = articulation(world, bodies[0]);
      this.setPositions(start);
      addMimics(world, planned, joints);
      this.#power();
    } catch (error) {
      this.remove();
      throw error;
    }
  }

  /** The current positions, velocities and efforts of the joints. */
  get state(): RobotState {
    const list = (read: (joint: RobotJoint) => number) => Float64Array.from(this.movable, read);
    return {
      positions: list(({ position }) => position),
      velocities: list(({ velocity }) => velocity),
      efforts: list(({ effort }) => effort),
    };
  }

  /** The joint with a name. Throws `invalid-argument`. */
  joint(name: string): RobotJoint {
    return found(this.joints, name, 'joint');
  }
  link(name: string): RobotLink {
    return found(this.links, name, 'link');
  }

  /**
   * Teleports the joints to values, at rest. Mimic joints follow theirs, and the base stays. Throws `invalid-argument` for values beyond
   * limits.
   */
  setPositions(positions: ArrayLike<number>): void {
    const wanted = follow(readNumbers(positions, 'positions', this.movable.length), this.movable);
    requireWithin(wanted, this.movable);
    const all = this.articulation.positions();
    for (const { joint, index } of this.movable) all[this.articulation.indexOf(joint!).position] = wanted[index];
    this.articulation.setState({ positions: all });
    // Speeds and loads that were set go on.
    if (this.#mode !== 'position') return;
    this.#goals.set(wanted);
    this.#holdHere(wanted);
  }

  /**
   * Sets the targets of the servos, one number per joint; those of mimic joints are ignored. `update` moves the servos there, within the
   * maximum speeds and the limits of their joints.
   */
  setTargets(positions: ArrayLike<number>): void {
    const goals = readNumbers(positions, 'targets', this.movable.length);
    this.#enter('position');
    this.#goals.set(goals.map((goal, k) => Math.min(Math.max(goal, this.movable[k].lower), this.movable[k].upper)));
  }

  /** Sets the target speeds of the motors, rad/s or m/s, limited to the maximum speeds of their joints. */
  setVelocities(velocities: ArrayLike<number>): void {
    const goals = readNumbers(velocities, 'velocities', this.movable.length);
    this.#enter('velocity');
    this.#goals.set(goals.map((goal, k) => clamp(goal, this.movable[k].velocityLimit)));
  }

  /**
   * Sets the loads of the motors, N m or N, limited to the maximum loads of their joints; `update` applies them to the next step. A joint
   * at its maximum speed is not driven faster.
   */
  setEfforts(efforts: ArrayLike<number>): void {
    const goals = readNumbers(efforts, 'efforts', this.movable.length);
    this.#enter('effort');
    this.#goals.set(goals.map((goal, k) => clamp(goal, this.movable[k].effortLimit)));
  }

  /** Drives the motors towards the targets. Call it before each `world.step(dt)`. */
  update(dt: number): void {
    const step = finite(dt, 'dt');
    if (step <= 0) throw new HolonomicError('invalid-argument', `dt must be greater than zero, but is ${step}.`);
    for (const robotJoint of this.movable) {
      if (robotJoint.mimic) continue;
      const { coordinate, velocityLimit, index } = robotJoint;
      const goal = this.#goals[index];
      if (this.#mode === 'position') coordinate!.motorVelocity = this.#approach(coordinate!, goal, velocityLimit, step);
      else if (this.#mode === 'velocity') coordinate!.motorVelocity = goal;
      else push(robotJoint, goal);
    }
  }

  /** Loads with which the joints hold the robot against gravity, for a base at rest; N m or N. */
  gravityEfforts(): Float64Array {
    const loads = this.articulation.gravityCompensation();
    return Float64Array.from(this.movable, ({ joint }) => loads[this.articulation.indexOf(joint!).velocity]);
  }

  /** Returns the state as plain data, for JSON and for `restore`. */
  export(): RobotRecord {
    const { position, orientation, linearVelocity, angularVelocity } = this.bodies[0];
    return {
      robot: this.description.name,
      base: {
        position: [...position],
        orientation: [...orientation],
        linearVelocity: [...linearVelocity],
        angularVelocity: [...angularVelocity],
      },
      joints: Object.fromEntries(this.movable.map(({ name, position: value, velocity }) => [name, { position: value, velocity }])),
    };
  }

  /**
   * Restores a state that `export` returned, of this robot or of one with the same joints; planar and floating joints stay where they are.
   */
  restore(record: RobotRecord): void {
    const { joints, base } = options<RobotRecord>(record, 'The state', ['robot', 'base', 'joints']);
    const given = this.movable.map(({ name }) => {
      const joint = joints?.[name];
      if (!joint) throw new HolonomicError('invalid-argument', `The state has no joint "${name}".`);
      return {
        position: finite(joint.position, `The position of "${name}"`),
        velocity: finite(joint.velocity, `The velocity of "${name}"`),
      };
    });
    const [positions, velocities] = [this.articulation.positions(), new Float64Array(this.articulation.velocityCount)];
    if (this.articulation.joints[0] === null) {
      positions.set([...base.position, ...base.orientation]);
      velocities.set([...base.linearVelocity, ...base.angularVelocity]);
    }
    for (const [k, { joint }] of this.movable.entries()) {
      const at = this.articulation.indexOf(joint!);
      positions[at.position] = given[k].position;
      velocities[at.velocity] = given[k].velocity;
    }
    this.articulation.setState({ positions, velocities });
    this.#goals.set(given.map(({ position }) => position));
    this.#enter('position');
    this.#holdHere(this.#goals);
  }

  /** Removes the bodies and joints of the robot from the world. */
  remove(): void {
    for (const body of this.bodies) if (body.alive) this.world.removeBody(body);
  }

  /** Speed with which a target moves on to its goal in a step, so that it can still stop there. */
  #approach(coordinate: Coordinate, goal: number, most: number, dt: number): number {
    const { acceleration } = this.#servo;
    const way = goal - coordinate.motorTarget;
    if (acceleration === Infinity) return clamp(way / dt, most);
    const half = (acceleration * dt) / 2;
    const stopping = Math.sqrt(half * half + 2 * acceleration * Math.abs(way)) - half;
    const wanted = clamp(way / dt, Math.min(most, stopping));
    const speed = coordinate.motorVelocity;
    return speed + clamp(wanted - speed, acceleration * dt);
  }

  #enter(mode: Mode): void {
    if (mode === this.#mode) return;
    this.#mode = mode;
    this.#power();
  }

  /** Gives the joints the motors of the mode. */
  #power(): void {
    const { stiffness, damping } = this.#servo;
    for (const { coordinate, effortLimit, type, mimic, position } of this.movable) {
      const most = type === 'prismatic' ? { maxForce: effortLimit } : { maxTorque: effortLimit };
      const spring = stiffness === Infinity ? {} : { stiffness, damping };
      if (mimic || this.#mode === 'effort') coordinate!.motor = null;
      else if (this.#mode === 'velocity') coordinate!.motor = { velocity: 0, ...most };
      else coordinate!.motor = { target: position, velocity: 0, ...spring, ...most };
    }
  }

  #holdHere(positions: ArrayLike<number>): void {
    for (const { coordinate, index } of this.movable) {
      if (!coordinate!.motor) continue;
      coordinate!.motorTarget = positions[index];
      coordinate!.motorVelocity = 0;
    }
  }
}

const clamp = (value: number, most: number): number => Math.min(Math.max(value, -most), most);

function prepare<Load>(world: World, urdf: string | UrdfDescription, given: RobotOptions<Load>) {
  if (!isWorld(world)) throw new HolonomicError('invalid-argument', 'Robot.load needs a World and a URDF.');
  const description = typeof urdf === 'object' && urdf !== null ? urdf : parseUrdf(urdf);
  return { description, settings: readRobotOptions(given, description.root) };
}

function found<Item>(items: ReadonlyMap<string, Item>, name: string, what: string): Item {
  const item = items.get(name);
  if (item) return item;
  throw new HolonomicError('invalid-argument', `The robot has no ${what} "${name}"; it has ${[...items.keys()].slice(0, 20).join(', ')}.`);
}

const hasValue = (type: string): boolean => type === 'revolute' || type === 'continuous' || type === 'prismatic';

/** Values that joints start with. */
function startOf(planned: readonly PlannedBody[], given: Readonly<Record<string, number>>): Float64Array {
  const movable = planned.flatMap(({ joint }) => (joint && hasValue(joint.type) ? [joint] : []));
  for (const name of Object.keys(given))
    if (!movable.some((joint) => joint.name === name))
      throw new HolonomicError(
        'invalid-argument',
        `The robot has no joint "${name}" that has a value; it has ${movable.map((joint) => joint.name).join(', ')}.`,
      );
  const start = Float64Array.from(movable, ({ name, lower, upper }) => {
    if (!Object.hasOwn(given, name)) return Math.min(Math.max(0, lower), upper);
    return finite(given[name], `joints.${name}`);
  });
  const all = follow(start, movable);
  requireWithin(all, movable);
  return all;
}

/** Limits may be passed by what rounding does. */
const SLACK = 1e-9;

function requireWithin(positions: Float64Array, joints: readonly Pick<RobotJoint, 'name' | 'lower' | 'upper'>[]): void {
  for (const [k, { name, lower, upper }] of joints.entries())
    if (positions[k] < lower - SLACK || positions[k] > upper + SLACK)
      throw new HolonomicError(
        'invalid-argument',
        `The position of the joint "${name}" must be within ${lower} to ${upper}, but is ${positions[k]}.`,
      );
}

/** The values of joints where those that follow others do so. */
function follow(positions: Float64Array, joints: readonly Pick<RobotJoint, 'name' | 'mimic'>[]): Float64Array {
  const numbers = new Map(joints.map(({ name }, k) => [name, k]));
  const value = (k: number): number => {
    const { mimic } = joints[k];
    return mimic ? mimic.multiplier * value(numbers.get(mimic.joint)!) + mimic.offset : positions[k];
  };
  return positions.map((_, k) => value(k));
}

function namedJoints(description: UrdfDescription, planned: readonly PlannedBody[], joints: readonly (Joint | null)[]) {
  const named = new Map<string, RobotJoint>();
  let index = 0;
  for (const [k, { joint }] of planned.entries())
    if (joint) named.set(joint.name, new RobotJoint(joint, joints[k], hasValue(joint.type) ? index++ : -1));
  for (const joint of description.joints) if (joint.type === 'fixed') named.set(joint.name, new RobotJoint(joint, null, -1));
  return named;
}

/** Applies a load along a joint to the next step. */
function push({ joint, coordinate, velocityLimit, velocity }: RobotJoint, effort: number): void {
  if (effort === 0 || (Math.abs(velocity) >= velocityLimit && effort * velocity > 0)) return;
  const { force, torque } = coordinateDirection(coordinate!.kind, joint!.placement());
  const point = joint!.anchorWorldB;
  for (const [body, sign] of [
    [joint!.b, effort],
    [joint!.a, -effort],
  ] as const) {
    if (body?.type !== 'dynamic') continue;
    body.applyForce(force.map((component) => component * sign) as Vec3, point);
    body.applyTorque(torque.map((component) => component * sign) as Vec3);
  }
}
