import { BufferAttribute, BufferGeometry } from 'three';
import type { ShapeLook } from '../engine/types.ts';

/** The triangles of a shape, not copied. */
export function geometryOf({ positions, normals, indices }: ShapeLook): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  geometry.setIndex(new BufferAttribute(indices, 1));
  return geometry;
}
