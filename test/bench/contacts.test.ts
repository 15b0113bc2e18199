import { describe, expect, it } from 'vitest';
import type { ConvexShape } from '../../bench/collision/model.ts';
import { depth, measurePenetration, type Placed, reach } from '../../bench/contacts/penetration.ts';
import { dot, polytopeOf } from '../../bench/contacts/polytope.ts';
import { drivenRagdolls, ragdolls } from '../../bench/contacts/ragdolls.ts';
import { hullPile, icosahedron, pile, pyramid, solid, spheres, tower, turnAbout } from '../../bench/contacts/scenes.ts';
import { errorAgainstTime, fastestPeer, type Outcome, profileTable, timeRatio, timeTable } from '../../bench/contacts/tables.ts';
import { Watch } from '../../bench/contacts/watch.ts';
import { contactContestants, isOurs } from '../../bench/contestants.ts';
import { anchorErrors, localDirection, normalTo, Poses, type Quat, rotate, type SceneData, type Vec3 } from '../../bench/model.ts';
import { chooseSuites, type Suite } from '../../bench/suite.ts';
import { ConvexHull } from '../../bindings/index.ts';

const UPRIGHT: Quat = [0, 0, 0, 1];
const BALL: ConvexShape = { type: 'sphere', radius: 0.5 };
const CUBE: ConvexShape = { type: 'box', halfExtents: [0.5, 0.5, 0.5] };
const PILL: ConvexShape = { type: 'capsule', radius: 0.25, halfHeight: 0.5 };

const at = (shape: ConvexShape, position: Vec3, orientation = UPRIGHT): Placed => ({ shape, position, orientation });

function startOf(scene: SceneData): Poses {
  const poses = new Poses(scene.bodies.length);
  for (const [index, { position, orientation }] of scene.bodies.entries()) poses.set(index, ...position, ...orientation);
  return poses;
}

const sceneOf = (bodies: SceneData['bodies'], balls: SceneData['balls'] = []): SceneData => ({ ...tower(1), bodies, balls });

describe('depth of two shapes', () => {
  const lying = turnAbout([0, 0, 1], Math.PI / 2);
  const onEdge = turnAbout([0, 0, 1], Math.PI / 4);
  it.each([
    ['spheres', at(BALL, [0, 0, 0]), at(BALL, [0.6, 0, 0.7]), 1 - Math.hypot(0.6, 0.7)],
    ['sphere beside a capsule', at(BALL, [0.7, 0.3, 0]), at(PILL, [0, 0, 0]), 0.05],
    ['sphere at the tip of a capsule', at(BALL, [0, 1.2, 0]), at(PILL, [0, 0, 0]), 0.05],
    ['parallel capsules', at(PILL, [0, 0.2, 0]), at(PILL, [0.4, 0, 0]), 0.1],
    ['crossed capsules', at(PILL, [0, 0, 0.45]), at(PILL, [0, 0, 0], lying), 0.05],
    ['capsules in a row', at(PILL, [0, 1.45, 0]), at(PILL, [0, 0, 0]), 0.05],
    ['sphere on a box', at(BALL, [0.2, 0.9, 0]), at(CUBE, [0, 0, 0]), 0.1],
    ['sphere at a corner', at(BALL, [0.75, 0.75, 0.75]), at(CUBE, [0, 0, 0]), 0.5 - Math.hypot(0.25, 0.25, 0.25)],
    ['sphere with its centre inside', at(BALL, [0.4, 0, 0]), at(CUBE, [0, 0, 0]), 0.6],
    ['capsule lying on a box', at(PILL, [0, 0.7, 0], lying), at(CUBE, [0, 0, 0]), 0.05],
    ['capsule over an edge', at(PILL, [0.5, 0.9, 0], lying), at(CUBE, [0, 0, 0], onEdge), 0.25 - (0.9 - Math.SQRT1_2)],
    ['boxes side by side', at(CUBE, [0.3, 0.2, 0.98]), at(CUBE, [0, 0, 0]), 0.02],
    ['a box standing on its edge', at(CUBE, [0, 0.5 + Math.SQRT1_2 - 0.01, 0], onEdge), at(CUBE, [0, 0, 0]), 0.01],
  ])('%s', (_, a, b, expected) => {
    expect(depth(a, b)).toBeCloseTo(expected, 6);
    expect(depth(b, a)).toBeCloseTo(expected, 6);
  });

  it('is that of two edges where edges cross', () => {
    const gap = 2 * Math.SQRT1_2 - 0.02;
    const across = turnAbout([1, 0, 0], Math.PI / 4);
    expect(depth(at(CUBE, [0, gap, 0], onEdge), at(CUBE, [0, 0, 0], across))).toBeCloseTo(0.02, 6);
  });

  it('is that of a box where a hull has its corners', () => {
    const corners: ConvexShape = { type: 'hull', points: [-0.5, 0.5].flatMap((x) => [-0.5, 0.5].flatMap((y) => [x, y, -0.5, x, y, 0.5])) };
    const polytope = polytopeOf(corners);
    expect([polytope.normals.length, polytope.edges.length]).toEqual([3, 3]);
    for (const orientation of [UPRIGHT, onEdge, turnAbout([1, 2, 3], 1)])
      for (const other of [at(CUBE, [0.5, 0.6, 0.3]), at(CUBE, [0.2, 0.7, 0.1], turnAbout([0, 1, 1], 2))])
        expect(depth(at(corners, [0, 0, 0], orientation), other)).toBeCloseTo(depth(at(CUBE, [0, 0, 0], orientation), other), 12);
  });

  it('is measured of icosahedra', () => {
    const { shape, inertia } = icosahedron(0.5);
    const { corners, normals, edges } = polytopeOf(shape);
    expect([corners.length, normals.length, edges.length]).toEqual([12, 10, 15]);
    expect(reach(shape)).toBeCloseTo(0.5, 12);
    const inner = Math.max(...normals.map((normal) => Math.abs(dot(normal, corners[0]))));
    const [x, y, z] = normals[0].map((component) => (2 * inner - 0.03) * component);
    expect(depth(at(shape, [0, 0, 0]), at(shape, [x, y, z]))).toBeCloseTo(0.03, 9);
    expect(() => depth(at(shape, [0, 0, 0]), at(BALL, [0, 0, 0]))).toThrow('hull');
    // The hull's own inertia, as holonomic works it out.
    const own = new ConvexHull((shape as { points: number[] }).points).massProperties();
    for (const axis of [0, 1, 2]) expect(inertia(own.volume)[axis]).toBeCloseTo(own.inertia[4 * axis], 6);
  });

  it('is below zero where shapes are apart', () => {
    expect(depth(at(CUBE, [0, 1.1, 0]), at(CUBE, [0, 0, 0]))).toBeCloseTo(-0.1, 12);
    expect(depth(at(BALL, [0, 1.1, 0]), at(BALL, [0, 0, 0]))).toBeCloseTo(-0.1, 12);
  });
});

