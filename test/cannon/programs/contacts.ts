// Friction, restitution and who meets whom.
import { addBall, addBox, addFloor, G, newWorld, type Program, stepFor } from './program.ts';

const SLOPE = 0.3;

export const CONTACTS: Program[] = [
  {
    name: 'a ball bounces by its contact material',
    run(C) {
      const world = newWorld(C);
      const [rubber, stone] = [new C.Material('rubber'), new C.Material('stone')];
      world.addContactMaterial(new C.ContactMaterial(rubber, stone, { restitution: 0.7, friction: 0 }));
      addFloor(C, world, 0, { material: stone });
      const ball = addBall(C, world, 0.5, [0, 2.5, 0], { material: rubber, linearDamping: 0 });
      let [fell, rose] = [0, 0];
      stepFor(world, 1, () => {
        fell = Math.min(fell, ball.velocity.y);
        rose = Math.max(rose, ball.velocity.y);
      });
      return { rates: { fell: -fell }, exact: { ratio: -rose / fell } };
    },
    truth: { ratio: { value: 0.7, within: 0.02 } },
  },
  {
    name: 'materials multiply their friction and restitution',
    run(C) {
      const world = newWorld(C);
      const [one, other] = [new C.Material({ friction: 0, restitution: 0.8 }), new C.Material({ friction: 0, restitution: 0.5 })];
      addFloor(C, world, 0, { material: one });
      const ball = addBall(C, world, 0.5, [0, 2.5, 0], { material: other, linearDamping: 0, velocity: new C.Vec3(2, 0, 0) });
      let [fell, rose] = [0, 0];
      stepFor(world, 1, () => {
        // The speed that it has at the floor.
        const { y } = ball.velocity;
        const speed = Math.sign(y) * Math.sqrt(y * y + 2 * G * Math.max(ball.position.y - 0.5, 0));
        fell = Math.min(fell, speed);
        rose = Math.max(rose, speed);
      });
      return { rates: { sideways: ball.velocity.x }, exact: { ratio: -rose / fell } };
    },
    truth: { ratio: { value: 0.4, within: 0.02 } },
  },
  {
    name: 'a box slides down a slope, another sticks',
    run(C) {
      const world = newWorld(C, { gravity: new C.Vec3(G * Math.sin(SLOPE), -G * Math.cos(SLOPE), 0) });
      const [ice, wood] = [new C.Material('ice'), new C.Material('wood')];
      world.addContactMaterial(new C.ContactMaterial(ice, wood, { friction: 0 }));
      world.addContactMaterial(new C.ContactMaterial(wood, wood, { friction: 0.9 }));
      addFloor(C, world, 0, { material: wood });
      const slides = addBox(C, world, 0.5, [0, 0.5, 0], { material: ice, linearDamping: 0 });
      const sticks = addBox(C, world, 0.5, [0, 0.5, 3], { material: wood });
      stepFor(world, 1);
      return { rates: { slides: slides.velocity.x }, places: { sticks: sticks.position } };
    },
  },
  {
    name: 'friction stops a sliding box',
    run(C) {
      const world = newWorld(C);
      world.defaultContactMaterial.friction = 0.4;
      addFloor(C, world);
      const box = addBox(C, world, 0.5, [0, 0.5, 0], { linearDamping: 0, angularDamping: 0, velocity: new C.Vec3(4, 0, 0) });
      stepFor(world, 3);
      return { exact: { way: box.position.x } };
    },
    truth: { way: { value: 16 / (2 * 0.4 * G), within: 0.02 } },
  },
  {
    name: 'filters decide who meets whom',
    run(C) {
      const world = newWorld(C);
      addFloor(C, world);
      const shelf = { mass: 0, collisionFilterGroup: 2, collisionFilterMask: 4 };
      const [low, high] = [addBox(C, world, 0.5, [0, 1.5, 0], shelf), addBox(C, world, 0.5, [4, 1.5, 0], shelf)];
      const passes = addBall(C, world, 0.5, [0, 3, 0]);
      const rests = addBall(C, world, 0.5, [4, 3, 0], { collisionFilterGroup: 4, collisionFilterMask: 2 | 1 });
      stepFor(world, 3);
      return { places: { passes: passes.position, rests: rests.position, low: low.position, high: high.position } };
    },
  },
  {
    name: 'shapes have filters of their own',
    run(C) {
      const world = newWorld(C);
      addFloor(C, world);
      const ghost = new C.Sphere(0.5);
      ghost.collisionFilterGroup = 2;
      const table = new C.Body({ mass: 0, position: new C.Vec3(0, 1.5, 0) });
      const top = new C.Box(new C.Vec3(1, 0.1, 1));
      top.collisionFilterMask = 1;
      table.addShape(top);
      world.addBody(table);
      const passes = new C.Body({ mass: 1, shape: ghost, position: new C.Vec3(-0.4, 3, 0) });
      world.addBody(passes);
      const rests = addBall(C, world, 0.3, [0.6, 3, 0]);
      stepFor(world, 3);
      return { places: { passes: passes.position.y, rests: rests.position.y } };
    },
  },
];
