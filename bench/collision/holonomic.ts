// Holonomic: contacts by detectCollisions(), without a step; rays one by one and as a batch. It runs from dist/, as users get it.
import { BUILDS, loadPackage } from '../engines/holonomic.ts';
import type { Quat, Vec3 } from '../model.ts';
import { makeShape } from './holonomic-shapes.ts';
import { type CollisionEngine, cell, DT, type PlacedShape, type Probe, SPIN } from './model.ts';

async function sceneWorld(H: any, build: object, scene: PlacedShape[]): Promise<any> {
  const world = await H.World.create({ ...build, gravity: [0, 0, 0] });
  for (const { shape, position, orientation } of scene)
    world.addBody({ type: 'static', shape: makeShape(H, shape), position, orientation });
  world.detectCollisions();
  return world;
}

function turned([x, y, z, w]: Quat, angle: number): Quat {
  const [s, c] = [Math.sin(angle / 2), Math.cos(angle / 2)];
  return [c * x + s * z, c * y + s * w, c * z - s * x, c * w - s * y];
}

/** Casts all rays; origin and direction are the same two arrays each time. */
function eachRay(rays: Float64Array, cast: (origin: number[], direction: number[]) => unknown): Pick<Probe, 'step' | 'found'> {
  const origin = [0, 0, 0];
  const direction = [1, 0, 0];
  let hits = 0;
  const step = () => {
    hits = 0;
    for (let i = 0; i < rays.length; i += 6) {
      for (let axis = 0; axis < 3; axis++) {
        origin[axis] = rays[i + axis];
        direction[axis] = rays[i + 3 + axis];
      }
      if (cast(origin, direction)) hits++;
    }
  };
  return { step, found: () => hits };
}

/** With `batch`, rays go through castRays, all in one call. */
const collision = (build: keyof typeof BUILDS, batch: boolean): CollisionEngine => ({
  name: `holonomic ${build}${batch ? ', batch' : ''}`,
  async load() {
    const H = await loadPackage();
    if (!H.HeightField) throw new Error('dist/ has no collision detection');
    return {
      async pairs({ first, second, orientation, count, height }) {
        if (batch) return null;
        const world = await H.World.create({ ...BUILDS[build], gravity: [0, 0, 0] });
        const [a, b] = [makeShape(H, first), makeShape(H, second)];
        const bodies: any[] = [];
        for (let i = 0; i < count; i++) {
          const [x, y, z] = cell(i, count);
          bodies.push(world.addBody({ shape: a, position: [x, y + height, z], orientation }));
          if (second.type !== 'halfSpace' || i === 0) world.addBody({ type: 'static', shape: b, position: [x, y, z] });
        }
        const poses = [0, 1, 2, 3].map((k) => turned(orientation, k * SPIN * DT));
        let frame = 0;
        return {
          step() {
            const pose = poses[frame++ % poses.length];
            for (const body of bodies) body.orientation = pose;
            world.detectCollisions();
          },
          found: () => world.contacts().reduce((sum: number, { points }: any) => sum + points.length, 0),
          dispose: () => world.dispose(),
        };
      },
      async rays(scene, rays, length) {
        const world = await sceneWorld(H, BUILDS[build], scene);
        const dispose = () => world.dispose();
        if (!batch) return { ...eachRay(rays, (from, way) => world.castRay(from, way, { maxDistance: length })), dispose };
        const out = world.castRays(rays, { maxDistance: length });
        return {
          step: () => world.castRays(rays, { maxDistance: length, out }),
          found: () => out.bodies.reduce((sum: number, body: number) => sum + (body >= 0 ? 1 : 0), 0),
          dispose,
        };
      },
      async shapeCasts(scene, halfExtents: Vec3, rays, length) {
        if (batch) return null;
        const world = await sceneWorld(H, BUILDS[build], scene);
        const box = new H.Box(halfExtents);
        const cast = (position: number[], [x, y, z]: number[]) =>
          world.castShape(box, { position, translation: [x * length, y * length, z * length] });
        return { ...eachRay(rays, cast), dispose: () => world.dispose() };
      },
      async boxes(boxes, shapes) {
        if (batch) return null;
        const world = await H.World.create({ ...BUILDS[build], gravity: [0, 0, 0], substeps: 1 });
        const shape = new H.Box([0.5, 0.5, 0.5]);
        for (const { position, velocity } of boxes) world.addBody({ shape, position, linearVelocity: velocity, collides: shapes });
        return { step: () => world.step(DT), found: () => 0, dispose: () => world.dispose() };
      },
    };
  },
});

export const holonomicCollision: CollisionEngine[] = [
  collision('single', false),
  collision('double', false),
  collision('single', true),
  collision('double', true),
];
