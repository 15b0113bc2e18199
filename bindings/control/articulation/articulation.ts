import { options, orDefault, type Vec3, type Vec3Like, vector } from '../../core/arguments.ts';
import { HolonomicError } from '../../core/errors.ts';
import { scale } from '../../core/geometry.ts';
import { Body, Joint, type World } from '../../index.ts';
import { isWorld } from '../../world/is-world.ts';
import { checkLoads, type LoadGiven, readNumbers } from './arguments.ts';
import { bodyLoads, compositeRigidBodies, pointJacobian, recursiveNewtonEuler, solveSymmetric } from './dynamics.ts';
import type { Placed } from './joint-model.ts';
import { type Moving, moveTree, placeTree } from './motion.ts';
import { placeBodies, readPositions, readVelocities } from './state.ts';
import { findTree, type Node, type Tree } from './tree.ts';

export interface ArticulationOptions {
  /** Joints to leave out of the tree, such as those that close loops. */
  ignore?: Iterable<Joint>;
}

/** The state for a computation; omitted values are the current ones of the world. */
export interface ArticulationState {
  positions?: ArrayLike<number>;
  velocities?: ArrayLike<number>;
}

/** One degree of freedom of an articulation. */
export interface ArticulationFreedom {
  /** The joint that has it; null for a base that moves freely. */
  readonly joint: Joint | null;
  /** Name of the coordinate of the joint: 'rotation', 'translation' and so on. */
  readonly name: string;
  /** Whether it is a rotation, rad, with a load in N m; otherwise it is in m, with a load in N. */
  readonly turns: boolean;
}

const STATE = ['positions', 'velocities'] as const;
const FREE_NAMES = ['linearX', 'linearY', 'linearZ', 'angularX', 'angularY', 'angularZ'];

/**
 * Returns the tree of bodies and joints below `root`. A static or kinematic root is the base. A root that a joint connects to such a body
 * or to the world is its child. Any other root moves freely, with six freedoms of its own. Springs, gears and other joints that only exert
 * loads are not part of the tree, and their loads are ignored. Throws `invalid-argument` if joints close a loop, `unsupported` for joints
 * such as ropes.
 */
export function articulation(world: World, root: Body, given: ArticulationOptions = {}): Articulation {
  if (!isWorld(world)) throw new HolonomicError('invalid-argument', 'articulation needs a World and a body of it.');
  if (!(root instanceof Body)) throw new HolonomicError('invalid-argument', 'The root of an articulation must be a Body.');
  if (root.world !== world) throw new HolonomicError('foreign-handle', 'The root of the articulation is in another world.');
  const { ignore } = options<ArticulationOptions>(given, 'The options of articulation', ['ignore']);
  const left = new Set(orDefault(ignore, []) as Iterable<Joint>);
  for (const joint of left) if (!(joint instanceof Joint)) throw new HolonomicError('invalid-argument', 'ignore must be a list of joints.');
  return new Articulation(world, findTree(world, root, left));
}

/**
 * A tree of bodies and its dynamics. It has no state: positions and velocities are those of the world, unless given. Positions are the
 * values of the coordinates of its joints, in their order; for a BallJoint the quaternion of B's frame in A's; for a free base, first its
 * position and orientation. Velocities are those of the coordinates; for a BallJoint the angular velocity of B relative to A in B's frame;
 * for a free base the velocity of its centre of mass and its angular velocity, in world axes.
 */
export class Articulation {
  readonly world: World;
  /** The bodies, each after its parent. */
  readonly bodies: readonly Body[];
  /** Index of each body's parent; -1 is the base. */
  readonly parents: readonly number[];
  /** The joint between each body and its parent; null for a base that moves freely. */
  readonly joints: readonly (Joint | null)[];
  /** The freedoms, in the order of lists of velocities and loads. */
  readonly freedoms: readonly ArticulationFreedom[];
  readonly #tree: Tree;

  /** @internal */
  constructor(world: World, tree: Tree) {
    this.world = world;
    this.#tree = tree;
    this.bodies = Object.freeze(tree.nodes.map(({ body }) => body));
    this.parents = Object.freeze(tree.nodes.map(({ parent }) => parent));
    this.joints = Object.freeze(tree.nodes.map(({ joint }) => joint));
    this.freedoms = Object.freeze(tree.nodes.flatMap(freedomsOf));
    Object.freeze(this);
  }

  /** Length of lists of positions. */
  get positionCount(): number {
    return this.#tree.positionCount;
  }
  /** Number of freedoms: length of lists of velocities and loads. */
  get velocityCount(): number {
    return this.#tree.velocityCount;
  }
  /** Total mass, kg. */
  get mass(): number {
    return this.bodies.reduce((sum, { mass }) => sum + mass, 0);
  }

  /** Index of a joint's first entry in lists of positions, and of velocities and loads. Throws `invalid-argument`. */
  indexOf(joint: Joint): { position: number; velocity: number } {
    const node = this.#tree.nodes.find((each) => each.joint === joint);
    if (!node) throw new HolonomicError('invalid-argument', 'indexOf needs a joint of the articulation.');
    return { position: node.firstPosition, velocity: node.firstVelocity };
  }

