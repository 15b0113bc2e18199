// Energies and momenta of bodies, read from their records.
import type { Vec3 } from '../core/arguments.ts';
import { add, cross, dot, scale, turned } from '../core/geometry.ts';
import { BodyFlag, BodyRecord, BodyType, WorldRecord } from '../core/layout.ts';
import type { StateMemory } from '../core/memory.ts';
import { bodyTypeOf, readVector } from '../core/records.ts';

/** What an angular impulse v changes the angular velocity by: the inverse inertia in world axes, without the locked ones, times v. */
export function inverseInertiaTimes(memory: StateMemory, record: number, v: Vec3): Vec3 {
  const flags = memory.u32[(record + BodyRecord.flags) >>> 2];
  if (!(flags & LOCKS)) return inertiaTimes(memory, record, v, true);
  const locked = AXES.filter((axis) => flags & (BodyFlag.LockRotationX << axis));
  const columns = AXES.map((axis) => inertiaTimes(memory, record, AXES.map((k) => (k === axis ? 1 : 0)) as Vec3, true));
  for (const axis of locked) lockAxis(columns, axis);
  return AXES.map((row) => AXES.reduce<number>((sum, column) => sum + columns[column][row] * v[column], 0)) as Vec3;
}

/** Takes an axis out of a symmetric matrix: M - (M e)(M e)ᵀ / (eᵀ M e), whose row and column are zero. */
function lockAxis(matrix: Vec3[], axis: number): void {
  const taken = [...matrix[axis]];
  for (const i of AXES)
    for (const j of AXES) matrix[i][j] = i === axis || j === axis ? 0 : matrix[i][j] - (taken[i] * taken[j]) / taken[axis];
}

/** The world inertia tensor of a body's record (or its inverse) times v. */
function inertiaTimes({ f64 }: StateMemory, record: number, v: Vec3, inverse = false): Vec3 {
  // Written out, as impulses come here: the axes of inertia in the world are `orientation` times `principal`.
  const q = (record + BodyRecord.orientationX) >>> 3;
  const p = (record + BodyRecord.principalX) >>> 3;
  const x = f64[q + 3] * f64[p] + f64[q] * f64[p + 3] + f64[q + 1] * f64[p + 2] - f64[q + 2] * f64[p + 1];
  const y = f64[q + 3] * f64[p + 1] - f64[q] * f64[p + 2] + f64[q + 1] * f64[p + 3] + f64[q + 2] * f64[p];
  const z = f64[q + 3] * f64[p + 2] + f64[q] * f64[p + 1] - f64[q + 1] * f64[p] + f64[q + 2] * f64[p + 3];
  const w = f64[q + 3] * f64[p + 3] - f64[q] * f64[p] - f64[q + 1] * f64[p + 1] - f64[q + 2] * f64[p + 2];
  const u = turned(-x, -y, -z, w, v[0], v[1], v[2]);
  const at = (record + BodyRecord.inertiaX) >>> 3;
  if (inverse) return turned(x, y, z, w, u[0] / f64[at], u[1] / f64[at + 1], u[2] / f64[at + 2]);
  return turned(x, y, z, w, u[0] * f64[at], u[1] * f64[at + 1], u[2] * f64[at + 2]);
}

const AXES = [0, 1, 2] as const;
const LOCKS = BodyFlag.LockRotationX | BodyFlag.LockRotationY | BodyFlag.LockRotationZ;

/** Energies and momenta of all dynamic bodies of a world. */
export interface WorldEnergy {
  /** Kinetic energy, J. */
  kinetic: number;
  /** Potential energy in gravity, zero at the origin, J. */
  potential: number;
  /** Linear momentum, kg m/s. */
  linearMomentum: Vec3;
  /** Angular momentum about the world's origin, kg m²/s. */
  angularMomentum: Vec3;
}

/** The same of one body. */
export interface BodyEnergy extends WorldEnergy {
  /** Angular momentum about the centre of mass. */
  spin: Vec3;
}

const NOTHING: BodyEnergy = { kinetic: 0, potential: 0, linearMomentum: [0, 0, 0], spin: [0, 0, 0], angularMomentum: [0, 0, 0] };

/** Sums over bodies, given by the byte offsets of their records. */
export function sumEnergies(memory: StateMemory, records: Iterable<number>): WorldEnergy {
  const sums: WorldEnergy = { kinetic: 0, potential: 0, linearMomentum: [0, 0, 0], angularMomentum: [0, 0, 0] };
  for (const record of records) {
    const { kinetic, potential, linearMomentum, angularMomentum } = bodyEnergy(memory, record);
    sums.kinetic += kinetic;
    sums.potential += potential;
    for (const axis of AXES) {
      sums.linearMomentum[axis] += linearMomentum[axis];
      sums.angularMomentum[axis] += angularMomentum[axis];
    }
  }
  return sums;
}

/** Energy and momentum of one body; zero unless it is dynamic. */
export function bodyEnergy(memory: StateMemory, record: number): BodyEnergy {
  const flags = memory.u32[(record + BodyRecord.flags) >>> 2];
  if (bodyTypeOf(flags) !== BodyType.Dynamic) return NOTHING;
  const mass = memory.f64[(record + BodyRecord.mass) >>> 3];
  const gravityScale = memory.f64[(record + BodyRecord.gravityScale) >>> 3];
  const position = readVector(memory, record + BodyRecord.positionX);
  const velocity = readVector(memory, record + BodyRecord.velocityX);
  const angularVelocity = readVector(memory, record + BodyRecord.angularVelocityX);
  const spin = inertiaTimes(memory, record, angularVelocity);
  const linearMomentum = scale(velocity, mass);
  return {
    kinetic: (dot(linearMomentum, velocity) + dot(spin, angularVelocity)) / 2,
    potential: -mass * gravityScale * dot(readVector(memory, memory.world + WorldRecord.gravityX), position),
    linearMomentum,
    spin,
    angularMomentum: add(spin, cross(position, linearMomentum)),
  };
}
