// Displacement-based dynamics, Waterson's Algorithm 1 (SPECIFICATION.md, section 2): bodies are moved freely, and then displaced, a row at a
// time, until every C is zero where they are; the displacements are velocities in the end.
//
//   dΛ = -ξ μ (C(x⁺ + Δx) + α Λ),   μ = 1 / (J M̃⁻¹ Jᵀ + α),   Δx += dΛ M̃⁻¹ Jᵀ,   v = v⁺ + Δx / h
//
// with the inertia M̃ that counts how the turn of a substep turns the angular momentum (eqs 36 and 65). Impulses here are p = Λ / h.
import { Gradient, Gyroscopic, RowKind } from '../../bindings/core/layout.ts';
import type { Body } from '../body/body.ts';
import type { ConstraintRow } from '../constraint/row.ts';
import { Joint } from '../joint/joint.ts';
import { exponential, type Quat } from '../math/rotation.ts';
import { Vec3 } from '../math/vector.ts';
import { type EffectiveInertia, effectiveInertia, movedInertia } from './dbd-inertia.ts';
import { pointChanges, pointOf } from './dbd-point.ts';
import type { Scene } from './formulation.ts';
import { RowFormulation } from './row/formulation.ts';
import { Line, linesOf } from './row/line.ts';
import { solveLine } from './row/sweep.ts';
import { tunedRows } from './row/tune.ts';
import { LONGEST_TURN, RECOVERY, type Substep } from './substep.ts';

/** Over the rows of a contact that bounces, at most; and which part of their speeds may be missing. */
const MOST_SWEEPS = 64;
const SETTLED = 1e-6;

interface Setting {
  h: number;
  inertias: ReadonlyMap<Body, EffectiveInertia>;
  relaxation: number;
  regularization: number;
  /** Gradients are those of where the bodies are, too. */
  isCurrent: boolean;
  fastest: number;
}

/** A row whose C is read where the bodies are, and whose impulses displace them. */
class Displaced extends Line {
  /** C where the substep begins. */
  start = 0;
  private readonly setting: Setting;
  private readonly read: () => ConstraintRow;
  /** C alone, where it is told without the rest. */
  private readonly readValue: (() => number) | null;

  constructor(row: ConstraintRow, setting: Setting, read: () => ConstraintRow, readValue: (() => number) | null) {
    super(row);
    this.setting = setting;
    this.read = read;
    this.readValue = readValue;
    this.weigh();
  }

  /** With the inertias of the substep. */
  override weigh(): void {
    super.weigh();
    if (!this.setting) return;
    this.inverseMass = 0;
    for (const end of this.ends) {
      const inertia = this.setting.inertias.get(end.body);
      if (inertia) end.angular = inertia.solve(end.torque).times(end.inertiaScale);
      this.inverseMass += end.force.dot(end.linear) + end.torque.dot(end.angular);
    }
  }

  override push(impulse: number): void {
    const { h } = this.setting;
    super.push(impulse);
    for (const { body, linear, angular } of this.ends) displace(body, linear.times(h * impulse), angular.times(h * impulse));
  }

  /** Gives the velocities the speed of its restitution. */
  part(): void {
    const change = ((this.rebound ?? 0) - this.speed) / this.inverseMass;
    super.push(change);
    this.impulse += change;
  }

  /** The impulse that the row would have without bounds. */
  get wanted(): number {
    const { h } = this.setting;
    const relaxation = this.setting.relaxation * this.row.relaxation;
    const regularization = this.setting.regularization + this.row.regularization;
    const { damping, kind, lower, stiffness, upper, velocity } = this.row;
    if (!(this.inverseMass > 0)) return this.impulse;
    this.reread();
    const { value } = this;
    const way = kind === RowKind.Slip || kind === RowKind.Spin || kind === RowKind.Roll ? h * this.speed : value - this.start;
    const mass = this.inverseMass + regularization;
    const soft = regularization * this.impulse;
    if (damping === Infinity) return this.impulse - (relaxation * (way / h - velocity + soft)) / mass;
    const free = value - h * this.inverseMass * this.impulse;
    if (stiffness === Infinity) return this.impulse - (relaxation * ((value - this.target(free)) / h + soft)) / mass;
    const scaled = h * (h * stiffness + damping);
    const target = Math.min(Math.max(free, lower), upper);
    if (!(scaled > 0) || (lower < upper && target === free)) return 0;
    const spring = h * (stiffness * (target - value) + damping * (velocity - way / h));
    return this.impulse + (relaxation * (spring - this.impulse)) / (1 + scaled * mass);
  }

  /** Where C is to be; what was passed when the substep began comes back as fast as it may. */
  private target(free: number): number {
    const { start } = this;
    const { h, fastest } = this.setting;
    const { kind, lower, upper } = this.row;
    if (lower === upper) return this.isAngular ? Math.min(Math.max(lower, start - LONGEST_TURN), start + LONGEST_TURN) : lower;
    const reach = h * (kind === RowKind.Normal ? fastest : RECOVERY);
    return Math.min(Math.max(free, Math.min(lower, start + reach)), Math.max(upper, start - reach));
  }

  /** As the first of three rows that hold a point. */
  solvePoint(lines: readonly Displaced[]): void {
    const { h, relaxation, regularization } = this.setting;
    for (const line of lines) line.reread();
    const changes = pointChanges(lines, h, relaxation, regularization);
    this.ends.forEach(({ body }, end) => {
      const sum = (what: 'linear' | 'angular') =>
        lines.reduce((total: Vec3, line, k) => total.plusTimes(line.ends[end][what], changes[k]), Vec3.zero());
      const [linear, angular] = [sum('linear'), sum('angular')];
      body.velocity.assign(body.velocity.plus(linear));
      body.angularVelocity.assign(body.angularVelocity.plus(angular));
      displace(body, linear.times(h), angular.times(h));
    });
    lines.forEach((line, k) => {
      line.impulse += changes[k];
    });
  }

