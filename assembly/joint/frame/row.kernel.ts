import { softness } from '../../constraint/common.kernel';
import { INFINITE, RECOVERY, TINY } from '../../constraint/constants';
import { hold, Row } from '../../constraint/row.kernel';
import { Substep, theSubstep } from '../../constraint/substep';
import { Role } from '../coordinate-record';
import { BlockRow } from './lanes.kernel';
import { CAUTION, LEAST_IMPLICIT, LEAST_BOUNCE, RESOLVED, RIGID_DRIVE, SATURATED, UNRESOLVED } from './constants';

/** What one row of a joint keeps: impulses, and the parameters of its role. */
export class RowLanes<T> {
  /** 1 where the joint of the lane has the row. */
  present: lane<T>;
  impulse: lane<T>;
  total: lane<T>;
  /** Work of a drive over the step up to the last substep, and where the coordinate was when that began. */
  work: lane<T>;
  start: lane<T>;
  /** Speed along the coordinate before the substep. */
  before: lane<T>;
  /** How many joints there are at the busier of its bodies: springs at one body add up. */
  crowd: lane<T>;
  /** 1 where a drive gives all it can. */
  saturated: lane<T>;
  /** Speed before the impulses of the substep. */
  approach: lane<T>;
  /** Bounds, or target and its speed. */
  lower: lane<T>;
  upper: lane<T>;
  compliance: lane<T>;
  damping: lane<T>;
  restitution: lane<T>;
  target: lane<T>;
  velocity: lane<T>;
  stiffness: lane<T>;
  quadraticStiffness: lane<T>;
  maxLoad: lane<T>;
  deadZone: lane<T>;
  secondaryTarget: lane<T>;
  secondaryStiffness: lane<T>;
  secondaryDamping: lane<T>;
  secondaryMaxLoad: lane<T>;
  /** 1 or 0: the drive goes for a position; is as stiff as its load allows; has a secondary target; and takes it outside its band. */
  servo: lane<T>;
  rigid: lane<T>;
  secondary: lane<T>;
  helps: lane<T>;
}

/**
 * What a row wants: c p + u = b within bounds, where the coordinate ends the substep at `value` with `speed` and w is the inverse effective
 * mass along it. Springs and dampers are rows with softness (Waterson, eqs 122 to 132; seed 003). In the second order they act, where a substep resolves
 * them, by where the coordinate is at its start (leapfrog) and by its speed in the middle of the kick; else by both at its end. Limits are
 * complementary (Waterson, section 6.1).
 */
export function prepareRow<T>(role: u32, row: RowLanes<T>, out: BlockRow<T>, value: lane<T>, speed: lane<T>, w: lane<T>, reach: lane<T>, step: Substep): void {
  switch (role) {
    case Role.Bound:
      prepareBound(row, out, value, speed, step);
      break;
    case Role.Drive:
      prepareDrive(row, out, value, speed, w, reach, step);
      break;
    case Role.Friction:
      out.softness = splat<T>(RIGID_DRIVE) * w;
      out.residual = -speed - out.softness * row.impulse;
      out.high = row.maxLoad * step.h;
      out.low = -out.high;
      out.active = mask(true);
      break;
    default:
      resist(row, out, splat<T>(0), value, speed, w, step);
      out.low = splat<T>(-INFINITE);
      out.high = splat<T>(INFINITE);
      out.active = mask(true);
      break;
  }
  const present = row.present > 0;
  out.impulse = row.impulse;
  out.change = splat<T>(0);
  out.softness = present ? out.softness : 1;
  out.residual = present ? out.residual : 0;
  out.low = present ? out.low : 0;
  out.high = present ? out.high : 0;
  // A row that is at its bound and wants beyond it stays there to begin with.
  const heldBack = (row.impulse >= out.high && out.residual >= 0) || (row.impulse <= out.low && out.residual <= 0);
  if (role != Role.Bound) out.active = !heldBack;
  out.active = out.active && out.low < out.high;
}

/** How far a substep is from resolving a spring or a damper that takes `x` of what it acts on away in it: 0 up to RESOLVED, 1 from UNRESOLVED on. */
function unresolved<T>(x: lane<T>): lane<T> {
  return clamp((x - RESOLVED) * (1.0 / (UNRESOLVED - RESOLVED)), 0, 1);
}

/** The weight of the speed at the end of the substep for a damper: a half where a substep resolves it, 1 where it does not. */
function lateness<T>(row: RowLanes<T>, damping: lane<T>, w: lane<T>, step: Substep): lane<T> {
  return step.centered ? 0.5 + 0.5 * unresolved(step.h * damping * w * row.crowd) : splat<T>(1);
}

/**
 * The speed that a damper feels. In the middle of the kick it is the mean of those before and after, with one gradient for both: that of now in the first
 * substep of a step, and in others those of the coordinate over the whole substeps.
 */
function felt<T>(row: RowLanes<T>, late: lane<T>, value: lane<T>, speed: lane<T>, step: Substep): lane<T> {
  const mean: lane<T> = step.begins ? speed : step.inverseH * (value - row.start);
  const now = speed + 2 * (1 - late) * (mean - speed);
  return late * now + (1 - late) * row.before;
}

