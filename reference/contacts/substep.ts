import { ContactScheme, WorldRecord } from '../../bindings/layout.ts';
import type { StateMemory } from '../../bindings/memory.ts';
import type { Vec3 } from '../vector.ts';

/** Contact frequency over the substeps' rate at most: stiffer springs jitter, softer ones let towers buckle. */
const STIFFEST = 0.18;

/** What contacts need to know about the substep they are solved in. */
export class ContactSubstep {
  /** Of overlap: 1/s by which it is taken away, m/s at most, what of an impulse is asked for, and what is taken from the last one. */
  readonly rate: number;
  readonly depenetrationSpeed: number;
  readonly share: number;
  readonly decay: number;
  /** m/s: slower impacts do not bounce (Müller et al. 2020, section 3.6). */
  readonly bounceSpeed: number;
  /** The papers' scheme. */
  readonly positional: boolean;

  constructor(
    { f64, u32, world }: StateMemory,
    /** s */
    readonly duration: number,
    readonly gravity: Vec3,
  ) {
    const frequency = Math.min(f64[(world + WorldRecord.contactFrequency) >>> 3], STIFFEST / duration);
    const omega = 2 * Math.PI * frequency;
    const zeta = f64[(world + WorldRecord.contactDamping) >>> 3];
    const stiffness = duration * omega * (2 * zeta + duration * omega);
    this.rate = omega / (2 * zeta + duration * omega);
    this.share = stiffness / (1 + stiffness);
    this.decay = 1 / (1 + stiffness);
    this.depenetrationSpeed = f64[(world + WorldRecord.depenetrationSpeed) >>> 3];
    this.bounceSpeed = 2 * gravity.length * duration;
    this.positional = u32[(world + WorldRecord.contactScheme) >>> 2] === ContactScheme.Position;
  }
}
