// Children of a compound with surfaces, groups and a sensor's part of their own.
import { describe, expect, test } from 'vitest';
import { BodyRecord, SurfaceRecord } from '../../bindings/core/layout.ts';
import {
  type Body,
  Box,
  Compound,
  type CompoundPart,
  HalfSpace,
  Sphere,
  World,
  type WorldEvent,
  type WorldOptions,
} from '../../bindings/index.ts';
import { randomNumbers } from '../../scenes/random.ts';
import { BACKENDS, expectRefusal } from '../bindings/backends.ts';
import { passOff } from '../hostile/stranger.ts';

const DT = 1 / 60;
const open = (settings: WorldOptions) => World.create({ sleep: false, ...settings });
const floor = (world: World, friction = 0.5): Body => world.addBody({ type: 'static', shape: new HalfSpace(), friction });

test('the surface of a body is a SurfaceRecord', () => {
  for (const [name, offset] of Object.entries(SurfaceRecord))
    if (name !== 'size') expect([name, BodyRecord[name as keyof typeof BodyRecord] - BodyRecord.staticFriction]).toEqual([name, offset]);
});

test('what children have of their own is checked, and kept by compounds of compounds', () => {
  const shape = new Box([1, 1, 1]);
  for (const part of [
    { sensor: 1 },
    { collisionGroup: -1 },
    { collisionMask: 0.5 },
    { material: 3 },
    { material: { friction: -1 } },
    { material: { restitution: 2 } },
    { materials: {} },
  ])
    expectRefusal(() => new Compound([{ shape, ...part } as CompoundPart]), 'invalid-argument');
  const tag = { name: 'tyre' };
  const inner = new Compound([
    { shape, material: { friction: 0.25, surfaceVelocity: [1, 0, 0] }, userData: tag },
    { shape, sensor: true, collisionGroup: 4 },
    { shape },
  ]);
  const turn = [0, Math.SQRT1_2, 0, Math.SQRT1_2] as const;
  const { children } = new Compound([{ shape: inner, orientation: turn, material: { friction: 1, restitution: 0.5 }, collisionMask: 6 }]);
  expect(children[0].material).toMatchObject({ staticFriction: 0.25, dynamicFriction: 0.25, restitution: 0.5 });
  expect(children[0].material?.surfaceVelocity?.[2]).toBeCloseTo(-1, 12);
  expect(children[0].userData).toBe(tag);
  expect(children.map(({ sensor }) => sensor)).toEqual([false, true, false]);
  expect(children.map(({ collisionGroup, collisionMask }) => [collisionGroup, collisionMask])).toEqual([
    [undefined, 6],
    [4, 6],
    [undefined, 6],
  ]);
  expect(children[2].material).toEqual({ staticFriction: 1, dynamicFriction: 1, restitution: 0.5 });
});

test('sensors have no mass', () => {
  const solid = new Compound([{ shape: new Box([1, 1, 1]) }]);
  const sensing = new Compound([{ shape: new Box([1, 1, 1]) }, { shape: new Sphere(5), position: [3, 0, 0], sensor: true }]);
  expect(sensing.massProperties()).toEqual(solid.massProperties());
});