  private reread(): void {
    if (this.readValue && !this.setting.isCurrent) {
      this.value = this.readValue();
      return;
    }
    const now = this.read();
    this.value = now.value;
    if (this.setting.isCurrent) this.pushAs(now);
  }

  /** Takes the gradient of another moment. */
  pushAs(now: ConstraintRow): void {
    for (const end of this.ends) {
      const there = now.ends.find(({ body }) => body === end.body);
      if (!there) continue;
      end.force.assign(there.force);
      end.torque.assign(there.torque);
    }
    this.weigh();
  }
}

interface Start {
  position: Vec3;
  orientation: Quat;
  /** Of the free motion. */
  angularVelocity: Vec3;
}

export class Dbd extends RowFormulation {
  protected override solve(scene: Scene, substep: Substep, iterations: number): void {
    const { bodies, clock, contacts, joints, profile } = scene;
    const { duration: h } = substep;
    const { effectiveInertia: turns, regularization, relaxation } = this.options;
    const begin = clock();
    const starts = this.gather(scene, h).map(({ lines }) => lines.map(({ row }) => row));
    for (const body of bodies) body.startSubstep(substep);
    scene.particles();
    const from = new Map<Body, Start>();
    for (const body of bodies) {
      const { angularVelocity, orientation, position } = body;
      from.set(body, { position: position.times(1), orientation: orientation.copy, angularVelocity: angularVelocity.times(1) });
      position.assign(position.plusTimes(body.velocity, h));
      orientation.assign(exponential(angularVelocity.times(h)).times(orientation).normalized);
    }
    // The midpoint rule carries the angular momentum, and adds what rows give it: there is no turn left to count.
    const free = substep.gyroscopic !== Gyroscopic.Implicit ? bodies.filter(({ isDynamic, isFree }) => isDynamic && isFree) : [];
    const setting: Setting = {
      h,
      inertias: new Map(free.map((body) => [body, turns ? effectiveInertia(body, h) : movedInertia(body)])),
      relaxation,
      regularization,
      isCurrent: substep.gradient === Gradient.Current,
      fastest: contacts?.depenetrationSpeed ?? 0,
    };
    const owned = [...joints, ...(contacts ?? [])].map((one, k) => {
      const read = () => {
        one.locate();
        return one instanceof Joint ? tunedRows(one) : one.constraintRows(h);
      };
      const valueAt = 'rowValue' in one ? (index: number) => () => one.rowValue(index) : () => null;
      const lines = linesOf(read(), (row, index) => new Displaced(row, setting, () => read()[index], valueAt(index)));
      lines.forEach((line, index) => {
        line.start = starts[k][index].value;
        line.value = line.start;
        if (substep.gradient === Gradient.Start) line.pushAs(starts[k][index]);
        line.meet(h, contacts?.bounceSpeed ?? 0);
      });
      return { slot: null, lines, take: (rows: readonly ConstraintRow[]) => one.takeRows(rows, h) };
    });
    const lines = owned.flatMap((one) => one.lines);
    const points = new Map(substep.scalar ? owned.map((one) => [one.lines[0], pointOf(one.lines)]) : []);
    const counted = new Set([...points.values()].flatMap((three) => three.slice(1)));
    const prepared = clock();
    this.warm(lines);
    for (let k = 0; k < iterations; k++)
      for (const line of lines) {
        const point = points.get(line) ?? [];
        if (point.length > 0) line.solvePoint(point);
        else if (!counted.has(line)) solveLine(line, h, (one) => one.wanted);
      }
    profile.prepare += prepared - begin;
    profile.solve += clock() - prepared;
    for (const [body, start] of from) land(body, start, substep);
    this.rebound(
      bodies,
      owned.map((one) => one.lines),
    );
    this.book(owned, h);
  }

  /** What bounces leaves at the speed of its restitution, as Müller et al. 2020 have it in their velocity pass; all rows of one contact do. */
  private rebound(bodies: readonly Body[], groups: readonly (readonly Displaced[])[]): void {
    const bounced = groups.map((lines) => lines.filter(({ impulse, rebound }) => rebound !== null && impulse !== 0));
    if (bounced.every((lines) => lines.length === 0)) return;
    this.afterwards(bodies, () => {
      for (const lines of bounced) {
        for (let sweep = lines.length > 1 ? MOST_SWEEPS : 1; sweep > 0 && !isParted(lines); sweep--) {
          for (const line of lines) line.part();
        }
      }
    });
  }
}

const isParted = (lines: readonly Displaced[]): boolean =>
  lines.every(({ rebound, speed }) => Math.abs((rebound ?? 0) - speed) <= SETTLED * Math.abs(rebound ?? 0));

function displace(body: Body, way: Vec3, turn: Vec3): void {
  body.position.assign(body.position.plus(way));
  body.orientation.assign(exponential(turn).times(body.orientation).normalized);
}

/** The velocities of the displacements: v = v⁺ + Δx / h, ω = ω⁺ + log(Δq) / h. */
function land(body: Body, { angularVelocity, orientation, position }: Start, substep: Substep): void {
  const { duration: h } = substep;
  const end = body.orientation.copy;
  if (body.isDynamic) {
    const free = exponential(angularVelocity.times(h)).times(orientation);
    body.velocity.assign(body.position.minus(position).times(1 / h));
    body.angularVelocity.assign(angularVelocity.plusTimes(end.times(free.conjugate).rotationVector, 1 / h));
  }
  body.orientation.assign(orientation);
  body.position.assign(position);
  body.finishSubstep(substep, body.isDynamic ? end : undefined);
}
