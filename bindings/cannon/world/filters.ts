// Groups and masks of bodies and of shapes, as groups of the engine.
import type { Body } from '../body/body.ts';
import type { Shape } from '../shape/shape.ts';
import { unsupported } from '../unsupported.ts';

interface Filter {
  bodyGroup: number;
  bodyMask: number;
  shapeGroup: number;
  shapeMask: number;
}

/** The engine has so many groups. */
const MOST = 32;

const isDefault = ({ collisionFilterGroup, collisionFilterMask }: Shape): boolean =>
  collisionFilterGroup === 1 && collisionFilterMask === -1;

export const filterOf = (body: Body, shape: Shape): Filter => ({
  bodyGroup: body.collisionFilterGroup,
  bodyMask: body.collisionFilterMask,
  shapeGroup: shape.collisionFilterGroup,
  shapeMask: shape.collisionFilterMask,
});

export const meets = (a: Filter, b: Filter): boolean =>
  (a.bodyGroup & b.bodyMask) !== 0 &&
  (b.bodyGroup & a.bodyMask) !== 0 &&
  (a.shapeGroup & b.shapeMask) !== 0 &&
  (b.shapeGroup & a.shapeMask) !== 0;

const isSame = (a: Filter, b: Filter): boolean =>
  a.bodyGroup === b.bodyGroup && a.bodyMask === b.bodyMask && a.shapeGroup === b.shapeGroup && a.shapeMask === b.shapeMask;

/**
 * As long as no shape has a filter of its own, the engine's groups are the bodies'. From then on each combination of the four numbers is a group
 * of the engine, whose mask says which others it meets.
 */
export class Filters {
  /** Grows when the groups of all bodies have to be handed over again. */
  revision = 0;
  private own = false;
  /** By number; null for numbers that are free. */
  private readonly kinds: (Filter | null)[] = [];

  constructor(private readonly bodies: () => Iterable<Body>) {}

  /** Whether shapes have filters of their own. */
  get ofShapes(): boolean {
    return this.own;
  }

  /** Notes a body's filters; to be called for all before groups are asked for. */
  note(body: Body): void {
    if (!this.own && body.shapes.some((shape) => !isDefault(shape))) {
      this.own = true;
      this.revision += 1;
    }
    if (this.own) for (const shape of body.shapes) this.kindOf(body, shape);
  }

  groups(body: Body, shape: Shape): { group: number; mask: number } {
    if (!this.own) return { group: body.collisionFilterGroup >>> 0, mask: body.collisionFilterMask >>> 0 };
    const kind = this.kindOf(body, shape);
    const own = filterOf(body, shape);
    const mask = this.kinds.reduce((bits, other, index) => (other && meets(own, other) ? bits | (1 << index) : bits), 0);
    return { group: (1 << kind) >>> 0, mask: mask >>> 0 };
  }

  private kindOf(body: Body, shape: Shape): number {
    const filter = filterOf(body, shape);
    const known = this.kinds.findIndex((kind) => kind && isSame(kind, filter));
    if (known >= 0) return known;
    if (this.kinds.length === MOST && !this.kinds.includes(null)) this.collect();
    const free = this.kinds.indexOf(null);
    if (free < 0 && this.kinds.length === MOST)
      unsupported(`More than ${MOST} combinations of filters of bodies and of shapes`, 'use the filters of bodies alone, or fewer of them');
    this.revision += 1;
    if (free < 0) return this.kinds.push(filter) - 1;
    this.kinds[free] = filter;
    return free;
  }

  /** Frees the numbers of filters that no body has any more. */
  private collect(): void {
    const used = [...this.bodies()].flatMap((body) => body.shapes.map((shape) => filterOf(body, shape)));
    for (const [index, kind] of this.kinds.entries()) if (kind && !used.some((filter) => isSame(filter, kind))) this.kinds[index] = null;
  }
}
