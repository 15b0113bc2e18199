// What a direct solve works on: islands of nodes (joints) and bodies, in double precision whatever the build. See direct.ts.

/**
 * Bodies that joints connect, and these joints, in the order in which they are eliminated.
 * @layout
 */
// @ts-ignore: decorator
@unmanaged
export class DirectIsland {
  /** Addresses. */
  firstNode: u32;
  firstBody: u32;
  firstPair: u32;
  nodeCount: u32;
  bodyCount: u32;
  pairCount: u32;
  /** How many joints close loops. */
  loops: u32;
  /** Not 0: no joint holds on to what does not move. */
  free: u32;
  /** In this step, its bodies that have contacts: address of the first ArticulatedBody, how many they are, and how many rows their paths have. */
  firstArticulated: u32;
  articulatedCount: u32;
  pathRows: u32;
  /** Address of what the plan was made for: see kept.ts. */
  key: u32;
  /** Not 0: some contact may bounce. */
  bounces: u32;
  /** Whether its joints may have been left open in this substep: Bent, or 0. */
  bent: u32;
  /** Not 0: some cannot be met. */
  strained: u32;
  /** Not 0: it has been factored anew since contacts were solved. */
  renewed: u32;
  /** m or rad: by how much they are open. */
  open: f64;
  /** Not 0: what contacts did took rows past their bounds, or off them, and it has been solved with that. */
  rebounds: u32;
  /** Mark, or'ed. */
  marks: u32;
  /** J: its kinetic energy when the substep's first solve began, where Mark.Bends. */
  energy: f64;
}

export const enum Mark {
  /** Further iterations take the gradient at the end of the substep. */
  Current = 1,
  /** Some limit may bring back what was past it when the substep began. */
  Recovers = 2,
  /** Bodies turn so much within the substep that a solve may leave joints open. */
  Bends = 4,
  /** An iteration with that gradient has been looked at. */
  Tried = 8,
}

export const enum Bent {
  /** It is solved again where they are. */
  Refines = 1,
  /** It is only seen whether an iteration has made them so. */
  Looks = 2,
}

/** A joint, as a block of rows. */
// @ts-ignore: decorator
@unmanaged
export class DirectNode {
  /** Slot of the joint. */
  joint: u32;
  /** Addresses of its lane of the bundle's DirectHead and of the first DirectRow. */
  head: u32;
  rows: u32;
  /** How many rows it has there, which of the bundle's they are (a word each, from this address on), and how many with those that only slow. */
  own: u32;
  map: u32;
  count: u32;
  /** Addresses of its DirectBodies; 0: one that does not move. The last two are those of a gear's second joint. */
  bodyA: u32;
  bodyB: u32;
  bodyC: u32;
  bodyD: u32;
  /** Address of its first Entry; of a gear there is one more, for the bodies of the second joint. */
  entries: u32;
  /** The Entries that are in the block: how many, and their addresses (a word each, from this address on). */
  active: u32;
  list: u32;
  /** Address of its column of blocks: `active` numbers a row, first its own rows, then those of its links; and how many rows that are. */
  panel: u32;
  panelRows: u32;
  /** Addresses of `active` numbers each: the right-hand side, which becomes the solution; inverses of pivots. */
  vector: u32;
  inverses: u32;
  /** Address of the first link, and how many there are. */
  links: u32;
  linkCount: u32;
  /** What of it only slows: Slows. */
  slows: u32;
  /** Not 0: some row has bounds. */
  bounded: u32;
  /** Not 0: it connects what other joints do already. */
  closes: u32;
  /** Bits of the angles that are free: twist, swing about y, about z. */
  free: u32;
  /** Not 0: a spring whose load is bounded as a vector. */
  isVector: u32;
  /** Address of its rows in the path that is looked at; 0: it is not on it. */
  column: u32;
  /** Not 0: the first three rows hold a point, along the axes of the world, and never leave the block. */
  aligned: u32;
  /** Not 0: some axis of its bodies is locked. */
  locked: u32;
  /** Of its own rows, the first of the limits of angles at their end; and how many are looked at: without these where they are far from where they act. */
  limits: u32;
  live: u32;
  /** Bits of its own rows whose gradient is a torque on B, and the reverse of it on A. */
  turns: u32;
  /** Not 0: these three rows are all it has. */
  point: u32;
  reserved: u32;
  /** The impulse that holds the anchors together, on B, and the angular impulse across a hinge's axis, of which the stiffness is that. */
  load0: f64;
  load1: f64;
  load2: f64;
  bend0: f64;
  bend1: f64;
  bend2: f64;
  /** The impulse that pulls a link straight. */
  tension: f64;
  /** Impulse of such a spring at most; 0: any, or each row has bounds of its own. */
  most: f64;
}

/** Which rows a joint has that ask for nothing and slow what its own load makes unstable. */
export const enum Slows {
  Nothing = 0,
  /** Turns about the one axis that is free, under a torque across it; and about two of them. */
  Axis = 1,
  Axes = 2,
  /** The turning of a link under tension: two rows across it. */
  Link = 3,
  /** That of both spans of a rope. */
  Spans = 4,
}

/** A later node that a node meets, itself or by what has been eliminated before. */
// @ts-ignore: decorator
@unmanaged
export class DirectLink {
  node: u32;
  /** The row of the panel where its block begins. */
  row: u32;
  /** Address of a word for this link and each after it: the address of the link of `node` to the same one; 0: it is `node` itself. */
  targets: u32;
  reserved: u32;
}

