import { afterEach, describe, expect, it, vi } from 'vitest';
import { box3d } from '../../bench/engines/box3d.ts';
import { findBox3D } from '../../bench/engines/find-box3d.ts';
import {
  anchorErrors,
  type BodySpec,
  mechanicalEnergy,
  Poses,
  type Quat,
  rotate,
  type SceneData,
  type Vec3,
  Velocities,
} from '../../bench/model.ts';

const UPRIGHT: Quat = [0, 0, 0, 1];
const TURNED: Quat = [0.1, 0.5, -0.5, Math.sqrt(1 - 0.51)];
/** An inertia that turns in no other direction than it is turned. */
const ROUND: Vec3 = [0.4, 0.4, 0.4];
const SUPPORT: BodySpec = { mass: 0, inertia: [0, 0, 0], position: [0, 0, 0], orientation: UPRIGHT };

function inBodyFrame([x, y, z, w]: Quat, v: Vec3): Vec3 {
  return rotate([-x, -y, -z, w], v);
}

/** A body with its centre at `arm`, joined to the world at the origin. */
function swinging(arm: Vec3, orientation: Quat, joint: Partial<SceneData>, inertia: Vec3 = [0.3, 0.4, 0.5]): SceneData {
  const body = { mass: 2, inertia, position: arm, orientation };
  return { name: '', description: '', gravity: [0, -9.81, 0], dt: 1 / 60, warmup: 0, bodies: [SUPPORT, body], balls: [], ...joint };
}

const anchors = (arm: Vec3, orientation: Quat) => ({
  a: 0,
  b: 1,
  anchorA: [0, 0, 0] as const,
  anchorB: inBodyFrame(orientation, [-arm[0], -arm[1], -arm[2]]),
});

async function run(scene: SceneData, frames: number, each?: (poses: Poses, velocities: Velocities) => void): Promise<Poses> {
  const build = await box3d.load();
  const simulation = await build(scene, { substeps: 32, hertz: 480 });
  const poses = new Poses(scene.bodies.length);
  const velocities = new Velocities(scene.bodies.length);
  for (let frame = 0; frame < frames; frame++) {
    simulation.step();
    simulation.read(poses);
    simulation.readVelocities(velocities);
    each?.(poses, velocities);
  }
  simulation.dispose();
  return poses;
}

afterEach(() => {
  vi.unstubAllEnvs();
});

it.each(['/nowhere/box3d', import.meta.dirname])('Box3D is left out, and says why, where it is not: %s', async (place) => {
  vi.stubEnv('BOX3D', place);
  await expect(box3d.load()).rejects.toThrow(/box3d.*set BOX3D to the folder/i);
});

describe.skipIf(!findBox3D())('Box3D', () => {
  it.each([[UPRIGHT], [TURNED]])(
    'has the energy of the masses and inertias it was given, from the first step: turned by %j',
    async (orientation) => {
      const arm: Vec3 = [0.8, 0, 0.6];
      const scene = swinging(arm, orientation, { balls: [anchors(arm, orientation)] });
      const energies: number[] = [];
      const speeds: number[] = [];
      const poses = await run(scene, 60, (now, velocities) => {
        energies.push(mechanicalEnergy(scene, now, velocities));
        speeds.push(Math.hypot(...velocities.angular.subarray(3)));
      });
      expect(speeds[1]).toBeCloseTo(2 * speeds[0], 2);
      expect(speeds[0]).toBeGreaterThan(0.1);
      for (const energy of energies) expect(Math.abs(energy)).toBeLessThan(0.03); // of the 20 J between level and hanging
      expect(anchorErrors(scene, poses).max).toBeLessThan(1e-3);
      expect(poses.position(1)[1]).toBeLessThan(-0.1);
    },
  );

  it.each([[UPRIGHT], [TURNED]])('turns hinges to the right side, as far as their limits: turned by %j', async (orientation: Quat) => {
    for (const [axis, angle] of [
      [[0, 0, 1], -0.3],
      [[0, 0, -1], 0.9],
    ] as [Vec3, number][]) {
      const arm: Vec3 = [1, 0, 0];
      const scene = swinging(arm, orientation, { hinges: [{ ...anchors(arm, orientation), axis, lower: -0.3, upper: 0.9 }] });
      scene.bodies[0] = { ...SUPPORT, orientation };
      const [x, y, z] = (await run(scene, 300)).position(1);
      expect(Math.atan2(y, x)).toBeCloseTo(axis[2] * angle, 2);
      expect(z).toBeCloseTo(0, 2);
    }
  });

  it('keeps the swing of a ball joint within its cone, and its twist', async () => {
    const sideways: Vec3 = [1, 0, 0];
    const limits = { axis: sideways, swing: 0.4, twist: 0.2 };
    const swung = await run(swinging(sideways, TURNED, { balls: [{ ...anchors(sideways, TURNED), limits }] }, ROUND), 300);
    expect(Math.asin(swung.position(1)[1])).toBeCloseTo(-0.4, 2);
    const across: Vec3 = [0, 0, 1]; // its weight turns it about the twist axis; later it tips over
    const twisted = await run(swinging(across, TURNED, { balls: [{ ...anchors(across, TURNED), limits }] }, ROUND), 100);
    expect(Math.asin(twisted.position(1)[1])).toBeCloseTo(-0.2, 2);
  });
});
