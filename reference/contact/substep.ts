import { ContactNormals, ContactScheme, WorldRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/memory.ts';
import type { Vec3 } from '../math/vector.ts';
import type { Substep } from '../solver/substep.ts';
import { contactFrequencyOf, steadyDuration } from '../steady.ts';

/** Overlap may be taken away at the speed that gravity gives in so many substeps: a spring has to push to hold a load. */
const LOADS = 16;

/** m/s: below which impacts do not bounce, and at which overlap is taken away at most. */
export function contactSpeeds(memory: StateMemory, gravity: Vec3): { bounceSpeed: number; depenetrationSpeed: number } {
  const fall = gravity.length * steadyDuration(memory);
  const limit = memory.f64[(memory.world + WorldRecord.depenetrationSpeed) >>> 3];
  return { bounceSpeed: 2 * fall, depenetrationSpeed: Math.max(limit, LOADS * fall) };
}

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
  /** Of these: normals are found before each projection, where the bodies will be. */
  readonly foresees: boolean;
  readonly relaxation: number;
  /** s */
  readonly duration: number;
  readonly gravity: Vec3;

  constructor(memory: StateMemory, { duration, gravity, relaxation }: Substep) {
    const { f64, u32, world } = memory;
    this.duration = duration;
    this.gravity = gravity;
    this.relaxation = relaxation;
    const omega = 2 * Math.PI * contactFrequencyOf(memory);
    const zeta = f64[(world + WorldRecord.contactDamping) >>> 3];
    const stiffness = duration * omega * (2 * zeta + duration * omega);
    this.rate = omega / (2 * zeta + duration * omega);
    this.share = stiffness / (1 + stiffness);
    this.decay = 1 / (1 + stiffness);
    const { bounceSpeed, depenetrationSpeed } = contactSpeeds(memory, gravity);
    this.depenetrationSpeed = depenetrationSpeed;
    this.bounceSpeed = bounceSpeed;
    this.positional = u32[(world + WorldRecord.contactScheme) >>> 2] === ContactScheme.Position;
    this.foresees = this.positional && u32[(world + WorldRecord.contactNormals) >>> 2] === ContactNormals.Current;
  }
}
