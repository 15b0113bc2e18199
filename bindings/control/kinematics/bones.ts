// Inverse kinematics of bones of three.js.
import { options, type Quat, type Vec3, type Vec3Like, vector } from '../../core/arguments.ts';
import { HolonomicError } from '../../core/errors.ts';
import { conjugate, multiply } from '../../core/geometry.ts';
import { readEntries, SOME } from '../../core/lists.ts';
import { type BoneLike, type BonePlace, placeOfBone } from '../figure/bones.ts';
import { normalizedQuat } from '../rotations.ts';
import type { IkLinkOptions } from './links.ts';
import { type IkResult, readGoals } from './solve.ts';
import { type IkOptions, IkTree } from './tree.ts';

/** Hinges, their limits, and masses of single bones. Directions are those of the world when the `BoneIk` is made. */
export type BoneIkLink = Omit<IkLinkOptions, 'parent' | 'pivot'>;

export interface BoneIkOptions extends IkOptions {
  /** By name of the bone. */
  links?: Readonly<Record<string, BoneIkLink>>;
}

/** Target for the origin of a bone. */
export interface BoneGoal {
  bone: BoneLike;
  target: Vec3Like;
}

/** Turns bones so that others reach their targets. A goal may be any descendant of the bones that turn. */
export class BoneIk {
  private readonly tree: IkTree;
  private readonly rests: readonly BonePlace[];
  private readonly bones: readonly BoneLike[];

  /** @param given the bones that turn, each after its ancestors */
  constructor(given: readonly BoneLike[], wanted: BoneIkOptions = {}) {
    const { links = {}, ...others } = wanted;
    const needs = () => 'BoneIk needs a list of at least one bone.';
    const bones = readEntries(given, 'The list of bones', SOME, needs, (bone) => {
      if (typeof (bone as BoneLike | null | undefined)?.updateWorldMatrix !== 'function')
        throw new HolonomicError('invalid-argument', needs());
      return bone as BoneLike;
    });
    this.bones = bones;
    for (const bone of bones) bone.updateWorldMatrix(true, true);
    this.rests = bones.map(placeOfBone);
    const read = bones.map((bone, k): IkLinkOptions => {
      const child = bones.find((other, at) => at > k && isAbove(bone, other));
      const end = child ? this.rests[bones.indexOf(child)].position : (links[bone.name]?.end ?? beyond(this.rests, k));
      return { parent: this.parentOf(k), pivot: this.rests[k].position, end, ...links[bone.name] };
    });
    this.tree = new IkTree(read, others);
  }

  /** Turns the bones, starting from the last solution. Throws `invalid-argument`. */
  solve(goals: readonly BoneGoal[]): IkResult {
    const read = readGoals(goals, (goal, k) => {
      const { bone, target } = options<BoneGoal>(goal, `Goal ${k}`, ['bone', 'target']);
      const link = this.linkAbove(bone);
      if (link < 0)
        throw new HolonomicError('invalid-argument', `The bone '${bone?.name}' of goal ${k} hangs on none of the bones that turn.`);
      return { link, point: this.restOf(link, bone), target: vector(target, `target of goal ${k}`) };
    });
    const result = this.tree.solve(read);
    this.apply();
    return result;
  }

  private apply(): void {
    this.bones.forEach((bone, k) => {
      bone.parent?.updateWorldMatrix(true, false);
      const above: Quat = bone.parent ? placeOfBone(bone.parent).turn : [0, 0, 0, 1];
      const turn = multiply([...this.tree.rotation(k)] as Quat, this.rests[k].turn);
      bone.quaternion.set(...normalizedQuat(multiply(conjugate(above), turn)));
    });
    this.bones[0].updateWorldMatrix(true, true);
  }

  /** Where the origin of a bone would be, were the bones at rest. */
  private restOf(link: number, bone: BoneLike): Vec3 {
    const known = this.bones.indexOf(bone);
    if (known >= 0) return this.rests[known].position;
    bone.updateWorldMatrix(true, false);
    const { position } = placeOfBone(bone);
    return [...this.tree.restOf(link, position)];
  }

  private linkAbove(bone: BoneLike): number {
    for (let at = bone?.parent ?? null; at; at = at.parent) if (this.bones.includes(at)) return this.bones.indexOf(at);
    return -1;
  }

  private parentOf(link: number): number {
    return this.linkAbove(this.bones[link]);
  }
}

const isAbove = (bone: BoneLike, other: BoneLike): boolean => {
  for (let at = other.parent; at; at = at.parent) if (at === bone) return true;
  return false;
};

/** As far behind the last bone as that is behind the one before. */
function beyond(rests: readonly BonePlace[], k: number): Vec3 {
  const at = rests[k].position;
  const from = k > 0 ? rests[k - 1].position : ([at[0], at[1] - 1, at[2]] as Vec3);
  return at.map((x, axis) => 2 * x - from[axis]) as Vec3;
}
