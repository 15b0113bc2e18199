import { describe, norm, type Quat, type Vec3 } from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';

/** A symmetric 3×3 tensor: nine numbers in rows. */
export type Tensor = readonly number[];

/** Volume, centre of mass and inertia of a body of density one. */
export interface MassProperties {
  /** Volume, m³. */
  readonly volume: number;
  /** Centre of mass in the shape's frame, m. */
  readonly centerOfMass: Readonly<Vec3>;
  /** Inertia tensor about the centre of mass, along the shape's axes, for density one: m⁵. Multiply by a density in kg/m³ for kg m². */
  readonly inertia: Tensor;
}

/** A tensor in its own axes: `tensor = R diag(moments) Rᵀ`, R being `rotation` as a matrix. */
export interface PrincipalTensor {
  readonly moments: Vec3;
  /** Unit quaternion from the principal axes to the axes of the tensor. */
  readonly rotation: Quat;
}

/** Users round: a thin plate's moments typed with three digits need not quite satisfy the triangle inequality. */
const TRIANGLE_TOLERANCE = 1e-3;
/** Relative to the largest entry; covers tensors that were stored in single precision. */
const SYMMETRY_TOLERANCE = 1e-6;
/** Relative to the trace. What is smaller off the diagonal is round-off, and moves the moments by less than itself. */
const DIAGONAL_TOLERANCE = 1e-14;
/** Cyclic Jacobi converges quadratically; a 3×3 tensor takes four to six sweeps. */
const SWEEPS = 20;
const PLANES = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const;

const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1];

const diagonal = (xx: number, yy: number, zz: number): Tensor => [xx, 0, 0, 0, yy, 0, 0, 0, zz];

export function sphereProperties(radius: number): MassProperties {
  const volume = (4 / 3) * Math.PI * radius * radius * radius;
  const moment = 0.4 * volume * radius * radius;
  return { volume, centerOfMass: [0, 0, 0], inertia: diagonal(moment, moment, moment) };
}

export function boxProperties([x, y, z]: Vec3): MassProperties {
  const volume = 8 * x * y * z;
  const third = volume / 3;
  return { volume, centerOfMass: [0, 0, 0], inertia: diagonal(third * (y * y + z * z), third * (x * x + z * z), third * (x * x + y * y)) };
}

export function cylinderProperties(radius: number, halfHeight: number): MassProperties {
  const square = radius * radius;
  const volume = 2 * Math.PI * square * halfHeight;
  const along = (volume * square) / 2;
  const across = volume * (square / 4 + (halfHeight * halfHeight) / 3);
  return { volume, centerOfMass: [0, 0, 0], inertia: diagonal(across, along, across) };
}

/** A cone along y, its base at -halfHeight and its tip at +halfHeight. */
export function coneProperties(radius: number, halfHeight: number): MassProperties {
  const square = radius * radius;
  const volume = (2 / 3) * Math.PI * square * halfHeight;
  const along = 0.3 * volume * square;
  const across = 0.15 * volume * (square + halfHeight * halfHeight);
  return { volume, centerOfMass: [0, -halfHeight / 2, 0], inertia: diagonal(across, along, across) };
}

/**
 * All that is within `rounding` of a box: slabs on its faces, quarters of cylinders along its edges and of balls at its corners, each as if
 * the box were not between them.
 */
export function roundedBoxProperties(core: Vec3, rounding: number): MassProperties {
  const r = rounding;
  const [disc, ball] = [Math.PI * r * r, (4 / 3) * Math.PI * r * r * r];
  const [x, y, z] = core;
  const volume = 8 * (x * y * z + r * (x * y + y * z + z * x)) + 2 * disc * (x + y + z) + ball;
  /** ∫ x² of the solid whose core is a along x and b and c across. */
  const second = (a: number, b: number, c: number) => {
    const inside = 8 * a * a * a * ((b * c + r * (b + c)) / 3 + disc / 12); // between the core's faces across x: box, slabs, cylinders along x
    const slabs = (8 * b * c * r * (3 * a * a + 3 * a * r + r * r)) / 3;
    const edges = 2 * (b + c) * (disc * a * a + (8 / 3) * a * r * r * r + (disc * r * r) / 4);
    const corners = ball * a * a + disc * r * r * a + (ball * r * r) / 5;
    return inside + slabs + edges + corners;
  };
  const [xx, yy, zz] = [second(x, y, z), second(y, z, x), second(z, x, y)];
  return { volume, centerOfMass: [0, 0, 0], inertia: diagonal(yy + zz, xx + zz, xx + yy) };
}

