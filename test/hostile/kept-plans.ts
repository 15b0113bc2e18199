import assert from 'node:assert/strict';
import { Topology, WorldRecord } from '../../bindings/core/layout.ts';
import {
  BallJoint,
  type Body,
  DistanceJoint,
  FixedJoint,
  GearJoint,
  HingeJoint,
  type Joint,
  type Vec3,
  World,
} from '../../bindings/index.ts';
import { randomNumbers } from '../../scenes/random.ts';
import { setWorldField, worldField } from '../memory/state.ts';
import type { Campaign } from './campaign.ts';

const DT = 1 / 60;
const BODIES = 40;
const ROUNDS = 40;

type Random = () => number;
const pick = <Item>(random: Random, items: readonly Item[]): Item => items[Math.floor(random() * items.length)];

function addBody(world: World, random: Random): Body {
  const position = [0, 1, 2].map(() => 10 * random()) as Vec3;
  return world.addBody({
    mass: 0.1 + random(),
    inertia: [0.1, 0.1 + 0.1 * random(), 0.15],
    position,
    gravityScale: pick(random, [0, 0, 1]),
  });
}

/** Joints where the bodies are: mostly trees. */
function addJoint(world: World, random: Random): Joint {
  const bodies = [...world.bodies].filter(({ type }) => type !== 'static');
  const b = pick(random, bodies);
  const near = bodies[Math.max(0, bodies.indexOf(b) - 1 - Math.floor(2 * random()))];
  const a = near === b || random() < 0.1 ? null : near;
  const anchor = [...b.position] as Vec3;
  const hinges = [...world.joints].filter((joint) => joint instanceof HingeJoint && joint.a !== joint.b);
  if (hinges.length > 1 && random() < 0.1) {
    const [first, second] = [hinges[0], pick(random, hinges)] as HingeJoint[];
    const moved = [first.a, first.b, second.a, second.b].filter((body) => body?.type === 'dynamic');
    if (first !== second && new Set(moved).size > 1) return world.addJoint(new GearJoint({ first, second, ratio: 1 + random() }));
  }
  const kind = Math.floor(4 * random());
  if (kind === 0) return world.addJoint(new HingeJoint({ a, b, anchor, axis: [0, random(), 1] }));
  if (kind === 1) return world.addJoint(new FixedJoint({ a, b, anchor }));
  if (kind === 2) return world.addJoint(new DistanceJoint({ a, b, anchorA: [0, 0, 0], anchorB: [0.1, 0, 0] }));
  return world.addJoint(new BallJoint({ a, b, anchor }));
}

function change(world: World, random: Random): void {
  const joints = [...world.joints];
  const bodies = [...world.bodies].filter(({ type }) => type !== 'static');
  const what = random();
  if (what < 0.25 || joints.length < 10) addJoint(world, random);
  else if (what < 0.4) world.removeJoint(pick(random, joints));
  else if (what < 0.6) pick(random, joints).enabled = random() < 0.6;
  else if (what < 0.65 && bodies.length > 10) world.removeBody(pick(random, bodies));
  else if (what < 0.7) addBody(world, random);
  else if (what < 0.8) pick(random, bodies).type = pick(random, ['dynamic', 'dynamic', 'kinematic'] as const);
  else if (what < 0.9) pick(random, joints).breakForce = pick(random, [1, 100, Number.POSITIVE_INFINITY]);
  else {
    const joint = pick(random, joints);
    if (joint instanceof HingeJoint) joint.limits = random() < 0.5 ? { lower: -1, upper: 1 } : { lower: -1, upper: 1, compliance: 1e-3 };
    else pick(random, bodies).linearVelocity = [random(), 0, 0];
  }
}

/** A world that keeps the plans of islands, beside one that makes all of them anew in each step. */
export const keptPlans: Campaign = {
  name: 'kept-plans',
  description: 'islands that keep their plan while others change are solved to the bits of islands that get a new one',
  cases: 12,
  async run(seed) {
    const precision = seed % 2 ? 'single' : 'double';
    const jointSolver = seed % 3 ? 'auto' : 'direct';
    const worlds = await Promise.all(
      [0, 1].map(async () => {
        const random = randomNumbers(seed);
        const world = await World.create({ precision, jointSolver, substeps: 2, sleep: { timeUntilSleep: 0.1 } });
        for (let k = 0; k < BODIES; k++) addBody(world, random);
        for (let k = 0; k < BODIES; k++) addJoint(world, random);
        return { world, random };
      }),
    );
    const [kept, fresh] = worlds.map(({ world }) => world);
    for (let round = 0; round < ROUNDS; round++) {
      for (const { world, random } of worlds) for (let k = 3 * random(); k > 1; k--) change(world, random);
      setWorldField(fresh, WorldRecord.planEnd, 0);
      setWorldField(fresh, WorldRecord.topologyDirty, worldField(fresh, WorldRecord.topologyDirty) | Topology.Unpacked);
      for (const { world } of worlds) world.step(DT);
      assert.equal(kept.hash(), fresh.hash(), `round ${round}`);
      const [some, all] = [kept, fresh].map((world) => worldField(world, WorldRecord.plannedIslands));
      assert.equal(all, fresh.jointIslands.direct);
      assert.ok(some <= all, `${some} of ${all} islands got a plan`);
    }
    for (const { world } of worlds) world.dispose();
  },
};