/** A body that two nodes share. */
// @ts-ignore: decorator
@unmanaged
export class DirectPair {
  /** Addresses of the later node, the earlier one, and its link to the later one. */
  later: u32;
  earlier: u32;
  link: u32;
  /** Where in an Entry the later one's gradient is, and the earlier one's response. */
  gradient: u32;
  response: u32;
  reserved: u32;
}

/**
 * A body of an island.
 * @layout
 */
// @ts-ignore: decorator
@unmanaged
export class DirectBody {
  /** Address of the solver body. */
  solver: u32;
  /** Not 0: `force` is not zero. */
  pushed: u32;
  /** Not 0: some load makes it stiff. */
  stiff: u32;
  slot: u32;
  /** Addresses of the first of its nodes in the order of elimination, of its island, and of its ArticulatedBody in this step; 0: it has none. */
  firstNode: u32;
  island: u32;
  articulated: u32;
  /** Not 0: some axis is locked. */
  locked: u32;
  /** Velocity and angular velocity when the solve began. */
  velocity0: f64;
  velocity1: f64;
  velocity2: f64;
  velocity3: f64;
  velocity4: f64;
  velocity5: f64;
  /** Inverse mass along the axes, and inverse inertia: xx, yy, zz, xy, xz, yz. */
  mass0: f64;
  mass1: f64;
  mass2: f64;
  xx: f64;
  yy: f64;
  zz: f64;
  xy: f64;
  xz: f64;
  yz: f64;
  /** The same with the stiffness of its loads. */
  sxx: f64;
  syy: f64;
  szz: f64;
  sxy: f64;
  sxz: f64;
  syz: f64;
  /** h² times this stiffness, as much of it as is needed. */
  kxx: f64;
  kyy: f64;
  kzz: f64;
  kxy: f64;
  kxz: f64;
  kyz: f64;
  /** Impulses that are known. */
  force0: f64;
  force1: f64;
  force2: f64;
  force3: f64;
  force4: f64;
  force5: f64;
  /** What they do, and then what all do, to the velocities. */
  change0: f64;
  change1: f64;
  change2: f64;
  change3: f64;
  change4: f64;
  change5: f64;
  /** Square of how far its way bends in the substep, over the arm. */
  bend: f64;
  /** Its velocities when the solve began, less those that the last solve of the substep left: what stiffness has to slow. In the first solve all of them. */
  drift0: f64;
  drift1: f64;
  drift2: f64;
  drift3: f64;
  drift4: f64;
  drift5: f64;
}

/** A row: J du + softness dp = residual, low <= impulse + dp <= high. */
// @ts-ignore: decorator
@unmanaged
export class Entry {
  /** The gradient for A and B: force, torque. Zero where the row is at a bound. */
  a0: f64;
  a1: f64;
  a2: f64;
  a3: f64;
  a4: f64;
  a5: f64;
  b0: f64;
  b1: f64;
  b2: f64;
  b3: f64;
  b4: f64;
  b5: f64;
  /** What a unit impulse does to A and B. */
  ra0: f64;
  ra1: f64;
  ra2: f64;
  ra3: f64;
  ra4: f64;
  ra5: f64;
  rb0: f64;
  rb1: f64;
  rb2: f64;
  rb3: f64;
  rb4: f64;
  rb5: f64;
  residual: f64;
  softness: f64;
  low: f64;
  high: f64;
  /** So far in the substep. */
  impulse: f64;
  change: f64;
  /** Inverse mass of the bodies alone, the same along all axes, where the row is rigid and its island has loops. Else 0. */
  ease: f64;
  /** Of rows that hold a point or an angle in an island with loops: the error at the start of the substep. */
  start: f64;
  /** Part of a point (1), locks an angle (2), or limits one (3); and the state it begins with. */
  part: i32;
  first: i32;
  /** Where it is: State. */
  state: i32;
  /** The row's own index in the bundle. */
  index: u32;
}

export const enum State {
  /** At its bound below or above. */
  Low = -1,
  Free = 0,
  High = 1,
}

/**
 * A body with contacts. What pushes it runs through the nodes on its path, from the first of its own to the last of the island. Behind it follow its response, the 36 numbers of
 * the matrix that takes an impulse to a velocity while all joints hold, and its PathNodes.
 */
// @ts-ignore: decorator
@unmanaged
export class ArticulatedBody {
  /** Addresses of the DirectBody, and of the PathNodes. */
  body: u32;
  path: u32;
  length: u32;
  reserved: u32;
  /** Its part of the mass of the island. */
  share: f64;
  reserved1: f64;
  /** What contacts pushed it by in the last substep, which is known when the joints are solved. */
  known0: f64;
  known1: f64;
  known2: f64;
  known3: f64;
  known4: f64;
  known5: f64;
  /** What they have pushed it by in this sweep. */
  impulse0: f64;
  impulse1: f64;
  impulse2: f64;
  impulse3: f64;
  impulse4: f64;
  impulse5: f64;
  /** Its velocity without that. */
  velocity0: f64;
  velocity1: f64;
  velocity2: f64;
  velocity3: f64;
  velocity4: f64;
  velocity5: f64;
}

// @ts-ignore: decorator
@unmanaged
export class PathNode {
  /** Addresses of the node, and of its rows of L^-1 J M^-1 for the body: a sextuple for each that is in the block. */
  node: u32;
  rows: u32;
}
