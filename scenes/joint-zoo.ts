import {
  BallJoint,
  type Body,
  Box,
  type Coordinate,
  Cylinder,
  CylindricalJoint,
  GearJoint,
  HingeJoint,
  type Joint,
  PlanarJoint,
  PrismaticJoint,
  RopeJoint,
  ScrewJoint,
  UniversalJoint,
  type Vec3,
  type World,
} from '../bindings/index.ts';
import { defineScene } from './scene.ts';
import { largest } from './statistics.ts';
import { ALONG_Z, turn } from './turn.ts';

const SPACING = 1.5;
const SHELVES = 2;
/** m; what hangs from the upper one stays above the lower one. */
const SHELF_HEIGHT = 1.9;
const HALF: Vec3 = [0.25, 0.06, 0.06];
const MASS = 2;
const UP: Vec3 = [0, 1, 0];
const ACROSS: Vec3 = [0, 0, 1];
const ALONG: Vec3 = [1, 0, 0];
/** N m s/rad and N s/m: damps what hangs on limits. */
const RESISTANCE = 0.3;

/** A joint on show. */
interface Exhibit {
  joints: Joint[];
  /** Coordinates that have to stay within their limits, m or rad. */
  limited?: Coordinate[];
  /** Coordinates that springs hold near a target; at rest, load = stiffness × deflection. */
  sprung?: { coordinate: Coordinate; target: number; stiffness: number }[];
  /** Deviation of two coupled coordinates from their ratio, m or rad. */
  proportionError?(): number;
}

export const jointZoo = defineScene({
  name: 'joint-zoo',
  description: 'Every kind of joint under gravity, with limits or springs: none exceeds its limits, and the springs deflect as expected.',
  figure: 'Müller et al. 2020, Figure 7',
  feature: 'joints and mechanisms',
  view: { direction: [0.12, 0.1, 1], target: [-0.75, 0.7, 0], distance: 8.6, aspect: 1.7, layers: ['limits'] },
  parameters: {
    stiffness: { description: 'stiffness of the spring targets', unit: 'N/m, N m/rad', default: 100, min: 1, max: 1e6 },
    push: { description: 'initial speed of all bodies along z', unit: 'm/s', default: 1, min: 0, max: 10 },
  },
  frames: 600,
  dt: 1 / 60,
  settings: { substeps: 20 },
  build(world, { stiffness, push }) {
    const makers = MAKERS;
    const exhibits = makers.map((make, index) => make(world, placeOf(index, makers.length), stiffness));
    for (const body of world.bodies) if (body.type === 'dynamic') body.linearVelocity = [0, 0, push];
    const limited = exhibits.flatMap((exhibit) => exhibit.limited ?? []);
    const sprung = exhibits.flatMap((exhibit) => exhibit.sprung ?? []);
    const joints = exhibits.flatMap((exhibit) => exhibit.joints);
    const violations = limited.map(() => 0);
    let [anchorError, proportionError] = [0, 0];
    return {
      afterStep() {
        for (const [index, coordinate] of limited.entries()) violations[index] = largest([violations[index], violation(coordinate)]);
        anchorError = largest([anchorError, ...joints.map((joint) => joint.positionError)]);
        proportionError = largest([proportionError, ...exhibits.map((exhibit) => exhibit.proportionError?.() ?? 0)]);
      },
      recorded: () => [anchorError, proportionError, [...violations]],
      recall(recorded) {
        const [anchorErrorThen, proportionErrorThen, violationsThen] = recorded as unknown as [number, number, number[]];
        [anchorError, proportionError] = [anchorErrorThen, proportionErrorThen];
        violations.splice(0, violations.length, ...violationsThen);
      },
      measures: () => ({
        joints: joints.length,
        anchorError,
        /** Of gears and threads, m or rad. */
        proportionError,
        limitViolation: largest(violations),
        springError: largest(sprung.map((spring) => Math.abs(deflection(spring) - spring.coordinate.loads.motor / spring.stiffness))),
        kineticEnergy: world.kineticEnergy,
        violation: violations,
        deflection: sprung.map(deflection),
      }),
    };
  },
});

/** On two shelves, one above the other. */
function placeOf(index: number, count: number): Vec3 {
  const columns = Math.ceil(count / SHELVES);
  return [((index % columns) - columns / 2) * SPACING, index < columns ? SHELF_HEIGHT : 0, 0];
}

const deflection = ({ coordinate, target }: { coordinate: Coordinate; target: number }) => target - coordinate.value;

/** Amount by which a coordinate exceeds its limits, m or rad. */
function violation(coordinate: Coordinate): number {
  const { limits, value } = coordinate;
  return limits ? largest([0, limits.lower - value, value - limits.upper]) : 0;
}

/** A bar that sticks out from its joint. Fast ones would hit their neighbours. */
function addBar(world: World, [x, y, z]: Vec3): Body {
  return world.addBody({ shape: new Box(HALF), mass: MASS, position: [x + HALF[0], y, z], collides: false });
}

type Maker = (world: World, at: Vec3, stiffness: number) => Exhibit;

