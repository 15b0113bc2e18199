// Bodies that come to rest on others.
import type { Cannon } from '../packages.ts';
import { addBall, addBox, addFloor, newWorld, type Program, stepFor } from './program.ts';

const settled = (name: string, build: (C: Cannon) => ReturnType<Program['run']>): Program => ({ name, run: build });

function octahedron(C: Cannon) {
  const vertices = [1, -1].flatMap((s) => [new C.Vec3(s, 0, 0), new C.Vec3(0, s, 0), new C.Vec3(0, 0, s)]);
  const [px, py, pz, nx, ny, nz] = [0, 1, 2, 3, 4, 5];
  const faces = [
    [px, py, pz],
    [py, nx, pz],
    [nx, ny, pz],
    [ny, px, pz],
    [py, px, nz],
    [nx, py, nz],
    [ny, nx, nz],
    [px, ny, nz],
  ];
  return new C.ConvexPolyhedron({ vertices, faces });
}

export const RESTING: Program[] = [
  settled('a ball and a box on a floor', (C) => {
    const world = newWorld(C);
    addFloor(C, world);
    const [ball, box] = [addBall(C, world, 0.5, [-2, 1, 0]), addBox(C, world, 0.5, [2, 1, 0])];
    stepFor(world, 3);
    return { places: { ball: ball.position, box: box.position } };
  }),
  {
    name: 'a tower of five boxes',
    run(C) {
      const world = newWorld(C);
      addFloor(C, world);
      const boxes = [0, 1, 2, 3, 4].map((k) => addBox(C, world, 0.5, [0, 0.5 + k, 0]));
      stepFor(world, 3);
      const top = boxes[4].position;
      return { places: Object.fromEntries(boxes.map((box, k) => [`box ${k}`, box.position.y])), exact: { x: top.x, z: top.z } };
    },
    truth: { x: { value: 0, within: 0.001 }, z: { value: 0, within: 0.001 } }, // in cannon-es it leans 5 cm
  },
  settled('a cylinder stands, another lies', (C) => {
    const world = newWorld(C);
    addFloor(C, world);
    const stands = new C.Body({ mass: 1, shape: new C.Cylinder(0.5, 0.5, 2, 16), position: new C.Vec3(0, 1.05, 0) });
    const lies = new C.Body({ mass: 1, shape: new C.Cylinder(0.5, 0.5, 2, 8), position: new C.Vec3(4, 0.55, 0) });
    lies.quaternion.setFromEuler(Math.PI / 2, 0, 0);
    lies.quaternion.mult(new C.Quaternion().setFromAxisAngle(new C.Vec3(0, 1, 0), Math.PI / 8), lies.quaternion);
    for (const body of [stands, lies]) world.addBody(body);
    stepFor(world, 3);
    return { places: { stands: stands.position.y, lies: lies.position.y } };
  }),
  settled('a polyhedron lies on a face', (C) => {
    const world = newWorld(C);
    addFloor(C, world);
    const body = new C.Body({ mass: 1, shape: octahedron(C), position: new C.Vec3(0, 0.65, 0), angularDamping: 0.3 });
    body.quaternion.setFromVectors(new C.Vec3(1, 1, 1), new C.Vec3(0, 1, 0));
    world.addBody(body);
    stepFor(world, 3);
    return { places: { height: body.position.y } };
  }),
  settled('a body of two shapes', (C) => {
    const world = newWorld(C);
    addFloor(C, world);
    const body = new C.Body({ mass: 2, position: new C.Vec3(0, 1, 0) });
    body.addShape(new C.Sphere(0.5), new C.Vec3(-1, 0, 0));
    body.addShape(new C.Box(new C.Vec3(0.5, 0.5, 0.5)), new C.Vec3(1, 0, 0));
    world.addBody(body);
    stepFor(world, 3);
    return { places: { body: body.position }, values: body.shapes.length };
  }),
  settled('a ball in a valley of a height field', (C) => {
    const world = newWorld(C, { gravity: new C.Vec3(0, 0, -9.82) });
    const data = Array.from({ length: 9 }, (_, i) =>
      Array.from({ length: 9 }, (__, j) => 0.2 * Math.max(Math.abs(i - 4), Math.abs(j - 4))),
    );
    const ground = new C.Body({ shape: new C.Heightfield(data, { elementSize: 1 }), position: new C.Vec3(-4, -4, 0) });
    world.addBody(ground);
    const ball = addBall(C, world, 0.6, [0.3, 0.2, 1], { linearDamping: 0.6, angularDamping: 0.6 });
    stepFor(world, 8);
    return { places: { x: ball.position.x, y: ball.position.y, height: ball.position.z } };
  }),
  settled('a ball on a mesh', (C) => {
    const world = newWorld(C);
    const vertices = [-5, 1, -5, 5, 1, -5, 5, 1, 5, -5, 1, 5];
    const mesh = new C.Body({ shape: new C.Trimesh(vertices, [0, 2, 1, 0, 3, 2]) });
    world.addBody(mesh);
    const ball = addBall(C, world, 0.5, [1, 2, 0.5]);
    stepFor(world, 3);
    return { places: { ball: ball.position } };
  }),
  settled('particles on a floor and on a box', (C) => {
    const world = newWorld(C);
    addFloor(C, world);
    const box = addBox(C, world, 0.5, [3, 0.5, 0], { mass: 0 });
    const particles = [0, 3].map((x) => new C.Body({ mass: 0.1, shape: new C.Particle(), position: new C.Vec3(x, 2, 0.1) }));
    for (const particle of particles) world.addBody(particle);
    stepFor(world, 3);
    return { places: { floor: particles[0].position, box: particles[1].position, stays: box.position } };
  }),
  {
    name: 'a heavy box on light ones does not sink',
    run(C) {
      const world = newWorld(C);
      addFloor(C, world);
      const [one, two, three] = [1, 1, 50].map((mass, k) => addBox(C, world, 0.5, [0, 0.5 + k, 0], { mass }));
      stepFor(world, 3);
      return { exact: { one: one.position.y, two: two.position.y, three: three.position.y } };
    },
    truth: { one: { value: 0.5, within: 0.01 }, two: { value: 1.5, within: 0.01 }, three: { value: 2.5, within: 0.01 } },
  },
  settled('shapes come and go', (C) => {
    const world = newWorld(C);
    addFloor(C, world);
    const body = addBox(C, world, 0.5, [0, 0.5, 0]);
    stepFor(world, 1);
    const before = body.position.y;
    const [box] = body.shapes;
    body.addShape(new C.Sphere(1));
    stepFor(world, 5);
    const large = body.position.y;
    body.removeShape(body.shapes[1]);
    stepFor(world, 2);
    return { places: { before, large, after: body.position.y }, values: [body.shapes.length, body.shapes[0] === box] };
  }),
  settled('a kinematic platform carries a box', (C) => {
    const world = newWorld(C);
    const shape = new C.Box(new C.Vec3(2, 0.25, 2));
    const platform = new C.Body({ type: C.Body.KINEMATIC, shape, position: new C.Vec3(0, 0, 0), velocity: new C.Vec3(0, 0.5, 0) });
    world.addBody(platform);
    const box = addBox(C, world, 0.5, [0, 0.75, 0]);
    stepFor(world, 2);
    return { places: { platform: platform.position, box: box.position }, rates: { speed: box.velocity.y } };
  }),
];
