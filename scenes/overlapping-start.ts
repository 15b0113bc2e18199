import { Sphere } from '../bindings/index.ts';
import { addTrack, distanceFromTrack, MARBLE_RADIUS } from './marble-track.ts';
import { defineScene } from './scene.ts';
import { largest } from './statistics.ts';

export const overlappingStart = defineScene({
  name: 'overlapping-start',
  description: 'Marbles that start inside the wires of their track are pushed out gently and stay on it.',
  figure: 'Müller et al. 2020, Figure 13',
  feature: 'contacts and friction',
  view: { direction: [0.45, 0.3, 1], distance: 0.5, follow: 2, ground: -0.1, layers: [], opening: 4 },
  parameters: {
    marbles: { description: 'marbles', default: 5, min: 1, max: 10, integer: true },
    depth: { description: 'initial penetration, in radii', default: 0.3, min: 0, max: 0.6 },
  },
  frames: 60,
  lasts: 60,
  dt: 1 / 60,
  build(world, { marbles: count, depth }) {
    const track = addTrack(world, 2, 0, 0.5);
    const shape = new Sphere(MARBLE_RADIUS);
    const marbles = Array.from({ length: count }, (_, k) => {
      const { middle, up } = track.at(0.2 + 0.1 * k);
      const position = middle.map((component, axis) => component - depth * MARBLE_RADIUS * up[axis]);
      return world.addBody({ shape, density: 2500, position, friction: 0.5 });
    });
    const { up } = track.at(0);
    const riseOf = (velocity: readonly number[]) => velocity.reduce((sum, component, axis) => sum + component * up[axis], 0);
    let fastest = 0;
    let farthest = 0;
    return {
      afterStep(frame) {
        fastest = Math.max(fastest, ...marbles.map((marble) => riseOf(marble.linearVelocity)));
        // Not counted while the marbles are still being pushed out.
        if (frame >= 30) farthest = Math.max(farthest, ...marbles.map((marble) => distanceFromTrack(track, marble)));
      },
      recorded: () => [fastest, farthest],
      recall(recorded) {
        [fastest, farthest] = recorded as number[];
      },
      measures: () => ({
        maxRise: fastest,
        maxDistance: farthest,
        lost: marbles.filter((marble) => !(distanceFromTrack(track, marble) < MARBLE_RADIUS)).length,
        slowest: -largest(marbles.map((marble) => -Math.hypot(...marble.linearVelocity))),
      }),
    };
  },
});
