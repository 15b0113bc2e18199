// Figures from skeletons of three.js, and skeletons after figures.
import { Bone, Object3D, Quaternion, Skeleton, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { fromSkeleton, Ragdoll } from '../../bindings/control/index.ts';
import { World } from '../../bindings/index.ts';

/** A body with a head and two arms, in centimetres under a scaled parent, turned sideways, as files have them. */
function makeSkeleton(): { skeleton: Skeleton; bones: Record<string, Bone>; armature: Object3D } {
  const armature = new Object3D();
  armature.scale.setScalar(0.01);
  armature.position.set(1, 0.2, 0);
  armature.rotation.set(0, 0.7, 0);
  const bones: Record<string, Bone> = {};
  const add = (name: string, parent: string | null, position: [number, number, number], turn = 0) => {
    const bone = new Bone();
    bone.name = name;
    bone.position.set(...position);
    bone.rotation.set(0, 0, turn);
    (parent ? bones[parent] : armature).add(bone);
    bones[name] = bone;
  };
  add('hips', null, [0, 100, 0]);
  add('spine', 'hips', [0, 20, 0], 0.1);
  add('head', 'spine', [0, 40, 0]);
  for (const [side, x] of [
    ['left', 1],
    ['right', -1],
  ] as const) {
    add(`${side}Arm`, 'spine', [20 * x, 30, 0], -x * 0.3);
    add(`${side}Hand`, `${side}Arm`, [30 * x, 0, 0]);
    add(`${side}Finger`, `${side}Hand`, [4 * x, 0, 0]);
  }
  armature.updateWorldMatrix(true, true);
  return { skeleton: new Skeleton(Object.values(bones)), bones, armature };
}

const places = (bones: Record<string, Bone>) =>
  Object.values(bones).flatMap((bone) => [
    ...bone.getWorldPosition(new Vector3()).toArray(),
    ...bone.getWorldQuaternion(new Quaternion()).toArray(),
  ]);
const difference = (a: readonly number[], b: readonly number[]) => Math.max(...a.map((x, k) => Math.abs(x - b[k])));

const OPTIONS = { bones: ['hips', 'spine', 'head', 'leftArm', 'rightArm', 'leftHand', 'rightHand'] };

test('a figure stands where its skeleton does, and the skeleton stays where it is', async () => {
  const world = await World.create({ precision: 'double' });
  const { bones, skeleton } = makeSkeleton();
  const before = places(bones);
  const rig = fromSkeleton(skeleton, OPTIONS);
  expect(rig.description.map(({ name, parent }) => [name, parent])).toEqual([
    ['hips', undefined],
    ['spine', 'hips'],
    ['head', 'spine'],
    ['leftArm', 'spine'],
    ['rightArm', 'spine'],
    ['leftHand', 'leftArm'],
    ['rightHand', 'rightArm'],
  ]);
  const doll = new Ragdoll(world, rig.description);
  doll.muscle('leftArm').joint.anchorWorldB.forEach((x, k) => {
    expect(x).toBeCloseTo(bones.leftArm.getWorldPosition(new Vector3()).toArray()[k], 9);
  });
  doll.applyTo(rig);
  expect(difference(places(bones), before)).toBeLessThan(1e-9);
  world.dispose();
});

test('bones follow a figure that falls, and a figure follows bones', async () => {
  const world = await World.create({ precision: 'double' });
  const { bones, skeleton } = makeSkeleton();
  const rig = fromSkeleton(skeleton, OPTIONS);
  const doll = new Ragdoll(world, rig.description, { recovery: 0 });
  doll.limp();
  doll.body('leftHand').angularVelocity = [3, -4, 5];
  for (let frame = 0; frame < 20; frame++) world.step(1 / 60);
  doll.applyTo(rig);
  for (const name of ['leftHand', 'head', 'spine'])
    doll.muscle(name).joint.anchorWorldB.forEach((x, k) => {
      expect(x).toBeCloseTo(bones[name].getWorldPosition(new Vector3()).toArray()[k], 4);
    });
  // What has no part goes along with what it hangs on.
  expect(bones.leftFinger.getWorldPosition(new Vector3()).distanceTo(bones.leftHand.getWorldPosition(new Vector3()))).toBeCloseTo(0.04, 9);
  const pose = rig.pose();
  const wanted = doll.pose();
  for (const [name, q] of Object.entries(wanted)) expect(Math.abs(q.reduce((sum, x, k) => sum + x * pose[name][k], 0))).toBeCloseTo(1, 9);
  const { orientation, position } = rig.place();
  expect(difference([...position, ...orientation], [...doll.origin, ...doll.orientation])).toBeLessThan(1e-9);
  const twin = new Ragdoll(world, rig.description);
  twin.place(pose, rig.place());
  for (const name of doll.names) expect(difference([...twin.body(name).position], [...doll.body(name).position])).toBeLessThan(1e-4);
  world.dispose();
});

test('short bones go along unless they are named, and what is no skeleton is refused', () => {
  const { skeleton } = makeSkeleton();
  expect(fromSkeleton(skeleton).description.map(({ name }) => name)).not.toContain('leftFinger');
  expect(() => fromSkeleton({ bones: [] })).toThrow(/skeleton with bones/);
  expect(() => fromSkeleton(skeleton, { bones: ['tail'] })).toThrow(/no bone 'tail'/);
  expect(() => fromSkeleton(skeleton, { shortest: 9 })).toThrow(/shortest/);
});
