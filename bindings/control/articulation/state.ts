// The state of a tree in the world: read from its joints, and written to its bodies.
import { JointFlag, JointRecord } from '../../core/layout.ts';
import { type Joint, UniversalJoint } from '../../index.ts';
import type { Moving } from './motion.ts';
import { velocityAt } from './spatial.ts';
import type { Tree } from './tree.ts';

export function readPositions({ nodes, positionCount }: Tree): Float64Array {
  const positions = new Float64Array(positionCount);
  for (const { body, model, firstPosition } of nodes)
    positions.set(model ? model.positions() : [...body.position, ...body.orientation], firstPosition);
  return positions;
}

export function readVelocities({ nodes, velocityCount }: Tree): Float64Array {
  const velocities = new Float64Array(velocityCount);
  for (const { body, model, firstVelocity } of nodes)
    velocities.set(model ? model.velocities() : [...body.linearVelocity, ...body.angularVelocity], firstVelocity);
  return velocities;
}

/** Teleports the bodies of a tree; joints count the turns of their angles from there on. */
export function placeBodies({ tree, placed, centers, motions }: Moving, positions: ArrayLike<number>): void {
  for (const [number, { body }] of tree.nodes.entries()) {
    const { position, orientation } = placed[number];
    body.position = position;
    body.orientation = orientation;
    body.linearVelocity = velocityAt(motions[number], centers[number]);
    body.angularVelocity = motions[number].angular;
  }
  for (const { joint, model, firstPosition } of tree.nodes) {
    if (!joint || !model || model.positionCount !== model.freedoms.length) continue;
    const angles = model.freedoms.flatMap(({ turns }, k) => (turns ? [positions[firstPosition + k]] : []));
    countTurns(joint, angles);
  }
}

/** Angles of a joint are those of the poses that are nearest to these. */
function countTurns(joint: Joint, [angle, second]: readonly number[]): void {
  if (angle === undefined || !joint.hasFlag(JointFlag.TracksTwist)) return;
  joint.write(JointRecord.twist, angle);
  if (joint instanceof UniversalJoint) joint.write(JointRecord.secondTwist, second);
}