/** A cylinder with a half ball at each end. The centroid of a half ball lies 3/8 of its radius above its flat side. */
export function capsuleProperties(radius: number, halfHeight: number): MassProperties {
  const cylinder = cylinderProperties(radius, halfHeight);
  const ball = sphereProperties(radius);
  const offset = ball.volume * (halfHeight * halfHeight + (3 / 4) * radius * halfHeight);
  const along = cylinder.inertia[4] + ball.inertia[4];
  const across = cylinder.inertia[0] + ball.inertia[0] + offset;
  return { volume: cylinder.volume + ball.volume, centerOfMass: [0, 0, 0], inertia: diagonal(across, along, across) };
}

/**
 * Integrals over the inside of a closed triangle mesh whose triangles turn counter-clockwise seen from outside: the signed sum
 * over the tetrahedra between each triangle and one common point [Blow & Binstock 2004, seed 001 §3.2]. The volume is negative
 * if the mesh is inside out.
 *
 * The common point is the middle of the bounding box: seen from a distant origin the tetrahedra would be huge beside what they add up to.
 */
export function meshProperties(vertices: ArrayLike<number>, indices: ArrayLike<number>): MassProperties {
  const middle = boundingBoxCenter(vertices);
  const local = Array.from(vertices, (coordinate, k) => coordinate - middle[k % 3]);
  const moment = [0, 0, 0]; // 24 ∫ x dV
  const products = [0, 0, 0, 0, 0, 0, 0, 0, 0]; // 120 ∫ x xᵀ dV
  let volume = 0; // 6 ∫ dV
  for (let corner = 0; corner < indices.length; corner += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * indices[corner + k]);
    const determinant =
      local[a] * (local[b + 1] * local[c + 2] - local[b + 2] * local[c + 1]) +
      local[a + 1] * (local[b + 2] * local[c] - local[b] * local[c + 2]) +
      local[a + 2] * (local[b] * local[c + 1] - local[b + 1] * local[c]);
    volume += determinant;
    for (let i = 0; i < 3; i++) {
      const sum = local[a + i] + local[b + i] + local[c + i];
      moment[i] += determinant * sum;
      for (let j = i; j < 3; j++) {
        const squares = local[a + i] * local[a + j] + local[b + i] * local[b + j] + local[c + i] * local[c + j];
        const sums = sum * (local[a + j] + local[b + j] + local[c + j]);
        products[3 * i + j] += determinant * (squares + sums);
      }
    }
  }
  volume /= 6;
  const center = moment.map((value) => value / 24 / volume) as Vec3;
  return {
    volume,
    centerOfMass: [center[0] + middle[0], center[1] + middle[1], center[2] + middle[2]],
    inertia: inertiaOf((i, j) => products[3 * Math.min(i, j) + Math.max(i, j)] / 120 - volume * center[i] * center[j]),
  };
}

/** The inertia tensor that belongs to the second moments ∫ x xᵀ dV about the same point. */
function inertiaOf(second: (i: number, j: number) => number): Tensor {
  const trace = second(0, 0) + second(1, 1) + second(2, 2);
  return IDENTITY.map((one, entry) => one * trace - second(Math.floor(entry / 3), entry % 3));
}

export function boundingBoxCenter(vertices: ArrayLike<number>): Vec3 {
  const [low, high] = boundingBox(vertices);
  return [0, 1, 2].map((axis) => low[axis] + (high[axis] - low[axis]) / 2) as Vec3;
}

export function boundingBox(vertices: ArrayLike<number>): [low: Vec3, high: Vec3] {
  const low: Vec3 = [Infinity, Infinity, Infinity];
  const high: Vec3 = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < vertices.length; k++) {
    const axis = k % 3;
    low[axis] = Math.min(low[axis], vertices[k]);
    high[axis] = Math.max(high[axis], vertices[k]);
  }
  return [low, high];
}

/**
 * Principal moments and axes of a symmetric tensor by Jacobi's method. Every rotation is the smaller of the two that clear an
 * entry, so the moments keep the order of the axes they lie nearest to, and a diagonal tensor keeps its axes exactly.
 */
