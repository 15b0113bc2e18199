import * as THREE from 'three';
import { describe, expect, test } from 'vitest';
import {
  Box,
  Capsule,
  type Compound,
  Cone,
  type ConvexHull,
  Cylinder,
  HolonomicError,
  Sphere,
  type TriangleMesh,
} from '../../bindings/index.ts';
import { shapeOf } from '../../bindings/three/index.ts';

const HALF = Math.PI / 2;

/** Code and text of what is thrown. */
function errorOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof HolonomicError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'nothing is thrown';
}

/** A mesh with a scale, within a parent that has another. */
function scaled(geometry: THREE.BufferGeometry, scale: [number, number, number], parent = 1): THREE.Mesh {
  const mesh = new THREE.Mesh(geometry);
  mesh.scale.set(...scale);
  new THREE.Group().add(mesh).scale.setScalar(parent);
  return mesh;
}

describe('exact shapes', () => {
  test.each([
    ['box', new THREE.BoxGeometry(1, 2, 3, 4, 1, 2), new Box([0.5, 1, 1.5])],
    ['sphere', new THREE.SphereGeometry(0.7), new Sphere(0.7)],
    ['capsule', new THREE.CapsuleGeometry(0.3, 1.2), new Capsule(0.3, 0.6)],
    ['capsule without a middle', new THREE.CapsuleGeometry(0.3, 0), new Sphere(0.3)],
    ['cylinder', new THREE.CylinderGeometry(0.4, 0.4, 3), new Cylinder(0.4, 1.5)],
    ['cone', new THREE.ConeGeometry(0.4, 3), new Cone(0.4, 1.5)],
    ['cylinder with a tip', new THREE.CylinderGeometry(0, 0.4, 3), new Cone(0.4, 1.5)],
    ['a clone', new THREE.BoxGeometry(1, 2, 3).clone(), new Box([0.5, 1, 1.5])],
    ['a stretched box', scaled(new THREE.BoxGeometry(1, 2, 3), [2, 3, 0.5], 2), new Box([2, 6, 1.5])],
    ['a mirrored box', scaled(new THREE.BoxGeometry(1, 2, 3), [-1, 1, 1]), new Box([0.5, 1, 1.5])],
    ['a larger sphere', scaled(new THREE.SphereGeometry(0.5), [2, 2, 2], 3), new Sphere(3)],
    ['a longer and thicker cylinder', scaled(new THREE.CylinderGeometry(1, 1, 1), [2, 5, 2]), new Cylinder(2, 2.5)],
    ['a longer cone', scaled(new THREE.ConeGeometry(1, 1), [2, 5, 2]), new Cone(2, 2.5)],
  ])('%s', (_, source, shape) => {
    expect(shapeOf(source)).toEqual(shape);
  });

  test('the scale can be given, for a geometry or in place of that of a mesh', () => {
    const geometry = new THREE.BoxGeometry(2, 2, 2);
    expect(shapeOf(geometry, { scale: 3 })).toEqual(new Box([3, 3, 3]));
    expect(shapeOf(scaled(geometry, [9, 9, 9]), { scale: new THREE.Vector3(1, 2, 3) })).toEqual(new Box([1, 2, 3]));
  });
});

