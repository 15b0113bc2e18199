// What the points of a taut line answer to the gradient J of its length, y, with the geometric stiffness of its tension: directions are those at the end of
// the substep (Tournier et al. 2015, "Stable Constrained Dynamics"). M is the mass of a point, of a body P⁻¹ there, and τ = T h²:
//
//   M y + τ K y = J,   (K y)ᵢ = Σ Sᵢⱼ (yᵢ − yⱼ) over its neighbours,   S = (1 − d dᵀ) / l of the piece between,   f = M y
//
// by elimination along the line. Without it light points between heavy ones jump aside where τ / (M l) is more than about 1, and gain energy.
const SYMMETRIC = 6;

/** Of all points of a set's lines. */
export class TautLine {
  /** Unit vectors along the pieces behind the points, and 1/m. */
  readonly directions: Float64Array;
  readonly inverseLengths: Float64Array;
  readonly masses: Float64Array;
  /** Points that nothing moves. */
  readonly isFixed: Uint8Array;
  readonly answers: Float64Array;
  /** What the elimination leaves of each point: its inverse. */
  private readonly left: Float64Array;
  private readonly point = new Float64Array(3);

  constructor(points: number) {
    this.directions = new Float64Array(3 * points);
    this.inverseLengths = new Float64Array(points);
    this.masses = new Float64Array(SYMMETRIC * points);
    this.isFixed = new Uint8Array(points);
    this.answers = new Float64Array(3 * points);
    this.left = new Float64Array(SYMMETRIC * points);
  }

  setMass(k: number, mass: number): void {
    this.masses.fill(mass, SYMMETRIC * k, SYMMETRIC * k + 3);
    this.masses.fill(0, SYMMETRIC * k + 3, SYMMETRIC * k + 6);
  }

  /** Of a body: from what it answers there, which has no inverse where some of its motions are locked. */
  setAnswer(k: number, answer: Float64Array): void {
    const most = LEAST * (answer[0] + answer[1] + answer[2]);
    for (let i = 0; i < SYMMETRIC; i++) this.masses[SYMMETRIC * k + i] = answer[i] + (i < 3 ? most : 0);
    invert(this.masses, SYMMETRIC * k, this.masses, SYMMETRIC * k);
  }

  /** Of the points from `start` to `end`. */
  solve(start: number, end: number, gradients: Float64Array, tension: number): void {
    const { answers, directions, inverseLengths, isFixed, left, masses, point } = this;
    for (let k = start; k < end; k++) {
      const at = SYMMETRIC * k;
      const y = 3 * k;
      for (let axis = 0; axis < 3; axis++) answers[y + axis] = gradients[y + axis];
      if (isFixed[k]) {
        left.fill(0, at, at + SYMMETRIC);
        answers.fill(0, y, y + 3);
        continue;
      }
      for (let i = 0; i < SYMMETRIC; i++) left[at + i] = masses[at + i];
      for (let piece = Math.max(k - 1, start); piece <= Math.min(k, end - 2); piece++) {
        const stiffness = tension * inverseLengths[piece];
        const [x, y, z] = [directions[3 * piece], directions[3 * piece + 1], directions[3 * piece + 2]];
        addAcross(left, at, stiffness, x, y, z);
      }
      if (k > start) {
        // What the point before takes over of it: τ² S A⁻¹ S.
        const before = at - SYMMETRIC;
        const stiffness = tension * inverseLengths[k - 1];
        const [x, y, z] = [directions[3 * k - 3], directions[3 * k - 2], directions[3 * k - 1]];
        const [xx, yy, zz, xy, xz, yz] = [
          left[before],
          left[before + 1],
          left[before + 2],
          left[before + 3],
          left[before + 4],
          left[before + 5],
        ];
        const [ax, ay, az] = [xx * x + xy * y + xz * z, xy * x + yy * y + yz * z, xz * x + yz * y + zz * z];
        const along = ax * x + ay * y + az * z;
        const s2 = stiffness * stiffness;
        left[at] -= s2 * (xx - 2 * ax * x + along * x * x);
        left[at + 1] -= s2 * (yy - 2 * ay * y + along * y * y);
        left[at + 2] -= s2 * (zz - 2 * az * z + along * z * z);
        left[at + 3] -= s2 * (xy - ax * y - ay * x + along * x * y);
        left[at + 4] -= s2 * (xz - ax * z - az * x + along * x * z);
        left[at + 5] -= s2 * (yz - ay * z - az * y + along * y * z);
        this.across(k - 1, stiffness, k - 1);
        for (let axis = 0; axis < 3; axis++) answers[3 * k + axis] += point[axis];
      }
      invert(left, at, left, at);
      times(left, at, answers[3 * k], answers[3 * k + 1], answers[3 * k + 2], point);
      for (let axis = 0; axis < 3; axis++) answers[3 * k + axis] = point[axis];
    }
    for (let k = end - 2; k >= start; k--) {
      if (isFixed[k]) continue;
      this.across(k, tension * inverseLengths[k], k + 1);
      times(left, SYMMETRIC * k, point[0], point[1], point[2], point);
      for (let axis = 0; axis < 3; axis++) answers[3 * k + axis] += point[axis];
    }
  }

  /** What pushes a point. */
  force(k: number): Float64Array {
    const { answers, masses, point } = this;
    times(masses, SYMMETRIC * k, answers[3 * k], answers[3 * k + 1], answers[3 * k + 2], point);
    return point;
  }

  /** The part across a piece of what a point answers. */
  private across(piece: number, stiffness: number, k: number): void {
    const { answers, directions, point } = this;
    const [x, y, z] = [directions[3 * piece], directions[3 * piece + 1], directions[3 * piece + 2]];
    const along = x * answers[3 * k] + y * answers[3 * k + 1] + z * answers[3 * k + 2];
    point[0] = stiffness * (answers[3 * k] - along * x);
    point[1] = stiffness * (answers[3 * k + 1] - along * y);
    point[2] = stiffness * (answers[3 * k + 2] - along * z);
  }
}

const LEAST = 1e-9;

function addAcross(to: Float64Array, at: number, s: number, x: number, y: number, z: number): void {
  to[at] += s * (1 - x * x);
  to[at + 1] += s * (1 - y * y);
  to[at + 2] += s * (1 - z * z);
  to[at + 3] -= s * x * y;
  to[at + 4] -= s * x * z;
  to[at + 5] -= s * y * z;
}

function times(m: Float64Array, at: number, x: number, y: number, z: number, to: Float64Array): void {
  to[0] = m[at] * x + m[at + 3] * y + m[at + 4] * z;
  to[1] = m[at + 3] * x + m[at + 1] * y + m[at + 5] * z;
  to[2] = m[at + 4] * x + m[at + 5] * y + m[at + 2] * z;
}

function invert(m: Float64Array, at: number, to: Float64Array, into: number): void {
  const [xx, yy, zz, xy, xz, yz] = [m[at], m[at + 1], m[at + 2], m[at + 3], m[at + 4], m[at + 5]];
  const [a, b, c] = [yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy];
  const scale = 1 / (xx * a + xy * b + xz * c);
  to[into] = scale * a;
  to[into + 1] = scale * (xx * zz - xz * xz);
  to[into + 2] = scale * (xx * yy - xy * xy);
  to[into + 3] = scale * b;
  to[into + 4] = scale * c;
  to[into + 5] = scale * (xy * xz - xx * yz);
}
