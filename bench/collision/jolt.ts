// Jolt, single-threaded build. Contacts are found but not solved: the moving bodies of the pairs are sensors. Its cache of contacts of
// pairs that hardly moved is off.
import type { Quat, Vec3 } from '../model.ts';
import { type BenchShape, type CollisionEngine, cell, DT, type PlacedShape, type Probe, SPIN } from './model.ts';

const PACKAGE = 'jolt-physics/wasm-compat';
const [STATIC, MOVING] = [0, 1];
const UPRIGHT: Quat = [0, 0, 0, 1];

export function settingsOf(J: any, shape: BenchShape): any {
  const v = (values: ArrayLike<number>, at = 0) => new J.Vec3(values[at], values[at + 1], values[at + 2]);
  switch (shape.type) {
    case 'sphere':
      return new J.SphereShapeSettings(shape.radius);
    case 'capsule':
      return new J.CapsuleShapeSettings(shape.halfHeight, shape.radius);
    case 'cylinder':
      return new J.CylinderShapeSettings(shape.halfHeight, shape.radius);
    case 'cone':
      return new J.TaperedCylinderShapeSettings(shape.halfHeight, 0, shape.radius, 0);
    case 'box':
      return new J.BoxShapeSettings(v(shape.halfExtents));
    case 'hull': {
      const settings = new J.ConvexHullShapeSettings();
      for (let i = 0; i < shape.points.length; i += 3) settings.mPoints.push_back(v(shape.points, i));
      return settings;
    }
    case 'compound': {
      const settings = new J.StaticCompoundShapeSettings();
      for (const { shape: child, position } of shape.children)
        settings.AddShapeShapeSettings(v(position), new J.Quat(...UPRIGHT), settingsOf(J, child), 0);
      return settings;
    }
    case 'halfSpace':
      return new J.PlaneShapeSettings(new J.Plane(new J.Vec3(0, 1, 0), 0), undefined, 2000);
    case 'mesh': {
      const { vertices, indices } = shape;
      const list = new J.TriangleList();
      list.resize(indices.length / 3);
      for (const [at, vertex] of indices.entries()) {
        const corner = list.at(Math.floor(at / 3)).get_mV(at % 3);
        corner.x = vertices[3 * vertex];
        corner.y = vertices[3 * vertex + 1];
        corner.z = vertices[3 * vertex + 2];
      }
      return new J.MeshShapeSettings(list);
    }
    case 'heightField': {
      const { samples, spacing, heights } = shape;
      const settings = new J.HeightFieldShapeSettings();
      const low = (-spacing * (samples - 1)) / 2;
      settings.mOffset = new J.Vec3(low, 0, low);
      settings.mScale = new J.Vec3(spacing, 1, spacing);
      settings.mSampleCount = samples;
      for (const height of heights) settings.mHeightSamples.push_back(height);
      return settings;
    }
    case 'spline':
      return null;
  }
}

function create(J: any, bodies: number): any {
  const settings = new J.JoltSettings();
  const pairs = new J.ObjectLayerPairFilterTable(2);
  pairs.EnableCollision(STATIC, MOVING);
  pairs.EnableCollision(MOVING, MOVING);
  const broad = new J.BroadPhaseLayerInterfaceTable(2, 2);
  for (const layer of [STATIC, MOVING]) broad.MapObjectToBroadPhaseLayer(layer, new J.BroadPhaseLayer(layer));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = broad;
  settings.mObjectVsBroadPhaseLayerFilter = new J.ObjectVsBroadPhaseLayerFilterTable(broad, 2, pairs, 2);
  settings.mMaxBodies = bodies + 10;
  const engine = new J.JoltInterface(settings);
  const system = engine.GetPhysicsSystem();
  const physics = system.GetPhysicsSettings();
  physics.mAllowSleeping = false;
  physics.mUseBodyPairContactCache = false;
  system.SetPhysicsSettings(physics);
  const none = new J.Vec3(0, 0, 0);
  system.SetGravity(none);
  return engine;
}

interface Placement {
  shape: any;
  position: Vec3;
  orientation: Quat;
  layer: number;
}

function addBody(J: any, engine: any, { shape, position, orientation, layer }: Placement, adjust: (settings: any) => void): any {
  const motion = layer === MOVING ? J.EMotionType_Dynamic : J.EMotionType_Static;
  const [p, q] = [new J.RVec3(...position), new J.Quat(...orientation)];
  const settings = new J.BodyCreationSettings(shape, p, q, motion, layer);
  settings.mLinearDamping = 0;
  settings.mAngularDamping = 0;
  settings.mAllowSleeping = false;
  adjust(settings);
  const bodies = engine.GetPhysicsSystem().GetBodyInterface();
  const body = bodies.CreateBody(settings);
  bodies.AddBody(body.GetID(), J.EActivation_Activate);
  for (const temporary of [settings, p, q]) J.destroy(temporary);
  return body;
}

/** The bodies of a scene, ready for queries. */
function sceneEngine(J: any, scene: PlacedShape[]): any {
  const engine = create(J, scene.length);
  for (const { shape, position, orientation } of scene) {
    const settings = settingsOf(J, shape);
    if (!settings) return null;
    addBody(J, engine, { shape: settings.Create().Get(), position, orientation, layer: STATIC }, () => {});
  }
  engine.GetPhysicsSystem().OptimizeBroadPhase();
  return engine;
}

/** The filters that every query takes, all open. */
const openFilters = (J: any) => [new J.BroadPhaseLayerFilter(), new J.ObjectLayerFilter(), new J.BodyFilter(), new J.ShapeFilter()];

