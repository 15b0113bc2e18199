import fc from 'fast-check';
import { BatchedMesh, BoxGeometry, InstancedMesh, Matrix4, MeshBasicMaterial, Object3D, Quaternion, Raycaster, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { Box, World } from '../../bindings/index.ts';
import { type Poses, poseInstances, poseObject } from '../../bindings/three/index.ts';

const component = fc.double({ min: -1, max: 1, noNaN: true });
const quaternion = fc
  .tuple(component, component, component, component)
  .filter((values) => Math.hypot(...values) > 0.1)
  .map((values) => new Quaternion(...values).normalize());
const position = fc.tuple(component, component, component).map((values) => new Vector3(...values).multiplyScalar(100));
const pose = fc.record({ position, quaternion });
const alphas = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true }));

type Pose = { position: Vector3; quaternion: Quaternion };
const rows = (...poses: Pose[]) => Float32Array.from(poses.flatMap((each) => [...each.position.toArray(), ...each.quaternion.toArray()]));
/** The angle between two orientations, rad, exact also where it is small. */
const angle = (a: Quaternion, b: Quaternion) => {
  const difference = a.clone().invert().multiply(b);
  return 2 * Math.atan2(Math.hypot(difference.x, difference.y, difference.z), Math.abs(difference.w));
};

function instanced(count: number): InstancedMesh {
  return new InstancedMesh(new BoxGeometry(), new MeshBasicMaterial(), count);
}

describe('poseObject', () => {
  test('is what three.js interpolates', () => {
    fc.assert(
      fc.property(pose, pose, alphas, (before, now, alpha) => {
        const object = new Object3D();
        poseObject(object, 1, { transforms: rows(before, now), previous: rows(now, before), alpha });
        expect(object.position.distanceTo(before.position.clone().lerp(now.position, alpha))).toBeLessThan(1e-4);
        expect(Math.abs(object.quaternion.length() - 1)).toBeLessThan(1e-6);
        const turned = angle(before.quaternion, now.quaternion);
        if (turned > 3.1) return; // both ways are as short
        // Normalised linear interpolation goes the same way as slerp, at a speed that is not quite even.
        const difference = angle(object.quaternion, before.quaternion.clone().slerp(now.quaternion, alpha));
        expect(difference).toBeLessThan(alpha === 0 || alpha === 1 ? 1e-6 : 1e-6 + 0.05 * turned ** 3);
      }),
    );
  });

  test('turns half as far at half the time, the shorter way, whatever the signs of the quaternions are', () => {
    const before = { position: new Vector3(), quaternion: new Quaternion() };
    const now = { position: new Vector3(2, 0, 0), quaternion: new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), 1) };
    for (const sign of [1, -1]) {
      const transforms = rows({ ...now, quaternion: new Quaternion(...now.quaternion.toArray().map((value) => sign * value)) });
      const object = new Object3D();
      poseObject(object, 0, { transforms, previous: rows(before), alpha: 0.5 });
      expect(object.position.toArray()).toEqual([1, 0, 0]);
      expect(angle(object.quaternion, new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), 0.5))).toBeLessThan(1e-7);
    }
  });

  test('reads a world, keeps the scale, and leaves the object of a removed body where it is', async () => {
    using world = await World.create({ gravity: [0, 0, 0] });
    const body = world.addBody({ shape: new Box([1, 1, 1]), position: [1, 2, 3], orientation: [0, 1, 0, 0], linearVelocity: [60, 0, 0] });
    const object = new Object3D();
    object.scale.set(1, 2, 3);
    const previous = world.transforms.slice();
    world.step(1 / 60);
    poseObject(object, body, world);
    expect([object.position.toArray(), object.quaternion.toArray(), object.scale.toArray()]).toEqual([
      body.position.map(Math.fround),
      body.orientation.map(Math.fround),
      [1, 2, 3],
    ]);
    poseObject(object, body, { transforms: world.transforms, previous, alpha: 0.25 });
    expect(object.position.x).toBeCloseTo(1.25, 5);
    world.removeBody(body);
    poseObject(object, body.index, world);
    expect(object.position.x).toBeCloseTo(1.25, 5);
  });

  test('a body that was not there before does not come from elsewhere', () => {
    const now = { position: new Vector3(1, 2, 3), quaternion: new Quaternion() };
    for (const previous of [new Float32Array(0), new Float32Array(7)]) {
      const object = new Object3D();
      poseObject(object, 0, { transforms: rows(now), previous, alpha: 0.5 });
      expect(object.position.toArray()).toEqual([1, 2, 3]);
    }
  });
});

