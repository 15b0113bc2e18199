// Piles of the suites of other engines, and larger ones of our own.
import type { ConvexShape } from '../collision/model.ts';
import { depth, lowestPoint, type Placed } from '../contacts/penetration.ts';
import { COMMON, floor, solid } from '../contacts/scenes.ts';
import type { BodySpec, Poses, SceneData, Vec3 } from '../model.ts';
import { sphereInertia } from '../scenes/inertia.ts';

const BOX3D = { ...COMMON, gravity: [0, -10, 0] as Vec3, warmup: 0 };

/** Box3D's own numbers, from -0.5 to 0.5. */
function randomOfBox3d(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 2147001325) + 715136305) >>> 0;
    return (state & 0xffff) / 65535 - 0.5;
  };
}

/** A hull of 32 points on a sphere. All engines are given the inertia of a ball, which is within some per cent of its own. */
function roundHull(radius: number): ConvexShape {
  const next = randomOfBox3d(42);
  const points: number[] = [];
  while (points.length < 96) {
    const [x, y, z] = [next(), next(), next()];
    const size = Math.hypot(x, y, z);
    if (size > 0.5 || size < 1e-3) continue;
    points.push((radius * x) / size, (radius * y) / size, (radius * z) / size);
  }
  return { type: 'hull', points };
}

/** Ten points that wind around a sphere. */
function rockHull(radius: number): ConvexShape {
  const points: number[] = [];
  for (let i = 0; i < 10; i++) {
    const z = 1 - (2 * i + 1) / 10;
    const ring = Math.sqrt(1 - z * z);
    const azimuth = (2 * Math.PI * i) / 1.618034;
    points.push(radius * ring * Math.cos(azimuth), radius * ring * Math.sin(azimuth), radius * z);
  }
  return { type: 'hull', points };
}

/** `radius`: of the ball whose inertia it has. */
function hullBody(shape: ConvexShape, mass: number, radius: number, position: Vec3): BodySpec {
  return { mass, inertia: sphereInertia(mass, radius), position, orientation: [0, 0, 0, 1], shape };
}

/** Box3D, shared/benchmarks.c: convex_pile. Columns of hulls that fall over. */
export function convexPile(layers = 80): SceneData {
  const shape = roundHull(2);
  const bodies = [floor(250)];
  for (let layer = 0; layer < layers; layer++)
    for (let x = 0; x < 8; x++)
      for (let z = 0; z < 8; z++) bodies.push(hullBody(shape, 25000, 1.7, [4 * (x - 4), 2 + 4 * layer, 4 * (z - 4)]));
  return { ...BOX3D, name: 'convex-pile', description: `Box3D: ${bodies.length - 1} hulls of 32 points in columns`, bodies };
}

const DEGREE = Math.PI / 180;
/** Of 1000 kg/m³; the ball's inertia is the mean of its own, which differ by 7 %. */
const ROCK = { radius: 1.5, mass: 7169, roundness: 1.215 };
const YARD = { floor: 120, wall: 50, height: 16, thickness: 2, below: 1 };
const PUSHER = { radius: 4, height: 24, sides: 16, orbit: 35, angularVelocity: 6 * DEGREE };

/** A prism that stands on the floor and goes round the middle of the yard. */
function pusher(): BodySpec {
  const { angularVelocity, height, orbit, radius, sides } = PUSHER;
  const points = Array.from({ length: sides }, (_, k) => (2 * Math.PI * k) / sides).flatMap((angle) =>
    [0, height].flatMap((y) => [radius * Math.cos(angle), y, radius * Math.sin(angle)]),
  );
  return {
    mass: 0,
    inertia: [0, 0, 0],
    position: [orbit, 0, 0],
    orientation: [0, 0, 0, 1],
    shape: { type: 'hull', points },
    orbit: { centre: [0, 0, 0], angularVelocity: [0, angularVelocity, 0] },
  };
}

/** A floor, and walls that begin within it. */
function yard(): BodySpec[] {
  const { below, height, thickness, wall } = YARD;
  const y = height / 2 - below;
  const sides = [-wall, wall].flatMap((at) => [
    solid({ type: 'box', halfExtents: [thickness / 2, height / 2, wall] }, 0, [at, y, 0]),
    solid({ type: 'box', halfExtents: [wall, height / 2, thickness / 2] }, 0, [0, y, at]),
  ]);
  return [floor(YARD.floor), ...sides];
}

