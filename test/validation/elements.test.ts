// What the format of the cases has and no case in data/ uses: against closed forms.
import { describe, expect, test } from 'vitest';
import type { Quat, Vec3 } from '../../bindings/index.ts';
import { BACKENDS } from '../scenes/backends.ts';
import type { Case, CaseBody, CaseJoint } from './case.ts';
import { bodyAt, coordinateAt, elementAt, type Moment, runCase } from './run.ts';

const UPRIGHT: Quat = [0, 0, 0, 1];
const ground: CaseBody = { name: 'ground', type: 'static', position: [0, 0, 0], orientation: UPRIGHT };
const mass = (position: Vec3): CaseBody => ({
  name: 'mass',
  type: 'dynamic',
  mass: 2,
  inertia: { principal: [0.5, 0.5, 0.5] },
  position,
  orientation: UPRIGHT,
});

const LINK = { name: 'link', bodyA: 'ground', bodyB: 'mass' } as const;
const HINGE = { point: [0, 0, 0] as Vec3, axis: [0, 0, 1] as Vec3 };

function caseOf(joints: CaseJoint[], position: Vec3, given: Partial<Case> = {}): Case {
  const common = { name: 'inline', kind: 'analytic', description: '', source: { license: '' }, duration: 1, outputInterval: 0.1 } as const;
  return { ...common, gravity: [0, 0, -10], bodies: [ground, mass(position)], joints, tolerances: {}, ...given };
}

