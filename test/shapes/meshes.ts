// Closed triangle meshes for tests.

export interface TriangleMesh {
  vertices: number[];
  indices: number[];
}

/** A cuboid of eight vertices, its lowest corner and its highest. */
export function boxMesh(low: number[], high: number[]): TriangleMesh {
  const vertices = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) => [0, 1, 2].map((axis) => (corner & (1 << axis) ? high : low)[axis]));
  const faces = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ];
  return { vertices, indices: faces.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]) };
}

/** A profile of points [distance from the y axis, height], from the bottom to the top on the axis, turned about the y axis. */
export function revolvedMesh(profile: [radius: number, y: number][], segments: number): TriangleMesh {
  const bottom = profile[0];
  const top = profile[profile.length - 1];
  const rings = profile.slice(1, -1);
  const vertices = [0, bottom[1], 0, 0, top[1], 0];
  for (const [radius, y] of rings) {
    for (let k = 0; k < segments; k++) {
      const angle = (2 * Math.PI * k) / segments;
      vertices.push(radius * Math.cos(angle), y, radius * Math.sin(angle));
    }
  }
  const indices: number[] = [];
  const vertex = (ring: number, k: number) => 2 + ring * segments + (k % segments);
  for (let k = 0; k < segments; k++) {
    indices.push(0, vertex(0, k), vertex(0, k + 1));
    indices.push(1, vertex(rings.length - 1, k + 1), vertex(rings.length - 1, k));
    for (let ring = 0; ring + 1 < rings.length; ring++) {
      const [a, b, c, d] = [vertex(ring, k), vertex(ring, k + 1), vertex(ring + 1, k + 1), vertex(ring + 1, k)];
      indices.push(a, c, b, a, d, c);
    }
  }
  return { vertices, indices };
}

/** A quarter circle or more of a profile, in equal steps of angle from the y axis pointing down. */
function arc(radius: number, y: number, from: number, to: number, steps: number): [number, number][] {
  return Array.from({ length: steps + 1 }, (_, k) => {
    const angle = from + ((to - from) * k) / steps;
    return [radius * Math.sin(angle), y - radius * Math.cos(angle)];
  });
}

export const sphereMesh = (radius: number, segments: number): TriangleMesh =>
  revolvedMesh(arc(radius, 0, 0, Math.PI, segments / 2), segments);

export const capsuleMesh = (radius: number, halfHeight: number, segments: number): TriangleMesh =>
  revolvedMesh(
    [...arc(radius, -halfHeight, 0, Math.PI / 2, segments / 4), ...arc(radius, halfHeight, Math.PI / 2, Math.PI, segments / 4)],
    segments,
  );

export const cylinderMesh = (radius: number, halfHeight: number, segments: number): TriangleMesh =>
  revolvedMesh(
    [
      [0, -halfHeight],
      [radius, -halfHeight],
      [radius, halfHeight],
      [0, halfHeight],
    ],
    segments,
  );

/** Every vertex mapped. */
export function transformed({ vertices, indices }: TriangleMesh, map: (point: number[]) => number[]): TriangleMesh {
  const moved = Array.from({ length: vertices.length / 3 }, (_, k) => map(vertices.slice(3 * k, 3 * k + 3)));
  return { vertices: moved.flat(), indices };
}
