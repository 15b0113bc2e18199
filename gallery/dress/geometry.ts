// Shapes of things that scenes are dressed in, m. Their axes are y unless said otherwise.
import {
  type BufferGeometry,
  CatmullRomCurve3,
  Curve,
  CurvePath,
  ExtrudeGeometry,
  LatheGeometry,
  LineCurve3,
  Path,
  Shape,
  SphereGeometry,
  TubeGeometry,
  Vector2,
  Vector3,
} from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import type { Vec3 } from '../../bindings/index.ts';

/** Geometries as one: what only some of them have is left out. */
export function merged(parts: readonly BufferGeometry[]): BufferGeometry {
  const bare = parts.map((part) => {
    const plain = part.index ? part.toNonIndexed() : part;
    for (const name of Object.keys(plain.attributes)) if (name !== 'position' && name !== 'normal') plain.deleteAttribute(name);
    return plain;
  });
  return mergeGeometries(bare)!;
}

/** A box of half extents with rounded edges. */
export function roundedBox([x, y, z]: Vec3, radius = 0.1 * Math.min(x, y, z)): BufferGeometry {
  return merged([new RoundedBoxGeometry(2 * x, 2 * y, 2 * z, 2, radius)]);
}

/** A disc or rod with chamfered rims. */
export function drum(radius: number, half: number, bevel = 0.15 * Math.min(radius, half), segments = 48): BufferGeometry {
  const [inner, low] = [radius - bevel, half - bevel];
  return lathe(
    [
      [0, -half],
      [inner, -half],
      [inner, -half],
      [radius, -low],
      [radius, -low],
      [radius, low],
      [radius, low],
      [inner, half],
      [inner, half],
      [0, half],
    ],
    segments,
  );
}

/** A profile of radius and height turned about y; points that are there twice make an edge. */
export function lathe(profile: readonly (readonly [number, number])[], segments = 48): BufferGeometry {
  // The two points of an edge must not be quite the same.
  const points = profile.map(([x, y], k) => new Vector2(Math.max(0, x) + 1e-7 * k, y));
  return merged([new LatheGeometry(points, segments)]);
}

/** Half widths of a tooth by its height, in parts of the pitch: close to an involute of 20°. */
const FLANK = [
  [-1.1, 0.375],
  [-0.85, 0.335],
  [-0.3, 0.285],
  [0, 0.238],
  [0.5, 0.17],
  [0.92, 0.1],
] as const;

/** A spur gear; an angle of `phase` from x is the middle of a tooth. Holes show that it turns. */
export function gear(radius: number, teeth: number, half: number, phase = 0): BufferGeometry {
  const module = (2 * radius) / teeth;
  const step = (2 * Math.PI) / teeth;
  const polar = (r: number, angle: number): [number, number] => [r * Math.cos(angle), r * Math.sin(angle)];
  const outline = Array.from({ length: teeth }, (_, k) => {
    const middle = phase + k * step;
    const side = (sign: number) => FLANK.map(([height, width]) => polar(radius + height * module, middle + sign * width * step));
    return [...side(-1), ...side(1).reverse()];
  }).flat();
  const shape = new Shape(outline.map((point) => new Vector2(...point)));
  const root = radius - 1.1 * module;
  const bore = Math.min(0.3 * root, 0.045);
  const hole = (x: number, y: number, size: number) => shape.holes.push(new Path().absarc(x, y, size, 0, 2 * Math.PI, true));
  hole(0, 0, bore);
  const holes = teeth > 16 ? 6 : 0;
  const web = (root + 2 * bore) / 2;
  const size = Math.min(0.36 * (root - 2 * bore), (0.72 * Math.PI * web) / Math.max(1, holes));
  for (let k = 0; k < holes; k++) hole(...polar(web, phase + ((k + 0.5) * 2 * Math.PI) / holes), size);
  return merged([extruded(shape, half, Math.min(0.12 * module, 0.1 * half)).rotateX(-Math.PI / 2), tube(bore, 1.8 * bore, 1.6 * half)]);
}

/** A bar of half extents along x whose upper side is a rack of this module. */
export function rack([x, y, z]: Vec3, module: number): BufferGeometry {
  const pitch = Math.PI * module;
  const points: [number, number][] = [
    [-x, -y],
    [x, -y],
    [x, y - 1.1 * module],
  ];
  for (let at = x - pitch / 2; at > -x + pitch / 2; at -= pitch)
    points.push(
      [at + 0.37 * pitch, y - 1.1 * module],
      [at + 0.1 * pitch, y + 0.9 * module],
      [at - 0.1 * pitch, y + 0.9 * module],
      [at - 0.37 * pitch, y - 1.1 * module],
    );
  points.push([-x, y - 1.1 * module]);
  return merged([extruded(new Shape(points.map((point) => new Vector2(...point))), z, 0.05 * module)]);
}

/** A plate in the plane of x and y, from -half to half along z. */
export function extruded(shape: Shape, half: number, bevel: number): BufferGeometry {
  const depth = 2 * (half - bevel);
  const options = { depth, bevelSize: bevel, bevelThickness: bevel, bevelOffset: -bevel, bevelSegments: 1, curveSegments: 20 };
  return new ExtrudeGeometry(shape, options).translate(0, 0, -depth / 2);
}

