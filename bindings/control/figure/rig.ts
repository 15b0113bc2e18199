// A figure after a skeleton of three.js, and the skeleton after the figure.
import { options, orDefault, positive, type Quat, type Vec3 } from '../../core/arguments.ts';
import { HolonomicError } from '../../core/errors.ts';
import { add, conjugate, length, multiply, rotate, scale, subtract } from '../../core/geometry.ts';
import { normalizedQuat } from '../rotations.ts';
import { type BoneLike, type BonePlace, placeOfBone, type SkeletonLike } from './bones.ts';
import type { FigureDescription, FigurePart } from './description.ts';

export interface SkeletonOptions {
  /**
   * Names of the bones that become parts, or a test of a bone; by default all bones that are longer than `shortest`. The first of them in
   * the skeleton is the root.
   */
  bones?: readonly string[] | ((bone: BoneLike) => boolean);
  /** Minimum length of a bone, m; 0.08 by default. Shorter bones, such as those of fingers, follow their parents. */
  shortest?: number;
  /** Radius of a capsule over its length; 0.2 by default. */
  thickness?: number;
  /** Overrides for single parts, by the names of their bones. */
  parts?: Readonly<Record<string, Partial<Omit<FigurePart, 'name' | 'parent'>>>>;
  /** Density, kg/m³; 1000 by default. */
  density?: number;
}

/** What `applyTo` needs to know of a figure. */
interface PosedFigure {
  turn(name: string): Quat;
  joint(name: string): Vec3;
}

interface RigBone {
  bone: BoneLike;
  isPart: boolean;
  /** How it was turned when the rig was made. */
  rest: BonePlace;
}

const OPTIONS: readonly (keyof SkeletonOptions)[] = ['bones', 'shortest', 'thickness', 'parts', 'density'];
/** rad: how far joints bend that nobody says more about. */
const SWING = 0.8;
const TWIST = 0.5;
/** Of its length, that a capsule leaves to its joints at either end. */
const MARGIN = 0.15;

/** A three.js skeleton with the figure that moves it. */
export class Rig {
  /** The description for `new Ragdoll(world, rig.description)`; its axes are those of the world when the rig was made. */
  readonly description: FigureDescription;
  private readonly bones: readonly RigBone[];

  constructor(skeleton: SkeletonLike, given: SkeletonOptions = {}) {
    const o = options<SkeletonOptions>(given, 'The options of fromSkeleton', OPTIONS);
    const bones = skeleton?.bones;
    if (!Array.isArray(bones) || bones.length === 0)
      throw new HolonomicError('invalid-argument', 'fromSkeleton needs a skeleton with bones, such as that of a SkinnedMesh.');
    const ordered = inOrder(bones);
    ordered[0].updateWorldMatrix(true, true);
    const rests = new Map(ordered.map((bone) => [bone, placeOfBone(bone)]));
    const ends = new Map(ordered.map((bone) => [bone, endOf(bone, ordered, rests)]));
    const chosen = choose(
      ordered,
      o.bones,
      (bone) => length(subtract(ends.get(bone)!, rests.get(bone)!.position)) >= positive(orDefault(o.shortest, 0.08), 'shortest'),
    );
    this.bones = ordered.map((bone) => ({ bone, isPart: chosen.has(bone), rest: rests.get(bone)! }));
    const thickness = positive(orDefault(o.thickness, 0.2), 'thickness');
    this.description = [...chosen].map((bone, index) => {
      const parent = index === 0 ? undefined : ancestorOf(bone, chosen);
      if (index > 0 && !parent)
        throw new HolonomicError(
          'invalid-argument',
          `The bone '${bone.name}' does not hang on '${[...chosen][0].name}', the first of the figure.`,
        );
      return partOf(bone.name, parent?.name, rests.get(bone)!.position, ends.get(bone)!, thickness, o);
    });
  }

  /** The current pose of the skeleton, for `drive`, to follow an animation of it. */
  pose(): Record<string, Quat> {
    this.bones[0].bone.updateWorldMatrix(true, true);
    const turns = new Map<BoneLike, Quat>();
    const pose: Record<string, Quat> = {};
    for (const { bone, isPart, rest } of this.bones) {
      if (!isPart) continue;
      const turn = multiply(placeOfBone(bone).turn, conjugate(rest.turn));
      turns.set(bone, turn);
      const parent = ancestorOf(bone, turns);
      if (parent) pose[bone.name] = normalizedQuat(multiply(conjugate(turns.get(parent)!), turn));
    }
    return pose;
  }

