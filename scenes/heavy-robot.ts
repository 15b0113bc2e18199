import { type Body, Box, Compound, HingeJoint, type Quat, Sphere, type Vec3, type World } from '../bindings/index.ts';
import { addBar } from './bar.ts';
import { addFloor } from './ground.ts';
import { defineScene } from './scene.ts';
import { largest } from './statistics.ts';
import { arctangent, hypotenuse } from './trigonometry.ts';
import { turn } from './turn.ts';

const DT = 1 / 60;
const SHIN_MASS = 0.1;
const THIGH_MASS = 0.2;
const FOOT_RADIUS = 0.05;
/** Heights of hips, knees and the middle of a foot, and how far a knee is in front of its hip, m. */
const [HIP, KNEE, FOOT, BENT] = [0.88, 0.48, FOOT_RADIUS, 0.1];
const TORSO: Vec3 = [0.55, 0.12, 0.3];
const AXIS: Vec3 = [0, 0, 1];
/** Frames for landing, before its feet are tracked. */
const LANDING = 60;

export const heavyRobot = defineScene({
  name: 'heavy-robot',
  description: 'A robot whose body is ten thousand times as heavy as a shin is dropped onto its four feet and stands where it lands.',
  feature: 'joints and mechanisms',
  view: { direction: [0.6, 0.22, 1], target: [0, 0.5, 0], distance: 2.7, aspect: 0.9, layers: [] },
  parameters: {
    ratio: { description: 'mass of the body relative to a shin', default: 10_000, min: 1, max: 1e6 },
    drop: { description: 'initial height of the feet above the floor', unit: 'm', default: 0.02, min: 0, max: 0.5 },
    push: { description: 'initial forward speed of the body', unit: 'm/s', default: 0, min: -2, max: 2 },
  },
  frames: 600,
  dt: DT,
  settings: { jointSolver: 'auto' },
  build(world, { ratio, drop, push }) {
    addFloor(world, 5, { friction: 0.8 });
    const torso = world.addBody({
      shape: new Box(TORSO),
      mass: ratio * SHIN_MASS,
      position: [0, HIP + drop, 0],
      linearVelocity: [push, 0, 0],
      canSleep: false,
    });
    const legs = [-0.4, 0.4].flatMap((x) => [-1, 1].map((side) => addLeg(world, torso, [x, drop, side * 0.35])));
    const shins = legs.map((leg) => leg.shin);
    const joints = legs.flatMap((leg) => leg.joints);
    const footOf = ({ shin, foot }: Leg) => shin.worldPoint(foot);
    const weight = -world.gravity[1] * [...world.bodies].reduce((sum, { type, mass }) => sum + (type === 'dynamic' ? mass : 0), 0);
    let landed: Vec3[] | null = null;
    let level = torso.orientation;
    let [slip, jointError, servoError] = [0, 0, 0];
    return {
      afterStep(frame) {
        const feet = legs.map(footOf);
        if (frame < LANDING || !landed) {
          landed = feet;
          level = torso.orientation;
        }
        slip = largest([slip, ...feet.map((foot, k) => distance(foot, landed![k]))]);
        jointError = largest([jointError, ...joints.map((joint) => joint.positionError)]);
        servoError = largest([servoError, ...joints.map((joint) => Math.abs(joint.angle))]);
      },
      recorded: () => [landed, level, slip, jointError, servoError],
      recall(recorded) {
        const [landedThen, levelThen, slipThen, jointErrorThen, servoErrorThen] = recorded as unknown as [
          Vec3[] | null,
          typeof level,
          number,
          number,
          number,
        ];
        [landed, level, slip, jointError, servoError] = [landedThen, levelThen, slipThen, jointErrorThen, servoErrorThen];
      },
      measures: () => ({
        /** Maximum distance a foot has slipped since landing, m. */
        slip,
        jointError,
        /** Largest angle of a servo off its target, rad, and of the body now to how it landed and to the level. */
        servoError,
        lean: angleBetween(torso.orientation, level),
        tilt: angleBetween(torso.orientation, [0, 0, 0, 1]),
        /** m/s and rad/s, the largest of any body now. */
        restSpeed: largest([torso, ...shins].map((body) => Math.hypot(...body.linearVelocity))),
        /** Maximum penetration of a foot, m. */
        footDepth: largest(legs.map((leg) => FOOT_RADIUS - footOf(leg)[1])),
        /** Current load on the feet, as fractions of the weight. */
        footLoad: shins.map((shin) => shin.contactForce()[1] / weight),
      }),
    };
  },
});

/** Between two orientations that are near each other, rad. */
function angleBetween(p: Readonly<Quat>, q: Readonly<Quat>): number {
  const along = p.reduce((sum, component, k) => sum + component * q[k], 0);
  return 2 * Math.hypot(...p.map((component, k) => component - Math.sign(along) * q[k]));
}

const distance = (a: Vec3, b: Vec3) => Math.hypot(...a.map((component, axis) => component - b[axis]));

interface Leg {
  shin: Body;
  /** The middle of the foot in the frame of the shin. */
  foot: Vec3;
  joints: HingeJoint[];
}

/** A thigh that leans forward and a shin that leans back to a foot below the hip, on rigid servos; `place` is below the hip. */
function addLeg(world: World, torso: Body, [x, y, z]: Vec3): Leg {
  const [hip, knee, ankle]: Vec3[] = [
    [x, HIP + y, z],
    [x + BENT, KNEE + y, z],
    [x, FOOT + y, z],
  ];
  const thigh = addBar(world, hip, knee, [0.035, 0.03], { mass: THIGH_MASS });
  const half = hypotenuse(BENT, KNEE - FOOT) / 2;
  const foot: Vec3 = [half, 0, 0];
  const shin = world.addBody({
    shape: new Compound([{ shape: new Box([half, 0.025, 0.025]) }, { shape: new Sphere(FOOT_RADIUS), position: foot }]),
    mass: SHIN_MASS,
    position: [x + BENT / 2, (KNEE + FOOT) / 2 + y, z],
    orientation: turn(AXIS, arctangent(FOOT - KNEE, -BENT)),
    friction: 0.8,
  });
  const servo = (a: Body, b: Body, anchor: Vec3) => world.addJoint(new HingeJoint({ a, b, anchor, axis: AXIS, motor: { target: 0 } }));
  return { shin, foot: shin.localPoint(ankle), joints: [servo(torso, thigh, hip), servo(thigh, shin, knee)] };
}
