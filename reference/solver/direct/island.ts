// The joints of an island through a substep, all rows at once: one Newton iteration a sweep, on velocities, with geometric stiffness in part
// (stiffness.ts), bounds by pivoting (system.ts), and loops made soft enough that rows that depend on others share their load.
import { Gyroscopic } from '../../../bindings/core/layout.ts';
import type { Body } from '../../body/body.ts';
import type { Joint } from '../../joint/joint.ts';
import { clamp } from '../../math/scalar.ts';
import { Vec3 } from '../../math/vector.ts';
import type { Substep } from '../substep.ts';
import { hasOutgrown, isBent, openingOf } from './bent.ts';
import { energyBefore, stopGain } from './energy.ts';
import { isHeld, shareOf } from './expected.ts';
import { Factor } from './factor.ts';
import { giveBack } from './give-back.ts';
import { Holds } from './hold.ts';
import { easeLoops } from './loops.ts';
import { restoreMomentum } from './momentum.ts';
import { Node } from './node.ts';
import type { JointIsland } from './plan.ts';
import { recovers, SLACK, stopRecovery } from './recovery.ts';
import type { DirectRow } from './row.ts';
import { type Parts, stiffen } from './stiffness.ts';
import { sweepRows } from './sweep.ts';
import { exchangeRows, factorRows, pushThrough, type Solved, solveBounded, solveRows } from './system.ts';

/** So often it solves again with the stiffness of a force that has outgrown the one before. */
const RENEWALS = 2;
/** Iterations beyond the first, where joints are left open. */
const REFINEMENTS = 5;
/** What the first iteration with the gradient of the end may leave, of what was open before: where bodies swing over, it is the next one that closes them. */
const WORSE = 2;
/** rad: a body is turned by its joints no farther in a substep: so far the gradient at its start says nothing any more. */
const FARTHEST = 1.5;

export class DirectIsland {
  private readonly nodes: Map<Body, Node>;
  private readonly mass: number;
  private parts: { joint: Joint; parts: Parts }[] = [];
  private rows: DirectRow[] = [];
  private brakes: DirectRow[] = [];
  /** Bodies of it have contacts that feel its joints. */
  touches = false;
  /** How many solves of this step came to nothing. */
  failures = 0;
  /** Some joints cannot be met. */
  private isStrained = false;
  private hasFailed = false;
  /** By how much they were open before the last solve, m or rad; infinite in a first iteration. */
  private open = Number.POSITIVE_INFINITY;
  /** Its kinetic energy when the substep began, where it bends. */
  private energy: number | null = null;
  /** Factored anew since contacts were solved. */
  renewed = false;
  readonly impact = new Holds();
  private solved: Solved = { active: [], ends: [], softness: [], factor: new Factor([], () => 0), isComplementary: true };

  constructor(private readonly island: JointIsland) {
    this.nodes = new Map(island.bodies.map((body) => [body, new Node(body)]));
    this.mass = island.bodies.reduce((sum, { mass }) => sum + mass, 0);
  }

  get joints(): readonly Joint[] {
    return this.island.joints;
  }

  /** Rows and gradients where the substep starts; the joints are located. */
  startSubstep(substep: Substep): void {
    this.parts = this.island.joints.map((joint) => ({ joint, parts: joint.parts(substep) }));
    this.rows = this.parts.flatMap(({ parts }) => parts.rows);
    this.energy = null;
    if (substep.isCentered && substep.gyroscopic === Gyroscopic.Implicit && this.isExpected) this.expect(substep);
  }

  /**
   * Without loops, and without limits and ropes to meet: whatever meets an end has given the others loads that do not go on. Nor with hinges held at an angle,
   * by a load that is none of those that are expected.
   */
  private get isExpected(): boolean {
    const { bodies, joints, loops } = this.island;
    return (
      loops === 0 &&
      bodies[0].isCentered &&
      !joints.some(({ holdsAngle, isDrivenToEnds, isNearEnd }) => isNearEnd || isDrivenToEnds || holdsAngle)
    );
  }

