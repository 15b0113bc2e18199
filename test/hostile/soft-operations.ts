import assert from 'node:assert/strict';
import { WorldRecord } from '../../bindings/core/layout.ts';
import { BallJoint, Box, HalfSpace, HolonomicError, RopeJoint, Sphere, type Vec3, World } from '../../bindings/index.ts';
import { Cloth, ParticleSet, particleSets, Rope, SoftBody } from '../../bindings/particle/index.ts';
import { findGaps } from '../../bindings/snapshot/gaps.ts';
import { ballMesh, boxMesh } from '../../scenes/meshes.ts';
import { randomNumbers } from '../../scenes/random.ts';
import type { Campaign } from './campaign.ts';

/** In each round: the same ones, of which the first says how much room they take. */
const OPERATIONS = 100;
const ROUNDS = 24;
const MOST_SETS = 8;

type Random = () => number;
const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(from.length * random())];
const place = (random: Random): Vec3 => [2 * random() - 1, 0.5 + 2 * random(), 2 * random() - 1];

function anySet(world: World, random: Random): ParticleSet {
  const bodies = [...world.bodies];
  const body = () => pick(random, bodies);
  const kind = Math.floor(6 * random());
  if (kind === 0)
    return new Rope({
      from: place(random),
      to: random() < 0.5 ? { body: body(), point: [0, 0, 0] } : place(random),
      segments: 1 + Math.floor(8 * random()),
      pinned: [0],
      breakForce: random() < 0.3 ? 10 ** (4 * random() - 2) : Infinity,
    });
  if (kind === 1)
    return new Cloth({
      columns: 2 + Math.floor(4 * random()),
      rows: 2 + Math.floor(4 * random()),
      position: place(random),
      lines: random() < 0.5,
      airDrag: random(),
      breakForce: random() < 0.3 ? 10 ** (4 * random() - 2) : Infinity,
      selfCollision: random() < 0.2,
      particleCollision: random() < 0.3,
    });
  if (kind === 2) {
    const [a, b] = [body(), body()];
    return new ParticleSet({
      positions: [0, 2, 0, 0.5, 2, 0, 1, 2, 0, 0.5, 2.5, 0.5],
      tetrahedra: [{ corners: [0, 1, 2, 3].sort(() => random() - 0.5), compliance: random() < 0.5 ? 0 : random() }],
      lengths: [
        { points: [{ body: a, point: [0, 0, 0] }, 0, 1, { body: b, point: [0, 0, 0] }], breakForce: random() < 0.5 ? 1 : Infinity },
        { points: [0, { body: b, point: [0, 0.1, 0] }], pushes: true, compliance: random() < 0.5 ? 0 : random() },
      ],
      spareAttachments: 2,
      attachments: [{ particle: 3, body: a, breakForce: random() < 0.5 ? 1 : Infinity }],
      clusters: [{ particles: [0, 1, 2], compliance: random() }],
    });
  }
  const body3 = (['lattice', 'tetrahedra', 'pressure'] as const)[kind - 3];
  return new SoftBody({
    kind: body3,
    mesh: random() < 0.5 ? boxMesh([0.2, 0.2, 0.2], 1) : ballMesh(0.2, 2),
    position: place(random),
    ...(body3 === 'pressure' ? {} : { resolution: 1 + Math.floor(2 * random()) }),
    ...(body3 === 'tetrahedra' && random() < 0.5 ? { youngModulus: 10 ** (8 * random()) } : { compliance: 1e-5 * random() }),
  });
}

/** Calls that are refused. */
const REFUSED: ((set: ParticleSet, world: World) => unknown)[] = [
  (set) => set.pin(set.count),
  (set) => set.pin(-1),
  (set) => set.pin(0, 1 as never),
  (set) => set.translate([NaN, 0, 0]),
  (set) => set.translate('far' as never),
  (set) => {
    set.wind = [0, Infinity, 0];
  },
  (set) => set.setInflation(99, 1),
  (set) => set.setInflation(0, -1),
  (set) => set.detach(99),
  (set) => set.body(set.count),
  (set) => set.attach({ particle: set.count, body: {} as never }),
  (set, world) => set.attach({ particle: -1, body: [...world.bodies][0] }),
  (set) => set.tension(1e9),
  (set) => set.pressure(-1),
  (set, world) => world.addParticles(set),
  (_, world) => world.addParticles({} as never),
  (_, world) => world.addParticles(new ParticleSet({ positions: [0, 0, 0], distances: [{ pairs: [0, 1] }] })),
  (_, world) => world.addParticles(new Rope({ from: [0, 0, 0], to: [0, 0, 0] })),
  (_, world) => world.addParticles(new Rope({ from: [0, 0, 0], to: [2, 0, 0], length: 1 })),
  (_, world) => world.addParticles(new ParticleSet({ positions: [0, 0, 0], attachments: [{ particle: 0, body: {} as never }] })),
];

