// The triangle that a sphere goes to over a concave edge. Its plane has to be there before the sphere is: what meets it a step late overlaps it,
// and is pushed out of it with more energy than it came with.
import { contactAt, Convex, Manifold } from '../shape/convex.kernel';

/**
 * Makes the manifold of a sphere and the edge or corner of a triangle that is nearest to it one with the plane of the triangle, which it may meet
 * within the step. There is none where it gets no nearer than beside the triangle, and it overlaps the plane by no more than the triangle.
 */
export function awaitPlane(c: Convex, b: Convex, nx: f64, ny: f64, nz: f64, margin: f64, m: Manifold): void {
  const n = vec3<f64>(nx, ny, nz);
  const apart = contactAt(m, 0).separation;
  const height = dot(n, b.position - c.cornerA);
  const separation = max<f64>(height - b.radius, min<f64>(apart, 0));
  const distance = apart + b.radius;
  m.count = distance * distance - height * height <= margin * margin ? 1 : 0;
  m.normal = n;
  const point = contactAt(m, 0);
  point.position = b.position - (b.radius + 0.5 * separation) * n;
  point.separation = separation;
  // As when it is over the triangle.
  point.id = 0;
}
