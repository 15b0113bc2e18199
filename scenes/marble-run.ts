import { type Body, Sphere } from '../bindings/index.ts';
import { addTrack, distanceFromTrack, MARBLE_RADIUS, ROLLING_RADIUS } from './marble-track.ts';
import { defineScene } from './scene.ts';
import { largest } from './statistics.ts';
import { arctangent, cosine, sine } from './trigonometry.ts';

/** Radius of the coil, m. */
const RADIUS = 0.05;

export const marbleRun = defineScene({
  name: 'marble-run',
  description: 'Marbles roll down two wires and through the turns of a coil, a quarter of a turn per frame.',
  figure: 'Müller et al. 2020, Figure 14',
  feature: 'contacts and friction',
  view: { direction: [0.5, 0.3, 1], target: [0.02, 0.05, 0.07], distance: 0.55, aspect: 0.9, ground: -0.1, layers: [], opening: 90 },
  parameters: {
    marbles: { description: 'marbles', default: 3, min: 1, max: 10, integer: true },
    height: { description: 'height from which the first marble starts', unit: 'm', default: 1.8, min: 0.5, max: 5 },
    turns: { description: 'turns of the coil', default: 4, min: 0, max: 20, integer: true },
  },
  frames: 150,
  lasts: 240,
  dt: 1 / 60,
  // In the coil, fifty times their weight presses the marbles between the wires.
  settings: { substeps: 20 },
  build(world, { marbles: count, height, turns }) {
    const track = addTrack(world, height + 0.5, turns, RADIUS);
    const shape = new Sphere(MARBLE_RADIUS);
    const marbles: Body[] = Array.from({ length: count }, (_, k) =>
      world.addBody({ shape, density: 2500, position: track.at(1 + 0.15 * k).middle, friction: 0.5 }),
    );
    const starts = marbles.map((marble) => marble.position[1]);
    const angleOf = ([x, y]: readonly number[]) => arctangent(y - track.axis[1], x - track.axis[0]);
    let angles = marbles.map((marble) => angleOf(marble.position));
    let most = 0;
    let farthest = 0;
    return {
      afterStep() {
        const now = marbles.map((marble) => angleOf(marble.position));
        marbles.forEach((marble, k) => {
          const [x, y] = marble.position;
          const turned = Math.abs(arctangent(sine(now[k] - angles[k]), cosine(now[k] - angles[k])));
          if (Math.hypot(x - track.axis[0], y - track.axis[1]) < 1.2 * RADIUS) most = Math.max(most, turned / (2 * Math.PI));
          farthest = Math.max(farthest, distanceFromTrack(track, marble));
        });
        angles = now;
      },
      recorded: () => [angles, most, farthest],
      recall(recorded) {
        const [anglesThen, mostThen, farthestThen] = recorded as unknown as [number[], number, number];
        [angles, most, farthest] = [anglesThen, mostThen, farthestThen];
      },
      measures() {
        const inertia = 0.4 * (MARBLE_RADIUS / ROLLING_RADIUS) ** 2;
        const speeds = marbles.map((marble) => Math.hypot(...marble.linearVelocity));
        const expected = marbles.map((marble, k) =>
          Math.sqrt(Math.max(0, (2 * -world.gravity[1] * (starts[k] - marble.position[1])) / (1 + inertia))),
        );
        return {
          lost: marbles.filter((marble) => !(distanceFromTrack(track, marble) < MARBLE_RADIUS)).length,
          maxDistance: farthest,
          turnsPerFrame: most,
          speedError: largest(speeds.map((speed, k) => Math.abs(speed - expected[k]) / Math.max(1, expected[k]))),
          speed: speeds,
          rollingSpeed: expected,
        };
      },
    };
  },
});
