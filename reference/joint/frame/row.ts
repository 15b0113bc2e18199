// What one row of a joint wants: the numbers c, b and bounds of its line c p + u = b, where p is the row's impulse and u the speed along its
// coordinate at the end of the substep. Springs and dampers are implicit (seed 003: an implicit spring is a row with softness;
// Waterson, eqs 122 to 132); limits are complementary (Waterson, section 6.1).

import { Coordinate, CoordinateFlag, CoordinateRecord, Role } from '../../../bindings/core/layout.ts';
import type { StateMemory } from '../../../bindings/core/memory.ts';
import type { ConstraintRow } from '../../constraint/row.ts';
import { clamp } from '../../math/scalar.ts';
import type { BlockRow } from '../../solver/block.ts';
import { CAUTION, LONGEST_TURN, RECOVERY, type Substep, softness } from '../../solver/substep.ts';

/** Softness of drives and friction that are as stiff as their bounds allow, over the inverse effective mass: it decides between rows that fight each other. */
const RIGID_DRIVE = 1e-6;
/** In place of infinite values. */
const INFINITE = 1e20;

/** m/s, rad/s: slower impacts on a limit do not bounce. */
const LEAST_BOUNCE = 0.05;

/** What a substep of a spring or damper takes of its own change, h² k w or h d w, from which on it is implicit in part, and in whole. */
const RESOLVED = 0.25;
const UNRESOLVED = 1;
/** An explicit spring is solved as a row that is implicit in so small a part. */
const LEAST_IMPLICIT = 1e-6;

function ramp(x: number): number {
  return clamp((x - RESOLVED) / (UNRESOLVED - RESOLVED), 0, 1);
}

export class Row implements BlockRow {
  impulse = 0;
  low = 0;
  high = 0;
  softness = 0;
  residual = 0;
  change = 0;
  active = false;

  /** Sum of the changes over a step, N s or N m s. */
  total = 0;
  /** Work of a drive over the step up to the last substep, and where the coordinate was when that began. */
  work = 0;
  start = 0;
  /** Speed along the coordinate before the substep. */
  before = 0;
  /** How many joints there are at the busier of its bodies: springs at one body add up. */
  crowd = 1;
  /** Speed before a limit was met; greatest in the step. */
  approach = 0;
  saturated = false;

  // Parameters, by role.
  lower = 0;
  upper = 0;
  compliance = 0;
  damping = 0;
  restitution = 0;
  target = 0;
  velocity = 0;
  stiffness = 0;
  quadraticStiffness = 0;
  maxLoad = 0;
  deadZone = 0;
  secondary: { target: number; stiffness: number; damping: number; maxLoad: number } | null = null;
  helps = false;
  servo = false;
  rigid = false;

  constructor(
    readonly coordinate: number,
    readonly role: Role,
  ) {}

  /** A row that locks a coordinate at a value. */
  lock(value: number, compliance: number): void {
    this.lower = value;
    this.upper = value;
    this.compliance = compliance;
    this.damping = 0;
    this.restitution = 0;
  }

  /** Reads the parameters of a row from its coordinate's record; `helped` is whether the drive it helps is at its limit. */
  read({ f64, u32 }: StateMemory, record: number, helped: boolean): void {
    const field = (offset: number) => Math.min(Math.max(f64[(record + offset) >>> 3], -INFINITE), INFINITE);
    const flags = u32[(record + CoordinateRecord.flags) >>> 2];
    switch (this.role) {
      case Role.Bound:
        this.lower = field(CoordinateRecord.lower);
        this.upper = field(CoordinateRecord.upper);
        this.compliance = field(CoordinateRecord.limitCompliance);
        this.damping = field(CoordinateRecord.limitDamping);
        this.restitution = field(CoordinateRecord.restitution);
        break;
      case Role.Drive:
        this.servo = (flags & CoordinateFlag.Servo) !== 0;
        this.rigid = (flags & CoordinateFlag.Rigid) !== 0;
        this.target = field(CoordinateRecord.target);
        this.velocity = field(CoordinateRecord.velocity);
        this.stiffness = field(CoordinateRecord.stiffness);
        this.quadraticStiffness = field(CoordinateRecord.quadraticStiffness);
        this.damping = field(CoordinateRecord.damping);
        this.maxLoad = field(CoordinateRecord.maxLoad);
        this.deadZone = field(CoordinateRecord.deadZone);
        this.start = field(CoordinateRecord.start);
        this.saturated = (flags & CoordinateFlag.Saturated) !== 0;
        this.helps = helped;
        this.secondary =
          flags & CoordinateFlag.HasSecondary
            ? {
                target: field(CoordinateRecord.secondaryTarget),
                stiffness: field(CoordinateRecord.secondaryStiffness),
                damping: field(CoordinateRecord.secondaryDamping),
                maxLoad: field(CoordinateRecord.secondaryMaxLoad),
              }
            : null;
        break;
      case Role.Friction:
        this.maxLoad = field(CoordinateRecord.friction);
        break;
      case Role.Viscous:
        this.damping = field(CoordinateRecord.viscousDamping);
        break;
    }
  }

