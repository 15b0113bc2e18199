// Shapes of Holonomic as geometries of three.js.
import { BufferAttribute, BufferGeometry } from 'three';
import { using } from '../core/arguments.ts';
import type { Shape } from '../index.ts';

/**
 * The surface of a shape for a `Mesh`: positions, normals and an index, in the body's frame. Curved surfaces are approximated, and a
 * half-space is a square of 20 m. Shapes are immutable, so one geometry serves all bodies with the same shape.
 */
export function geometryOf(shape: Pick<Shape, 'triangulate'>): BufferGeometry {
  const { positions, normals, indices } = using('The shape', () => shape.triangulate());
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  geometry.setIndex(new BufferAttribute(indices, 1));
  return geometry;
}

/** The edges and outlines of a shape for `LineSegments`, in the body's frame. */
export function wireframeOf(shape: Pick<Shape, 'wireframe'>): BufferGeometry {
  return new BufferGeometry().setAttribute(
    'position',
    new BufferAttribute(
      using('The shape', () => shape.wireframe()),
      3,
    ),
  );
}