/** p = h d (v - u), with u in the middle of the substep's kick, or at its end. */
function resist<T>(row: RowLanes<T>, out: BlockRow<T>, velocity: lane<T>, value: lane<T>, speed: lane<T>, w: lane<T>, step: Substep): void {
  const damper = step.h * row.damping;
  const late = lateness<T>(row, row.damping, w, step);
  const softness = 1 / max(damper * late, splat<T>(TINY));
  out.softness = softness;
  const centered = softness * (damper * (velocity - felt<T>(row, late, value, speed, step)) - row.impulse);
  out.residual = step.centered ? centered : velocity - speed - softness * row.impulse;
}

function prepareBound<T>(row: RowLanes<T>, out: BlockRow<T>, value: lane<T>, speed: lane<T>, step: Substep): void {
  const compliance = row.compliance;
  const impulse = row.impulse;
  const locked = row.lower == row.upper;
  const start = value - step.h * speed;
  const reach = locked || compliance > 0 ? splat<T>(INFINITE) : step.h * RECOVERY;
  const least = min(row.lower, start + reach);
  const most = max(row.upper, start - reach);
  const atLower = value - least < most - value;
  const damper = compliance * row.damping;
  const soft = compliance / (step.h * (step.h + damper));
  const way = (atLower ? least : most) - value;
  const residual = (way - damper * speed) / (step.h + damper) - soft * impulse;
  out.softness = soft;
  out.residual = residual;
  out.low = atLower && !locked ? 0 : splat<T>(-INFINITE);
  out.high = atLower || locked ? splat<T>(INFINITE) : 0;
  const pushes = impulse != 0;
  out.active = locked || (atLower ? pushes || residual > 0 : pushes || residual < 0);
}

/**
 * What a drive goes for that is so far (or fast) from its target without it: whether its secondary target, whether it is in the band where
 * it does nothing, and the edge of that band.
 */
function chooseTarget<T>(row: RowLanes<T>, free: lane<T>): [mask<T>, mask<T>, lane<T>] {
  const band = row.deadZone;
  const inside = band > 0 && abs(free) <= band;
  const helps = row.secondary > 0 && (inside || row.helps > 0);
  return [helps, inside, inside || helps ? 0 : clamp(free, -band, band)];
}

/** What a row wants where its coordinate has a value, in the words of all solvers. */
export function wantRow<T>(role: u32, row: RowLanes<T>, out: Row<T>, value: lane<T>): void {
  const none = splat<T>(0);
  const any = splat<T>(INFINITE);
  switch (role) {
    case Role.Bound:
      hold(out, value, row.lower, row.upper, row.compliance, row.impulse);
      out.damping = row.compliance > 0 ? row.damping : 0;
      out.restitution = row.restitution;
      break;
    case Role.Drive:
      wantDrive(row, out, value);
      break;
    case Role.Friction:
      hold(out, value, value, value, none, row.impulse);
      out.stiffness = none;
      out.damping = any;
      out.low = -row.maxLoad;
      out.high = row.maxLoad;
      break;
    default:
      hold(out, value, value, value, none, row.impulse);
      out.stiffness = none;
      out.damping = row.damping;
      break;
  }
  const present = row.present > 0;
  out.low = present ? out.low : 0;
  out.high = present ? out.high : 0;
}

/** Notes whether a drive gives all it can, from the impulse of its row. */
export function noteLimit<T>(row: RowLanes<T>, from: Row<T>): void {
  const most = theSubstep().h * max(-from.low, from.high);
  row.saturated = most > 0 && abs(from.impulse) >= SATURATED * most ? 1 : 0;
}

function wantDrive<T>(row: RowLanes<T>, out: Row<T>, value: lane<T>): void {
  const servo = row.servo > 0;
  const rigid = row.rigid > 0;
  const [helps, inside, edge] = chooseTarget(row, servo ? value - row.target : out.speed - row.velocity);
  const target = helps ? row.secondaryTarget : servo ? row.target + edge : value;
  hold(out, value, target, target, splat<T>(0), row.impulse);
  const secant = row.stiffness + row.quadraticStiffness * abs(target - value);
  const most = helps ? row.secondaryMaxLoad : row.maxLoad;
  const idle = inside && !helps;
  const hard = rigid && !helps;
  out.velocity = helps ? 0 : servo ? row.velocity : row.velocity + edge;
  out.stiffness = helps ? row.secondaryStiffness : servo ? (rigid ? splat<T>(INFINITE) : secant) : 0;
  out.damping = helps ? row.secondaryDamping : hard ? (servo ? 0 : splat<T>(INFINITE)) : row.damping;
  out.low = idle || edge < 0 ? 0 : -most;
  out.high = idle || edge > 0 ? 0 : most;
}