  startStep(load: number, duration: number, speed: number, crowd: number): void {
    this.before = speed;
    this.crowd = crowd;
    this.impulse = load * duration;
    this.total = 0;
    this.work = 0;
    this.approach = 0;
  }

  /** Books the work of a drive in the last substep, now that the coordinate is `here`, and moves its target. */
  startSubstep(h: number, here: number, isFirst: boolean): void {
    if (!isFirst) this.before = (here - this.start) / h;
    this.work += (this.impulse / h) * (here - this.start);
    this.start = here;
    this.target += h * this.velocity;
  }

  /** Part of the last impulse that the substep starts from. */
  warm(substep: Substep, value: number, speed: number, inverseMass: number): number {
    this.prepare(substep, value, speed, inverseMass);
    const caution = this.role === Role.Bound ? 1 : CAUTION;
    this.impulse = Math.min(Math.max(this.impulse * softness(inverseMass, caution * this.softness), this.low), this.high);
    this.total += this.impulse;
    return this.impulse;
  }

  /**
   * What the row wants, given where the coordinate ends the substep and at which speed, with the impulses so far; `inverseMass` is that
   * along the coordinate.
   */
  prepare(substep: Substep, value: number, speed: number, inverseMass: number): void {
    this.prepareRole(substep, value, speed, inverseMass);
    // A row that is at its bound and wants beyond it stays there to begin with.
    const isHeldBack = (this.impulse >= this.high && this.residual >= 0) || (this.impulse <= this.low && this.residual <= 0);
    if (this.role !== Role.Bound) this.active = this.low < this.high && !isHeldBack;
  }

  private prepareRole(substep: Substep, value: number, speed: number, inverseMass: number): void {
    switch (this.role) {
      case Role.Bound:
        this.prepareBound(substep, value, speed);
        break;
      case Role.Drive:
        this.prepareDrive(substep, value, speed, inverseMass);
        break;
      case Role.Friction:
        this.softness = RIGID_DRIVE * inverseMass;
        this.residual = -speed - this.softness * this.impulse;
        this.high = this.maxLoad * substep.duration;
        this.low = -this.high;
        break;
      case Role.Viscous:
        this.resist(substep, 0, value, speed, inverseMass);
        this.low = -INFINITE;
        this.high = INFINITE;
        break;
    }
  }

  /** What the row wants where its coordinate has a value, in the words of all solvers. */
  want(out: ConstraintRow, value: number): void {
    const most = this.maxLoad;
    switch (this.role) {
      case Role.Bound:
        out.hold(value, this.lower, this.upper, this.compliance, this.impulse);
        out.damping = this.compliance > 0 ? this.damping : 0;
        out.restitution = this.restitution;
        break;
      case Role.Drive:
        this.wantDrive(out, value);
        break;
      case Role.Friction:
        Object.assign(out.hold(value, value, value, 0, this.impulse), { stiffness: 0, damping: Infinity, low: -most, high: most });
        break;
      case Role.Viscous:
        Object.assign(out.hold(value, value, value, 0, this.impulse), { stiffness: 0, damping: this.damping });
        break;
    }
  }

