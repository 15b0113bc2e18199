// Where the links of a tree are, and what they weigh about their pivots.
import type { Quat, Vec3 } from '../../core/arguments.ts';
import { add, conjugate, dot, length, multiply, rotate, scale, subtract } from '../../core/geometry.ts';
import { unwrap } from '../../core/trigonometry.ts';
import { IDENTITY, normalizedQuat, rotationAbout, rotationBy, rotationVector, twistAbout } from '../rotations.ts';
import type { Link } from './links.ts';
import { type Symmetric, turnedTensor } from './matrices.ts';

/** rad: so near a link stands at a bound. */
const AT_BOUND = 1e-6;

export class SkeletonState {
  /** Rotation of each link against the one it hangs on, in the axes of the rest. */
  readonly locals: Quat[];
  /** Rotation of each link since the rest, and where its pivot is. */
  readonly turns: Quat[];
  readonly pivots: Vec3[];

  constructor(readonly links: readonly Link[]) {
    this.locals = links.map(() => IDENTITY);
    this.turns = links.map(() => IDENTITY);
    this.pivots = links.map(({ pivot }) => pivot);
  }

  /** To be called when the rotations of links have changed. */
  place(): void {
    const { links, locals, pivots, turns } = this;
    links.forEach(({ parent, pivot }, k) => {
      if (parent < 0) {
        turns[k] = locals[k];
        return;
      }
      turns[k] = multiply(turns[parent], locals[k]);
      pivots[k] = add(pivots[parent], rotate(turns[parent], subtract(pivot, links[parent].pivot)));
    });
  }

  /** Where a point of a link at rest is now. */
  point(link: number, rest: Vec3): Vec3 {
    return add(this.pivots[link], rotate(this.turns[link], subtract(rest, this.links[link].pivot)));
  }

  /** Where a point that a link has now would be at rest. */
  restOf(link: number, point: Vec3): Vec3 {
    return add(this.links[link].pivot, rotate(conjugate(this.turns[link]), subtract(point, this.pivots[link])));
  }

  /** The axis of a hinge, world. */
  hingeAxis(link: number): Vec3 | null {
    const { hinge, parent } = this.links[link];
    if (!hinge) return null;
    return parent < 0 ? hinge.axis : rotate(this.turns[parent], hinge.axis);
  }

  /** Turns a link by a rotation vector in world axes, against the one it hangs on, as far as its range allows. */
  turn(link: number, by: Vec3): void {
    const { hinge } = this.links[link];
    if (hinge) {
      const angle = this.angle(link) + dot(by, this.hingeAxis(link)!);
      this.locals[link] = rotationAbout(hinge.axis, Math.min(Math.max(angle, hinge.lower), hinge.upper));
      return;
    }
    this.locals[link] = this.turned(link, by);
    this.clampCone(link);
  }

  /** Angle of a hinge, rad from rest. */
  angle(link: number): number {
    const { hinge } = this.links[link];
    if (!hinge) return 0;
    const angle = twistAbout(hinge.axis, this.locals[link]);
    const middle = (hinge.lower + hinge.upper) / 2;
    return Number.isFinite(middle) ? unwrap(angle, middle) : angle;
  }

  /** The inertia about each pivot of all that hangs on it, world axes: the tensors M of Waterson's eq 151. */
  inertias(): Symmetric[] {
    const { links, turns } = this;
    const masses = links.map(({ mass }) => mass);
    const centers = links.map(({ center }, k) => this.point(k, center));
    const tensors: number[][] = links.map(({ inertia }, k) => [...turnedTensor(turns[k], inertia)]);
    for (let k = links.length - 1; k >= 0; k--) {
      const { parent } = links[k];
      if (parent < 0) continue;
      const mass = masses[parent] + masses[k];
      const center = scale(add(scale(centers[parent], masses[parent]), scale(centers[k], masses[k])), 1 / mass);
      const sum = [parent, k].map((j) => atArm(tensors[j], masses[j], subtract(centers[j], center)));
      tensors[parent] = sum[0].map((value, index) => value + sum[1][index]);
      masses[parent] = mass;
      centers[parent] = center;
    }
    return links.map((_, k) => atArm(tensors[k], masses[k], subtract(centers[k], this.pivots[k])));
  }

  /** Whether a link stands at a bound of its range, and would go beyond it. */
  passes(link: number, by: Vec3): boolean {
    const { cone, hinge } = this.links[link];
    if (hinge) {
      const way = dot(by, this.hingeAxis(link)!);
      const angle = this.angle(link);
      return (angle >= hinge.upper - AT_BOUND && way > 0) || (angle <= hinge.lower + AT_BOUND && way < 0);
    }
    if (!cone) return false;
    const before = this.swingAndTwist(link, this.locals[link]);
    const after = this.swingAndTwist(link, this.turned(link, by));
    const [swing, twist] = [before, after].map((at) => [length(at.swing), Math.abs(at.twist)]);
    const swings = swing[0] >= cone.swing - AT_BOUND && twist[0] > swing[0];
    return swings || (swing[1] >= cone.twist - AT_BOUND && twist[1] > swing[1]);
  }

  /** The rotation of a link that is turned by a vector in world axes. */
  private turned(link: number, by: Vec3): Quat {
    const { parent } = this.links[link];
    const vector = parent < 0 ? by : rotate(conjugate(this.turns[parent]), by);
    return normalizedQuat(multiply(rotationBy(vector), this.locals[link]));
  }

  private swingAndTwist(link: number, local: Quat): { swing: Vec3; twist: number } {
    const { axis } = this.links[link].cone!;
    const twist = twistAbout(axis, local);
    return { swing: rotationVector(multiply(local, conjugate(rotationAbout(axis, twist)))), twist };
  }

  private clampCone(link: number): void {
    const { cone } = this.links[link];
    if (!cone) return;
    const { swing, twist } = this.swingAndTwist(link, this.locals[link]);
    const size = length(swing);
    if (size <= cone.swing && Math.abs(twist) <= cone.twist) return;
    const back = size > cone.swing ? scale(swing, cone.swing / size) : swing;
    this.locals[link] = multiply(rotationBy(back), rotationAbout(cone.axis, Math.min(Math.max(twist, -cone.twist), cone.twist)));
  }
}

/** A tensor about a point at this arm from the centre of mass. */
function atArm(tensor: readonly number[], mass: number, d: Vec3): number[] {
  const square = dot(d, d);
  return [
    tensor[0] + mass * (square - d[0] * d[0]),
    tensor[1] + mass * (square - d[1] * d[1]),
    tensor[2] + mass * (square - d[2] * d[2]),
    tensor[3] - mass * d[0] * d[1],
    tensor[4] - mass * d[0] * d[2],
    tensor[5] - mass * d[1] * d[2],
  ];
}
