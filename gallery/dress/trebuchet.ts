// Timber, iron and rope.
import { BONE, BRICK, IRON, SAFFRON, STEEL, VERMILION } from '../studio/palette.ts';
import { varied } from '../view/colors.ts';
import type { Dress, Finish, Part } from './dress.ts';
import { drum, merged, roundedBox } from './geometry.ts';

/** As scenes/trebuchet.ts builds it: the arms of the beam, and from the counterweight to its pin, m. */
const [SHORT, LONG] = [0.8, 3.6];
const HANGER = 0.75;
const timber: Finish = { substance: 'wood', color: '#8f6239' };
const iron: Finish = { substance: 'iron', color: IRON };
const part = (key: string, make: Part['make'], finish: Finish): Part => ({ key, make, ...finish });

/** The origin is on the axle; iron bands hold the beam together where it bears. */
function beamParts(): Part[] {
  const band = (x: number) => roundedBox([0.045, 0.13, 0.1]).translate(x, 0, 0);
  return [
    part('beam', () => roundedBox([(LONG + SHORT) / 2 + 0.08, 0.11, 0.085], 0.02).translate((SHORT - LONG) / 2, 0, 0), timber),
    part('bands', () => merged([band(0.25), band(-0.25), band(SHORT), band(-LONG), band(-LONG / 2)]), iron),
    part('axle', () => drum(0.07, 0.85).rotateX(Math.PI / 2), { substance: 'steel', color: STEEL }),
  ];
}

/** A chest of timber with iron edges, on two straps. */
function weightParts(): Part[] {
  const strap = (z: number) => roundedBox([0.06, HANGER / 2 + 0.08, 0.02]).translate(0, HANGER / 2, z);
  const edge = (x: number) => roundedBox([0.05, 0.42, 0.42], 0.01).translate(x, 0, 0);
  return [
    part('chest', () => roundedBox([0.45, 0.4, 0.4], 0.03), { substance: 'paint', color: VERMILION }),
    part('edges', () => merged([edge(-0.3), edge(0.3)]), iron),
    part('straps', () => merged([strap(-0.14), strap(0.14)]), iron),
    part(
      'pin',
      () =>
        drum(0.045, 0.2)
          .rotateX(Math.PI / 2)
          .translate(0, HANGER, 0),
      { substance: 'steel', color: STEEL },
    ),
  ];
}

export const trebuchet: Dress = {
  joints: false,
  finish: ({ kind, form }, place) => {
    if (kind === 'static') return timber;
    if (form === 'sphere') return { substance: 'ceramic', color: SAFFRON };
    return form === 'box' ? { substance: 'brick', color: varied(BRICK, place, 0.12) } : { substance: 'cloth', color: BONE };
  },
  parts: ({ kind, form }, place, { bodies }) => {
    if (kind !== 'dynamic') return null;
    if (form !== 'compound') return null;
    const compounds = bodies.filter((body) => body.kind === 'dynamic').flatMap((body, at) => (body.form === 'compound' ? [at] : []));
    return place === compounds[0] ? beamParts() : weightParts();
  },
};
