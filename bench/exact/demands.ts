// What is asked of a mechanism: an error, how it is measured, and the time that a frame may take.
import { anchorErrors, Poses, type SceneData, type Simulation, Velocities } from '../model.ts';
import { mean } from '../statistics.ts';
import { energyChange, triplePendulum, weightedChain } from './scenes.ts';

export interface Demand {
  name: string;
  /** What is reached, in words. */
  what: string;
  unit: string;
  scene(): SceneData;
  frames: number;
  greatestError: number;
  /** Of a frame, on the machine that the bars were set on; ratios of one run carry over. */
  greatestMs: number;
  /** What the sweeps and the best peer took on that machine. */
  others?: { sweeps: number; peer: number };
  watch(scene: SceneData, simulation: Simulation): ErrorWatch;
}

export interface ErrorWatch {
  afterFrame(): void;
  /** Not finite where the simulation diverged. */
  error(): number;
}

const SECOND = 60;

/** Of the last second, when the chain has come to rest. */
function watchElongation(scene: SceneData, simulation: Simulation): ErrorWatch {
  const poses = new Poses(scene.bodies.length);
  const percents: number[] = [];
  return {
    afterFrame() {
      simulation.read(poses);
      percents.push(scene.measure!(poses).elongationPercent);
    },
    error: () => finite(Math.abs(mean(percents.slice(-SECOND)))),
  };
}

/** The largest distance of two anchors in all frames. */
function watchJoints(scene: SceneData, simulation: Simulation): ErrorWatch {
  const poses = new Poses(scene.bodies.length);
  let largest = 0;
  return {
    afterFrame() {
      simulation.read(poses);
      largest = Math.max(largest, anchorErrors(scene, poses).max);
    },
    error: () => largest,
  };
}

/**
 * The largest change of energy, in parts of its range, that a second shows on average: poses and velocities of a step are half a substep apart, which
 * makes the energy of a moment waver without anything being gained or lost.
 */
export function watchEnergy(scene: SceneData, simulation: Simulation): ErrorWatch {
  const poses = new Poses(scene.bodies.length);
  const velocities = new Velocities(scene.bodies.length);
  const change = energyChange(scene);
  const changes: number[] = [];
  return {
    afterFrame() {
      simulation.read(poses);
      simulation.readVelocities(velocities);
      changes.push(change(poses, velocities));
    },
    error() {
      const seconds = Array.from({ length: changes.length / SECOND }, (_, i) => mean(changes.slice(i * SECOND, (i + 1) * SECOND)));
      return finite(100 * Math.max(...seconds.map(Math.abs)));
    },
  };
}

const finite = (value: number): number => (Number.isFinite(value) ? value : Number.POSITIVE_INFINITY);

export const demands: Demand[] = [
  {
    name: 'chain-100',
    what: 'elongation',
    unit: '%',
    scene: () => weightedChain(100, 1),
    frames: 600,
    greatestError: 0.1,
    greatestMs: 0.07,
    others: { sweeps: 0.1, peer: 0.35 },
    watch: watchElongation,
  },
  {
    name: 'heavy-chain-elongation',
    what: 'elongation',
    unit: '%',
    scene: () => weightedChain(20, 0.01, 100),
    frames: 600,
    greatestError: 2,
    greatestMs: 0.02,
    others: { sweeps: 0.063, peer: 0.28 },
    watch: watchElongation,
  },
  {
    name: 'heavy-chain-joints',
    what: 'joint error',
    unit: 'm',
    scene: () => weightedChain(20, 0.01, 100),
    frames: 600,
    greatestError: 1e-6,
    greatestMs: 0.04,
    watch: watchJoints,
  },
  {
    name: 'triple-pendulum',
    what: 'change of energy in 30 s',
    unit: '%',
    scene: triplePendulum,
    frames: 1800,
    greatestError: 0.05,
    greatestMs: 0.01,
    watch: watchEnergy,
  },
];