describe('penetration of a scene', () => {
  const ground = solid({ type: 'box', halfExtents: [50, 0.5, 50] }, 0, [0, -0.5, 0]);

  it('finds every pair that overlaps, once', () => {
    const bodies = [ground, ...Array.from({ length: 101 }, (_, i) => solid(BALL, 1, [0.99 * i - 49, 0.5 - 0.001 * (i % 2), 0]))];
    const { deepest, percentile99, pairs, lost } = measurePenetration(sceneOf(bodies), startOf(sceneOf(bodies)));
    expect(pairs).toBe(100 + 50);
    expect(deepest).toBeCloseTo(0.01, 5);
    expect(percentile99).toBeCloseTo(0.01, 5);
    expect(lost).toBe(0);
  });

  it('agrees with all pairs of a heap', () => {
    const scene = pile(200, 6, 4);
    const poses = startOf(scene);
    for (let i = 5; i < scene.bodies.length; i++)
      poses.positions.set(
        poses.position(i).map((x) => 0.5 * x),
        3 * i,
      );
    const placed = scene.bodies.map(({ shape }, i) => at(shape!, poses.position(i), poses.orientation(i)));
    const depths = placed.flatMap((a, i) => (i < 5 ? [] : placed.slice(0, i).map((b) => depth(a, b)))).filter((value) => value > 0);
    const { pairs, deepest } = measurePenetration(scene, poses);
    expect(pairs).toBe(depths.length);
    expect(pairs).toBeGreaterThan(300);
    expect(deepest).toBe(Math.max(...depths));
  });

  it('passes over bodies that are joined, and counts those that are lost', () => {
    const bodies = [
      ground,
      solid(BALL, 1, [0, 2, 0]),
      solid(BALL, 1, [0, 2.5, 0]),
      solid(BALL, 1, [0, -2, 0]),
      solid(BALL, 1, [0, Number.NaN, 0]),
    ];
    const scene = sceneOf(bodies, [{ a: 1, b: 2, anchorA: [0, 0.25, 0], anchorB: [0, -0.25, 0] }]);
    expect(measurePenetration(scene, startOf(scene))).toEqual({ deepest: 0, percentile99: 0, pairs: 0, lost: 2 });
    expect(measurePenetration(sceneOf(bodies), startOf(scene)).pairs).toBe(1);
  });
});

