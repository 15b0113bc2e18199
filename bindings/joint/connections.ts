import type { Joint } from './joint.ts';

const NONE: readonly Joint[] = [];

/** Which joints are at each body; those at the world are not listed. */
export class Connections {
  /** By slots of bodies, in any order. */
  private joints: (Joint[] | undefined)[] = [];

  /** `bodies` are slots of bodies, each once. */
  add(joint: Joint, bodies: readonly number[]): void {
    for (let k = 0; k < bodies.length; k++) {
      const body = bodies[k];
      if (body === 0) continue;
      const known = this.joints[body];
      if (known) known.push(joint);
      else this.joints[body] = [joint];
    }
  }

  remove(joint: Joint, bodies: readonly number[]): void {
    for (const body of bodies) {
      const known = this.joints[body];
      const place = known ? known.indexOf(joint) : -1;
      if (place < 0) continue;
      const last = known!.pop()!;
      if (last !== joint) known![place] = last;
      if (known!.length === 0) this.joints[body] = undefined;
    }
  }

  /** Whether a joint is at a body. */
  has(body: number, joint: Joint): boolean {
    return this.around(body).includes(joint);
  }

  /** Those at a body, in any order. */
  around(body: number): readonly Joint[] {
    return this.joints[body] ?? NONE;
  }

  /** In order of their slots, which unlike the order of addition a snapshot keeps. */
  of(body: number): Joint[] {
    return [...this.around(body)].sort((a, b) => a.index - b.index);
  }

  clear(): void {
    this.joints = [];
  }
}