describe('geometries that were moved, turned or stretched since they were made', () => {
  const part = (source: THREE.BufferGeometry | THREE.Mesh) => {
    const { type, children } = shapeOf(source) as Compound;
    expect([type, children?.length]).toEqual(['compound', 1]);
    return children[0];
  };
  const close = (actual: ArrayLike<number>, expected: number[]) => {
    for (const [k, value] of expected.entries()) expect(actual[k]).toBeCloseTo(value, 4);
  };

  test('a wheel: a cylinder along z', () => {
    const { shape, position, orientation } = part(new THREE.CylinderGeometry(0.5, 0.5, 1, 24).rotateX(HALF));
    expect(shape.type).toBe('cylinder');
    close([(shape as Cylinder).radius, (shape as Cylinder).halfHeight], [0.5, 0.5]);
    close(position, [0, 0, 0]);
    close(new THREE.Vector3(0, 1, 0).applyQuaternion(new THREE.Quaternion(...orientation)).toArray(), [0, 0, 1]);
  });

  test('a pin of a few millimetres that leans a little', () => {
    const { shape, orientation } = part(scaled(new THREE.CylinderGeometry(1, 1, 3, 12).rotateX(0.005), [0.001, 0.001, 0.001]));
    close([1000 * (shape as Cylinder).radius, 1000 * (shape as Cylinder).halfHeight], [1, 1.5]);
    close([2 * orientation[0]], [0.005]);
  });

  test('a box on its side, off the origin', () => {
    const turned = new THREE.BoxGeometry(1, 2, 3).rotateZ(0.3).translate(5, 6, 7);
    const { shape, position, orientation } = part(turned);
    close((shape as Box).halfExtents, [0.5, 1, 1.5]);
    close(position, [5, 6, 7]);
    close(orientation, [0, 0, Math.sin(0.15), Math.cos(0.15)]);
  });

  test.each([
    ['the geometry', new THREE.ConeGeometry(1, 2).scale(1, -1, 1)],
    ['the mesh', scaled(new THREE.ConeGeometry(1, 2), [1, -1, 1])],
  ])('a cone upside down, by a mirror of %s', (_, source) => {
    const { shape, orientation } = part(source);
    close([(shape as Cone).radius, (shape as Cone).halfHeight], [1, 1]);
    close(new THREE.Vector3(0, 1, 0).applyQuaternion(new THREE.Quaternion(...orientation)).toArray(), [0, -1, 0]);
  });

  test('a sphere that was made larger, and a box that was moved there and back', () => {
    const sphere = shapeOf(new THREE.SphereGeometry(1).scale(2, 2, 2)) as Sphere;
    close([sphere.radius], [2]);
    expect(sphere.type).toBe('sphere');
    expect(shapeOf(new THREE.BoxGeometry().translate(1, 0, 0).center())).toEqual(new Box([0.5, 0.5, 0.5]));
  });

  test('a body that a mesh stands for has the mesh’s bounds', () => {
    const geometry = new THREE.CapsuleGeometry(0.5, 2, 8, 16).rotateZ(1).translate(1, 2, 3);
    const { low, high } = shapeOf(geometry).geometry();
    geometry.computeBoundingBox();
    for (const [bounds, expected] of [
      [low, geometry.boundingBox!.min],
      [high, geometry.boundingBox!.max],
    ] as const) {
      for (const [axis, bound] of bounds.entries()) expect(Math.abs(bound - expected.getComponent(axis))).toBeLessThan(0.02);
    }
  });
});

describe('hulls', () => {
  const bent = new THREE.BoxGeometry();
  bent.getAttribute('position').setX(0, 2);
  test.each([
    ['part of a sphere', new THREE.SphereGeometry(1, 16, 8, 0, 2), 121],
    ['half of a sphere', new THREE.SphereGeometry(1, 16, 8, 0, 2 * Math.PI, 0, HALF), 129],
    ['part of a cylinder', new THREE.CylinderGeometry(1, 1, 1, 16, 1, false, 0, 2), 36],
    ['a cup', new THREE.CylinderGeometry(1, 0.5, 1, 16), 32],
    ['a prism', new THREE.CylinderGeometry(1, 1, 1, 6), 12],
    ['a pyramid', new THREE.ConeGeometry(1, 1, 4), 5],
    ['an oval cylinder', scaled(new THREE.CylinderGeometry(1, 1, 1, 16), [1, 1, 2]), 32],
    ['an egg', scaled(new THREE.SphereGeometry(1, 12, 8), [1, 1, 2]), 86],
    ['a slanted box', new THREE.BoxGeometry().applyMatrix4(new THREE.Matrix4().makeShear(0, 1, 0, 0, 0, 0)), 8],
    ['a box with a corner drawn out', bent, 8],
    ['a polyhedron', new THREE.DodecahedronGeometry(), 20],
  ])('%s', (_, source, vertices) => {
    const hull = shapeOf(source) as ConvexHull;
    expect(hull.type).toBe('convex-hull');
    expect(hull.vertices.length / 3).toBe(vertices);
  });

  test('of too many vertices has as many as there can be, and is not much smaller', () => {
    const hull = shapeOf(new THREE.SphereGeometry(1, 64, 48), { as: 'hull', scale: [1, 2, 3] }) as ConvexHull;
    expect(hull.vertices.length / 3).toBeLessThanOrEqual(256);
    for (let k = 0; k < 200; k++) {
      const normal = new THREE.Vector3().setFromSphericalCoords(1, Math.acos(1 - (2 * k + 1) / 200), 2.4 * k);
      const exact = normal
        .clone()
        .multiply(new THREE.Vector3(1, 2, 3))
        .length();
      const support = hull.support(normal.toArray());
      expect(support).toBeLessThan(exact * (1 + 1e-6));
      expect(support).toBeGreaterThan(exact * 0.98);
    }
  });

  test('of what could be exact, if that is wanted', () => {
    expect((shapeOf(new THREE.BoxGeometry(), { as: 'hull' }) as ConvexHull).massProperties().volume).toBeCloseTo(1, 6);
  });
});

