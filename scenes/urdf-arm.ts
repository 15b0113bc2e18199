import { solveSymmetric } from '../bindings/control/articulation/dynamics.ts';
import { Robot, Z_UP } from '../bindings/control/index.ts';
import { add, conjugate, multiply, rotate, subtract } from '../bindings/core/geometry.ts';
import { BallJoint, type Body, Box, type Quat, Sphere, type Vec3, type World } from '../bindings/index.ts';
import { SIX_AXIS_ARM } from './robots/six-axis-arm.ts';
import { defineScene } from './scene.ts';
import { largest } from './statistics.ts';

const DT = 1 / 60;
const START = { shoulder_lift: -0.9, elbow: 1.6, wrist_1: -0.7, wrist_2: -1.57 };
/** m */
const PEDESTAL = 0.4;
/** Half the extent of the target's figure of eight, m. */
const SIZE: Vec3 = [0.08, 0.16, 0.25];
/** Of the place of the tool, 1/m², and of its orientation, 1/rad², which gives way where both cannot be. */
const WEIGHTS = [1, 1, 1, 1e-3, 1e-3, 1e-3];
/** Newton's steps of inverse kinematics a frame, and Levenberg's damping: the least, and of the square of what the tool is off (Sugihara), as it is where the target is out of reach. */
const ITERATIONS = 8;
const DAMPING = { least: 1e-7, share: 0.5 };
/** Maximum rotation of a joint in one of these steps, rad. */
const LARGEST = 0.2;
/** Frames until the arm has caught up with the target. */
const SETTLED = 30;

export const urdfArm = defineScene({
  name: 'urdf-arm',
  description:
    'The tool of a six-axis arm loaded from a URDF file follows a target, using Jacobians and rigid servos within the limits given in the file.',
  feature: 'robots and figures',
  view: { direction: [0.75, 0.3, -1], target: [0.26, 0.5, -0.06], distance: 1.55, aspect: 0.9, layers: [] },
  shown: { target: 'on a spring' },
  parameters: {
    target: {
      description: 'whether the target stays on its path or can be dragged off it',
      choices: ['on its way', 'on a spring'],
      default: 'on its way',
    },
    speed: { description: 'maximum speed of the target', unit: 'm/s', default: 0.5, min: 0.05, max: 2 },
    far: { description: 'distance of the target’s path from where the tool starts', unit: 'm', default: 0, min: 0, max: 2 },
    payload: { description: 'mass of the payload in the gripper', unit: 'kg', default: 0, min: 0, max: 10 },
  },
  frames: 900,
  dt: DT,
  settings: { substeps: 20 },
  build(world, { target: kind, speed, far, payload }) {
    world.addBody({ type: 'static', shape: new Box([1.5, 0.05, 1.5]), position: [0, -0.05, 0] });
    world.addBody({ type: 'static', shape: new Box([0.12, PEDESTAL / 2, 0.12]), position: [0, PEDESTAL / 2, 0], collides: false });
    const robot = Robot.loadSync(world, SIX_AXIS_ARM, { position: [0, PEDESTAL, 0], orientation: Z_UP, fixedBase: true, joints: START });
    const { articulation } = robot;
    const tool = robot.link('tool');
    if (payload > 0) tool.body.setMassProperties({ mass: tool.body.mass + payload });
    const [start, upright] = [tool.position, tool.orientation];
    const guide = world.addBody({ type: 'kinematic', shape: new Box([0.02, 0.02, 0.02]), position: start, collides: false });
    const target = kind === 'on its way' ? guide : addBall(world, guide, start);
    // The figure of eight is fastest where it crosses itself.
    const rate = speed / Math.hypot(SIZE[0], SIZE[1], SIZE[2] * 2);
    const targetAt = (time: number): Vec3 => {
      const eased = time < 1 ? time * time * (1 - time / 2) : time - 0.5;
      const phase = rate * eased;
      const away = far * Math.min(time / 3, 1);
      return [
        start[0] + SIZE[0] * (Math.cos(phase) - 1) + away,
        start[1] + SIZE[1] * Math.sin(phase),
        start[2] + SIZE[2] * Math.sin(2 * phase),
      ];
    };
    const gap = () => Math.hypot(...tool.position.map((component, axis) => component - target.position[axis]));
    let [largestGap, limitPassed, effortPassed, fastest] = [0, 0, 0, 0];
    return {
      beforeStep(frame) {
        const next = targetAt((frame + 1) * DT);
        guide.moveTo(next);
        const seen = target.linearVelocity.map((speed, axis) => target.position[axis] + speed * DT) as Vec3;
        robot.setTargets(reach(robot, target === guide ? next : seen, upright));
        robot.update(DT);
      },
      afterStep(frame) {
        const { positions, efforts } = robot.state;
        if (frame >= SETTLED) largestGap = Math.max(largestGap, gap());
        fastest = Math.max(
          fastest,
          Math.hypot(...targetAt((frame + 1) * DT).map((place, axis) => place - targetAt(frame * DT)[axis])) / DT,
        );
        for (const { index, lower, upper, effortLimit } of robot.movable) {
          limitPassed = largest([limitPassed, lower - positions[index], positions[index] - upper]);
          effortPassed = Math.max(effortPassed, Math.abs(efforts[index]) - effortLimit);
        }
      },
      recorded: () => [largestGap, limitPassed, effortPassed, fastest],
      recall(recorded) {
        [largestGap, limitPassed, effortPassed, fastest] = recorded as number[];
      },
      measures: () => ({
        /** From the tool to the target, m: now, and the largest since the first half second. */
        gap: gap(),
        largestGap,
        targetSpeed: fastest,
        limitPassed,
        effortPassed,
        angles: [...robot.state.positions],
        efforts: [...robot.state.efforts],
        /** Torques that hold the arm still, N m. */
        gravityEfforts: [...articulation.gravityCompensation()],
      }),
    };
  },
});