  /**
   * Starts from what locked rows did in the last substep: what is left for the solve is small, and so is the error of one iteration of Newton's method,
   * which has one sign and would be gained or lost in each substep. Not for bodies that turn far or whose loads would swing them
   * far, nor in loops, where rows share their load.
   */
  private expect({ duration: h }: Substep): void {
    // The same part of all: different parts of loads that balance each other do not, and would throw bodies about.
    const share = Math.min(...this.parts.map(({ joint, parts }) => shareOf(joint, parts, h)));
    for (const { parts } of this.parts) {
      for (const row of parts.rows) {
        row.change = isHeld(row) ? share * row.last : 0;
        row.impulse = row.change;
      }
    }
    for (const { ends, change } of this.rows)
      for (const { body, force, torque } of ends) if (body.isDynamic) body.expect(force.times(change), torque.times(change));
    for (const { joint } of this.parts) joint.take();
  }

  /** Whether a body is of it. */
  has(body: Body): boolean {
    return this.nodes.has(body);
  }

  /** A body's part of the mass of the island. */
  shareOf(body: Body): number {
    return body.mass / this.mass;
  }

  /** Takes up what contacts pushed a body by in the last substep, when it is solved next: alone the body would fly away. */
  warm(body: Body, force: Vec3, torque: Vec3): void {
    this.nodes.get(body)?.pushByContact(force, torque);
  }

  /** Pushes a body while all joints hold: all bodies of the island move at once. */
  push(body: Body, force: Vec3, torque: Vec3): void {
    this.impact.isStruck = true;
    this.nodes.get(body)?.notePush(force, torque);
    this.changes(body, force, torque, (to, velocity, angularVelocity) => {
      to.velocity.assign(to.velocity.plus(velocity));
      to.angularVelocity.assign(to.angularVelocity.plus(angularVelocity));
      this.nodes.get(to)?.add(velocity, angularVelocity);
    }).forEach((change, index) => {
      this.solved.active[index].pushed += change;
    });
  }

  /** Before impacts of its bodies: how it answers as the substep begins. */
  prepareImpacts(substep: Substep): void {
    const { bodies, closing, loops } = this.island;
    substep.firstIteration = true;
    this.want(substep);
    for (const node of this.nodes.values()) node.reset(true);
    this.brakes = this.parts.flatMap(({ parts }) => stiffen(parts, substep.duration, this.nodes, ({ last }) => last));
    if (loops > 0) easeLoops(this.parts, bodies, closing, substep);
    for (const row of this.rows) row.restart();
    this.startImpacts();
  }

  private startImpacts(): void {
    for (const row of this.rows) {
      row.pushed = 0;
      if (row.active) row.change = 0;
    }
    this.solved = factorRows(
      [...this.rows, ...this.brakes].filter((row) => row.active),
      this.nodes,
    );
    this.impact.start(this.solved, this.nodes);
  }

  /**
   * Once impacts have been tried out, whose pushes are undone: rows with bounds that they would ask for more than these may give leave the block, and those that they would lead
   * past come back. Whether some did.
   */
  yieldToImpacts(): boolean {
    for (const row of this.rows) row.change += row.pushed;
    const yields = exchangeRows([...this.rows, ...this.brakes], this.nodes);
    for (const node of this.nodes.values()) node.move(-1);
    this.startImpacts();
    return yields;
  }

  /** What an impulse on one body does to others. */
  response(body: Body, force: Vec3, torque: Vec3): (to: Body) => { velocity: Vec3; angularVelocity: Vec3 } {
    const found = new Map([...this.nodes.keys()].map((key) => [key, { velocity: Vec3.zero(), angularVelocity: Vec3.zero() }]));
    this.changes(body, force, torque, (to, velocity, angularVelocity) => {
      const sum = found.get(to);
      sum?.velocity.assign(sum.velocity.plus(velocity));
      sum?.angularVelocity.assign(sum.angularVelocity.plus(angularVelocity));
    });
    return (to) => found.get(to) ?? { velocity: Vec3.ZERO, angularVelocity: Vec3.ZERO };
  }

  private changes(body: Body, force: Vec3, torque: Vec3, move: (to: Body, velocity: Vec3, angularVelocity: Vec3) => void): Float64Array {
    const node = this.nodes.get(body);
    if (!node) return new Float64Array();
    move(body, force.scaledBy(body.inverseMass), node.inverseInertia.times(torque));
    return pushThrough(this.solved, node, force, torque, (end, impulse) => {
      const other = this.nodes.get(end.body);
      if (other)
        move(end.body, end.force.scaledBy(end.body.inverseMass).times(impulse), other.inverseInertia.times(end.torque).times(impulse));
    });
  }

