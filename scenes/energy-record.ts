import type { World } from '../bindings/index.ts';
import { FRAMES_PER_SECOND, largest, meanOfLastSecond } from './statistics.ts';

/** How well a world that should conserve its energy does so. */
export class EnergyRecord {
  private readonly start: number;
  private readonly deviations: number[] = [];

  /** @param range what deviations are told in parts of, J: for a scene under gravity the potential energy that it can turn into motion */
  constructor(
    private readonly world: World,
    private readonly range: number,
    private readonly recordsPerSecond = FRAMES_PER_SECOND,
  ) {
    this.start = world.totalEnergy;
  }

  /** To be called after every frame that is recorded. */
  record(): void {
    this.deviations.push((this.world.totalEnergy - this.start) / this.range);
  }

  /**
   * In parts of the range: `energyDrift` is the gain or loss at the end, averaged over the last second, `energyDeviation` the
   * largest either way at any time, `energyMaximum` the largest gain.
   */
  measures(): { energyDrift: number; energyDeviation: number; energyMaximum: number } {
    return {
      energyDrift: meanOfLastSecond(this.deviations, this.recordsPerSecond),
      energyDeviation: largest(this.deviations.map(Math.abs)),
      energyMaximum: largest([0, ...this.deviations]),
    };
  }
}
