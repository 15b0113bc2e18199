import assert from 'node:assert/strict';
import {
  Box,
  Capsule,
  Compound,
  ConvexHull,
  Cylinder,
  HalfSpace,
  HeightField,
  type Shape,
  Sphere,
  TriangleMesh,
  type Vec3,
  World,
} from '../../bindings/index.ts';
import { randomNumbers } from '../../scenes/random.ts';
import { turn } from '../../scenes/turn.ts';
import type { Campaign } from './campaign.ts';

const SECONDS = 60;
const DT = 1 / 60;
/** What 60 s may change of the speed. */
const TOLERANCE = 1e-3;

/** A grid of triangles in the plane y = 0. */
function flatMesh(half: number, cells: number): TriangleMesh {
  const vertices: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= cells; i++)
    for (let j = 0; j <= cells; j++) vertices.push((2 * i - cells) * (half / cells), 0, (2 * j - cells) * (half / cells));
  for (let i = 0; i < cells; i++) {
    for (let j = 0; j < cells; j++) {
      const a = i * (cells + 1) + j;
      indices.push(a, a + 1, a + cells + 1, a + 1, a + cells + 2, a + cells + 1);
    }
  }
  return new TriangleMesh(vertices, indices, { solid: false });
}

function corners(half: number): number[] {
  return [-1, 1].flatMap((x) => [-1, 1].flatMap((z) => [-2, 0].flatMap((y) => [x * half, y * half, z * half])));
}

/** Level grounds whose surface is y = 0, and where they are put. */
const GROUNDS: ((half: number) => [Shape, Vec3])[] = [
  () => [new HalfSpace(), [0, 0, 0]],
  (half) => [new Box([half, half, half]), [0, -half, 0]],
  (half) => [new ConvexHull(corners(half)), [0, 0, 0]],
  (half) => [flatMesh(half, 12), [0, 0, 0]],
  (half) => [new HeightField({ rows: 9, columns: 9, heights: new Array(81).fill(0), spacing: [half / 4, half / 4] }), [0, 0, 0]],
];

/** Slabs side by side; what has a line of contact lies across their seams. */
function slabs(half: number): [Shape, Vec3] {
  const shape = new Box([half / 4, half / 4, half]);
  return [new Compound([-3, -1, 1, 3].map((k) => ({ shape, position: [(k * half) / 4, 0, 0] }))), [0, -half / 4, 0]];
}

const ACROSS = turn([1, 0, 0], Math.PI / 2);

/** What rolls along x. A cylinder's line of contact would lie across several triangles, whose points a step chooses among. */
const ROLLERS: { make(radius: number): Shape; grounds: typeof GROUNDS }[] = [
  { make: (radius) => new Sphere(radius), grounds: [...GROUNDS, slabs] },
  { make: (radius) => new Capsule(radius, radius), grounds: GROUNDS },
  { make: (radius) => new Cylinder(radius, radius), grounds: GROUNDS.slice(0, 3) },
];

/** Something round that rolls on level ground keeps its speed, however slow and large it is. */
export const rolling: Campaign = {
  name: 'rolling',
  description: 'what rolls on level ground for a minute keeps its speed',
  cases: 12,
  async run(seed) {
    const random = randomNumbers(seed);
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)];
    const between = (low: number, high: number) => low * (high / low) ** random();
    const precision = random() < 0.5 ? 'single' : 'double';
    const roller = pick(ROLLERS);
    const ground = pick(roller.grounds);
    const radius = between(0.01, 10);
    // In a substep of single precision, slower things move by the rounding of their velocity.
    const speed = between(precision === 'single' ? Math.max(0.01, radius / 50) : 0.01, 3);
    const half = Math.max(4 * radius, speed * SECONDS);
    const world = await World.create({ precision, sleep: false });
    const [shape, position] = ground(half);
    const groundFirst = random() < 0.5;
    if (groundFirst) world.addBody({ type: 'static', shape, position });
    const body = world.addBody({
      shape: roller.make(radius),
      orientation: roller.make === ROLLERS[0].make ? undefined : ACROSS,
      position: [-speed * SECONDS * 0.47, radius, 0.07 * radius],
      linearVelocity: [speed, 0, 0],
      angularVelocity: [0, 0, -speed / radius],
    });
    if (!groundFirst) world.addBody({ type: 'static', shape, position });
    for (let step = 0; step * DT < SECONDS; step++) {
      world.step(DT);
      const part = Math.hypot(...body.linearVelocity) / speed;
      assert(Math.abs(part - 1) < TOLERANCE, `radius ${radius}, ${speed} m/s, ${shape.type}: ${part} of the speed after ${world.time} s`);
    }
    world.dispose();
  },
};
