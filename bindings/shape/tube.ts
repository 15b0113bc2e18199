// Drawing a tube around a curve. The rings are turned from sample to sample by double reflection (Wang, Jüttler, Zheng & Liu, "Computation of
// rotation minimizing frames", 2008); on a closed curve what is left over at the end is spread along the way.
import type { Vec3 } from '../core/arguments.ts';
import { add, anyNormal, cross, dot, length, normalized, scale, subtract, without } from '../core/geometry.ts';
import { angleOfPoint, sineAndCosine } from '../core/trigonometry.ts';
import { circleDirections, LineList } from './line-list.ts';
import { derivativeOn, pointOn, type SplineCurve, segmentCount } from './spline-curve.ts';
import { type Ring, TriangleList, type Triangulation } from './triangle-list.ts';

const SAMPLES = 8;
const AROUND = 12;
const CAP_RINGS = 3;
const SMALL = 1e-9;

/** A place on the curve, its direction, and a unit vector normal to that. */
interface Station {
  readonly point: Vec3;
  readonly tangent: Vec3;
  readonly normal: Vec3;
}

function curveSamples(curve: SplineCurve): { points: Vec3[]; tangents: Vec3[] } {
  const segments = segmentCount(curve);
  const places = Array.from({ length: segments * SAMPLES }, (_, k) => [Math.floor(k / SAMPLES), (k % SAMPLES) / SAMPLES]);
  if (!curve.closed) places.push([segments - 1, 1]);
  const points = places.map(([segment, t]) => pointOn(curve, segment, t));
  let last: Vec3 = [1, 0, 0];
  const tangents = places.map(([segment, t], k) => {
    const way = subtract(points[(k + 1) % points.length], points[Math.max(k - 1, 0)]);
    const derivative = derivativeOn(curve, segment, t);
    if (length(derivative) > SMALL * length(way)) last = normalized(derivative);
    else if (length(way) > 0) last = normalized(way); // the curve stands still
    return last;
  });
  return { points, tangents };
}

/** The normal of one station carried to the next place. */
function carried({ point, tangent, normal }: Station, nextPoint: Vec3, nextTangent: Vec3): Vec3 {
  const way = subtract(nextPoint, point);
  const square = dot(way, way);
  const reflect = (v: Vec3, mirror: Vec3, size: number) => (size > 0 ? subtract(v, scale(mirror, (2 * dot(mirror, v)) / size)) : v);
  const [turnedNormal, turnedTangent] = [reflect(normal, way, square), reflect(tangent, way, square)];
  const second = subtract(nextTangent, turnedTangent);
  const side = without(reflect(turnedNormal, second, dot(second, second)), nextTangent);
  return length(side) > SMALL ? normalized(side) : anyNormal(nextTangent);
}

function stationsOf(curve: SplineCurve): Station[] {
  const { points, tangents } = curveSamples(curve);
  const stations: Station[] = [{ point: points[0], tangent: tangents[0], normal: anyNormal(tangents[0]) }];
  for (let k = 1; k < points.length; k++) {
    const normal = carried(stations[k - 1], points[k], tangents[k]);
    stations.push({ point: points[k], tangent: tangents[k], normal });
  }
  if (!curve.closed) return stations;
  const [first, last] = [stations[0], stations[stations.length - 1]];
  const returned = carried(last, first.point, first.tangent);
  const angle = angleOfPoint(dot(cross(returned, first.normal), first.tangent), dot(returned, first.normal));
  return stations.map(({ point, tangent, normal }, k) => {
    const { sine, cosine } = sineAndCosine((angle * k) / stations.length);
    return { point, tangent, normal: add(scale(normal, cosine), scale(cross(tangent, normal), sine)) };
  });
}

/** Unit vectors around a station, counter-clockwise looking along the curve, leaning along it by an angle of given sine. */
function directions({ tangent, normal }: Station, lean: number): Vec3[] {
  const across = Math.sqrt(1 - lean * lean);
  const side = cross(normal, tangent);
  return circleDirections(AROUND).map(({ sine, cosine }) =>
    add(scale(add(scale(normal, cosine), scale(side, sine)), across), scale(tangent, lean)),
  );
}

export function tubeTriangles(curve: SplineCurve, radius: number): Triangulation {
  const triangles = new TriangleList();
  const stations = stationsOf(curve);
  const ring = (station: Station, lean: number): Ring => ({
    vertices: directions(station, lean).map((normal) => triangles.vertex(add(station.point, scale(normal, radius)), normal)),
    pole: Math.abs(lean) === 1,
  });
  const rings = stations.map((station) => ring(station, 0));
  const leans = Array.from({ length: CAP_RINGS }, (_, k) => sineAndCosine(((k + 1) * Math.PI) / (2 * CAP_RINGS)).sine);
  leans[CAP_RINGS - 1] = 1;
  if (!curve.closed) {
    for (const lean of leans) {
      rings.unshift(ring(stations[0], -lean));
      rings.push(ring(stations[stations.length - 1], lean));
    }
  }
  for (let k = 0; k + 1 < rings.length; k++) triangles.strip(rings[k], rings[k + 1]);
  if (curve.closed) triangles.strip(rings[rings.length - 1], rings[0]);
  return triangles.finish();
}

/** Four lines along the tube, and a circle at each point of the curve. */
export function tubeLines(curve: SplineCurve, radius: number): Float32Array {
  const lines = new LineList();
  const stations = stationsOf(curve);
  const around = stations.map((station) => directions(station, 0).map((normal) => add(station.point, scale(normal, radius))));
  for (let k = 0; k < AROUND; k += AROUND / 4) {
    lines.path(
      around.map((ring) => ring[k]),
      curve.closed,
    );
  }
  for (let k = 0; k < stations.length; k += SAMPLES) {
    const { point, normal, tangent } = stations[k];
    lines.circle(point, scale(normal, radius), scale(cross(tangent, normal), radius));
  }
  return lines.finish();
}
