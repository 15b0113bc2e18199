/** Where the surface of a shape is, seen from a point. It is written over by each question. */
export interface SurfacePoint {
  /** m; negative inside. Infinity: nothing is near. */
  distance: number;
  /** Outward unit normal at the nearest point of the surface, in the shape's frame. */
  nx: number;
  ny: number;
  nz: number;
}

/** One that keeps its fields as doubles. */
export function surfacePoint(): SurfacePoint {
  return { distance: Infinity, nx: 0.5, ny: 0.5, nz: 0.5 };
}

/** A square of a length below this, m², has lost digits: what is so near has no direction. */
export const LEAST_SQUARE = 1e-280;

/** Beside the size of a shape given by its corners, nearer than this the way to a point has no direction. */
export const NEAR = 1e-14;

export function setSurface(out: SurfacePoint, distance: number, nx: number, ny: number, nz: number): void {
  out.distance = distance;
  out.nx = nx;
  out.ny = ny;
  out.nz = nz;
}

/** Nothing is near. */
export function setFar(out: SurfacePoint): void {
  setSurface(out, Infinity, 0, 1, 0);
}
