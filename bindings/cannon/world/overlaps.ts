// Overlaps that the engine does not look for: of bodies none of which is dynamic, and of shapes that both only feel.
import type { Body as NativeBody, World as NativeWorld } from '../../index.ts';
import { BODY_TYPES } from '../body/body-types.ts';
import { AABB } from '../math/aabb.ts';
import type { Quaternion } from '../math/quaternion.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { BodyLink } from './body-link.ts';
import { type ContactLog, type End, isDynamic } from './contact-log.ts';
import { filterOf, meets } from './filters.ts';

interface OverlapHost {
  readonly native: NativeWorld;
  readonly log: ContactLog;
  readonly links: readonly BodyLink[];
  linkOf(native: NativeBody): BodyLink | null;
}

type Visit = (a: End, b: End) => void;

const senses = ({ body, shape }: End): boolean => body.isTrigger || !body.collisionResponse || !shape.collisionResponse;
const isStatic = ({ body }: End): boolean => body.type === BODY_TYPES.STATIC;

export class Overlaps {
  /** A body that the engine does not pair with all others has come, gone or changed. */
  stirred = false;
  private found = new Map<string, [End, End]>();
  /** Where bodies were when they were last looked at. */
  private readonly poses = new WeakMap<BodyLink, Float64Array>();

  constructor(private readonly host: OverlapHost) {}

  /** Adds what has begun and ended to the log; after a step. */
  update(): void {
    const { links, log } = this.host;
    const moved = new Set<BodyLink>();
    for (let k = 0; k < links.length; k++) if (links[k].searches && (this.hasMoved(links[k]) || this.stirred)) moved.add(links[k]);
    if (moved.size === 0 && !this.stirred) return;
    const before = this.found;
    this.found = new Map();
    const bodies = new Set([...moved].map(({ body }) => body));
    if (!this.stirred) for (const [key, pair] of before) if (!pair.some(({ body }) => bodies.has(body))) this.found.set(key, pair);
    this.stirred = false;
    for (const link of moved)
      this.find(link, (a, b) => {
        if (senses(a) === senses(b) && (senses(a) || !(isDynamic(a) || isDynamic(b)))) this.found.set(keyOf(a, b), [a, b]);
      });
    for (const [key, [a, b]] of before) if (!this.found.has(key)) log.end(a, b);
    for (const [a, b] of this.found.values()) log.begin(a, b, 'overlap');
  }

  /** Visits all that a body's convex shapes overlap, unless both are static. */
  find({ body, natives, parts, shapes: [children] }: BodyLink, visit: Visit): void {
    const { host } = this;
    for (const [index, part] of parts.entries()) {
      const a = { body, shape: children[index] };
      const place = placeOf(a);
      const options = { position: place.position.toArray(), orientation: place.quaternion.toArray(), sensors: true, exclude: natives[0] };
      for (const native of host.native.overlap(part, options)) {
        const link = host.linkOf(native);
        if (!link || link.body === body) continue;
        const others = link.shapes[link.natives.indexOf(native)];
        for (const shape of others) {
          const b = { body: link.body, shape };
          if (isStatic(a) && isStatic(b)) continue;
          if (!meets(filterOf(a.body, a.shape), filterOf(b.body, b.shape))) continue;
          // Of several shapes the engine does not say which.
          if (others.length === 1 || boxOf(a).overlaps(boxOf(b))) visit(a, b);
        }
      }
    }
  }

  private hasMoved(link: BodyLink): boolean {
    const { position: p, quaternion: q } = link.body;
    const pose = this.poses.get(link);
    if (
      pose &&
      pose[0] === p.x &&
      pose[1] === p.y &&
      pose[2] === p.z &&
      pose[3] === q.x &&
      pose[4] === q.y &&
      pose[5] === q.z &&
      pose[6] === q.w
    )
      return false;
    this.poses.set(link, Float64Array.of(p.x, p.y, p.z, q.x, q.y, q.z, q.w));
    return true;
  }
}

const keyOf = (a: End, b: End): string => {
  const [p, q] = a.body.id < b.body.id ? [a, b] : [b, a];
  return `${p.body.id} ${p.shape.id} ${q.body.id} ${q.shape.id}`;
};

function placeOf({ body, shape }: End): { position: Vec3; quaternion: Quaternion } {
  const index = body.shapes.indexOf(shape);
  return {
    position: body.quaternion.vmult(body.shapeOffsets[index]).vadd(body.position),
    quaternion: body.quaternion.mult(body.shapeOrientations[index]),
  };
}

function boxOf(end: End): AABB {
  const box = new AABB();
  const { position, quaternion } = placeOf(end);
  end.shape.calculateWorldAABB(position, quaternion, box.lowerBound, box.upperBound);
  return box;
}
