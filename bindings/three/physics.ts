// Physics for meshes of three.js, with the methods of three.js's own physics add-ons.
import type { Mesh, Object3D } from 'three';
import { boolean, finite, integer, orDefault } from '../core/arguments.ts';
import { type Body, HeightField, HolonomicError, type Shape, type Vec3Like, World, type WorldOptions } from '../index.ts';
import { FixedStep } from './fixed-step.ts';
import { type Frames, isInstanced, type Place, placesOf, show } from './frames.ts';
import { shapeOf, worldScaleOf } from './shape.ts';

export interface HolonomicPhysicsOptions extends WorldOptions {
  /** Whether the world steps by itself, 60 times a second; true by default, as with the add-ons. Otherwise call `update`. */
  automatic?: boolean;
  /** Length of a step, s; 1/60 by default. */
  step?: number;
}

/** The result of `HolonomicPhysics`: the methods of the physics add-ons of three.js, and the world. */
export interface HolonomicPhysicsObject {
  readonly world: World;
  /**
   * Adds all meshes of a scene, or of any object, that have a `userData.physics`, such as `{ mass: 1, restitution: 0.5 }`. A mass of 0, the
   * default, makes a static body. The shape is that of `shapeOf`, or `userData.physics.shape`. Afterwards `userData.physics.body` is the
   * body; for an `InstancedMesh`, `userData.physics.bodies` are those of its instances. Left out are meshes that have bodies already, also in
   * the world of another `HolonomicPhysics`.
   */
  addScene(scene: Object3D): void;
  addMesh(mesh: Mesh, mass?: number, restitution?: number): void;
  /** Removes the bodies of a mesh. Bodies can also be removed from the world: their mesh then stays, their instance becomes invisible. */
  removeMesh(mesh: Mesh): void;
  /** Moves a mesh, or one of its instances, to a position in the world, at rest. */
  setMeshPosition(mesh: Mesh, position: Vec3Like, index?: number): void;
  setMeshVelocity(mesh: Mesh, velocity: Vec3Like, index?: number): void;
  /**
   * Adds ground of `width` points along x and `depth` along z, column after column: the height of point (i, j) is `heights[i * depth + j]`.
   * `scale` has the extents along x and z, m, and the factor of the heights.
   */
  addHeightfield(
    mesh: Mesh,
    width: number,
    depth: number,
    heights: ArrayLike<number>,
    scale: { readonly x: number; readonly y: number; readonly z: number },
  ): Body;
  /** Applies an impulse at the centre of mass, N s. */
  applyImpulse(mesh: Mesh, impulse: Vec3Like, index?: number): void;
  /** Advances the world by the elapsed time, s, and moves the meshes to their bodies, interpolated. */
  update(passed: number): void;
  /** Stops the stepping and disposes of the world. */
  dispose(): void;
}

/** ms between steps that a world makes by itself. */
const INTERVAL = 1000 / 60;

function invalid(message: string): never {
  throw new HolonomicError('invalid-argument', message);
}

/** Creates a world for a scene. Throws like `World.create`. */
export async function HolonomicPhysics(given: HolonomicPhysicsOptions = {}): Promise<HolonomicPhysicsObject> {
  const { automatic, step, ...options } = given;
  const runs = boolean(orDefault(automatic, true), 'automatic');
  const world = await World.create(options);
  return new MeshPhysics(new FixedStep(world, step === undefined ? {} : { step }), runs);
}

const isAlive = ({ alive }: Body) => alive;

/** The bodies of meshes, in whichever world they are. */
const owned = new WeakMap<Mesh, readonly Body[]>();

