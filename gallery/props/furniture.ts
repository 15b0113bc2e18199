// All that is drawn of a scene besides its bodies, once it is known where the ground is.
import { Group, type Mesh } from 'three';
import type { Poses } from '../../bindings/three/index.ts';
import { dressOf } from '../dress/index.ts';
import type { SceneLooks } from '../engine/types.ts';
import { FRAME } from '../studio/palette.ts';
import type { SurfaceMaterial } from '../studio/surface-material.ts';
import type { Materials } from '../view/materials.ts';
import { createGantry } from './gantry.ts';
import { jointProps, type SizeOf } from './joint-props.ts';
import type { Prop } from './placed.ts';

export class Furniture {
  readonly group = new Group();
  private readonly props: readonly Prop[];
  private readonly frameMaterial: SurfaceMaterial;

  /** @param radius of the scene, m; `ground` is the height of the ground */
  constructor(looks: SceneLooks, materials: Materials, sizeOf: SizeOf, radius: number, ground: number) {
    const { gantry, joints = true } = dressOf(looks.scene);
    this.frameMaterial = materials.painted('paint', FRAME);
    this.props = joints ? jointProps(looks, radius, sizeOf, (substance) => materials.surface(substance, 'instances')) : [];
    for (const { mesh } of this.props) this.group.add(mesh);
    const frame = gantry && createGantry(looks, gantry, ground, this.frameMaterial);
    if (frame) this.group.add(frame);
  }

  update(poses: Poses): void {
    for (const prop of this.props) prop.update(poses);
  }

  dispose(): void {
    this.group.removeFromParent();
    this.group.traverse((object) => (object as Mesh).geometry?.dispose());
    for (const { mesh } of this.props) mesh.dispose();
    this.frameMaterial.dispose();
  }
}