export function tube(inner: number, outer: number, half: number): BufferGeometry {
  const corners = [
    [inner, -half],
    [outer, -half],
    [outer, half],
    [inner, half],
    [inner, -half],
  ] as const;
  return lathe(corners.flatMap((corner) => [corner, corner]));
}

/** A link of a chain: a stadium of round wire, `turned` about its axis by a quarter. */
export function chainLink(length: number, width: number, wire: number, turned: boolean): BufferGeometry {
  const [straight, radius] = [(length - width) / 2, width / 2];
  const bend = (y: number, from: number) =>
    new CatmullRomCurve3(
      [0, 1, 2, 3, 4].map((k) => {
        const angle = from + (k * Math.PI) / 4;
        return new Vector3(radius * Math.cos(angle), y + radius * Math.sin(angle), 0);
      }),
    );
  const path = new CurvePath<Vector3>();
  path.add(bend(straight, 0));
  path.add(new LineCurve3(new Vector3(-radius, straight, 0), new Vector3(-radius, -straight, 0)));
  path.add(bend(-straight, Math.PI));
  path.add(new LineCurve3(new Vector3(radius, -straight, 0), new Vector3(radius, straight, 0)));
  const link = merged([new TubeGeometry(path, 40, wire, 8, true)]);
  return turned ? link.rotateY(Math.PI / 2) : link;
}

class Helix extends Curve<Vector3> {
  constructor(
    private readonly radius: number,
    private readonly turns: number,
  ) {
    super();
  }

  override getPoint(part: number, target = new Vector3()): Vector3 {
    const angle = 2 * Math.PI * this.turns * part;
    return target.set(this.radius * Math.cos(angle), part, this.radius * Math.sin(angle));
  }
}

/**
 * A coil from the origin to y = 1, to be stretched along y, which stretches its wire as well: half of what the wire measures along y is
 * given in parts of the coil's length.
 */
export function coil(radius: number, wire: number, turns: number, rise: number): BufferGeometry {
  const [along, around] = [24 * turns, 8];
  const tube = new TubeGeometry(new Helix(radius, turns), along, wire, around);
  const { position, normal } = tube.attributes;
  for (let k = 0; k < position.count; k++) {
    const middle = Math.floor(k / (around + 1)) / along;
    position.setY(k, middle + ((position.getY(k) - middle) * rise) / wire);
    normal.setY(k, (normal.getY(k) * wire) / rise);
  }
  tube.normalizeNormals();
  return merged([tube]);
}

/** A rod from the origin to y = 1 that is thicker at its ends, to be stretched along y. */
export function bone(): BufferGeometry {
  const profile = [
    [0, 0],
    [0.8, 0],
    [1.15, 0.04],
    [1, 0.13],
    [0.72, 0.3],
    [0.66, 0.5],
  ] as const;
  return lathe(
    [
      ...profile,
      ...profile
        .slice(0, -1)
        .map(([x, y]) => [x, 1 - y] as const)
        .reverse(),
    ],
    24,
  );
}

/** A tyre with lugs. */
export function tyre(radius: number, half: number, lugs = 22): BufferGeometry {
  const profile = [
    [0.6, -0.82],
    [0.66, -0.98],
    [0.86, -1],
    [0.94, -0.9],
    [0.965, -0.6],
    [0.97, 0],
    [0.965, 0.6],
    [0.94, 0.9],
    [0.86, 1],
    [0.66, 0.98],
    [0.6, 0.82],
  ] as const;
  const ring = lathe(profile.map(([x, y]) => [x * radius, y * half] as const));
  const lug = (k: number) =>
    roundedBox([0.035 * radius, 0.46 * half, 0.062 * radius], 0.012 * radius)
      .rotateX(k % 2 ? 0.5 : -0.5)
      .translate(0.965 * radius, (k % 2 ? 0.46 : -0.46) * half, 0)
      .rotateY((k * Math.PI) / lugs);
  return merged([ring, ...Array.from({ length: 2 * lugs }, (_, k) => lug(k))]);
}

/** The wheel within a tyre, with bolts that show that it turns. */
export function rim(radius: number, half: number): BufferGeometry {
  const half0 = [
    [0, 0.35],
    [0.2, 0.42],
    [0.24, 0.3],
    [0.5, 0.45],
    [0.6, 0.84],
    [0.64, 0.86],
  ] as const;
  const profile = [...half0.map(([x, y]) => [x, -y] as const), ...[...half0].reverse()];
  const bolt = (k: number) =>
    drum(0.045 * radius, 0.09 * half).translate(
      0.36 * radius * Math.cos((k * Math.PI) / 3),
      0,
      0.36 * radius * Math.sin((k * Math.PI) / 3),
    );
  const bolts = [-1, 1].flatMap((side) => Array.from({ length: 6 }, (_, k) => bolt(k).translate(0, side * 0.44 * half, 0)));
  return merged([lathe(profile.map(([x, y]) => [x * radius, y * half] as const)), ...bolts]);
}

export const ball = (radius: number): BufferGeometry => merged([new SphereGeometry(radius, 24, 16)]);
