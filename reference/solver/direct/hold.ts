// Before an impact the velocities of an island are those with which its joints hold where its bodies are. At the start of a substep they are not: they
// are those that have taken the bodies here along the chords of their ways. An impulse that runs through the joints would have work to do against the
// difference.
import type { Body } from '../../body/body.ts';
import { Vec3 } from '../../math/vector.ts';
import type { Node } from './node.ts';
import type { DirectRow } from './row.ts';
import type { Solved } from './system.ts';

const isLock = ({ isRigid, part }: DirectRow): boolean => isRigid && (part === 'point' || part === 'turn');

/** What the bodies of an island have besides their velocities while impacts are solved. */
export class Holds {
  isStruck = false;
  private held: { body: Body; velocity: Vec3; angularVelocity: Vec3 }[] = [];

  /** The bodies of a factored island change their velocities so that what is locked stays. That loads no row. */
  start({ active, ends, factor }: Solved, nodes: Map<Body, Node>): void {
    this.isStruck = false;
    const impulses = Float64Array.from(active, (row) => (isLock(row) ? -row.speed : 0));
    factor.solve(impulses);
    const held = new Map([...nodes.keys()].map((body) => [body, { body, velocity: Vec3.zero(), angularVelocity: Vec3.zero() }]));
    ends.forEach((sides, index) => {
      for (const { body, force, torque } of sides) {
        const node = nodes.get(body);
        const sum = held.get(body);
        if (!node || !sum) continue;
        sum.velocity.assign(sum.velocity.plus(force.scaledBy(body.inverseMass).times(impulses[index])));
        sum.angularVelocity.assign(sum.angularVelocity.plus(node.inverseInertia.times(torque).times(impulses[index])));
      }
    });
    this.held = [...held.values()];
    for (const { body, velocity, angularVelocity } of this.held) nodes.get(body)?.begin(velocity, angularVelocity);
    this.add(1);
  }

  /** What nothing has met goes on as it did. */
  finish(): void {
    if (!this.isStruck) this.add(-1);
    this.held = [];
  }

  private add(factor: number): void {
    for (const { angularVelocity, body, velocity } of this.held) {
      body.velocity.assign(body.velocity.plusTimes(velocity, factor));
      body.angularVelocity.assign(body.angularVelocity.plusTimes(angularVelocity, factor));
    }
  }
}