/** How deep corners are in the floor, and rocks in what pushes them; and which are no longer within the walls. */
function measureYard(bodies: BodySpec[], pusherAt: number): (poses: Poses) => Record<string, number> {
  const reach = PUSHER.radius + ROCK.radius;
  return (poses) => {
    const placed = (body: number): Placed => ({
      shape: bodies[body].shape!,
      position: poses.position(body),
      orientation: poses.orientation(body),
    });
    const pushing = placed(pusherAt);
    const [px, , pz] = pushing.position;
    let [inGround, inPusher, outside] = [0, 0, 0];
    for (const [body, { mass }] of bodies.entries()) {
      if (mass === 0) continue;
      const rock = placed(body);
      const [x, y, z] = rock.position;
      if (!(Math.max(Math.abs(x), Math.abs(z)) < YARD.wall)) outside++;
      if (y < ROCK.radius && Math.max(Math.abs(x), Math.abs(z)) < YARD.floor) inGround = Math.max(inGround, -lowestPoint(rock));
      if (Math.hypot(x - px, z - pz) < reach && y < PUSHER.height + ROCK.radius) inPusher = Math.max(inPusher, depth(rock, pushing));
    }
    return { 'in ground mm': 1000 * inGround, 'in pusher mm': 1000 * inPusher, outside };
  };
}

/** Box3D, shared/benchmarks.c: junkyard. */
export function junkyard(side = 21, layers = 24): SceneData {
  const shape = rockHull(ROCK.radius);
  const bodies = [...yard(), pusher()];
  const pusherAt = bodies.length - 1;
  const place = (index: number) => 4 * index - 2 * (side - 1);
  for (let layer = 0; layer < layers; layer++)
    for (let x = 0; x < side; x++)
      for (let z = 0; z < side; z++)
        bodies.push(hullBody(shape, ROCK.mass, ROCK.roundness, [place(x), PUSHER.height + 1 + 4 * layer, place(z)]));
  return {
    ...BOX3D,
    name: 'junkyard',
    description: `Box3D: ${side * side * layers} rocks of ten points fall into a yard, through which a prism moves in a circle`,
    bodies,
    measure: measureYard(bodies, pusherAt),
  };
}

const DRUM = { inner: 16, outer: 18, half: 10, paddle: 14, segments: 36, height: 21 };

/** A piece of a ring about Z. */
function ringHull(inner: number, outer: number, from: number, to: number): ConvexShape {
  const points = [from, to].flatMap((angle) =>
    [inner, outer].flatMap((radius) => [-DRUM.half, DRUM.half].flatMap((z) => [radius * Math.cos(angle), radius * Math.sin(angle), z])),
  );
  return { type: 'hull', points };
}

/** A drum of hulls with four paddles that turns about Z. */
function drum(): BodySpec {
  const width = 10 * DEGREE;
  const parts = Array.from({ length: DRUM.segments }, (_, i) => {
    const wall = ringHull(DRUM.inner, DRUM.outer, i * width - DEGREE, (i + 1) * width + DEGREE);
    return i % 9 ? [wall] : [wall, ringHull(DRUM.paddle, DRUM.inner, i * width, (i + 1) * width)];
  }).flat();
  return {
    mass: 0,
    inertia: [0, 0, 0],
    position: [0, DRUM.height, 0],
    orientation: [0, 0, 0, 1],
    linearVelocity: [0.001, -0.002, 0],
    turning: [0, 0, 25 * DEGREE],
    parts,
  };
}

/** Box3D, shared/benchmarks.c: washer. */
export function washer(side = 20): SceneData {
  const shape: ConvexShape = { type: 'box', halfExtents: [0.2, 0.2, 0.2] };
  const bodies = [floor(60), drum()];
  const place = (index: number) => 0.8 * (index - side / 2);
  for (let x = 0; x < side; x++)
    for (let y = 0; y < side; y++) for (let z = 0; z < side; z++) bodies.push(solid(shape, 64, [place(x), 13 + 0.8 * y, place(z)]));
  const measure = (poses: Poses) => {
    let escaped = 0;
    for (let body = 2; body < bodies.length; body++) {
      const [x, y, z] = poses.position(body);
      if (Math.hypot(x, y - DRUM.height) > DRUM.outer || Math.abs(z) > DRUM.half + 1) escaped++;
    }
    return { escaped };
  };
  return {
    ...BOX3D,
    warmup: 150,
    name: 'washer',
    description: `Box3D: ${bodies.length - 2} cubes in a drum that turns`,
    bodies,
    measure,
  };
}

/** js-physics-benchmarks: cube-heap, without what is moved back. */
export function cubeHeap(count = 200): SceneData {
  const next = randomOfBox3d(7);
  const shape: ConvexShape = { type: 'box', halfExtents: [0.25, 0.25, 0.25] };
  const bodies = [floor(50)];
  for (let i = 0; i < count; i++) bodies.push(solid(shape, 1, [5 * next(), 5 + 10 * next(), 5 * next()]));
  return { ...COMMON, warmup: 0, name: 'cube-heap', description: `js-physics-benchmarks: ${count} cubes fall in a heap`, bodies };
}
