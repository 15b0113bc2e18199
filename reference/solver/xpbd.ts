// The substep of Müller et al. 2020, Algorithm 2: free motion, one projection of every joint and contact on velocities in order, motion,
// relaxation of contacts, joint damping. `sweep` has other orders: there and back with over-relaxation (SSOR), and all from where they are (Jacobi);
// without the velocity pass, velocities are those of plain PBD, Δx / h (sections 3.3.1 and 3.6). Joints of an island that is solved directly come together (direct/).
import { OVERFLOW_COLOR, Sweep, WorldRecord } from '../../bindings/core/layout.ts';
import type { Body } from '../body/body.ts';
import type { Contacts } from '../contact/contacts.ts';
import type { Joint } from '../joint/joint.ts';
import { DirectIsland } from './direct/island.ts';
import { directIslands, islandsOf } from './direct/plan.ts';
import type { Formulation, Scene } from './formulation.ts';
import { sweepAtOnce } from './jacobi.ts';
import type { Substep } from './substep.ts';

export class Xpbd implements Formulation {
  /** Joints that are solved one at a time, and the islands of the others. */
  private swept: readonly Joint[] = [];
  private islands: readonly DirectIsland[] = [];
  private warmed: readonly Joint[] = [];
  private damped: readonly Joint[] = [];
  private hasVelocityPass = true;

  /** Which joints are solved with all of their island. */
  begin({ contacts, joints, memory }: Scene, substep: Substep): void {
    this.hasVelocityPass = memory.u32[(memory.world + WorldRecord.velocityPass) >>> 2] !== 0;
    this.islands = directIslands(memory, joints).map((island) => new DirectIsland(island));
    const direct = new Set(this.islands.flatMap((island) => island.joints));
    for (const joint of joints) joint.pair.isDirect = direct.has(joint);
    this.swept = joints.filter((joint) => !direct.has(joint));
    substep.symmetric = substep.sweep === Sweep.GaussSeidel && this.swept.some((joint) => joint.color >= 2);
    contacts?.articulate(memory, this.islands);
    if (contacts?.anyEntangled) contacts.entangle(islandsOf(joints).map(({ bodies }) => bodies));
    if (substep.sweep === Sweep.GaussSeidel) contacts?.findLoaded();
    this.warmed = substep.scalar ? [] : this.swept.filter((joint) => joint.isSoft);
    this.damped = joints.filter((joint) => joint.isDamped);
  }

  substep({ bodies, clock, contacts, joints, particles, profile }: Scene, substep: Substep, iterations: number): void {
    const { islands, warmed } = this;
    const start = clock();
    for (let k = 0; k < bodies.length; k++) bodies[k].startSubstep(substep);
    for (let k = 0; k < joints.length; k++) joints[k].locate();
    for (let k = 0; k < islands.length; k++) islands[k].startSubstep(substep);
    if (islands.length > 0) for (let k = 0; k < bodies.length; k++) bodies[k].takeExpected(substep);
    particles();
    const free = clock();
    if (this.hasVelocityPass)
      contacts?.meet(
        substep,
        islands.filter(({ touches }) => touches),
      );
    for (let k = 0; k < warmed.length; k++) warmed[k].warm(substep);
    if (bodies.some((body) => body.answerChanged)) contacts?.prepareAnew();
    contacts?.warm();
    const prepared = clock();
    for (let iteration = 0; iteration < iterations; iteration++) {
      substep.firstIteration = iteration === 0;
      this.sweep(contacts, substep);
      for (let k = 0; k < islands.length; k++) islands[k].solve(substep);
      contacts?.solveArticulated((both) => islands.filter((island) => island.touches && island.rebound(substep, both)).length > 0);
      for (let k = 0; k < islands.length; k++) islands[k].finish();
      for (let k = 0; k < islands.length; k++) islands[k].refine(substep);
    }
    const solved = clock();
    for (let k = 0; k < bodies.length; k++) bodies[k].finishSubstep(substep);
    substep.rest -= substep.duration;
    const moved = clock();
    this.correctVelocities(bodies, contacts, substep);
    profile.bodies += free - start + moved - solved;
    profile.prepare += prepared - free;
    profile.solve += solved - prepared;
    profile.velocities += clock() - moved;
  }

  private sweep(contacts: Contacts | null, substep: Substep): void {
    const { swept } = this;
    if (substep.sweep === Sweep.Jacobi) {
      const joints = swept.map((joint) => ({ bodies: joint.bodies, solve: () => joint.solve(substep) }));
      sweepAtOnce([...joints, ...(contacts?.constraints ?? [])]);
      return;
    }
    for (let k = 0; k < swept.length; k++) swept[k].solve(substep);
    if (substep.symmetric && swept.length > 0) this.sweepBack(substep);
    contacts?.solve();
    if (substep.sweep !== Sweep.Symmetric) return;
    contacts?.solveBack();
    substep.firstIteration = false;
    for (let k = swept.length - 1; k >= 0; k--) swept[k].solve(substep);
  }

  /** The sweep in reverse. The last colour has just been solved, unless its joints share bodies. */
  private sweepBack(substep: Substep): void {
    const { swept } = this;
    const begins = substep.firstIteration;
    substep.firstIteration = false;
    const last = swept[swept.length - 1].color;
    for (let k = swept.length - 1; k >= 0; k--) {
      if (swept[k].color !== last || last === OVERFLOW_COLOR) swept[k].solve(substep);
    }
    substep.firstIteration = begins;
  }

  finish({ memory: { u32, world } }: Scene): void {
    u32[(world + WorldRecord.directFailures) >>> 2] = this.islands.reduce((sum, { failures }) => sum + failures, 0);
  }

  /** The velocity pass: contacts, then joints. */
  private correctVelocities(bodies: readonly Body[], contacts: Contacts | null, substep: Substep): void {
    const { damped } = this;
    if (!this.hasVelocityPass) {
      contacts?.book();
      return;
    }
    const stopping = this.islands.filter((island) => island.stops);
    if (stopping.length > 0) {
      for (let k = 0; k < bodies.length; k++) bodies[k].startDamping();
      for (const island of stopping) island.stop(substep);
      for (let k = 0; k < bodies.length; k++) bodies[k].finishDamping();
    }
    if (damped.length === 0 && !contacts?.any) return;
    for (let k = 0; k < bodies.length; k++) bodies[k].startDamping();
    if (substep.sweep === Sweep.Jacobi) contacts?.relaxAtOnce();
    else
      contacts?.relax(
        this.islands.some(({ renewed }) => renewed),
        () => this.islands.filter((island) => island.touches && island.giveBack()).length > 0,
      );
    for (let k = 0; k < damped.length; k++) {
      damped[k].locate();
      damped[k].damp(substep);
    }
    for (let k = 0; k < bodies.length; k++) bodies[k].finishDamping();
  }
}
