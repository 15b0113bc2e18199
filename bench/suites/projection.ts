// Nanoseconds per ball-joint projection on the joint grid, integration and velocity update included: a frame's time over
// joints × substeps × iterations.
import { double, JOINT_SUBSTEPS, reference, single } from '../engines/holonomic.ts';
import { interleave, type Lane, warmUp } from '../interleave.ts';
import { jointGrid } from '../scenes/joint-grid.ts';
import type { Suite } from '../suite.ts';

const FRAMES_PER_ROUND = 4;

export const projection: Suite = {
  name: 'projection',
  description: 'nanoseconds per ball-joint projection on the joint grid, single, double and reference',
  async run({ rounds, capSeconds }) {
    const scene = jointGrid();
    const lanes: Lane[] = [];
    for (const engine of [single, double, reference]) {
      const build = await engine.load();
      const simulation = await build(scene, { substeps: JOINT_SUBSTEPS });
      const step = () => simulation.step();
      warmUp(step);
      lanes.push({ label: engine.name, step });
    }
    const projections = scene.balls.length * JOINT_SUBSTEPS;
    const times = interleave(lanes, { rounds, framesPerRound: FRAMES_PER_ROUND, capSeconds });
    return {
      name: 'projection',
      title: `projection: ${scene.balls.length} ball joints of the joint grid, ${JOINT_SUBSTEPS} substeps of one iteration`,
      notes: ['ns: time of a frame over joints and substeps, so integration and velocity update are in it'],
      columns: ['build', 'ns', 'fastest', 'slowest', 'ratio', 'ms per frame'],
      rows: times.map(({ label, ms, low, high, ratio }) => [label, ...[ms, low, high].map((t) => (t * 1e6) / projections), ratio, ms]),
    };
  },
};
