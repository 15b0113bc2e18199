// Solids of revolution about the y axis. The outer half of their section is a chain of lines and circular arcs from the bottom of the axis to
// its top, which is all that their mass properties, their triangles and their wireframes need.
//
// Mass: by the divergence theorem the volume integrals of 1, y, y² and ρ² are π ∮ ρ² dy, π ∮ ρ² y dy, π ∮ ρ² y² dy and (π/2) ∮ ρ⁴ dy along
// the section. On a line these are polynomials; on an arc ρ = c + r cos θ, y = d + r sin θ, dy = r cos θ dθ, and they are integrals of
// cosᵐθ sinⁿθ with n ≤ 2, by the usual reduction.
import type { Vec3 } from '../core/arguments.ts';
import { angleOfPoint, sineAndCosine } from '../core/trigonometry.ts';
import { CIRCLE_SEGMENTS, circleDirections, LineList } from './line-list.ts';
import type { MassProperties } from './mass-properties.ts';
import { type Ring, TriangleList, type Triangulation } from './triangle-list.ts';

/** Distance from the axis, and height. */
export type ProfilePoint = readonly [radius: number, y: number];

export interface ProfileLine {
  readonly from: ProfilePoint;
  readonly to: ProfilePoint;
}

/** From one unit direction to another, counter-clockwise, by at most half a turn. */
export interface ProfileArc {
  readonly center: ProfilePoint;
  readonly radius: number;
  readonly from: ProfilePoint;
  readonly to: ProfilePoint;
}

export type Profile = readonly (ProfileLine | ProfileArc)[];

/** ∮ ρ² dy, ∮ ρ² y dy, ∮ ρ² y² dy, ∮ ρ⁴ dy. */
type Integrals = [zeroth: number, first: number, second: number, radial: number];

const ARC_STEP = Math.PI / 16;

const isArc = (piece: ProfileLine | ProfileArc): piece is ProfileArc => 'center' in piece;

function lineIntegrals({ from: [a, y], to: [b, top] }: ProfileLine): Integrals {
  const h = top - y;
  const square = (a * a + a * b + b * b) / 3; // ∫ ρ² dt for t from 0 to 1
  const first = (a * a + 2 * a * b + 3 * b * b) / 12; // ∫ ρ² t dt
  const second = (a * a + 3 * a * b + 6 * b * b) / 30; // ∫ ρ² t² dt
  const fourth = (a * a * (a * a + a * b + b * b) + b * b * b * (a + b)) / 5;
  return [h * square, h * (y * square + h * first), h * (y * y * square + 2 * y * h * first + h * h * second), h * fourth];
}

function arcAngle({ from, to }: ProfileArc): number {
  return angleOfPoint(from[0] * to[1] - from[1] * to[0], from[0] * to[0] + from[1] * to[1]);
}

function arcIntegrals(arc: ProfileArc): Integrals {
  const { radius: r, from, to } = arc;
  const [c, d] = arc.center;
  const cosines = [arcAngle(arc), to[1] - from[1]]; // ∫ cosᵐ
  const sines = [from[0] - to[0]]; // ∫ cosᵐ sin
  let [fromPower, toPower] = [from[0], to[0]];
  for (let m = 1; m <= 4; m++) {
    cosines.push((toPower * to[1] - fromPower * from[1] + m * cosines[m - 1]) / (m + 1));
    fromPower *= from[0];
    toPower *= to[0];
    sines.push((fromPower - toPower) / (m + 1));
  }
  const squares = cosines.slice(0, 4).map((cosine, m) => cosine - cosines[m + 2]); // ∫ cosᵐ sin²
  /** ∫ ρ² cos f, from the integrals of cosᵐ f. */
  const weighted = (f: readonly number[]) => c * c * f[1] + 2 * c * r * f[2] + r * r * f[3];
  const [plain, sine, square] = [weighted(cosines), weighted(sines), weighted(squares)];
  const [c2, r2] = [c * c, r * r];
  const fourth =
    c2 * c2 * cosines[1] + 4 * c2 * c * r * cosines[2] + 6 * c2 * r2 * cosines[3] + 4 * c * r2 * r * cosines[4] + r2 * r2 * cosines[5];
  return [r * plain, r * (d * plain + r * sine), r * (d * d * plain + 2 * d * r * sine + r2 * square), r * fourth];
}

