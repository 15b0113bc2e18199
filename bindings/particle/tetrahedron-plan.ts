// Tetrahedra as users describe them: volumes that are kept, or an elastic material.
import { finite, nonNegative, options, orDefault, positive } from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import type { Plan, TetrahedronOptions } from './holds.ts';
import { readIndices, readSoft, requireDistinct } from './lists.ts';
import { distanceOf, sixVolumes } from './measure.ts';

const POISSON = 0.3;
/** Of the cube of its longest edge: what is flatter has no shape to keep. */
const FLAT = 1e-9;

/** Reads one entry of `tetrahedra`; throws `invalid-argument` or `degenerate-mesh`. */
export function readTetrahedra(entry: TetrahedronOptions, name: string, positions: Float64Array, plan: Plan): void {
  const o = options<TetrahedronOptions>(entry, name, ['compliance', 'damping', 'corners', 'youngModulus', 'poissonRatio']);
  const list = readIndices(o.corners, 4, positions.length / 3, `${name}.corners`);
  requireDistinct(list, 4, `${name}.corners`);
  const tetrahedra = Array.from({ length: list.length / 4 }, (_, k) => Array.from(list.subarray(4 * k, 4 * k + 4)));
  if (o.youngModulus === undefined) {
    if (o.poissonRatio !== undefined)
      throw new HolonomicError('invalid-argument', `${name}.poissonRatio belongs to a youngModulus: give both, or a compliance alone.`);
    const soft = readSoft(o, name);
    for (const corners of tetrahedra) plan.tetrahedra.push({ corners, ...soft });
    return;
  }
  if (o.compliance !== undefined)
    throw new HolonomicError('invalid-argument', `${name} takes either a compliance or a youngModulus, not both.`);
  const { bulk, shear } = moduli(o.youngModulus, o.poissonRatio, name);
  const damping = nonNegative(orDefault(o.damping, 0), `${name}.damping`);
  tetrahedra.forEach((corners, k) => {
    const volume = Math.abs(sixVolumes(positions, corners)) / 6;
    const longest = Math.max(...corners.flatMap((a) => corners.map((b) => distanceOf(positions, a, b))));
    if (!(volume > FLAT * longest * longest * longest))
      throw new HolonomicError('degenerate-mesh', `Tetrahedron ${k} of ${name} is flat: it has no shape to keep.`);
    plan.elements.push({ corners, shearModulus: shear, damping });
    if (bulk === 0) return;
    // What resists a change of volume is the volume's own constraint: λ V (J − 1)² / 2 = (V J − V)² / (2 V / λ).
    const compliance = bulk === Infinity ? 0 : volume / bulk;
    plan.tetrahedra.push({ corners, compliance, damping: compliance > 0 ? damping / compliance : 0 });
  });
}

/** Lamé's constants, Pa. */
export function moduli(youngModulus: unknown, poissonRatio: unknown, name: string): { bulk: number; shear: number } {
  const young = positive(youngModulus, `${name}.youngModulus`);
  const poisson = finite(orDefault(poissonRatio, POISSON), `${name}.poissonRatio`);
  if (poisson < 0 || poisson > 0.5)
    throw new HolonomicError('invalid-argument', `${name}.poissonRatio must be from 0 to 0.5, but is ${poisson}.`);
  return {
    shear: young / (2 * (1 + poisson)),
    bulk: poisson === 0.5 ? Infinity : (young * poisson) / ((1 + poisson) * (1 - 2 * poisson)),
  };
}
