import { LANES } from 'precision';
import { LaneBodies } from '../../constraint/lane-bodies.kernel';
import { JointType } from '../record';
import { qmul, rotateDelta } from '../../math/quat.kernel';
import { FrameLanes } from './coordinates.kernel';
import { CoordinateLanes, Placement } from './lanes.kernel';
import { followPath, PATH_LANE, PathLane } from './path.kernel';
import { RowLanes } from './row.kernel';
import { coordinateAt } from './scratch';

// A bundle of a joint of coordinates: LaneBodies, FrameLanes, RowLanes of each row, and of a path joint the places of its lanes.

/** Lanes of a bundle of T. */
function lanesOf<T>(): u32 {
  return isVector<T>() ? <u32>LANES : 1;
}

/** Bytes of a bundle with these rows. */
export function rowsBundleBytes<T>(rows: u32, type: u32): usize {
  const path = type == JointType.Path ? <usize>lanesOf<T>() * PATH_LANE : 0;
  return offsetof<LaneBodies>() + offsetof<FrameLanes<T>>() + <usize>popcnt(rows) * offsetof<RowLanes<T>>() + path;
}

/** Places of the lanes on their paths: behind the rows. */
export function pathLane<T>(bundle: usize, lane: u32): PathLane {
  return changetype<PathLane>(bundle + rowsBundleBytes<T>(changetype<LaneBodies>(bundle).rows, 0) + <usize>lane * PATH_LANE);
}

export function followPaths<T>(bundle: usize, placement: usize): void {
  for (let lane: u32 = 0; lane < lanesOf<T>(); lane++) followPath<T>(pathLane<T>(bundle, lane), placement, lane);
}

export function frameOf<T>(bundle: usize): FrameLanes<T> {
  return changetype<FrameLanes<T>>(bundle + offsetof<LaneBodies>());
}

export function rowOf<T>(bundle: usize, index: u32): RowLanes<T> {
  return changetype<RowLanes<T>>(bundle + offsetof<LaneBodies>() + offsetof<FrameLanes<T>>() + <usize>index * offsetof<RowLanes<T>>());
}

export function coordinateOf<T>(kind: u32): CoordinateLanes<T> {
  return changetype<CoordinateLanes<T>>(coordinateAt(kind));
}

/** Where the bodies are at the start of the substep. */
export function placeStart<T>(
  at: Placement<T>, frame: FrameLanes<T>, displacementA: vec3<T>, turnA: quat<T>, displacementB: vec3<T>, turnB: quat<T>,
): void {
  const bentA = rotateDelta(turnA, frame.armA);
  const bentB = rotateDelta(turnB, frame.armB);
  at.armA = frame.armA + bentA;
  at.armB = frame.armB + bentB;
  const change = (displacementB - displacementA) + (bentB - bentA);
  at.separation = frame.separation + change;
  at.frameA = qmul(turnA, frame.frameA);
  at.frameB = qmul(turnB, frame.frameB);
  at.change = change;
  at.turnA = turnA;
  at.turnB = turnB;
}