  /** One iteration, without what follows when contacts have been solved too. */
  solve(substep: Substep): void {
    for (const node of this.nodes.values()) node.forgetPushes();
    this.want(substep);
    this.open = substep.firstIteration ? Number.POSITIVE_INFINITY : openingOf(this.parts, this.rows, substep.duration);
    this.solveStiff(substep);
    this.limitTurns(substep);
    this.hasFailed = !this.isFinite;
    this.renewed = false;
    if (this.hasFailed) this.sweep();
    this.move();
  }

  /** Takes as much of the solution as turns no body too far. */
  private limitTurns({ duration: h }: Substep): void {
    const nodes = [...this.nodes.values()];
    const turn = h * Math.max(...nodes.map(({ angularVelocity }) => angularVelocity.length));
    if (!(turn > FARTHEST && Number.isFinite(turn))) return;
    const part = FARTHEST / turn;
    for (const { angularVelocity, velocity } of nodes) {
      velocity.assign(velocity.times(part));
      angularVelocity.assign(angularVelocity.times(part));
    }
    for (const row of this.rows) row.change *= part;
  }

  /** Where contacts have pushed rows past their bounds, or off them: solves again, with what contacts have done so far. Whether it has. */
  rebound(substep: Substep, both: boolean): boolean {
    if (this.hasFailed) return false;
    for (const row of this.rows) {
      row.change += row.pushed;
      row.pushed = 0;
    }
    const before = [...this.nodes.values()].map(({ angularVelocity, velocity }) => ({
      velocity: velocity.times(1),
      angularVelocity: angularVelocity.times(1),
    }));
    const solved = solveBounded([...this.rows, ...this.brakes], this.nodes, both);
    if (!solved) return false;
    this.solved = solved;
    if (!solved.isComplementary) this.failures++;
    this.renewed = true;
    this.keepMomentum();
    this.limitTurns(substep);
    let k = 0;
    for (const { angularVelocity, body, velocity } of this.nodes.values()) {
      body.velocity.assign(body.velocity.plus(velocity).minus(before[k].velocity));
      body.angularVelocity.assign(body.angularVelocity.plus(angularVelocity).minus(before[k++].angularVelocity));
    }
    return true;
  }

  /** After the bodies have moved: see give-back.ts. */
  giveBack(): boolean {
    const solved = giveBack(this.solved, this.nodes);
    if (!solved) return false;
    this.solved = solved;
    for (const node of this.nodes.values()) node.move(1);
    return true;
  }

  /** The loads of joints, with what contacts have added. */
  finish(): void {
    for (const node of this.nodes.values()) {
      node.forgetContacts();
      node.leave();
    }
    for (const row of this.rows) {
      row.change += row.pushed;
      row.pushed = 0;
      row.impulse = clamp(row.impulse + row.change, row.low, row.high);
    }
    for (const { joint } of this.parts) joint.take();
  }

  /**
   * More iterations, where bodies change their turning so much that one leaves joints open. What makes it worse is undone; so is a later iteration of the substep
   * that does, but not with what contacts have done in between. Where the gradient of the start leads away, or hardly on, that of the end takes its place.
   */
  refine(substep: Substep): void {
    if (this.hasFailed) return;
    const { firstIteration } = substep;
    substep.firstIteration = false;
    let before = this.touches ? Number.POSITIVE_INFINITY : this.open;
    const bends = isBent(this.parts, this.nodes, substep.duration);
    if (bends && firstIteration && !this.touches) this.energy = energyBefore(this.island, this.nodes);
    let isCurrent = false;
    let isTried = false;
    for (let k = 0; bends || before < Number.POSITIVE_INFINITY; k++) {
      substep.isRefined = isCurrent;
      this.want(substep);
      const opening = openingOf(this.parts, this.rows, substep.duration);
      if (opening <= SLACK) break;
      const tries: boolean = isCurrent && !isTried && before < Number.POSITIVE_INFINITY;
      const isWorse = opening >= (tries ? WORSE : 1) * before;
      isTried ||= tries;
      if (isWorse) this.takeBack();
      if (!bends || k >= REFINEMENTS || (isWorse && isCurrent)) break;
      isCurrent ||= opening > 0.5 * before;
      before = isWorse ? Number.POSITIVE_INFINITY : opening;
      if (isWorse) continue;
      this.renewed = true;
      this.solveStiff(substep);
      this.limitTurns(substep);
      if (!this.isFinite) {
        this.forgetFactor();
        break;
      }
      this.move();
      this.finish();
    }
    substep.isRefined = false;
    substep.firstIteration = firstIteration;
  }

