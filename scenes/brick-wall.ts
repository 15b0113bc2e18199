import { type Body, Box, type Vec3, type World } from '../bindings/index.ts';

/** Of half a brick, m: through the wall, upwards, along it. */
export const BRICK: Vec3 = [0.15, 0.15, 0.3];

/** Loose bricks in rows along z. Every other row is shifted by a third of a brick; with half a brick, the ends would tip over. Density in kg/m³. */
export function addWall(world: World, rows: number, columns: number, x = 0, density = 500): Body[] {
  const shape = new Box(BRICK);
  const [, halfHeight, halfLength] = BRICK;
  return Array.from({ length: rows * columns }, (_, index) => {
    const [row, column] = [Math.floor(index / columns), index % columns];
    const along = (column - (columns - 1) / 2 + (row % 2 ? 1 / 6 : -1 / 6)) * 2 * halfLength;
    return world.addBody({ shape, density, position: [x, (2 * row + 1) * halfHeight, along], friction: 0.6 });
  });
}

/** Distance of each brick from its initial position, m. */
export function waysOf(bricks: readonly Body[], places: readonly Readonly<Vec3>[]): number[] {
  return bricks.map((brick, index) => Math.hypot(...brick.position.map((component, axis) => component - places[index][axis])));
}