const MAKERS: Maker[] = [
  function prismaticWithLimits(world, at) {
    const joint = new PrismaticJoint({ b: addBar(world, at), anchor: at, axis: UP, limits: { lower: -0.4, upper: 0.1 } });
    world.addJoint(joint);
    return { joints: [joint], limited: [joint.translation] };
  },
  function prismaticWithTarget(world, at, stiffness) {
    const motor = { target: 0.1, stiffness, damping: Math.sqrt(stiffness) };
    const joint = world.addJoint(new PrismaticJoint({ b: addBar(world, at), anchor: at, axis: UP, motor }));
    return { joints: [joint], sprung: [{ coordinate: joint.translation, target: 0.1, stiffness }] };
  },
  function hingeWithLimits(world, at) {
    const limits = { lower: -0.8, upper: 0.2 };
    const joint = world.addJoint(new HingeJoint({ b: addBar(world, at), anchor: at, axis: ACROSS, limits }));
    return { joints: [joint], limited: [joint.rotation] };
  },
  function hingeWithTarget(world, at, stiffness) {
    const motor = { target: 0.5, stiffness, damping: 0.1 * Math.sqrt(stiffness) };
    const joint = world.addJoint(new HingeJoint({ b: addBar(world, at), anchor: at, axis: ACROSS, motor }));
    return { joints: [joint], sprung: [{ coordinate: joint.rotation, target: 0.5, stiffness }] };
  },
  function ballWithLimits(world, at) {
    const limits = { swing: { y: 0.6, z: 0.9 }, twist: { lower: -0.3, upper: 0.3 } };
    const joint = new BallJoint({ b: addBar(world, at), anchor: at, axis: ALONG, normal: UP, viscousDamping: RESISTANCE, ...limits });
    world.addJoint(joint);
    return { joints: [joint], limited: [joint.cone!, joint.twist] };
  },
  function ballWithTarget(world, at, stiffness) {
    const motor = { target: turn(ACROSS, 0.4), stiffness, damping: 0.1 * Math.sqrt(stiffness) };
    const joint = world.addJoint(new BallJoint({ b: addBar(world, at), anchor: at, axis: ALONG, normal: UP, motor }));
    return { joints: [joint], sprung: [{ coordinate: joint.swingZ, target: 0.4, stiffness }] };
  },
  function universal(world, at) {
    const first = { limits: { lower: -0.5, upper: 0.5 }, viscousDamping: RESISTANCE };
    const second = { limits: { lower: -0.7, upper: 0.7 }, viscousDamping: RESISTANCE };
    const joint = world.addJoint(new UniversalJoint({ b: addBar(world, at), anchor: at, axisA: UP, axisB: ACROSS, first, second }));
    return { joints: [joint], limited: [joint.first, joint.second] };
  },
  function cylindrical(world, at) {
    const translation = { limits: { lower: -0.4 } };
    const rotation = { motor: { velocity: 2, maxTorque: 5 } };
    const joint = world.addJoint(new CylindricalJoint({ b: addBar(world, at), anchor: at, axis: UP, translation, rotation }));
    return { joints: [joint], limited: [joint.translation] };
  },
  function screw(world, at) {
    const lead = 0.2;
    const translation = { limits: { lower: -0.4 }, viscousDamping: 20 };
    const joint = world.addJoint(new ScrewJoint({ b: addBar(world, at), anchor: at, axis: UP, lead, translation }));
    const proportionError = () => Math.abs(joint.offset - (lead * joint.angle) / (2 * Math.PI));
    return { joints: [joint], limited: [joint.translation], proportionError };
  },
  function planar(world, at) {
    const freedom = { limits: { lower: -0.3, upper: 0.3 } };
    const bar = addBar(world, at);
    const anchor = bar.position;
    const joint = world.addJoint(new PlanarJoint({ b: bar, anchor, normal: ACROSS, axis: UP, y: freedom, z: freedom }));
    return { joints: [joint], limited: [joint.y, joint.z] };
  },
  function gearPair(world, [x, y, z]) {
    const addWheel = (radius: number, dx: number, motor: object) => {
      const center: Vec3 = [x + dx, y, z];
      const options = { mass: MASS, position: center, orientation: ALONG_Z, collides: false };
      const wheel = world.addBody({ shape: new Cylinder(radius, 0.05), ...options });
      return world.addJoint(new HingeJoint({ b: wheel, anchor: center, axis: ACROSS, ...motor }));
    };
    const first = addWheel(0.1, 0, { motor: { velocity: 3, maxTorque: 1 } });
    const second = addWheel(0.3, 0.4, {});
    const gear = world.addJoint(new GearJoint({ first, second, ratio: -1 / 3 }));
    return { joints: [first, second, gear], proportionError: () => Math.abs(second.angle + first.angle / 3) };
  },
  function rope(world, at) {
    const [x, y, z] = at;
    const bar = addBar(world, [x, y - 0.5, z]);
    const joint = world.addJoint(new RopeJoint({ b: bar, anchorA: at, anchorB: [-HALF[0], 0, 0], length: 0.7 }));
    return { joints: [joint] };
  },
];
