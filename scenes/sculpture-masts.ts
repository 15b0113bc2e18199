// What holds up the rolling-ball sculpture, to look at alone: masts, and rods from them.
import { Cylinder, type Vec3, type World } from '../bindings/index.ts';
import { arctangent, hypotenuse } from './trigonometry.ts';
import { ALONG_X, turn, turnTwice } from './turn.ts';

/** m */
const [MAST_RADIUS, ROD_RADIUS] = [0.011, 0.007];

/** A mast on the ground, as high as the highest of the places that its level rods lead to. */
export function addMast(world: World, x: number, z: number, places: readonly Vec3[]): void {
  const half = Math.max(...places.map((place) => place[1])) / 2 + ROD_RADIUS;
  world.addBody({ type: 'static', collides: false, shape: new Cylinder(MAST_RADIUS, half), position: [x, half, z] });
  for (const [endX, y, endZ] of places) {
    const [wide, deep] = [endX - x, endZ - z];
    world.addBody({
      type: 'static',
      collides: false,
      shape: new Cylinder(ROD_RADIUS, hypotenuse(wide, deep) / 2),
      position: [x + wide / 2, y, z + deep / 2],
      orientation: turnTwice(ALONG_X, turn([0, 1, 0], -arctangent(deep, wide))),
    });
  }
}
