// The kernels of particles, compiled once for each precision: they are small enough to be compiled at once.
import type { ParticleModule } from '../../reference/particle/kernels.ts';
import { compileSmall, type Precision } from '../core/load.ts';
import double from '../generated/particles-double.ts';
import single from '../generated/particles-single.ts';

const TEXTS: Record<Precision, string> = { single, double };
const compiled = new Map<Precision, ParticleModule>();

export function particleModule(precision: Precision): ParticleModule {
  const known = compiled.get(precision);
  if (known) return known;
  const made: ParticleModule = { module: compileSmall(TEXTS[precision]), isSingle: precision === 'single' };
  compiled.set(precision, made);
  return made;
}
