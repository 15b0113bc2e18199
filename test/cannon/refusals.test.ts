// What docs/cannon.md says throws does so by its name, and other differences that it lists.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { HolonomicError } from 'holonomic';
import { describe, expect, test, vi } from 'vitest';
import { type Cannon, ours, PACKAGES, theirs } from './packages.ts';
import { addBall, addBox, addFloor, newWorld, stepFor } from './programs/program.ts';
import { specimens } from './specimens.ts';

const C = ours as unknown as Cannon;
const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/cannon.md'), 'utf8');
const section = page.slice(page.indexOf('## Members that throw')).split(/^## /m)[1];
const listed = [...section.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell]) =>
  [...cell.matchAll(/`(\w+\.\w+)`/g)].map(([, name]) => name),
);

/** What an action throws: code and message. */
function refusal(action: () => void): { code: string; message: string } {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(HolonomicError);
    return error as HolonomicError;
  }
  throw new Error('nothing was thrown');
}

describe('a member that is not supported', () => {
  const instances = Object.values(specimens(C));
  const call = (name: string) => {
    const [type, member] = name.split('.');
    const instance = instances.find((each) => each.constructor.name === type) as Record<string, () => void>;
    return () => instance[member]();
  };

  test('is listed', () => {
    expect(listed.length).toBeGreaterThan(25);
  });
  test.each(listed)('%s throws by its name', (name) => {
    const { code, message } = refusal(call(name));
    expect([code, message.startsWith(`${name} `)]).toEqual(['unsupported', true]);
  });
  test('of the narrow phase or of rays throws by its name', () => {
    for (const type of ['Narrowphase', 'Ray'] as const) {
      const names = Object.getOwnPropertyNames(theirs[type].prototype).filter(
        (name) => /^(_intersect|\d+$)/.test(name) || type === 'Narrowphase',
      );
      for (const name of names.filter((each) => each !== 'constructor'))
        expect([name, refusal(call(`${type}.${name}`)).code]).toEqual([name, 'unsupported']);
    }
  });
  test('throws where it is a field, too', () => {
    const mesh = new C.Trimesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]);
    expect(refusal(() => mesh.tree).code).toBe('unsupported');
  });
});

describe('a world refuses', () => {
  const cases: Record<string, (world: InstanceType<Cannon['World']>) => void> = {
    'a plane on a dynamic body': (world) => world.addBody(new C.Body({ mass: 1, shape: new C.Plane() })),
    'half a linearFactor': (world) => void addBall(C, world, 1, [0, 0, 0], { linearFactor: new C.Vec3(1, 0.5, 1) }),
    'a weak distance constraint': (world) => {
      const [a, b] = [addBall(C, world, 0.1, [0, 0, 0]), addBall(C, world, 0.1, [1, 0, 0])];
      world.addConstraint(new C.DistanceConstraint(a, b, 1, 5));
    },
    'more than 256 materials at once': (world) => {
      for (let k = 0; k < 260; k++) addBall(C, world, 0.1, [k, 0, 0], { material: new C.Material() });
    },
    'more than 32 combinations of filters at once': (world) => {
      for (let k = 0; k < 40; k++) addBall(C, world, 0.1, [k, 0, 0]).shapes[0].collisionFilterMask = k;
    },
    'a constraint of its user': (world) => {
      class Mine extends C.Constraint {}
      const [a, b] = [addBall(C, world, 0.1, [0, 0, 0]), addBall(C, world, 0.1, [1, 0, 0])];
      world.addConstraint(new Mine(a, b));
    },
  };
  test.each(Object.keys(cases))('%s', (name) => {
    const world = newWorld(C);
    const act = () => {
      cases[name](world);
      world.step(1 / 60);
    };
    expect(refusal(act).code).toBe('unsupported');
  });
});

test('a step of no number says so', () => {
  const world = newWorld(C);
  addBall(C, world, 1, [0, 0, 0]);
  for (const dt of [undefined, Number.NaN] as number[])
    expect(refusal(() => world.step(dt))).toMatchObject({ code: 'invalid-argument', message: expect.stringContaining('world.step') });
});

