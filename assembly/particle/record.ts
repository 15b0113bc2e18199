// Sets of particles, each in one block of memory: its head, then its lists. Steps work on them outside the kernels so far: reference/particle.

/** Stages of a step that particles take part in. @layout */
export const enum ParticleStage {
  /** Bodies are packed, and nothing has moved. */
  Begin = 0,
  /** The forces of a substep have acted, and nothing is solved. */
  Substep = 1,
  /** The bodies' records are written. */
  Finish = 2,
}

/** Bits of ParticleSetRecord.flags. @layout */
export const enum ParticleFlag {
  /** At rest: no step looks at the set. */
  Asleep = 1,
  Sleepless = 2,
  /** Its particles meet each other, and those of other sets. */
  SelfCollision = 4,
  ParticleCollision = 8,
  /** A value that is not finite was found: the set stays as it is. */
  Frozen = 16,
}

/** Bits of the flags of what holds particles. @layout */
export const enum HoldFlag {
  /** It was loaded beyond its threshold, or what it held is gone. */
  Broken = 1,
  /** Of a line of limited length: it is not shorter either. */
  Pushes = 2,
  /** Of an attachment: the body is the particle itself, for joints to hold. */
  Embodied = 4,
}

/**
 * A set of particles: this head, then lists, whose places are bytes from the start of the head. The order of the constraints is that in which
 * they are solved: those that share no particles come together.
 * @layout
 */
// @ts-ignore: decorator
@unmanaged
export class ParticleSetRecord {
  /** 1/s; and how much of the world's gravity acts. */
  damping: f64;
  gravityScale: f64;
  /** Coefficients of contact. */
  staticFriction: f64;
  dynamicFriction: f64;
  restitution: f64;
  /** m/s: how fast the air moves; and kg/m³: half its density times the coefficients of drag and lift, on the set's triangles. */
  windX: f64;
  windY: f64;
  windZ: f64;
  drag: f64;
  lift: f64;
  /** m/s, s: slower particles rest; and for how long the set has been at rest. */
  sleepSpeed: f64;
  restTime: f64;
  /** m: the largest radius. */
  reach: f64;
  reserved: f64;
  /** Address of the block of the next set; 0: this is the last. Bytes of this block. */
  next: u32;
  bytes: u32;
  /** Number that no other set of the world ever had. */
  id: u32;
  flags: u32;
  collisionGroup: u32;
  collisionMask: u32;
  particleCount: u32;
  /** f64: x y z of each particle, at the start of these lists and of now; m/s; 1/kg, 0 for particles that are moved by their velocity alone; m. */
  restPositions: u32;
  positions: u32;
  velocities: u32;
  inverseMasses: u32;
  masses: u32;
  radii: u32;
  distanceCount: u32;
  distances: u32;
  bendCount: u32;
  bends: u32;
  tetrahedronCount: u32;
  tetrahedra: u32;
  volumeCount: u32;
  volumes: u32;
  lengthCount: u32;
  lengths: u32;
  lengthPointCount: u32;
  lengthPoints: u32;
  clusterCount: u32;
  clusters: u32;
  clusterPointCount: u32;
  clusterPoints: u32;
  attachmentCount: u32;
  attachments: u32;
  triangleCount: u32;
  triangles: u32;
  /** Lines of distances that are solved together: places in the list of distances. */
  chainCount: u32;
  chains: u32;
  elementCount: u32;
  elements: u32;
  /** Grows with every change of what does not move. */
  version: u32;
  /** Holds that the last step broke. */
  brokenCount: u32;
  spare: u32;
}

/** Two particles at a distance. Compliances in m/N, infinite: none. @layout */
// @ts-ignore: decorator
@unmanaged
export class ParticleDistanceRecord {
  a: u32;
  b: u32;
  flags: u32;
  /** Place among those of its kind in the order in which they were given. */
  number: u32;
  /** m */
  rest: f64;
  stretchCompliance: f64;
  compressCompliance: f64;
  /** N s/m, beside a compliance. */
  damping: f64;
  /** Stretched at most to (1 + strain) times its rest length; infinite: no limit. */
  maxStrain: f64;
  /** N: it breaks at a mean tension over a step beyond this. */
  breakForce: f64;
  /** N: mean tension over the last step; negative where it pushes. */
  tension: f64;
}

