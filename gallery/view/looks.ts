// What the bodies of a world look like. Runs where the world is, so it knows nothing of how things are drawn.
import type { Body, Joint, Quat, Vec3, World } from '../../bindings/index.ts';
import { Box, Cone, Cylinder, type Shape, type Triangulation } from '../../bindings/shape/index.ts';
import type { SceneView } from '../../scenes/scene.ts';
import { jointLooksOf } from '../engine/joint-looks.ts';
import type { BodyLook, ParticleLook, SceneLooks, ShapeLook } from '../engine/types.ts';
import { inertiaBox } from './inertia-box.ts';
import { moved, smoothed, sphereSegments, unitSphere } from './triangles.ts';

const UNSCALED: Vec3 = [1, 1, 1];

/**
 * How to draw the bodies of a world now: every body that has a shape or a mass. All arrays are copies.
 *
 * A body without a shape, as all are where there is no collision, is drawn as the box that has its inertia.
 */
export function looksOf(
  world: World,
  view: SceneView = {},
  particles: ParticleLook[] = [],
  scene = '',
  hand: Joint | null = null,
): SceneLooks {
  const bodies = [...world.bodies];
  const table = new ShapeTable(sphereSegments(bodies.filter((body) => body.shape?.type === 'sphere').length));
  const looks: BodyLook[] = [];
  let slots = 1;
  for (const body of bodies) {
    slots = Math.max(slots, body.index + 1);
    const look = body.shape ? table.ofShape(body.shape as Shape) : table.ofInertia(body);
    if (!look) continue;
    const { surfaceVelocity } = body.material;
    looks.push({
      slot: body.index,
      kind: body.type,
      sensor: body.sensor,
      surfaceVelocity: isZero(surfaceVelocity) ? null : surfaceVelocity,
      form: body.shape?.type ?? 'inertia',
      ...look,
    });
  }
  return { bodies: looks, shapes: table.shapes, particles, joints: jointLooksOf(world, hand), slots, scene, view };
}

/** Transferables of the looks, for `postMessage`. */
export function buffersOf(looks: SceneLooks): ArrayBuffer[] {
  return looks.shapes.flatMap(({ positions, normals, indices }) =>
    [positions, normals, indices].map(({ buffer }) => buffer as ArrayBuffer),
  );
}

type ScaledShape = Pick<BodyLook, 'shape' | 'scale'>;

/** Triangles, each set of them once. */
class ShapeTable {
  readonly shapes: ShapeLook[] = [];
  private readonly known = new Map<unknown, number>();

  constructor(private readonly segments: number) {}

  ofShape(shape: Shape): ScaledShape {
    switch (shape.type) {
      case 'sphere':
        return { shape: this.find('sphere', () => unitSphere(this.segments)), scale: [shape.radius, shape.radius, shape.radius] };
      case 'box':
        if (shape.rounding > 0) return this.unscaled(`box ${shape.halfExtents} ${shape.rounding}`, shape);
        return this.box([...shape.halfExtents]);
      case 'cylinder':
        if (shape.rounding > 0) return this.unscaled(`cylinder ${shape.radius} ${shape.halfHeight} ${shape.rounding}`, shape);
        return {
          shape: this.find('cylinder', () => new Cylinder(1, 1).triangulate()),
          scale: [shape.radius, shape.halfHeight, shape.radius],
        };
      case 'cone':
        if (shape.rounding > 0) return this.unscaled(`cone ${shape.radius} ${shape.halfHeight} ${shape.rounding}`, shape);
        return { shape: this.find('cone', () => new Cone(1, 1).triangulate()), scale: [shape.radius, shape.halfHeight, shape.radius] };
      case 'capsule':
        return this.unscaled(`capsule ${shape.radius} ${shape.halfHeight}`, shape);
      default:
        return this.unscaled(shape, shape);
    }
  }

  /** Null for a body without a mass that could be shown. */
  ofInertia(body: Body): ScaledShape | null {
    if (body.type !== 'dynamic') return null;
    const { halfExtents, center, rotation } = inertiaBox(body);
    if (isZero(center) && isIdentity(rotation)) return this.box(halfExtents);
    const key = `box ${halfExtents} at ${center} ${rotation}`;
    return { shape: this.find(key, () => moved(new Box(halfExtents).triangulate(), center, rotation)), scale: UNSCALED };
  }

  private box(halfExtents: Vec3): ScaledShape {
    return { shape: this.find('box', () => new Box(UNSCALED).triangulate()), scale: halfExtents };
  }

  private unscaled(key: unknown, shape: Shape): ScaledShape {
    const triangulate = () => (shape.type === 'mesh' ? smoothed(shape.triangulate()) : shape.triangulate());
    return { shape: this.find(key, triangulate, shape.type === 'half-space'), scale: UNSCALED };
  }

  private find(key: unknown, triangulate: () => Triangulation, endless = false): number {
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const index = this.shapes.push({ endless, ...triangulate() }) - 1;
    this.known.set(key, index);
    return index;
  }
}

const isZero = (vector: Vec3) => vector.every((component) => Math.abs(component) < 1e-12);
const isIdentity = ([x, y, z]: Quat) => isZero([x, y, z]);
