// A program that prints how many bytes reading takes: of 200 balls on a floor, events, contacts and forces, a great many times. To be run
// with --expose-gc and with room for new objects, so that none is collected while it counts.
import type { WorldEvent } from '../../bindings/index.ts';
import { addFloor, ball, DT, PRECISIONS } from './worlds.ts';

const ROUNDS = 2000;
const BALLS = 200;
const precision = process.argv[2];

const world = await PRECISIONS.find(({ label }) => label === precision)!.create();
addFloor(world);
const bodies = Array.from({ length: BALLS }, (_, k) => world.addBody({ shape: ball(), position: [2 * k, 0.49, 0.3], events: 'all' }));
for (let k = 0; k < 10; k++) world.step(DT);
// Ends of removed bodies are read too.
for (const body of bodies.splice(0, 20)) world.removeBody(body);

/** An array: a variable of numbers would be allocated anew with each of them. */
const sum = new Float64Array(1);
const out: [number, number, number] = [0, 0, 0];
const kept: WorldEvent = world.events.at(0);
const take = (event: WorldEvent) => {
  sum[0] += event.impulse + event.point[0] + event.normal[1] + (event.b ?? event.a)!.index;
};
const readers: Record<string, () => void> = {
  forEach: () => world.events.forEach(take),
  at: () => {
    for (let k = 0; k < world.events.length; k++) sum[0] += world.events.at(k, kept).impulse;
  },
  forEachContact: () =>
    world.forEachContact(({ points, friction, b }) => {
      sum[0] += points[0].force + points[0].position[0] + friction[0] + b.index;
    }),
  contactForce: () => {
    for (const body of bodies) sum[0] += body.contactForce(out)[1];
  },
};

/** Bytes for each of the events, contacts or bodies. */
function bytesOf(read: () => void): number {
  for (let k = 0; k < ROUNDS; k++) read();
  globalThis.gc!();
  const before = process.memoryUsage().heapUsed;
  for (let k = 0; k < ROUNDS; k++) read();
  return (process.memoryUsage().heapUsed - before) / (ROUNDS * bodies.length);
}

const allocating = () => {
  for (const event of world.events) sum[0] += event.impulse;
};
const bytes = Object.fromEntries(Object.entries({ ...readers, allocating }).map(([name, read]) => [name, bytesOf(read)]));
console.log(JSON.stringify({ bytes, events: world.events.length, finite: Number.isFinite(sum[0]) }));
