import { Capsule, Sphere, type Vec3 } from '../bindings/index.ts';
import { ParticleSet } from '../bindings/particle/index.ts';
import { addFloor } from './ground.ts';
import { lowest } from './meshes.ts';
import { defineScene } from './scene.ts';
import { largest } from './statistics.ts';
import { ALONG_X } from './turn.ts';

const [COLUMNS, ROWS] = [31, 21];
const MESH = 0.1;
const WIDTH = (COLUMNS - 1) * MESH;
const HEIGHT = (ROWS - 1) * MESH;
const BALL = 0.2;
/** m/N, from knot to knot. */
const STRING = { compliance: 1e-5, compressCompliance: Number.POSITIVE_INFINITY };
/** Frames between throws. */
const EVERY = 75;
const FROM = 5;

export const ballAndNet = defineScene({
  name: 'ball-and-net',
  description: 'Balls are kicked into the net of a goal, which catches them.',
  feature: 'ropes, cloth and soft bodies',
  view: { direction: [0.75, 0.35, 1], target: [0, 0.9, -0.1], distance: 5.5, aspect: 0.95, layers: [] },
  parameters: {
    balls: { description: 'balls', default: 5, min: 1, max: 20, integer: true },
    speed: { description: 'speed of a kick', default: 20, min: 1, max: 40, unit: 'm/s' },
  },
  frames: 480,
  dt: 1 / 60,
  build(world, { balls, speed }) {
    addFloor(world, 8);
    for (const side of [-1, 1])
      world.addBody({ type: 'static', shape: new Capsule(0.05, HEIGHT / 2), position: [(side * WIDTH) / 2, HEIGHT / 2, 0] });
    world.addBody({ type: 'static', shape: new Capsule(0.05, WIDTH / 2), position: [0, HEIGHT, 0], orientation: ALONG_X });
    const at = (column: number, row: number) => row * COLUMNS + column;
    const columns = Array.from({ length: COLUMNS }, (_, k) => k);
    const rows = Array.from({ length: ROWS }, (_, k) => k);
    // The net hangs behind the goal and is pegged to the ground there.
    const back = (column: number, row: number) => {
      const across = (2 * column) / (COLUMNS - 1) - 1;
      return -0.1 - (0.25 + 0.75 * (1 - row / (ROWS - 1))) * (1 - across * across * across * across);
    };
    const pinned = rows.flatMap((row) => [at(0, row), at(COLUMNS - 1, row)]);
    const net = world.addParticles(
      new ParticleSet({
        positions: rows.flatMap((row) => columns.flatMap((column) => [column * MESH - WIDTH / 2, 0.02 + row * MESH, back(column, row)])),
        radii: 0.012,
        masses: 0.01,
        pinned: [...new Set([...pinned, ...columns.map((column) => at(column, ROWS - 1)), ...columns.map((column) => at(column, 0))])],
        distances: [
          ...rows.map((row) => ({ ...STRING, line: columns.map((column) => at(column, row)) })),
          ...columns.map((column) => ({ ...STRING, line: rows.map((row) => at(column, row)) })),
        ],
        damping: 1.5,
        friction: 0.6,
        canSleep: false,
      }),
    );
    const places = Array.from({ length: balls }, (_, k): Vec3 => [1.2 - 0.6 * (k % 5), BALL, FROM + 0.6 * Math.floor(k / 5)]);
    const kicked = places.map((position) => world.addBody({ shape: new Sphere(BALL), mass: 0.45, position, ccd: true }));
    let farthest = 0;
    return {
      particles: [net],
      beforeStep(frame) {
        const k = frame / EVERY;
        if (!Number.isInteger(k) || k >= balls) return;
        // Aims at a height between ground and crossbar, allowing for the fall on the way.
        const [x, y, z] = places[k];
        const aim = [0.9 - 0.55 * (k % 4), 0.7 + 0.45 * (k % 3), 0];
        const time = z / speed;
        kicked[k].linearVelocity = [(aim[0] - x) / time, (aim[1] - y) / time + 0.5 * 9.81 * time, -speed];
      },
      afterStep() {
        farthest = largest([farthest, ...kicked.map(({ position }) => -position[2])]);
      },
      recorded: () => farthest,
      recall(recorded) {
        farthest = recorded as number;
      },
      measures: () => ({ farthestBehind: farthest, lowest: lowest([net]) }),
    };
  },
});
