// The errors of a simulation with contacts while it runs.
import { anchorErrors, hasContacts, Poses, type SceneData, type Simulation } from '../model.ts';
import { mean } from '../statistics.ts';
import { measurePenetration, type Penetration } from './penetration.ts';

const MILLI = 1000;

type Gaps = ReturnType<typeof anchorErrors>;

export class Watch {
  private readonly poses: Poses;
  private readonly penetrations: Penetration[] = [];
  private readonly gaps: Gaps[] = [];
  private readonly earlyGaps: Gaps[] = [];

  constructor(
    private readonly scene: SceneData,
    private readonly simulation: Simulation,
    private readonly depths = true,
  ) {
    this.poses = new Poses(scene.bodies.length);
  }

  /** Before measuring starts: joints gape most where bodies hit each other. */
  sampleEarly(): void {
    if (!this.hasJoints) return;
    this.simulation.read(this.poses);
    this.earlyGaps.push(anchorErrors(this.scene, this.poses));
  }

  sample(): void {
    this.simulation.read(this.poses);
    if (hasContacts(this.scene)) this.penetrations.push(measurePenetration(this.scene, this.poses, this.depths));
    if (this.hasJoints) this.gaps.push(anchorErrors(this.scene, this.poses));
  }

  /**
   * Over all samples: the deepest penetration and the widest gap; the 99th percentile of each sample, averaged; the root mean square of gaps.
   * What the scene measures itself, and what is lost, is as it was in the end.
   */
  result(): Record<string, number> {
    const { penetrations, gaps, earlyGaps } = this;
    const gapsOfJoints = this.hasJoints && {
      'gap rms mm': rootMeanSquare(gaps),
      'gap max mm': widest(gaps),
      'settling gap rms mm': rootMeanSquare(earlyGaps),
      'settling gap max mm': widest(earlyGaps),
    };
    return {
      'deepest mm': MILLI * Math.max(...penetrations.map(({ deepest }) => deepest)),
      '99 % mm': MILLI * mean(penetrations.map(({ percentile99 }) => percentile99)),
      ...gapsOfJoints,
      ...this.measured,
      lost: penetrations.at(-1)?.lost ?? 0,
    };
  }

  /** What the scene itself measures, of the last sample. */
  get measured(): Record<string, number> {
    return this.scene.measure?.(this.poses) ?? {};
  }

  private get hasJoints(): boolean {
    return this.scene.balls.length + (this.scene.hinges?.length ?? 0) > 0;
  }
}

const rootMeanSquare = (gaps: Gaps[]): number => MILLI * Math.sqrt(mean(gaps.map(({ meanSquare }) => meanSquare)));
const widest = (gaps: Gaps[]): number => MILLI * Math.max(...gaps.map(({ max }) => max));
