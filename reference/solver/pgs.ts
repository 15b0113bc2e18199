// Velocity rows by projected Gauss-Seidel, as PhysX has them: sweeps with a bias α C / h move the bodies, further sweeps without it leave the
// velocity that they keep (SPECIFICATION.md, section 3.1).
import type { Scene } from './formulation.ts';
import { RowFormulation } from './row/formulation.ts';
import { inMomocity } from './row/momocity.ts';
import { type Sweep, solveLine, wantedAt } from './row/sweep.ts';
import type { Substep } from './substep.ts';

export class Pgs extends RowFormulation {
  protected override solve(scene: Scene, substep: Substep, iterations: number): void {
    const { bodies, clock, contacts, profile } = scene;
    const { baumgarte, momocity, velocityIterations } = this.options;
    const { duration: h } = substep;
    const start = clock();
    for (const body of bodies) body.startSubstep(substep);
    scene.particles();
    const free = clock();
    const owned = this.gather(scene, h);
    const lines = owned.flatMap((one) => one.lines);
    for (const line of lines) line.meet(h, contacts?.bounceSpeed ?? 0);
    const sweep: Sweep = { h, share: baumgarte, fastest: contacts?.depenetrationSpeed ?? 0 };
    const sweeps = (count: number, how: Sweep) => {
      const want = wantedAt(how);
      for (let k = 0; k < count; k++) for (const line of lines) solveLine(line, h, want);
    };
    const prepared = clock();
    const position = () => {
      this.warm(lines);
      sweeps(iterations, sweep);
    };
    if (momocity) inMomocity(bodies, lines, position);
    else position();
    const solved = clock();
    for (const body of bodies) body.finishSubstep(substep);
    if (velocityIterations > 0) {
      for (const line of lines) line.weigh();
      const velocity = () => sweeps(velocityIterations, { ...sweep, share: null });
      this.afterwards(bodies, () => (momocity ? inMomocity(bodies, lines, velocity) : velocity()));
    }
    this.book(owned, h);
    profile.bodies += free - start;
    profile.prepare += prepared - free;
    profile.solve += solved - prepared;
    profile.velocities += clock() - solved;
  }
}
