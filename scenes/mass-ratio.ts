import { type Body, Box, DistanceJoint, type World } from '../bindings/index.ts';
import { applyDrag } from './drag.ts';
import { defineScene } from './scene.ts';
import { largest, Recent } from './statistics.ts';

const GRAVITY = 10;
/** Cubes of this density weigh 1 g at an edge of 0.02 m and 1 kg at 0.2 m. */
const DENSITY = 125;
const LIGHT = 0.01;
const HEAVY = 0.1;
const REST_LENGTH = 0.2;
/** 1/s, on the heavy boxes; nearly critical for the slowest column. */
const DRAG = 10;
const COMPLIANCES = [0.01, 0.001, 0];
/** Kinetic energy that counts as zero, J. */
const AT_REST = 1e-9;

interface Column {
  compliance: number;
  bodies: [light: Body, heavy: Body];
  upper: DistanceJoint;
  lower: DistanceJoint;
}

export const massRatio = defineScene({
  name: 'mass-ratio',
  description:
    'A one-gram box on a spring carries a one-kilogram box on another: stable at any compliance, with elongation = compliance × force.',
  figure: 'Müller et al. 2020, Figure 6',
  feature: 'springs and loads',
  view: { direction: [0.2, 0.1, 1], target: [0, -0.36, 0], distance: 1.7, layers: ['forces'] },
  parameters: {
    push: { description: 'initial sideways speed of the heavy boxes', unit: 'm/s', default: 0.05, min: 0, max: 1 },
  },
  frames: 600,
  dt: 1 / 60,
  settings: { gravity: [0, -GRAVITY, 0], substeps: 20 },
  build(world, { push }) {
    const columns = COMPLIANCES.map((compliance, index) => addColumn(world, 0.4 * (index - 1), compliance));
    const heavyBoxes = columns.map(({ bodies: [, heavy] }) => heavy);
    for (const heavy of heavyBoxes) heavy.linearVelocity = [push, 0, push / 2];
    const pushed = world.kineticEnergy;
    const kineticEnergies = new Recent();
    return {
      beforeStep: () => applyDrag(heavyBoxes, DRAG),
      afterStep() {
        kineticEnergies.push(world.kineticEnergy);
      },
      recorded: () => [...kineticEnergies.values],
      recall: (recorded) => kineticEnergies.recall(recorded),
      measures() {
        const trembling = largest([0, ...kineticEnergies.values]); // drag should have dissipated nearly all of the push
        const compliant = columns.filter(({ compliance }) => compliance > 0);
        const errors = compliant.flatMap(({ compliance, bodies: [light, heavy], upper, lower }) => [
          elongation(upper) / (compliance * GRAVITY * (light.mass + heavy.mass)) - 1,
          elongation(lower) / (compliance * GRAVITY * heavy.mass) - 1,
        ]);
        return {
          elongationError: largest(errors.map(Math.abs)),
          stable: trembling <= Math.max(pushed, AT_REST) ? 1 : 0,
          kineticEnergy: trembling,
          compliance: columns.map(({ compliance }) => compliance),
          upperElongation: columns.map(({ upper }) => elongation(upper)),
          lowerElongation: columns.map(({ lower }) => elongation(lower)),
        };
      },
    };
  },
});

const elongation = (joint: DistanceJoint) => joint.distance - REST_LENGTH;

function addColumn(world: World, x: number, compliance: number): Column {
  const cube = (half: number, y: number) => world.addBody({ shape: new Box([half, half, half]), density: DENSITY, position: [x, y, 0] });
  const light = cube(LIGHT, -REST_LENGTH - LIGHT);
  const heavy = cube(HEAVY, -2 * REST_LENGTH - 2 * LIGHT - HEAVY);
  const spring = { length: REST_LENGTH, compliance };
  const upper = new DistanceJoint({ b: light, anchorA: [x, 0, 0], anchorB: [0, LIGHT, 0], ...spring });
  const lower = new DistanceJoint({ a: light, b: heavy, anchorA: [0, -LIGHT, 0], anchorB: [0, HEAVY, 0], ...spring });
  return { compliance, bodies: [light, heavy], upper: world.addJoint(upper), lower: world.addJoint(lower) };
}
