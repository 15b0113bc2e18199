/** The kernels of assembly/math against plain formulas in double precision. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { instantiate, isSingle, type Lane, LaneRecord, type Precision, roundingOf, type TestModule } from './harness';

type Vector = number[];

const dot = (a: Vector, b: Vector) => a.reduce((sum, value, index) => sum + value * b[index], 0);
const cross = ([ax, ay, az]: Vector, [bx, by, bz]: Vector) => [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
const scaled = (s: number, v: Vector) => v.map((value) => s * value);
const plus = (a: Vector, b: Vector) => a.map((value, index) => value + b[index]);
const norm = (v: Vector) => Math.sqrt(dot(v, v));
const unit = (v: Vector) => scaled(1 / norm(v), v);

/** q v q* - v, by the formula that does not cancel. */
function turned([x, y, z, w]: Vector, v: Vector): Vector {
  const u = [x, y, z];
  const t = scaled(2, cross(u, v));
  return plus(scaled(w, t), cross(u, t));
}

function quaternionProduct([ax, ay, az, aw]: Vector, [bx, by, bz, bw]: Vector): Vector {
  const vector = plus(plus(scaled(aw, [bx, by, bz]), scaled(bw, [ax, ay, az])), cross([ax, ay, az], [bx, by, bz]));
  return [...vector, aw * bw - (ax * bx + ay * by + az * bz)];
}

const inverseOf = ([x, y, z, w]: Vector) => [-x, -y, -z, w];
const rotated = (q: Vector, v: Vector) => plus(v, turned(q, v));
const cayley = (theta: Vector) => unit([...scaled(0.5, theta), 1]);
const times = ([xx, yy, zz, xy, xz, yz]: Vector, v: Vector) => [dot([xx, xy, xz], v), dot([xy, yy, yz], v), dot([xz, yz, zz], v)];

/** Columns of R(q), as rows of the transposed matrix. */
const columns = (q: Vector) =>
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ].map((axis) => rotated(q, axis));
const symmetric = (m: Vector[]) => [m[0][0], m[1][1], m[2][2], m[0][1], m[0][2], m[1][2]];

function tensorOf(q: Vector, d: Vector): Vector {
  const axes = columns(q);
  const entry = (i: number, j: number) => d.reduce((sum, value, k) => sum + value * axes[k][i] * axes[k][j], 0);
  return symmetric([0, 1, 2].map((i) => [0, 1, 2].map((j) => entry(i, j))));
}

/** The inputs of every case: slots of one record. */
interface Inputs {
  theta: Vector;
  r: Vector;
  q: Vector;
  p: Vector;
  d: Vector;
  n: Vector;
  x: number;
  y: number;
}

const FIELDS = 'theta: vec3<T>; r: vec3<T>; q: quat<T>; p: quat<T>; d: vec3<T>; n: vec3<T>; x: lane<T>; y: lane<T>;';
const INPUT_SLOTS = 22;
/** The bounds on rounding errors are measured, not proved: the same cases in every run. */
const SEED = 20240607;

interface Case {
  /** Expression of a tuple or value, and the kind of its result. */
  code: string;
  kind: string;
  expected(inputs: Inputs): number[];
  /** Tolerated error in units of the last place of the result's largest component, or of `size` where operands cancel. */
  ulps: number;
  size?(inputs: Inputs): number;
}

/** The symmetric positive matrix of the inputs. */
const K = 'rotateSym3(rotationMatrix(i.q), i.d)';

