import type { Vec3 } from '../core/arguments.ts';
import { fixProperties } from '../core/assignments.ts';
import { ShapeType } from '../core/layout.ts';
import { innerRounding, type RoundingOptions, size } from './arguments.ts';
import { coneProperties } from './mass-properties.ts';
import { type Profile, revolutionLines, revolutionProperties, revolutionTriangles } from './revolution.ts';
import { ConvexShape } from './shape.ts';
import type { Triangulation } from './triangle-list.ts';

/** The cone within a rounded one that all of its points are no farther from than the rounding. */
interface ConeCore {
  readonly radius: number;
  readonly base: number;
  readonly tip: number;
}

/**
 * A cone along the body's y axis: its base, of the given radius, is at -halfHeight, its tip at +halfHeight. Its centre of mass is at
 * -halfHeight / 2.
 *
 * A rounding keeps base and side in place, but removes material from the rim and the tip, which is then below +halfHeight. Throws
 * `invalid-argument` unless radius and half height are finite and above zero, and the rounding is at least zero and less than the radius of
 * the largest ball inside the cone.
 */
export class Cone extends ConvexShape {
  readonly type = 'cone';
  readonly radius: number;
  readonly halfHeight: number;
  readonly rounding: number;

  constructor(radius: number, halfHeight: number, options?: RoundingOptions) {
    size(radius, 'radius');
    size(halfHeight, 'halfHeight');
    const limit = inscribedRadius(radius, halfHeight);
    const rounding = innerRounding(options, 'Cone', limit, 'the radius of the largest ball inside the cone');
    super(rounding === 0 ? coneProperties(radius, halfHeight) : revolutionProperties(coneProfile(radius, halfHeight, rounding)));
    this.radius = radius;
    this.halfHeight = halfHeight;
    this.rounding = rounding;
    fixProperties(this);
  }

  override support([x, y, z]: Vec3): number {
    const { radius, base, tip } = this.inner();
    return Math.max(tip * y, base * y + radius * Math.sqrt(x * x + z * z)) + this.rounding;
  }

  override reachFrom([x, y, z]: Vec3): number {
    const { radius, base, tip } = this.inner();
    const distance = Math.sqrt(x * x + z * z);
    const square = (across: number, along: number) => across * across + along * along;
    return Math.sqrt(Math.max(square(distance, tip - y), square(distance + radius, base - y))) + this.rounding;
  }

  override breadth(): number {
    return inscribedRadius(this.radius, this.halfHeight);
  }

  override core() {
    const { radius, base, tip } = this.inner();
    return { type: ShapeType.Cone, size: [radius, (tip - base) / 2, (tip + base) / 2] as Vec3, radius: this.rounding };
  }

  override wireframe(): Float32Array {
    return revolutionLines(this.profile());
  }

  override triangulate(): Triangulation {
    return revolutionTriangles(this.profile());
  }

  private inner(): ConeCore {
    return coneCore(this.radius, this.halfHeight, this.rounding);
  }

  private profile(): Profile {
    return coneProfile(this.radius, this.halfHeight, this.rounding);
  }
}

/** Length of the side, from the rim to the tip. */
const slant = (radius: number, halfHeight: number) => Math.sqrt(radius * radius + 4 * halfHeight * halfHeight);

function inscribedRadius(radius: number, halfHeight: number): number {
  return (2 * halfHeight * radius) / (radius + slant(radius, halfHeight));
}

/** Moving base and side inwards by r shrinks the cone towards the middle of its inscribed ball: all by one factor. */
function coneCore(radius: number, halfHeight: number, rounding: number): ConeCore {
  const factor = 1 - rounding / inscribedRadius(radius, halfHeight);
  const base = rounding - halfHeight;
  return { radius: radius * factor, base, tip: base + 2 * halfHeight * factor };
}

function coneProfile(radius: number, halfHeight: number, rounding: number): Profile {
  if (rounding === 0) {
    const rim = [radius, -halfHeight] as const;
    return [
      { from: [0, -halfHeight], to: rim },
      { from: rim, to: [0, halfHeight] },
    ];
  }
  const core = coneCore(radius, halfHeight, rounding);
  const side = slant(radius, halfHeight);
  const normal = [(2 * halfHeight) / side, radius / side] as const;
  const [across, up] = [rounding * normal[0], rounding * normal[1]];
  return [
    { from: [0, -halfHeight], to: [core.radius, -halfHeight] },
    { center: [core.radius, core.base], radius: rounding, from: [0, -1], to: normal },
    { from: [core.radius + across, core.base + up], to: [across, core.tip + up] },
    { center: [0, core.tip], radius: rounding, from: normal, to: [0, 1] },
  ];
}
