// Contact points of two boxes with rational sizes, positions and rotations, without any round-off: the face of the one that faces the
// reference face of the other, clipped to it, in fractions of big integers (Sutherland and Hodgman 1974).

export interface Fraction {
  n: bigint;
  d: bigint;
}

const divisor = (a: bigint, b: bigint): bigint => (b ? divisor(b, a % b) : a < 0n ? -a : a);
export function fraction(n: bigint | number, d: bigint | number = 1n): Fraction {
  let [top, bottom] = [BigInt(n), BigInt(d)];
  if (bottom < 0n) [top, bottom] = [-top, -bottom];
  const common = divisor(top, bottom) || 1n;
  return { n: top / common, d: bottom / common };
}
const plus = (a: Fraction, b: Fraction) => fraction(a.n * b.d + b.n * a.d, a.d * b.d);
const minus = (a: Fraction, b: Fraction) => fraction(a.n * b.d - b.n * a.d, a.d * b.d);
const times = (a: Fraction, b: Fraction) => fraction(a.n * b.n, a.d * b.d);
const over = (a: Fraction, b: Fraction) => fraction(a.n * b.d, a.d * b.n);
export const toNumber = ({ n, d }: Fraction): number => Number(n) / Number(d);

export type ExactVector = [Fraction, Fraction, Fraction];
const each = (a: ExactVector, b: ExactVector, act: (x: Fraction, y: Fraction) => Fraction): ExactVector => [
  act(a[0], b[0]),
  act(a[1], b[1]),
  act(a[2], b[2]),
];
const sum = (a: ExactVector, b: ExactVector) => each(a, b, plus);
const difference = (a: ExactVector, b: ExactVector) => each(a, b, minus);
const product = (a: ExactVector, factor: Fraction): ExactVector => [times(a[0], factor), times(a[1], factor), times(a[2], factor)];
const inner = (a: ExactVector, b: ExactVector) => plus(plus(times(a[0], b[0]), times(a[1], b[1])), times(a[2], b[2]));
export const exactVector = (x: Fraction, y: Fraction, z: Fraction): ExactVector => [x, y, z];

export interface ExactBox {
  halfExtents: ExactVector;
  position: ExactVector;
  /** Whole numbers, of any length: its rotation is rational all the same. */
  quaternion: [bigint, bigint, bigint, bigint];
}

/** The box's axes in the world. */
export function axes({ quaternion: [x, y, z, w] }: ExactBox): ExactVector[] {
  const d = x * x + y * y + z * z + w * w;
  const column = (a: bigint, b: bigint, c: bigint): ExactVector => [fraction(a, d), fraction(b, d), fraction(c, d)];
  return [
    column(w * w + x * x - y * y - z * z, 2n * (x * y + z * w), 2n * (x * z - y * w)),
    column(2n * (x * y - z * w), w * w - x * x + y * y - z * z, 2n * (y * z + x * w)),
    column(2n * (x * z + y * w), 2n * (y * z - x * w), w * w - x * x - y * y + z * z),
  ];
}

export interface ExactContact {
  /** Midway between the two surfaces. */
  position: ExactVector;
  /** Negative: depth below the reference face. */
  separation: Fraction;
}

/** Keeps the part of a polygon with normal·x <= offset. */
function clip(polygon: ExactVector[], normal: ExactVector, offset: Fraction): ExactVector[] {
  const heights = polygon.map((point) => minus(inner(normal, point), offset));
  return polygon.flatMap((point, i) => {
    const next = (i + 1) % polygon.length;
    const kept = heights[i].n <= 0n ? [point] : [];
    if (heights[i].n * heights[next].n >= 0n) return kept;
    const t = over(heights[i], minus(heights[i], heights[next]));
    return [...kept, sum(point, product(difference(polygon[next], point), t))];
  });
}

/**
 * All points of the other box's facing face over the reference box's face (`axis`, `side` 1 or -1) that are not farther above it than
 * `margin`. The sides of the reference face are moved outward by `slack`, a part of the shorter of the two faces' first edges: that of the
 * axis after the face's. Where several faces of the other box face the reference face alike, `choice` says which is clipped.
 */
export function clipFaces(
  reference: ExactBox,
  axis: number,
  side: 1 | -1,
  other: ExactBox,
  margin: Fraction,
  slack = fraction(0n),
  choice = 0,
): ExactContact[] {
  const frame = axes(reference);
  const normal = product(frame[axis], fraction(side));
  const otherFrame = axes(other);
  const facings = otherFrame.map((direction) => inner(direction, normal));
  const size = ({ n, d }: Fraction) => fraction(n < 0n ? -n : n, d);
  const most = facings.reduce((best, facing, i) => (minus(size(facing), size(facings[best])).n > 0n ? i : best), 0);
  const equal = [0, 1, 2].filter((i) => minus(size(facings[i]), size(facings[most])).n === 0n);
  const incident = equal[choice % equal.length];
  const away = facings[incident].n > 0n ? -1 : 1;
  const [u, v] = [(incident + 1) % 3, (incident + 2) % 3];
  const at = (i: number, signed: number) => product(otherFrame[i], times(other.halfExtents[i], fraction(signed)));
  const middle = sum(other.position, at(incident, away));
  let polygon = [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
  ].map(([a, b]) => sum(sum(middle, at(u, a)), at(v, b)));
  const edges = [reference.halfExtents[(axis + 1) % 3], other.halfExtents[u]];
  const shorter = minus(edges[0], edges[1]).n < 0n ? edges[0] : edges[1];
  const beyond = times(times(shorter, fraction(2)), slack);
  for (const i of [(axis + 1) % 3, (axis + 2) % 3])
    for (const signed of [1, -1]) {
      const outward = product(frame[i], fraction(signed));
      polygon = clip(polygon, outward, plus(inner(outward, reference.position), plus(reference.halfExtents[i], beyond)));
    }
  const offset = plus(inner(normal, reference.position), reference.halfExtents[axis]);
  return polygon
    .map((point) => {
      const separation = minus(inner(normal, point), offset);
      return { position: difference(point, product(normal, over(separation, fraction(2)))), separation };
    })
    .filter(({ separation }) => minus(separation, margin).n <= 0n);
}
