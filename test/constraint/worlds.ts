// Random worlds for the graph: joints between any bodies, some of which have more joints or contacts than there are colours.
import {
  BallJoint,
  type Body,
  Box,
  DistanceJoint,
  FixedJoint,
  GearJoint,
  GrabJoint,
  HalfSpace,
  HingeJoint,
  type Joint,
  PrismaticJoint,
  Sphere,
  World,
  type WorldOptions,
} from '../../bindings/index.ts';

type Random = () => number;

const DT = 1 / 60;

export const pick = <Item>(random: Random, list: readonly Item[]): Item => list[Math.floor(random() * list.length)];

/** Bodies without shapes, which joints hold and nothing else. */
export async function bodiesOnly(random: Random, count: number, settings: WorldOptions): Promise<World> {
  const world = await World.create({ sleep: false, substeps: 1, gravity: [0, 0, 0], ...settings });
  for (let k = 0; k < count; k++) {
    const type = k === 0 ? 'dynamic' : pick(random, ['dynamic', 'dynamic', 'dynamic', 'kinematic', 'static'] as const);
    // Kinematic bodies that stand still would not be looked at.
    world.addBody({ type, mass: 1, position: [k, 0, 0], ...(type === 'kinematic' ? { angularVelocity: [0, 0, 1e-3] } : {}) });
  }
  return world;
}

/** A joint between two of the bodies, or of one with the world, or of the hinges among the joints. */
export function randomJoint(random: Random, world: World, hub: Body | null = null): Joint {
  const bodies = [...world.bodies];
  const b = pick(random, bodies);
  let a = hub ?? (random() < 0.15 ? null : pick(random, bodies));
  if (a === b) a = null;
  const ends = { a, b, anchor: [...b.position] as [number, number, number] };
  const hinges = [...world.joints].filter((joint) => joint instanceof HingeJoint);
  const axis = [0, 0, 1] as const;
  const make: (() => Joint)[] = [
    () => new BallJoint(ends),
    () => new BallJoint({ ...ends, compliance: 1e-6 }),
    () => new HingeJoint({ ...ends, axis }),
    () => new HingeJoint({ ...ends, axis, limits: { lower: -1, upper: 1 }, motor: { velocity: 0, maxTorque: 1 } }),
    () => new FixedJoint(ends),
    () => new PrismaticJoint({ ...ends, axis, limits: { lower: -1, upper: 1, compliance: 1e-3 } }),
    () => new DistanceJoint({ a, b, anchorA: [0, 0, 0], anchorB: [0, 0, 0], minLength: 0, maxLength: 1e3 }),
    () => new GrabJoint({ b, anchor: [...b.position], stiffness: 1, damping: 1, maxForce: 1 }),
  ];
  if (hinges.length > 1 && random() < 0.1) {
    const [first, second] = [pick(random, hinges), pick(random, hinges)];
    const moved = [first.a, first.b, second.a, second.b].filter((body) => body?.type === 'dynamic');
    if (first !== second && new Set(moved).size > 1) return world.addJoint(new GearJoint({ first, second, ratio: 1 }));
  }
  return world.addJoint(pick(random, make)());
}

/** Joints and bodies come, go and change between steps; `seen` is called after each step with the joints that were changed. */
export function change(world: World, random: Random, seen: (changed: ReadonlySet<number>) => void): void {
  const hub = [...world.bodies].find(({ type }) => type === 'dynamic')!;
  for (let k = 0; k < 120; k++) randomJoint(random, world, hub);
  let changed = new Set([...world.joints].map(({ index }) => index));
  for (let round = 0; round < 12; round++) {
    world.step(DT);
    seen(changed);
    changed = new Set();
    for (let k = 10 * random(); k > 0; k--) {
      const joints = [...world.joints];
      const bodies = [...world.bodies];
      const others = bodies.filter((body) => body !== hub);
      const chance = random();
      if (chance < 0.35) changed.add(randomJoint(random, world, random() < 0.3 ? hub : null).index);
      else if (chance < 0.6 && joints.length > 0) world.removeJoint(pick(random, joints));
      else if (chance < 0.7 && joints.length > 0) pick(random, joints).enabled = random() < 0.5;
      else if (chance < 0.8 && others.length > 2) world.removeBody(pick(random, others));
      else if (chance < 0.9) {
        const body = pick(random, bodies);
        body.type = pick(random, ['dynamic', 'static'] as const);
        for (const { index } of world.store.at(body.index)) changed.add(index);
      }
    }
  }
}

/** A heap on the ground, and a plate that floats and carries more than there are colours. */
export async function heap(random: Random, settings: WorldOptions): Promise<World> {
  const world = await World.create({ sleep: false, substeps: 1, ...settings });
  world.addBody({ type: 'static', shape: new HalfSpace() });
  const shapes = [new Box([0.2, 0.2, 0.2]), new Sphere(0.2), new Box([0.2, 0.1, 0.3])];
  const add = (x: number, y: number, z: number) => world.addBody({ shape: pick(random, shapes), position: [x, y, z] });
  for (let k = 0; k < 60; k++) add(20 + 0.5 * (k % 4) + 0.1 * random(), 0.25 + 0.4 * Math.floor(k / 16), 0.5 * (Math.floor(k / 4) % 4));
  world.addBody({ shape: new Box([6, 0.1, 6]), position: [0, 5, 0], mass: 1e4, gravityScale: 0 });
  for (let k = 0; k < 100; k++) add((k % 10) - 4.5, 5.31, Math.floor(k / 10) - 4.5);
  return world;
}
