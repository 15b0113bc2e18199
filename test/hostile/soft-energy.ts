import assert from 'node:assert/strict';
import { type Body, Box, Sphere, type Vec3, World } from '../../bindings/index.ts';
import { Cloth, type ParticleSet, Rope, SoftBody } from '../../bindings/particle/index.ts';
import { ballMesh, boxMesh } from '../../scenes/meshes.ts';
import { randomNumbers } from '../../scenes/random.ts';
import type { Campaign } from './campaign.ts';

const DT = 1 / 60;
const DURATION = 10;

type Random = () => number;
const between = (random: Random, low: number, high: number) => low * (high / low) ** random();
const compliance = (random: Random) => (random() < 0.3 ? 0 : between(random, 1e-7, 1e-1));
const damping = (random: Random) => (random() < 0.5 ? 0 : between(random, 1e-4, 1));
const place = (random: Random): Vec3 => [4 * random() - 2, 4 * random() - 2, 4 * random() - 2];

/** Where its first particles are at first. */
const attachments = (random: Random, bodies: readonly Body[]) =>
  bodies
    .filter(() => random() < 0.6)
    .map((body, particle) => ({ body, particle, compliance: compliance(random), damping: damping(random) }));

const MAKERS: ((random: Random, bodies: readonly Body[], holdLengths: boolean) => ParticleSet)[] = [
  (random, bodies) =>
    new Rope({
      from: place(random),
      to: random() < 0.5 && bodies.length > 0 ? { body: bodies[0], point: [0, 0.1, 0] } : place(random),
      segments: 2 + Math.floor(30 * random()),
      density: between(random, 1e-2, 10),
      compliance: compliance(random),
      stretchDamping: damping(random),
      collisionMask: 0,
      canSleep: false,
    }),
  (random, bodies, holdLengths) =>
    new Cloth({
      columns: 2 + Math.floor(6 * random()),
      rows: 2 + Math.floor(6 * random()),
      size: [between(random, 0.3, 3), between(random, 0.3, 3)],
      position: place(random),
      density: between(random, 1e-2, 10),
      lines: random() < 0.5,
      stretchCompliance: compliance(random),
      shearCompliance: compliance(random),
      bendCompliance: random() < 0.5 ? Infinity : compliance(random),
      stiffnessDamping: damping(random),
      collisionMask: 0,
      canSleep: false,
      attachments: attachments(random, bodies),
      holdLengths,
    }),
  (random, bodies) => {
    const kind = (['lattice', 'tetrahedra', 'pressure'] as const)[Math.floor(3 * random())];
    const mesh = random() < 0.5 ? boxMesh([0.3, 0.2, 0.4], 2) : ballMesh(0.4, 2);
    const isElastic = kind === 'tetrahedra' && random() < 0.6;
    return new SoftBody({
      mesh,
      kind,
      position: place(random),
      density: between(random, 1, 1e4),
      collisionMask: 0,
      canSleep: false,
      attachments: attachments(random, bodies),
      ...(kind === 'pressure' ? {} : { resolution: 1 + Math.floor(3 * random()) }),
      ...(isElastic ? { youngModulus: between(random, 1, 1e9) } : { compliance: compliance(random) }),
      ...(isElastic ? { poissonRatio: 0.5 * random() } : {}),
      ...(kind === 'lattice' ? {} : { stiffnessDamping: damping(random) }),
    });
  },
];

function shortestEdge({ lines, positions: x, triangles }: ParticleSet): number {
  let least = Infinity;
  const take = (a: number, b: number) => {
    least = Math.min(least, Math.hypot(x[3 * a] - x[3 * b], x[3 * a + 1] - x[3 * b + 1], x[3 * a + 2] - x[3 * b + 2]));
  };
  for (const line of lines) for (let k = 1; k < line.length; k++) take(line[k - 1], line[k]);
  for (let k = 0; k < triangles.length; k++) take(triangles[k], triangles[k % 3 === 2 ? k - 2 : k + 1]);
  return least;
}

/** Soft systems that are free in space, begin in their shape, and move at random. */
export const softEnergy: Campaign = {
  name: 'soft-energy',
  description: 'free soft systems of every kind keep their momentum and gain no energy',
  cases: 8,
  async run(seed) {
    const random = randomNumbers(seed);
    // Apart from the others, so that these stay what they were when seeds were found.
    const holds = randomNumbers(seed + 7919)() < 0.5;
    const precision = random() < 0.5 ? 'single' : 'double';
    const backend = precision === 'double' && random() < 0.15 ? 'reference' : 'wasm';
    const [substeps, iterations] = [1 + Math.floor(20 * random() ** 2), 1 + Math.floor(4 * random() ** 2)];
    const world = await World.create({ precision, backend, substeps, iterations, gravity: [0, 0, 0] });
    const bodies = Array.from({ length: Math.floor(3 * random()) }, () =>
      world.addBody({
        shape: random() < 0.5 ? new Sphere(0.2) : new Box([0.2, 0.1, 0.3]),
        mass: between(random, 0.01, 100),
        position: place(random),
        collides: false,
        canSleep: false,
      }),
    );
    const sets = Array.from({ length: 1 + Math.floor(2 * random()) }, () =>
      world.addParticles(MAKERS[Math.floor(MAKERS.length * random())](random, bodies, holds)),
    );
    const speed = between(random, 1e-2, 10);
    for (const set of sets)
      set.velocities.forEach((_, k, all) => {
        all[k] = speed * (random() - 0.5);
      });
    for (const body of bodies) body.linearVelocity = [0, 1, 2].map(() => speed * (random() - 0.5)) as Vec3;
    const momentum = () => {
      const sum = world.linearMomentum.slice();
      for (const { masses, velocities } of sets)
        for (const [k, speed] of velocities.entries()) sum[k % 3] += masses[Math.floor(k / 3)] * speed;
      return sum;
    };
    const kinetic = () =>
      sets.reduce(
        (sum, { masses, velocities: v }) =>
          sum + masses.reduce((own, mass, k) => own + 0.5 * mass * (v[3 * k] ** 2 + v[3 * k + 1] ** 2 + v[3 * k + 2] ** 2), 0),
        world.kineticEnergy,
      );
    // Of the shortest edge: how far particles go in a substep, one from the other.
    const edge = Math.min(...sets.map(shortestEdge));
    const reach = (speed * DT) / substeps / edge;
    const whole =
      sets.reduce((sum, { masses }) => sum + masses.reduce((own, mass) => own + mass, 0), 0) +
      bodies.reduce((sum, { mass }) => sum + mass, 0);
    const [p, e] = [momentum(), kinetic()];
    const told = `${sets.map((set) => `${set.constructor.name}${set instanceof SoftBody ? ` ${set.kind}` : ''} of ${set.count}`).join(', ')} with ${bodies.length} bodies, ${substeps} × ${iterations}, ${precision} ${backend}, ${reach.toFixed(3)} edges a substep`;
    // Of rounding: what the forces of a substep leave in a sum of velocities.
    const least = precision === 'double' ? 1e-9 : 1e-3;
    for (let step = 0; step < DURATION / DT; step++) {
      world.step(DT);
      for (const set of sets) assert(!set.frozen, `${told}: step ${step} has frozen it`);
      const gained = kinetic() / e - 1;
      assert(gained < least, `${told}: step ${step} has ${gained} of its energy more`);
      for (const [axis, value] of momentum().entries())
        assert(Math.abs(value - p[axis]) < least * whole * speed, `${told}: step ${step} takes momentum from ${p[axis]} to ${value}`);
    }
    world.dispose();
  },
};
