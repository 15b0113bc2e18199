/**
 * Where two bodies meet with one normal. Manifolds of a pair are a list through `next`. What the points are seen from: the bodies'
 * centres of mass and the world's axes when the contacts were found.
 * @layout
 */
// @ts-ignore: decorator
@unmanaged
export class ManifoldRecord {
  /** Unit vector from bodyA to bodyB. */
  normalX: f64;
  normalY: f64;
  normalZ: f64;
  /** Where bodyA's centre of mass was. */
  originX: f64;
  originY: f64;
  originZ: f64;
  /** On B, in the last substep: N along the surface, N m about the normal. */
  frictionX: f64;
  frictionY: f64;
  frictionZ: f64;
  twist: f64;
  /** N m against rolling. */
  rollX: f64;
  rollY: f64;
  rollZ: f64;
  /** On B, over the last step: N s along the surface. */
  frictionImpulseX: f64;
  frictionImpulseY: f64;
  frictionImpulseZ: f64;
  /** Slot of the pair. */
  pair: u32;
  /** Slot plus one of the next manifold of the pair, or of the free list. */
  next: u32;
  /** Points in use; 0: the manifold is free. */
  count: u32;
  /** Its lane in the bundles of the step: the address of the bundle's ContactManifold, 0 if it is not solved, and the lane's number. */
  bundle: u32;
  lane: u16;
  /** Not 0: in the last step it was solved together with all others that bear the same load, none of which yields: contact/loaded. */
  together: u16;
  /** Numbers of the children of compounds plus one: of bodyA's in the high half, of bodyB's in the low one; 0 without. Of several, one's. */
  children: u32;
  /** Number of its group in the step; of its cell before there are groups. See constraint/graph.ts. */
  group: u16;
  /** Of the patch where the bodies meet, of which there may be more than points; ROUND_PATCH and more of a disc, SEPARATE_PATCHES of several. */
  corners: u16;
  /** s: length of the step that its impulses are of, which is not the last one where the bodies sleep. */
  duration: f32;
}

/** @layout */
export const ROUND_PATCH: u32 = 8;
/** @layout */
export const SEPARATE_PATCHES: u32 = 0xffff;

/**
 * Four of these follow each ManifoldRecord.
 * @layout
 */
// @ts-ignore: decorator
@unmanaged
export class ManifoldPointRecord {
  /** From the centre of mass of each body to the point on its surface. */
  anchorAX: f64;
  anchorAY: f64;
  anchorAZ: f64;
  anchorBX: f64;
  anchorBY: f64;
  anchorBZ: f64;
  /** Along the normal; negative where the surfaces are in each other. */
  separation: f64;
  /** Along the normal: N in the last substep, and N s over the last step. */
  force: f64;
  impulse: f64;
  /** The features that meet: the same from detection to detection while they do. */
  id: u32;
  /** For how many detections in a row this point has been there before. */
  age: u32;
}

/**
 * What finds contacts keeps between steps. Behind it are the lists of free manifolds.
 * @layout
 */
// @ts-ignore: decorator
@unmanaged
export class NarrowphaseRecord {
  /** Manifolds, each a ManifoldRecord and four ManifoldPointRecords. */
  manifoldBase: u32;
  manifoldCapacity: u32;
  /** Slots ever used, and those in use. */
  manifoldCount: u32;
  manifoldLive: u32;
  /** Not 0: memory for manifolds ran out in this detection. */
  failed: u32;
  /** WorldRecord.arenaTop at the beginning of a step, the highest so far: see collision/room.ts. */
  highestTop: u32;
}

/** Bytes of a manifold with its first point. */
export const MANIFOLD_HEAD: usize = offsetof<ManifoldRecord>() + offsetof<ManifoldPointRecord>();

/** Bytes of a manifold with its points. @layout */
export const MANIFOLD_BYTES: u32 = 480;
