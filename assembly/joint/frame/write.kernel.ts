import { gatherAhead, gatheredA, gatheredB, LaneBodies, poseOf } from '../../constraint/lane-bodies.kernel';
import { aim, followRow, nextRow, RowKind, speedOf, torqueAt } from '../../constraint/row.kernel';
import { JointType } from '../record';
import { readGradients, readValues } from './coordinates.kernel';
import { Placement } from './lanes.kernel';
import { coordinateOf, followPaths, frameOf, placeStart, rowOf } from './place.kernel';
import { noteLimit, wantRow } from './row.kernel';
import { coordinateOfRow, listRows, roleOfRow, startPlacement } from './scratch';

/** The rows of a bundle of joints of coordinates, where their bodies are, for a sink that stores rows. */
export function writeCoordinates<T>(bundle: usize): void {
  const at = changetype<LaneBodies>(bundle);
  const shape = changetype<usize>(frameOf<T>(bundle));
  const place = changetype<Placement<T>>(startPlacement());
  const count = listRows(at.rows);
  gatherAhead<T>(at);
  const [xA, qA] = poseOf<T>(gatheredA());
  const [xB, qB] = poseOf<T>(gatheredB());
  placeStart(place, frameOf<T>(bundle), xA, qA, xB, qB);
  if (at.type == JointType.Path) followPaths<T>(bundle, startPlacement());
  readGradients<T>(at.type, at.rows, startPlacement(), shape);
  readValues<T>(at.type, at.rows, startPlacement(), shape);
  for (let k: u32 = 0; k < count; k++) {
    const c = coordinateOf<T>(coordinateOfRow(k));
    const wish = rowOf<T>(bundle, k);
    // Roles are kinds: Bound, Drive, Friction, Viscous.
    const row = nextRow<T>(roleOfRow(k));
    row.coordinate = coordinateOfRow(k);
    // A's frame turns with A, so that both forces act at B's anchor.
    const present: lane<T> = wish.present;
    aim(row, present * c.force, present * c.torque, place.armA + place.separation, place.armB);
    row.speed = speedOf(row);
    wantRow(roleOfRow(k), wish, row, c.value);
    row.present = present;
  }
}

/** Takes the impulses of these rows back. */
export function readCoordinates<T>(bundle: usize): void {
  const at = changetype<LaneBodies>(bundle);
  const frame = frameOf<T>(bundle);
  const count = listRows(at.rows);
  frame.linear = vec3<T>(0, 0, 0);
  for (let k: u32 = 0; k < count; k++) {
    const row = followRow<T>();
    const to = rowOf<T>(bundle, k);
    to.impulse = row.impulse;
    to.total += row.total;
    if (row.kind == RowKind.Drive) noteLimit(to, row);
    frame.linear += row.impulse * row.forceB;
    frame.totalForce += row.total * row.forceB;
    frame.totalTorque += row.total * torqueAt(row);
  }
}
