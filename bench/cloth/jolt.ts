// Soft bodies of Jolt. Its iterations are substeps.
import { type ClothEngine, type ClothQuality, type ClothScene, massOf, startOf } from './model.ts';

const PACKAGE = 'jolt-physics/wasm-compat';
const BENDS = { none: 0, distance: 1, dihedral: 2 } as const;
/** m/N, as ours. */
const COMPLIANCE = 1e-4;
const SHEAR_COMPLIANCE = 0.1;
const BEND_COMPLIANCE = 1;

export const joltCloth: ClothEngine = {
  name: 'jolt',
  async load() {
    const { default: load }: any = await import(PACKAGE);
    const J = await load();
    return async (scene, quality) => {
      const engine = createWorld(J, scene);
      const bodies = engine.GetPhysicsSystem().GetBodyInterface();
      const still = new J.BodyCreationSettings(
        new J.SphereShape(scene.radius),
        new J.RVec3(0, 0, 0),
        new J.Quat(0, 0, 0, 1),
        J.EMotionType_Static,
        0,
      );
      still.mFriction = scene.friction;
      bodies.CreateAndAddBody(still, J.EActivation_DontActivate);
      const settings = new J.SoftBodyCreationSettings(
        fabric(J, scene, quality),
        new J.RVec3(0, scene.height, 0),
        new J.Quat(0, 0, 0, 1),
        1,
      );
      if (quality.iterations) settings.mNumIterations = quality.iterations;
      settings.mFriction = scene.friction;
      settings.mLinearDamping = 0;
      settings.mVertexRadius = scene.thickness / 2;
      settings.mUpdatePosition = false;
      settings.mAllowSleeping = false;
      const body = bodies.CreateSoftBody(settings);
      bodies.AddBody(body.GetID(), J.EActivation_Activate);
      const vertices = J.castObject(body.GetMotionProperties(), J.SoftBodyMotionProperties).GetVertices();
      return {
        step: () => engine.Step(scene.dt, 1),
        read(positions) {
          const middle = body.GetCenterOfMassPosition();
          for (let k = 0; k < scene.side ** 2; k++) {
            const place = vertices.at(k).mPosition;
            positions.set([place.GetX() + middle.GetX(), place.GetY() + middle.GetY(), place.GetZ() + middle.GetZ()], 3 * k);
          }
        },
        dispose: () => J.destroy(engine),
      };
    };
  },
};

function createWorld(J: any, { gravity }: ClothScene): any {
  const settings = new J.JoltSettings();
  const pairs = new J.ObjectLayerPairFilterTable(2);
  pairs.EnableCollision(0, 1);
  const broad = new J.BroadPhaseLayerInterfaceTable(2, 2);
  for (const layer of [0, 1]) broad.MapObjectToBroadPhaseLayer(layer, new J.BroadPhaseLayer(layer));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = broad;
  settings.mObjectVsBroadPhaseLayerFilter = new J.ObjectVsBroadPhaseLayerFilterTable(broad, 2, pairs, 2);
  const engine = new J.JoltInterface(settings);
  engine.GetPhysicsSystem().SetGravity(new J.Vec3(...gravity));
  return engine;
}

function fabric(J: any, scene: ClothScene, { bends = 'none' }: ClothQuality): any {
  const { side } = scene;
  const shared = new J.SoftBodySharedSettings();
  const vertex = new J.SoftBodySharedSettingsVertex();
  vertex.mInvMass = 1 / massOf(scene);
  for (let k = 0; k < side * side; k++) {
    const [x, z] = startOf(scene, k);
    vertex.mPosition.x = x;
    vertex.mPosition.y = 0;
    vertex.mPosition.z = z;
    shared.mVertices.push_back(vertex);
  }
  const face = new J.SoftBodySharedSettingsFace(0, 0, 0, 0);
  const add = (...corners: number[]) => {
    for (const [k, corner] of corners.entries()) face.set_mVertex(k, corner);
    shared.AddFace(face);
  };
  for (let row = 0; row + 1 < side; row++)
    for (let column = 0; column + 1 < side; column++) {
      const a = row * side + column;
      add(a, a + side, a + side + 1);
      add(a, a + side + 1, a + 1);
    }
  const threads = new J.SoftBodySharedSettingsVertexAttributes();
  threads.mCompliance = COMPLIANCE;
  threads.mShearCompliance = SHEAR_COMPLIANCE;
  threads.mBendCompliance = BEND_COMPLIANCE;
  shared.CreateConstraints(threads, 1, BENDS[bends]);
  shared.Optimize();
  return shared;
}
