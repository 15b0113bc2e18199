// Do the adapters pass masses, inertias and anchors on as they are? A pendulum in every engine against the exact solution:
// wrong numbers would make an engine look better or worse than it is.
import { contestants } from '../contestants.ts';
import { type Engine, Poses, type SceneData, type Vec3 } from '../model.ts';
import type { Cell } from '../report.ts';
import type { Suite } from '../suite.ts';

const MASS = 2;
const INERTIA: Vec3 = [0.3, 0.4, 0.5];
const ARM = 1;
const GRAVITY = 9.81;
const DT = 1 / 60;
const FRAMES = 60;
const SUBSTEPS = 32;
/** Metres; the first-order integrators of the peers lose 2 mm in this second, a wrong inertia makes 30 mm. */
const TOLERANCE = 0.01;

/** A body that starts level, its arm along X or Z, and so swings about Z or X. */
function pendulum(arm: Vec3): SceneData {
  return {
    name: 'pendulum',
    description: 'a pendulum that starts level',
    gravity: [0, -GRAVITY, 0],
    dt: DT,
    warmup: 0,
    bodies: [
      { mass: 0, inertia: [0, 0, 0], position: [0, 0, 0], orientation: [0, 0, 0, 1] },
      { mass: MASS, inertia: INERTIA, position: arm, orientation: [0, 0, 0, 1] },
    ],
    balls: [{ a: 0, b: 1, anchorA: [0, 0, 0], anchorB: [-arm[0], -arm[1], -arm[2]] }],
  };
}

/** Height of the pendulum's centre after the frames: the equation of motion with very small steps. */
function exactHeight(momentAboutAxis: number): number {
  const steps = 1e5;
  const h = (FRAMES * DT) / steps;
  const acceleration = (angle: number) => (-MASS * GRAVITY * ARM * Math.cos(angle)) / (momentAboutAxis + MASS * ARM * ARM);
  let angle = 0;
  let speed = 0;
  for (let i = 0; i < steps; i++) {
    speed += (h / 2) * acceleration(angle);
    angle += h * speed;
    speed += (h / 2) * acceleration(angle);
  }
  return ARM * Math.sin(angle);
}

async function height(engine: Engine, scene: SceneData): Promise<number> {
  const build = await engine.load();
  const simulation = await build(scene, { substeps: SUBSTEPS });
  for (let frame = 0; frame < FRAMES; frame++) simulation.step();
  const poses = new Poses(scene.bodies.length);
  simulation.read(poses);
  simulation.dispose();
  return poses.positions[3 + 1];
}

export const adapters: Suite = {
  name: 'adapters',
  description: 'a pendulum in every engine against the exact solution: do the adapters pass the numbers on as they are?',
  async run({ engine: wanted, say }) {
    const engines = new Set(contestants.map(({ engine }) => engine).filter(({ name }) => name.includes(wanted)));
    const rows: Cell[][] = [];
    for (const engine of engines) {
      try {
        const aboutZ = (await height(engine, pendulum([ARM, 0, 0]))) - exactHeight(INERTIA[2]);
        const aboutX = (await height(engine, pendulum([0, 0, ARM]))) - exactHeight(INERTIA[0]);
        const right = Math.abs(aboutZ) < TOLERANCE && Math.abs(aboutX) < TOLERANCE;
        rows.push([engine.name, aboutZ, aboutX, right ? 'yes' : 'NO']);
      } catch (error) {
        say(`${engine.name} sits out: ${(error as Error).message}`);
      }
    }
    return {
      name: 'adapters',
      title: `adapters: height of a pendulum after ${FRAMES} frames of ${SUBSTEPS} substeps, metres off the exact one`,
      notes: [],
      columns: ['engine', 'about Z', 'about X', 'right'],
      rows,
    };
  },
};
