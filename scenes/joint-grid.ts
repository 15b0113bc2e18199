import { BallJoint, type Body, Sphere } from '../bindings/index.ts';
import { EnergyRecord } from './energy-record.ts';
import { defineScene, type Recorded } from './scene.ts';
import { ErrorRecord, FRAMES_PER_SECOND } from './statistics.ts';

const RADIUS = 0.25;
const SPACING = 1;
/** One ball in this many of the top row is fixed, and so is the last one. */
const FIXED_EVERY = 10;
/** Reading thousands of joints takes longer than a frame, so the errors are sampled. */
const SAMPLE_EVERY = 10;

export const jointGrid = defineScene({
  name: 'joint-grid',
  description:
    'A horizontal lattice of balls, linked by ball joints and fixed along one edge, falls and swings like cloth without coming apart.',
  feature: 'pendulums and chains',
  view: { direction: [0.8, 0.2, 1], target: [0, -24, 8], distance: 95, aspect: 1, layers: [], opening: 110, ground: -53 },
  parameters: {
    size: { description: 'balls along each edge', default: 50, min: 2, max: 300, integer: true },
  },
  frames: 300,
  dt: 1 / 60,
  settings: { substeps: 20 },
  build(world, { size }) {
    const shape = new Sphere(RADIUS);
    const joints: BallJoint[] = [];
    const columns: Body[][] = [];
    let range = 0;
    for (let column = 0; column < size; column++) {
      columns.push([]);
      for (let row = 0; row < size; row++) {
        const fixed = row === 0 && (column % FIXED_EVERY === 0 || column === size - 1);
        const position = [(column - size / 2) * SPACING, 0, row * SPACING];
        const ball = fixed ? world.addBody({ type: 'static', shape, position }) : world.addBody({ shape, mass: 1, position });
        const [behind, left] = [columns[column][row - 1], columns[column - 1]?.[row]];
        if (behind) joints.push(world.addJoint(new BallJoint({ a: behind, b: ball, anchorA: [0, 0, 0], anchorB: [0, 0, -SPACING] })));
        if (left) joints.push(world.addJoint(new BallJoint({ a: left, b: ball, anchorA: [0, 0, 0], anchorB: [-SPACING, 0, 0] })));
        columns[column].push(ball);
        range += -world.gravity[1] * row * SPACING; // down to where the columns hang straight
      }
    }
    const energy = new EnergyRecord(world, range, FRAMES_PER_SECOND / SAMPLE_EVERY);
    const errors = () => joints.map((joint) => joint.positionError);
    const record = new ErrorRecord();
    return {
      afterStep(frame) {
        if (frame % SAMPLE_EVERY !== SAMPLE_EVERY - 1) return;
        record.push(errors());
        energy.record();
      },
      recorded: () => [record.recorded(), energy.recorded()],
      recall(recorded) {
        const [errorsSoFar, energies] = recorded as Recorded[];
        record.recall(errorsSoFar);
        energy.recall(energies);
      },
      measures() {
        const { most, rootMeanSquare } = record.measures(errors);
        return { maxAnchorError: most, rmsAnchorError: rootMeanSquare, ...energy.measures() };
      },
    };
  },
});
