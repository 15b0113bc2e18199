// Boxes of bodies: around the points of their shapes, and in the trees around where they get in a step.
import { beforeAll, describe, expect, test } from 'vitest';
import { BodyFlag, BodyRecord, BodyType, ShapeType } from '../../bindings/core/layout.ts';
import { BroadWorld, compileBroadphase, type ShapeValues } from './broadphase-kernels.ts';

const STEP = 1 / 60;

let module: WebAssembly.Module;
beforeAll(async () => {
  module = await compileBroadphase();
});

function rotate([x, y, z, w]: number[], v: number[]): number[] {
  const t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])];
  return [v[0] + w * t[0] + y * t[2] - z * t[1], v[1] + w * t[1] + z * t[0] - x * t[2], v[2] + w * t[2] + x * t[1] - y * t[0]];
}

/** A quarter of a degree apart around the y axis. */
function ring(radius: number, y: number): number[][] {
  return Array.from({ length: 1440 }, (_, k) => [radius * Math.cos((k * Math.PI) / 720), y, radius * Math.sin((k * Math.PI) / 720)]);
}

const corners = (low: number[], high: number[]): number[][] =>
  Array.from({ length: 8 }, (_, k) => [0, 1, 2].map((axis) => (k & (1 << axis) ? high : low)[axis]));

const half = [0.3, 0.8, 0.5];
const CASES: [name: string, shape: ShapeValues, points: number[][]][] = [
  ['sphere', { type: ShapeType.Sphere, radius: 0.7, breadth: 0.7, reach: 0.7 }, [[0, 0, 0]]],
  [
    'capsule',
    { type: ShapeType.Capsule, size: [0, 0.9, 0], radius: 0.2, breadth: 0.2, reach: 1.1 },
    [
      [0, 0.9, 0],
      [0, -0.9, 0],
    ],
  ],
  [
    'box',
    { type: ShapeType.Box, size: half, radius: 0.1, breadth: 0.4, reach: 1.1 },
    corners(
      half.map((x) => -x),
      half,
    ),
  ],
  [
    'cylinder',
    { type: ShapeType.Cylinder, size: [0.6, 0.4, 0], radius: 0.1, breadth: 0.5, reach: 0.9 },
    [...ring(0.6, 0.4), ...ring(0.6, -0.4)],
  ],
  ['cone', { type: ShapeType.Cone, size: [0.6, 0.4, -0.15], radius: 0.1, breadth: 0.5, reach: 0.9 }, [...ring(0.6, -0.55), [0, 0.25, 0]]],
  [
    'hull',
    { type: ShapeType.Hull, bounds: [-1, -0.2, 0, 0.4, 0.8, 0.3], radius: 0.05, breadth: 0.2, reach: 1.4 },
    corners([-1, -0.2, 0], [0.4, 0.8, 0.3]),
  ],
];
const TURNS = [
  [0, 0, 0, 1],
  [0.5, 0.5, 0.5, 0.5],
  [Math.SQRT1_2, 0, 0, -Math.SQRT1_2],
  [0.1, -0.7, 0.5, 0.5],
  [-0.8, 0.2, 0.4, 0.4],
];

describe('bounds of shapes', () => {
  test.each(CASES)('are exact: %s', (_, shape, points) => {
    const world = new BroadWorld(module, 1);
    world.setShape(0, shape);
    const around = shape.type === ShapeType.Hull ? 0 : (shape.radius ?? 0);
    for (const turn of TURNS) {
      const length = Math.sqrt(turn.reduce((sum, x) => sum + x * x, 0));
      const orientation = turn.map((x) => x / length);
      const center = [0.2, -0.1, 0.4];
      const position = [3, -2, 5];
      world.setBody(0, { type: BodyType.Static, shape: 0, position, orientation, center });
      const placed = points.map((p) =>
        rotate(
          orientation,
          p.map((x, k) => x - center[k]),
        ).map((x, k) => x + position[k]),
      );
      const bounds = world.bounds(0);
      for (let k = 0; k < 3; k++) {
        const along = placed.map((p) => p[k]);
        expect(bounds[k]).toBeCloseTo(Math.min(...along) - around, 4);
        expect(bounds[k + 3]).toBeCloseTo(Math.max(...along) + around, 4);
        expect(bounds[k]).toBeLessThanOrEqual(Math.min(...along) - around + 1e-12);
        expect(bounds[k + 3]).toBeGreaterThanOrEqual(Math.max(...along) + around - 1e-12);
      }
    }
  });

  test('of a half-space end at its plane, when that is level', () => {
    const world = new BroadWorld(module, 1);
    world.setShape(0, { type: ShapeType.HalfSpace, size: [0, 1, 0], breadth: 1, reach: Infinity });
    const at = (orientation: number[]) => {
      world.setBody(0, { type: BodyType.Static, shape: 0, position: [1, 2, 3], orientation });
      return world.bounds(0);
    };
    const far = 1e18;
    const up = at([0, 0, 0, 1]);
    expect([...up.slice(0, 4), up[5]]).toEqual([-far, -far, -far, far, far]);
    expect(up[4]).toBeCloseTo(2, 0);
    expect(up[4]).toBeGreaterThan(2);
    const down = at([1, 0, 0, 0]);
    expect([down[0], ...down.slice(2)]).toEqual([-far, -far, far, far, far]);
    expect(down[1]).toBeLessThan(2);
    const sideways = at([Math.SQRT1_2, 0, 0, Math.SQRT1_2]);
    expect([...sideways.slice(0, 5)]).toEqual([-far, -far, -far, far, far]);
    expect(sideways[5]).toBeLessThan(3.1);
    expect(at([0.1, 0, 0, Math.sqrt(0.99)])).toEqual([-far, -far, -far, far, far, far]);
  });
});