  private wantDrive(out: ConstraintRow, value: number): void {
    const { deadZone, secondary, servo, rigid } = this;
    const free = servo ? value - this.target : out.speed - this.velocity;
    const inside = deadZone > 0 && Math.abs(free) <= deadZone;
    const helper = secondary && (inside || this.helps) ? secondary : null;
    if (helper) {
      const { target, stiffness, damping, maxLoad } = helper;
      Object.assign(out.hold(value, target, target, 0, this.impulse), { stiffness, damping, low: -maxLoad, high: maxLoad });
      return;
    }
    const edge = inside ? 0 : clamp(free, -deadZone, deadZone);
    const target = servo ? this.target + edge : value;
    out.hold(value, target, target, 0, this.impulse);
    const secant = this.stiffness + this.quadraticStiffness * Math.abs(target - value);
    out.velocity = servo ? this.velocity : this.velocity + edge;
    out.stiffness = servo ? (rigid ? Infinity : secant) : 0;
    out.damping = rigid ? (servo ? 0 : Infinity) : this.damping;
    out.low = inside || edge < 0 ? 0 : -this.maxLoad;
    out.high = inside || edge > 0 ? 0 : this.maxLoad;
  }

  /** How much of an error a substep takes away at most. */
  private get reach(): number {
    return this.coordinate >= Coordinate.Twist && this.coordinate <= Coordinate.Cone ? LONGEST_TURN : INFINITE;
  }

  private prepareBound({ duration: h }: Substep, value: number, speed: number): void {
    const { compliance, lower, upper } = this;
    const start = value - h * speed;
    const isLock = lower === upper;
    const reach = isLock || compliance > 0 ? INFINITE : h * RECOVERY;
    const least = Math.min(lower, start + reach);
    const most = Math.max(upper, start - reach);
    const atLower = value - least < most - value;
    const damper = compliance * this.damping;
    this.softness = compliance / (h * (h + damper));
    const way = (atLower ? least : most) - value;
    this.residual = (way - damper * speed) / (h + damper) - this.softness * this.impulse;
    if (isLock) {
      this.low = -INFINITE;
      this.high = INFINITE;
      this.active = true;
      return;
    }
    this.low = atLower ? 0 : -INFINITE;
    this.high = atLower ? INFINITE : 0;
    this.active = atLower ? this.impulse > 0 || this.residual > 0 : this.impulse < 0 || this.residual < 0;
  }

  private prepareDrive(substep: Substep, value: number, speed: number, inverseMass: number): void {
    const { duration: h } = substep;
    const { deadZone, secondary, servo } = this;
    // Where the coordinate would be without the drive.
    const free =
      (servo ? value - h * inverseMass * this.impulse : speed - inverseMass * this.impulse) - (servo ? this.target : this.velocity);
    const inside = Math.abs(free) <= deadZone && deadZone > 0;
    const edge = inside ? 0 : Math.min(Math.max(free, -deadZone), deadZone);
    if (secondary && (inside || this.helps)) {
      this.spring(substep, value, speed, inverseMass, secondary.target, 0, secondary.stiffness, 0, secondary.damping, false);
      this.setBounds(h * secondary.maxLoad, 0);
    } else if (inside) {
      this.softness = 1;
      this.residual = 0;
      this.low = 0;
      this.high = 0;
    } else if (servo) {
      this.spring(
        substep,
        value,
        speed,
        inverseMass,
        this.target + edge,
        this.velocity,
        this.stiffness,
        this.quadraticStiffness,
        this.damping,
        this.rigid,
      );
      this.setBounds(h * this.maxLoad, edge);
    } else if (this.rigid && deadZone === 0) {
      // What a substep leaves undone, because neighbouring joints interfere, is made up for in the next.
      const ahead = value - h * speed + h * this.velocity;
      const slack = this.saturated ? 0 : h * Math.abs(this.velocity);
      this.target = clamp(this.target, ahead - slack, ahead + slack);
      this.softness = RIGID_DRIVE * inverseMass;
      this.residual = (this.target - value) / h - this.softness * this.impulse;
      this.setBounds(h * this.maxLoad, 0);
    } else {
      if (this.rigid) {
        this.softness = RIGID_DRIVE * inverseMass;
        this.residual = this.velocity + edge - speed - this.softness * this.impulse;
      } else this.resist(substep, this.velocity + edge, value, speed, inverseMass);
      this.setBounds(h * this.maxLoad, edge);
    }
  }

