import { options, orDefault, type Vec3, type Vec3Like, vector } from '../../core/arguments.ts';
import { HolonomicError } from '../../core/errors.ts';
import { scale } from '../../core/geometry.ts';
import { Body, Joint, World } from '../../index.ts';
import { checkLoads, type LoadGiven, readNumbers } from './arguments.ts';
import { bodyLoads, compositeRigidBodies, pointJacobian, recursiveNewtonEuler, solveSymmetric } from './dynamics.ts';
import type { Placed } from './joint-model.ts';
import { type Moving, moveTree, placeTree } from './motion.ts';
import { placeBodies, readPositions, readVelocities } from './state.ts';
import { findTree, type Node, type Tree } from './tree.ts';

export interface ArticulationOptions {
  /** Joints that are no part of the tree, such as those that close loops. */
  ignore?: Iterable<Joint>;
}

/** The state a question is about; what is left out is that of the world now. */
export interface ArticulationState {
  positions?: ArrayLike<number>;
  velocities?: ArrayLike<number>;
}

/** One of the ways in which an articulation moves. */
export interface ArticulationFreedom {
  /** The joint that leaves it free; null for a base that moves freely. */
  readonly joint: Joint | null;
  /** 'rotation', 'translation' and so on, as the coordinate of the joint is called. */
  readonly name: string;
  /** Whether it is a turn, rad, with a load in N m; otherwise it is in m, with a load in N. */
  readonly turns: boolean;
}

const STATE = ['positions', 'velocities'] as const;
const FREE_NAMES = ['linearX', 'linearY', 'linearZ', 'angularX', 'angularY', 'angularZ'];

/**
 * The tree of bodies and joints that hangs on `root`. A root that is static or kinematic is the base; one that a joint holds to such a body or
 * to the world hangs on that; any other moves freely, with six freedoms of its own. Springs, gears and other joints that only give loads are no
 * part of the tree, nor what they do. Throws `invalid-argument` where joints close a loop, `unsupported` for joints such as ropes.
 */
export function articulation(world: World, root: Body, given: ArticulationOptions = {}): Articulation {
  if (!(world instanceof World)) throw new HolonomicError('invalid-argument', 'articulation takes a World, and a body of it.');
  if (!(root instanceof Body)) throw new HolonomicError('invalid-argument', 'The root of an articulation must be a Body.');
  if (root.world !== world) throw new HolonomicError('foreign-handle', 'The root of the articulation is in another world.');
  const { ignore } = options<ArticulationOptions>(given, 'The options of articulation', ['ignore']);
  const left = new Set(orDefault(ignore, []) as Iterable<Joint>);
  for (const joint of left) if (!(joint instanceof Joint)) throw new HolonomicError('invalid-argument', 'ignore must be a list of joints.');
  return new Articulation(world, findTree(world, root, left));
}

/**
 * A tree of bodies, and what its joints have to give. It has no state: positions and velocities are those of the world, unless given. Positions
 * are values of the coordinates of its joints, in their order; of a BallJoint the quaternion of B's frame in A's; and of a free base position
 * and orientation first. Velocities are those of the coordinates; of a BallJoint the angular velocity of B against A in B's frame; of a free base
 * the velocity of its centre of mass and its angular velocity, in world axes.
 */
export class Articulation {
  readonly world: World;
  /** Each after what it hangs on. */
  readonly bodies: readonly Body[];
  /** Of each body the number of the one that it hangs on; -1 is the base. */
  readonly parents: readonly number[];
  /** What joins each body to that; null for a base that moves freely. */
  readonly joints: readonly (Joint | null)[];
  /** In the order of lists of velocities and loads. */
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

  /** Numbers that say where all bodies are. */
  get positionCount(): number {
    return this.#tree.positionCount;
  }
  /** Freedoms. */
  get velocityCount(): number {
    return this.#tree.velocityCount;
  }
  /** Total mass, kg. */
  get mass(): number {
    return this.bodies.reduce((sum, { mass }) => sum + mass, 0);
  }

  /** Where the numbers of a joint begin in lists of positions, and of velocities and loads. */
  indexOf(joint: Joint): { position: number; velocity: number } {
    const node = this.#tree.nodes.find((each) => each.joint === joint);
    if (!node) throw new HolonomicError('invalid-argument', 'indexOf takes a joint of the articulation.');
    return { position: node.firstPosition, velocity: node.firstVelocity };
  }

  /** Those of the world now. */
  positions(): Float64Array {
    return readPositions(this.#tree);
  }
  velocities(): Float64Array {
    return readVelocities(this.#tree);
  }

  /** Teleports the bodies to a state; velocities that are not given become zero. */
  setState(given: ArticulationState): void {
    const tree = this.#tree;
    const { positions, velocities } = options<ArticulationState>(given, 'The state', STATE);
    const wanted = positions === undefined ? this.positions() : readNumbers(positions, 'positions', tree.positionCount);
    const speeds =
      velocities === undefined ? new Float64Array(tree.velocityCount) : readNumbers(velocities, 'velocities', tree.velocityCount);
    placeBodies(moveTree(tree, wanted, speeds), wanted);
  }

  /** Where the bodies would be, in their order: position of the origin and orientation. The world stays as it is. */
  forwardKinematics(positions?: ArrayLike<number>): Placed[] {
    const tree = this.#tree;
    return placeTree(tree, positions === undefined ? this.positions() : readNumbers(positions, 'positions', tree.positionCount));
  }

  /** Loads along the freedoms that hold the bodies still against gravity, N m and N. */
  gravityCompensation(at: Pick<ArticulationState, 'positions'> = {}): Float64Array {
    const still = new Float64Array(this.velocityCount);
    return this.inverseDynamics(still, { ...at, velocities: still });
  }

  /**
   * Loads along the freedoms with which they accelerate so (recursive Newton-Euler), besides gravity and loads from outside on bodies, such as
   * forces of contacts: `{ body, force, point, torque }`, the point in the body's frame, the others in world axes. What limits, motors, springs,
   * friction and damping give is not counted.
   */
  inverseDynamics(accelerations: ArrayLike<number>, at: ArticulationState = {}, loads: readonly LoadGiven[] = []): Float64Array {
    const wanted = readNumbers(accelerations, 'accelerations', this.velocityCount);
    const outside = checkLoads(loads, this.bodies);
    return recursiveNewtonEuler(this.#move(at), wanted, [...this.world.gravity], outside);
  }

  /** The same without accelerations: gravity, and what keeps the velocities as they are. */
  biasForces(at: ArticulationState = {}): Float64Array {
    return this.inverseDynamics(new Float64Array(this.velocityCount), at);
  }

  /** The mass matrix in rows (composite rigid bodies): velocities · matrix · velocities is twice the kinetic energy. */
  massMatrix(at: Pick<ArticulationState, 'positions'> = {}): Float64Array {
    return compositeRigidBodies(this.#move({ ...at, velocities: new Float64Array(this.velocityCount) }));
  }

  /** Accelerations of the freedoms under loads along them, gravity, and loads from outside. */
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
   * How a point of a body, in that body's frame, moves with the freedoms: six rows of `velocityCount` numbers, velocity and angular velocity in
   * world axes.
   */
  jacobian(body: Body, point: Vec3Like = [0, 0, 0], at: Pick<ArticulationState, 'positions'> = {}): Float64Array {
    const number = this.bodies.indexOf(body);
    if (number < 0) throw new HolonomicError('invalid-argument', 'jacobian takes a body of the articulation.');
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
