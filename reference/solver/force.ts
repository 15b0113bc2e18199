// Forces that hold constraints, as Topotoy has them (SPECIFICATION.md, section 5):
//
//   J W Jᵀ λ = -(J̇ u + J W Q + k_s C + k_d (J u - vT)),   u̇ = W (Q + Jᵀ λ),   W = M⁻¹
//
// with gravity, -ω × I ω and springs in Q. It knows no inequalities: contacts, limits, friction and what has a greatest load follow as a mixed
// complementarity problem of velocities, in which the constraints keep the speeds that their forces gave them; springs that are too stiff for
// explicit steps are among these rows.
import { Integrator, Linear } from '../../bindings/core/layout.ts';
import type { Body } from '../body/body.ts';
import type { ConstraintRow } from '../constraint/row.ts';
import type { Joint } from '../joint/joint.ts';
import type { Vec3 } from '../math/vector.ts';
import { type Motion, type Pose, type Rates, readPose, stepBy } from './force-motion.ts';
import type { Scene } from './formulation.ts';
import type { BoundedRows } from './linear/bounds.ts';
import { solveConjugateGradients } from './linear/conjugate-gradients.ts';
import { Elimination } from './linear/elimination.ts';
import { solveGaussSeidel } from './linear/sor.ts';
import { RowSystem } from './linear/system.ts';
import { type Aim, aimLine } from './row/aim.ts';
import { type Owned, RowFormulation } from './row/formulation.ts';
import { type Line, linesOf } from './row/line.ts';
import { MOST_PIVOTED, problemsOf } from './row/problem.ts';
import { tunedRows } from './row/tune.ts';
import { rowsOf } from './rows.ts';
import type { Substep } from './substep.ts';

/** Part of the diagonal that is added to it: rows that depend on others share their loads. */
const SOFTNESS = 1e-9;
/** h² k K + h d K of a spring that explicit steps can follow. */
const SLOW = 0.2;
/** Sweeps of Gauss-Seidel for each of the world's iterations. */
const SWEEPS = 100;
const EMERGENCY_SWEEPS = 50;

export class Force extends RowFormulation {
  private gravity!: Vec3;

  protected override solve(scene: Scene, substep: Substep, iterations: number): void {
    const { bodies, clock, contacts, joints, profile } = scene;
    const { duration: h } = substep;
    this.gravity = substep.gravity;
    const start = clock();
    for (const body of bodies) if (!body.isDynamic) body.startSubstep(substep);
    scene.particles();
    const owned = this.gather(scene, h);
    const moving = bodies.filter(({ isDynamic }) => isDynamic);
    const movers = bodies.filter((body) => !body.isDynamic && body.velocity.squaredLength + body.angularVelocity.squaredLength > 0);
    const at = moving.map(readPose);
    const away = movers.map(readPose);
    const forces = new Map<string, number>();
    const evaluate = (motion: Motion[], seconds: number, weight: number): Rates[] => {
      putAll(moving, motion);
      putAll(
        movers,
        away.map((one) => stepBy(one, one, seconds)),
      );
      return this.rates(moving, joints, h, seconds, iterations, weight, forces);
    };
    const end = this.options.integrator === Integrator.RungeKutta ? rungeKutta(at, h, evaluate) : euler(at, h, evaluate);
    // Back, for what has inequalities; then on by all that changed.
    putAll(
      moving,
      at.map((one, k) => ({ ...one, velocity: end[k].velocity, angularVelocity: end[k].angularVelocity })),
    );
    putAll(movers, away);
    const prepared = clock();
    const before = moving.map(({ angularVelocity, velocity }) => ({
      velocity: velocity.times(1),
      angularVelocity: angularVelocity.times(1),
    }));
    this.hold(owned, h, forces, contacts?.bounceSpeed ?? 0, contacts?.depenetrationSpeed ?? 0);
    moving.forEach((body, k) => {
      const push = body.angularVelocity.minus(before[k].angularVelocity);
      const isPushed = body.velocity.minus(before[k].velocity).squaredLength + push.squaredLength > 0;
      if (!isPushed) body.put(end[k]);
      else putPushed(body, at[k], end[k], body.worldInertia.times(push), h);
    });
    for (const body of bodies) if (!body.isDynamic) body.finishSubstep(substep);
    this.book(owned, h);
    profile.prepare += prepared - start;
    profile.solve += clock() - prepared;
  }

