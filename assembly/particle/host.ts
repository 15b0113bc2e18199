// Particles move between the stages of a step, outside the kernels, on the same memory.
import { ParticleStage } from './record';
import { WorldRecord } from '../world';

declare function hostParticles(stage: i32, dt: f64, h: f64): void;

/** Has the host do its part of a step of `dt` seconds in substeps of `h`, if there are particles. */
export function stepParticles(world: WorldRecord, stage: ParticleStage, dt: f64, h: f64): void {
  if (world.particleSets) hostParticles(stage, dt, h);
}
