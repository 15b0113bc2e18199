import { BallJoint, type Body, Box, Capsule, Sphere, type Vec3, type World } from '../bindings/index.ts';
import { addWall, BRICK, waysOf } from './brick-wall.ts';
import { addFloor } from './ground.ts';
import { defineScene } from './scene.ts';
import { largest } from './statistics.ts';
import { cosine, sine } from './trigonometry.ts';
import { turn } from './turn.ts';

const LINKS = 10;
/** Distance between joints, m. */
const LINK = 0.4;
const LINK_RADIUS = 0.05;
const LINK_MASS = 5;
const RADIUS = 0.5;
/** What the chain hangs from, m; the ball hangs at the height of the middle of the wall, and touches it. */
const JIB: Vec3 = [-RADIUS - BRICK[0], 6.2, 0];
const LENGTH = LINKS * LINK + RADIUS;

export const wreckingBall = defineScene({
  name: 'wrecking-ball',
  description: 'An iron ball on a chain of light links swings into a brick wall and knocks it down, and the chain hardly stretches.',
  feature: 'stacks and piles',
  view: { direction: [1, 0.2, 0.92], target: [0.3, 2.9, 0], distance: 12.2, aspect: 1, layers: [], opening: 88 },
  parameters: {
    mass: { description: 'mass of the ball', unit: 'kg', default: 1500, min: 10, max: 10_000 },
    angle: { description: 'angle to which the ball is pulled aside', unit: '°', default: 75, min: 0, max: 85 },
    rows: { description: 'rows of bricks', default: 12, min: 1, max: 30, integer: true },
    columns: { description: 'bricks in a row', default: 9, min: 1, max: 30, integer: true },
  },
  frames: 480,
  dt: 1 / 60,
  settings: { substeps: 20 },
  build(world, { mass, angle, rows, columns }) {
    addFloor(world, 30);
    world.addBody({ type: 'static', shape: new Box([0.3, 0.15, 0.15]), position: [JIB[0], JIB[1] + 0.15, 0], collides: false });
    const bricks = addWall(world, rows, columns);
    const places = bricks.map((brick) => brick.position);
    const { ball, joints } = addChain(world, mass, (angle * Math.PI) / 180);
    const height = ball.position[1] - (JIB[1] - LENGTH);
    const start = world.totalEnergy;
    let [impactSpeed, stretch, energyGain] = [0, 0, 0];
    return {
      afterStep() {
        if (ball.position[0] <= JIB[0]) impactSpeed = largest([impactSpeed, Math.hypot(...ball.linearVelocity)]);
        stretch = largest([stretch, ...joints.map((joint) => joint.positionError)]);
        energyGain = largest([energyGain, world.totalEnergy - start]);
      },
      recorded: () => [impactSpeed, stretch, energyGain],
      recall(recorded) {
        [impactSpeed, stretch, energyGain] = recorded as number[];
      },
      measures() {
        const ways = waysOf(bricks, places);
        return {
          /** Bricks that have moved by more than half their height, and the maximum distance of one from its place, m. */
          moved: ways.filter((way) => way > BRICK[1]).length,
          bricks: bricks.length,
          farthest: largest([0, ...ways]),
          /** Maximum speed of the ball up to its lowest point, and the speed it would have with a massless chain, m/s. */
          impactSpeed,
          freeSpeed: Math.sqrt(2 * -world.gravity[1] * height),
          /** Maximum position error of a joint of the chain at any time, m. */
          stretch,
          /** Most by which the energy was above that at the start, in parts of what the ball brings along. */
          energyGain: height > 0 ? energyGain / (mass * -world.gravity[1] * height) : 0,
        };
      },
    };
  },
});

/** The chain, straight and drawn aside by an angle, and the ball at its end. */
function addChain(world: World, mass: number, angle: number): { ball: Body; joints: BallJoint[] } {
  const at = (way: number): Vec3 => [JIB[0] - way * sine(angle), JIB[1] - way * cosine(angle), 0];
  const orientation = turn([0, 0, 1], -angle);
  const shape = new Capsule(LINK_RADIUS, LINK / 2 - LINK_RADIUS);
  const links = Array.from({ length: LINKS }, (_, k) =>
    world.addBody({ shape, mass: LINK_MASS, position: at((k + 0.5) * LINK), orientation }),
  );
  const ball = world.addBody({ shape: new Sphere(RADIUS), mass, position: at(LENGTH), orientation, canSleep: false });
  const parts = [...links, ball];
  const joints = parts.map((b, k) => world.addJoint(new BallJoint({ a: parts[k - 1] ?? null, b, anchor: at(k * LINK) })));
  return { ball, joints };
}
