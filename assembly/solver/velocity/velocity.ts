// A substep of projected Gauss-Seidel as PhysX has it. PGS: sweeps with a bias, then bodies move, then sweeps without it leave the velocity that is
// kept. TGS: each sweep is a step of h / N of its own, in which bodies move, levers turn, and errors are followed along the rows; it takes
// 1/√N of an error away (SPECIFICATION.md, sections 3.1 and 3.3). reference/solver/pgs.ts and tgs.ts are the same, in the same order.
import { real } from 'precision';
import { groupAt, jointGraph } from '../../constraint/graph';
import { theSubstep } from '../../constraint/substep';
import { bytesOf } from '../../memory/arena';
import { ensureBlock } from '../../memory/blocks';
import { mark, Stage } from '../../profile';
import { Solver, WorldRecord } from '../../world';
import { advanceAllBodies, anyDamped, describeSubstep } from '../bodies';
import { dampJoints } from '../xpbd/joints.kernel';
import {
  aimContacts,
  bookContacts,
  contactRoom,
  followContacts,
  placeContacts,
  startContacts,
  sweepContacts,
  warmAllContacts,
} from './contacts';
import { aimJoints, followJoints, jointRoom, placeJoints, readJoints, sweepJoints, warmAllJoints, writeJoints } from './joints.kernel';
import { Aim, theAim } from './line.kernel';

/** Makes room for the lines of all joints and contacts, which are packed; false when there is no memory left. */
export function reserveLines(world: WorldRecord): bool {
  const bytes = jointRoom(world) + contactRoom(world);
  world.rowBytes = 0;
  if (!ensureBlock(world, offsetof<WorldRecord>('rows'), bytesOf(bytes, 1))) return false;
  placeContacts(world, placeJoints(world, world.rows));
  return true;
}

/** The sweeps of a substep of `h`, each in a time `h` / `parts`. */
function takeAim(world: WorldRecord, h: f64, parts: u32): Aim {
  const aim = theAim();
  const step = theSubstep();
  const part = h / <f64>parts;
  aim.h = <real>part;
  aim.inverseH = <real>(1 / part);
  aim.span = <real>part;
  aim.share = <real>(world.baumgarte / Math.sqrt(<f64>parts));
  aim.fastest = step.depenetrationSpeed;
  aim.bounceSpeed = step.bounceSpeed;
  return aim;
}

/** A substep of `h` seconds. */
export function solveSubstep(world: WorldRecord, h: f64): void {
  const parts: u32 = world.solver == Solver.Tgs ? world.iterations : 1;
  const sweeps: u32 = world.solver == Solver.Tgs ? 1 : world.iterations;
  describeSubstep(world, h, false);
  const step = theSubstep();
  const whole = step.h;
  const aim = takeAim(world, h, parts);
  const part = aim.h;
  const warm = world.warmStart != 0;
  step.h = part;
  advanceAllBodies(world, false, true);
  step.h = whole;
  mark(world, Stage.Bodies);
  writeJoints(world, <real>(parts - 1) * part);
  startContacts(world, warm);
  for (let k: u32 = 0; k < parts; k++) {
    aim.span = <real>(k + 1) * part;
    aimJoints(world, aim, true, k > 0);
    aimContacts(world, whole, true);
    if (k == 0 && warm) {
      warmAllJoints(world);
      warmAllContacts(world);
    }
    mark(world, Stage.Warm);
    for (let sweep: u32 = 0; sweep < sweeps; sweep++) {
      sweepJoints(world);
      mark(world, Stage.Solve);
      sweepContacts(world);
      mark(world, Stage.Contacts);
    }
    const goesOn = k + 1 < parts;
    if (goesOn) {
      // Of the last part the velocity that is kept is still to be found.
      followJoints(world, part);
      followContacts(world, part);
    }
    step.h = part;
    advanceAllBodies(world, true, goesOn);
    step.h = whole;
    mark(world, Stage.Bodies);
  }
  if (world.velocityIterations) {
    aim.share = 0;
    aim.span = whole;
    aimJoints(world, aim, false, false);
    aimContacts(world, whole, false);
    for (let sweep: u32 = 0; sweep < world.velocityIterations; sweep++) {
      sweepJoints(world);
      sweepContacts(world);
    }
  }
  readJoints(world);
  bookContacts(world);
  mark(world, Stage.Relax);
  if (!anyDamped(world)) return;
  const graph = jointGraph(world);
  for (let k: u32 = 0; k < graph.groupCount; k++) if (groupAt(graph, k).damped) dampJoints(groupAt(graph, k));
  mark(world, Stage.Damp);
}