describe('poseInstances', () => {
  const scales = fc.option(fc.array(fc.double({ min: 0.1, max: 10, noNaN: true }), { minLength: 6, maxLength: 6 }), { nil: undefined });

  test('writes the matrices that three.js composes, in the order of the bodies', () => {
    fc.assert(
      fc.property(pose, pose, scales, alphas, (first, second, sizes, alpha) => {
        const poses: Poses = { transforms: rows(first, second), previous: rows(second, first), alpha };
        const single = instanced(5);
        const batched = new BatchedMesh(2, 24, 36, new MeshBasicMaterial());
        const box = batched.addGeometry(new BoxGeometry());
        for (let k = 0; k < 2; k++) batched.addInstance(box);
        const bodies = [{ index: 1 }, 0];
        poseInstances(single, bodies, poses, sizes);
        poseInstances(batched, bodies, poses, sizes);
        expect(single.count).toBe(2);
        for (const [k, body] of bodies.entries()) {
          const object = new Object3D();
          poseObject(object, body, poses);
          if (sizes) object.scale.fromArray(sizes, 3 * k);
          object.updateMatrix();
          for (const mesh of [single, batched]) {
            const matrix = new Matrix4();
            mesh.getMatrixAt(k, matrix);
            for (const [entry, value] of matrix.elements.entries())
              expect(Math.abs(value - object.matrix.elements[entry])).toBeLessThan(1e-5 * Math.max(1, Math.abs(value)));
          }
        }
      }),
    );
  });

  test('shows as many instances as there are bodies, none of a removed one, and tells the renderer', async () => {
    using world = await World.create();
    const bodies = [0, 1, 2].map((k) => world.addBody({ shape: new Box([0.5, 0.5, 0.5]), position: [3 * k, 0, 0] }));
    const mesh = instanced(10);
    const { version } = mesh.instanceMatrix;
    world.removeBody(bodies[1]);
    poseInstances(mesh, bodies, world);
    expect(mesh.count).toBe(3);
    expect(mesh.instanceMatrix.version).toBe(version + 1);
    expect(Array.from(mesh.instanceMatrix.array.subarray(16, 32))).toEqual(new Array(16).fill(0));
    expect(Array.from(mesh.instanceMatrix.array.subarray(44, 48))).toEqual([6, 0, 0, 1]);
  });

  test('instances keep their scales, also mirrored ones, however often they are posed', async () => {
    using world = await World.create({ gravity: [0, 0, 0] });
    const bodies = [0, 1, 2].map((k) =>
      world.addBody({ shape: new Box([0.5, 0.5, 0.5]), position: [3 * k, 0, 0], angularVelocity: [1, 2, 3] }),
    );
    const single = instanced(3);
    const batched = new BatchedMesh(3, 24, 36, new MeshBasicMaterial());
    const box = batched.addGeometry(new BoxGeometry());
    const scales = [new Vector3(1, 1, 1), new Vector3(3, 0.3, 1e-3), new Vector3(-2, 7, 1)];
    for (const [k, size] of scales.entries()) {
      batched.addInstance(box);
      for (const mesh of [single, batched]) mesh.setMatrixAt(k, new Matrix4().compose(new Vector3(), new Quaternion(), size));
    }
    for (let frame = 0; frame < 1000; frame++) {
      world.step(1 / 60);
      poseInstances(single, bodies, world);
      poseInstances(batched, bodies, world);
    }
    for (const mesh of [single, batched])
      for (const [k, size] of scales.entries()) {
        const matrix = new Matrix4();
        mesh.getMatrixAt(k, matrix);
        const [place, orientation, found] = [new Vector3(), new Quaternion(), new Vector3()];
        matrix.decompose(place, orientation, found);
        for (const axis of [0, 1, 2]) expect(Math.abs(found.getComponent(axis) / size.getComponent(axis) - 1)).toBeLessThan(1e-5);
        expect(angle(orientation, new Quaternion(...bodies[k].orientation))).toBeLessThan(1e-5);
      }
  });

  test('a removed body stays invisible when another takes its slot, which is shown by its own handle or by the slot', async () => {
    using world = await World.create();
    const add = (x: number) => world.addBody({ shape: new Box([0.5, 0.5, 0.5]), position: [x, 0, 0] });
    const old = add(1);
    const mesh = instanced(3);
    world.removeBody(old);
    poseInstances(mesh, [old, old.index], world);
    const young = add(2);
    expect(young.index).toBe(old.index);
    poseInstances(mesh, [old, old.index, young], world);
    const places = Array.from(mesh.instanceMatrix.array).filter((_, entry) => [0, 12, 15].includes(entry % 16));
    expect(places).toEqual([0, 0, 0, 1, 2, 1, 1, 2, 1]);
  });

  test('instances are found where they are now', async () => {
    using world = await World.create({ gravity: [0, 0, 0] });
    const body = world.addBody({ shape: new Box([0.5, 0.5, 0.5]) });
    const mesh = instanced(1);
    const hits = (x: number) => new Raycaster(new Vector3(x, 0, 10), new Vector3(0, 0, -1)).intersectObject(mesh).length > 0;
    poseInstances(mesh, [body], world);
    expect([hits(0), hits(50)]).toEqual([true, false]);
    body.position = [50, 0, 0];
    poseInstances(mesh, [body], world);
    expect([hits(0), hits(50)]).toEqual([false, true]);
  });
});

describe('errors', () => {
  const transforms = rows({ position: new Vector3(), quaternion: new Quaternion() });
  test.each([
    ['no such slot', () => poseObject(new Object3D(), 1, { transforms }), 'transforms has 1 slots, but slot 1 is wanted'],
    ['no slot', () => poseObject(new Object3D(), {} as never, { transforms }), 'slot NaN is wanted'],
    ['alpha', () => poseObject(new Object3D(), 0, { transforms, alpha: 1.5 }), 'alpha must be from 0 to 1, but is 1.5'],
    [
      'alpha of instances',
      () => poseInstances(instanced(1), [0], { transforms, alpha: Number.NaN }),
      'alpha must be from 0 to 1, but is NaN',
    ],
    [
      'no room',
      () => poseInstances(instanced(1), [0, 0], { transforms }),
      'has room for 1 instances, but there are 2 bodies; make a larger one',
    ],
    [
      'few scales',
      () => poseInstances(instanced(2), [0, 0], { transforms }, [1, 1, 1]),
      'scales must hold three numbers for each of the 2 bodies',
    ],
  ])('%s', (_, action, message) => {
    expect(action).toThrow(
      expect.objectContaining({ name: 'HolonomicError', code: 'invalid-argument', message: expect.stringContaining(message) }),
    );
  });
});