export function diagonalize(tensor: ArrayLike<number>): PrincipalTensor {
  const a = Array.from(tensor);
  const axes = [...IDENTITY]; // columns are the principal axes
  const negligible = DIAGONAL_TOLERANCE * (Math.abs(a[0]) + Math.abs(a[4]) + Math.abs(a[8]));
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const open = PLANES.filter(([p, q]) => Math.abs(a[3 * p + q]) > negligible);
    if (open.length === 0) break;
    for (const [p, q] of open) clearEntry(a, axes, p, q);
  }
  return { moments: [a[0], a[4], a[8]], rotation: quaternionOf(axes) };
}

/** Turns the plane of two axes so that their entry off the diagonal becomes zero. */
function clearEntry(a: number[], axes: number[], p: number, q: number): void {
  const entry = a[3 * p + q];
  if (entry === 0) return;
  const ratio = (a[4 * q] - a[4 * p]) / (2 * entry);
  const tangent = (ratio < 0 ? -1 : 1) / (Math.abs(ratio) + Math.sqrt(ratio * ratio + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  const third = 3 - p - q;
  a[4 * p] -= tangent * entry;
  a[4 * q] += tangent * entry;
  a[3 * p + q] = a[3 * q + p] = 0;
  const [ap, aq] = [a[3 * third + p], a[3 * third + q]];
  a[3 * third + p] = a[3 * p + third] = cosine * ap - sine * aq;
  a[3 * third + q] = a[3 * q + third] = sine * ap + cosine * aq;
  for (let row = 0; row < 9; row += 3) {
    const [x, y] = [axes[row + p], axes[row + q]];
    axes[row + p] = cosine * x - sine * y;
    axes[row + q] = sine * x + cosine * y;
  }
}

/** The unit quaternion, w ≥ 0, of a rotation matrix; computed from its largest component, where nothing cancels. */
function quaternionOf(m: number[]): Quat {
  const squares = [m[0] - m[4] - m[8], m[4] - m[0] - m[8], m[8] - m[0] - m[4], m[0] + m[4] + m[8]].map((sum) => 1 + sum); // 4 x², 4 y², 4 z², 4 w²
  const [wx, wy, wz] = [m[7] - m[5], m[2] - m[6], m[3] - m[1]]; // 4 w x, ...
  const [xy, xz, yz] = [m[1] + m[3], m[2] + m[6], m[5] + m[7]];
  const candidates: Quat[] = [
    [squares[0], xy, xz, wx],
    [xy, squares[1], yz, wy],
    [xz, yz, squares[2], wz],
    [wx, wy, wz, squares[3]],
  ];
  const q = candidates[squares.indexOf(Math.max(...squares))];
  const size = norm(q) * (q[3] < 0 ? -1 : 1);
  return q.map((component) => component / size + 0) as Quat; // + 0 turns -0 into 0
}

/**
 * Checks a tensor of inertia given by a user and returns it exactly symmetric. Throws `invalid-argument` unless it is nine finite
 * numbers, symmetric, positive definite, and a tensor that a distribution of mass can have: no moment larger than the sum of the others.
 */
export function validTensor(tensor: ArrayLike<number>, name: string): Tensor {
  const fail = (what: string): never => {
    throw new HolonomicError('invalid-argument', `${name} must be ${what}, but is ${describe(Array.from(tensor))}.`);
  };
  if (tensor.length !== 9) fail('three principal moments or the nine numbers of a tensor');
  const given = Array.from(tensor);
  if (!given.every(Number.isFinite)) fail('finite numbers');
  const largest = Math.max(...given.map(Math.abs));
  const symmetric = given.map((entry, k) => (entry + given[3 * (k % 3) + Math.floor(k / 3)]) / 2);
  if (given.some((entry, k) => Math.abs(entry - symmetric[k]) > SYMMETRY_TOLERANCE * largest)) fail('symmetric');
  const problem = momentProblem(diagonalize(symmetric).moments);
  if (problem) fail(problem);
  return symmetric;
}

/** What forbids three principal moments of inertia, or undefined. */
export function momentProblem(moments: Vec3): string | undefined {
  const [small, middle, large] = [...moments].sort((a, b) => a - b);
  if (!(small > 0 && Number.isFinite(large))) return 'positive definite';
  if (large > (small + middle) * (1 + TRIANGLE_TOLERANCE))
    return 'the inertia of a real body: no moment may exceed the sum of the other two';
  return undefined;
}
