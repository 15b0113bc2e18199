// All that is drawn of a scene besides its bodies, once it is known where the ground is.
import { Group, Mesh } from 'three';
import type { Poses } from '../../bindings/three/index.ts';
import type { Part } from '../dress/dress.ts';
import { bone } from '../dress/geometry.ts';
import { dressOf } from '../dress/index.ts';
import type { SceneLooks } from '../engine/types.ts';
import { shadesGround } from '../studio/contact-shadows.ts';
import { FRAME, STEEL, STONE } from '../studio/palette.ts';
import type { SurfaceMaterial } from '../studio/surface-material.ts';
import type { Materials } from '../view/materials.ts';
import { Belt } from './belt.ts';
import { createGantry } from './gantry.ts';
import { jointProps, type SizeOf } from './joint-props.ts';
import { type Prop, Stretched } from './placed.ts';
import { createBoard, createPosts } from './stand.ts';

export class Furniture {
  readonly group = new Group();
  private readonly props: readonly Prop[];
  private readonly frames: SurfaceMaterial[];

  /** @param radius of the scene, m; `ground` is the height of the ground */
  constructor(looks: SceneLooks, materials: Materials, sizeOf: SizeOf, radius: number, ground: number) {
    const { belt, board, fixed, gantry, joints = true, posts, spans } = dressOf(looks.scene);
    const frame = materials.painted('paint', FRAME);
    const stone = materials.painted('stone', STONE);
    const steel = materials.painted('steel', STEEL);
    this.frames = [frame, stone, steel];
    const ofJoints = joints ? jointProps(looks, radius, sizeOf, (substance) => materials.surface(substance, 'instances')) : [];
    const belts = looks.bodies.flatMap((look) =>
      belt && look.surfaceVelocity ? [new Belt(look, look.surfaceVelocity, belt, materials.surface('rubber', 'instances'))] : [],
    );
    const rods = spans?.(looks) ?? [];
    this.props = [
      ...ofJoints,
      ...belts,
      ...(rods.length > 0 ? [new Stretched(bone(), materials.surface('ceramic', 'instances'), rods)] : []),
    ];
    for (const { mesh } of this.props) this.group.add(mesh);
    const held = [
      gantry && createGantry(looks, gantry, ground, frame),
      board && createBoard(looks, board, ground, { board: stone, pin: steel }),
      posts && createPosts(looks, posts, ground, stone),
    ];
    for (const holder of held) if (holder) this.group.add(holder);
    for (const part of fixed?.(looks, ground) ?? []) this.add(part, materials);
  }

  private add({ make, substance, color }: Part, materials: Materials): void {
    const material = materials.painted(substance, color);
    const mesh = new Mesh(make(), material);
    mesh.castShadow = mesh.receiveShadow = true;
    shadesGround(mesh);
    this.frames.push(material);
    this.group.add(mesh);
  }

  /** `time` is the simulated time, s. */
  update(poses: Poses, time: number): void {
    for (const prop of this.props) prop.update(poses, time);
  }

  dispose(): void {
    this.group.removeFromParent();
    this.group.traverse((object) => (object as Mesh).geometry?.dispose());
    for (const { mesh } of this.props) mesh.dispose();
    for (const material of this.frames) material.dispose();
  }
}
