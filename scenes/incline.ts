import { type Body, Box, Cylinder, HalfSpace, Sphere, type Vec3, type World } from '../bindings/index.ts';
import { defineScene } from './scene.ts';
import { largest } from './statistics.ts';
import { cosine, sine } from './trigonometry.ts';
import { turn, turnTwice } from './turn.ts';

const FRICTIONS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8];
const RADIUS = 0.25;
/** m, from lane to lane. */
const LANE = 1.5;
/** About the axis of what rolls, over mass times radius squared. */
const ROLLERS = [
  { shape: new Sphere(RADIUS), inertia: 0.4 },
  { shape: new Cylinder(RADIUS, 0.3), inertia: 0.5 },
];

interface Slider {
  body: Body;
  start: Vec3;
  /** m/s² downhill: that of the closed form. */
  expected: number;
}

export const incline = defineScene({
  name: 'incline',
  description: 'Boxes with increasing friction slide down a slope or stick to it; a ball and a cylinder roll down beside them.',
  feature: 'contacts and friction',
  view: { direction: [0.5, 0.3, 1], target: [3.1, -1.75, 1.6], distance: 14, aspect: 1.55, layers: [], opening: 98 },
  parameters: { slope: { description: 'angle of the slope', unit: '°', default: 20, min: 1, max: 45 } },
  frames: 120,
  lasts: 150,
  dt: 1 / 60,
  settings: { sleep: false }, // a box that creeps would fall asleep and hide it
  build(world, { slope }) {
    const angle = (slope * Math.PI) / 180;
    const gravity = -world.gravity[1];
    const normal: Vec3 = [sine(angle), cosine(angle), 0];
    const downhill: Vec3 = [cosine(angle), -sine(angle), 0];
    // A friction of one that is multiplied leaves that of the other body.
    world.addBody({ type: 'static', shape: new HalfSpace(normal), material: { friction: 1, frictionCombine: 'multiply' } });
    const tilt = turn([0, 0, 1], -angle);
    const lanes = FRICTIONS.length + ROLLERS.length;
    const place = (lane: number, height: number): Vec3 => [normal[0] * height, normal[1] * height, (lane - (lanes - 1) / 2) * LANE];
    const pull = gravity * sine(angle);
    const box = new Box([0.4, 0.1, 0.4]);
    const boxes = FRICTIONS.map((friction, lane): Slider => {
      const start = place(lane, 0.1);
      const body = world.addBody({ shape: box, position: start, orientation: tilt, friction });
      return { body, start, expected: Math.max(0, pull - friction * gravity * cosine(angle)) };
    });
    const upright = turnTwice(turn([1, 0, 0], Math.PI / 2), tilt);
    const rollers = ROLLERS.map(({ shape, inertia }, k): Slider => {
      const start = place(FRICTIONS.length + k, RADIUS);
      return { body: world.addBody({ shape, position: start, orientation: upright, friction: 1 }), start, expected: pull / (1 + inertia) };
    });
    const wayOf = ({ body, start }: Slider) => body.position.reduce((sum, component, k) => sum + (component - start[k]) * downhill[k], 0);
    return {
      measures() {
        const accelerations = (sliders: Slider[]) => sliders.map((slider) => uniformAcceleration(wayOf(slider), world));
        const errors = (sliders: Slider[]) => accelerations(sliders).map((value, k) => Math.abs(value - sliders[k].expected) / pull);
        const sticking = boxes.filter(({ expected }) => expected === 0);
        return {
          slidingError: largest([0, ...errors(boxes.filter(({ expected }) => expected > 0))]),
          rollingError: largest(errors(rollers)),
          creep: largest([0, ...sticking.map((slider) => Math.abs(wayOf(slider)))]),
          friction: FRICTIONS,
          acceleration: accelerations(boxes),
          expectedAcceleration: boxes.map(({ expected }) => expected),
        };
      },
    };
  },
});

/** Acceleration from the distance covered from rest; velocities grow at the start of each substep. */
function uniformAcceleration(way: number, world: World): number {
  if (world.stepCount === 0) return 0;
  const steps = world.stepCount * world.lastSubsteps;
  return (2 * way) / (world.time * world.time * (1 + 1 / steps));
}
