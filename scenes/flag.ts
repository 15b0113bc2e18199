import { Cylinder, Sphere, type Vec3 } from '../bindings/index.ts';
import { Cloth } from '../bindings/particle/index.ts';
import { addFloor } from './ground.ts';
import { lowest, meanParticleSpeed } from './meshes.ts';
import { defineScene } from './scene.ts';
import { cosine, sine } from './trigonometry.ts';
import { turn } from './turn.ts';

const SIZE = [3, 1.8] as const;
const POLE = 0.05;
const HEIGHT = 5;

export const flag = defineScene({
  name: 'flag',
  description: 'A flag on a pole flies in gusts of wind.',
  feature: 'ropes, cloth and soft bodies',
  view: { direction: [0.35, 0.05, 1], target: [1.3, 3.6, 0], distance: 5.6, aspect: 0.95, ground: 0 },
  parameters: {
    wind: { description: 'mean wind speed', default: 9, min: 0, max: 40, unit: 'm/s' },
    columns: { description: 'particles along the length of the flag', default: 40, min: 4, max: 200, integer: true },
  },
  frames: 600,
  dt: 1 / 60,
  build(world, { wind, columns }) {
    addFloor(world, 6);
    world.addBody({ type: 'static', shape: new Cylinder(POLE, HEIGHT / 2), position: [0, HEIGHT / 2, 0] });
    world.addBody({ type: 'static', shape: new Sphere(2 * POLE), position: [0, HEIGHT + POLE, 0] });
    const rows = Math.max(3, Math.round((columns * SIZE[1]) / SIZE[0]));
    const cloth = world.addParticles(
      new Cloth({
        columns,
        rows,
        size: SIZE,
        position: [SIZE[0] / 2 + POLE + 0.02, HEIGHT - SIZE[1] / 2 - 0.1, 0],
        orientation: turn([1, 0, 0], Math.PI / 2),
        density: 0.2,
        pinned: Array.from({ length: rows }, (_, row) => row * columns),
        airDrag: 0.5,
        airLift: 0.3,
        wind: gust(wind, 0),
        canSleep: false,
      }),
    );
    return {
      particles: [cloth],
      beforeStep(frame) {
        cloth.wind = gust(wind, frame / 60);
      },
      measures: () => ({ lowest: lowest([cloth]), meanSpeed: meanParticleSpeed([cloth]) }),
    };
  },
});

/** Wind of varying strength and direction. */
function gust(speed: number, time: number): Vec3 {
  const strength = speed * (1 + 0.3 * sine(1.3 * time) + 0.15 * sine(3.1 * time));
  const angle = 0.35 * sine(0.7 * time) + 0.15 * sine(2.3 * time) + 0.1;
  return [strength * cosine(angle), 0.1 * strength * sine(1.7 * time), strength * sine(angle)];
}
