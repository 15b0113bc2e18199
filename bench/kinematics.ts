// Where bodies that move by themselves are in the course of a scene.
import { turnAbout } from './contacts/scenes.ts';
import { type BodySpec, product, type Quat, rotate, type SceneData, type Vec3 } from './model.ts';

/** m, after some seconds. */
export function positionAt({ position, linearVelocity = [0, 0, 0], orbit }: BodySpec, time: number): Vec3 {
  if (!orbit) return [0, 1, 2].map((axis) => position[axis] + linearVelocity[axis] * time) as unknown as Vec3;
  const { centre, angularVelocity } = orbit;
  const arm = rotate(turnOf(angularVelocity, time), [0, 1, 2].map((axis) => position[axis] - centre[axis]) as unknown as Vec3);
  return [centre[0] + arm[0], centre[1] + arm[1], centre[2] + arm[2]];
}

export function orientationAt({ orientation, turning = [0, 0, 0] }: BodySpec, time: number): Quat {
  return product(turnOf(turning, time), orientation);
}

const turnOf = (angularVelocity: Vec3, time: number): Quat => turnAbout(angularVelocity, Math.hypot(...angularVelocity) * time);

/** Where a body in orbit is at the end of a frame, and the velocity that takes it there. */
interface Move {
  position: Vec3;
  velocity: Vec3;
}

/** Calls `drive` for all bodies in orbit. Has to be called before each step. */
export function followOrbits({ bodies, dt }: SceneData, drive: (body: number, move: Move) => void): () => void {
  const driven = [...bodies.keys()].filter((index) => bodies[index].orbit);
  let frame = 0;
  return () => {
    const [before, after] = [frame * dt, (frame + 1) * dt];
    for (const index of driven) {
      const from = positionAt(bodies[index], before);
      const position = positionAt(bodies[index], after);
      drive(index, { position, velocity: [0, 1, 2].map((axis) => (position[axis] - from[axis]) / dt) as unknown as Vec3 });
    }
    frame++;
  };
}
