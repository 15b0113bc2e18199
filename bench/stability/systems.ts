// Systems that show where a gradient stops being stable.
import { BallJoint, Box, HingeJoint, type Joint, type Vec3, World, type WorldOptions } from '../../bindings/index.ts';
import { heavyChain } from '../../scenes/heavy-chain.ts';
import { resolveParameters } from '../../scenes/scene.ts';
import { solvingOf } from '../../scenes/settings.ts';

const DT = 1 / 60;
export const SUBSTEPS = 20;
const SECONDS = 5;
/** m/s, so that a chain that hangs exactly straight has something to amplify. */
const NUDGE = 0.01;

export type Start = 'hanging' | 'horizontal';

/** Of a run: what should be zero. */
export interface Drift {
  /** The largest gain of energy and the change at the end, relative. */
  gain: number;
  change: number;
  /** Change of the angular momentum, relative. */
  momentum: number;
  /** Largest distance of two anchors, m. */
  error: number;
}

export interface ChainResult {
  /** h² T r / I of a light link: T the weight of the last one, r from its centre of mass to a joint, I its moment of inertia. */
  phase: number;
  /** The largest gain of energy in parts of the potential range. */
  gain: number;
  /** m */
  stretch: number;
}

/** Ten seconds of a chain of twenty links with a heavy last one, nudged sideways. */
export async function runChain(start: Start, ratio: number, settings: WorldOptions): Promise<ChainResult> {
  const world = await World.create({ precision: 'double', substeps: SUBSTEPS, ...settings });
  const parameters = resolveParameters(heavyChain, { start, ratio });
  const instance = await heavyChain.build(
    world,
    { ratio, start, links: heavyChain.parameters.links.default, ...parameters },
    solvingOf(world),
  );
  for (const [index, body] of [...world.bodies].entries()) body.linearVelocity = [0, 0, index % 2 ? NUDGE : -NUDGE];
  for (let frame = 0; frame < heavyChain.frames; frame++) {
    world.step(DT);
    instance.afterStep?.(frame);
  }
  const [link] = world.bodies;
  const phase = ((DT / SUBSTEPS) ** 2 * ratio * -world.gravity[1] * 0.5) / Math.max(...link.inertia);
  const { energyMaximum, maxStretch } = instance.measures() as Record<string, number>;
  world.dispose();
  return { phase, gain: energyMaximum, stretch: maxStretch };
}

/** Two boxes on a ball joint that spin about it as one, while each also turns against the other. */
export async function runPair(rotation: number, wobble: number, settings: WorldOptions): Promise<Drift> {
  const world = await World.create({ gravity: [0, 0, 0], precision: 'double', substeps: SUBSTEPS, ...settings });
  const spin = (rotation * SUBSTEPS) / DT;
  const half = 0.5;
  const [a, b] = [-1, 1].map((side) => {
    const turning = side * wobble * spin;
    return world.addBody({
      shape: new Box([half, 0.1, 0.1]),
      mass: 1,
      position: [side * half, 0, 0],
      angularVelocity: [0, turning, spin],
      linearVelocity: [0, side * half * spin, -side * half * turning], // the joint stays where it is
    });
  });
  return follow(world, world.addJoint(new BallJoint({ a, b, anchor: [0, 0, 0] })));
}

/** A wheel on a hinge of the world, its centre of mass beside the axis. */
export async function runWheel(rotation: number, offset: number, settings: WorldOptions): Promise<Drift> {
  const world = await World.create({ gravity: [0, 0, 0], precision: 'double', substeps: SUBSTEPS, ...settings });
  const spin = (rotation * SUBSTEPS) / DT;
  const wheel = world.addBody({
    mass: 1,
    inertia: [0.02, 0.02, 0.04],
    position: [offset, 0, 0],
    angularVelocity: [0, 0, spin],
    linearVelocity: [0, offset * spin, 0],
  });
  return follow(world, world.addJoint(new HingeJoint({ b: wheel, anchor: [0, 0, 0], axis: [0, 0, 1] })));
}

function follow(world: World, joint: Joint): Drift {
  const energy = world.kineticEnergy;
  const momentum = world.angularMomentum;
  let gain = 0;
  let error = 0;
  for (let frame = 0; frame < SECONDS / DT; frame++) {
    world.step(DT);
    gain = Math.max(gain, world.kineticEnergy / energy - 1);
    error = Math.max(error, joint.positionError);
  }
  const lost = world.angularMomentum.map((component, axis) => component - momentum[axis]) as Vec3;
  const drift = { gain, change: world.kineticEnergy / energy - 1, momentum: Math.hypot(...lost) / Math.hypot(...momentum), error };
  world.dispose();
  return drift;
}