  /**
   * Once the bodies have moved: what limits have brought back stays, and joints that hold have given no energy. Not the former in loops: what contradicts
   * itself there is never back, and has no such speed.
   */
  stop({ duration: h }: Substep): void {
    if (this.island.loops === 0) this.stopRecovery(h);
    if (this.energy !== null) stopGain(this.island, this.rows, this.energy, h);
  }

  private stopRecovery(h: number): void {
    for (const row of this.rows) row.change = 0;
    if (stopRecovery(this.solved, this.nodes, h)) for (const { joint } of this.parts) joint.take();
  }

  /** Whether some limit may have brought back what was past it, or joints may have given it energy. */
  get stops(): boolean {
    return this.energy !== null || this.solved.active.some(recovers);
  }

  private get isFinite(): boolean {
    return [...this.nodes.values()].every(({ angularVelocity, velocity }) => angularVelocity.isFinite && velocity.isFinite);
  }

  /** Without a factor the bodies answer contacts alone. */
  private sweep(): void {
    this.failures++;
    sweepRows(this.rows, this.nodes);
    this.forgetFactor();
  }

  private forgetFactor(): void {
    this.solved = { active: [], ends: [], softness: [], factor: new Factor([], () => 0), isComplementary: true };
  }

  private want(substep: Substep): void {
    for (const { joint } of this.parts) joint.want(substep);
    for (const row of this.rows) row.choose(substep.firstIteration);
  }

  /** Gives the bodies what has been found. */
  private move(): void {
    for (const node of this.nodes.values()) node.move(1);
    for (const row of this.rows) row.pushed = 0;
  }

  /** With the stiffness of the last substep's load, or of this one's where that has outgrown it: a slack string that pulls taut. */
  private solveStiff(substep: Substep): void {
    const { duration: h } = substep;
    let impulse = (row: DirectRow) => (substep.firstIteration ? row.last : row.impulse);
    for (let renewal = 0; ; renewal++) {
      for (const node of this.nodes.values()) node.reset(substep.firstIteration);
      const brakes = this.parts.flatMap(({ parts }) => stiffen(parts, h, this.nodes, impulse));
      this.solveRows(brakes, substep, renewal === 0);
      if (renewal === RENEWALS || !hasOutgrown(this.parts, h, impulse)) break;
      const found = new Map(this.rows.map((row) => [row, row.impulse + row.change]));
      impulse = (row) => found.get(row) ?? 0;
    }
    if (!this.solved.isComplementary) this.failures++;
  }

  /** `anew`: rows have just been written. */
  private solveRows(brakes: DirectRow[], substep: Substep, anew: boolean): void {
    const { bodies, closing, loops } = this.island;
    if (anew && loops > 0) this.isStrained = easeLoops(this.parts, bodies, closing, substep);
    this.brakes = brakes;
    this.solved = solveRows([...this.rows, ...brakes], this.nodes);
    this.keepMomentum();
  }

  private keepMomentum(): void {
    const nodes = [...this.nodes.values()];
    const isStiff = this.brakes.length > 0 || nodes.some(({ stiffness }) => stiffness.trace > 0);
    if (this.island.free && (isStiff || this.isStrained)) restoreMomentum(nodes);
  }

  /** Undoes the last solve. */
  private takeBack(): void {
    for (const node of this.nodes.values()) {
      node.velocity.assign(node.velocity.times(-1));
      node.angularVelocity.assign(node.angularVelocity.times(-1));
    }
    for (const row of this.rows) row.change = -row.change;
    this.move();
    this.finish();
  }
}
