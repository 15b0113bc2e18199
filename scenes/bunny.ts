import { cells, positions } from 'bunny';
import { Mesh, type Vec3 } from '../bindings/index.ts';

/** A Stanford bunny that can hang from others. */
export interface Bunny {
  mesh: Mesh;
  /** Height of its bounding box, m. */
  height: number;
  /** Where the vertical line through the centre of mass enters and leaves the bounding box: a chain that holds on there hangs straight. */
  top: Vec3;
  bottom: Vec3;
}

/**
 * The Stanford bunny of the npm package `bunny`: 1839 vertices and 3674 triangles, its up axis along y. Unlike the original
 * scan, whose base has holes, this model is closed: every edge lies between two triangles, which `Mesh` checks, so nothing is mended here.
 */
export function createBunny(height: number): Bunny {
  const heights = positions.map(([, y]) => y);
  const lowest = Math.min(...heights);
  const scale = height / (Math.max(...heights) - lowest);
  const mesh = new Mesh(
    positions.flat().map((coordinate) => scale * coordinate),
    cells.flat(),
  );
  const [x, , z] = mesh.massProperties().centerOfMass;
  return { mesh, height, top: [x, scale * lowest + height, z], bottom: [x, scale * lowest, z] };
}
