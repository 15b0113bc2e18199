// Rapier, SIMD build. Contacts are found but not solved: the solver groups of the colliders admit nobody.
import type { Quat, Vec3 } from '../model.ts';
import { type BenchShape, type CollisionEngine, cell, DT, type PlacedShape, type Probe, SPIN } from './model.ts';

const PACKAGE = '@dimforge/rapier3d-simd-compat';
const vector = ([x, y, z]: ArrayLike<number> & Iterable<number>) => ({ x, y, z });
const quaternion = ([x, y, z, w]: Quat) => ({ x, y, z, w });
const NOBODY = 0x0001_0000;

export function describe(R: any, shape: BenchShape): any {
  switch (shape.type) {
    case 'sphere':
      return R.ColliderDesc.ball(shape.radius);
    case 'capsule':
    case 'cylinder':
    case 'cone':
      return R.ColliderDesc[shape.type](shape.halfHeight, shape.radius);
    case 'box':
      return R.ColliderDesc.cuboid(...shape.halfExtents);
    case 'hull':
      return R.ColliderDesc.convexHull(Float32Array.from(shape.points));
    case 'compound': {
      const shapes = shape.children.map(({ shape: child }) => describe(R, child).shape);
      const turned = shape.children.map(() => ({ x: 0, y: 0, z: 0, w: 1 }));
      return R.ColliderDesc.compound(
        shapes,
        shape.children.map(({ position }) => vector(position)),
        turned,
      );
    }
    case 'halfSpace':
      return new R.ColliderDesc(new R.HalfSpace({ x: 0, y: 1, z: 0 }));
    case 'mesh':
      return R.ColliderDesc.trimesh(Float32Array.from(shape.vertices), Uint32Array.from(shape.indices));
    case 'heightField': {
      const { samples, heights, spacing } = shape;
      const columns = Float32Array.from(heights, (_, i) => heights[(i % samples) * samples + Math.floor(i / samples)]);
      const size = spacing * (samples - 1);
      return R.ColliderDesc.heightfield(samples - 1, samples - 1, columns, { x: size, y: 1, z: size });
    }
    case 'spline':
      return null;
  }
}

/** A world that holds the scene, ready for queries. */
function sceneWorld(R: any, scene: PlacedShape[]): any {
  const world = new R.World({ x: 0, y: 0, z: 0 });
  for (const { shape, position, orientation } of scene) {
    const description = describe(R, shape);
    if (!description) return null;
    world.createCollider(description.setTranslation(...position).setRotation(quaternion(orientation)));
  }
  world.step(); // fills the tree that queries use
  return world;
}

/** Casts all rays; origin and direction are the same two objects each time. */
function eachRay(rays: Float64Array, cast: (origin: any, direction: any) => boolean): Pick<Probe, 'step' | 'found'> {
  const origin = { x: 0, y: 0, z: 0 };
  const direction = { x: 1, y: 0, z: 0 };
  let hits = 0;
  const step = () => {
    hits = 0;
    for (let i = 0; i < rays.length; i += 6) {
      origin.x = rays[i];
      origin.y = rays[i + 1];
      origin.z = rays[i + 2];
      direction.x = rays[i + 3];
      direction.y = rays[i + 4];
      direction.z = rays[i + 5];
      if (cast(origin, direction)) hits++;
    }
  };
  return { step, found: () => hits };
}

export const rapierCollision: CollisionEngine = {
  name: 'rapier-simd',
  async load() {
    const { default: R }: any = await import(PACKAGE);
    const { warn } = console;
    console.warn = () => {};
    await R.init();
    console.warn = warn;
    return {
      async pairs({ first, second, orientation, count, height }) {
        if (!describe(R, first) || !describe(R, second)) return null;
        const world = new R.World({ x: 0, y: 0, z: 0 });
        world.timestep = DT;
        const colliders: any[][] = [];
        const add = (shape: BenchShape, description: any) =>
          world.createCollider(describe(R, shape).setSolverGroups(NOBODY), world.createRigidBody(description.setCanSleep(false)));
        for (let i = 0; i < count; i++) {
          const [x, y, z] = cell(i, count);
          const upper = R.RigidBodyDesc.dynamic()
            .setTranslation(x, y + height, z)
            .setRotation(quaternion(orientation));
          const pair = [add(first, upper.setAngvel({ x: 0, y: SPIN, z: 0 }))];
          if (second.type !== 'halfSpace' || i === 0) pair.push(add(second, R.RigidBodyDesc.fixed().setTranslation(x, y, z)));
          colliders.push(pair);
        }
        return {
          step: () => world.step(),
          found() {
            let points = 0;
            for (const [one, other = colliders[0][1]] of colliders)
              world.contactPair(one, other, (manifold: any) => {
                points += manifold.numContacts();
              });
            return points;
          },
          dispose: () => world.free(),
        };
      },
      async rays(scene, rays, length) {
        const world = sceneWorld(R, scene);
        if (!world) return null;
        const ray = new R.Ray({ x: 0, y: 0, z: 0 }, { x: 1, y: 0, z: 0 });
        const cast = (origin: any, direction: any) => {
          ray.origin = origin;
          ray.dir = direction;
          return world.castRayAndGetNormal(ray, length, true) !== null;
        };
        return { ...eachRay(rays, cast), dispose: () => world.free() };
      },
      async shapeCasts(scene, halfExtents: Vec3, rays, length) {
        const world = sceneWorld(R, scene);
        if (!world) return null;
        const shape = new R.Cuboid(...halfExtents);
        const upright = { x: 0, y: 0, z: 0, w: 1 };
        const cast = (origin: any, direction: any) => world.castShape(origin, upright, direction, shape, 0, length, true) !== null;
        return { ...eachRay(rays, cast), dispose: () => world.free() };
      },
      async boxes(boxes, shapes) {
        const world = new R.World({ x: 0, y: 0, z: 0 });
        world.timestep = DT;
        for (const { position, velocity } of boxes) {
          const description = R.RigidBodyDesc.dynamic()
            .setTranslation(...position)
            .setLinvel(...velocity)
            .setCanSleep(false);
          const body = world.createRigidBody(description.setAdditionalMass(shapes ? 0 : 1));
          if (shapes) world.createCollider(R.ColliderDesc.cuboid(0.5, 0.5, 0.5), body);
        }
        return { step: () => world.step(), found: () => 0, dispose: () => world.free() };
      },
    };
  },
};
