// Numbers of materials in a world, and what each two of them make together.
import type { World } from '../../index.ts';
import type { ContactMaterial, Material } from '../material.ts';
import { unsupported, warnOnce } from '../unsupported.ts';

/** The materials of a body and of its shape. */
interface Surface {
  body: Material | null;
  shape: Material | null;
}

export interface ContactMaterials {
  defaultContactMaterial: ContactMaterial;
  getContactMaterial(m1: Material, m2: Material): ContactMaterial | undefined;
}

/** The engine knows so many. */
const MOST = 256;
/** N/m from which on contacts are rigid. */
const RIGID = 1e7;
const NUMBERS = 3;

/** So many before those that are not used any more are looked for, and then twice as many as are used. */
const FEW = 16;

const keyOf = (body: Material | null, shape: Material | null): string => `${body?.id ?? ''} ${shape?.id ?? ''}`;

export class MaterialTable {
  /** By number; null for numbers that are free. */
  private readonly surfaces: (Surface | null)[] = [];
  private readonly ids = new Map<string, number>();
  private readonly free: number[] = [];
  private room = FEW;
  /** What is set for each pair: friction, restitution, compliance. */
  private set = new Float64Array(0);

  /** `used`: numbers that bodies have. */
  constructor(private readonly used: () => Iterable<number>) {}

  /** The number of a surface; a new one for one that is not known. Throws `unsupported` where there are too many. */
  idOf(body: Material | null, shape: Material | null): number {
    const key = keyOf(body, shape);
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    if (this.ids.size >= this.room) this.collect();
    const id = this.free.pop() ?? this.surfaces.length;
    if (id === MOST) unsupported(`More than ${MOST} materials in a world`, 'let bodies share materials');
    this.surfaces[id] = { body, shape };
    this.ids.set(key, id);
    if (this.set.length < NUMBERS * pairs(id + 1)) {
      const before = this.set;
      this.set = new Float64Array(NUMBERS * pairs(id + 1)).fill(NaN);
      this.set.set(before);
    }
    return id;
  }

  /** Frees the numbers that nobody uses. */
  private collect(): void {
    const used = new Set(this.used()).add(0);
    for (const [id, surface] of this.surfaces.entries()) {
      if (!surface || used.has(id)) continue;
      this.ids.delete(keyOf(surface.body, surface.shape));
      this.surfaces[id] = null;
      this.free.push(id);
    }
    this.room = Math.min(Math.max(2 * this.ids.size, FEW), MOST);
  }

  /** Hands what has changed to the engine. */
  update(native: World, materials: ContactMaterials): void {
    for (let b = 0; b < this.surfaces.length; b++) for (let a = 0; a <= b; a++) this.updatePair(native, materials, a, b);
  }

  private updatePair(native: World, materials: ContactMaterials, a: number, b: number): void {
    const [one, other] = [this.surfaces[a], this.surfaces[b]];
    if (!one || !other) return;
    const contact =
      (one.shape && other.shape && materials.getContactMaterial(one.shape, other.shape)) ||
      (one.body && other.body && materials.getContactMaterial(one.body, other.body)) ||
      materials.defaultContactMaterial;
    const [p, q] = [one.shape ?? one.body, other.shape ?? other.body];
    const friction = p && q && p.friction >= 0 && q.friction >= 0 ? p.friction * q.friction : contact.friction;
    let restitution = p && q && p.restitution >= 0 && q.restitution >= 0 ? p.restitution * q.restitution : contact.restitution;
    if (restitution > 1) {
      warnOnce('restitution', 'a restitution above 1 is taken as 1.');
      restitution = 1;
    }
    const stiffness = contact.contactEquationStiffness;
    const compliance = stiffness < RIGID ? 1 / stiffness : 0;
    const { set } = this;
    const at = NUMBERS * (pairs(b) + a);
    if (set[at] === friction && set[at + 1] === restitution && set[at + 2] === compliance) return;
    native.setPairMaterial(a, b, { friction: Math.max(friction, 0), restitution: Math.max(restitution, 0), compliance });
    set[at] = friction;
    set[at + 1] = restitution;
    set[at + 2] = compliance;
  }
}

const pairs = (count: number): number => (count * (count + 1)) / 2;
