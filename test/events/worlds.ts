// What the tests of events share.
import {
  type Body,
  Box,
  HalfSpace,
  Sphere,
  TriangleMesh,
  type Vec3,
  World,
  type WorldEvent,
  type WorldOptions,
} from '../../bindings/index.ts';

export const DT = 1 / 60;
export const G = 9.81;

export const PRECISIONS: { label: string; create(options?: WorldOptions): Promise<World> }[] = (['single', 'double'] as const).map(
  (precision) => ({ label: precision, create: (options = {}) => World.create({ precision, sleep: false, ...options }) }),
);

/** Whether an event tells something of two bodies, and not that one fell asleep, woke or was frozen. */
export const isOfTwo = ({ type }: WorldEvent): boolean => type.startsWith('contact') || type.startsWith('sensor');

export const addFloor = (world: World): Body => world.addBody({ type: 'static', shape: new HalfSpace() });

/** Steps, and gives the events of each step. */
export function run(world: World, steps: number): WorldEvent[][] {
  return Array.from({ length: steps }, () => {
    world.step(DT);
    return [...world.events];
  });
}

/** The types of events in order, with the slots of bodies. */
export const summary = (events: Iterable<WorldEvent>): string[] =>
  [...events].map(({ type, a, b }) => `${type} ${a?.index ?? '-'} ${b?.index ?? '-'}`);

/** A closed cube of half the size 1. */
export function cubeMesh(): TriangleMesh {
  const corners: Vec3[] = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1]);
  const quads = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  const indices = quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);
  return new TriangleMesh(corners.flat(), indices, { solid: true });
}

export const box = (): Box => new Box([0.5, 0.5, 0.5]);
export const ball = (): Sphere => new Sphere(0.5);
