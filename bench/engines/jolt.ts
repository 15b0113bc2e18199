// Jolt, single-threaded build. Quality: iterations = mNumVelocitySteps, substeps = collision steps of one update.
import { settingsOf } from '../collision/jolt.ts';
import type { ConvexShape } from '../collision/model.ts';
import { type Engine, FRICTION, hasContacts, localDirection, normalTo, RESTITUTION, type SceneData, type Vec3 } from '../model.ts';

const PACKAGE = 'jolt-physics/wasm-compat';
const STATIC_LAYER = 0;
const MOVING_LAYER = 1;
const MANY_BODIES = 500;
/** Its fixed 10 MB for temporaries do not hold more. */
const MOST_CONTACTS = 20_000;
const MOST_PAIRS = 131_072;
const SPEED_LIMIT = 500; // m/s and rad/s; the default of 47 rad/s would brake a whipping chain

export const jolt: Engine = {
  name: 'jolt',
  defaults: '10 velocity steps, 2 position steps, 1 collision step',
  async load() {
    const { default: load }: any = await import(PACKAGE);
    const J = await load();
    return async (scene, quality) => {
      const engine = createWorld(J, scene);
      const system = engine.GetPhysicsSystem();
      const settings = system.GetPhysicsSettings();
      settings.mAllowSleeping = false;
      if (quality.iterations) settings.mNumVelocitySteps = quality.iterations;
      system.SetPhysicsSettings(settings);
      const gravity = new J.Vec3(...scene.gravity);
      system.SetGravity(gravity);
      J.destroy(gravity);

      const bodies = addBodies(J, system, scene);
      addJoints(J, system, scene, bodies);
      system.OptimizeBroadPhase();
      const substeps = quality.substeps ?? 1;
      return {
        step() {
          engine.Step(scene.dt, substeps);
        },
        read(poses) {
          for (const [index, body] of bodies.entries()) {
            const p = body.GetPosition();
            const [x, y, z] = [p.GetX(), p.GetY(), p.GetZ()];
            const q = body.GetRotation();
            poses.set(index, x, y, z, q.GetX(), q.GetY(), q.GetZ(), q.GetW());
          }
        },
        readVelocities(velocities) {
          const components = (v: any): Vec3 => [v.GetX(), v.GetY(), v.GetZ()];
          for (const [index, body] of bodies.entries())
            velocities.set(index, components(body.GetLinearVelocity()), components(body.GetAngularVelocity()));
        },
        dispose: () => J.destroy(engine),
      };
    };
  },
};

/** A world; without shapes its layers do not collide with each other. */
function createWorld(J: any, scene: SceneData): any {
  const settings = new J.JoltSettings();
  const pairs = new J.ObjectLayerPairFilterTable(2);
  if (hasContacts(scene)) for (const layer of [STATIC_LAYER, MOVING_LAYER]) pairs.EnableCollision(layer, MOVING_LAYER);
  const broad = new J.BroadPhaseLayerInterfaceTable(2, 2);
  for (const layer of [STATIC_LAYER, MOVING_LAYER]) {
    const broadLayer = new J.BroadPhaseLayer(layer);
    broad.MapObjectToBroadPhaseLayer(layer, broadLayer);
    J.destroy(broadLayer);
  }
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = broad;
  settings.mObjectVsBroadPhaseLayerFilter = new J.ObjectVsBroadPhaseLayerFilterTable(broad, 2, pairs, 2);
  settings.mMaxBodies = scene.bodies.length + 10;
  if (hasContacts(scene) && scene.bodies.length > MANY_BODIES) {
    settings.mMaxBodyPairs = MOST_PAIRS;
    settings.mMaxContactConstraints = MOST_CONTACTS;
  }
  const engine = new J.JoltInterface(settings);
  J.destroy(settings);
  return engine;
}

function addBodies(J: any, system: any, scene: SceneData): any[] {
  const bodyInterface = system.GetBodyInterface();
  const empty = new J.EmptyShapeSettings().Create().Get();
  const shapes = new Map<ConvexShape, any>();
  const shared = (shape: ConvexShape) => {
    if (!shapes.has(shape)) shapes.set(shape, settingsOf(J, shape).Create().Get());
    return shapes.get(shape);
  };
  return scene.bodies.map(({ mass, inertia, position, orientation, velocity, shape }) => {
    const p = new J.RVec3(...position);
    const q = new J.Quat(...orientation);
    const motion = mass > 0 ? J.EMotionType_Dynamic : J.EMotionType_Static;
    const settings = new J.BodyCreationSettings(shape ? shared(shape) : empty, p, q, motion, mass > 0 ? MOVING_LAYER : STATIC_LAYER);
    settings.mFriction = FRICTION;
    settings.mRestitution = RESTITUTION;
    settings.mLinearDamping = 0;
    settings.mAngularDamping = 0;
    settings.mAllowSleeping = false;
    settings.mMaxLinearVelocity = SPEED_LIMIT;
    settings.mMaxAngularVelocity = SPEED_LIMIT;
    if (mass > 0) setMass(J, settings, mass, inertia);
    const body = bodyInterface.CreateBody(settings);
    bodyInterface.AddBody(body.GetID(), J.EActivation_Activate);
    if (velocity) {
      const start = new J.Vec3(...velocity);
      bodyInterface.SetLinearVelocity(body.GetID(), start);
      J.destroy(start);
    }
    for (const temporary of [settings, p, q]) J.destroy(temporary);
    return body;
  });
}

