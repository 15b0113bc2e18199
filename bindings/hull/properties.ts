// Integrals over a hull with a ball of radius r rolled around it (Minkowski sum; Steiner's decomposition): the polyhedron, a prism on
// each face, a sector of a cylinder along each edge, and a sector of a ball at each vertex. All are in closed form; the moments of the
// spherical polygon that the normals at a vertex span follow from its boundary [Arvo 1995, Applications of irradiance tensors].
import type { Vec3 } from '../core/arguments.ts';
import { add, cross, dot, length, normalized, scale, subtract } from '../core/geometry.ts';
import { angleOfPoint } from '../core/trigonometry.ts';
import { type MassProperties, meshProperties } from '../shape/mass-properties.ts';
import { EdgeFaces, type Hull, normalOf, vertexOf } from './polyhedron.ts';

/** ∫ dV, ∫ x dV and ∫ x xᵀ dV of what has been added. */
class Moments {
  zeroth = 0;
  readonly first: Vec3 = [0, 0, 0];
  readonly second = [0, 0, 0, 0, 0, 0, 0, 0, 0];

  /** Matter at `place` whose moments about it are `zeroth`, `first` and the second ones already in `second`. */
  add(zeroth: number, first: Vec3, place: Vec3): void {
    this.zeroth += zeroth;
    for (let i = 0; i < 3; i++) {
      this.first[i] += first[i] + zeroth * place[i];
      for (let j = 0; j < 3; j++) this.second[3 * i + j] += first[i] * place[j] + place[i] * first[j] + zeroth * place[i] * place[j];
    }
  }

  /** Adds factor (a bᵀ + b aᵀ) / 2 to the second moments. */
  addProduct(a: Vec3, b: Vec3, factor: number): void {
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) this.second[3 * i + j] += (factor * (a[i] * b[j] + b[i] * a[j])) / 2;
    }
  }

  addDiagonal(factor: number): void {
    for (let i = 0; i < 3; i++) this.second[4 * i] += factor;
  }
}

/**
 * Volume, centre of mass and inertia of all points within `rounding` metres of a hull, exact, for density one. Without rounding it is
 * the polyhedron.
 */
export function hullProperties(hull: Hull, rounding: number): MassProperties {
  const triangles = hull.faces.flatMap((corners) => corners.slice(2).flatMap((corner, k) => [corners[0], corners[k + 1], corner]));
  const core = meshProperties(hull.vertices, triangles);
  if (!(rounding > 0)) return core;
  const moments = new Moments();
  const origin: Vec3 = [...core.centerOfMass];
  moments.zeroth = core.volume;
  moments.addDiagonal((core.inertia[0] + core.inertia[4] + core.inertia[8]) / 2);
  for (const [k, entry] of core.inertia.entries()) moments.second[k] -= entry;
  const places = Array.from({ length: hull.vertices.length / 3 }, (_, vertex) => subtract(vertexOf(hull, vertex), origin));
  const normals = hull.faces.map((_, face) => normalOf(hull, face));
  for (const [face, corners] of hull.faces.entries()) {
    addPrism(
      moments,
      corners.map((corner) => places[corner]),
      normals[face],
      rounding,
    );
  }
  const sides = new EdgeFaces(hull.faces);
  for (const [face, corners] of hull.faces.entries()) {
    for (const [k, from] of corners.entries()) {
      const to = corners[(k + 1) % corners.length];
      if (from < to) addEdge(moments, places[from], places[to], normals[face], normals[sides.of(to, from)!], rounding);
    }
  }
  for (const [vertex, around] of facesAround(hull, sides).entries()) {
    const span = sphericalPolygon(around.map((face) => normals[face]));
    addBallSector(moments, places[vertex], span, rounding);
  }
  return propertiesOf(moments, origin);
}

function propertiesOf({ zeroth, first, second }: Moments, origin: Vec3): MassProperties {
  const center = scale(first, 1 / zeroth);
  const about = second.map((value, k) => value - zeroth * center[Math.floor(k / 3)] * center[k % 3]);
  const trace = about[0] + about[4] + about[8];
  const inertia = about.map((value, k) => (k % 4 === 0 ? trace : 0) - (value + about[3 * (k % 3) + Math.floor(k / 3)]) / 2);
  return { volume: zeroth, centerOfMass: add(center, origin), inertia };
}

