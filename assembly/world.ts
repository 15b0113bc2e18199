/** Bits of WorldRecord.topologyDirty. @layout */
export const enum Topology {
  Changed = 1,
  Unpacked = 2,
}

/** How a point attachment is projected. @layout */
export const enum Projection {
  /** One 3x3 block for the three directions. */
  Block = 0,
  /** One scalar along the separation (Mueller et al. eqs 2-9). */
  Scalar = 1,
}

/** Which gradient a joint pushes along. @layout */
export const enum Gradient {
  /** Start of the substep, unless the joint turns or is loaded too much for that. */
  Auto = 0,
  Start = 1,
  Current = 2,
}

/** How contacts are solved. @layout */
export const enum ContactScheme {
  /** Velocities, warm-started, soft, and relaxed. */
  Soft = 0,
  /** Positions, as in the papers. */
  Position = 1,
}

/** Of which order the time stepping of XPBD is. @layout */
export const enum TimeStepping {
  FirstOrder = 0,
  SecondOrder = 1,
  /** Second, of bodies that neither have contacts nor are joined to some that have. */
  Auto = 2,
}

/** In which order 'xpbd' solves what it does not solve directly. @layout */
export const enum Sweep {
  /** One after the other; there and back where joints have more than two colours. */
  GaussSeidel = 0,
  /** There and back: SSOR. */
  Symmetric = 1,
  /** All from where they are: mass splitting, averaged. */
  Jacobi = 2,
}

/** When the papers' contacts have their normals found. @layout */
export const enum ContactNormals {
  /** When the step begins; of round bodies that turn fast in each substep. */
  Auto = 0,
  /** Before each projection, where the bodies will be. */
  Current = 1,
}

/** How joints are solved. @layout */
export const enum JointSolver {
  /** Directly where that pays: islands of joints that are trees or have few loops. */
  Auto = 0,
  /** Directly wherever it can be done. */
  Direct = 1,
  /** One at a time. */
  Sweeps = 2,
}

/** The formulation that solves joints and contacts. @layout */
export const enum Solver {
  /** Mueller et al. 2020: projections of velocities in substeps. */
  Xpbd = 0,
  /** Waterson: displacements, Algorithm 1. */
  Dbd = 1,
  /** PhysX: velocity rows by projected Gauss-Seidel, with a bias for errors. */
  Pgs = 2,
  /** The same in small steps, errors followed. */
  Tgs = 3,
  /** ODE: rows with ERP and CFM as a mixed linear complementarity problem. */
  Ode = 4,
  /** Topotoy: forces by J W J^T. */
  Force = 5,
}

/** How 'ode' and 'force' solve their linear systems. @layout */
export const enum Linear {
  Auto = 0,
  /** Mixed LCP by pivoting (Baraff). */
  Dantzig = 1,
  /** Projected SOR in random order. */
  Quickstep = 2,
  /** Sparse factors. */
  Elimination = 3,
  ConjugateGradients = 4,
  GaussSeidel = 5,
}

/** How 'force' integrates. @layout */
export const enum Integrator {
  SemiImplicitEuler = 0,
  RungeKutta = 1,
}

/** What a step can do without where there is no memory for it. @layout */
export const enum Lack {
  /** Pairs that were not made: the next step looks for them again. */
  Pairs = 1,
  /** Contacts that were not kept. */
  Contacts = 2,
  /** Events that were not told. */
  Events = 4,
}

/** How a body's angular momentum is carried through a substep. @layout */
export const enum Gyroscopic {
  Implicit = 0,
  Explicit = 1,
  None = 2,
}

/**
 * The root of all state. What the two backends share comes first; the pointers behind it belong to the WebAssembly one.
 * @layout
 */
