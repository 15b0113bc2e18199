import { type FigurePose, humanoid, Ragdoll } from '../bindings/control/index.ts';
import { Box } from '../bindings/index.ts';
import { addFloor } from './ground.ts';
import { defineScene } from './scene.ts';
import { largest } from './statistics.ts';
import { turn } from './turn.ts';

const STEPS = 14;
/** m: tread, rise, half width. */
const TREAD = 0.3;
const RISE = 0.18;
const HALF_WIDTH = 1.6;
/** Initial lean over the first edge, rad, and its rate, rad/s. */
const LEAN = 0.35;
const PITCH = 1.5;

export const ragdollStairs = defineScene({
  name: 'ragdoll-stairs',
  description: 'Figures made of 17 capsules fall down a flight of stairs, limp or with some strength left, and no joint comes apart.',
  feature: 'stacks and piles',
  view: { direction: [0.9, 0.35, 0.9], target: [0, 1.4, 2], distance: 7.5, aspect: 0.95, layers: [] },
  parameters: {
    count: { description: 'figures side by side', default: 2, min: 1, max: 4, integer: true },
    strength: { description: 'fraction of their full strength that holds their pose', default: 0.02, min: 0, max: 1 },
  },
  frames: 360,
  lasts: 900,
  dt: 1 / 60,
  build(world, { count, strength }) {
    addFloor(world, 12);
    const height = STEPS * RISE;
    for (let k = 0; k < STEPS; k++) {
      const top = height - k * RISE;
      const shape = new Box([HALF_WIDTH, top / 2, TREAD / 2]);
      world.addBody({ type: 'static', shape, position: [0, top / 2, (k - 1.5) * TREAD] });
    }
    const dolls = Array.from({ length: count }, (_, k) => {
      const position = [(k - (count - 1) / 2) * 0.8, height + 0.01, -0.25 * TREAD];
      const doll = new Ragdoll(world, humanoid(), { position, orientation: turn([1, 0, 0], LEAN), pose: POSES[k % POSES.length] });
      doll.blend(strength);
      for (const body of doll.bodies) {
        const up = body.position[1] - height;
        body.linearVelocity = [0, 0, PITCH * up];
        body.angularVelocity = [PITCH, 0, 0];
      }
      return doll;
    });
    const joints = dolls.flatMap((doll) => doll.joints);
    const bodies = dolls.flatMap((doll) => doll.bodies);
    let [gap, fastest] = [0, 0];
    return {
      afterStep() {
        gap = largest([gap, ...joints.map((joint) => joint.positionError)]);
        fastest = largest([fastest, ...bodies.map((body) => Math.hypot(...body.linearVelocity))]);
      },
      recorded: () => [gap, fastest],
      recall(recorded) {
        [gap, fastest] = recorded as number[];
      },
      measures: () => ({
        /** Maximum gap of a joint at any time, m. */
        maxJointGap: largest([gap, ...joints.map((joint) => joint.positionError)]),
        /** m/s */
        fastest,
        /** Distance of the pelvis down and along the stairs, m. */
        fallen: dolls.map((doll) => height + 1 - doll.root.position[1]),
        along: dolls.map((doll) => doll.root.position[2]),
      }),
    };
  },
});

const ARM = turn([0, 0, 1], 1.1);
/** Arms down, and one knee bent. */
const POSES: readonly FigurePose[] = [
  { leftUpperArm: [...ARM.slice(0, 2), -ARM[2], ARM[3]], rightUpperArm: ARM, leftLowerLeg: turn([1, 0, 0], 0.5) },
  { rightUpperArm: ARM, leftUpperArm: turn([0, -1, 0], 0.8), rightUpperLeg: turn([-1, 0, 0], 0.4) },
];