describe('different from cannon-es', () => {
  test('collide is told once for two bodies', () => {
    const [many, once] = PACKAGES.map(({ cannon }) => {
      const world = newWorld(cannon);
      addFloor(cannon, world);
      const box = addBox(cannon, world, 0.5, [0, 0.49, 0]);
      let told = 0;
      box.addEventListener('collide', () => {
        told += 1;
      });
      world.step(1 / 60);
      return told;
    });
    expect([many, once]).toEqual([4, 1]);
  });

  test('inertia does not depend on how a body is turned when it is made', () => {
    const [turned, own] = PACKAGES.map(({ cannon }) => {
      const quaternion = new cannon.Quaternion().setFromEuler(0, 0, Math.PI / 4);
      const shape = new cannon.Box(new cannon.Vec3(1, 2, 3));
      return new cannon.Body({ mass: 3, shape, quaternion }).inertia.x / new cannon.Body({ mass: 3, shape }).inertia.x;
    });
    expect(turned).toBeGreaterThan(1.01);
    expect(own).toBeCloseTo(1, 12);
  });

  test('polyhedra have the volume that they have', () => {
    const hull = new C.Box(new C.Vec3(1, 2, 3)).convexPolyhedronRepresentation;
    const target = new C.Vec3();
    hull.calculateLocalInertia(3, target);
    expect([hull.volume(), ...target.toArray()].map((n) => Number(n.toFixed(9)))).toEqual([48, 13, 10, 5]);
  });

  test('forces of a fluid are opposite to each other', () => {
    const system = new C.SPHSystem();
    const places = [0, 0.5, 1.3].map((x) => new C.Vec3(x, 0, 0));
    const bodies = places.map((position, k) => new C.Body({ mass: 2, position, velocity: new C.Vec3(0, k * k, 0) }));
    for (const body of bodies) system.add(body);
    system.update();
    const sum = bodies.reduce((total, { force }) => total.vadd(force), new C.Vec3());
    expect(bodies[0].force.length()).toBeGreaterThan(0.01);
    expect(sum.length()).toBeLessThan(1e-12);
  });

  test('a wheel of a rigid vehicle turns by its motor', () => {
    const world = newWorld(C, { gravity: new C.Vec3() });
    const vehicle = new C.RigidVehicle({ chassisBody: new C.Body({ mass: 50, shape: new C.Box(new C.Vec3(2, 0.2, 1)) }) });
    vehicle.addWheel({ body: new C.Body({ mass: 1, shape: new C.Sphere(0.3), angularDamping: 0 }), position: new C.Vec3(0, 0, 2) });
    vehicle.addToWorld(world);
    vehicle.setMotorSpeed(5, 0);
    stepFor(world, 1);
    expect(Math.abs(vehicle.getWheelSpeed(0))).toBeCloseTo(5, 1);
  });

  test('a soft contact gives way by its stiffness', () => {
    const world = newWorld(C);
    world.defaultContactMaterial.contactEquationStiffness = 1e3;
    addFloor(C, world);
    const ball = addBall(C, world, 0.5, [0, 0.5, 0], { linearDamping: 0.5 });
    stepFor(world, 3);
    expect(0.5 - ball.position.y).toBeCloseTo(9.82 / 1e3, 3);
  });

  test('a broad phase and a solver are accepted, and one warning says that they are not used', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    for (let k = 0; k < 3; k++) {
      const world = newWorld(C, { solver: new C.GSSolver() });
      world.broadphase = new C.SAPBroadphase(world);
      expect([world.broadphase.constructor.name, world.solver.constructor.name]).toEqual(['SAPBroadphase', 'GSSolver']);
    }
    expect(warn.mock.calls.map(([text]) => String(text).match(/world\.\w+/)?.[0]).sort()).toEqual(['world.broadphase', 'world.solver']);
    warn.mockRestore();
  });
});