  /** Accelerations where the bodies are; adds `weight` of the loads of rows to `forces`, by joint and row. */
  private rates(
    moving: readonly Body[],
    joints: readonly Joint[],
    h: number,
    seconds: number,
    iterations: number,
    weight: number,
    forces: Map<string, number>,
  ): Rates[] {
    const rates = moving.map((body) => body.rates(this.gravity));
    const accelerations = new Map(moving.map((body, k) => [body, rates[k]]));
    const lines: Line[] = [];
    const names = new Map<Line, string>();
    for (const joint of joints) {
      linesOf(rowsOf({ locate: () => joint.locate(), constraintRows: () => tunedRows(joint) }, joint.bodies, h, 0)).forEach((line, k) => {
        const name = `${joint.slot}:${k}`;
        names.set(line, name);
        if (isHeldByForce(line)) lines.push(line);
        else if (isSlowSpring(line, h)) {
          const load = springLoad(line);
          push(line, load, accelerations);
          forces.set(name, (forces.get(name) ?? 0) + weight * load);
        }
      });
    }
    const loads = this.loads(lines, accelerations, h - seconds, iterations);
    lines.forEach((line, k) => {
      push(line, loads[k], accelerations);
      const name = names.get(line) as string;
      forces.set(name, (forces.get(name) ?? 0) + weight * loads[k]);
    });
    return rates;
  }

  /** λ, `left` seconds before targets that move are where rows have them: at the end of the substep. */
  private loads(lines: readonly Line[], accelerations: ReadonlyMap<Body, Rates>, left: number, iterations: number): ArrayLike<number> {
    if (lines.length === 0) return [];
    const { constraintDamping, constraintStiffness, linear } = this.options;
    const system = new RowSystem(lines.map(({ row }) => row));
    const diagonal = system.diagonal();
    for (let k = 0; k < lines.length; k++) system.softness[k] = SOFTNESS * diagonal[k];
    const right = Float64Array.from(lines, (line) => {
      const { row } = line;
      const error = row.damping === Infinity ? 0 : line.value - (row.lower - left * row.velocity);
      let acceleration = row.bias + constraintStiffness * error + constraintDamping * (row.speed - row.velocity);
      for (const { body, force, torque } of line.ends) {
        const rate = accelerations.get(body);
        if (rate) acceleration += force.dot(rate.velocity) + torque.dot(rate.angularVelocity);
      }
      return -acceleration;
    });
    if (linear === Linear.ConjugateGradients) return solveConjugateGradients(system, right).z;
    if (linear === Linear.GaussSeidel) {
      const unbounded: BoundedRows = {
        target: right,
        low: new Float64Array(lines.length).fill(-Infinity),
        high: new Float64Array(lines.length).fill(Infinity),
      };
      return solveGaussSeidel(system, unbounded, { sweeps: SWEEPS * iterations }).z;
    }
    return new Elimination(system).solve(right);
  }

  /** What has inequalities, at the velocities that forces have led to. */
  private hold(owned: readonly Owned[], h: number, forces: ReadonlyMap<string, number>, bounceSpeed: number, fastest: number): void {
    const lines = owned.flatMap((one) => one.lines);
    for (const line of lines) line.meet(h, bounceSpeed);
    const aims = new Map<ConstraintRow, Aim>();
    const held = new Map<Line, number>();
    for (const { lines: own, slot } of owned) {
      own.forEach((line, k) => {
        const load = slot === null ? undefined : forces.get(`${slot}:${k}`);
        if (load !== undefined) held.set(line, h * load);
        if (isHeldByForce(line) && slot !== null)
          aims.set(line.row, { speed: line.speed, softness: SOFTNESS * line.inverseMass, low: -Infinity, high: Infinity });
        else if (load === undefined) {
          const aim = aimLine(line, { h, share: 1, fastest, softness: 0 });
          if (aim) aims.set(line.row, aim);
        }
      });
    }
    const byForce = new Set(lines.filter(isHeldByForce).map(({ row }) => row));
    for (const problem of problemsOf(lines, aims)) {
      const { rows } = problem;
      if (rows.every((row) => byForce.has(row))) continue;
      problem.apply(problem.solve(rows.length <= MOST_PIVOTED ? null : { sweeps: EMERGENCY_SWEEPS }));
    }
    for (const [line, impulse] of held) line.impulse += impulse;
  }
}

