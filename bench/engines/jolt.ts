// Jolt, single-threaded build. Quality: iterations = mNumVelocitySteps, substeps = collision steps of one update.
import { followArrivals, type Members } from '../arrivals.ts';
import { settingsOf } from '../collision/jolt.ts';
import { followOrbits } from '../kinematics.ts';
import {
  type BodySpec,
  type ConvexShape,
  type Engine,
  hasContacts,
  isKinematic,
  type JointSpec,
  localDirection,
  type MeshShape,
  type Muscle,
  normalTo,
  type SceneData,
  shapesOf,
  surfaceOf,
  twistRange,
  type Vec3,
} from '../model.ts';

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
  async load(importPackage = (name) => import(name)) {
    const { default: load } = await importPackage(PACKAGE);
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

      const bodyInterface = system.GetBodyInterface();
      const bodies: any[] = [];
      const joints = new Map<JointSpec, any>();
      const addBody = bodyMaker(J, bodyInterface, scene);
      const groupOf = hasContacts(scene) ? groupsOf(J, scene) : () => null;
      const arrive = followArrivals(scene, {
        add(members) {
          for (const index of members.bodies) {
            bodies[index] = addBody(scene.bodies[index]);
            const group = groupOf(index);
            if (!group) continue;
            bodyInterface.SetCollisionGroup(bodies[index].GetID(), group);
            J.destroy(group);
          }
          addJoints(J, system, scene, members, bodies, joints);
        },
        remove(members) {
          for (const joint of [...members.balls, ...members.hinges]) system.RemoveConstraint(joints.get(joint));
          for (const index of members.bodies) {
            const id = bodies[index].GetID();
            bodyInterface.RemoveBody(id);
            bodyInterface.DestroyBody(id);
          }
        },
      });
      const moveKinematic = followOrbits(scene, (index, { velocity }) => {
        const v = new J.Vec3(...velocity);
        bodyInterface.SetLinearVelocity(bodies[index].GetID(), v);
        J.destroy(v);
      });
      system.OptimizeBroadPhase();
      const substeps = quality.substeps ?? 1;
      return {
        step() {
          arrive();
          moveKinematic();
          engine.Step(scene.dt, substeps);
        },
        read(poses) {
          for (const [index, body] of bodies.entries()) {
            if (!body) continue;
            const p = body.GetPosition();
            const [x, y, z] = [p.GetX(), p.GetY(), p.GetZ()];
            const q = body.GetRotation();
            poses.set(index, x, y, z, q.GetX(), q.GetY(), q.GetZ(), q.GetW());
          }
        },
        readVelocities(velocities) {
          const components = (v: any): Vec3 => [v.GetX(), v.GetY(), v.GetZ()];
          for (const [index, body] of bodies.entries())
            if (body) velocities.set(index, components(body.GetLinearVelocity()), components(body.GetAngularVelocity()));
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

function bodyMaker(J: any, bodyInterface: any, scene: SceneData): (spec: BodySpec) => any {
  const { friction, restitution } = surfaceOf(scene);
  const empty = new J.EmptyShapeSettings().Create().Get();
  const shapes = new Map<ConvexShape | MeshShape, any>();
  const shared = (shape: ConvexShape | MeshShape) => {
    if (!shapes.has(shape)) shapes.set(shape, settingsOf(J, shape).Create().Get());
    return shapes.get(shape);
  };
  const contained = (parts: readonly ConvexShape[]) => {
    const children = parts.map((part) => ({ shape: part, position: [0, 0, 0] as Vec3 }));
    return settingsOf(J, { type: 'compound', children }).Create().Get();
  };
  return (spec) => {
    const { mass, inertia, position, orientation, linearVelocity, turning } = spec;
    const collides = shapesOf(spec);
    const shape = collides.length > 1 ? contained(collides as ConvexShape[]) : collides.length ? shared(collides[0]) : empty;
    const p = new J.RVec3(...position);
    const q = new J.Quat(...orientation);
    const motion = mass > 0 ? J.EMotionType_Dynamic : isKinematic(spec) ? J.EMotionType_Kinematic : J.EMotionType_Static;
    const settings = new J.BodyCreationSettings(shape, p, q, motion, mass > 0 || isKinematic(spec) ? MOVING_LAYER : STATIC_LAYER);
    settings.mFriction = friction;
    settings.mRestitution = restitution;
    settings.mLinearDamping = 0;
    settings.mAngularDamping = 0;
    settings.mAllowSleeping = false;
    settings.mMaxLinearVelocity = SPEED_LIMIT;
    settings.mMaxAngularVelocity = SPEED_LIMIT;
    if (mass > 0) setMass(J, settings, mass, inertia);
    const body = bodyInterface.CreateBody(settings);
    bodyInterface.AddBody(body.GetID(), J.EActivation_Activate);
    if (linearVelocity) {
      const v = new J.Vec3(...linearVelocity);
      bodyInterface.SetLinearVelocity(body.GetID(), v);
      J.destroy(v);
    }
    if (turning) {
      const w = new J.Vec3(...turning);
      bodyInterface.SetAngularVelocity(body.GetID(), w);
      J.destroy(w);
    }
    for (const temporary of [settings, p, q]) J.destroy(temporary);
    return body;
  };
}

function setMass(J: any, settings: any, mass: number, inertia: Vec3): void {
  settings.mOverrideMassProperties = J.EOverrideMassProperties_MassAndInertiaProvided;
  settings.mMassPropertiesOverride.mMass = mass;
  const diagonal = new J.Vec3(...inertia);
  const matrix = J.Mat44.prototype.sScaleVec3(diagonal);
  settings.mMassPropertiesOverride.mInertia = matrix;
  J.destroy(diagonal);
}

function addJoints(J: any, system: any, scene: SceneData, { balls, hinges }: Members, bodies: any[], joints: Map<JointSpec, any>): void {
  /** Calls `build` with a maker of vectors that live until then. */
  const withVectors = (build: (vector: (v: Vec3, kind?: any) => any) => void) => {
    const made: any[] = [];
    build((v, kind = J.Vec3) => {
      made.push(new kind(...v));
      return made.at(-1);
    });
    for (const vector of made) J.destroy(vector);
  };
  const add = (settings: any, spec: JointSpec): any => {
    settings.mSpace = J.EConstraintSpace_LocalToBodyCOM;
    const constraint = settings.Create(bodies[spec.a], bodies[spec.b]);
    system.AddConstraint(constraint);
    J.destroy(settings);
    joints.set(spec, constraint);
    return constraint;
  };
  const drive = (motor: any, { stiffness, damping, maxTorque }: Muscle) => {
    const spring = motor.mSpringSettings;
    spring.mMode = J.ESpringMode_StiffnessAndDamping;
    spring.mStiffness = stiffness;
    spring.mDamping = damping;
    motor.mMinTorqueLimit = -maxTorque;
    motor.mMaxTorqueLimit = maxTorque;
  };
  const local = (body: number, direction: Vec3) => localDirection(scene.bodies[body], direction);

  for (const ball of balls) {
    const { a, b, anchorA, anchorB, limits, muscle } = ball;
    withVectors((vector) => {
      if (!limits) {
        const settings = new J.PointConstraintSettings();
        settings.mPoint1 = vector(anchorA, J.RVec3);
        settings.mPoint2 = vector(anchorB, J.RVec3);
        if (muscle) throw new Error('its ball joints without limits have no motors');
        return void add(settings, ball);
      }
      const { axis, swing, twist } = limits;
      const { lower, upper } = twistRange(twist);
      const settings = new J.SwingTwistConstraintSettings();
      settings.mPosition1 = vector(anchorA, J.RVec3);
      settings.mPosition2 = vector(anchorB, J.RVec3);
      settings.mTwistAxis1 = vector(local(a, axis));
      settings.mTwistAxis2 = vector(local(b, axis));
      settings.mPlaneAxis1 = vector(local(a, normalTo(axis)));
      settings.mPlaneAxis2 = vector(local(b, normalTo(axis)));
      settings.mNormalHalfConeAngle = swing;
      settings.mPlaneHalfConeAngle = swing;
      settings.mTwistMinAngle = lower;
      settings.mTwistMaxAngle = upper;
      const constraint = J.castObject(add(settings, ball), J.SwingTwistConstraint);
      if (!muscle) return;
      drive(constraint.GetSwingMotorSettings(), muscle);
      drive(constraint.GetTwistMotorSettings(), muscle);
      constraint.SetSwingMotorState(J.EMotorState_Position);
      constraint.SetTwistMotorState(J.EMotorState_Position);
    });
  }
  for (const hinge of hinges) {
    const { a, b, anchorA, anchorB, axis, lower, upper, muscle } = hinge;
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
      const constraint = J.castObject(add(settings, hinge), J.HingeConstraint);
      if (!muscle) return;
      drive(constraint.GetMotorSettings(), muscle);
      constraint.SetMotorState(J.EMotorState_Position);
      constraint.SetTargetAngle(0);
    });
  }
}

/**
 * The collision group of each body that is part of an assembly, for bodies that are joined do not collide. Assemblies share one table of their
 * members, as in Jolt's own sample of ragdolls.
 */
function groupsOf(J: any, { apart = [], balls, bodies, hinges = [] }: SceneData): (body: number) => any {
  const first = new Map<number, number>();
  const members = bodies.map(({ assembly }, index) => {
    if (assembly === undefined) return -1;
    if (!first.has(assembly)) first.set(assembly, index);
    return index - first.get(assembly)!;
  });
  if (!first.size) return () => null;
  const table = new J.GroupFilterTable(Math.max(...members) + 1);
  table.AddRef();
  for (const { a, b } of [...balls, ...hinges]) table.DisableCollision(members[a], members[b]);
  for (const [a, b] of apart) table.DisableCollision(members[a], members[b]);
  return (body) => (members[body] < 0 ? null : new J.CollisionGroup(table, bodies[body].assembly, members[body]));
}
