import { Capsule, Sphere } from '../bindings/index.ts';
import { Cloth } from '../bindings/particle/index.ts';
import { addFloor } from './ground.ts';
import { lowest, meanStretch, threadsOf } from './meshes.ts';
import { defineScene } from './scene.ts';
import { cosine } from './trigonometry.ts';
import { ALONG_X, turn } from './turn.ts';

const SIZE = [3, 2.4] as const;
const TOP = 3;
/** Amplitude, m, and period, s. */
const WAY = 1.3;
const PERIOD = 5;
const DT = 1 / 60;
const EVERY = 4;

export const curtain = defineScene({
  name: 'curtain',
  description: 'A curtain on a rail is pulled back and forth over spheres.',
  feature: 'ropes, cloth and soft bodies',
  view: { direction: [0.6, 0.3, 1], target: [0, 1.6, -0.2], distance: 6.5, aspect: 1, opening: 120 },
  parameters: { columns: { description: 'particles along the rail', default: 49, min: 9, max: 200, integer: true } },
  frames: 960,
  dt: DT,
  build(world, { columns }) {
    addFloor(world, 6);
    for (const [x, y, z, radius] of [
      [-0.8, 0.9, 0, 0.45],
      [0.2, 1.5, -0.2, 0.35],
      [0.9, 0.7, 0.1, 0.5],
    ])
      world.addBody({ type: 'static', shape: new Sphere(radius), position: [x, y, z] });
    const rail = world.addBody({
      type: 'kinematic',
      shape: new Capsule(0.04, SIZE[0] / 2),
      position: [0, TOP + 0.06, WAY],
      orientation: ALONG_X,
      collides: false,
    });
    const rows = Math.max(3, Math.round((columns * SIZE[1]) / SIZE[0]));
    const rings = Array.from({ length: columns }, (_, k) => k).filter((k) => k % EVERY === 0 || k === columns - 1);
    const sheet = world.addParticles(
      new Cloth({
        columns,
        rows,
        size: SIZE,
        position: [0, TOP - SIZE[1] / 2, WAY],
        orientation: turn([1, 0, 0], Math.PI / 2),
        density: 0.3,
        thickness: 0.06,
        damping: 0.3,
        friction: 0.3,
        pinned: rings,
        canSleep: false,
      }),
    );
    const threads = threadsOf(columns, rows);
    const place = (time: number) => WAY * cosine((2 * Math.PI * time) / PERIOD);
    return {
      particles: [sheet],
      beforeStep(frame) {
        const speed = (place((frame + 1) * DT) - place(frame * DT)) / DT;
        const { velocities } = sheet;
        for (const ring of rings) velocities[3 * ring + 2] = speed;
        rail.linearVelocity = [0, 0, speed];
      },
      measures: () => ({ lowest: lowest([sheet]), meanStretch: meanStretch(sheet, threads, SIZE[0] / (columns - 1)) }),
    };
  },
});
