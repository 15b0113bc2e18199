// The world: it steps by itself, and sends the poses of its bodies.
import { HalfSpace, Sphere, World } from '../../dist/index.js';

const STEP = 1 / 60;
const world = await World.create();
world.addBody({ type: 'static', shape: new HalfSpace() });
for (let k = 0; k < 20; k++) world.addBody({ shape: new Sphere(0.25), position: [(k % 5) - 2, 1 + k * 0.3, 0], restitution: 0.4 });

setInterval(() => {
  world.step(STEP);
  const poses = world.transforms.slice();
  postMessage({ time: world.time, poses }, [poses.buffer]);
}, 1000 * STEP);
