import { describe, expect, it } from 'vitest';
import { measurePenetration } from '../../bench/contacts/penetration.ts';
import { turnAbout } from '../../bench/contacts/scenes.ts';
import { orientationAt, positionAt } from '../../bench/kinematics.ts';
import { isKinematic, Poses, requirePlainBodies, type SceneData, type Vec3 } from '../../bench/model.ts';
import { junkyard, washer } from '../../bench/peers/piles.ts';
import { ENGINES, startOf } from './engines.ts';

const PUSHER = 5;
const ROCK = 6;
const DEGREE = Math.PI / 180;

/** One rock that lies in the way. */
function oneRock(): SceneData {
  const scene = junkyard(1, 1);
  const bodies = scene.bodies.map((body, k) => (k === ROCK ? { ...body, position: [35, 1.6, -8] as Vec3 } : body));
  return { ...scene, bodies };
}

describe('junkyard', () => {
  it('has the yard, the rocks and the prism that it is known for', () => {
    const { bodies, dt, gravity } = junkyard();
    const rocks = bodies.filter(({ mass }) => mass > 0);
    expect([bodies.length, rocks.length, bodies.filter(isKinematic).length, gravity[1], dt]).toEqual([
      10_590,
      21 * 24 * 21,
      1,
      -10,
      1 / 60,
    ]);
    expect([rocks[0].position, rocks.at(-1)!.position]).toEqual([
      [-40, 25, -40],
      [40, 117, 40],
    ]);
    const walls = bodies.slice(1, 5).map(({ position, shape }) => (shape?.type === 'box' ? [...position, ...shape.halfExtents] : []));
    expect(walls).toEqual([
      [-50, 7, 0, 1, 8, 50],
      [0, 7, -50, 50, 8, 1],
      [50, 7, 0, 1, 8, 50],
      [0, 7, 50, 50, 8, 1],
    ]);
    const { position, shape } = bodies[PUSHER];
    const points = shape?.type === 'hull' ? shape.points : [];
    expect([position, points.length]).toEqual([[35, 0, 0], 96]);
    for (let k = 0; k < 96; k += 3) {
      expect(Math.hypot(points[k], points[k + 2])).toBeCloseTo(4, 12);
      expect([0, 24]).toContain(points[k + 1]);
    }
  });

  it('moves its prism in a circle, six degrees in a second, without turning it', () => {
    const pusher = junkyard(1, 1).bodies[PUSHER];
    for (const [time, angle] of [
      [0, 0],
      [1, -6],
      [15, -90],
      [60, 0],
    ]) {
      const [x, y, z] = positionAt(pusher, time);
      expect(Math.hypot(x - 35 * Math.cos(angle * DEGREE), y, z - 35 * Math.sin(angle * DEGREE))).toBeLessThan(1e-12);
      expect(orientationAt(pusher, time)).toEqual([0, 0, 0, 1]);
    }
    expect(() => requirePlainBodies(junkyard(1, 1))).toThrow(/move by themselves/);
  });

  it('knows where bodies are that turn and move on', () => {
    const drum = washer(1).bodies[1];
    expect(positionAt(drum, 10)).toEqual([0.01, 20.98, 0]);
    expect(orientationAt(drum, 2)).toEqual(turnAbout([0, 0, 1], 50 * DEGREE));
  });

  it('measures how deep rocks are in the floor and in the prism, what left the yard, and what is lost', () => {
    const scene = junkyard(2, 1);
    const poses = startOf(scene);
    const place = (body: number, x: number, y: number, z: number) => poses.set(body, x, y, z, 0, 0, 0, 1);
    expect(scene.measure!(poses)).toEqual({ 'in ground mm': 0, 'in pusher mm': 0, outside: 0 });
    place(ROCK, 0, 0, 0);
    const low = scene.measure!(poses)['in ground mm'];
    place(ROCK, 0, -0.1, 0);
    expect(scene.measure!(poses)['in ground mm'] - low).toBeCloseTo(100, 9);
    place(ROCK, 0, 5, 0);
    place(ROCK + 1, 30, 12, 0);
    const deep = scene.measure!(poses)['in pusher mm'];
    expect(deep).toBeGreaterThan(100);
    place(ROCK + 1, 29.9, 12, 0);
    expect(deep - scene.measure!(poses)['in pusher mm']).toBeCloseTo(100 * Math.cos(Math.PI / 16), 9); // across its sides
    place(ROCK + 1, 52, 20, 0);
    place(ROCK + 2, 0, -3, 0);
    expect(scene.measure!(poses).outside).toBe(1);
    expect(measurePenetration(scene, poses, false).lost).toBe(1);
  });
});

describe.each(ENGINES)('in $name', ({ engine, isThere }) => {
  it.skipIf(!isThere)('the prism is where it should be, and pushes a rock', async () => {
    const scene = oneRock();
    const simulation = await (await engine.load())(scene, {});
    const poses = new Poses(scene.bodies.length);
    for (let frame = 1; frame <= 180; frame++) {
      simulation.step();
      if (frame % 20) continue;
      simulation.read(poses);
      const [x, y, z] = positionAt(scene.bodies[PUSHER], frame * scene.dt);
      const p = poses.position(PUSHER);
      expect(Math.hypot(p[0] - x, p[1] - y, p[2] - z)).toBeLessThan(1e-3);
      const { 'in ground mm': inGround, 'in pusher mm': inPusher, outside } = scene.measure!(poses);
      expect(Math.max(inGround, inPusher)).toBeLessThan(60);
      expect(outside).toBe(0);
    }
    simulation.dispose();
    const [x, y, z] = poses.position(ROCK);
    expect(z).toBeLessThan(-9);
    expect(y).toBeGreaterThan(0.9);
    expect(Math.abs(x - 35)).toBeLessThan(12);
  });
});