// @ts-ignore: decorator
@unmanaged
export class WorldRecord {
  gravityX: f64;
  gravityY: f64;
  gravityZ: f64;
  time: f64;
  stepCount: f64;
  /** Duration of the last substep, s. */
  substepDuration: f64;
  /** Duration of the last step, s. */
  stepDuration: f64;
  /** s: the longest substep of late. See steady.ts. */
  steadyDuration: f64;
  /** s: the longest step of late, where the world chooses substeps: what these are parts of. See need.ts. */
  longestStep: f64;
  /** s: how long substeps may be where the world chooses them; 0 before the first step. 1/s²: what the loads of contacts ask for. See need.ts. */
  allowedDuration: f64;
  contactDemand: f64;
  /** 1/s²: the square of how fast loads swing bodies between exact joints, at most, in the last step. See need.ts. */
  swingRate: f64;
  /** s: for how long nothing but rigid joints that are solved directly has acted. */
  smoothTime: f64;
  /** By how many times the way that a body makes in a step its box in the broad phase is grown (Mueller et al. 3.5: k). */
  boundsGrowth: f64;
  /** Surfaces nearer than this have contact points before they touch; smaller beside small shapes. m */
  contactMargin: f64;
  /** Hz: of the spring that pushes bodies apart that overlap, at most a sixth of the substeps' rate; and its damping ratio. */
  contactFrequency: f64;
  contactDamping: f64;
  /** m/s: overlapping bodies are pushed apart at most as fast. */
  depenetrationSpeed: f64;
  /** m/s, rad/s: slower bodies rest; and s: those that have rested for so long fall asleep. */
  sleepSpeed: f64;
  sleepTurning: f64;
  sleepDelay: f64;
  /** Of 'dbd' and sweeps of 'ode': 0 to 2; and of 'dbd' 1/kg or 1/(kg m²). */
  relaxation: f64;
  regularization: f64;
  /** Part of an error that a substep of 'pgs' takes away. */
  baumgarte: f64;
  /** Of 'ode': part of an error that a substep takes away; and s/kg or s/(kg m²). */
  erp: f64;
  cfm: f64;
  /** Of 'force', 1/s² and 1/s: the acceleration of a constraint is minus these times C and dC/dt. */
  constraintStiffness: f64;
  constraintDamping: f64;
  /** 0: as many as the world needs. */
  substeps: u32;
  iterations: u32;
  projection: u32;
  gradient: u32;
  gyroscopic: u32;
  /** Bits: joints or body types changed since the bundles were packed; these are to be packed anew though nothing has changed. */
  topologyDirty: u32;
  frozenCount: u32;
  bodyBase: u32;
  bodyCapacity: u32;
  bodyCount: u32;
  bodyFirstFree: i32;
  bodyLive: u32;
  jointBase: u32;
  jointCapacity: u32;
  jointCount: u32;
  jointFirstFree: i32;
  jointLive: u32;
  coordinateBase: u32;
  coordinateCapacity: u32;
  coordinateCount: u32;
  coordinateFirstFree: i32;
  coordinateLive: u32;
  pointBase: u32;
  pointCapacity: u32;
  pointCount: u32;
  pointFirstFree: i32;
  pointLive: u32;
  shapeBase: u32;
  shapeCapacity: u32;
  shapeCount: u32;
  shapeFirstFree: i32;
  shapeLive: u32;
  /** Joints that the last step broke. */
  brokenCount: u32;
  /** f32 per body slot: position xyz of the body's origin, orientation xyzw. */
  transforms: u32;
  /** f32 per body slot: velocity xyz of the centre of mass, angular velocity xyz. */
  velocities: u32;
  /** Not 0: each step measures the time of its stages. */
  profiling: u32;
  /** ContactScheme */
  contactScheme: u32;
  /** Not 0: bodies at rest fall asleep. */
  sleeping: u32;
  /** JointSolver */
  jointSolver: u32;
  /** Solver, Linear, Integrator */
  solver: u32;
  linear: u32;
  integrator: u32;
  velocityIterations: u32;
  /** Not 0: 'dbd' counts how rotation turns the inertia; solvers start from the last impulses; 'pgs' and 'tgs' work in momocity. */
  effectiveInertia: u32;
  warmStart: u32;
  momocity: u32;
  /** How many joints there are whose rows a user gives: worlds with such are stepped by reference/. */
  customJoints: u32;
  /** Address of the first ParticleSetRecord, 0 without particles; and the id of the last set made. */
  particleSets: u32;
  particleSetCount: u32;
  /** Sweep; not 0: velocities are corrected after bodies have moved; ContactNormals. Worlds with others than the defaults are stepped by reference/. */
  sweep: u32;
  velocityPass: u32;
  contactNormals: u32;
  /** TimeStepping */
  timeStepping: u32;
  /** How many substeps the last step took. */
  lastSubsteps: u32;
  /** How many a step takes at least where the world chooses them. */
  fewestSubsteps: u32;