/** The layer of thickness r over a polygon. */
function addPrism(moments: Moments, corners: readonly Vec3[], normal: Vec3, r: number): void {
  const [a] = corners;
  for (let k = 1; k + 1 < corners.length; k++) {
    const [u, v] = [subtract(corners[k], a), subtract(corners[k + 1], a)];
    const area = dot(cross(u, v), normal) / 2;
    const sum = scale(add(u, v), 1 / 3);
    const squares = (r * area) / 12;
    for (const edge of [u, v]) moments.addProduct(edge, edge, squares);
    moments.addProduct(add(u, v), add(u, v), squares);
    moments.addProduct(sum, normal, r * r * area);
    moments.addProduct(normal, normal, (r * r * r * area) / 3);
    moments.add(r * area, add(scale(sum, r * area), scale(normal, (r * r * area) / 2)), a);
  }
}

/** The sector of a cylinder about an edge, between the normals of its faces. */
function addEdge(moments: Moments, from: Vec3, to: Vec3, left: Vec3, right: Vec3, r: number): void {
  const along = subtract(to, from);
  const size = length(along);
  const across = cross(left, right);
  const [sine, cosine] = [length(across), dot(left, right)];
  if (!(sine > 0)) return;
  const angle = angleOfPoint(sine, cosine);
  const up = subtract(scale(right, 1 / sine), scale(left, cosine / sine)); // unit, normal to `left`
  const area = (r * r * angle) / 2;
  const spread = add(scale(left, sine), scale(up, 1 - cosine));
  const quarter = (size * r * r * r * r) / 4;
  moments.addProduct(left, left, quarter * ((angle + sine * cosine) / 2));
  moments.addProduct(left, up, quarter * sine * sine);
  moments.addProduct(up, up, quarter * ((angle - sine * cosine) / 2));
  moments.addProduct(along, along, (size * area) / 12);
  moments.add(size * area, scale(spread, (size * r * r * r) / 3), add(from, scale(along, 0.5)));
}

/** Integrals over directions m: ∫ dΩ, ∫ m dΩ, ∫ m mᵀ dΩ. */
interface Span {
  readonly solidAngle: number;
  readonly first: Vec3;
  /** Twice the products a bᵀ to add to the isotropic third of the solid angle, each with its factor. */
  readonly products: readonly (readonly [Vec3, Vec3, number])[];
}

/** The polygon between unit vectors, counter-clockwise from outside. */
function sphericalPolygon(corners: readonly Vec3[]): Span {
  const middle = normalized(corners.reduce(add));
  let solidAngle = 0;
  let first: Vec3 = [0, 0, 0];
  const products: [Vec3, Vec3, number][] = [];
  for (const [k, a] of corners.entries()) {
    const b = corners[(k + 1) % corners.length];
    const across = cross(a, b);
    const [sine, cosine] = [length(across), dot(a, b)];
    solidAngle += 2 * angleOfPoint(dot(middle, across), 1 + dot(middle, a) + dot(middle, b) + cosine); // Van Oosterom & Strackee 1983
    if (!(sine > 0)) continue;
    const inward = scale(across, 1 / sine);
    first = add(first, scale(inward, angleOfPoint(sine, cosine) / 2));
    products.push([add(a, b), inward, sine / (1 + cosine) / 3]); // the integral of m along the arc is (a + b) tan(angle / 2)
  }
  return { solidAngle, first, products };
}

function addBallSector(moments: Moments, place: Vec3, { solidAngle, first, products }: Span, r: number): void {
  const cube = r * r * r;
  const fifth = (cube * r * r) / 5;
  moments.addDiagonal((fifth * solidAngle) / 3);
  for (const [a, b, factor] of products) moments.addProduct(a, b, fifth * factor);
  moments.add((cube / 3) * solidAngle, scale(first, (cube * r) / 4), place);
}

/** The faces around each vertex, counter-clockwise from outside. */
function facesAround({ faces, vertices }: Hull, sides: EdgeFaces): number[][] {
  const around = Array.from({ length: vertices.length / 3 }, (): number[] => []);
  for (const [start, corners] of faces.entries()) {
    for (const vertex of corners) {
      if (around[vertex].length > 0) continue;
      for (let face = start; around[vertex].length === 0 || face !== start; ) {
        around[vertex].push(face);
        const list = faces[face];
        const before = list[(list.indexOf(vertex) + list.length - 1) % list.length];
        face = sides.of(vertex, before)!;
      }
    }
  }
  return around;
}