const CASES: Record<string, Case> = {
  rotate: { code: 'rotate(i.q, i.r)', kind: 'vec3', ulps: 8, expected: ({ q, r }) => rotated(q, r) },
  unrotate: { code: 'unrotate(i.q, i.r)', kind: 'vec3', ulps: 8, expected: ({ q, r }) => rotated(inverseOf(q), r) },
  rotateDelta: {
    code: 'rotateDelta(i.q, i.r)',
    kind: 'vec3',
    ulps: 16,
    expected: ({ q, r }) => turned(q, r),
    size: ({ q, r }) => norm(q.slice(0, 3)) * norm(r),
  },
  qmul: { code: 'qmul(i.q, i.p)', kind: 'quat', ulps: 4, expected: ({ q, p }) => quaternionProduct(q, p) },
  conjugate: { code: 'conjugate(i.q)', kind: 'quat', ulps: 0, expected: ({ q }) => inverseOf(q) },
  shortest: { code: 'shortest(i.q)', kind: 'quat', ulps: 0, expected: ({ q }) => (q[3] < 0 ? scaled(-1, q) : q) },
  cayley: { code: 'cayley(i.theta)', kind: 'quat', ulps: 4, expected: ({ theta }) => cayley(theta) },
  cayleyInverse: { code: 'cayleyInverse(cayley(i.theta))', kind: 'vec3', ulps: 16, expected: ({ theta }) => theta },
  cayleyDelta: {
    code: 'cayleyDelta(i.theta, i.r)',
    kind: 'vec3',
    ulps: 16,
    expected: ({ theta, r }) => turned(cayley(theta), r),
    size: sizeOfCross,
  },
  rotationMatrix: {
    code: 'transpose(rotationMatrix(i.q)) * i.r',
    kind: 'vec3',
    ulps: 12,
    expected: ({ q, r }) => rotated(inverseOf(q), r),
  },
  rotateSym3: { code: K, kind: 'sym3', ulps: 12, expected: ({ q, d }) => tensorOf(q, d) },
  solveSym3: { code: `solveSym3(${K}, ${K} * i.r)`, kind: 'vec3', ulps: 2000, expected: ({ r }) => r },
  inverseSym3: { code: `inverseSym3(${K}) * (${K} * i.r)`, kind: 'vec3', ulps: 2000, expected: ({ r }) => r },
  solveSym2: {
    code: 'pair(solveSym2(i.d.x + 10, i.theta.x, i.d.y + 10, i.x, i.y))',
    kind: 'vec3',
    ulps: 16,
    expected: solution,
    size: ({ x, y }) => Math.max(Math.abs(x), Math.abs(y)),
  },
  pointInverseMass: {
    code: `pointInverseMass(${K}, i.r)`,
    kind: 'sym3',
    ulps: 60,
    expected: ({ q, d, r }) =>
      symmetric(
        [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ].map((axis) => scaled(-1, cross(r, times(tensorOf(q, d), cross(r, axis))))),
      ),
  },
  crossMatrix: {
    code: 'crossMatrix(i.r) * i.theta',
    kind: 'vec3',
    ulps: 4,
    expected: ({ r, theta }) => cross(r, theta),
    size: sizeOfCross,
  },
  mix: {
    code: 'mix(i.r, i.theta, 0.25)',
    kind: 'vec3',
    ulps: 4,
    expected: ({ r, theta }) => plus(scaled(0.75, r), scaled(0.25, theta)),
    size: sizeOfSum,
  },
  rejectFrom: {
    code: 'rejectFrom(i.r, i.n)',
    kind: 'vec3',
    ulps: 12,
    expected: ({ r, n }) => plus(r, scaled(-dot(r, n), n)),
    size: sizeOfSum,
  },
  // For a unit n, (first, second, n) is right-handed and orthonormal: first x second = n, and n reads 0 0 1 in that frame.
  orthonormalBasis: { code: 'frameOf(i.n)', kind: 'sym3', ulps: 8, expected: ({ n }) => [...n, 0, 0, 1] },
  normalizeOr: { code: 'normalizeOr(0 * i.r, i.n)', kind: 'vec3', ulps: 0, expected: ({ n }) => n },
  sinCos: { code: 'pair(sinCos(100 * i.x))', kind: 'vec3', ulps: 4, expected: ({ x }) => [Math.sin(x * 100), Math.cos(x * 100), 0] },
  atan2: { code: 'atan2(i.y, i.x)', kind: 'lane', ulps: 4, expected: ({ x, y }) => [Math.atan2(y, x)] },
  asin: { code: 'asin(i.n.x)', kind: 'lane', ulps: 6, expected: ({ n }) => [Math.asin(n[0])] },
  acos: { code: 'acos(i.n.x)', kind: 'lane', ulps: 6, expected: ({ n }) => [Math.acos(n[0])] },
};

function sizeOfCross({ r, theta }: Inputs): number {
  return norm(r) * norm(theta);
}

function sizeOfSum({ r, theta }: Inputs): number {
  return norm(r) + norm(theta);
}

function solution({ d, theta, x, y }: Inputs): number[] {
  const [a, b, c] = [d[0] + 10, theta[0], d[1] + 10];
  const determinant = a * c - b * b;
  return [(c * x - b * y) / determinant, (a * y - b * x) / determinant, 0];
}

const TEXT = `
import { acos, asin, atan2, sinCos } from "./math/trigonometry.kernel";
import { crossMatrix, inverseSym3, pointInverseMass, rotateSym3, solveSym2, solveSym3 } from "./math/mat3.kernel";
import { cayley, cayleyDelta, cayleyInverse, conjugate, qmul, rotate, rotateDelta, rotationMatrix, shortest, unrotate } from "./math/quat.kernel";
import { mix, orthonormalBasis, rejectFrom } from "./math/vec3.kernel";
class Inputs<T> { ${FIELDS} }
${['lane', 'vec3', 'quat', 'sym3'].map((kind) => `class Out_${kind}<T> { value: ${kind}<T>; }`).join('\n')}
type Pair<T> = [lane<T>, lane<T>];
function pair<T>(values: Pair<T>): vec3<T> { return vec3(values[0], values[1], 0); }
function frameOf<T>(n: vec3<T>): sym3<T> {
  const [first, second] = orthonormalBasis(n);
  const third = cross(first, second);
  return sym3(third.x, third.y, third.z, dot(first, n), dot(second, n), dot(third, n));
}
${Object.entries(CASES)
  .map(
    ([name, { code, kind }]) => `
