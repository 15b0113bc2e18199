import type { Material } from '../material.ts';
import type { Quaternion } from '../math/quaternion.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { CannonTypes } from '../types.ts';
import { unsupported } from '../unsupported.ts';

export const SHAPE_TYPES = {
  SPHERE: 1,
  PLANE: 2,
  BOX: 4,
  COMPOUND: 8,
  CONVEXPOLYHEDRON: 16,
  HEIGHTFIELD: 32,
  PARTICLE: 64,
  CYLINDER: 128,
  TRIMESH: 256,
} as const;

export type ShapeType = (typeof SHAPE_TYPES)[keyof typeof SHAPE_TYPES];
export type ShapeOptions = ConstructorParameters<typeof Shape>[0];

/** What all shapes have. */
export class Shape {
  declare static idCounter: number;
  declare static types: typeof SHAPE_TYPES;
  declare id: number;
  declare type: ShapeType | 0;
  declare boundingSphereRadius: number;
  /** Whether the shape pushes what it touches. */
  declare collisionResponse: boolean;
  declare collisionFilterGroup: number;
  declare collisionFilterMask: number;
  /** In place of the body's. */
  declare material: Material | null;
  declare body: CannonTypes['Body'] | null;
  /** @internal Grows with each change of the geometry that worlds have to see. */
  revision = 0;

  constructor(options?: {
    type?: ShapeType;
    collisionResponse?: boolean;
    collisionFilterGroup?: number;
    collisionFilterMask?: number;
    material?: Material;
  }) {
    this.id = Shape.idCounter++;
    this.type = options?.type || 0;
    this.boundingSphereRadius = 0;
    this.collisionResponse = options?.collisionResponse ?? true;
    this.collisionFilterGroup = options?.collisionFilterGroup ?? 1;
    this.collisionFilterMask = options?.collisionFilterMask ?? -1;
    this.material = options?.material ?? null;
    this.body = null;
  }

  updateBoundingSphereRadius(): void {
    unsupported('Shape.updateBoundingSphereRadius', 'use one of the shapes that extend Shape');
  }
  volume(): number {
    return unsupported('Shape.volume', 'use one of the shapes that extend Shape');
  }
  calculateLocalInertia(_mass: number, _target: Vec3): void {
    unsupported('Shape.calculateLocalInertia', 'use one of the shapes that extend Shape');
  }
  calculateWorldAABB(_pos: Vec3, _quat: Quaternion, _min: Vec3, _max: Vec3): void {
    unsupported('Shape.calculateWorldAABB', 'use one of the shapes that extend Shape');
  }
}
Shape.idCounter = 0;
Shape.types = SHAPE_TYPES;