function setMass(J: any, settings: any, mass: number, inertia: Vec3): void {
  settings.mOverrideMassProperties = J.EOverrideMassProperties_MassAndInertiaProvided;
  settings.mMassPropertiesOverride.mMass = mass;
  const diagonal = new J.Vec3(...inertia);
  const matrix = J.Mat44.prototype.sScaleVec3(diagonal);
  settings.mMassPropertiesOverride.mInertia = matrix;
  J.destroy(diagonal);
}

function addJoints(J: any, system: any, scene: SceneData, bodies: any[]): void {
  /** Calls `build` with a maker of vectors that live until then. */
  const withVectors = (build: (vector: (v: Vec3, kind?: any) => any) => void) => {
    const made: any[] = [];
    build((v, kind = J.Vec3) => {
      made.push(new kind(...v));
      return made.at(-1);
    });
    for (const vector of made) J.destroy(vector);
  };
  const add = (settings: any, a: number, b: number) => {
    settings.mSpace = J.EConstraintSpace_LocalToBodyCOM;
    system.AddConstraint(settings.Create(bodies[a], bodies[b]));
    J.destroy(settings);
  };
  const local = (body: number, direction: Vec3) => localDirection(scene.bodies[body], direction);

  for (const { a, b, anchorA, anchorB, limits } of scene.balls) {
    withVectors((vector) => {
      if (!limits) {
        const settings = new J.PointConstraintSettings();
        settings.mPoint1 = vector(anchorA, J.RVec3);
        settings.mPoint2 = vector(anchorB, J.RVec3);
        return add(settings, a, b);
      }
      const { axis, swing, twist } = limits;
      const settings = new J.SwingTwistConstraintSettings();
      settings.mPosition1 = vector(anchorA, J.RVec3);
      settings.mPosition2 = vector(anchorB, J.RVec3);
      settings.mTwistAxis1 = vector(local(a, axis));
      settings.mTwistAxis2 = vector(local(b, axis));
      settings.mPlaneAxis1 = vector(local(a, normalTo(axis)));
      settings.mPlaneAxis2 = vector(local(b, normalTo(axis)));
      settings.mNormalHalfConeAngle = swing;
      settings.mPlaneHalfConeAngle = swing;
      settings.mTwistMinAngle = -twist;
      settings.mTwistMaxAngle = twist;
      add(settings, a, b);
    });
  }
  for (const { a, b, anchorA, anchorB, axis, lower, upper } of scene.hinges ?? []) {
    withVectors((vector) => {
      const settings = new J.HingeConstraintSettings();
      settings.mPoint1 = vector(anchorA, J.RVec3);
      settings.mPoint2 = vector(anchorB, J.RVec3);
      settings.mHingeAxis1 = vector(local(a, axis));
      settings.mHingeAxis2 = vector(local(b, axis));
      settings.mNormalAxis1 = vector(local(a, normalTo(axis)));
      settings.mNormalAxis2 = vector(local(b, normalTo(axis)));
      settings.mLimitsMin = lower;
      settings.mLimitsMax = upper;
      add(settings, a, b);
    });
  }
  if (hasContacts(scene)) keepJoinedApart(J, system, scene, bodies);
}

/** Bodies that are joined do not collide. Assemblies share one table of their members, as in Jolt's own sample of ragdolls. */
function keepJoinedApart(J: any, system: any, scene: SceneData, bodies: any[]): void {
  const first = new Map<number, number>();
  const members = scene.bodies.map(({ assembly }, index) => {
    if (assembly === undefined) return -1;
    if (!first.has(assembly)) first.set(assembly, index);
    return index - first.get(assembly)!;
  });
  if (!first.size) return;
  const table = new J.GroupFilterTable(Math.max(...members) + 1);
  for (const { a, b } of [...scene.balls, ...(scene.hinges ?? [])]) table.DisableCollision(members[a], members[b]);
  const bodyInterface = system.GetBodyInterface();
  for (const [index, member] of members.entries()) {
    if (member < 0) continue;
    const group = new J.CollisionGroup(table, scene.bodies[index].assembly, member);
    bodyInterface.SetCollisionGroup(bodies[index].GetID(), group);
    J.destroy(group);
  }
}
