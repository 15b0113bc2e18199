// A scene as other engines can take it: bodies, shapes, ball joints and hinges as plain data.
import type { BallSpec, BodySpec, ConvexShape, HingeSpec, JointSpec, Quat, SceneData, Vec3 } from '../../bench/model.ts';
import { multiply, rotate } from '../../bindings/core/geometry.ts';
import { BallJoint, type Body, HingeJoint } from '../../bindings/index.ts';
import type { Shape } from '../../bindings/shape/index.ts';
import type { OpenScene } from '../../scenes/open.ts';
import { SceneError } from '../../scenes/scene.ts';

/** Half the width and the thickness of what stands for an endless floor, m. */
const FLOOR = [200, 1] as const;
/** Of a hinge without limits, rad. */
const ALL_ROUND = Math.PI;

export interface PeerScene {
  readonly data: SceneData;
  /** The dynamic bodies, by their place among those of the data. */
  readonly bodies: ReadonlyMap<number, Body>;
}

/** Throws a `SceneError` that says why where the scene has something that only Holonomic simulates. */
export function peerScene({ scene, world, instance }: OpenScene): PeerScene {
  const refuse = (what: string): never => {
    throw new SceneError(`Scene '${scene.name}' cannot be compared with other engines: ${what}.`);
  };
  if (instance.particles?.length) refuse('it has particles');
  if (instance.beforeStep) refuse('it acts on its bodies as it runs, in Holonomic only');
  const bodies = [...world.bodies];
  const places = new Map(bodies.map((body, place) => [body, place]));
  const specs: BodySpec[] = bodies.map((body) => specOf(body, refuse));
  const anchor = (point: Readonly<Vec3>): number => specs.push(fixedAt(point)) - 1;
  const balls: BallSpec[] = [];
  const hinges: HingeSpec[] = [];
  for (const joint of world.joints) {
    const { a, b, anchorWorldA, anchorWorldB } = joint;
    const [first, second] = [a ? places.get(a)! : anchor(anchorWorldA), b ? places.get(b)! : anchor(anchorWorldB)];
    const ends = {
      a: first,
      b: second,
      anchorA: localTo(specs[first], anchorWorldA),
      anchorB: localTo(specs[second], anchorWorldB),
    };
    if (joint instanceof BallJoint && isFree(joint)) balls.push(ends);
    else if (joint instanceof HingeJoint && isFree(joint)) hinges.push(hingeOf(joint, ends));
    else refuse('only ball joints and hinges without motors and springs are');
  }
  numberAssemblies(specs, [...balls, ...hinges]);
  const frictions = bodies.filter(({ type, shape }) => type === 'dynamic' && shape).map(({ material }) => material.dynamicFriction);
  return {
    data: {
      name: scene.name,
      description: scene.description,
      gravity: [...world.gravity] as unknown as Vec3,
      dt: scene.dt,
      warmup: 0,
      bodies: specs,
      balls,
      hinges,
      friction: frictions[0],
    },
    bodies: new Map(bodies.flatMap((body, place) => (body.type === 'dynamic' ? [[place, body] as const] : []))),
  };
}

/** Puts a body where another engine has its centre of mass and its principal axes. */
export function place(body: Body, [x, y, z]: Vec3, turned: Quat): void {
  const [px, py, pz, pw] = body.principalRotation;
  const orientation = multiply([...turned], [-px, -py, -pz, pw]);
  const center = rotate(orientation, body.localPoint(body.centerOfMass));
  body.orientation = orientation;
  body.position = [x - center[0], y - center[1], z - center[2]];
}

type Refuse = (what: string) => never;

function specOf(body: Body, refuse: Refuse): BodySpec {
  const { type, shape } = body;
  if (type === 'kinematic') refuse('it has a kinematic body');
  const collides = shape && body.collides;
  if (type !== 'dynamic') {
    const spec = fixedAt(body.position, [...body.orientation] as Quat);
    if (!collides) return spec;
    return shape.type === 'half-space' ? { ...spec, ...floorAt(body) } : { ...spec, shape: shapeOf(body, refuse) };
  }
  const { mass, inertia, centerOfMass, orientation, principalRotation, linearVelocity, angularVelocity } = body;
  if (Math.hypot(...angularVelocity) > 0) refuse('a body turns at the start');
  const local = body.localPoint(centerOfMass);
  if (collides && (Math.hypot(...local) > 1e-6 || Math.abs(principalRotation[3]) < 1 - 1e-9))
    refuse('a body has its centre of mass beside its origin');
  return {
    mass,
    inertia: [...inertia] as unknown as Vec3,
    position: [...centerOfMass] as unknown as Vec3,
    orientation: multiply([...orientation], [...principalRotation]) as unknown as Quat,
    linearVelocity: Math.hypot(...linearVelocity) > 0 ? ([...linearVelocity] as unknown as Vec3) : undefined,
    shape: collides ? shapeOf(body, refuse) : undefined,
  };
}

function fixedAt(position: Readonly<ArrayLike<number>>, orientation: Quat = [0, 0, 0, 1]): BodySpec {
  return { mass: 0, inertia: [0, 0, 0], position: [position[0], position[1], position[2]], orientation };
}

/** A box whose upper face is the floor. */
function floorAt(body: Body): Pick<BodySpec, 'position' | 'shape'> {
  const [half, thickness] = FLOOR;
  const middle = body.worldPoint([0, -thickness, 0]);
  return { position: middle, shape: { type: 'box', halfExtents: [half, thickness, half] } };
}

/** Shapes that every engine shares; equal ones are the same object, which engines make once. */
function shapeOf({ shape: given }: Body, refuse: Refuse): ConvexShape {
  const shape = given as Shape | null;
  switch (shape?.type) {
    case 'sphere':
      return { type: 'sphere', radius: shape.radius };
    case 'capsule':
      return { type: 'capsule', radius: shape.radius, halfHeight: shape.halfHeight };
    case 'box':
      if (shape.rounding === 0) return { type: 'box', halfExtents: [...shape.halfExtents] as unknown as Vec3 };
  }
  return refuse(`other engines have no ${shape?.type} like ours`);
}

function isFree(joint: BallJoint | HingeJoint): boolean {
  const coordinates = Object.values(joint.coordinates);
  const driven = coordinates.some(({ motor, friction, viscousDamping }) => motor || friction || viscousDamping);
  const limited = joint instanceof BallJoint && (coordinates.some(({ limits }) => limits) || joint.cone !== null);
  return !driven && !limited && joint.compliance === 0 && !(joint instanceof HingeJoint && joint.target);
}

function hingeOf(joint: HingeJoint, ends: JointSpec): HingeSpec {
  const { limits } = joint.rotation;
  return { ...ends, axis: [...joint.axisWorld] as unknown as Vec3, lower: limits?.lower ?? -ALL_ROUND, upper: limits?.upper ?? ALL_ROUND };
}

function localTo({ position, orientation: [x, y, z, w] }: BodySpec, point: Readonly<Vec3>): Vec3 {
  return rotate([-x, -y, -z, w], [point[0] - position[0], point[1] - position[1], point[2] - position[2]]) as unknown as Vec3;
}

/** Bodies that joints hold together are one assembly. */
function numberAssemblies(specs: BodySpec[], joints: readonly JointSpec[]): void {
  const parents = specs.map((_, k) => k);
  const rootOf = (k: number): number => {
    let root = k;
    while (parents[root] !== root) root = parents[root];
    return root;
  };
  for (const { a, b } of joints) parents[rootOf(a)] = rootOf(b);
  for (const { a, b } of joints) for (const k of [a, b]) specs[k].assembly = rootOf(k);
}
