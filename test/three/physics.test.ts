// Meshes that move by HolonomicPhysics, with the methods of three.js's physics add-ons.
import { type Body, type Box, HolonomicError, Sphere } from 'holonomic';
import { HolonomicPhysics } from 'holonomic/three';
import {
  BoxGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  PlaneGeometry,
  Quaternion,
  Scene,
  SphereGeometry,
  Vector3,
} from 'three';
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

/** Boxes of 1 m in a row along x, 3 m apart, of these scales along x. */
function row(count: number, scales: readonly number[] = []): InstancedMesh {
  const mesh = new InstancedMesh(new BoxGeometry(1, 1, 1), material, count);
  for (let k = 0; k < count; k++) mesh.setMatrixAt(k, new Matrix4().makeScale(scales[k] ?? 1, 1, 1).setPosition(3 * k, 0, 0));
  return mesh;
}

function instance(mesh: InstancedMesh, index: number): Object3D {
  const object = new Object3D();
  mesh.getMatrixAt(index, object.matrix);
  if (object.matrix.elements[15] !== 0) object.matrix.decompose(object.position, object.quaternion, object.scale);
  return object;
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

describe('bodies that are removed from the world', () => {
  test('leave their meshes where they are', () => {
    const [crate, other] = [box(1, [1, 1, 1], [0, 5, 0]), box(1, [1, 1, 1], [3, 5, 0])];
    physics.addScene(new Group().add(crate, other));
    runFor(0.1);
    const { y } = crate.position;
    physics.world.removeBody(crate.userData.physics.body);
    const taking = physics.world.addBody({ shape: new Sphere(1), position: [50, 0, 0] });
    runFor(0.1);
    expect(crate.position.y).toBe(y);
    expect(crate.userData.physics).toEqual({ mass: 1 });
    expect(other.position.y).toBeLessThan(y);
    physics.removeMesh(crate);
    expect([taking.alive, physics.world.bodyCount]).toEqual([true, 2]);
  });

  test('can be removed with their mesh afterwards, or be followed by others', () => {
    const [crate, other] = [box(1, [1, 1, 1], [0, 5, 0]), box(1, [1, 1, 1], [3, 5, 0])];
    for (const mesh of [crate, other]) {
      physics.addMesh(mesh, 1);
      physics.world.removeBody(mesh.userData.physics.body);
    }
    physics.removeMesh(crate);
    physics.addMesh(other, 2);
    runFor(0.1);
    expect([physics.world.bodyCount, other.userData.physics.body.mass]).toEqual([1, 2]);
    expect(other.position.y).toBeLessThan(5);
  });

  test.each([0, 1])('hide their instances, of mass %d', (mass) => {
    const mesh = row(3);
    physics.addMesh(mesh, mass);
    runFor(0.05);
    const { bodies } = mesh.userData.physics;
    physics.world.removeBody(bodies[0]);
    runFor(0.05);
    expect([0, 1, 2].map((k) => instance(mesh, k).matrix.elements[15])).toEqual([0, 1, 1]);
    for (const body of bodies.slice(1)) physics.world.removeBody(body);
    runFor(0.05);
    expect([0, 1, 2].map((k) => instance(mesh, k).matrix.elements[15])).toEqual([0, 0, 0]);
    expect(mesh.userData.physics).toEqual({});
  });
});

describe('scales, groups and counts', () => {
  const boxOf = (body: Body) => (body.shape as Box).halfExtents.map((half) => Number(half.toFixed(5)));

  test('instances keep their scale, which their shapes have too', () => {
    const mesh = row(4, [1, 3, 3, 0.5]);
    physics.addMesh(mesh, 1);
    runFor(0.2);
    const bodies: Body[] = mesh.userData.physics.bodies;
    expect(bodies.map(boxOf)).toEqual([0.5, 1.5, 1.5, 0.25].map((half) => [half, 0.5, 0.5]));
    expect(bodies[1].shape).toBe(bodies[2].shape);
    for (const [k, x] of [1, 3, 3, 0.5].entries()) expect(instance(mesh, k).scale.x).toBeCloseTo(x, 5);
  });

  test('count stays what it is set to', () => {
    const mesh = row(4);
    physics.addMesh(mesh, 1);
    mesh.count = 2;
    runFor(0.05);
    expect(mesh.count).toBe(2);
    mesh.count = 4;
    expect(instance(mesh, 3).position.y).toBeLessThan(0);
  });

  test('a mesh in a group that is moved, turned and scaled falls where it is drawn', () => {
    const group = new Group();
    group.position.set(10, 20, 30);
    group.rotation.set(0.5, -1, 2);
    group.scale.setScalar(2);
    const inner = new Group().add(group);
    inner.rotation.y = 1;
    const crate = box(1, [1, 2, 3], [1, 2, 3]);
    crate.rotation.set(1, 2, 3);
    group.add(crate);
    const pose = () => {
      crate.updateWorldMatrix(true, false);
      return [crate.getWorldPosition(new Vector3()), crate.getWorldQuaternion(new Quaternion())] as const;
    };
    const [place, orientation] = pose();
    physics.addScene(inner);
    const { body } = crate.userData.physics;
    expect(place.distanceTo(new Vector3(...body.position))).toBeLessThan(1e-6);
    expect(orientation.angleTo(new Quaternion(...body.orientation))).toBeLessThan(1e-5);
    expect(boxOf(body)).toEqual([1, 2, 3]);
    body.angularVelocity = [1, 2, 3];
    group.position.x = -5; // bodies stay where they are in the world when groups move
    runFor(0.5);
    physics.update(STEP * 0.999); // shows the last step
    const [falling, turned] = pose();
    expect(falling.distanceTo(new Vector3(...body.position))).toBeLessThan(0.1);
    expect(falling.x).toBeCloseTo(place.x, 4);
    expect(place.y - falling.y).toBeGreaterThan(1);
    expect(turned.angleTo(new Quaternion(...body.orientation))).toBeLessThan(0.1);
    expect(crate.scale.toArray()).toEqual([1, 1, 1]);
    physics.setMeshPosition(crate, [1, 2, 3]);
    physics.update(0);
    expect(pose()[0].distanceTo(new Vector3(1, 2, 3))).toBeLessThan(1e-5);
  });

  test('instances of a mesh that is moved, turned and scaled fall where they are drawn', () => {
    const mesh = row(3, [1, 2, 1]);
    mesh.position.set(0, 10, 5);
    mesh.rotation.y = Math.PI / 2;
    mesh.scale.setScalar(2);
    physics.addMesh(mesh, 1);
    const bodies: Body[] = mesh.userData.physics.bodies;
    expect(bodies.map(({ position }) => position.map(Math.round))).toEqual([5, -1, -7].map((z) => [0, 10, z]));
    expect(bodies.map(boxOf)).toEqual([1, 2, 1].map((half) => [half, 1, 1]));
    runFor(0.3);
    for (const [k, body] of bodies.entries()) {
      const { position, quaternion, scale } = instance(mesh, k);
      position.applyMatrix4(mesh.matrixWorld);
      expect(position.distanceTo(new Vector3(...body.position))).toBeLessThan(0.06); // one step late
      expect(position.z).toBeCloseTo([5, -1, -7][k], 4);
      expect(quaternion.angleTo(new Quaternion())).toBeLessThan(1e-3);
      expect(scale.x).toBeCloseTo([1, 2, 1][k], 4);
    }
  });

  test('two worlds share a scene: each mesh is in one of them', async () => {
    const other = await HolonomicPhysics({ automatic: false, gravity: [0, 0, 0] });
    const scene = new Scene().add(box(1, [1, 1, 1], [0, 5, 0]));
    physics.addScene(scene);
    const late = box(1, [1, 1, 1], [3, 5, 0]);
    scene.add(late);
    other.addScene(scene);
    expect([physics.world.bodyCount, other.world.bodyCount]).toEqual([1, 1]);
    expect(() => physics.addMesh(late, 1)).toThrow('added before');
    runFor(0.2);
    for (let k = 0; k < 12; k++) other.update(STEP);
    expect(scene.children[0].position.y).toBeLessThan(4.9);
    expect(late.position.y).toBe(5);
    other.dispose();
    physics.addScene(scene);
    expect([physics.world.bodyCount, late.userData.physics.body.world]).toEqual([2, physics.world]);
    runFor(0.2);
    expect(late.position.y).toBeLessThan(5);
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
    expect(() => physics.addHeightfield(ground, 5, 4, heights, { x: 8, y: 1, z: 6 })).toThrow('added before');
    expect(() => physics.addHeightfield(ground, 5, 5, heights, { x: 8, y: 1, z: 6 })).toThrow('25');
  });
});
