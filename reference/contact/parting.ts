// How fast the points of a manifold part while it is solved. All push along the same normal, so that three speeds say it: that along the normal where friction
// acts, and how fast the bodies tilt against each other about the two directions of friction; and six inverse masses, as they were when the rows were prepared,
// what an impulse at a point changes of these. The bodies get the sum of the impulses at the end.
import { Vec3 } from '../math/vector.ts';
import { ArticulatedPair } from './articulated-pair.ts';
import type { Contact, ContactPoint } from './contact.ts';

export interface Parting {
  /** v_n */
  speedOf(point: ContactPoint): number;
  push(point: ContactPoint, impulse: number): void;
  /** Gives the bodies what was pushed. */
  settle(): void;
}

export function partingOf(contact: Contact): Parting {
  return contact.pair instanceof ArticulatedPair ? new ArticulatedParting(contact) : new PlainParting(contact);
}

/** Where joints that are solved directly hold a body: from point to point. */
class ArticulatedParting implements Parting {
  constructor(private readonly contact: Contact) {}

  speedOf(point: ContactPoint): number {
    return this.contact.normalSpeed(point);
  }

  push(point: ContactPoint, impulse: number): void {
    this.contact.push(point, impulse);
  }

  settle(): void {}
}

class PlainParting implements Parting {
  private along: number;
  private tiltT: number;
  private tiltU: number;
  private pushed = 0;
  private turned = Vec3.zero();

  constructor(private readonly contact: Contact) {
    const { a, b, normal, centerA, centerB, rows } = contact;
    const spin = b.angularVelocity.minus(a.angularVelocity);
    this.along = normal.dot(contact.relativeVelocity(centerA, centerB));
    this.tiltT = rows.first.dot(spin);
    this.tiltU = rows.second.dot(spin);
  }

  /** What a unit impulse turns the bodies by about where friction acts: about the two directions. */
  private leversOf({ armA }: ContactPoint): [number, number] {
    const { centerA, rows } = this.contact;
    const away = armA.minus(centerA);
    return [rows.second.dot(away), -rows.first.dot(away)];
  }

  speedOf(point: ContactPoint): number {
    const [x, y] = this.leversOf(point);
    return this.along + x * this.tiltT + y * this.tiltU;
  }

  push(point: ContactPoint, impulse: number): void {
    const { first, second, along, alongT, alongU, tiltTT, tiltTU, tiltUU } = this.contact.rows;
    const [x, y] = this.leversOf(point);
    this.along += impulse * (along + x * alongT + y * alongU);
    this.tiltT += impulse * (alongT + x * tiltTT + y * tiltTU);
    this.tiltU += impulse * (alongU + x * tiltTU + y * tiltUU);
    this.pushed += impulse;
    this.turned = this.turned.plusTimes(first, impulse * x).plusTimes(second, impulse * y);
  }

  settle(): void {
    const { pair, normal, centerA, centerB } = this.contact;
    pair.apply(normal.times(this.pushed), centerA, centerB);
    pair.applyAngular(this.turned);
  }
}