describe('meshes', () => {
  test('what is flat is a surface', () => {
    const plane = shapeOf(new THREE.PlaneGeometry(4, 2, 2, 2)) as TriangleMesh;
    expect([plane.type, plane.solid, plane.indices.length / 3]).toEqual(['mesh', false, 8]);
  });

  test.each([
    ['a ring', new THREE.TorusGeometry(1, 0.25, 32, 64), 2 * Math.PI * Math.PI * 0.25 * 0.25],
    ['a knot of many triangles', new THREE.TorusKnotGeometry(1, 0.1, 256, 16), null],
    ['a sphere', new THREE.SphereGeometry(1, 64, 32), (4 / 3) * Math.PI],
    ['a sphere without an index', new THREE.SphereGeometry(1, 64, 32).toNonIndexed(), (4 / 3) * Math.PI],
    ['a mirrored cylinder', scaled(new THREE.CylinderGeometry(1, 1, 1, 64), [1, -1, 1]), Math.PI],
  ])('what is closed is solid, although it has seams: %s', (_, source, volume) => {
    const mesh = shapeOf(source, { as: 'mesh' }) as TriangleMesh;
    expect([mesh.type, mesh.solid]).toEqual(['mesh', true]);
    if (volume !== null) expect(Math.abs(mesh.massProperties().volume / volume - 1)).toBeLessThan(0.01);
  });

  test('what is open is a surface', () => {
    const tube = shapeOf(new THREE.CylinderGeometry(1, 1, 1, 16, 1, true), { as: 'mesh' }) as TriangleMesh;
    expect([tube.solid, tube.indices.length / 3]).toEqual([false, 32]);
  });

  test('interleaved and packed positions are read as three.js reads them', () => {
    const packed = new THREE.BufferGeometry();
    const values = new Int16Array([0, 0, 0, 99, 32767, 0, 0, 99, 0, 32767, 0, 99, 0, 0, 32767, 99]);
    packed.setAttribute('position', new THREE.InterleavedBufferAttribute(new THREE.InterleavedBuffer(values, 4), 3, 0, true));
    expect((shapeOf(packed) as ConvexHull).massProperties().volume).toBeCloseTo(1 / 6, 9);
  });
});

describe('errors', () => {
  const broken = new THREE.BoxGeometry();
  broken.getAttribute('position').setY(3, Number.NaN);
  test.each([
    [
      'no geometry',
      () => shapeOf(new THREE.Group() as never),
      'invalid-argument: shapeOf needs a BufferGeometry or a Mesh; for a Group, combine',
    ],
    ['nothing', () => shapeOf(undefined as never), 'invalid-argument: shapeOf needs a BufferGeometry or a Mesh;'],
    ['no positions', () => shapeOf(new THREE.BufferGeometry()), 'invalid-argument: The geometry has no positions; pass one'],
    ['not finite', () => shapeOf(broken), 'invalid-argument: Position 3 of the geometry is not finite: [0.5, NaN, -0.5].'],
    [
      'no scale',
      () => shapeOf(scaled(new THREE.BoxGeometry(), [1, 0, 1])),
      'invalid-argument: The scale must be finite numbers that are not zero',
    ],
    [
      'wrong scale',
      () => shapeOf(new THREE.BoxGeometry(), { scale: 'large' as never }),
      'invalid-argument: scale must be 3 finite numbers',
    ],
    [
      'wrong kind',
      () => shapeOf(new THREE.BoxGeometry(), { as: 'box' as never }),
      "invalid-argument: as must be one of 'auto', 'hull', 'mesh'",
    ],
    [
      'unknown option',
      () => shapeOf(new THREE.BoxGeometry(), { scal: 2 } as never),
      "invalid-argument: The options of shapeOf has no option 'scal'.",
    ],
    ['a flat hull', () => shapeOf(new THREE.PlaneGeometry(), { as: 'hull' }), 'degenerate-hull: '],
    ['no area', () => shapeOf(new THREE.PlaneGeometry(0, 1), { as: 'mesh' }), 'degenerate-mesh: '],
  ])('%s', (_, action, message) => {
    expect(errorOf(action)).toContain(message);
  });
});