/** A weightless ball that follows the guide on a soft spring. */
function addBall(world: World, guide: Body, position: Readonly<Vec3>): Body {
  const ball = world.addBody({
    shape: new Sphere(0.03),
    mass: 1,
    position,
    gravityScale: 0,
    linearDamping: 5,
    collides: false,
    canSleep: false,
  });
  world.addJoint(new BallJoint({ a: guide, b: ball, anchor: position, compliance: 0.005 }));
  return ball;
}

/** Joint angles with which the tool is at a point, turned as at the start, or as near as it comes: damped Newton steps from where the arm is. */
function reach(robot: Robot, goal: Vec3, upright: Readonly<Quat>): Float64Array {
  const { articulation } = robot;
  const { body, frame } = robot.link('tool');
  const number = articulation.bodies.indexOf(body);
  const positions = robot.state.positions;
  const count = positions.length;
  for (let k = 0; k < ITERATIONS; k++) {
    const { position, orientation } = articulation.forwardKinematics(positions)[number];
    const place = add(position, rotate(orientation, [...frame.position]));
    const [x, y, z, w] = multiply([...upright], conjugate(multiply(orientation, [...frame.orientation])));
    const twist = w < 0 ? -2 : 2;
    const errors = [...subtract(goal, place), ...[x, y, z].map((part) => twist * part)];
    const rows = articulation.jacobian(body, frame.position, { positions });
    const damping = DAMPING.least + DAMPING.share * errors.reduce((sum, error, row) => sum + WEIGHTS[row] * error * error, 0);
    const normal = new Float64Array(count * count);
    const right = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      for (const [row, error] of errors.entries()) right[i] += WEIGHTS[row] * rows[row * count + i] * error;
      for (let j = 0; j < count; j++)
        for (let row = 0; row < 6; row++) normal[i * count + j] += WEIGHTS[row] * rows[row * count + i] * rows[row * count + j];
      normal[i * count + i] += damping;
    }
    const turns = solveSymmetric(normal, right);
    for (const { index, lower, upper } of robot.movable) {
      const turned = positions[index] + Math.min(Math.max(turns[index], -LARGEST), LARGEST);
      positions[index] = Math.min(Math.max(turned, lower), upper);
    }
  }
  return positions;
}