export function revolutionProperties(profile: Profile): MassProperties {
  const sums: Integrals = [0, 0, 0, 0];
  for (const piece of profile) {
    const integrals = isArc(piece) ? arcIntegrals(piece) : lineIntegrals(piece);
    for (const [k, integral] of integrals.entries()) sums[k] += Math.PI * integral;
  }
  const [volume, first, second, radial] = sums;
  const center = first / volume;
  const along = radial / 2;
  const across = radial / 4 + second - first * center;
  return { volume, centerOfMass: [0, center, 0], inertia: [across, 0, 0, 0, along, 0, 0, 0, across] };
}

interface ProfileRing {
  readonly radius: number;
  readonly y: number;
  /** In the plane of the section. */
  readonly normal: ProfilePoint;
}

/** The rings of one piece. The first takes the place of the last piece's end, which it may miss by round-off. */
function piecePoints(piece: ProfileLine | ProfileArc, start: ProfilePoint | undefined): ProfileRing[] {
  if (!isArc(piece)) {
    const { from, to } = piece;
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.sqrt(dx * dx + dy * dy);
    const normal: ProfilePoint = [dy / length, -dx / length];
    return [start ?? from, to].map(([radius, y]) => ({ radius, y, normal }));
  }
  const angle = arcAngle(piece);
  const steps = Math.max(1, Math.ceil(angle / ARC_STEP - 1e-9));
  return Array.from({ length: steps + 1 }, (_, k) => {
    const normal = k === steps ? piece.to : turned(piece.from, (angle * k) / steps);
    const [radius, y] = k === 0 && start ? start : [piece.center[0] + piece.radius * normal[0], piece.center[1] + piece.radius * normal[1]];
    return { radius, y, normal };
  });
}

function turned([x, y]: ProfilePoint, angle: number): ProfilePoint {
  const { sine, cosine } = sineAndCosine(angle);
  return [cosine * x - sine * y, sine * x + cosine * y];
}

function profileRings(profile: Profile): ProfileRing[][] {
  let end: ProfilePoint | undefined;
  return profile.map((piece) => {
    const points = piecePoints(piece, end);
    const last = points[points.length - 1];
    end = [last.radius, last.y];
    return points;
  });
}

export function revolutionTriangles(profile: Profile): Triangulation {
  const triangles = new TriangleList();
  const directions = circleDirections(CIRCLE_SEGMENTS);
  const addRing = ({ radius, y, normal }: ProfileRing): Ring => ({
    vertices: directions.map(({ sine, cosine }) =>
      triangles.vertex([radius * cosine, y, radius * sine], [normal[0] * cosine, normal[1], normal[0] * sine]),
    ),
    pole: radius === 0,
  });
  for (const points of profileRings(profile)) {
    const rings = points.map(addRing);
    for (let k = 0; k + 1 < rings.length; k++) triangles.strip(rings[k], rings[k + 1]);
  }
  return triangles.finish();
}

/** The section four times, and circles where its pieces meet and where an arc is widest. */
export function revolutionLines(profile: Profile): Float32Array {
  const lines = new LineList();
  const pieces = profileRings(profile);
  for (const { sine, cosine } of circleDirections(4)) {
    for (const points of pieces) lines.path(points.map(({ radius, y }): Vec3 => [radius * cosine, y, radius * sine]));
  }
  const circle = (radius: number, y: number) => lines.circle([0, y, 0], [radius, 0, 0], [0, 0, radius]);
  for (const [k, piece] of profile.entries()) {
    const { radius, y } = pieces[k][0];
    if (radius > 0) circle(radius, y);
    if (isArc(piece) && piece.from[1] < 0 && piece.to[1] > 0) circle(piece.center[0] + piece.radius, piece.center[1]);
  }
  return lines.finish();
}
