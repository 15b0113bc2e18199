// Points of contacts go along with bodies that turn within a step: what rolls about one end gains no energy, and what a turning body carries stays where it is.
import { describe, expect, test } from 'vitest';
import { BallJoint, Box, Capsule, Cylinder, HalfSpace, type Shape, TriangleMesh, type Vec3 } from '../../bindings/index.ts';
import { onEachKernel } from './worlds.ts';

const FLOORS: [string, { shape: Shape; position?: Vec3 }][] = [
  ['half-space', { shape: new HalfSpace() }],
  ['box', { shape: new Box([5, 0.5, 5]), position: [0, -0.5, 0] }],
  ['mesh', { shape: new TriangleMesh([-5, 0, -5, 5, 0, -5, 5, 0, 5, -5, 0, 5], [0, 2, 1, 0, 3, 2], { solid: false }) }],
];
onEachKernel(({ create }) => {
  describe.each(FLOORS)('on a %s', (_, floor) => {
    test('a capsule that a ball joint holds at its upper end rolls around it without gaining energy', async () => {
      for (const friction of [0.6, 0]) {
        const world = await create();
        world.addBody({ type: 'static', ...floor, friction });
        const [height, top, foot] = [0.12, 0.28, 0.24];
        const tilt = Math.asin((height - 0.04) / (top + foot));
        const half = (Math.PI / 2 - tilt) / 2;
        const axis: Vec3 = [Math.cos(tilt), -Math.sin(tilt), 0];
        const rod = world.addBody({
          shape: new Capsule(0.04, 0.24),
          mass: 2,
          position: [axis[0] * top, axis[1] * top + height, 0],
          orientation: [0, 0, Math.sin(half), Math.cos(half)],
          friction,
        });
        world.addJoint(new BallJoint({ a: null, b: rod, anchor: [0, height, 0] }));
        // About the line from the joint to where it touches the floor.
        const reach = Math.hypot(axis[0] * (top + foot), height);
        rod.angularVelocity = [(3 * axis[0] * (top + foot)) / reach, (-3 * height) / reach, 0];
        for (let k = 0; k < 2; k++) world.step(1 / 60);
        const kinetic = world.kineticEnergy;
        const start = world.totalEnergy;
        let gain = 0;
        for (let k = 0; k < 1200; k++) {
          world.step(1 / 60);
          gain = Math.max(gain, world.totalEnergy - start);
        }
        // It was 200 times the energy that it has.
        expect(gain / kinetic).toBeLessThan(0.5);
      }
    });
  });

  describe.each([1 / 60, 1 / 120])('in steps of %f s', (dt) => {
    test.each<[string, Shape]>([
      ['box', new Box([4, 0.5, 4])],
      ['disc', new Cylinder(4, 0.5)],
    ])('a box stays where it is on a %s that turns', async (_, table) => {
      const world = await create();
      const disc = world.addBody({ type: 'kinematic', shape: table, position: [0, -0.5, 0], friction: 0.5 });
      const speed = 1.5;
      const radius = 1.5;
      disc.angularVelocity = [0, speed, 0];
      const box = world.addBody({
        shape: new Box([0.2, 0.2, 0.2]),
        mass: 1,
        position: [radius, 0.2, 0],
        friction: 0.5,
        linearVelocity: [0, 0, -speed * radius],
        angularVelocity: [0, speed, 0],
      });
      for (let time = 0; time < 10; time += dt) world.step(dt);
      // It was 0.38 m.
      expect(Math.abs(Math.hypot(box.position[0], box.position[2]) - radius)).toBeLessThan(0.04 * 60 * dt);
    });
  });
});
