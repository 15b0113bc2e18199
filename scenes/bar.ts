import { type Body, type BodyOptions, Box, type Vec3, type World } from '../bindings/index.ts';
import { arctangent, hypotenuse } from './trigonometry.ts';
import { turn } from './turn.ts';

/** A box between two points in a plane of constant z, with its x axis along the line between them, and its half height and depth. */
export function addBar(world: World, from: Vec3, to: Vec3, [halfHeight, halfDepth]: readonly number[], options: BodyOptions = {}): Body {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  return world.addBody({
    shape: new Box([hypotenuse(dx, dy) / 2, halfHeight, halfDepth]),
    position: [from[0] + dx / 2, from[1] + dy / 2, from[2]],
    orientation: turn([0, 0, 1], arctangent(dy, dx)),
    ...options,
  });
}
