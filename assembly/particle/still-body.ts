// Bodies that do not move in a step, and the particles that may meet them.

export class StillBody {
  /** Its box. */
  lowX: f64;
  lowY: f64;
  lowZ: f64;
  highX: f64;
  highY: f64;
  highZ: f64;
  /** Centre of mass, orientation, and where the centre of mass is in the frame of its shape. */
  x: f64;
  y: f64;
  z: f64;
  qx: f64;
  qy: f64;
  qz: f64;
  qw: f64;
  centerX: f64;
  centerY: f64;
  centerZ: f64;
  /** Of its shape's record. */
  radius: f64;
  sizeX: f64;
  sizeY: f64;
  sizeZ: f64;
  staticFriction: f64;
  dynamicFriction: f64;
  restitution: f64;
  /** Type of its shape. */
  shape: u32;
  /** 1: it was touched in the step. */
  met: u32;
}

/** The particles of a set: starts, displacements, how far they may get and their radii, and boxes around each `part` of them. */
export class StillParticles {
  count: u32;
  part: u32;
  starts: u32;
  displacements: u32;
  reach: u32;
  radii: u32;
  boxes: u32;
  /** A byte for each particle, not 0: it is held at the body, and does not meet it. */
  held: u32;
}

export function stillBodyBytes(): usize {
  return offsetof<StillBody>();
}
