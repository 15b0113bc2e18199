import type { Body } from '../body/body.ts';
import { Vec3 } from '../math/vec3.ts';

export type SpringOptions = ConstructorParameters<typeof Spring>[2];

/** A spring between two bodies; `applyForce` is to be called before each step. */
export class Spring {
  declare restLength: number;
  declare stiffness: number;
  declare damping: number;
  declare bodyA: Body;
  declare bodyB: Body;
  declare localAnchorA: Vec3;
  declare localAnchorB: Vec3;

  constructor(
    bodyA: Body,
    bodyB: Body,
    options?: {
      restLength?: number;
      stiffness?: number;
      damping?: number;
      localAnchorA?: Vec3;
      localAnchorB?: Vec3;
      worldAnchorA?: Vec3;
      worldAnchorB?: Vec3;
    },
  ) {
    const o = options ?? {};
    this.restLength = typeof o.restLength === 'number' ? o.restLength : 1;
    this.stiffness = o.stiffness || 100;
    this.damping = o.damping || 1;
    this.bodyA = bodyA;
    this.bodyB = bodyB;
    this.localAnchorA = o.localAnchorA ? o.localAnchorA.clone() : new Vec3();
    this.localAnchorB = o.localAnchorB ? o.localAnchorB.clone() : new Vec3();
    if (o.worldAnchorA) this.setWorldAnchorA(o.worldAnchorA);
    if (o.worldAnchorB) this.setWorldAnchorB(o.worldAnchorB);
  }

  setWorldAnchorA(worldAnchorA: Vec3): void {
    this.bodyA.pointToLocalFrame(worldAnchorA, this.localAnchorA);
  }
  setWorldAnchorB(worldAnchorB: Vec3): void {
    this.bodyB.pointToLocalFrame(worldAnchorB, this.localAnchorB);
  }
  getWorldAnchorA(result: Vec3): void {
    this.bodyA.pointToWorldFrame(this.localAnchorA, result);
  }
  getWorldAnchorB(result: Vec3): void {
    this.bodyB.pointToWorldFrame(this.localAnchorB, result);
  }

  /**
   * Adds the force of the spring and its damper to the two bodies: in a world, where the bodies will be in the middle of the next step, for a force that
   * is held over a step from where they are at its start would feed energy into what swings.
   */
  applyForce(): void {
    const { bodyA, bodyB } = this;
    const [pointA, pointB] = [bodyA.pointToWorldFrame(this.localAnchorA), bodyB.pointToWorldFrame(this.localAnchorB)];
    const [velocityA, velocityB] = [new Vec3(), new Vec3()];
    bodyA.getVelocityAtWorldPoint(pointA, velocityA);
    bodyB.getVelocityAtWorldPoint(pointB, velocityB);
    const half = halfStep(bodyA.world ?? bodyB.world);
    const along = pointB.vsub(pointA).addScaledVector(half, velocityB).addScaledVector(-half, velocityA);
    const length = along.normalize();
    const pull = this.stiffness * (length - this.restLength) + this.damping * along.dot(velocityB.vsub(velocityA));
    for (const [body, point, side] of [
      [bodyA, pointA, 1],
      [bodyB, pointB, -1],
    ] as const) {
      const force = along.scale(side * pull);
      body.force.vadd(force, body.force);
      body.torque.vadd(point.vsub(body.position).cross(force), body.torque);
    }
  }
}

/** Half of the step that a world made last, s. */
export const halfStep = (world: { dt: number } | null): number => (world && world.dt > 0 ? world.dt / 2 : 0);
