import { Robot, Z_UP } from '../bindings/control/index.ts';
import { Box } from '../bindings/index.ts';
import { QUADRUPED } from './robots/quadruped.ts';
import { defineScene } from './scene.ts';

const DT = 1 / 60;
/** Diagonal pairs of legs step together. */
const LEGS = [
  { name: 'front_left', side: 1, phase: 0 },
  { name: 'front_right', side: -1, phase: 0.5 },
  { name: 'rear_left', side: 1, phase: 0.5 },
  { name: 'rear_right', side: -1, phase: 0 },
] as const;
/** m: of thigh and calf, from the hip's axis to the leg, and of the foot below it in stance. */
const SEGMENT = 0.2;
const OFFSET = 0.084;
const HEIGHT = 0.29;
/** Step height, m. */
const LIFT = 0.06;
const SERVO = { stiffness: 1000, damping: 20 };
/** Time from standstill to full speed, s. */
const START = 0.5;
const EASED = 1;

export const quadruped = defineScene({
  name: 'quadruped',
  description: 'A four-legged robot from a URDF trots: in each frame its twelve servos receive the angles that place its feet.',
  feature: 'robots and figures',
  view: { direction: [0.6, 0.35, 1], distance: 2.2, aspect: 0.9, layers: ['links'] },
  parameters: {
    speed: { description: 'forward speed', unit: 'm/s', default: 0.5, min: 0, max: 0.6 },
    frequency: { description: 'step frequency of each leg', unit: 'Hz', default: 2.5, min: 1, max: 4 },
  },
  frames: 600,
  dt: DT,
  settings: { substeps: 10 },
  build(world, { speed, frequency }) {
    world.addBody({ type: 'static', shape: new Box([60, 0.5, 60]), position: [0, -0.5, 0], material: { friction: 0.9 } });
    const joints = Object.fromEntries(
      LEGS.flatMap(({ name, side }) => {
        const [hip, thigh, calf] = anglesFor([0, side * OFFSET, -HEIGHT], side);
        return [
          [`${name}_hip`, hip],
          [`${name}_thigh`, thigh],
          [`${name}_calf`, calf],
        ];
      }),
    );
    const robot = Robot.loadSync(world, QUADRUPED, {
      position: [0, HEIGHT + 0.021, 0],
      orientation: Z_UP,
      joints,
      servo: SERVO,
      material: { friction: 0.9 },
    });
    const [trunk] = robot.bodies;
    const order = robot.movable.map(({ name }) => name);
    const targetsAt = (time: number): number[] => {
      const targets: Record<string, number> = {};
      const gain = Math.min(Math.max((time - START) / EASED, 0), 1);
      for (const { name, side, phase } of LEGS) {
        // In stance, feet move backwards at the speed of travel for half a period.
        const cycle = ((((time - START) * frequency + phase) % 1) + 1) % 1;
        const stance = cycle < 0.5;
        const sweep = stance ? 0.5 - 2 * cycle : swing(2 * cycle - 1);
        const lift = stance || time < START ? 0 : LIFT * Math.sin(Math.PI * (2 * cycle - 1)) ** 2 * Math.max(gain, 0.3);
        const stride = gain / (2 * frequency);
        [targets[`${name}_hip`], targets[`${name}_thigh`], targets[`${name}_calf`]] = anglesFor(
          [speed * stride * sweep, side * OFFSET, lift - HEIGHT],
          side,
        );
      }
      return order.map((name) => targets[name]);
    };
    const tilt = () => {
      const [x, y, z, w] = trunk.orientation;
      // Angle between the trunk's z axis and the vertical.
      return Math.acos(Math.min(Math.max(2 * (y * z - w * x), -1), 1));
    };
    let [largestTilt, lowest, largestEffort] = [0, HEIGHT, 0];
    return {
      beforeStep(frame) {
        robot.setTargets(targetsAt((frame + 1) * DT));
        robot.update(DT);
      },
      afterStep() {
        largestTilt = Math.max(largestTilt, tilt());
        lowest = Math.min(lowest, trunk.position[1]);
        for (const effort of robot.state.efforts) largestEffort = Math.max(largestEffort, Math.abs(effort));
      },
      recorded: () => [largestTilt, lowest, largestEffort],
      recall(recorded) {
        [largestTilt, lowest, largestEffort] = recorded as number[];
      },
      measures: () => ({
        /** Of the trunk, m: forward, and to its left. */
        forward: trunk.position[0],
        sideways: -trunk.position[2],
        height: trunk.position[1],
        lowest,
        /** Of the trunk from the vertical, rad. */
        tilt: tilt(),
        largestTilt,
        largestEffort,
        meanSpeed: world.time > START ? trunk.position[0] / Math.max(world.time - START, DT) : 0,
      }),
    };
  },
});

/** From back to front, at rest at both ends. */
const swing = (part: number): number => -0.5 + part * part * (3 - 2 * part);

/** Angles of hip, thigh and calf for a position of the foot relative to its hip, z up. */
function anglesFor([x, y, z]: readonly [number, number, number], side: number): [number, number, number] {
  const across = Math.sqrt(Math.max(y * y + z * z - OFFSET * OFFSET, 1e-6));
  const hip = Math.atan2(z, y) - Math.atan2(-across, side * OFFSET);
  const reach = Math.min(Math.hypot(x, across), 2 * SEGMENT - 1e-3);
  const bend = Math.acos(reach / (2 * SEGMENT));
  return [hip, bend - Math.atan2(x, across), -2 * bend];
}