class MeshPhysics implements HolonomicPhysicsObject {
  readonly world: World;
  readonly #stepper: FixedStep;
  readonly #meshes = new Map<Mesh, Body[]>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(stepper: FixedStep, automatic: boolean) {
    this.world = stepper.world;
    this.#stepper = stepper;
    if (automatic) this.#run();
  }

  #run(): void {
    let last = performance.now();
    this.#timer = setInterval(() => {
      const now = performance.now();
      const passed = (now - last) / 1000;
      last = now;
      this.update(passed);
    }, INTERVAL);
    (this.#timer as { unref?: () => void }).unref?.(); // programs of Node end all the same
  }

  addScene(scene: Object3D): void {
    scene.traverse((child) => {
      const mesh = child as Mesh;
      const { physics } = mesh.userData;
      if (mesh.isMesh && physics && !hasBody(mesh)) this.addMesh(mesh, physics.mass, physics.restitution);
    });
  }

  addMesh(mesh: Mesh, mass?: number, restitution?: number): void {
    requireNew(mesh);
    const places = placesOf(mesh);
    const shapes = shapesOf(mesh, places);
    const weight = finite(orDefault(mass, 0), 'mass');
    const common = { restitution: orDefault(restitution, 0) as number };
    const kind = weight > 0 ? { mass: weight } : { type: 'static' as const };
    const bodies = places.map(({ orientation, position }, k) =>
      this.world.addBody({ ...common, ...kind, shape: shapes[k], position, orientation, userData: mesh }),
    );
    this.#take(mesh, bodies);
  }

  #take(mesh: Mesh, bodies: Body[]): void {
    this.#meshes.set(mesh, bodies);
    owned.set(mesh, bodies);
    mesh.userData.physics ??= {};
    mesh.userData.physics.body = bodies[0];
    if (isInstanced(mesh)) mesh.userData.physics.bodies = bodies;
  }

  removeMesh(mesh: Mesh): void {
    const bodies = this.#meshes.get(mesh);
    if (!bodies) return;
    for (const body of bodies) if (body.alive) this.world.removeBody(body);
    this.#meshes.delete(mesh);
    if (owned.get(mesh) !== bodies) return; // it is in another world now
    owned.delete(mesh);
    const { physics } = mesh.userData;
    if (physics) for (const name of ['body', 'bodies']) delete physics[name];
  }

  setMeshPosition(mesh: Mesh, position: Vec3Like, index?: number): void {
    const body = this.#bodyOf(mesh, index);
    body.position = position;
    if (body.type === 'static') {
      show(mesh, this.#meshes.get(mesh)!, this.world, new Map());
      return;
    }
    body.linearVelocity = [0, 0, 0];
    body.angularVelocity = [0, 0, 0];
  }
  setMeshVelocity(mesh: Mesh, velocity: Vec3Like, index?: number): void {
    this.#bodyOf(mesh, index).linearVelocity = velocity;
  }
  applyImpulse(mesh: Mesh, impulse: Vec3Like, index?: number): void {
    this.#bodyOf(mesh, index).applyImpulse(impulse);
  }

  addHeightfield(
    mesh: Mesh,
    width: number,
    depth: number,
    heights: ArrayLike<number>,
    scale: { readonly x: number; readonly y: number; readonly z: number },
  ): Body {
    if (heights.length !== width * depth)
      invalid(`heights must have width times depth numbers, ${width * depth}, but has ${heights.length}.`);
    requireNew(mesh);
    const rows = Array.from({ length: width * depth }, (_, k) => heights[(k % width) * depth + Math.floor(k / width)] * scale.y);
    const spacing: [number, number] = [scale.x / (width - 1), scale.z / (depth - 1)];
    const shape = new HeightField({ heights: rows, rows: depth, columns: width, spacing });
    const [{ orientation, position }] = placesOf(mesh);
    const body = this.world.addBody({ type: 'static', shape, position, orientation, userData: mesh });
    this.#take(mesh, [body]);
    return body;
  }

  update(passed: number): void {
    this.#stepper.advance(passed);
    const frames: Frames = new Map();
    for (const [mesh, bodies] of this.#meshes) {
      const first = bodies.find(isAlive);
      const isMine = owned.get(mesh) === bodies;
      if (isMine && (first?.type !== 'static' || !bodies.every(isAlive))) show(mesh, bodies, this.#stepper, frames);
      if (!first) this.removeMesh(mesh); // its bodies have been removed from the world
    }
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#meshes.clear();
    this.world.dispose();
  }

  #bodyOf(mesh: Mesh, index = 0): Body {
    const bodies = this.#meshes.get(mesh);
    if (!bodies) invalid('This mesh has no body; add it with addMesh or addScene first.');
    return bodies[integer(index, 'index', 0, bodies.length - 1)];
  }
}

const hasBody = (mesh: Mesh): boolean => owned.get(mesh)?.some(isAlive) === true;

function requireNew(mesh: Mesh): void {
  if (hasBody(mesh)) throw new HolonomicError('already-added', 'This mesh has been added before; remove it first.');
}

/** A shape for each place; the same one where instances have the same scale. */
function shapesOf(mesh: Mesh, places: readonly Place[]): Shape[] {
  const given = mesh.userData.physics?.shape as Shape | undefined;
  if (given || !isInstanced(mesh)) return places.map(() => given ?? shapeOf(mesh));
  const own = worldScaleOf(mesh);
  const shapes = new Map<string, Shape>();
  return places.map((place) => {
    const scale = place.scale.toArray().map((size) => Number(size.toPrecision(6))); // without the round-off of matrices
    const key = scale.join(' ');
    const shape = shapes.get(key) ?? shapeOf(mesh, { scale: own.clone().multiply(place.scale.fromArray(scale)) });
    shapes.set(key, shape);
    return shape;
  });
}
