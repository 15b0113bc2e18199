import { type Body, Box, HalfSpace, type Shape, Sphere, TriangleMesh } from '../bindings/index.ts';
import { defineScene } from './scene.ts';
import { largest } from './statistics.ts';

const RADIUS = 0.2;
const HALF = 0.5;
/** From gate to gate, m. */
const SPACING = 3;

/** A box as a triangle mesh. */
function meshBox(): TriangleMesh {
  const { positions, indices } = new Box([HALF, HALF, HALF]).triangulate();
  return new TriangleMesh(positions, indices);
}

export const sensors = defineScene({
  name: 'sensors',
  description: 'A ball glides through gates that detect it without stopping it: each reports when it enters and when it leaves.',
  feature: 'free bodies and sensors',
  view: { direction: [-0.62, 0.3, 1], target: [5.4, 0.4, 0], distance: 6.9, layers: [], opening: 114 },
  parameters: { speed: { description: 'speed of the ball', unit: 'm/s', default: 3, min: 0.1, max: 100 } },
  frames: 300,
  lasts: 300,
  dt: 1 / 60,
  build(world, { speed }) {
    world.addBody({ type: 'static', shape: new HalfSpace(), friction: 0 });
    const shapes: Shape[] = [new Box([HALF, HALF, HALF]), new Sphere(HALF), meshBox()];
    const gates = shapes.map((shape, k) =>
      world.addBody({ type: k === 1 ? 'kinematic' : 'static', shape, sensor: true, position: [SPACING * (k + 1), RADIUS, 0] }),
    );
    const ball = world.addBody({ shape: new Sphere(RADIUS), position: [0, RADIUS, 0], linearVelocity: [speed, 0, 0], friction: 0 });
    const entered = new Map<Body, number>();
    const left = new Map<Body, number>();
    let [entries, exits] = [0, 0];
    return {
      afterStep() {
        for (const { type, a, b } of world.events) {
          if (!a || b !== ball) continue;
          if (type === 'sensor-enter') entries++;
          if (type === 'sensor-leave') exits++;
          if (type === 'sensor-enter') entered.set(a, world.time);
          if (type === 'sensor-leave') left.set(a, world.time);
        }
      },
      recorded: () => [entries, exits, ...[entered, left].map((times) => gates.map((gate) => times.get(gate) ?? null))],
      recall(recorded) {
        const [ins, outs, ...times] = recorded as [number, number, ...(number | null)[][]];
        [entries, exits] = [ins, outs];
        for (const [k, map] of [entered, left].entries()) {
          map.clear();
          for (const [index, time] of times[k].entries()) if (time !== null) map.set(gates[index], time);
        }
      },
      measures() {
        const passed = gates.filter((gate) => speed * world.time > gate.position[0] + HALF + RADIUS + speed / 30);
        const late = (times: Map<Body, number>, side: number) =>
          passed.map((gate) => Math.abs((times.get(gate) ?? Infinity) - (gate.position[0] + side * (HALF + RADIUS)) / speed));
        return {
          passed: passed.length,
          entries,
          exits,
          timeError: largest([0, ...late(entered, -1), ...late(left, 1)]),
          slowedBy: speed - ball.linearVelocity[0],
        };
      },
    };
  },
});
