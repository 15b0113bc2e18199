// Holonomic itself: both precisions of the kernels and the reference solver in plain TypeScript. It runs from dist/, as users get it.

import { followArrivals, type Members } from '../arrivals.ts';
import { makeShape } from '../collision/holonomic-shapes.ts';
import { followOrbits } from '../kinematics.ts';
import {
  type BodySpec,
  type ConvexShape,
  type Engine,
  isKinematic,
  type MeshShape,
  type SceneData,
  shapesOf,
  surfaceOf,
  twistRange,
} from '../model.ts';

const PACKAGE = new URL('../../dist/index.js', import.meta.url).href;

export interface Build {
  precision: 'single' | 'double';
  backend: 'wasm' | 'reference';
}

export const BUILDS: Record<string, Build> = {
  single: { precision: 'single', backend: 'wasm' },
  double: { precision: 'double', backend: 'wasm' },
  reference: { precision: 'double', backend: 'reference' },
};

/** Of the suites of joints. */
export const JOINT_SUBSTEPS = 10;

const WORLD_OPTIONS = { sleep: false };

/** What the package exports; its types are those of dist/, which need not be built when these files are checked. */
export async function loadPackage(): Promise<any> {
  const holonomic: any = await import(PACKAGE);
  if (!holonomic.World) throw new Error('dist/index.js exports no World');
  return holonomic;
}

function holonomic(build: keyof typeof BUILDS): Engine {
  return {
    name: `holonomic ${build}`,
    defaults: '2 to 24 substeps as needed, 1 iteration',
    async load() {
      const H = await loadPackage();
      return async (scene, quality) => {
        const world = await H.World.create({ gravity: scene.gravity, ...BUILDS[build], ...WORLD_OPTIONS, ...quality });
        const bodies: any[] = [];
        const addBody = bodyMaker(H, world, scene);
        const arrive = followArrivals(scene, {
          add(members) {
            for (const index of members.bodies) bodies[index] = addBody(scene.bodies[index]);
            addJoints(H, world, members, bodies);
          },
          remove(members) {
            for (const index of members.bodies) world.removeBody(bodies[index]);
          },
        });
        const moveKinematic = followOrbits(scene, (index, { position }) => bodies[index].moveTo(position));
        const step = () => {
          arrive();
          moveKinematic();
          world.step(scene.dt);
        };
        const p = [0, 0, 0];
        const q = [0, 0, 0, 1];
        return {
          step,
          read(poses) {
            for (const [index, body] of bodies.entries()) {
              if (!body) continue;
              body.getPosition(p);
              body.getOrientation(q);
              poses.set(index, p[0], p[1], p[2], q[0], q[1], q[2], q[3]);
            }
          },
          readVelocities(velocities) {
            for (const [index, body] of bodies.entries()) if (body) velocities.set(index, body.linearVelocity, body.angularVelocity);
          },
          profile: (frames) => profile(world, step, frames),
          dispose: () => world.dispose(),
        };
      };
    },
  };
}

function bodyMaker(H: any, world: any, scene: SceneData): (spec: BodySpec) => any {
  const shapes = new Map<unknown, any>();
  const shared = (shape: ConvexShape | MeshShape) => {
    if (!shapes.has(shape)) shapes.set(shape, makeShape(H, shape));
    return shapes.get(shape);
  };
  const whole = (parts: readonly (ConvexShape | MeshShape)[]) =>
    parts.length > 1 ? new H.Compound(parts.map((part) => ({ shape: shared(part) }))) : shared(parts[0]);
  return (body) => {
    const { position, orientation } = body;
    const collides = shapesOf(body);
    const collision = collides.length ? { shape: whole(collides), ...surfaceOf(scene) } : {};
    return world.addBody({ ...motionOf(body), ...collision, position, orientation });
  };
}

function motionOf(body: BodySpec): object {
  const { mass, inertia, linearVelocity = [0, 0, 0], turning = [0, 0, 0] } = body;
  if (isKinematic(body)) return { type: 'kinematic', linearVelocity, angularVelocity: turning };
  return mass > 0 ? { mass, inertia, linearVelocity } : { type: 'static' };
}

function addJoints(H: any, world: any, { balls, hinges, apart }: Members, bodies: any[]): void {
  for (const [a, b] of apart) world.ignoreCollisions(bodies[a], bodies[b]);
  for (const { a, b, muscle } of [...balls, ...hinges])
    if (muscle) world.addJoint(new H.AngularDriveJoint({ a: bodies[a], b: bodies[b], ...muscle }));
  for (const { a, b, anchorA, anchorB, limits } of balls) {
    const bounds = limits && { axis: limits.axis, swing: { y: limits.swing, z: limits.swing }, twist: twistRange(limits.twist) };
    world.addJoint(new H.BallJoint({ a: bodies[a], b: bodies[b], anchorA, anchorB, ...bounds }));
  }
  for (const { a, b, anchorA, anchorB, axis, lower, upper } of hinges)
    world.addJoint(new H.HingeJoint({ a: bodies[a], b: bodies[b], anchorA, anchorB, axis, limits: { lower, upper } }));
}

/** Frames until the compilers know the clock. */
const PROFILE_WARMUP = 10;

function profile(world: any, step: () => void, frames: number): Record<string, number> {
  const sums: Record<string, number> = {};
  world.profiling = true;
  for (let frame = 0; frame < PROFILE_WARMUP; frame++) step();
  for (let frame = 0; frame < frames; frame++) {
    step();
    for (const [stage, ms] of Object.entries<number>(world.profile())) sums[stage] = (sums[stage] ?? 0) + ms / frames;
  }
  world.profiling = false;
  return sums;
}

export const single = holonomic('single');
export const double = holonomic('double');
export const reference = holonomic('reference');