describe('scenes with contacts', () => {
  it.each([pile(100, 5, 4), hullPile(100, 5, 4), pyramid(), tower(), ragdolls(20), spheres()])(
    '$name starts with hardly any overlap and its joints closed',
    (scene) => {
      const poses = startOf(scene);
      const { deepest, lost } = measurePenetration(scene, poses);
      expect(lost).toBe(0);
      expect(deepest).toBeLessThan(0.01);
      expect(scene.bodies.every(({ shape, mass, inertia }) => shape && (mass === 0 || inertia.every((moment) => moment > 0)))).toBe(true);
      if (scene.balls.length) expect(anchorErrors(scene, poses).max).toBeLessThan(1e-12);
      for (const value of Object.values(scene.measure?.(poses) ?? {})) expect(value).toBe(0);
    },
  );

  it('have the numbers of bodies and joints that they are known for', () => {
    const moving = ({ bodies }: SceneData) => bodies.filter(({ mass }) => mass > 0).length;
    expect([pile(1000, 10, 8), pyramid(), tower(), ragdolls(), spheres()].map(moving)).toEqual([1000, 210, 20, 1100, 10_000]);
    expect(ragdolls().balls).toHaveLength(600);
    expect(ragdolls().hinges).toHaveLength(400);
    const kinds = pile(999, 10, 8).bodies.slice(5);
    for (const type of ['box', 'sphere', 'capsule']) expect(kinds.filter(({ shape }) => shape?.type === type)).toHaveLength(333);
  });

  it('drives ragdolls by muscles that swing what is beyond them at 5 Hz without overshoot', () => {
    const { balls, bodies, hinges = [] } = drivenRagdolls(2);
    const joints = [...balls, ...hinges];
    expect(joints).toHaveLength(20);
    for (const { b, muscle } of joints) {
      const { damping, maxTorque, stiffness } = muscle!;
      const inertia = maxTorque / 200;
      // At least that of the next body about its centre.
      expect(inertia).toBeGreaterThan(Math.min(...bodies[b].inertia));
      expect(stiffness / inertia).toBeCloseTo((10 * Math.PI) ** 2, 6);
      expect(damping ** 2).toBeCloseTo(4 * stiffness * inertia, 6);
    }
    // A hip carries the leg, a knee half of it.
    const [hip, knee] = [balls.at(-1)!, hinges.at(-1)!].map(({ muscle }) => muscle!.maxTorque);
    expect(hip).toBeGreaterThan(3 * knee);
  });

  it('join the bodies of one ragdoll only, whose hinges begin aligned', () => {
    const { balls, hinges, bodies } = ragdolls(3);
    for (const { a, b } of [...balls, ...hinges!]) expect(bodies[a].assembly).toBe(bodies[b].assembly);
    for (const { a, b } of hinges!) expect(bodies[a].orientation).toEqual(bodies[b].orientation);
  });

  it('tell the drift of the top of a stack', () => {
    const scene = tower();
    const poses = startOf(scene);
    const [x, y, z] = poses.position(20);
    poses.set(20, x + 0.003, y - 0.001, z + 0.004, 0, 0, 0, 1);
    const measures = scene.measure!(poses);
    expect(measures['top drift mm']).toBeCloseTo(5, 9);
    expect(measures['top drop mm']).toBeCloseTo(1, 9);
  });
});

describe('directions', () => {
  it('are turned into the frame of a body and back', () => {
    const orientation = turnAbout([1, 2, 3], 0.7);
    const body = solid(BALL, 1, [1, 2, 3], orientation);
    const direction: Vec3 = [0.6, 0, 0.8];
    for (const [axis, value] of rotate(orientation, localDirection(body, direction)).entries())
      expect(value).toBeCloseTo(direction[axis], 12);
  });

  it.each<Vec3[]>([[[1, 0, 0]], [[0, 1, 0]], [[0.6, 0, -0.8]], [[0.8, 0.6, 0]]])('have a normal: %j', (axis) => {
    const normal = normalTo(axis);
    expect(Math.hypot(...normal)).toBeCloseTo(1, 12);
    expect(axis[0] * normal[0] + axis[1] * normal[1] + axis[2] * normal[2]).toBeCloseTo(0, 12);
  });
});

