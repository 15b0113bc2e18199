import type { Joint } from './joints/joint.ts';

/** Which joints are at each body; those at the world are not listed. */
export class Connections {
  private joints = new Map<number, Set<Joint>>();

  add(joint: Joint): void {
    for (const body of [joint.a, joint.b]) {
      if (!body) continue;
      const known = this.joints.get(body.index);
      if (known) known.add(joint);
      else this.joints.set(body.index, new Set([joint]));
    }
  }

  remove(joint: Joint): void {
    for (const body of [joint.a, joint.b]) {
      const known = body ? this.joints.get(body.index) : undefined;
      if (body && known?.delete(joint) && known.size === 0) this.joints.delete(body.index);
    }
  }

  /** In order of their slots, which unlike the order of addition a snapshot keeps. */
  of(body: number): Joint[] {
    return [...(this.joints.get(body) ?? [])].sort((a, b) => a.index - b.index);
  }

  rebuild(joints: Iterable<Joint>): void {
    this.joints = new Map();
    for (const joint of joints) this.add(joint);
  }
}
