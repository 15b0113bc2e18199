import assert from 'node:assert/strict';
import {
  type Body,
  Box,
  Capsule,
  Compound,
  type CompoundPart,
  HalfSpace,
  Sphere,
  type Vec3,
  World,
  type WorldEvent,
} from '../../bindings/index.ts';
import { randomNumbers } from '../../scenes/random.ts';
import type { Campaign } from './campaign.ts';
import { passOff } from './stranger.ts';

type Random = () => number;

const point = (random: Random, size: number): Vec3 => [size * (random() - 0.5), size * (random() - 0.5), size * (random() - 0.5)];

function convex(random: Random): Box | Sphere | Capsule {
  const size = 0.2 + 0.3 * random();
  return random() < 0.4 ? new Box([size, size, 0.3]) : random() < 0.5 ? new Sphere(size) : new Capsule(size, 0.3);
}

function part(random: Random): CompoundPart {
  const own = (chance: number) => random() < chance;
  return {
    shape: convex(random),
    position: point(random, 2),
    ...(own(0.3) && {
      material: { friction: random(), ...(own(0.3) && { restitution: 0.5 }), ...(own(0.3) && { surfaceVelocity: [1, 0, 0] }) },
    }),
    ...(own(0.3) && { sensor: true }),
    ...(own(0.2) && { collisionGroup: Math.floor(8 * random()) }),
    ...(own(0.2) && { collisionMask: Math.floor(8 * random()) }),
    ...(own(0.2) && { oneWay: own(0.3) ? null : point(random, 1) }),
  };
}

/** What is known of a body, also when it has been removed: a number of its own, and whether events tell of its children. */
interface Known {
  id: number;
  sensor: boolean;
  distinct: boolean;
}

/** Each begin has one end, for the same bodies and children, and nothing else. */
class Ledger {
  private readonly open = new Set<string>();
  private readonly known = new Map<Body | null, Known>();

  /** To be called for each body that is added. */
  note(body: Body): void {
    const { sensor, shape } = body;
    const distinct = shape instanceof Compound && shape.children.some(hasOwn);
    this.known.set(body, { id: this.known.size, sensor, distinct });
  }

  read(events: Iterable<WorldEvent>): void {
    for (const { type, a, b, childA, childB } of events) {
      if (!/^(contact|sensor)-/.test(type)) continue;
      const [first, second] = [a, b].map((body) => this.known.get(body)!);
      // Where children have nothing of their own, events tell the one that bears most, which may change.
      const byChild = !first.sensor && !second.sensor && (first.distinct || second.distinct);
      const who = `${type.split('-')[0]} ${first.id} ${second.id} ${byChild ? `${childA} ${childB}` : ''}`;
      if (/begin|enter/.test(type)) assert.ok(!this.open.has(who), `${who} begins twice`);
      else assert.ok(this.open.has(who), `${who} has not begun: ${type}`);
      if (/begin|enter/.test(type)) this.open.add(who);
      else if (/end|leave/.test(type)) this.open.delete(who);
    }
  }

  finish(): void {
    assert.deepEqual([...this.open], [], 'what began has not ended');
  }
}

const hasOwn = (child: Compound['children'][number]): boolean =>
  child.sensor || [child.material, child.oneWay, child.collisionGroup, child.collisionMask].some((own) => own !== undefined);

/** Compounds whose children differ in any way, with bodies and groups that come, go and change; a stranger goes on the same. */
export const children: Campaign = {
  name: 'children',
  description:
    'children of compounds with surfaces, groups, sides and sensors of their own: what begins ends, and snapshots go on the same',
  cases: 6,
  async run(seed) {
    const random = randomNumbers(seed);
    const settings = { precision: seed % 2 ? 'single' : 'double', substeps: 4 } as const;
    const world = await World.create(settings);
    const floor = world.addBody({ type: 'static', shape: new HalfSpace(), oneWay: random() < 0.3 ? [0, 1, 0] : null, events: 'all' });
    const shapes = Array.from({ length: 5 }, () => new Compound(Array.from({ length: 1 + Math.floor(6 * random()) }, () => part(random))));
    const ledger = new Ledger();
    const add = () => {
      const body = world.addBody({
        shape: random() < 0.7 ? shapes[Math.floor(5 * random())] : convex(random),
        type: random() < 0.8 ? 'dynamic' : random() < 0.5 ? 'static' : 'kinematic',
        position: [6 * random() - 3, 3 * random(), 6 * random() - 3],
        collisionGroup: 1 + Math.floor(7 * random()),
        sensor: random() < 0.1,
        ccd: random() < 0.2,
        oneWay: random() < 0.15 ? point(random, 1) : null,
      });
      ledger.note(body);
    };
    ledger.note(floor);
    for (let k = 0; k < 20; k++) add();
    for (let step = 0; step < 60; step++) {
      // What changes between steps is in the list of the next one too.
      world.step(1 / 60);
      ledger.read(world.events);
      if (step % 3) continue;
      const bodies = [...world.bodies].slice(1);
      const body = bodies[Math.floor(random() * bodies.length)];
      const change = random();
      if (change < 0.2) world.removeBody(body);
      else if (change < 0.4) add();
      else if (change < 0.5) body.oneWay = body.oneWay ? null : point(random, 1);
      else if (change < 0.6) world.setGroupsCollide(Math.floor(3 * random()), Math.floor(3 * random()), random() < 0.5);
      else if (change < 0.7) body.position = [0, 1 + random(), 0];
      else if (change < 0.8) body.collisionMask = Math.floor(8 * random());
    }
    for (const { position } of world.bodies) assert.ok(position.every(Number.isFinite), 'a body is nowhere');
    const stranger = await World.create(settings);
    stranger.restore(passOff(world.snapshot()));
    for (let step = 0; step < 10; step++) {
      for (const each of [world, stranger]) each.step(1 / 60);
      ledger.read(world.events);
      assert.equal(stranger.hash(), world.hash(), 'a stranger goes on in another way');
      assert.equal(stranger.events.length, world.events.length, 'a stranger is told other things');
    }
    for (const body of [...world.bodies]) world.removeBody(body);
    world.step(1 / 60);
    ledger.read(world.events);
    ledger.finish();
    for (const each of [world, stranger]) each.dispose();
  },
};