describe.each(BACKENDS)('$label', ({ settings }) => {
  const run = async (item: Case, dt = 1e-3): Promise<Moment[]> =>
    (await runCase(item, dt, { ...settings, substeps: 1 })).moments.slice(0, -1);
  const lastOf = async (item: Case, dt?: number): Promise<Moment> => (await run(item, dt)).at(-1)!;

  const rope = (parameters: { length: null; minLength?: number; maxLength: number }): CaseJoint => ({
    ...LINK,
    type: 'distance',
    frame: { pointA: [0, 0, 0], pointB: [0, 0, -1] },
    parameters,
  });
  test.each([
    ['a rope', rope({ length: null, minLength: 0, maxLength: 2 }), -10],
    ['a distance with bounds', rope({ length: null, minLength: 0.5, maxLength: 2 }), -10],
  ])('%s lets fall until it is taut, and then carries the weight', async (_, joint) => {
    const moments = await run(caseOf([joint], [0, 0, -1]));
    const free = moments[400];
    expect(bodyAt(free, 'mass').pos[2]).toBeCloseTo(-1 - 5 * 0.4 ** 2, 2);
    expect(elementAt(free, 'link').a.force[2]).toBeCloseTo(0, 9);
    const taut = moments.at(-1)!;
    expect(bodyAt(taut, 'mass').pos[2]).toBeCloseTo(-2, 4);
    expect(elementAt(taut, 'link').a.force[2]).toBeCloseTo(-20, 2);
  });

  test('a distance does not come below its lower bound', async () => {
    const item = caseOf([rope({ length: null, minLength: 0.5, maxLength: 2 })], [0, 0, -1], { gravity: [0, 0, 10] });
    const moment = await lastOf(item);
    expect(bodyAt(moment, 'mass').pos[2]).toBeCloseTo(-0.5, 4);
    expect(elementAt(moment, 'link').a.force[2]).toBeCloseTo(20, 2);
  });

  test('a quadratic spring carries the weight where k x + q x² is it', async () => {
    const parameters = { restLength: 1, stiffness: 30, quadraticStiffness: 100, damping: 60 };
    const spring: CaseJoint = { ...LINK, type: 'spring-damper', frame: { pointA: [0, 0, 0], pointB: [0, 0, -1] }, parameters };
    const moment = await lastOf(caseOf([spring], [0, 0, -1], { duration: 10 }), 1e-2);
    const stretch = (-30 + Math.sqrt(30 ** 2 + 4 * 100 * 20)) / 200;
    expect(bodyAt(moment, 'mass').pos[2]).toBeCloseTo(-1 - stretch, 5);
    expect(elementAt(moment, 'link').a.force[2]).toBeCloseTo(-20, 2);
  });

  // The bodies of the hinge, and its axis, may be given in any order: the spring is the same.
  const hinges: [name: string, bodyA: string, bodyB: string, axis: Vec3][] = [
    ['as the spring', 'ground', 'mass', [0, 0, 1]],
    ['with the bodies the other way', 'mass', 'ground', [0, 0, 1]],
    ['with the axis the other way', 'ground', 'mass', [0, 0, -1]],
    ['with both the other way', 'mass', 'ground', [0, 0, -1]],
  ];
  test.each(hinges)('a torsion spring goes for its rest angle on a hinge %s', async (_, bodyA, bodyB, axis) => {
    const parameters = { restAngle: 0.4, stiffness: 20, quadraticStiffness: 10, damping: 15 };
    const item = caseOf(
      [
        { name: 'hinge', type: 'revolute', bodyA, bodyB, frame: { ...HINGE, axis } },
        { ...LINK, type: 'torsion-spring', frame: HINGE, parameters },
      ],
      [0, 0, 0],
      { duration: 8, loads: [{ body: 'mass', torque: [0, 0, 3] }] },
    );
    const moment = await lastOf(item, 1e-2);
    const beyond = (-20 + Math.sqrt(20 ** 2 + 4 * 10 * 3)) / 20;
    const [, , z, w] = bodyAt(moment, 'mass').quat;
    expect(2 * Math.atan2(z, w)).toBeCloseTo(0.4 + beyond, 4);
    expect(elementAt(moment, 'link').b.torque[2]).toBeCloseTo(-3, 2);
  });

  test.each(['position', 'rate'])('a rotation motor turns by its %s', async (drive) => {
    const motor: CaseJoint = { ...LINK, type: 'rotation-motor', frame: HINGE, parameters: { rate: 2, drive } };
    const moment = await lastOf(caseOf([motor], [0, 0, 0], { duration: 4 }));
    expect(bodyAt(moment, 'mass').angVel[2]).toBeCloseTo(2, 3);
    expect(coordinateAt(moment, 'link', 'rotation').value).toBeCloseTo(8, 2);
    expect(elementAt(moment, 'link').errors).toHaveLength(drive === 'position' ? 3 : 2);
  });

  test('an actuator moves a guide whose axis is the other way', async () => {
    const item = caseOf(
      [
        { name: 'guide', type: 'prismatic', bodyA: 'mass', bodyB: 'ground', frame: { point: [0, 0, 0], axis: [0, 0, -1] } },
        { ...LINK, type: 'linear-actuator', frame: HINGE, parameters: { rate: 0.5 } },
      ],
      [0, 0, 0],
    );
    const moment = await lastOf(item, 1e-2);
    expect(bodyAt(moment, 'mass').pos[2]).toBeCloseTo(0.5, 4);
    expect(elementAt(moment, 'link').b.force[2]).toBeCloseTo(20, 1);
    expect(elementAt(moment, 'guide').a.force[2]).toBeCloseTo(0, 3);
  });

  test('a rack moves with its pinion whichever way their axes are given', async () => {
    const rack = { ...mass([0, 1, 0]), name: 'rack' };
    const item = caseOf(
      [
        { name: 'bearing', type: 'revolute', bodyA: 'mass', bodyB: 'ground', frame: HINGE },
        { name: 'guide', type: 'prismatic', bodyA: 'ground', bodyB: 'rack', frame: { point: [0, 1, 0], axis: [-1, 0, 0] } },
        {
          name: 'mesh',
          type: 'rack-and-pinion',
          bodyA: 'mass',
          bodyB: 'rack',
          frame: { axisA: [0, 0, 1], axisB: [1, 0, 0] },
          parameters: { ratio: -1 },
        },
      ],
      [0, 0, 0],
      { gravity: [0, 0, 0], bodies: [ground, mass([0, 0, 0]), rack], loads: [{ body: 'mass', torque: [0, 0, 1] }] },
    );
    const moment = await lastOf(item);
    // 1 N m turns 0.5 kg m² and, at a radius of 1 m, moves 2 kg.
    expect(bodyAt(moment, 'mass').angVel[2]).toBeCloseTo(0.4, 4);
    expect(bodyAt(moment, 'rack').vel[0]).toBeCloseTo(-0.4, 4);
  });

  test('loads begin and end, and arrays of bodies are bodies', async () => {
    const { name, position, ...common } = mass([0, 0, 0]);
    const item = caseOf([], [0, 0, 0], {
      gravity: [0, 0, 0],
      bodies: [ground],
      bodyArrays: [{ ...common, namePrefix: name, positions: [position, [0, 3, 0]] }],
      loads: [{ body: 'mass1', force: [4, 0, 0], from: 0.2, to: 0.5 }],
    });
    const moment = await lastOf(item);
    expect(bodyAt(moment, 'mass0').vel).toEqual([0, 0, 0]);
    expect(bodyAt(moment, 'mass1').vel[0]).toBeCloseTo(0.6, 5);
    expect(bodyAt(moment, 'mass1').pos[1]).toBe(3);
  });
});
