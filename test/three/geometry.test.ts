// Shapes as geometries of three.js, and back.
import { Box3, type BufferGeometry, Triangle, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import {
  Box,
  Capsule,
  Compound,
  Cone,
  ConvexHull,
  Cylinder,
  HalfSpace,
  HeightField,
  type Shape,
  Sphere,
  Spline,
  TriangleMesh,
} from '../../bindings/index.ts';
import { geometryOf, shapeOf, wireframeOf } from '../../bindings/three/index.ts';

const TETRAHEDRON = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const SOLIDS: Shape[] = [
  new Sphere(0.7),
  new Box([0.5, 1, 2]),
  new Box([0.5, 1, 2], { rounding: 0.2 }),
  new Capsule(0.3, 0.8),
  new Cylinder(0.6, 0.4),
  new Cone(0.6, 0.4),
  new ConvexHull(TETRAHEDRON),
  new TriangleMesh(TETRAHEDRON, [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]),
];
const SURFACES: Shape[] = [
  new HalfSpace([1, 2, 3]),
  new TriangleMesh(TETRAHEDRON, [1, 2, 3], { solid: false }),
  new HeightField({ heights: [0, 1, 0, 2, 0, 1], rows: 2, columns: 3, spacing: 1 }),
  new Spline([0, 0, 0, 1, 0, 0, 2, 1, 0], { radius: 0.1 }),
  new Compound([{ shape: new Sphere(1) }, { shape: new Box([1, 1, 1]), position: [2, 0, 0] }]),
];
const named = (shapes: Shape[]) => shapes.map((shape) => [shape.type, shape] as const);

function triangles(geometry: BufferGeometry): { triangle: Triangle; normal: Vector3 }[] {
  const { index } = geometry;
  return Array.from({ length: index!.count / 3 }, (_, k) => {
    const corners = [0, 1, 2].map((corner) => index!.getX(3 * k + corner));
    const [a, b, c] = corners.map((corner) => new Vector3().fromBufferAttribute(geometry.getAttribute('position'), corner));
    const normal = corners.reduce(
      (sum, corner) => sum.add(new Vector3().fromBufferAttribute(geometry.getAttribute('normal'), corner)),
      new Vector3(),
    );
    return { triangle: new Triangle(a, b, c), normal: normal.normalize() };
  });
}

describe('geometryOf', () => {
  test.each(named([...SOLIDS, ...SURFACES]))('gives triangles whose normals are theirs: %s', (_, shape) => {
    const found = triangles(geometryOf(shape));
    expect(found.length).toBeGreaterThan(0);
    for (const { triangle, normal } of found) {
      if (triangle.getArea() > 1e-6) expect(triangle.getNormal(new Vector3()).dot(normal)).toBeGreaterThan(0.5);
    }
  });

  test.each(named(SOLIDS))('encloses the volume of the shape, or as much as flat triangles can: %s', (_, shape) => {
    const { volume } = shape.massProperties();
    const drawn = triangles(geometryOf(shape)).reduce((sum, { triangle: { a, b, c } }) => sum + a.dot(b.clone().cross(c)) / 6, 0);
    expect(drawn).toBeLessThan(volume * (1 + 1e-6));
    expect(drawn).toBeGreaterThan(volume * 0.85);
  });

  test.each(named(SOLIDS))('comes back as the hull or the mesh that it is: %s', (_, shape) => {
    const geometry = geometryOf(shape);
    const hull = shapeOf(geometry) as ConvexHull;
    const mesh = shapeOf(geometry, { as: 'mesh' }) as TriangleMesh;
    expect([hull.type, mesh.type, mesh.solid]).toEqual(['convex-hull', 'mesh', true]);
    for (const { volume } of [hull.massProperties(), mesh.massProperties()]) {
      expect(volume).toBeLessThan(shape.massProperties().volume * (1 + 1e-5));
      expect(volume).toBeGreaterThan(shape.massProperties().volume * 0.85);
    }
  });
});

test.each(named([...SOLIDS, ...SURFACES]))('wireframeOf has the ends of segments, within the surface’s bounds: %s', (_, shape) => {
  const position = wireframeOf(shape).getAttribute('position');
  expect(position.count % 2).toBe(0);
  expect(position.count).toBeGreaterThan(0);
  const bounds = (geometry: BufferGeometry) => new Box3().setFromBufferAttribute(geometry.getAttribute('position') as never);
  const surface = bounds(geometryOf(shape)).expandByScalar(0.05);
  expect(surface.containsBox(bounds(wireframeOf(shape)))).toBe(true);
});
