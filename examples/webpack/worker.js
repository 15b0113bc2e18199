// A ball rolls into a wall of bricks. The world steps here, and the page gets its poses.
import { Box, HalfSpace, Sphere, World } from 'holonomic';

const STEP = 1 / 60; // s
const HALF = [0.3, 0.15, 0.3]; // m
const FLOATS = 7;

async function run() {
  const world = await World.create();
  world.addBody({ type: 'static', shape: new HalfSpace() });
  const brick = new Box(HALF);
  const bricks = Array.from({ length: 40 }, (_, k) => {
    const [row, column] = [Math.floor(k / 4), k % 4];
    return world.addBody({ shape: brick, density: 700, position: [3 + 0.6 * column + 0.15 * (row % 2), 0.15 + 0.3 * row, 0] });
  });
  const ball = world.addBody({ shape: new Sphere(0.5), density: 2000, position: [-1, 0.5, 0], linearVelocity: [8, 0, 0] });
  const starts = bricks.map(({ position }) => position);
  const bodies = [...bricks, ball];
  const sizes = bodies.map((body) => (body === ball ? [0.5, 0] : HALF));
  setInterval(() => {
    world.step(STEP);
    const poses = new Float32Array(FLOATS * bodies.length);
    for (const [k, { index }] of bodies.entries()) poses.set(world.transforms.subarray(FLOATS * index, FLOATS * (index + 1)), FLOATS * k);
    const moved = bricks.filter(({ position }, k) => Math.hypot(...position.map((value, axis) => value - starts[k][axis])) > 0.05).length;
    postMessage({ sizes, poses, moved }, [poses.buffer]);
  }, 1000 * STEP);
}

run();
