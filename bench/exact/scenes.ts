// Scenes in which one error is named, to ask of every engine what it costs to stay below it.
import { mechanicalEnergy, type Poses, type Quat, type SceneData, type Velocities } from '../model.ts';
import { hangingChain, stretchOf } from '../scenes/chain.ts';
import { boxInertia, capsuleInertia, sphereInertia } from '../scenes/inertia.ts';

const RADIUS = 0.05;
const LENGTH = 0.5;
const WEIGHT_RADIUS = 0.25;

const COMMON = { gravity: [0, -9.81, 0] as const, dt: 1 / 60, warmup: 60 };

/** Capsules that hang one from the other, with a ball of that mass at the end, if any. */
export function weightedChain(count: number, mass: number, weight = 0): SceneData {
  const links = Array.from({ length: count }, () => ({ mass, length: LENGTH, inertia: capsuleInertia(mass, RADIUS, LENGTH) }));
  if (weight) links.push({ mass: weight, length: 2 * WEIGHT_RADIUS, inertia: sphereInertia(weight, WEIGHT_RADIUS) });
  const rest = links.reduce((sum, { length }) => sum + length, 0);
  const stretch = stretchOf(links);
  return {
    ...COMMON,
    name: weight ? `heavy-chain-${weight / mass}` : `chain-${count}`,
    description: `${count} capsules of ${LENGTH} m and ${mass} kg hanging${weight ? `, a ball of ${weight} kg at the end` : ''}`,
    ...hangingChain(links),
    measure: (poses) => ({ elongationPercent: (100 * stretch(poses)) / rest }),
  };
}

/** Turned by a quarter about Z: what is Y becomes -X. */
const LYING: Quat = [0, 0, Math.SQRT1_2, Math.SQRT1_2];

/** Three boxes of 1 m end to end, which begin level and at rest; all, and their support, are turned alike, for engines with coordinates. */
export function triplePendulum(): SceneData {
  const links = 3;
  const inertia = boxInertia(1, [0.1, 1, 0.1]);
  const support = { mass: 0, inertia: [0, 0, 0] as const, position: [0, 0, 0] as const, orientation: LYING };
  return {
    ...COMMON,
    name: 'triple-pendulum',
    description: `${links} boxes of 1 m and 1 kg end to end, falling from level`,
    bodies: [
      support,
      ...Array.from({ length: links }, (_, i) => ({ mass: 1, inertia, position: [i + 0.5, 0, 0] as const, orientation: LYING })),
    ],
    balls: Array.from({ length: links }, (_, i) => ({
      a: i,
      b: i + 1,
      anchorA: i === 0 ? ([0, 0, 0] as const) : ([0, -0.5, 0] as const),
      anchorB: [0, 0.5, 0] as const,
    })),
  };
}

/** Energy above that of hanging at rest, of which a pendulum that begins level has none of motion. */
export function energyRange({ bodies, gravity }: SceneData): number {
  return bodies.reduce((sum, { mass, position }) => sum - mass * gravity[1] * Math.hypot(...position), 0);
}

/** Energy against the start, in parts of the range. */
export function energyChange(scene: SceneData): (poses: Poses, velocities: Velocities) => number {
  const range = energyRange(scene);
  const start = scene.bodies.reduce((sum, { mass, position }) => sum - mass * scene.gravity[1] * position[1], 0);
  return (poses, velocities) => (mechanicalEnergy(scene, poses, velocities) - start) / range;
}
