// Meshes that move by HolonomicPhysics, with the methods of three.js's physics add-ons.
import { HolonomicError } from 'holonomic';
import { HolonomicPhysics } from 'holonomic/three';
import { BoxGeometry, Group, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial, PlaneGeometry, Scene, SphereGeometry, Vector3 } from 'three';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const STEP = 1 / 60;
const material = new MeshBasicMaterial();
let physics: Awaited<ReturnType<typeof HolonomicPhysics>>;

beforeEach(async () => {
  physics = await HolonomicPhysics({ automatic: false });
});
afterEach(() => physics.dispose());

function runFor(seconds: number): void {
  for (let k = 0; k < Math.round(seconds / STEP); k++) physics.update(STEP);
}

function box(mass: number, size: [number, number, number], at: [number, number, number]): Mesh {
  const mesh = new Mesh(new BoxGeometry(...size), material);
  mesh.position.set(...at);
  mesh.userData.physics = { mass };
  return mesh;
}

describe('addScene', () => {
  test('adds what has userData.physics, in groups too, and moves it', () => {
    const scene = new Scene();
    const [floor, crate, drawn] = [box(0, [10, 1, 10], [0, -0.5, 0]), box(2, [1, 1, 1], [0, 3, 0]), box(1, [1, 1, 1], [5, 5, 5])];
    drawn.userData = {};
    const group = new Group().add(crate);
    scene.add(floor, group, drawn);
    physics.addScene(scene);
    expect([physics.world.bodyCount, crate.userData.physics.body.mass, floor.userData.physics.body.type]).toEqual([2, 2, 'static']);
    runFor(2);
    expect(crate.position.y).toBeCloseTo(0.5, 2);
    expect(drawn.position.toArray()).toEqual([5, 5, 5]);
    physics.addScene(scene);
    expect(physics.world.bodyCount).toBe(2);
  });

  test('restitution is that of the mesh', () => {
    const ball = new Mesh(new SphereGeometry(0.5, 16, 8), material);
    ball.position.y = 2;
    physics.addMesh(box(0, [10, 1, 10], [0, -0.5, 0]));
    physics.addMesh(ball, 1, 0.8);
    const { body } = ball.userData.physics;
    let fastest = 0;
    for (let k = 0; k < 60; k++) {
      physics.update(STEP);
      fastest = Math.max(fastest, body.linearVelocity[1]);
    }
    expect(fastest / Math.sqrt(2 * 9.81 * 1.5)).toBeCloseTo(0.8, 1);
  });

  test('instances have a body each', () => {
    const mesh = new InstancedMesh(new BoxGeometry(1, 1, 1), material, 3);
    for (let k = 0; k < 3; k++) mesh.setMatrixAt(k, new Matrix4().makeTranslation(3 * k, 2 + k, 0));
    mesh.userData.physics = { mass: 1 };
    physics.addScene(new Group().add(mesh, box(0, [20, 1, 10], [0, -0.5, 0])));
    physics.setMeshVelocity(mesh, new Vector3(0, 0, 1), 2);
    physics.applyImpulse(mesh, [0, 0, -2], 1);
    runFor(0.25);
    const places = [0, 1, 2].map((k) => {
      const matrix = new Matrix4();
      mesh.getMatrixAt(k, matrix);
      return new Vector3().setFromMatrixPosition(matrix);
    });
    expect(places.map(({ z }) => Math.round(100 * z))).toEqual([0, -47, 23]); // one step late
    expect(places.map(({ x }) => Math.round(100 * x))).toEqual([0, 300, 600]);
    expect(mesh.userData.physics.bodies.length).toBe(3);
  });
});

describe('a mesh', () => {
  test('is put somewhere else, at rest', () => {
    const crate = box(1, [1, 1, 1], [0, 50, 0]);
    physics.addMesh(crate, 1);
    runFor(1);
    expect(crate.userData.physics.body.linearVelocity[1]).toBeLessThan(-9);
    physics.setMeshPosition(crate, new Vector3(1, 20, 0));
    runFor(0.1);
    expect(crate.position.x).toBeCloseTo(1, 5);
    expect(crate.position.y).toBeCloseTo(20, 0);
    const wall = box(0, [1, 1, 1], [0, 0, 0]);
    physics.addMesh(wall);
    physics.setMeshPosition(wall, [7, 0, 0]);
    expect(wall.position.x).toBe(7);
  });

  test('is removed', () => {
    const crate = box(1, [1, 1, 1], [0, 5, 0]);
    physics.addMesh(crate, 1);
    physics.removeMesh(crate);
    expect([physics.world.bodyCount, crate.userData.physics]).toEqual([0, { mass: 1 }]);
    runFor(0.2);
    expect(crate.position.y).toBe(5);
    expect(() => physics.applyImpulse(crate, [1, 0, 0])).toThrow(HolonomicError);
  });

  test('lies on ground of heights, column after column', () => {
    const ground = new Mesh(new PlaneGeometry(8, 6), material);
    const heights = Array.from({ length: 5 * 4 }, (_, k) => Math.floor(k / 4)); // rises along x by one a column
    physics.addHeightfield(ground, 5, 4, heights, { x: 8, y: 0.5, z: 6 });
    const hit = (x: number, z: number) => physics.world.castRay([x, 10, z], [0, -1, 0])?.point[1];
    expect([-4, -2, 1, 3.9].map((x) => Number(hit(x + 0.001, 2)?.toFixed(2)))).toEqual([0, 0.5, 1.25, 1.98]);
    expect(hit(0.001, 3.5)).toBeUndefined();
    expect(() => physics.addHeightfield(ground, 5, 5, heights, { x: 8, y: 1, z: 6 })).toThrow('25');
  });
});