function putAll(bodies: readonly Body[], motion: readonly Motion[]): void {
  bodies.forEach((body, k) => {
    body.put(motion[k]);
  });
}

/**
 * What is held moves as it was asked to: by the velocity that it has in the end. It keeps the angular momentum that forces have led to, and what it was pushed by: its
 * inertia turns in between.
 */
function putPushed(body: Body, start: Motion, end: Motion, push: Vec3, h: number): void {
  const velocity = body.velocity.times(1);
  const angularVelocity = body.angularVelocity.times(1);
  body.put(end);
  const momentum = body.worldInertia.times(body.angularVelocity).plus(push);
  const moved = stepBy(start, { velocity, angularVelocity }, h);
  body.put({ ...moved, velocity, angularVelocity });
  body.put({ ...moved, velocity, angularVelocity: body.inverseInertia.times(momentum) });
}

/** Held at a value or a speed by whatever it takes. */
function isHeldByForce(line: Line): boolean {
  return line.isRigid && line.isBilateral;
}

function isSlowSpring(line: Line, h: number): boolean {
  const { damping, lower, stiffness, upper } = line.row;
  return (
    !line.isRigid && lower === upper && line.vector.length === 0 && !line.follows && h * (h * stiffness + damping) * line.inverseMass < SLOW
  );
}

function springLoad({ row, value }: Line): number {
  const load = row.stiffness * (row.lower - value) + row.damping * (row.velocity - row.speed);
  return Math.min(Math.max(load, row.low), row.high);
}

function push(line: Line, load: number, accelerations: ReadonlyMap<Body, Rates>): void {
  for (const { body, linear, angular } of line.ends) {
    const rate = accelerations.get(body);
    if (!rate) continue;
    rate.velocity = rate.velocity.plusTimes(linear, load);
    rate.angularVelocity = rate.angularVelocity.plusTimes(angular, load);
  }
}

type Evaluate = (motion: Motion[], seconds: number, weight: number) => Rates[];

/** u += h u̇, x += h u */
function euler(at: readonly Motion[], h: number, evaluate: Evaluate): Motion[] {
  const rates = evaluate([...at], 0, 1);
  return at.map((one, k) => {
    const velocity = one.velocity.plusTimes(rates[k].velocity, h);
    const angularVelocity = one.angularVelocity.plusTimes(rates[k].angularVelocity, h);
    return { ...stepBy(one, { velocity, angularVelocity }, h), velocity, angularVelocity };
  });
}

/** Of order four, over poses and velocities, λ anew at each stage; the turn of a stage is a rotation vector. */
function rungeKutta(at: readonly Motion[], h: number, evaluate: Evaluate): Motion[] {
  const stages: { speeds: Rates[]; rates: Rates[] }[] = [];
  const parts = [0, h / 2, h / 2, h];
  const weights = [1 / 6, 1 / 3, 1 / 3, 1 / 6];
  parts.forEach((part, stage) => {
    const last = stages[stage - 1];
    const motion = at.map((one, k): Motion => {
      if (!last) return one;
      const pose: Pose = stepBy(one, last.speeds[k], part);
      return {
        ...pose,
        velocity: one.velocity.plusTimes(last.rates[k].velocity, part),
        angularVelocity: one.angularVelocity.plusTimes(last.rates[k].angularVelocity, part),
      };
    });
    const speeds = motion.map(({ angularVelocity, velocity }) => ({ velocity, angularVelocity }));
    stages.push({ speeds, rates: evaluate(motion, part, weights[stage]) });
  });
  const mean = (of: 'speeds' | 'rates', k: number, what: 'velocity' | 'angularVelocity') =>
    stages
      .slice(1)
      .reduce((sum, stage, index) => sum.plusTimes(stage[of][k][what], weights[index + 1]), stages[0][of][k][what].times(weights[0]));
  return at.map((one, k) => {
    const pose = stepBy(one, { velocity: mean('speeds', k, 'velocity'), angularVelocity: mean('speeds', k, 'angularVelocity') }, h);
    return {
      ...pose,
      velocity: one.velocity.plusTimes(mean('rates', k, 'velocity'), h),
      angularVelocity: one.angularVelocity.plusTimes(mean('rates', k, 'angularVelocity'), h),
    };
  });
}
