import { type Body, Box, type Vec3 } from '../bindings/index.ts';
import { EnergyRecord } from './energy-record.ts';
import { defineScene, type Recorded } from './scene.ts';
import { largest } from './statistics.ts';
import { arctangent } from './trigonometry.ts';

const DT = 1 / 60;
const INERTIA: Vec3 = [1, 2, 3];
/** A plate with these moments of inertia, scaled down. */
const PLATE = new Box([0.7, 0.5, 0.03]);

export const freeBodies = defineScene({
  name: 'free-bodies',
  description:
    'Plates spin freely, each about a different axis: the one spinning about its intermediate axis flips over again and again, and all conserve angular momentum.',
  feature: 'free bodies and sensors',
  view: { direction: [0.35, 0.25, 1], opening: 60, ground: -1.3 },
  parameters: {
    spin: { description: 'rate at which each body spins about one of its axes', unit: 'rad/s', default: 5, min: 0.1, max: 100 },
    disturbance: { description: 'initial rate about another axis', unit: 'rad/s', default: 0.01, min: 1e-6, max: 1 },
  },
  frames: 1200,
  dt: DT,
  settings: { gravity: [0, 0, 0], substeps: 20 },
  build(world, { spin, disturbance }) {
    const addTop = (x: number, angularVelocity: Vec3) =>
      world.addBody({ shape: PLATE, mass: 1, inertia: INERTIA, collides: false, position: [x, 0, 0], angularVelocity });
    const middle = addTop(0, [disturbance, spin, 0]);
    const stable = [addTop(-2, [spin, disturbance, 0]), addTop(2, [0, disturbance, spin])];
    const momenta = [middle, ...stable].map((body) => ({ body, start: body.angularMomentum }));
    const energy = new EnergyRecord(world, world.kineticEnergy);
    const flipTimes: number[] = [];
    let previous = spin;
    let momentumDrift = 0;
    let stableTilt = 0;
    return {
      afterStep(frame) {
        const rate = bodyAngularVelocity(middle)[1];
        if (Math.sign(rate) !== Math.sign(previous)) flipTimes.push((frame + previous / (previous - rate)) * DT);
        previous = rate;
        momentumDrift = largest([momentumDrift, ...momenta.map(({ body, start }) => relativeChange(body.angularMomentum, start))]);
        stableTilt = largest([stableTilt, tiltFrom(stable[0], 0), tiltFrom(stable[1], 2)]);
        energy.record();
      },
      recorded: () => [[...flipTimes], previous, momentumDrift, stableTilt, energy.recorded()],
      recall(recorded) {
        const [flips, rate, drift, tilt, energies] = recorded as [number[], number, number, number, Recorded];
        flipTimes.splice(0, flipTimes.length, ...flips);
        [previous, momentumDrift, stableTilt] = [rate, drift, tilt];
        energy.recall(energies);
      },
      measures: () => ({ flipTimes, momentumDrift, stableTilt, ...energy.measures() }),
    };
  },
});

/** Angular velocity along the axes of the body. */
function bodyAngularVelocity(body: Body): Vec3 {
  const [x, y, z, w] = body.orientation;
  const [a, b, c] = body.angularVelocity;
  const [tx, ty, tz] = [2 * (b * z - c * y), 2 * (c * x - a * z), 2 * (a * y - b * x)]; // 2 ω × q
  return [a + w * tx + ty * z - tz * y, b + w * ty + tz * x - tx * z, c + w * tz + tx * y - ty * x];
}

/** Angle between the angular velocity and an axis of the body, rad. */
function tiltFrom(body: Body, axis: number): number {
  const rate = bodyAngularVelocity(body);
  return arctangent(Math.hypot(rate[(axis + 1) % 3], rate[(axis + 2) % 3]), rate[axis]);
}

function relativeChange(now: Readonly<Vec3>, start: Readonly<Vec3>): number {
  return Math.hypot(...now.map((component, axis) => component - start[axis])) / Math.hypot(...start);
}
