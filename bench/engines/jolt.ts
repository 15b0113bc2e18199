// Jolt, single-threaded build. Quality: iterations = mNumVelocitySteps, substeps = collision steps of one update.
import type { Engine, SceneData, Vec3 } from '../model.ts';

const PACKAGE = 'jolt-physics/wasm-compat';
const STATIC_LAYER = 0;
const MOVING_LAYER = 1;
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
        dispose: () => J.destroy(engine),
      };
    };
  },
};

/** A world whose layers do not collide with each other: the scenes are about joints. */
function createWorld(J: any, scene: SceneData): any {
  const settings = new J.JoltSettings();
  const pairs = new J.ObjectLayerPairFilterTable(2);
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
  const engine = new J.JoltInterface(settings);
  J.destroy(settings);
  return engine;
}

function addBodies(J: any, system: any, scene: SceneData): any[] {
  const bodyInterface = system.GetBodyInterface();
  const shape = new J.EmptyShapeSettings().Create().Get();
  return scene.bodies.map(({ mass, inertia, position, orientation }) => {
    const p = new J.RVec3(...position);
    const q = new J.Quat(...orientation);
    const motion = mass > 0 ? J.EMotionType_Dynamic : J.EMotionType_Static;
    const settings = new J.BodyCreationSettings(shape, p, q, motion, mass > 0 ? MOVING_LAYER : STATIC_LAYER);
    settings.mLinearDamping = 0;
    settings.mAngularDamping = 0;
    settings.mAllowSleeping = false;
    settings.mMaxLinearVelocity = SPEED_LIMIT;
    settings.mMaxAngularVelocity = SPEED_LIMIT;
    if (mass > 0) setMass(J, settings, mass, inertia);
    const body = bodyInterface.CreateBody(settings);
    bodyInterface.AddBody(body.GetID(), J.EActivation_Activate);
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
  for (const { a, b, anchorA, anchorB } of scene.balls) {
    const settings = new J.PointConstraintSettings();
    const p = new J.RVec3(...anchorA);
    const q = new J.RVec3(...anchorB);
    settings.mSpace = J.EConstraintSpace_LocalToBodyCOM;
    settings.mPoint1 = p;
    settings.mPoint2 = q;
    system.AddConstraint(settings.Create(bodies[a], bodies[b]));
    for (const temporary of [settings, p, q]) J.destroy(temporary);
  }
}
