// Random changes to a world of balls: each begin has one end, and what is open after each step is what overlaps or pushes.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BallJoint, type Body, type BodyEvents, type BodyTypeName, Sphere, type Vec3, type World } from '../../bindings/index.ts';
import { DT, isOfTwo, PRECISIONS } from './worlds.ts';

const RADIUS = 0.5;
/** Nearer to contact than this, m, rounding decides. */
const CLEAR = 1e-6;
const TYPES: readonly BodyTypeName[] = ['dynamic', 'kinematic', 'static'];

const place = fc.tuple(...[0, 1, 2].map(() => fc.double({ min: -1.2, max: 1.2, noNaN: true }))) as fc.Arbitrary<Vec3>;
const index = fc.nat({ max: 1000 });
const type = fc.constantFrom(...TYPES);
const telling = fc.constantFrom<BodyEvents>('changes', 'changes', 'all', 'none');

const operation = fc.oneof(
  { weight: 6, arbitrary: fc.record({ op: fc.constant('step' as const) }) },
  { weight: 5, arbitrary: fc.record({ op: fc.constant('add' as const), place, type, sensor: fc.boolean(), telling }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('remove' as const), index }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('move' as const), index, place }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('type' as const), index, type }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('sensor' as const), index }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('telling' as const), index, telling }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('collides' as const), index }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('mask' as const), index, mask: fc.constantFrom(0, 1) }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('ignore' as const), index, other: index, ignored: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('join' as const), index, other: index, remove: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('detect' as const) }) },
);
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

/** A world, and what its events have told of it so far. */
class Model {
  readonly bodies: Body[] = [];
  /** By pair: whether it was told by a sensor. */
  readonly open = new Map<string, boolean>();
  begins = 0;
  ends = 0;
  private readonly ignored = new Set<string>();
  private readonly names = new Map<Body, number>();

  constructor(readonly world: World) {}

  private name(body: Body): number {
    if (!this.names.has(body)) this.names.set(body, this.names.size);
    return this.names.get(body)!;
  }

  private key(a: Body, b: Body): string {
    return [this.name(a), this.name(b)].sort((p, q) => p - q).join();
  }

  private pick(k: number): Body {
    return this.bodies[k % this.bodies.length];
  }

  apply(o: Operation): void {
    const { world } = this;
    if (o.op === 'step') this.step();
    else if (o.op === 'detect') world.detectCollisions();
    else if (o.op === 'add') {
      const options = { type: o.type, sensor: o.sensor, events: o.telling, position: o.place };
      this.bodies.push(world.addBody({ shape: new Sphere(RADIUS), ...options }));
    } else if (this.bodies.length > 0) this.change(o, this.pick(o.index));
  }

  private change(o: Exclude<Operation, { op: 'step' | 'detect' | 'add' }>, body: Body): void {
    const { world } = this;
    if (o.op === 'remove') {
      this.bodies.splice(this.bodies.indexOf(body), 1);
      world.removeBody(body);
    } else if (o.op === 'move') body.position = o.place;
    else if (o.op === 'type') body.type = o.type;
    else if (o.op === 'sensor') body.sensor = !body.sensor;
    else if (o.op === 'telling') body.events = o.telling;
    else if (o.op === 'collides') body.collides = !body.collides;
    else if (o.op === 'mask') body.collisionMask = o.mask;
    else this.pair(o, body, this.pick(o.other));
  }

  private pair(o: Extract<Operation, { op: 'ignore' | 'join' }>, a: Body, b: Body): void {
    const { world } = this;
    if (a === b) return;
    if (o.op === 'ignore') {
      (o.ignored ? world.ignoreCollisions : world.allowCollisions).call(world, a, b);
      this.ignored[o.ignored ? 'add' : 'delete'](this.key(a, b));
      return;
    }
    const joints = [...world.joints];
    if (o.remove && joints.length) world.removeJoint(joints[o.index % joints.length]);
    else world.addJoint(new BallJoint({ a, b, anchorA: [0, 0, 0], anchorB: [0, 0, 0], breakForce: 1e5 }));
  }

  /** Steps, reads the events, and compares what is open with what it should be. */
  private step(): void {
    const overlapping = this.overlaps();
    this.world.step(DT);
    this.read();
    const pushing = new Set<string>();
    this.world.forEachContact(({ a, b, points }) => {
      if (points.some(({ impulse }) => impulse > 0)) pushing.add(this.key(a, b));
    });
    this.eachPair((a, b, key) => {
      const silent = a.events === 'none' || b.events === 'none';
      const overlap = overlapping.get(key)!;
      if (Math.abs(overlap) < CLEAR) return;
      expect(this.open.has(key), `${key} after the step`).toBe(!silent && (overlap > 0 || pushing.has(key)));
    });
    for (const key of this.open.keys()) expect(overlapping.has(key)).toBe(true);
  }

  private eachPair(act: (a: Body, b: Body, key: string) => void): void {
    for (const [i, a] of this.bodies.entries()) for (const b of this.bodies.slice(0, i)) act(a, b, this.key(a, b));
  }

  /** By how much the balls of each pair overlap, m; less than nothing for those that do not meet. */
  private overlaps(): Map<string, number> {
    const overlaps = new Map<string, number>();
    const joined = new Set([...this.world.joints].filter((joint) => joint.enabled).map(({ a, b }) => this.key(a!, b!)));
    this.eachPair((a, b, key) => {
      const [p, q] = [a.position, b.position];
      const meets = this.mayMeet(a, b) && !this.ignored.has(key) && !joined.has(key);
      overlaps.set(key, meets ? 2 * RADIUS - Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]) : -Infinity);
    });
    return overlaps;
  }

  private mayMeet(a: Body, b: Body): boolean {
    if (!a.collides || !b.collides || !a.collisionMask || !b.collisionMask || (a.sensor && b.sensor)) return false;
    if (a.sensor || b.sensor) return a.type !== 'static' || b.type !== 'static';
    return a.type === 'dynamic' || b.type === 'dynamic';
  }

  private read(): void {
    for (const { type, a, b } of [...this.world.events].filter(isOfTwo)) {
      const key = this.key(a!, b!);
      const senses = type.startsWith('sensor');
      if (type === 'contact-begin' || type === 'sensor-enter') {
        expect(this.open.has(key), `${type} ${key}`).toBe(false);
        if (senses) expect(a!.sensor).toBe(true);
        this.open.set(key, senses);
        this.begins++;
      } else {
        expect(this.open.get(key), `${type} ${key}`).toBe(senses);
        if (type === 'contact-persist') continue;
        this.open.delete(key);
        this.ends++;
      }
    }
  }

  /** Removes all bodies, and reads what ends. */
  finish(): void {
    for (const body of this.bodies) this.world.removeBody(body);
    this.bodies.length = 0;
    this.step();
    expect([...this.open.keys()]).toEqual([]);
    expect(this.ends).toBe(this.begins);
  }
}

describe.each(PRECISIONS)('$label', ({ create }) => {
  test('every begin is closed by one end', { timeout: 120_000 }, async () => {
    const world = await create({ gravity: [0, -2, 0], sleep: { timeUntilSleep: 0.05 } });
    let told = 0;
    fc.assert(
      fc.property(fc.array(operation, { minLength: 20, maxLength: 120, size: 'max' }), (operations) => {
        const model = new Model(world);
        try {
          for (const one of operations) model.apply(one);
        } finally {
          model.finish();
        }
        told += model.begins;
      }),
      { numRuns: 150, seed: 5, endOnFailure: true },
    );
    expect(told).toBeGreaterThan(1000);
  });
});