  /** p = h d (v - u), with u in the middle of the substep's kick where the substep resolves the damper, at its end where it does not. */
  private resist(substep: Substep, velocity: number, value: number, speed: number, inverseMass: number): void {
    const { duration: h, isCentered } = substep;
    const late = isCentered ? 0.5 + 0.5 * ramp(h * this.damping * inverseMass * this.crowd) : 1;
    const inverse = h * this.damping * late;
    this.softness = inverse > 0 ? 1 / inverse : INFINITE;
    const slip = velocity - this.felt(late, value, speed, substep);
    this.residual = isCentered ? this.softness * (h * this.damping * slip - this.impulse) : velocity - speed - this.softness * this.impulse;
  }

  /**
   * The speed that a damper feels: late = 1, that at the end of the substep; late = 1/2, the mean of those before and after, with one gradient for both: that of
   * now in the first substep of a step, and in others those of the coordinate over the whole substeps.
   */
  private felt(late: number, value: number, speed: number, { duration, isFirst }: Substep): number {
    const mean = isFirst ? speed : (value - this.start) / duration;
    return late * (speed + 2 * (1 - late) * (mean - speed)) + (1 - late) * this.before;
  }

  /** Outside a dead zone a drive only pushes towards it. */
  private setBounds(most: number, edge: number): void {
    this.low = edge < 0 ? 0 : -most;
    this.high = edge > 0 ? 0 : most;
  }

  /**
   * p = h (k e + q |e| e + d (v - u)), linear in the speed at the end of the substep: with e and u there; or in the second order, where a substep resolves the
   * spring and the damper, with e at its start (leapfrog: the spring loses nothing) and u in the middle of its kick.
   */
  private spring(
    substep: Substep,
    value: number,
    speed: number,
    inverseMass: number,
    target: number,
    velocity: number,
    stiffness: number,
    quadratic: number,
    damping: number,
    rigid: boolean,
  ): void {
    const { duration: h, isCentered } = substep;
    const end = target - value;
    if (rigid) {
      const start = value - h * speed;
      const way = clamp(target, start - this.reach, start + this.reach) - value;
      this.softness = RIGID_DRIVE * inverseMass;
      this.residual = way / h - this.softness * this.impulse;
      return;
    }
    const start = end + h * (speed - velocity);
    const stiffest = stiffness + 2 * quadratic * Math.max(Math.abs(start), Math.abs(end));
    const implicit = isCentered ? ramp(h * h * stiffest * inverseMass * this.crowd) : 1;
    const late = isCentered ? 0.5 + 0.5 * ramp(h * damping * inverseMass * this.crowd) : 1;
    const error = isCentered ? start + implicit * (end - start) : end;
    const secant = stiffness + quadratic * Math.abs(error);
    const tangent = secant + quadratic * Math.abs(error);
    const inverse = h * (h * tangent * Math.max(implicit, LEAST_IMPLICIT) + damping * late);
    this.softness = inverse > 0 ? 1 / inverse : INFINITE;
    const slip = velocity - this.felt(late, value, speed, substep);
    this.residual = this.softness * (h * (secant * error + damping * slip) - this.impulse);
  }

  /** The velocity pass: a limit just met throws the coordinate back, what is locked keeps its speed, all else has no part. */
  prepareBounce({ duration: h }: Substep, speed: number): void {
    const { approach, impulse, restitution } = this;
    const isLock = this.role === Role.Bound && this.lower === this.upper;
    const meets = restitution > 0 && approach * impulse < 0 && Math.abs(approach) >= LEAST_BOUNCE;
    this.softness = isLock ? this.compliance / (h * h) : 0;
    this.residual = meets ? -restitution * approach - speed : 0;
    this.active = isLock || meets;
    this.high = this.active ? INFINITE : 0;
    this.low = -this.high;
    this.impulse = 0;
  }
}
