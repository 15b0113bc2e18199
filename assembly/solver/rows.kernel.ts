// What all joints and contacts want, as one block of rows in memory, for solvers that work on rows; and their impulses, back again. The block is
// a list of RowBundles in the order of solving, colour by colour, joints before contacts, each with its rows of LANES constraints behind it.
import { LANES, real } from 'precision';
import { bundleAt, contactGraph, Graph, Group, groupAt, jointGraph } from '../constraint/graph';
import { Row, rowAt, rowsWritten, startRows } from '../constraint/row.kernel';
import { theSubstep } from '../constraint/substep';
import { readContact, writeContact } from '../contact/rows.kernel';
import { mostRows } from '../joint/kinds';
import { JointLanes } from '../joint/lanes.kernel';
import { JointVisitor, visitJoints } from '../joint/visit.kernel';
import { ensureBlock } from '../memory/blocks';
import { bytesOf } from '../memory/arena';
import { MOST_ROWS } from '../joint/frame/scratch';
import { WorldRecord } from '../world';
import { ReadRows } from './read-rows.kernel';
import { readSpeeds, WriteRows } from './write-rows.kernel';

/**
 * The rows of one bundle, which follow right behind.
 * @layout
 */
// @ts-ignore: decorator
@unmanaged
export class RowBundle {
  /** Address of the bundle, which begins with those of its bodies; and of the slots in its lanes. */
  bundle: u32;
  members: u32;
  /** How many rows there are. */
  count: u32;
  /** Not 0: contacts. */
  isContact: u32;
}

/** Rows of a bundle of contacts at most. */
const MOST_CONTACT: u32 = 9;
/** s: so far before and after now J u is compared; no shorter than rounding allows. */
const MOMENT: f64 = sizeof<real>() == 4 ? 1e-3 : 1e-5;
/** J u of a bundle's rows a moment later. */
const SPEEDS: usize = scratch<v128>(<u32>MOST_ROWS);

class Write extends JointVisitor<v128> {
  visit<J extends JointLanes<v128>>(group: Group): void {
    const bundle = bundleAt(group, load<u32>(TURN));
    changetype<J>(bundle).rows(changetype<WriteRows<v128>>(bundle));
  }
}

class Read extends JointVisitor<v128> {
  visit<J extends JointLanes<v128>>(group: Group): void {
    const bundle = bundleAt(group, load<u32>(TURN));
    changetype<J>(bundle).rows(changetype<ReadRows<v128>>(bundle));
  }
}

/** Which bundle of the group is visited. */
const TURN: usize = scratch<u32>();

function roomFor(graph: Graph, isContact: bool): u64 {
  let bytes: u64 = 0;
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    bytes += <u64>group.count * <u64>(offsetof<RowBundle>() + <usize>(isContact ? MOST_CONTACT : mostRows(group)) * offsetof<Row<v128>>());
  }
  return bytes;
}

/** Writes the rows of a bundle, `ahead` seconds from now, at the same velocities; returns how many there are. */
function writeBundle(group: Group, index: u32, isContact: bool, rows: usize, ahead: f64): u32 {
  const bundle = bundleAt(group, index);
  startRows(rows);
  theSubstep().ahead = <real>ahead;
  if (isContact) {
    writeContact<v128>(bundle);
  } else {
    store<u32>(TURN, index);
    visitJoints<v128, Write>(group, changetype<Write>(0));
  }
  const count = rowsWritten();
  readSpeeds<v128>(bundle, rows, count);
  theSubstep().ahead = 0;
  return count;
}

/** The same with (dJ/dt) u, as the central difference of J u along the motion at constant u (SPECIFICATION.md, section 1). */
function biasBundle(group: Group, index: u32, isContact: bool, rows: usize, ahead: f64): u32 {
  const count = writeBundle(group, index, isContact, rows, ahead + MOMENT);
  for (let k: u32 = 0; k < count; k++) {
    const later: lane<v128> = rowAt<v128>(rows, k).speed;
    v128.store(SPEEDS + (<usize>k << 4), later);
  }
  writeBundle(group, index, isContact, rows, ahead - MOMENT);
  for (let k: u32 = 0; k < count; k++) {
    const later: lane<v128> = v128.load(SPEEDS + (<usize>k << 4));
    const before = rowAt<v128>(rows, k).speed;
    const bias: lane<v128> = (0.5 / MOMENT) * (later - before);
    v128.store(SPEEDS + (<usize>k << 4), bias);
  }
  writeBundle(group, index, isContact, rows, ahead);
  for (let k: u32 = 0; k < count; k++) {
    const bias: lane<v128> = v128.load(SPEEDS + (<usize>k << 4));
    rowAt<v128>(rows, k).bias = bias;
  }
  return count;
}

function writeGraph(graph: Graph, isContact: bool, from: usize, hasBias: bool, ahead: f64): usize {
  let at = from;
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    for (let k: u32 = 0; k < group.count; k++) {
      const head = changetype<RowBundle>(at);
      const rows = at + offsetof<RowBundle>();
      head.count = hasBias ? biasBundle(group, k, isContact, rows, ahead) : writeBundle(group, k, isContact, rows, ahead);
      head.bundle = <u32>bundleAt(group, k);
      head.members = group.members + ((k * LANES) << 2);
      head.isContact = isContact ? 1 : 0;
      at = rows + <usize>head.count * offsetof<Row<v128>>();
    }
  }
  return at;
}

/**
 * Writes the rows of all bundles, which are packed, where the solver bodies will be in `ahead` seconds at the velocities they have, in which
 * none may turn by half a turn; with (dJ/dt) u if that is wanted. False when there is no memory left.
 */
export function writeRows(world: WorldRecord, hasBias: bool, ahead: f64): bool {
  const joints = jointGraph(world);
  const contacts = contactGraph(world);
  const bytes = roomFor(joints, false) + roomFor(contacts, true);
  world.rowBytes = 0;
  if (!ensureBlock(world, offsetof<WorldRecord>('rows'), bytesOf(bytes, 1))) return false;
  const first = <usize>world.rows;
  const end = writeGraph(contacts, true, writeGraph(joints, false, first, hasBias, ahead), hasBias, ahead);
  world.rowBytes = <u32>(end - first);
  return true;
}

function readGraph(graph: Graph, isContact: bool, from: usize): usize {
  let at = from;
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    for (let k: u32 = 0; k < group.count; k++) {
      const head = changetype<RowBundle>(at);
      startRows(at + offsetof<RowBundle>());
      if (isContact) {
        readContact<v128>(bundleAt(group, k));
      } else {
        store<u32>(TURN, k);
        visitJoints<v128, Read>(group, changetype<Read>(0));
      }
      at += offsetof<RowBundle>() + <usize>head.count * offsetof<Row<v128>>();
    }
  }
  return at;
}

/** Takes the impulses of the rows that writeRows() wrote back to the bundles, from where they go to the records as those of any solver. */
export function readRows(world: WorldRecord): void {
  readGraph(contactGraph(world), true, readGraph(jointGraph(world), false, world.rows));
}
