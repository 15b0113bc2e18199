import type { World } from '../bindings/index.ts';
import type { Recorded } from './scene.ts';
import { FRAMES_PER_SECOND, largest, Recent } from './statistics.ts';

/** How well a world that should conserve its energy does so. */
export class EnergyRecord {
  private readonly start: number;
  private readonly lastSecond: Recent;
  private largestDeviation = 0;
  private largestGain = 0;
  private largestLoss = 0;

  /** @param range what deviations are relative to, J: for a scene under gravity the potential energy that it can turn into motion */
  constructor(
    private readonly world: World,
    private readonly range: number,
    recordsPerSecond = FRAMES_PER_SECOND,
  ) {
    this.start = world.totalEnergy;
    this.lastSecond = new Recent(recordsPerSecond);
  }

  /** To be called after every frame that is recorded. */
  record(): void {
    const deviation = (this.world.totalEnergy - this.start) / this.range;
    this.lastSecond.push(deviation);
    this.largestDeviation = largest([this.largestDeviation, Math.abs(deviation)]);
    this.largestGain = largest([this.largestGain, deviation]);
    this.largestLoss = largest([this.largestLoss, -deviation]);
  }

  recorded(): Recorded {
    return [[...this.lastSecond.values], this.largestDeviation, this.largestGain, this.largestLoss];
  }
  recall(recorded: Recorded): void {
    const [values, deviation, gain, loss] = recorded as [number[], number, number, number];
    this.lastSecond.recall(values);
    [this.largestDeviation, this.largestGain, this.largestLoss] = [deviation, gain, loss];
  }

  /**
   * In parts of the range: `energyDrift` is the gain or loss at the end, averaged over the last second, `energyDeviation` the
   * largest either way at any time, `energyMaximum` the largest gain, `energyLoss` the largest loss.
   */
  measures(): { energyDrift: number; energyDeviation: number; energyMaximum: number; energyLoss: number } {
    const { largestDeviation: energyDeviation, largestGain: energyMaximum, largestLoss: energyLoss } = this;
    return { energyDrift: this.lastSecond.mean, energyDeviation, energyMaximum, energyLoss };
  }
}
