// A chain of rigid links that hangs straight down from a fixed body.
import type { BallSpec, BodySpec, Poses, Vec3 } from '../model.ts';

export interface Link {
  mass: number;
  inertia: Vec3;
  /** Metres from anchor to anchor, along the link's own Y; its centre of mass is in the middle. */
  length: number;
}

const UPRIGHT = [0, 0, 0, 1] as const;

/** Bodies and joints of the chain; body 0 is the fixed one, at the origin. */
export function hangingChain(links: Link[]): { bodies: BodySpec[]; balls: BallSpec[] } {
  const bodies: BodySpec[] = [{ mass: 0, inertia: [0, 0, 0], position: [0, 0, 0], orientation: UPRIGHT }];
  const balls: BallSpec[] = [];
  let top = 0;
  for (const { mass, inertia, length } of links) {
    const previous = balls.length;
    const anchorA: Vec3 = previous === 0 ? [0, 0, 0] : [0, -links[previous - 1].length / 2, 0];
    bodies.push({ mass, inertia, position: [0, top - length / 2, 0], orientation: UPRIGHT });
    balls.push({ a: previous, b: previous + 1, anchorA, anchorB: [0, length / 2, 0] });
    top -= length;
  }
  return { bodies, balls };
}

/** How much farther the end of the last link is from the origin than the chain is long, in metres. */
export function stretchOf(links: Link[]): (poses: Poses) => number {
  const rest = links.reduce((sum, { length }) => sum + length, 0);
  const last = links.length;
  const tip: Vec3 = [0, -links[last - 1].length / 2, 0];
  return (poses) => Math.hypot(...poses.point(last, tip)) - rest;
}
