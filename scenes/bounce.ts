import { type Body, HalfSpace, Sphere } from '../bindings/index.ts';
import { defineScene, type Recorded } from './scene.ts';
import { FRAMES_PER_SECOND, largest } from './statistics.ts';

const RESTITUTIONS = [0, 0.5, 0.9, 1];
const RADIUS = 0.1;
/** Lower arcs last too few frames to measure, m. */
const LOWEST = 0.01;

export const bounce = defineScene({
  name: 'bounce',
  description: 'Balls with different coefficients of restitution e are dropped and bounce back to e² of their height.',
  feature: 'contacts and friction',
  view: { direction: [0.2, 0.12, 1], target: [1.62, 0.6, 0], distance: 3.8, aspect: 1.8, layers: [], opening: 42 },
  parameters: { height: { description: 'drop height', unit: 'm', default: 1, min: 0.05, max: 100 } },
  frames: 600,
  dt: 1 / FRAMES_PER_SECOND,
  build(world, { height }) {
    world.addBody({ type: 'static', shape: new HalfSpace() });
    const shape = new Sphere(RADIUS);
    const balls = RESTITUTIONS.map((restitution, k) => {
      const body = world.addBody({ shape, restitution, position: [k, RADIUS + height, 0] });
      return { restitution, arcs: new ArcRecord(body, RADIUS, -world.gravity[1]) };
    });
    return {
      afterStep() {
        for (const { arcs } of balls) arcs.record();
      },
      recorded: () => balls.map(({ arcs }) => arcs.recorded()),
      recall(recorded) {
        for (const [k, { arcs }] of balls.entries()) arcs.recall((recorded as Recorded[])[k]);
      },
      measures() {
        const errors = balls.map(({ restitution: e, arcs }) =>
          largest([
            0,
            ...arcs.heights.filter((apex) => apex > LOWEST).map((apex, n) => Math.abs(apex / (height * e ** (2 * (n + 1))) - 1)),
          ]),
        );
        return {
          heightError: largest(errors),
          restitution: RESTITUTIONS,
          bounces: balls.map(({ arcs }) => arcs.heights.filter((apex) => apex > LOWEST).length),
          firstHeight: balls.map(({ arcs }) => arcs.heights[0] ?? 0),
          largestError: errors,
        };
      },
    };
  },
});

/** The peak heights of a ball's arcs, from its positions alone. */
export class ArcRecord {
  /** m above the floor, one per bounce. */
  readonly heights: number[] = [];
  private before = Infinity;
  private last: number;
  private falling = true;

  constructor(
    private readonly body: Body,
    private readonly radius: number,
    private readonly gravity: number,
    private readonly dt = 1 / FRAMES_PER_SECOND,
  ) {
    this.last = body.position[1] - radius;
  }

  /** Call it after every frame. */
  record(): void {
    const now = this.body.position[1] - this.radius;
    if (now > this.last) this.falling = false;
    else if (!this.falling) {
      // The parabola through three positions of free flight.
      const speed = (now - this.before) / (2 * this.dt);
      this.heights.push(this.last + (speed * speed) / (2 * this.gravity));
      this.falling = true;
    }
    this.before = this.last;
    this.last = now;
  }

  recorded(): Recorded {
    return [[...this.heights], this.before, this.last, this.falling];
  }
  recall(recorded: Recorded): void {
    const [heights, before, last, falling] = recorded as [number[], number, number, boolean];
    this.heights.splice(0, this.heights.length, ...heights);
    [this.before, this.last, this.falling] = [before, last, falling];
  }
}
