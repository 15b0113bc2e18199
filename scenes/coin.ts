import { rotate } from '../bindings/core/geometry.ts';
import { Cylinder, HalfSpace, type Vec3 } from '../bindings/index.ts';
import { defineScene } from './scene.ts';
import { FRAMES_PER_SECOND, largest, mean } from './statistics.ts';
import { arctangent, cosine, sine } from './trigonometry.ts';
import { turn } from './turn.ts';

const RADIUS = 0.1;
const HALF_THICKNESS = 0.0005;
/** The wobble is measured over windows of this many frames. */
const PART = FRAMES_PER_SECOND / 4;
/** m: what ends the wobble. */
const ROLLING_FRICTION = 0.002;
/** Below this tilt the wobble can no longer be measured, rad. */
const LYING = 0.03;

export const coin = defineScene({
  name: 'coin',
  description: 'A coin rolls on its edge, wobbles faster and faster as rolling friction lets it sink, and comes to rest.',
  figure: 'Müller et al. 2020, Figure 15',
  feature: 'contacts and friction',
  view: { direction: [0.3, 0.42, 1], target: [0, 0.04, 0], distance: 0.4, aspect: 0.85, layers: [], opening: 56 },
  // The default starts nearly flat.
  shown: { tilt: 50 },
  parameters: { tilt: { description: 'initial angle between coin and floor', unit: '°', default: 20, min: 3, max: 60 } },
  frames: 600,
  lasts: 180,
  dt: 1 / FRAMES_PER_SECOND,
  build(world, { tilt }) {
    world.addBody({ type: 'static', shape: new HalfSpace() });
    const start = (tilt * Math.PI) / 180;
    // A thin disc rolls round with its middle at rest: W² sin a = 4 g / r, and turns about the diameter through its lowest point.
    const rateAt = (angle: number) => Math.sqrt((4 * -world.gravity[1]) / (RADIUS * sine(angle)));
    const spin = rateAt(start) * sine(start);
    const body = world.addBody({
      shape: new Cylinder(RADIUS, HALF_THICKNESS),
      density: 8000,
      material: { rollingFriction: ROLLING_FRICTION },
      position: [0, RADIUS * sine(start) + HALF_THICKNESS * cosine(start), 0],
      orientation: turn([0, 0, 1], -start),
      angularVelocity: [-spin * cosine(start), spin * sine(start), 0],
    });
    // As a fraction of the time until it lies flat.
    const angles: number[] = [];
    const rates: number[] = [];
    let [angleNow, lies] = [start, false];
    return {
      afterStep() {
        const { angle, rate } = wobble(rotate(body.getOrientation(), [0, 1, 0]), body.getAngularVelocity());
        angleNow = angle;
        lies ||= angle < LYING;
        if (lies) return;
        angles.push(angle);
        rates.push(rate);
      },
      recorded: () => [angleNow, lies, [...angles], [...rates]],
      recall(recorded) {
        const [angleNowThen, liesThen, anglesThen, ratesThen] = recorded as unknown as [number, boolean, number[], number[]];
        [angleNow, lies] = [angleNowThen, liesThen];
        angles.splice(0, angles.length, ...anglesThen);
        rates.splice(0, rates.length, ...ratesThen);
      },
      measures() {
        const end = angles.length;
        const means = (values: number[]) =>
          Array.from({ length: Math.max(Math.min(end, 1), Math.floor(end / PART)) }, (_, k) =>
            mean(values.slice(k * PART, (k + 1) * PART)),
          );
        const errors = angles.map((angle, k) => Math.abs(rates[k] / rateAt(angle) - 1));
        return {
          wobbleTime: end / FRAMES_PER_SECOND,
          rateError: largest([0, ...errors]),
          tiltAtEnd: (angleNow * 180) / Math.PI,
          tilt: means(angles).map((angle) => (angle * 180) / Math.PI),
          frequency: means(rates).map((rate) => rate / (2 * Math.PI)),
        };
      },
    };
  },
});

/** Angle of the coin to the floor, rad, and the rate at which its axis turns about the vertical, rad/s. */
function wobble([x, y, z]: Vec3, [wx, wy, wz]: Vec3): { angle: number; rate: number } {
  const level = Math.hypot(x, z);
  const change = z * (wy * z - wz * y) - x * (wx * y - wy * x);
  return { angle: arctangent(level, Math.abs(y)), rate: level > 0 ? Math.abs(change) / (level * level) : 0 };
}