/** Of the arena, without what free blocks hold. */
function bytesInUse({ memory }: World): number {
  const free = findGaps(memory).reduce((sum, [first, last]) => sum + last - first, 0);
  return memory.u32[(memory.world + WorldRecord.arenaTop) >>> 2] - memory.world - free;
}

/** Everything that can be done with particles, in any order. */
export const softOperations: Campaign = {
  name: 'soft-operations',
  description: 'sets come, change, tear and go in any order: nothing traps, what is refused changes nothing, and the memory returns',
  cases: 2,
  async run(seed) {
    const random = randomNumbers(seed);
    const precision = random() < 0.5 ? 'single' : 'double';
    const world = await World.create({ precision, substeps: 1 + Math.floor(4 * random()), backend: random() < 0.2 ? 'reference' : 'wasm' });
    world.addBody({ type: 'static', shape: new HalfSpace() });
    for (let k = 0; k < 4; k++)
      world.addBody({ shape: random() < 0.5 ? new Sphere(0.2) : new Box([0.2, 0.2, 0.2]), position: place(random), mass: 1 });
    let sets: ParticleSet[] = [];
    let last: { snapshot: Uint8Array; hash: string } | null = null;
    const told = (step: number) => `operation ${step} of ${OPERATIONS}, ${precision}`;
    const rooms: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const same = randomNumbers(seed + 1e6);
      for (let step = 0; step < OPERATIONS; step++) operate(step, same);
      for (const set of sets) world.removeParticles(set);
      sets = [];
      last = null;
      rooms.push(bytesInUse(world));
    }
    // Where bodies lie differs from round to round, and with it what lists have room for; what is lost would be lost in every round.
    const grown = rooms.filter((room, k) => k >= ROUNDS / 2 && room > Math.max(...rooms.slice(0, k))).length;
    assert(grown <= ROUNDS / 4, `the world takes ${rooms.join(', ')} bytes after each round`);
    world.dispose();
    return;

    function operate(step: number, random: Random): void {
      const set = sets.length > 0 ? pick(random, sets) : null;
      const what = random();
      if (what < 0.25) world.step(pick(random, [1 / 60, 1 / 240, 1 / 20]));
      else if (what < 0.35 && sets.length < MOST_SETS) sets.push(world.addParticles(anySet(world, random)));
      else if (!set) return;
      else if (what < 0.42) {
        world.removeParticles(set);
        sets = sets.filter((one) => one !== set);
        assert(!set.alive && !set.world === false, told(step));
      } else if (what < 0.5) set.pin(Math.floor(set.count * random()), random() < 0.5);
      else if (what < 0.55) set.translate(place(random).map((x) => 0.1 * x) as Vec3);
      else if (what < 0.6) set.wind = place(random);
      else if (what < 0.65) ignoreMissing(() => set.setInflation(0, 0.5 + random()));
      else if (what < 0.7) ignoreMissing(() => set.detach(0));
      else if (what < 0.72)
        ignoreMissing(() =>
          set.attach({ particle: Math.floor(set.count * random()), body: pick(random, [...world.bodies]), compliance: random() }),
        );
      else if (what < 0.725)
        ignoreMissing(() => {
          const body = set.body(Math.floor(set.count * random()));
          const other = pick(random, [null, ...world.bodies]);
          if (other === body) return;
          const choice = random();
          if (choice < 0.5) world.addJoint(new BallJoint({ a: other, b: body, anchor: body.position }));
          else if (choice < 0.75) world.addJoint(new RopeJoint({ a: other, b: body, anchorA: [0, 0, 0], anchorB: [0, 0, 0], length: 1 }));
          else world.removeBody(body);
        });
      else if (what < 0.73) set.velocities[Math.floor(3 * set.count * random())] = 4 * random() - 2;
      else if (what < 0.75) set.wake();
      else if (what < 0.8) {
        // A torn snapshot is looked at as a whole.
        const snapshot = world.snapshot();
        last = { snapshot, hash: world.hash() };
      } else if (what < 0.84 && last) {
        world.restore(last.snapshot);
        assert.equal(world.hash(), last.hash, `${told(step)}: a restored snapshot has another hash`);
        sets = particleSets(world);
      } else {
        const before = world.hash();
        const refused = pick(random, REFUSED);
        assert.throws(() => refused(set, world), HolonomicError, `${told(step)}: ${refused} is taken`);
        assert.equal(world.hash(), before, `${told(step)}: ${refused} has changed something`);
      }
      for (const one of sets) {
        if (one.frozen) one.wake();
        void one.events;
        assert(one.alive, `${told(step)}: a set is gone`);
      }
    }
  },
};

/** Not every set has what a call is about. */
function ignoreMissing(call: () => void): void {
  try {
    call();
  } catch (error) {
    assert(error instanceof HolonomicError && (error.code === 'invalid-argument' || error.code === 'unsupported'), String(error));
  }
}