describe('a watch', () => {
  it('reports what it saw: depths, gaps, and what the scene measures in the end', () => {
    const bodies = [solid(CUBE, 0, [0, 0, 0]), solid(CUBE, 1, [0, 0.99, 0]), solid(CUBE, 1, [0, 1.99, 0])];
    const scene: SceneData = {
      ...sceneOf(bodies, [{ a: 1, b: 2, anchorA: [0, 0.5, 0], anchorB: [0, -0.5, 0] }]),
      measure: (poses) => ({ 'height m': poses.position(2)[1] }),
    };
    let lift = 0;
    const read = (poses: Poses) => {
      for (const [index, { position, orientation }] of bodies.entries())
        poses.set(index, position[0], position[1] + (index === 2 ? lift : 0), position[2], ...orientation);
    };
    const watch = new Watch(scene, { step() {}, read, readVelocities() {}, dispose() {} });
    lift = 0.5;
    watch.sampleEarly();
    for (lift of [0.003, 0.004]) watch.sample();
    const result = watch.result();
    expect(result['deepest mm']).toBeCloseTo(10, 9);
    expect(result['99 % mm']).toBeCloseTo(10, 9);
    expect(result['gap max mm']).toBeCloseTo(4, 9);
    expect(result['gap rms mm']).toBeCloseTo(Math.sqrt(12.5), 9);
    expect(result['settling gap max mm']).toBeCloseTo(500, 9);
    expect(result['height m']).toBeCloseTo(1.994, 12);
    expect(result.lost).toBe(0);
  });
});

describe('tables of contacts', () => {
  const scene = tower(2);
  const ours = contactContestants.find((contestant) => isOurs(contestant) && contestant.quality.substeps === 8)!;
  const peers = contactContestants.filter((contestant) => !isOurs(contestant));
  const outcome = (contestant: Outcome['contestant'], times: number[], rest: Partial<Outcome> = {}): Outcome => ({
    contestant,
    times,
    settling: 1,
    frames: 20 * times.length,
    errors: times.length ? { 'deepest mm': times[0], lost: 0 } : {},
    ...rest,
  });
  const profile = { broadphase: 1, narrowphase: 3 };
  const outcomes = [outcome(ours, [1, 2, 3], { profile }), outcome(peers[0], [2, 4, 60]), outcome(peers[1], [5, 5]), outcome(peers[2], [])];

  it('compare with the fastest peer, in the rounds that both took part in', () => {
    expect(fastestPeer(outcomes)).toBe(outcomes[1]);
    expect(timeRatio(outcomes[0], outcomes[1])).toBe(0.5);
    expect(timeRatio(outcomes[2], outcomes[1])).toBe((5 / 2 + 5 / 4) / 2);
    expect(timeRatio(outcomes[3], outcomes[1])).toBeNull();
    expect(timeRatio(outcomes[0], fastestPeer([outcomes[0]]))).toBeNull();
  });

  it('show times, errors and stages', () => {
    const table = timeTable(scene, outcomes);
    expect(table.columns).toEqual(['engine', 'ms', 'fastest', 'slowest', 'ratio', 'deepest mm', 'lost', 'settling ms', 'frames']);
    expect(table.rows[0]).toEqual(['holonomic single, substeps 8', 2, 1, 3, 0.5, 1, 0, 1, 60]);
    expect(table.rows[3].slice(1)).toEqual([null, null, null, null, null, null, 1, 0]);
    expect(errorAgainstTime(scene, outcomes).rows).toEqual([['8', 2, 0.5, 0.5, 0]]);
    expect(profileTable(scene, outcomes)).toMatchObject({
      columns: ['substeps', 'broadphase', 'narrowphase', 'sum', 'broad phase %'],
      rows: [['8', 1, 3, 4, 25]],
    });
    expect(profileTable(scene, outcomes.slice(1)).rows).toEqual([]);
  });

  it('have contestants at four numbers of substeps and at the defaults', () => {
    const ours = contactContestants.filter(isOurs).map(({ quality }) => quality);
    expect(ours.filter(({ solver }) => !solver).map(({ substeps }) => substeps)).toEqual([undefined, 4, 8, 12, 20]);
    expect(ours.flatMap(({ solver }) => solver ?? [])).toEqual(['pgs', 'tgs']);
    expect(peers.map(({ engine }) => engine.name)).toEqual([
      'physx pgs',
      'physx tgs',
      'rapier-simd',
      'havok',
      'jolt',
      'cannon-es',
      'box3d',
      'box3d',
    ]);
  });
});

it('chooses suites by their name, by the family of names, or by a part of it', () => {
  const suites = ['joints', 'joint-grid', 'collision-contacts', 'contacts-pile', 'contacts-tower', 'heavy-chain'].map(
    (name) => ({ name }) as Suite,
  );
  const chosen = (filter: string) => chooseSuites(suites, filter).map(({ name }) => name);
  expect(chosen('contacts')).toEqual(['contacts-pile', 'contacts-tower']);
  expect(chosen('joints')).toEqual(['joints']);
  expect(chosen('chain')).toEqual(['heavy-chain']);
  expect(chosen('')).toHaveLength(6);
  expect(chosen('absent')).toEqual([]);
});
