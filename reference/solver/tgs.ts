// Temporal Gauss-Seidel, as PhysX has it: each sweep is a small step of h / N, in which bodies move and errors are followed along the rows.
// A sweep takes 1/√N of an error away (SPECIFICATION.md, section 3.3). Forces act in each of them.
import type { Body } from '../body/body.ts';
import type { Quat } from '../math/rotation.ts';
import type { Scene } from './formulation.ts';
import { RowFormulation } from './row/formulation.ts';
import type { Line } from './row/line.ts';
import { inMomocity } from './row/momocity.ts';
import { type Sweep, solveLine, wantedAt } from './row/sweep.ts';
import type { Substep } from './substep.ts';

export class Tgs extends RowFormulation {
  protected override solve(scene: Scene, substep: Substep, iterations: number): void {
    const { bodies, clock, contacts, profile } = scene;
    const { baumgarte, momocity, velocityIterations } = this.options;
    const { duration: h } = substep;
    const start = clock();
    scene.particles();
    const part = substep.part(iterations);
    const owned = this.gather(scene, h);
    const lines = owned.flatMap((one) => one.lines);
    // Targets that move are where they are at the end of each small step.
    for (const line of lines) line.value += (iterations - 1) * part.duration * targetSpeed(line);
    const starts = new Map(bodies.map((body) => [body, body.orientation.copy]));
    const share = baumgarte / Math.sqrt(iterations);
    const sweep: Sweep = { h: part.duration, share, fastest: contacts?.depenetrationSpeed ?? 0 };
    // Impulses of rigid rows run on, and may be as large as their loads make them by then; springs have one for each small step, and what has
    // bounced another from there on.
    const sweepOnce = (how: Sweep, span: number) => () => {
      const want = wantedAt(how);
      for (const line of lines) solveLine(line, line.isRigid ? span : part.duration, want);
    };
    const solve = (act: () => void) => (momocity ? inMomocity(bodies, lines, act) : act());
    const prepared = clock();
    for (let k = 0; k < iterations; k++) {
      for (const body of bodies) body.startSubstep(part);
      if (k > 0) turnLevers(lines, starts);
      for (const line of lines) {
        const begins = !line.isRigid || line.rebound !== null;
        line.meet(part.duration, contacts?.bounceSpeed ?? 0);
        if (!begins) continue;
        line.before += line.impulse;
        line.impulse = 0;
      }
      solve(() => {
        if (k === 0) this.warm(lines);
        sweepOnce(sweep, (k + 1) * part.duration)();
      });
      // Of the last small step the velocity that is kept is still to be found.
      if (k < iterations - 1) for (const line of lines) line.value += part.duration * (line.speed - targetSpeed(line));
      for (const body of bodies) body.finishSubstep(part);
    }
    for (const line of lines) line.weigh();
    if (velocityIterations > 0)
      this.afterwards(bodies, () => {
        for (let k = 0; k < velocityIterations; k++) solve(sweepOnce({ ...sweep, share: null }, h));
      });
    for (const line of lines) line.impulse += line.before;
    this.book(owned, h);
    profile.prepare += prepared - start;
    profile.solve += clock() - prepared;
  }
}

const targetSpeed = ({ isPositional, isRigid, row }: Line): number =>
  isRigid && isPositional && row.lower === row.upper ? row.velocity : 0;

/** Levers turn with their bodies; directions and inertias stay. */
function turnLevers(lines: readonly Line[], starts: ReadonlyMap<Body, Quat>): void {
  for (const line of lines) {
    for (const { arm, body, force, spin, torque } of line.levers) {
      const turn = body.orientation.times((starts.get(body) as Quat).conjugate);
      torque.assign(spin.plus(turn.rotate(arm).cross(force)));
    }
    line.weigh();
  }
}