function prepareDrive<T>(row: RowLanes<T>, out: BlockRow<T>, value: lane<T>, speed: lane<T>, w: lane<T>, reach: lane<T>, step: Substep): void {
  const impulse = row.impulse;
  const servo = row.servo > 0;
  const rigid = row.rigid > 0;
  // Where the coordinate would be without the drive, from its target.
  const free = servo ? value - step.h * w * impulse - row.target : speed - w * impulse - row.velocity;
  const band = row.deadZone;
  const [helps, inside, edge] = chooseTarget(row, free);
  const stiffness = helps ? row.secondaryStiffness : row.stiffness;
  const quadratic = helps ? 0 : row.quadraticStiffness;
  const damping = helps ? row.secondaryDamping : row.damping;
  const velocity = helps ? 0 : row.velocity;
  const error = (helps ? row.secondaryTarget : row.target + edge) - value;
  const springs = servo && (helps || !rigid);

  // p = h (k e + q |e| e + d (v - u)), linear in the speed at the end of the substep: e at its start and u in the middle of its kick, or both at its end.
  const early = error + step.h * (speed - velocity);
  const stiffest = stiffness + 2 * quadratic * max(abs(early), abs(error));
  const implicit: lane<T> = step.centered ? unresolved(step.h * step.h * stiffest * w * row.crowd) : splat<T>(1);
  const late = lateness<T>(row, damping, w, step);
  const pace = felt<T>(row, late, value, speed, step);
  const stretch: lane<T> = step.centered ? early + implicit * (error - early) : error;
  const secant = stiffness + quadratic * abs(stretch);
  const tangent = secant + quadratic * abs(stretch);
  const inverse = step.h * (step.h * tangent * max(implicit, splat<T>(LEAST_IMPLICIT)) + damping * late);
  const springSoftness = inverse > 0 ? 1 / max(inverse, splat<T>(TINY)) : splat<T>(INFINITE);
  const slip = velocity - pace;
  const springResidual = springSoftness * (step.h * (secant * stretch + damping * slip) - impulse);

  const least = splat<T>(RIGID_DRIVE) * w;
  const damper = step.h * damping;
  const hard = rigid ? least : 1 / max(damper * late, splat<T>(TINY));
  const start = value - step.h * speed;
  const way = clamp(row.target + edge, start - reach, start + reach) - value;
  // What a substep of a speed motor leaves undone, because neighbouring joints interfere, is made up for in the next.
  const remembers = !servo && rigid && band == 0;
  const ahead = start + step.h * velocity;
  const slack = row.saturated > 0 ? 0 : abs(step.h * velocity);
  row.target = remembers ? clamp(row.target, ahead - slack, ahead + slack) : row.target;
  const behind = (servo ? way : row.target - value) / step.h;
  const resists = hard * (damper * (velocity + edge - pace) - impulse);
  const holds = (servo || remembers ? behind : velocity + edge - speed) - hard * impulse;
  const hardResidual = rigid || mask(!step.centered) ? holds : resists;
  const most = step.h * (helps ? row.secondaryMaxLoad : row.maxLoad);
  const idle = inside && !helps;
  out.softness = springs ? springSoftness : hard;
  out.residual = springs ? springResidual : hardResidual;
  // Outside its band a drive only pushes towards it.
  out.low = idle || edge < 0 ? 0 : -most;
  out.high = idle || edge > 0 ? 0 : most;
  out.active = mask(true);
}

/** Takes a part of the last impulse to start from, and returns it. */
export function warmRow<T>(role: u32, row: RowLanes<T>, out: BlockRow<T>, w: lane<T>): lane<T> {
  const caution: lane<T> = role == Role.Bound ? splat<T>(1) : splat<T>(CAUTION);
  const impulse = row.present > 0 ? clamp(row.impulse * softness(w, caution * out.softness), out.low, out.high) : 0;
  row.impulse = impulse;
  row.total += impulse;
  return impulse;
}

/** Books the work of a drive in the last substep, now that the coordinate is `here`, and moves its target. */
export function startRow<T>(row: RowLanes<T>, here: lane<T>, step: Substep): void {
  if (!step.begins) row.before = (here - row.start) * step.inverseH;
  row.work += row.impulse * step.inverseH * (here - row.start);
  row.start = here;
  row.target += step.h * row.velocity;
}

/** Notes whether a drive gives all it can. */
export function noteDrive<T>(row: RowLanes<T>, out: BlockRow<T>): void {
  const most = max(-out.low, out.high);
  row.saturated = most > 0 && abs(row.impulse) >= SATURATED * most ? 1 : 0;
}

/** The velocity pass: a limit just met throws the coordinate back, what is locked keeps its speed, all else has no part. */
export function prepareBounce<T>(role: u32, row: RowLanes<T>, out: BlockRow<T>, speed: lane<T>, step: Substep): void {
  const approach = row.approach;
  const present = row.present > 0;
  const locked = present && row.lower == row.upper && mask(role == Role.Bound);
  const meets = present && row.restitution > 0 && approach * row.impulse < 0 && abs(approach) >= LEAST_BOUNCE;
  const takesPart = locked || meets;
  out.softness = locked ? row.compliance / (step.h * step.h) : 0;
  out.residual = meets ? -row.restitution * approach - speed : 0;
  out.active = takesPart;
  out.high = takesPart ? splat<T>(INFINITE) : 0;
  out.low = -out.high;
  out.impulse = splat<T>(0);
  out.change = splat<T>(0);
}