function ${name}Case<T>(i: Inputs<T>, result: usize): void { changetype<Out_${kind}<T>>(result).value = ${code}; }
${['v128', 'f32', 'f64'].map((lane) => `export function ${name}_${lane}(p: usize, out: usize): void { ${name}Case<${lane}>(changetype<Inputs<${lane}>>(p), out); }`).join('\n')}`,
  )
  .join('\n')}`;

/** Steps of 2^-19, so that no case is about underflow. */
const coordinate = fc.integer({ min: -(2 ** 20), max: 2 ** 20 }).map((value) => value / 2 ** 19);
const vector = fc.tuple(coordinate, coordinate, coordinate).map((list): Vector => list);
const longVector = vector.filter((v) => norm(v) > 0.1);
const direction = longVector.map(unit);
const rotation = fc
  .tuple(
    direction,
    fc.integer({ min: 0, max: 7 * 2 ** 16 }).map((value) => value / 2 ** 16),
  )
  .map(([axis, angle]) => [...scaled(Math.sin(angle / 2), axis), Math.cos(angle / 2)]);
/** Mostly ordinary rotation vectors, some so small that a difference of nearly equal points would lose them. */
const rotationVector = fc.tuple(longVector, fc.constantFrom(1, 1, 1e-3, 1e-6)).map(([v, size]) => scaled(size, v));
const inputs: fc.Arbitrary<Inputs> = fc.record({
  theta: rotationVector,
  r: longVector,
  q: rotation,
  p: rotation,
  d: fc.tuple(...[1, 2, 3].map(() => fc.double({ min: 0.5, max: 5, noNaN: true }))).map((list): Vector => list),
  n: fc.oneof(direction, fc.constantFrom<Vector[]>([0, 0, 1], [0, 0, -1], [1, 0, 0], [0, -1, 0])),
  x: coordinate,
  y: coordinate,
});

function slotsOf({ theta, r, q, p, d, n, x, y }: Inputs): number[] {
  return [...theta, ...r, ...q, ...p, ...d, ...n, x, y];
}

/** The inputs as the lanes hold them. */
function roundedInputs(input: Inputs, round: (value: number) => number): Inputs {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, Array.isArray(value) ? value.map(round) : round(value)]),
  ) as unknown as Inputs;
}

describe.each(['single', 'double'] as const)('library kernels, %s', (precision: Precision) => {
  let module: TestModule;
  beforeAll(async () => {
    module = await instantiate({ 'test.kernel.ts': TEXT }, { precision });
  });

  function check(name: string, lane: Lane, list: Inputs[]): void {
    const { expected, ulps } = CASES[name];
    const record = new LaneRecord(module.memory, lane, precision);
    const round = roundingOf(lane, precision);
    const rounded = list.map((input) => roundedInputs(input, round));
    record.write(rounded.map(slotsOf));
    module.exports[`${name}_${lane}`](0, 4096);
    const epsilon = isSingle(lane, precision) ? 2 ** -23 : 2 ** -52;
    for (let at = 0; at < record.lanes; at++) {
      const input = rounded[at % rounded.length];
      const wanted = expected(name === 'sinCos' ? { ...input, x: round(100 * input.x) / 100 } : input);
      const got = record.readAll(4096 / (record.lanes * (round.isSingle ? 4 : 8)), wanted.length, at);
      const size = CASES[name].size?.(input) ?? Math.max(...wanted.map(Math.abs));
      const error = Math.max(...got.map((value, index) => Math.abs(value - wanted[index])));
      expect(error, `${name}<${lane}> of ${JSON.stringify(input)}: ${got} instead of ${wanted}`).toBeLessThanOrEqual(ulps * epsilon * size);
    }
  }

  it.each(Object.keys(CASES))('%s', (name) => {
    fc.assert(
      fc.property(fc.array(inputs, { minLength: 4, maxLength: 4 }), (list) => {
        for (const lane of ['v128', 'f32', 'f64'] as const) check(name, lane, list);
      }),
      { numRuns: 100, seed: SEED, endOnFailure: true },
    );
  });

  it('atan2 knows signed zeros and the axes', () => {
    const record = new LaneRecord(module.memory, 'v128', precision);
    for (const y of [0, -0, 1, -1]) {
      for (const x of [0, -0, 1, -1]) {
        const list = new Array(INPUT_SLOTS).fill(0);
        [list[20], list[21]] = [x, y];
        record.write([list]);
        module.exports['atan2_v128'](0, 4096);
        const got = record.read(4096 / 16, 0);
        expect(got).toBeCloseTo(Math.atan2(y, x), 6);
        expect(Object.is(got, -0)).toBe(Object.is(Math.atan2(y, x), -0));
      }
    }
  });
});
