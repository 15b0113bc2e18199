import type { Joint } from './joint.ts';

/** Which joints are at each body; those at the world are not listed. */
export class Connections {
  private joints = new Map<number, Set<Joint>>();

  /** `bodies` are slots of bodies. */
  add(joint: Joint, bodies: readonly number[]): void {
    for (const body of bodies) {
      if (body === 0) continue;
      const known = this.joints.get(body);
      if (known) known.add(joint);
      else this.joints.set(body, new Set([joint]));
    }
  }

  remove(joint: Joint, bodies: readonly number[]): void {
    for (const body of bodies) {
      const known = this.joints.get(body);
      if (known?.delete(joint) && known.size === 0) this.joints.delete(body);
    }
  }

  /** Whether a joint is at a body. */
  has(body: number, joint: Joint): boolean {
    return this.joints.get(body)?.has(joint) ?? false;
  }

  /** Those at a body, in any order. */
  around(body: number): Iterable<Joint> {
    return this.joints.get(body) ?? [];
  }

  /** In order of their slots, which unlike the order of addition a snapshot keeps. */
  of(body: number): Joint[] {
    return [...(this.joints.get(body) ?? [])].sort((a, b) => a.index - b.index);
  }

  clear(): void {
    this.joints = new Map();
  }
}