describe('boxes in the tree', () => {
  /** The leaf of a box of 2 x 0.2 x 0.2 m after an update, and its bounds after the body has moved. */
  function follow(prepare: (world: BroadWorld) => void, move: (world: BroadWorld) => void): [leaf: number[], bounds: number[]] {
    const world = new BroadWorld(module, 1);
    world.setShape(0, { type: ShapeType.Box, size: [1, 0.1, 0.1], breadth: 0.1, reach: 1.01 });
    world.setBody(0, { type: BodyType.Dynamic, shape: 0, position: [0, 0, 0] });
    prepare(world);
    world.exports['placeBody'](0);
    world.exports['updatePairs'](STEP);
    const leaf = world.leafBox(0)!;
    move(world);
    return [leaf, world.bounds(0)];
  }
  const holds = ([leaf, bounds]: [number[], number[]]) => [0, 1, 2].every((k) => leaf[k] <= bounds[k] && leaf[k + 3] >= bounds[k + 3]);

  test('hold a step at twice the speed', () => {
    const velocity = [100, -50, 20];
    const followed = follow(
      (world) => world.setVector(0, BodyRecord.velocityX, velocity),
      (world) =>
        world.setVector(
          0,
          BodyRecord.positionX,
          velocity.map((x) => 2 * STEP * x),
        ),
    );
    expect(holds(followed)).toBe(true);
    expect(followed[0][0]).toBeGreaterThan(-1.2);
  });

  test('hold a step of turning', () => {
    const turn = (world: BroadWorld) => world.setVector(0, BodyRecord.orientationX, [0, 0, Math.sin(0.4), Math.cos(0.4)]);
    expect(holds(follow((world) => world.setVector(0, BodyRecord.angularVelocityX, [0, 0, 0.8 / STEP]), turn))).toBe(true);
  });

  test('hold the pose that a kinematic body is to reach', () => {
    const orientation = [0, Math.sin(0.6), 0, Math.cos(0.6)];
    const followed = follow(
      (world) => {
        world.setVector(0, BodyRecord.targetX, [5, 6, -7]);
        world.setVector(0, BodyRecord.targetOrientationX, orientation);
        world.setNumber(0, BodyRecord.flags, BodyFlag.Alive | BodyFlag.HasTarget | (BodyType.Kinematic << BodyFlag.TypeShift));
      },
      (world) => {
        world.setVector(0, BodyRecord.positionX, [5, 6, -7]);
        world.setVector(0, BodyRecord.orientationX, orientation);
      },
    );
    expect(holds(followed)).toBe(true);
  });

  test('shrink when the body has come to rest', () => {
    const world = new BroadWorld(module, 1);
    world.setShape(0, { type: ShapeType.Sphere, radius: 0.5, breadth: 0.5, reach: 0.5 });
    world.setBody(0, { type: BodyType.Dynamic, shape: 0, position: [0, 0, 0], velocity: [1000, 0, 0] });
    world.exports['placeBody'](0);
    world.exports['updatePairs'](STEP);
    expect(world.leafBox(0)![3]).toBeGreaterThan(30);
    world.setVector(0, BodyRecord.velocityX, [0, 0, 0]);
    for (let k = 0; k < 10; k++) world.exports['updatePairs'](STEP);
    expect(world.leafBox(0)![3]).toBeLessThan(0.7);
  });
});