  /** The place of the skeleton, for `drive` and `place`: the motion of the first part since the rig was made. */
  place(): { position: Vec3; orientation: Quat } {
    const { bone, rest } = this.bones.find(({ isPart }) => isPart)!;
    bone.updateWorldMatrix(true, false);
    const now = placeOfBone(bone);
    const orientation = normalizedQuat(multiply(now.turn, conjugate(rest.turn)));
    return { position: subtract(now.position, rotate(orientation, rest.position)), orientation };
  }

  /** @internal Turns the bones as the parts of a figure are; the first goes where its part is. Bones without a part keep their turn against what they hang on. */
  follow(figure: PosedFigure): void {
    const first = this.bones.find(({ isPart }) => isPart)!.bone;
    const places = new Map<BoneLike, BonePlace>();
    for (const { bone, isPart, rest } of this.bones) {
      const above = this.placeAbove(bone, places);
      const { x, y, z, w } = bone.quaternion;
      const turn = isPart ? multiply(figure.turn(bone.name), rest.turn) : multiply(above.turn, [x, y, z, w]);
      if (isPart) {
        const local = normalizedQuat(multiply(conjugate(above.turn), turn));
        bone.quaternion.set(...local);
      }
      if (bone === first) {
        const local = scale(rotate(conjugate(above.turn), subtract(figure.joint(bone.name), above.position)), 1 / above.scale);
        bone.position.set(...local);
      }
      const { position } = bone;
      const way = scale([position.x, position.y, position.z], above.scale);
      places.set(bone, { position: add(above.position, rotate(above.turn, way)), turn, scale: rest.scale });
    }
    first.updateWorldMatrix(true, true);
  }

  private placeAbove(bone: BoneLike, places: ReadonlyMap<BoneLike, BonePlace>): BonePlace {
    if (!bone.parent) return { position: [0, 0, 0], turn: [0, 0, 0, 1], scale: 1 };
    const known = places.get(bone.parent);
    if (known) return known;
    bone.parent.updateWorldMatrix(true, false);
    return placeOfBone(bone.parent);
  }
}

/** Makes a figure from a three.js skeleton, which should stand in its rest pose, in metres. */
export const fromSkeleton = (skeleton: SkeletonLike, given: SkeletonOptions = {}): Rig => new Rig(skeleton, given);

/** Bones, each behind the one it hangs on. */
function inOrder(bones: readonly BoneLike[]): BoneLike[] {
  const depth = (bone: BoneLike): number => (bone.parent && bones.includes(bone.parent) ? 1 + depth(bone.parent) : 0);
  return bones
    .map((bone) => ({ bone, depth: depth(bone) }))
    .sort((p, q) => p.depth - q.depth)
    .map(({ bone }) => bone);
}

/** The mean of where the bones are that hang on one; of the last one half as far as the one before is long. */
function endOf(bone: BoneLike, bones: readonly BoneLike[], rests: ReadonlyMap<BoneLike, BonePlace>): Vec3 {
  const at = rests.get(bone)!.position;
  const children = bones.filter(({ parent }) => parent === bone).map((child) => rests.get(child)!.position);
  if (children.length > 0) return scale(children.reduce(add), 1 / children.length);
  const parent = bone.parent && rests.get(bone.parent);
  return parent ? add(at, scale(subtract(at, parent.position), 0.5)) : at;
}

function choose(bones: readonly BoneLike[], given: SkeletonOptions['bones'], otherwise: (bone: BoneLike) => boolean): Set<BoneLike> {
  const names = Array.isArray(given) ? (given as readonly string[]) : null;
  const test = names ? ({ name }: BoneLike) => names.includes(name) : typeof given === 'function' ? given : otherwise;
  const chosen = new Set(bones.filter(test));
  const missing = names?.find((name) => !bones.some((bone) => bone.name === name));
  if (missing !== undefined) throw new HolonomicError('invalid-argument', `The skeleton has no bone '${missing}'.`);
  if (chosen.size === 0)
    throw new HolonomicError('invalid-argument', 'No bone is long enough to become a part; choose some with bones, or reduce shortest.');
  return chosen;
}

/** The nearest of some bones that a bone hangs on. */
function ancestorOf(bone: BoneLike, among: { has(bone: BoneLike): boolean }): BoneLike | undefined {
  for (let at = bone.parent; at; at = at.parent) if (among.has(at)) return at;
  return undefined;
}

function partOf(
  name: string,
  parent: string | undefined,
  from: Vec3,
  to: Vec3,
  thickness: number,
  { density, parts }: SkeletonOptions,
): FigurePart {
  const way = subtract(to, from);
  const size = length(way);
  return {
    name,
    ...(parent !== undefined && { parent }),
    joint: from,
    from: add(from, scale(way, MARGIN)),
    to: add(from, scale(way, 1 - MARGIN)),
    radius: thickness * size,
    ...(density !== undefined && { density }),
    limits: { swing: SWING, twist: TWIST },
    ...parts?.[name],
  };
}
