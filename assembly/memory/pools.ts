// Room for records. Which slots are in use is decided by the bindings; here their memory grows.
import { BodyRecord } from '../body/record';
import { BODY_BUNDLE } from '../body/pack.kernel';
import { SOLVER_BODY } from '../body/solver-body.kernel';
import { setBytes } from '../island/awake';
import { CoordinateRecord, PointRecord } from '../joint/coordinate-record';
import { JointRecord } from '../joint/record';
import { LANES } from 'precision';
import { ShapeRecord } from '../shape/record';
import { solverBodyRoom } from '../solver/bundles';
import { WorldRecord } from '../world';
import { allocate, regrow, release, theWorld } from './arena';

const TRANSFORM_BYTES: usize = 7 * 4;
const VELOCITY_BYTES: usize = 6 * 4;
/** Solver bodies behind the last: see solver/bundles.ts. */
const IDLE_BODIES: usize = 2;

function grownCapacity(have: u32, wanted: u32): u32 {
  const grown = max<u32>(wanted, max<u32>(have + (have >> 1), 64));
  return (grown + 3) & ~3;
}

/** Makes room for `count` bodies; false when there is no memory left, and then nothing has changed. */
export function reserveBodies(count: u32): bool {
  const world = theWorld();
  if (count <= world.bodyCapacity) return true;
  const capacity = grownCapacity(world.bodyCapacity, count);
  const room = <usize>solverBodyRoom(capacity);
  const records = allocate(<usize>capacity * offsetof<BodyRecord>());
  const transforms = allocate(<usize>capacity * TRANSFORM_BYTES);
  const velocities = allocate(<usize>capacity * VELOCITY_BYTES);
  const solver = allocate((room + IDLE_BODIES) * SOLVER_BODY);
  const motion = allocate((room / LANES) * BODY_BUNDLE);
  const awake = allocate(3 * setBytes(capacity));
  if (!records || !transforms || !velocities || !solver || !motion || !awake) {
    release(records);
    release(transforms);
    release(velocities);
    release(solver);
    release(motion);
    release(awake);
    return false;
  }
  const used = <usize>world.bodyCount;
  memory.copy(records, world.bodyBase, used * offsetof<BodyRecord>());
  memory.copy(transforms, world.transforms, used * TRANSFORM_BYTES);
  memory.copy(velocities, world.velocities, used * VELOCITY_BYTES);
  memory.copy(awake, world.awake, world.awakeCapacity);
  release(world.bodyBase);
  release(world.transforms);
  release(world.velocities);
  release(world.solverBodies);
  release(world.bodyBundles);
  release(world.awake);
  world.bodyBase = <u32>records;
  world.transforms = <u32>transforms;
  world.velocities = <u32>velocities;
  world.solverBodies = <u32>solver;
  world.bodyBundles = <u32>motion;
  world.awake = <u32>awake;
  world.awakeCapacity = <u32>setBytes(capacity);
  world.bodyCapacity = capacity;
  world.topologyDirty = 1;
  return true;
}

/** Makes room for `count` joints; false when there is no memory left, and then nothing has changed. */
export function reserveJoints(count: u32): bool {
  const world = theWorld();
  const bytes = offsetof<JointRecord>();
  return reserve(offsetof<WorldRecord>('jointBase'), world.jointCapacity, world.jointCount, count, bytes);
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
  const capacity = grownCapacity(have, count);
  const records = regrow(load<u32>(at), <usize>used * size, <usize>capacity * size);
  if (!records) return false;
  store<u32>(at, <u32>records);
  store<u32>(at, capacity, sizeof<u32>());
  return true;
}
