// Room for records. Which slots are in use is decided by the bindings; here their memory grows.
import { BodyRecord } from '../body/record';
import { BODY_BUNDLE } from '../body/pack.kernel';
import { SOLVER_BODY } from '../body/solver-body.kernel';
import { BroadPhaseRecord, theBroadphase } from '../collision/broadphase/record';
import { setBytes } from '../island/awake';
import { CoordinateRecord, PointRecord } from '../joint/coordinate-record';
import { JointRecord } from '../joint/record';
import { LANES } from 'precision';
import { ShapeRecord } from '../collision/shape/record';
import { solverBodyRoom } from '../constraint/bundle';
import { WorldRecord } from '../world';
import { bytesOf, regrowAt, theWorld } from './arena';
import { ensureBlock } from './blocks';
import { grownCapacity } from './capacity';

const TRANSFORM_BYTES: usize = 7 * 4;
const VELOCITY_BYTES: usize = 6 * 4;
/** Solver bodies behind the last: see constraint/bundle.ts. */
const IDLE_BODIES: usize = 2;
/** Bytes of the solver's rows of so many bodies. */
export function solverBytes(capacity: u32): usize {
  return (<usize>solverBodyRoom(capacity) + IDLE_BODIES) * SOLVER_BODY;
}

/** Bytes of the bundles of so many bodies. */
export function bundleBytes(capacity: u32): usize {
  return (<usize>solverBodyRoom(capacity) / LANES) * BODY_BUNDLE;
}

/**
 * Makes room for `count` bodies, and for what steps need for each of them; false when there is no memory left, and then nothing that
 * anybody sees has changed: some blocks may be larger than they need be.
 */
export function reserveBodies(count: u32): bool {
  const world = theWorld();
  if (count <= world.bodyCapacity) return true;
  return growBodies(world, grownCapacity(world.bodyCapacity, count)) || growBodies(world, (count + 3) & ~3);
}

function growBodies(world: WorldRecord, capacity: u32): bool {
  const used = <usize>world.bodyCount;
  const room = <usize>solverBodyRoom(capacity);
  // Bundles hold addresses of solver bodies.
  world.topologyDirty = 1;
  if (
    !growBlock(offsetof<WorldRecord>('bodyBase'), used * offsetof<BodyRecord>(), bytesOf(capacity, offsetof<BodyRecord>())) ||
    !growBlock(offsetof<WorldRecord>('transforms'), used * TRANSFORM_BYTES, bytesOf(capacity, TRANSFORM_BYTES)) ||
    !growBlock(offsetof<WorldRecord>('velocities'), used * VELOCITY_BYTES, bytesOf(capacity, VELOCITY_BYTES)) ||
    !growBlock(offsetof<WorldRecord>('solverBodies'), 0, bytesOf(room + IDLE_BODIES, SOLVER_BODY)) ||
    !growBlock(offsetof<WorldRecord>('bodyBundles'), 0, bytesOf(room / LANES, BODY_BUNDLE)) ||
    !growAwake(world, setBytes(capacity)) ||
    !growMoved((capacity + 31) & ~31) ||
    !ensureBlock(world, offsetof<WorldRecord>('bodyColors'), bytesOf(capacity, sizeof<u64>())) ||
    !ensureBlock(world, offsetof<WorldRecord>('islands'), bytesOf(capacity, sizeof<u32>()))
  )
    return false;
  world.bodyCapacity = capacity;
  return true;
}

/** Grows the block whose address is in a field of the world. */
function growBlock(field: usize, used: usize, bytes: usize): bool {
  return regrowAt(changetype<usize>(theWorld()) + field, used, bytes);
}

/** Three sets, of which the first lasts: see island/awake.ts. */
function growAwake(world: WorldRecord, bytes: usize): bool {
  const have = <usize>world.awakeCapacity;
  if (bytes <= have) return true;
  if (!growBlock(offsetof<WorldRecord>('awake'), have, 3 * bytes)) return false;
  memory.fill(<usize>world.awake + have, 0, 3 * bytes - have);
  world.awakeCapacity = <u32>bytes;
  return true;
}

/** A bit a body: whether it looks for pairs. */
export function growMoved(capacity: u32): bool {
  const record = theBroadphase();
  if (capacity <= record.movedCapacity) return true;
  const base = changetype<usize>(record) + offsetof<BroadPhaseRecord>('movedBase');
  if (!regrowAt(base, <usize>(record.movedCapacity >> 3), <usize>(capacity >> 3))) return false;
  record.movedCapacity = capacity;
  return true;
}

/** Makes room for `count` joints; false when there is no memory left, and then nothing has changed. */
export function reserveJoints(count: u32): bool {
  const world = theWorld();
  const bytes = offsetof<JointRecord>();
  if (!growActiveJoints(world, grownCapacity(world.jointCapacity, count)) && !growActiveJoints(world, count)) return false;
  return reserve(offsetof<WorldRecord>('jointBase'), world.jointCapacity, world.jointCount, count, bytes);
}

/** A word a joint. */
function growActiveJoints(world: WorldRecord, capacity: u32): bool {
  const bytes = bytesOf(capacity, sizeof<u32>());
  if (bytes <= <usize>world.activeJointCapacity) return true;
  if (!growBlock(offsetof<WorldRecord>('activeJoints'), (<usize>world.activeJointCount) << 2, bytes)) return false;
  world.activeJointCapacity = <u32>bytes;
  return true;
}

export function reserveCoordinates(count: u32): bool {
  const world = theWorld();
  const bytes = offsetof<CoordinateRecord>();
  return reserve(offsetof<WorldRecord>('coordinateBase'), world.coordinateCapacity, world.coordinateCount, count, bytes);
}

export function reservePoints(count: u32): bool {
  const world = theWorld();
  return reserve(offsetof<WorldRecord>('pointBase'), world.pointCapacity, world.pointCount, count, offsetof<PointRecord>());
}

export function reserveShapes(count: u32): bool {
  const world = theWorld();
  return reserve(offsetof<WorldRecord>('shapeBase'), world.shapeCapacity, world.shapeCount, count, offsetof<ShapeRecord>());
}

/** Grows a pool whose base lies at a field of the world, followed by its capacity. */
function reserve(field: usize, have: u32, used: u32, count: u32, size: usize): bool {
  if (count <= have) return true;
  const at = changetype<usize>(theWorld()) + field;
  let capacity = grownCapacity(have, count);
  if (!growBlock(field, <usize>used * size, bytesOf(capacity, size))) {
    capacity = count;
    if (!growBlock(field, <usize>used * size, bytesOf(capacity, size))) return false;
  }
  store<u32>(at, capacity, sizeof<u32>());
  return true;
}