describe.each(BACKENDS)('$label', ({ settings }) => {
  /** Boxes of the same size side by side, the first of them at the origin. */
  const plank = (...own: Partial<CompoundPart>[]) =>
    new Compound(own.map((part, k) => ({ shape: new Box([1, 0.1, 1]), position: [2 * k, 0, 0], ...part })));

  test('a child without anything of its own slides and bounces as its body', async () => {
    const fate = async (shape: Compound, friction: number) => {
      const world = await open(settings);
      floor(world);
      const body = world.addBody({ shape, friction, position: [0, 0.1, 0], linearVelocity: [3, 0, 0], mass: 2, inertia: [1, 1, 1] });
      for (let step = 0; step < 40; step++) world.step(DT);
      const [x] = body.position;
      world.dispose();
      return x;
    };
    const material = { frictionCombine: 'multiply', friction: 0.8 } as const;
    const plain = await fate(new Compound([{ shape: new Box([1, 0.1, 1]), material: { frictionCombine: 'multiply' } }]), 0.8);
    expect(await fate(new Compound([{ shape: new Box([1, 0.1, 1]), material }]), 0.1)).toBe(plain);
    // v²/(2 μ g), μ = 0.5 · 0.8; a step's worth of rounding in time.
    expect(plain).toBeCloseTo(9 / (2 * 0.4 * 9.81), 1);
    expect(await fate(new Compound([{ shape: new Box([1, 0.1, 1]), userData: 1 }]), 0.8)).not.toBe(plain);
  });

  test('side by side, ice lets slide, rubber holds and a belt carries', async () => {
    const world = await open(settings);
    const track = plank(
      { material: { friction: 0, frictionCombine: 'minimum' } },
      { material: { friction: 2, frictionCombine: 'maximum' } },
      { material: { surfaceVelocity: [0, 0, 1], friction: 1 } },
    );
    world.addBody({ type: 'static', shape: track, friction: 0.5 });
    const push = (x: number, velocity: number) =>
      world.addBody({
        shape: new Box([0.2, 0.2, 0.2]),
        position: [x, 0.3, -0.5],
        linearVelocity: [0, 0, velocity],
        lockRotation: [true, true, true],
      });
    const [slides, holds, rides] = [push(0, 0.5), push(2, 0.5), push(4, 0)];
    for (let step = 0; step < 60; step++) world.step(DT);
    expect(slides.linearVelocity[2]).toBeCloseTo(0.5, 5);
    expect(Math.abs(holds.linearVelocity[2])).toBeLessThan(1e-3);
    expect(rides.linearVelocity[2]).toBeCloseTo(1, 3);
    const told = world.contacts().map(({ a, b, childA, childB }) => [a.index, b.index, childA, childB]);
    expect(told.sort()).toEqual([
      [1, slides.index, 0, -1],
      [1, holds.index, 1, -1],
      [1, rides.index, 2, -1],
    ]);
    world.dispose();
  });

  test('one body that lies across two children has a contact with each', async () => {
    const world = await open(settings);
    const track = plank({ material: { compliance: 0 } }, { material: { restitution: 0 } });
    world.addBody({ type: 'static', shape: track });
    const box = world.addBody({ shape: new Box([0.5, 0.2, 0.5]), position: [1, 0.3, 0] });
    for (let step = 0; step < 30; step++) world.step(DT);
    expect(
      world
        .contacts()
        .map(({ childA }) => childA)
        .sort(),
    ).toEqual([0, 1]);
    expect(box.position[1]).toBeCloseTo(0.3, 3);
    expect(box.contactForce()[1] / (box.mass * 9.81)).toBeCloseTo(1, 3);
    world.dispose();
  });

  test('children in other groups let pass, in contacts and in queries', async () => {
    const world = await open(settings);
    const track = plank({ collisionGroup: 2 }, {}, { collisionMask: 0 });
    world.addBody({ type: 'static', shape: track, collisionGroup: 1 });
    const drop = (x: number, mask: number) =>
      world.addBody({ shape: new Sphere(0.2), position: [x, 0.5, 0], collisionMask: mask, collisionGroup: 8 });
    const bodies = [drop(-0.5, 1), drop(0.5, 2), drop(1.7, 1), drop(2.3, 2), drop(4, 3)];
    const child = (x: number, mask: number) => world.castRay([x, 3, 0], [0, -1, 0], { mask, maxDistance: 2.95 })?.child ?? null;
    expect([child(-0.9, 1), child(-0.9, 2), child(1.2, 1), child(1.2, 2), child(4.9, 1)]).toEqual([null, 0, 1, null, 2]);
    const cast = (x: number, mask: number) =>
      world.castShape(new Sphere(0.05), { position: [x, 3, 0.8], translation: [0, -2.9, 0], mask })?.child ?? null;
    expect([cast(-0.9, 1), cast(-0.9, 2), cast(1.2, 1), cast(1.2, 2)]).toEqual([null, 0, 1, null]);
    expect(world.overlap(new Sphere(0.05), { position: [0, 0, 0.9], mask: 1 })).toEqual([]);
    expect(world.overlap(new Sphere(0.05), { position: [0, 0, 0.9], mask: 2 }).length).toBe(1);
    for (let step = 0; step < 60; step++) world.step(DT);
    expect(bodies.map(({ position: [, y] }) => y > 0)).toEqual([false, true, true, false, false]);
    world.dispose();
  });

  /** Of events of two bodies: type, slots and children. */
  const told = (events: Iterable<WorldEvent>) =>
    [...events].filter(({ b }) => b).map(({ type, a, b, childA, childB }) => `${type} ${a?.index}.${childA} ${b?.index}.${childB}`);

  test('each child has contact events of its own; a sensor feels and pushes nobody', async () => {
    const world = await open(settings);
    floor(world);
    const shape = new Compound([
      { shape: new Box([0.3, 0.3, 0.3]) },
      { shape: new Sphere(0.2), position: [1, 0.6, 0], userData: 'head', material: {} },
      { shape: new Sphere(0.4), position: [0, -1, 0], sensor: true },
    ]);
    const body = world.addBody({ shape, position: [0, 2, 0], lockRotation: [true, true, true] });
    const events: string[] = [];
    for (let step = 0; step < 120; step++) {
      world.step(DT);
      events.push(...told(world.events));
    }
    // The floor is slot 1: a sensor comes first, and of others the lower slot.
    expect(events).toEqual(['sensor-enter 2.2 1.-1', 'contact-begin 1.-1 2.0']);
    expect(body.position[1]).toBeCloseTo(0.3, 2);
    body.lockRotation = [false, false, false];
    world.gravity = [40, -20, 0];
    const rolled: string[] = [];
    for (let step = 0; step < 60 && rolled.length === 0; step++) {
      world.step(DT);
      rolled.push(...told(world.events).filter((line) => line.includes('2.1')));
    }
    expect(rolled[0]).toBe('contact-begin 1.-1 2.1');
    const before = world.snapshot();
    const twin = await open(settings);
    twin.restore(passOff(before));
    expect((twin.bodyAt(2) as Body).shape).toBeInstanceOf(Compound);
    for (let step = 0; step < 30; step++) {
      for (const each of [world, twin]) each.step(DT);
      expect(told(twin.events)).toEqual(told(world.events));
    }
    expect(twin.hash()).toBe(world.hash());
    world.removeBody(body);
    const ends = told(world.events).filter((line) => !line.includes('begin'));
    expect(ends.length).toBeGreaterThan(0);
    for (const line of ends) expect(line).toMatch(/^(contact-end|sensor-leave) /);
    for (const each of [world, twin]) each.dispose();
  });

  test('what begins ends: random children that come, pass, are filtered and removed', async () => {
    const world = await open({ ...settings, gravity: [0, 0, 0] });
    const random = randomNumbers(7);
    const shape = new Compound(
      Array.from({ length: 6 }, (_, k) => ({
        shape: k % 2 ? new Sphere(0.3) : new Box([0.25, 0.25, 0.25]),
        position: [k - 2.5, 0, 0] as const,
        sensor: k % 3 === 0,
        material: {},
      })),
    );
    const bodies = Array.from({ length: 8 }, (_, k) =>
      world.addBody({
        shape: k % 2 ? shape : new Sphere(0.4),
        type: k === 1 ? 'static' : k === 3 ? 'kinematic' : 'dynamic',
        position: [6 * random() - 3, 2 * random(), 2 * random()],
        ...(k !== 1 && { linearVelocity: [4 * random() - 2, random() - 0.5, random() - 0.5] as const }),
      }),
    );
    const open_ = new Map<string, number>();
    const count = () => {
      for (const line of told(world.events)) {
        const [type, ...who] = line.split(' ');
        const key = [type.split('-')[0], ...who].join(' ');
        open_.set(key, (open_.get(key) ?? 0) + (/begin|enter/.test(type) ? 1 : -1));
        expect([0, 1], line).toContain(open_.get(key));
      }
    };
    let began = 0;
    for (let step = 0; step < 240; step++) {
      world.step(DT);
      count();
      began = Math.max(began, open_.size);
      for (const body of bodies)
        if (body.alive && body.type !== 'static' && body.position.some((x) => Math.abs(x) > 4))
          body.linearVelocity = body.linearVelocity.map((v) => -v) as never;
    }
    expect(began).toBeGreaterThan(5);
    for (const body of bodies.slice(1)) world.removeBody(body);
    world.step(DT);
    // The removals' ends come before those of the step.
    count();
    expect([...open_].filter(([, n]) => n !== 0)).toEqual([]);
    world.dispose();
  });

  test('a swept ball flies through sensors and children that it does not meet', async () => {
    const world = await open({ ...settings, gravity: [0, 0, 0] });
    const gate = new Compound([
      { shape: new Box([0.05, 1, 1]), sensor: true },
      { shape: new Box([0.05, 1, 1]), position: [1, 0, 0], collisionGroup: 2 },
      { shape: new Box([0.05, 1, 1]), position: [2, 0, 0] },
    ]);
    world.addBody({ type: 'static', shape: gate });
    const ball = world.addBody({ shape: new Sphere(0.05), position: [-3, 0, 0], linearVelocity: [200, 0, 0], ccd: true, collisionMask: 1 });
    for (let step = 0; step < 6; step++) world.step(DT);
    expect(ball.position[0]).toBeGreaterThan(1.2);
    expect(ball.position[0]).toBeLessThan(2);
    world.dispose();
  });
});
