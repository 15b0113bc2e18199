// Floors and walls, and what lies on them.
import { type Body, type BodyOptions, Box, type Vec3, type World } from '../bindings/index.ts';
import { withoutTrace } from '../bindings/world/without-trace.ts';
import type { Recorded } from './scene.ts';
import { largest, mean, Recent } from './statistics.ts';

const HALF_THICKNESS = 0.5;

/** A square floor whose top is at height 0. */
export function addFloor(world: World, halfWidth: number, options: BodyOptions = {}): Body {
  const shape = new Box([halfWidth, HALF_THICKNESS, halfWidth]);
  return world.addBody({ type: 'static', shape, position: [0, -HALF_THICKNESS, 0], ...options });
}

/** Four walls around a rectangle of these inner half widths along x and z. */
export function addWalls(world: World, halfX: number, halfZ: number, height: number): void {
  const t = HALF_THICKNESS;
  const alongZ = new Box([t, height / 2, halfZ + 2 * t]);
  const alongX = new Box([halfX + 2 * t, height / 2, t]);
  for (const side of [-1, 1]) {
    world.addBody({ type: 'static', shape: alongZ, position: [side * (halfX + t), height / 2, 0] });
    world.addBody({ type: 'static', shape: alongX, position: [0, height / 2, side * (halfZ + t)] });
  }
}

/** Current maximum penetration of any two bodies, m; 0 if there is none. */
export function maximumPenetration(world: World): number {
  return withoutTrace(world, () => {
    world.detectCollisions();
    let deepest = 0;
    for (const { points } of world.contacts()) for (const { separation } of points) deepest = Math.max(deepest, -separation);
    return deepest;
  });
}

export const speedOf = (body: Body): number => Math.hypot(...body.linearVelocity);

export function meanSpeed(bodies: Iterable<Body>): number {
  return mean(Array.from(bodies, speedOf));
}

/** Bodies that fell below the floor, left the walls, or no longer have a finite position. */
export function countLost(bodies: readonly Body[], halfX: number, halfZ: number): number {
  return bodies.filter((body) => {
    const [x, y, z] = body.position;
    return !(y > -HALF_THICKNESS && Math.abs(x) < halfX + HALF_THICKNESS && Math.abs(z) < halfZ + HALF_THICKNESS);
  }).length;
}

/** Watches bodies that should stay where they are. */
export class StackRecord {
  private readonly places: Readonly<Vec3>[];
  private readonly speeds = new Recent();

  /** @param top the last to be put on; its place now is that at rest */
  constructor(
    private readonly bodies: readonly Body[],
    private readonly top: Body,
  ) {
    this.places = bodies.map((body) => body.position);
  }

  /** Call it after every frame. */
  record(): void {
    this.speeds.push(meanSpeed(this.bodies));
  }

  recorded(): Recorded {
    return [...this.speeds.values];
  }
  recall(recorded: Recorded): void {
    this.speeds.recall(recorded);
  }

  /**
   * Of the top: `topDrift`, m, sideways, and `topSink`, m, down from its place at rest. Of all: `maxDrift`, m, sideways, and `restSpeed`,
   * m/s, the mean over the last second.
   */
  measures(): { topDrift: number; topSink: number; maxDrift: number; restSpeed: number } {
    const moved = this.bodies.map((body, index) => body.position.map((component, axis) => component - this.places[index][axis]));
    const [x, y, z] = moved[this.bodies.indexOf(this.top)];
    const drifts = moved.map(([dx, , dz]) => Math.hypot(dx, dz));
    return { topDrift: Math.hypot(x, z), topSink: -y, maxDrift: largest(drifts), restSpeed: this.speeds.mean };
  }
}
