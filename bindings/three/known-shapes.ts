// Geometries of three.js that are a shape of Holonomic exactly, also where they have been moved, turned or stretched since they were made.
import {
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  Matrix4,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import { Box, Capsule, Compound, Cone, Cylinder, Sphere } from '../index.ts';
import { pointsOf } from './vertices.ts';

/** From here on, what has flat sides is meant to be round. */
const ROUND = 8;
/** By how much vertices may be off, in parts of how far they reach from the origin: a few roundings in single precision. */
const SAME_PLACE = 1e-5;
/** By how much scales may differ, in parts. */
const SAME_SCALE = 1e-4;

const FULL_TURN = 2 * Math.PI - 1e-6;

/** What a geometry of three.js was made with. */
type Parameters = Record<string, number>;

type KnownShape = Box | Sphere | Capsule | Cylinder | Cone;

interface Known {
  /** Makes the geometry again. */
  made: { fromJSON(parameters: never): BufferGeometry };
  /** The shape, stretched along its axes; none if there is no such shape. */
  shape(parameters: Parameters, scale: Vector3): KnownShape | null;
}

/** By the type that geometries report, which is the same in every copy of three.js on a page. */
const KNOWN: Record<string, Known> = {
  BoxGeometry: {
    made: BoxGeometry,
    shape: ({ width, height, depth }, scale) => new Box(new Vector3(width, height, depth).multiply(scale).multiplyScalar(0.5)),
  },
  SphereGeometry: {
    made: SphereGeometry,
    shape({ radius, widthSegments, heightSegments, phiLength, thetaStart, thetaLength }, scale) {
      const whole = phiLength >= FULL_TURN && thetaStart === 0 && thetaLength >= FULL_TURN / 2;
      const round = widthSegments >= ROUND && heightSegments >= ROUND / 2;
      return whole && round && isUniform(scale) ? new Sphere(radius * scale.x) : null;
    },
  },
  CapsuleGeometry: {
    made: CapsuleGeometry,
    shape({ radius, height, length, radialSegments }, scale) {
      if (radialSegments < ROUND || !isUniform(scale)) return null;
      return ball(radius, height ?? length, scale.x); // it was called length before three.js r174
    },
  },
  CylinderGeometry: {
    made: CylinderGeometry,
    shape({ radiusTop, radiusBottom, ...rest }, scale) {
      if (!isRound(rest, scale)) return null;
      if (radiusTop === radiusBottom) return new Cylinder(radiusBottom * scale.x, (rest.height * scale.y) / 2);
      return radiusTop === 0 ? new Cone(radiusBottom * scale.x, (rest.height * scale.y) / 2) : null;
    },
  },
  ConeGeometry: {
    made: ConeGeometry,
    shape: ({ radius, ...rest }, scale) => (isRound(rest, scale) ? new Cone(radius * scale.x, (rest.height * scale.y) / 2) : null),
  },
};

const isSame = (a: number, b: number) => Math.abs(a - b) <= SAME_SCALE * Math.max(a, b);
const isUniform = ({ x, y, z }: Vector3) => isSame(x, y) && isSame(y, z) && isSame(x, z);
const isRound = ({ radialSegments, thetaLength }: Parameters, { x, z }: Vector3) =>
  radialSegments >= ROUND && thetaLength >= FULL_TURN && isSame(x, z);

function ball(radius: number, height: number, scale: number): KnownShape {
  return height > 0 ? new Capsule(radius * scale, (height * scale) / 2) : new Sphere(radius * scale);
}

/** The exact shape of a geometry that is stretched by a scale; null if there is none. `points` are the geometry's vertices. */
export function knownShape(geometry: BufferGeometry, points: readonly Vector3[], stretch: Vector3): KnownShape | Compound | null {
  const known = Object.hasOwn(KNOWN, geometry.type) ? KNOWN[geometry.type] : null;
  const { parameters } = geometry as BufferGeometry & { parameters?: Parameters };
  if (!known || !parameters) return null;
  const original = pointsOf(known.made.fromJSON(parameters as never));
  const changes = affineMap(original, points);
  if (!changes) return null;
  const map = new Matrix4().makeScale(...stretch.toArray()).multiply(changes);
  const [position, orientation, scale] = [new Vector3(), new Quaternion(), new Vector3()];
  map.decompose(position, orientation, scale);
  if (!agree(new Matrix4().compose(position, orientation, scale), map, original)) return null; // slanted
  scale.set(Math.abs(scale.x), scale.y, scale.z); // a mirror image: decompose makes the scale along x negative, to which all are symmetric
  const shape = known.shape(parameters, scale);
  const inPlace = agree(new Matrix4().compose(position, orientation, scale), new Matrix4().makeScale(...scale.toArray()), original);
  return !shape || inPlace ? shape : new Compound([{ shape, position, orientation }]);
}

const mapped = (points: readonly Vector3[], map: Matrix4) => points.map((point) => point.clone().applyMatrix4(map));

/** Whether two maps take points to the same places. */
const agree = (a: Matrix4, b: Matrix4, points: readonly Vector3[]) => areSame(mapped(points, a), mapped(points, b));

function areSame(a: readonly Vector3[], b: readonly Vector3[]): boolean {
  const reach = b.reduce((most, point) => Math.max(most, point.length()), 0);
  return a.every((point, k) => point.distanceTo(b[k]) <= SAME_PLACE * reach);
}

/** The affine map that takes points to as many others; null if none does. */
function affineMap(from: readonly Vector3[], to: readonly Vector3[]): Matrix4 | null {
  if (from.length !== to.length) return null;
  if (areSame(from, to)) return new Matrix4();
  const fitted = moments(to, from).multiply(moments(from, from).invert()); // least squares
  return areSame(mapped(from, fitted), to) ? fitted : null;
}

/** The sum over all pairs of points a, b of (a, 1) times the transpose of (b, 1). */
function moments(a: readonly Vector3[], b: readonly Vector3[]): Matrix4 {
  const sum = new Matrix4().multiplyScalar(0);
  for (const [k, point] of a.entries()) {
    const left = [...point.toArray(), 1];
    const right = [...b[k].toArray(), 1];
    for (let entry = 0; entry < 16; entry++) sum.elements[entry] += left[entry % 4] * right[Math.floor(entry / 4)];
  }
  return sum;
}