  // The WebAssembly backend's own: see memory/arena.ts, constraint/graph.ts.
  /** Next byte of the arena that was never used, and the lists of blocks given back. */
  arenaTop: u32;
  freeBlocks: u32;
  /** Rows of the bodies that bundles gather from and scatter to. */
  solverBodies: u32;
  /** The bodies' other quantities, LANES bodies a bundle. */
  bodyBundles: u32;
  /** The Graph of the joints. */
  jointGroups: u32;
  jointGroupCapacity: u32;
  jointGroupCount: u32;
  jointBundles: u32;
  jointBundleCapacity: u32;
  jointOrder: u32;
  jointOrderCapacity: u32;
  /** Not 0: the joints have more than two colours, and sweeps go there and back. */
  symmetric: u32;
  /** Records of what finds pairs, of what finds contacts, and of what answers queries. */
  broadphase: u32;
  narrowphase: u32;
  query: u32;
  /** A bit for each body slot: its body moves and is awake; and bytes of these bits. See island/awake.ts. */
  awake: u32;
  awakeCapacity: u32;
  /** How many bodies without that bit could be roused: those that sleep, and kinematic ones that stand still. */
  restingCount: u32;
  /** Numbers of the pairs of awake bodies that have contacts or had, in the order in which contacts were found. */
  activePairs: u32;
  activePairCapacity: u32;
  activePairCount: u32;
  /** The manifolds that are solved, in the order of their pairs, which is that of memory: see contact/listed.ts. */
  contactList: u32;
  contactListCapacity: u32;
  contactCount: u32;
  /** The Graph of the contacts. */
  contactGroups: u32;
  contactGroupCapacity: u32;
  contactGroupCount: u32;
  contactBundles: u32;
  contactBundleCapacity: u32;
  contactOrder: u32;
  contactOrderCapacity: u32;
  /** A word of 64 bits for each body slot: the colours of its joints, or of its contacts, while they are given. */
  bodyColors: u32;
  bodyColorCapacity: u32;
  /** Numbers of the pairs whose contacts are found anew in each substep. */
  turning: u32;
  turningCapacity: u32;
  turningCount: u32;
  /** ImpactLanes of the contacts that bounce: see contact/impacts.ts. */
  impacts: u32;
  impactCapacity: u32;
  /** Rows of the contacts that are solved together: see contact/loaded/. */
  loaded: u32;
  loadedCapacity: u32;
  /** EventRecords: those since the last step began, and how many of them came before its end. */
  events: u32;
  eventCapacity: u32;
  eventCount: u32;
  eventsOfStep: u32;
  /** A word for each body slot, for finding islands; while contacts are sorted, the address of its DirectBody or 0. */
  islands: u32;
  islandCapacity: u32;
  /** Slots of the joints at bodies that are awake. */
  activeJoints: u32;
  activeJointCapacity: u32;
  activeJointCount: u32;
  /** The first body bundle that a step looks at; each has the address of the next one in its head. */
  activeBundles: u32;
  /** The arena ends before this address. */
  memoryLimit: u32;
  /** Bits of Lack: what there was no memory for in the last step and since. */
  lacks: u32;
  /** Slots of the bodies that have left their boxes in the last step, for queries to look at. */
  outliers: u32;
  outlierCapacity: u32;
  outlierCount: u32;
  /** PairMaterialRecords in order of their keys, the bytes of their block, and how many they are. */
  pairMaterials: u32;
  pairMaterialBytes: u32;
  pairMaterialCount: u32;
  /** What joints and contacts want, for solvers that work on rows: see solver/rows.kernel.ts. Bytes that were written last. */
  rows: u32;
  rowCapacity: u32;
  rowBytes: u32;
  /** For each of the 32 groups a word of the groups that it meets; 0: all meet all. */
  groupTable: u32;
  /** TouchRecords, the bytes of their block, how many were ever used, and the first free one plus one. */
  touches: u32;
  touchBytes: u32;
  touchCount: u32;
  touchFirstFree: u32;
  /** The plans of direct solves, what they are made in, where the plan of each joint is, and rows: see solver/direct. */
  plan: u32;
  planCapacity: u32;
  planWork: u32;
  planWorkCapacity: u32;
  planTable: u32;
  planTableCapacity: u32;
  directRows: u32;
  directRowCapacity: u32;
  islandCounts: u32;
  islandCountCapacity: u32;
  /** How many islands of joints are solved directly, how many by sweeps, and how often since the last step began a direct solve failed. */
  directIslandCount: u32;
  sweptIslandCount: u32;
  directFailures: u32;
  /** How many of all these hold on to what does not move and have few loops; and how many joints are swept. */
  heldIslandCount: u32;
  /** Islands that are swept because they are many: solver/direct/islands.ts. */
  crowdIslandCount: u32;
  sweptJointCount: u32;
  /** ArticulatedBodies of the step, and what belongs to them: see solver/direct/articulated.ts. */
  articulated: u32;
  articulatedCapacity: u32;
  /** Where the next plan goes, an address; 0: there is none. And how many islands got a plan since the last step began. */
  planEnd: u32;
  plannedIslands: u32;
  /** What was noted of the active pairs while their contacts were found: see collision/narrowphase/found.ts. */
  found: u32;
  foundCapacity: u32;
  /** Not 0: the last step had too few contacts to choose its substeps by. See need.ts. */
  hadFewContacts: u32;
  /** Not 0: gravity is all that moves the bodies whose contacts are looked for, and the same for all. */
  onlyFall: u32;
  /** What is left of the block that small ones are cut from: see memory/arena.ts. */
  slab: u32;
}

/** Whether velocities are centred in time as far as settings say: unless asked for they are not in the published form of XPBD. */
export function mayCenter(world: WorldRecord): bool {
  if (world.solver != Solver.Xpbd) return false;
  if (world.timeStepping != TimeStepping.Auto) return world.timeStepping == TimeStepping.SecondOrder;
  if (world.projection != Projection.Block || world.contactScheme != ContactScheme.Soft) return false;
  return world.gradient != Gradient.Current && world.gyroscopic == Gyroscopic.Implicit;
}

/** Whether those of some bodies may be half a substep behind the poses within a step (body/centered.kernel.ts); not where particles push them unless asked for. */
export function isCentered(world: WorldRecord): bool {
  return mayCenter(world) && (world.timeStepping != TimeStepping.Auto || world.particleSets == 0);
}