/** Distances, one behind the other in their list, each of which begins at the particle where the one before ends. @layout */
// @ts-ignore: decorator
@unmanaged
export class ParticleChainRecord {
  firstDistance: u32;
  distanceCount: u32;
  /** rad/(N m), infinite: none; N m s/rad: of the angle between one and the next, straight at rest. */
  bendCompliance: f64;
  bendDamping: f64;
}

/** The angle between two triangles a b c and b a d that share the edge a b. @layout */
// @ts-ignore: decorator
@unmanaged
export class ParticleBendRecord {
  a: u32;
  b: u32;
  c: u32;
  d: u32;
  flags: u32;
  number: u32;
  /** rad, 0: flat. */
  rest: f64;
  /** rad/(N m), N m s/rad */
  compliance: f64;
  damping: f64;
  /** N m: mean over the last step. */
  torque: f64;
}

/** A tetrahedron that keeps its signed volume. @layout */
// @ts-ignore: decorator
@unmanaged
export class ParticleTetrahedronRecord {
  a: u32;
  b: u32;
  c: u32;
  d: u32;
  flags: u32;
  number: u32;
  /** Six times the volume, m³. */
  rest: f64;
  /** m³/Pa: of the volume by its pressure; and Pa s/m³. */
  compliance: f64;
  damping: f64;
  /** Pa: mean over the last step. */
  pressure: f64;
}

/** A tetrahedron of an elastic solid that resists shear: see reference/particle/elements.ts. @layout */
// @ts-ignore: decorator
@unmanaged
export class ParticleElementRecord {
  a: u32;
  b: u32;
  c: u32;
  d: u32;
  flags: u32;
  number: u32;
  /** Pa; and s, in which its damper would carry its spring's load. */
  shearModulus: f64;
  damping: f64;
  /** The rotation found last. */
  x: f64;
  y: f64;
  z: f64;
  w: f64;
}

/** A closed surface of some of the set's triangles that keeps `pressure` times its volume. @layout */
// @ts-ignore: decorator
@unmanaged
export class ParticleVolumeRecord {
  firstTriangle: u32;
  triangleCount: u32;
  flags: u32;
  number: u32;
  /** m³ */
  rest: f64;
  /** How many times its rest volume the surface is to enclose. */
  inflation: f64;
  /** m³/Pa */
  compliance: f64;
  damping: f64;
  /** Pa: mean over the last step, over that outside. */
  pressure: f64;
}

/** A line through points that is no longer than its length (Waterson 10.1). @layout */
// @ts-ignore: decorator
@unmanaged
export class ParticleLengthRecord {
  firstPoint: u32;
  pointCount: u32;
  flags: u32;
  number: u32;
  /** m */
  rest: f64;
  compliance: f64;
  damping: f64;
  breakForce: f64;
  /** N: mean over the last step. */
  tension: f64;
}

/** A point of such a line: a particle, or a point of a body. @layout */
// @ts-ignore: decorator
@unmanaged
export class ParticleLengthPoint {
  /** From the body's centre of mass, in its axes. */
  x: f64;
  y: f64;
  z: f64;
  particle: u32;
  /** Slot of the body plus one; 0: the point is the particle. */
  body: u32;
}

/** Particles that keep the shape they had, turned and moved as they are (Müller et al. 2020, 3.3). @layout */
// @ts-ignore: decorator
@unmanaged
export class ParticleClusterRecord {
  firstPoint: u32;
  pointCount: u32;
  flags: u32;
  number: u32;
  /** The rotation found last. */
  x: f64;
  y: f64;
  z: f64;
  w: f64;
  /** m/N: of each particle to its place. */
  compliance: f64;
  damping: f64;
}

/** A particle of a cluster, and its place in it, from the centre of mass. @layout */
// @ts-ignore: decorator
@unmanaged
export class ParticleClusterPoint {
  x: f64;
  y: f64;
  z: f64;
  particle: u32;
  reserved: u32;
}

/** A particle at a point of a body. @layout */
// @ts-ignore: decorator
@unmanaged
export class ParticleAttachmentRecord {
  /** From the body's centre of mass, in its axes. */
  x: f64;
  y: f64;
  z: f64;
  compliance: f64;
  damping: f64;
  breakForce: f64;
  /** N: mean force on the particle over the last step. */
  forceX: f64;
  forceY: f64;
  forceZ: f64;
  particle: u32;
  /** Slot of the body. */
  body: u32;
  flags: u32;
  reserved: u32;
}

/** Three particles, counter-clockwise from outside. @layout */
// @ts-ignore: decorator
@unmanaged
export class ParticleTriangleRecord {
  a: u32;
  b: u32;
  c: u32;
}
