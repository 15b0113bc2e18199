// The joint stress test of Rapier's examples: a horizontal lattice of balls that falls and swings like cloth.
import type { BallSpec, BodySpec, SceneData } from '../model.ts';
import { sphereInertia } from './inertia.ts';

const SIDE = 50;
const RADIUS = 0.25;
const SPACING = 1;

/** SIDE × SIDE balls, each joined to the one before it in its row and in its column, at that one's centre. */
export function jointGrid(side = SIDE): SceneData {
  const bodies: BodySpec[] = [];
  const balls: BallSpec[] = [];
  const indexOf = (column: number, row: number) => column * side + row;
  for (let column = 0; column < side; column++) {
    for (let row = 0; row < side; row++) {
      const fixed = row === 0 && (column % 10 === 0 || column === side - 1);
      bodies.push({
        mass: fixed ? 0 : 1,
        inertia: fixed ? [0, 0, 0] : sphereInertia(1, RADIUS),
        position: [(column - side / 2) * SPACING, 0, row * SPACING],
        orientation: [0, 0, 0, 1],
      });
      const b = indexOf(column, row);
      if (row > 0) balls.push({ a: indexOf(column, row - 1), b, anchorA: [0, 0, 0], anchorB: [0, 0, -SPACING] });
      if (column > 0) balls.push({ a: indexOf(column - 1, row), b, anchorA: [0, 0, 0], anchorB: [-SPACING, 0, 0] });
    }
  }
  return {
    name: 'joint-grid',
    description: `${side} x ${side} balls linked right and down at ${SPACING} m, ${balls.length} ball joints, falling from horizontal`,
    gravity: [0, -9.81, 0],
    dt: 1 / 60,
    warmup: 60,
    bodies,
    balls,
  };
}
