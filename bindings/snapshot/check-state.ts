// Whether a world can have taken a snapshot. Snapshots travel: whoever makes one up controls every byte, so all that the kernels and the
// bindings follow without asking is looked at before a world takes any of it. Each check may rely on those before it.
import { HolonomicError } from '../core/errors.ts';
import { Topology } from '../core/layout.ts';
import type { Storage } from '../core/memory.ts';
import { SHAPE_POOL } from '../core/pool.ts';
import { restoreShape } from '../shape/restore.ts';
import { checkBodies } from './check-bodies.ts';
import { checkLists, checkManifolds, requireNoCollision } from './check-contacts.ts';
import { checkJoints } from './check-joints.ts';
import { checkGroups, checkMaterials } from './check-materials.ts';
import { checkParticles } from './check-particles.ts';
import { checkPairs, checkTrees } from './check-places.ts';
import { checkSettings } from './check-settings.ts';
import { checkShapes } from './check-shapes.ts';
import { Slots } from './slots.ts';
import type { SnapshotShapes, SnapshotState } from './state.ts';

/** Checks the state of a stranger, and makes its shapes. Throws `bad-snapshot`. */
export function checkState(state: SnapshotState, storage: Storage): SnapshotShapes {
  try {
    return checkAll(state, storage);
  } catch (error) {
    // What the readers of options and shapes say of a value.
    if (!(error instanceof HolonomicError) || error.code === 'bad-snapshot' || error.code === 'out-of-memory') throw error;
    throw new HolonomicError('bad-snapshot', `This snapshot is not sound: ${error.message}`);
  }
}

function checkAll(state: SnapshotState, storage: Storage): SnapshotShapes {
  const blocks = storage.findBlocks(state);
  checkSettings(state);
  checkMaterials(state, blocks);
  checkGroups(state, blocks);
  const bodies = checkBodies(state, blocks);
  const joints = checkJoints(state, bodies, blocks);
  checkParticles(state, bodies, blocks);
  if (!blocks) {
    requireNoCollision(state, bodies);
    return [];
  }
  const shapes = checkShapes(state, bodies, blocks);
  checkTrees(state, bodies, blocks);
  checkPairs(state, bodies, blocks);
  checkManifolds(state, blocks);
  checkLists(state, joints, blocks);
  // The bundles of joints hold addresses.
  state.unpack(Topology.Unpacked);
  return shapes;
}

/** The shapes of a snapshot that some world of this process took. */
export function readShapes(state: SnapshotState): SnapshotShapes {
  const slots = new Slots(state, SHAPE_POOL, 'shapes');
  return Array.from({ length: slots.count }, (_, slot) =>
    slots.isAlive(slot) ? restoreShape(state, slots.offset(slot), (child) => slots.offset(child)) : undefined,
  );
}