  /** The current positions in the world. */
  positions(): Float64Array {
    return readPositions(this.#tree);
  }
  velocities(): Float64Array {
    return readVelocities(this.#tree);
  }

  /** Teleports the bodies to a state; omitted velocities become zero. */
  setState(given: ArticulationState): void {
    const tree = this.#tree;
    const { positions, velocities } = options<ArticulationState>(given, 'The state', STATE);
    const wanted = positions === undefined ? this.positions() : readNumbers(positions, 'positions', tree.positionCount);
    const speeds =
      velocities === undefined ? new Float64Array(tree.velocityCount) : readNumbers(velocities, 'velocities', tree.velocityCount);
    placeBodies(moveTree(tree, wanted, speeds), wanted);
  }

  /** The poses of the bodies for given positions, in their order: position of the origin and orientation. The world is not changed. */
  forwardKinematics(positions?: ArrayLike<number>): Placed[] {
    const tree = this.#tree;
    return placeTree(tree, positions === undefined ? this.positions() : readNumbers(positions, 'positions', tree.positionCount));
  }

  /** Loads along the freedoms that hold the bodies against gravity, N m and N. */
  gravityCompensation(at: Pick<ArticulationState, 'positions'> = {}): Float64Array {
    const still = new Float64Array(this.velocityCount);
    return this.inverseDynamics(still, { ...at, velocities: still });
  }

  /**
   * Loads along the freedoms for given accelerations (recursive Newton-Euler), with gravity and external loads on bodies, such as contact
   * forces: `{ body, force, point, torque }`, with the point in the body's frame and the others in world axes. Loads of limits, motors,
   * springs, friction and damping are not included.
   */
  inverseDynamics(accelerations: ArrayLike<number>, at: ArticulationState = {}, loads: readonly LoadGiven[] = []): Float64Array {
    const wanted = readNumbers(accelerations, 'accelerations', this.velocityCount);
    const outside = checkLoads(loads, this.bodies);
    return recursiveNewtonEuler(this.#move(at), wanted, [...this.world.gravity], outside);
  }

  /** The same for zero accelerations: gravity and the velocity-dependent loads. */
  biasForces(at: ArticulationState = {}): Float64Array {
    return this.inverseDynamics(new Float64Array(this.velocityCount), at);
  }

  /** The mass matrix, row by row (composite rigid bodies): velocities · matrix · velocities is twice the kinetic energy. */
  massMatrix(at: Pick<ArticulationState, 'positions'> = {}): Float64Array {
    return compositeRigidBodies(this.#move({ ...at, velocities: new Float64Array(this.velocityCount) }));
  }

  /** Accelerations of the freedoms under loads along them, gravity, and external loads. */
  forwardDynamics(forces: ArrayLike<number>, at: ArticulationState = {}, loads: readonly LoadGiven[] = []): Float64Array {
    const given = readNumbers(forces, 'forces', this.velocityCount);
    const moving = this.#move(at);
    const still = new Float64Array(this.velocityCount);
    const bias = recursiveNewtonEuler(moving, still, [...this.world.gravity], checkLoads(loads, this.bodies));
    return solveSymmetric(
      compositeRigidBodies(moving),
      given.map((force, k) => force - bias[k]),
    );
  }

  /**
   * The Jacobian of a point of a body, given in that body's frame: six rows of `velocityCount` numbers, for velocity and angular velocity
   * in world axes.
   */
  jacobian(body: Body, point: Vec3Like = [0, 0, 0], at: Pick<ArticulationState, 'positions'> = {}): Float64Array {
    const number = this.bodies.indexOf(body);
    if (number < 0) throw new HolonomicError('invalid-argument', 'jacobian needs a body of the articulation.');
    const place = vector(point, 'point');
    return pointJacobian(this.#move({ ...at, velocities: new Float64Array(this.velocityCount) }), number, place);
  }

  /** Applies loads along the freedoms to the bodies; they act during the next step. */
  applyForces(forces: ArrayLike<number>): void {
    const given = readNumbers(forces, 'forces', this.velocityCount);
    const { nodes } = this.#tree;
    const act = (body: Body, force: Vec3, torque: Vec3, point: Vec3) => {
      if (force.some((component) => component !== 0)) body.applyForce(force, point);
      if (torque.some((component) => component !== 0)) body.applyTorque(torque);
    };
    for (const { node, force, torque, point } of bodyLoads(this.#move({}), given)) {
      const { body, parent } = nodes[node];
      act(body, force, torque, point);
      if (parent >= 0) act(nodes[parent].body, scale(force, -1), scale(torque, -1), point);
    }
  }

  #move(given: ArticulationState): Moving {
    const tree = this.#tree;
    const { positions, velocities } = options<ArticulationState>(given, 'The state', STATE);
    return moveTree(
      tree,
      positions === undefined ? readPositions(tree) : readNumbers(positions, 'positions', tree.positionCount),
      velocities === undefined ? readVelocities(tree) : readNumbers(velocities, 'velocities', tree.velocityCount),
    );
  }
}

function freedomsOf({ joint, model }: Node): ArticulationFreedom[] {
  if (!joint || !model) return FREE_NAMES.map((name, k) => Object.freeze({ joint: null, name, turns: k >= 3 }));
  return model.freedoms.map(({ name, turns }) => Object.freeze({ joint, name, turns }));
}
