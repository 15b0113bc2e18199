// Cleats that run along with a belt: where the surface of a body moves, one sees that it does.
import { Matrix4 } from 'three';
import type { Vec3 } from '../../bindings/index.ts';
import type { Poses } from '../../bindings/three/index.ts';
import type { BeltShape } from '../dress/dress.ts';
import { roundedBox } from '../dress/geometry.ts';
import type { BodyLook } from '../engine/types.ts';
import type { SurfaceMaterial } from '../studio/surface-material.ts';
import { Attached, type Prop } from './placed.ts';

export class Belt implements Prop {
  private readonly cleats: Attached;
  private readonly frames: readonly Matrix4[];

  constructor(
    { slot }: BodyLook,
    private readonly velocity: Vec3,
    private readonly shape: BeltShape,
    material: SurfaceMaterial,
  ) {
    const { from, to, halfWidth, height, gap, color } = shape;
    const count = Math.floor((to - from) / gap);
    this.frames = Array.from({ length: count }, () => new Matrix4());
    const geometry = roundedBox([0.05 * gap, 0.004, halfWidth]).translate(0, height, 0);
    this.cleats = new Attached(
      geometry,
      material,
      this.frames.map((frame) => ({ slot, frame, color })),
    );
    this.cleats.mesh.castShadow = false;
  }

  get mesh() {
    return this.cleats.mesh;
  }

  update(poses: Poses, time: number): void {
    const { from, gap } = this.shape;
    const length = gap * this.frames.length;
    for (const [k, frame] of this.frames.entries()) {
      const way = (k * gap + this.velocity[0] * time) % length;
      frame.makeTranslation(from + (way < 0 ? way + length : way), 0, 0);
    }
    this.cleats.update(poses);
  }
}