export const joltCollision: CollisionEngine = {
  name: 'jolt',
  async load() {
    const { default: load }: any = await import(PACKAGE);
    const J = await load();
    return {
      async pairs({ first, second, orientation, count, height }) {
        const [a, b] = [settingsOf(J, first)?.Create().Get(), settingsOf(J, second)?.Create().Get()];
        if (!a || !b) return null;
        const engine = create(J, 2 * count);
        const nothing = () => {};
        for (let i = 0; i < count; i++) {
          const [x, y, z] = cell(i, count);
          addBody(J, engine, { shape: a, position: [x, y + height, z], orientation, layer: MOVING }, (settings) => {
            settings.mIsSensor = true;
            settings.mAngularVelocity = new J.Vec3(0, SPIN, 0);
          });
          if (second.type !== 'halfSpace' || i === 0)
            addBody(J, engine, { shape: b, position: [x, y, z], orientation: UPRIGHT, layer: STATIC }, nothing);
        }
        engine.GetPhysicsSystem().OptimizeBroadPhase();
        return {
          step: () => engine.Step(DT, 1),
          found() {
            let points = 0;
            const listener = new J.ContactListenerJS();
            const count = (_one: number, _two: number, manifold: number) => {
              points += J.wrapPointer(manifold, J.ContactManifold).mRelativeContactPointsOn1.size();
            };
            listener.OnContactAdded = listener.OnContactPersisted = count;
            listener.OnContactValidate = () => J.ValidateResult_AcceptAllContactsForThisBodyPair;
            listener.OnContactRemoved = nothing;
            engine.GetPhysicsSystem().SetContactListener(listener);
            engine.Step(DT, 1);
            return points;
          },
          dispose: () => J.destroy(engine),
        };
      },
      async rays(scene, rays, length) {
        const engine = sceneEngine(J, scene);
        return engine && rayProbe(J, engine, rays, length);
      },
      async shapeCasts(scene, halfExtents, rays, length) {
        const engine = sceneEngine(J, scene);
        return engine && castProbe(J, engine, halfExtents, rays, length);
      },
      async boxes(boxes, shapes) {
        const engine = create(J, boxes.length);
        const settings = shapes ? new J.BoxShapeSettings(new J.Vec3(0.5, 0.5, 0.5)) : new J.EmptyShapeSettings();
        const shape = settings.Create().Get();
        for (const { position, velocity } of boxes)
          addBody(J, engine, { shape, position, orientation: UPRIGHT, layer: MOVING }, (body) => {
            body.mLinearVelocity = new J.Vec3(...velocity);
            body.mOverrideMassProperties = J.EOverrideMassProperties_MassAndInertiaProvided;
            body.mMassPropertiesOverride.mMass = 1;
            body.mMassPropertiesOverride.mInertia = J.Mat44.prototype.sScaleVec3(new J.Vec3(1, 1, 1));
          });
        engine.GetPhysicsSystem().OptimizeBroadPhase();
        return { step: () => engine.Step(DT, 1), found: () => 0, dispose: () => J.destroy(engine) };
      },
    };
  },
};

function rayProbe(J: any, engine: any, rays: Float64Array, length: number): Probe {
  const query = engine.GetPhysicsSystem().GetNarrowPhaseQuery();
  const locks = engine.GetPhysicsSystem().GetBodyLockInterfaceNoLock();
  const filters = openFilters(J);
  const [settings, collector] = [new J.RayCastSettings(), new J.CastRayClosestHitCollisionCollector()];
  const [origin, direction] = [new J.RVec3(0, 0, 0), new J.Vec3(1, 0, 0)];
  const ray = new J.RRayCast(origin, direction);
  let hits = 0;
  const step = () => {
    hits = 0;
    for (let i = 0; i < rays.length; i += 6) {
      origin.Set(rays[i], rays[i + 1], rays[i + 2]);
      direction.Set(rays[i + 3] * length, rays[i + 4] * length, rays[i + 5] * length);
      ray.mOrigin = origin;
      ray.mDirection = direction;
      collector.Reset();
      query.CastRay(ray, settings, collector, ...filters);
      if (!collector.HadHit()) continue;
      const hit = collector.mHit;
      const body = locks.TryGetBody(hit.mBodyID);
      if (body.GetWorldSpaceSurfaceNormal(hit.mSubShapeID2, ray.GetPointOnRay(hit.mFraction)).GetY() < 2) hits++;
    }
  };
  return { step, found: () => hits, dispose: () => J.destroy(engine) };
}

function castProbe(J: any, engine: any, halfExtents: Vec3, rays: Float64Array, length: number): Probe {
  const query = engine.GetPhysicsSystem().GetNarrowPhaseQuery();
  const filters = openFilters(J);
  const shape = new J.BoxShapeSettings(new J.Vec3(...halfExtents), 0).Create().Get();
  const [settings, collector] = [new J.ShapeCastSettings(), new J.CastShapeClosestHitCollisionCollector()];
  const [scale, zero, direction] = [new J.Vec3(1, 1, 1), new J.RVec3(0, 0, 0), new J.Vec3(1, 0, 0)];
  const at = new J.RVec3(0, 0, 0);
  let hits = 0;
  const step = () => {
    hits = 0;
    for (let i = 0; i < rays.length; i += 6) {
      at.Set(rays[i], rays[i + 1], rays[i + 2]);
      direction.Set(rays[i + 3] * length, rays[i + 4] * length, rays[i + 5] * length);
      const cast = new J.RShapeCast(shape, scale, J.RMat44.prototype.sTranslation(at), direction);
      collector.Reset();
      query.CastShape(cast, settings, zero, collector, ...filters);
      if (collector.HadHit()) hits++;
      J.destroy(cast);
    }
  };
  return { step, found: () => hits, dispose: () => J.destroy(engine) };
}
