// Contacts of a half-space: the face of the other shape that looks at its plane, as far as it is near.
import { copyShort } from '../../memory/copy';
import { ContactPoint, Convex, Face, FACE_POINTS, FacePoint, Manifold, MANIFOLD_POINTS, MOST_POINTS } from '../shape/convex.kernel';
import { MOST_FACE_POINTS, supportingFace } from '../shape/face.kernel';
import { reduceManifold } from './reduce.kernel';
import { addContact } from './spheres.kernel';

// Room for the points of a face.
const FACE: usize = scratch<Face, FacePoint>(MOST_FACE_POINTS);
const POINTS: usize = scratch<Manifold, ContactPoint>(MOST_FACE_POINTS);

/** A half-space (A), solid where n·x < offset in the shared frame, and a convex shape. */
export function halfSpaceManifold(nx: f64, ny: f64, nz: f64, offset: f64, b: Convex, margin: f64, out: Manifold): void {
  const face = changetype<Face>(FACE);
  supportingFace(b, -nx, -ny, -nz, face);
  const manifold = changetype<Manifold>(POINTS);
  const n = vec3<f64>(nx, ny, nz);
  manifold.normal = n;
  manifold.count = 0;
  for (let i: u32 = 0; i < face.count; i++) {
    const point = changetype<FacePoint>(FACE + FACE_POINTS + <usize>i * offsetof<FacePoint>());
    const q = point.position;
    const p = q - (dot(q, n) - offset) * n;
    addContact(manifold, p.x, p.y, p.z, q.x, q.y, q.z, 0, b.radius, margin, point.id);
  }
  manifold.corners = manifold.count;
  if (manifold.count > MOST_POINTS) reduceManifold(manifold);
  copyShort(changetype<usize>(out), POINTS, MANIFOLD_POINTS + <usize>manifold.count * offsetof<ContactPoint>());
}
