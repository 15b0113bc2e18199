// Chains, ropes and what hangs on them.
import { Curve, SphereGeometry, TorusGeometry, TubeGeometry, Vector3 } from 'three';
import { BONE, BRICK, FRAME, IRON, SAFFRON, STEEL, VERMILION } from '../studio/palette.ts';
import { varied } from '../view/colors.ts';
import type { Dress, Part } from './dress.ts';
import { ball, chainLink, merged, roundedBox } from './geometry.ts';

/** A link that reaches a little into the next ones. */
function link(length: number, width: number, wire: number, place: number, color = STEEL): Part {
  const turned = place % 2 === 1;
  return { key: `link ${length} ${turned}`, make: () => chainLink(length, width, wire, turned), substance: 'steel', color };
}

export const wreckingBall: Dress = {
  gantry: { along: 'z', half: 4.4, above: 0.3 },
  joints: false,
  finish: ({ kind, form }, place) => {
    if (kind === 'static') return { substance: 'iron', color: FRAME };
    return form === 'box' ? { substance: 'brick', color: varied(BRICK, place, 0.12) } : { substance: 'rubber', color: VERMILION };
  },
  parts: ({ form, scale }, place) => {
    if (form === 'capsule') return [link(0.47, 0.19, 0.04, place)];
    if (form !== 'sphere' || scale[0] !== 0.5) return null;
    return [
      { key: 'ball', make: () => ball(0.5), substance: 'iron', color: IRON },
      { key: 'band', make: () => merged([new TorusGeometry(0.5, 0.022, 10, 64).rotateX(Math.PI / 2)]), substance: 'paint', color: SAFFRON },
      { key: 'eye', make: () => chainLink(0.36, 0.26, 0.05, false).translate(0, 0.52, 0), substance: 'steel', color: STEEL },
    ];
  },
};

/** A weight of iron in the middle of the last link of the heavy chain, m. */
const WEIGHT = 0.95;
function heavyParts(place: number): Part[] {
  return [
    link(1.22, 0.5, 0.11, place),
    { key: 'weight', make: () => ball(WEIGHT).translate(0, -0.2 - WEIGHT / 2, 0), substance: 'paint', color: VERMILION },
    {
      key: 'band',
      make: () => merged([new TorusGeometry(WEIGHT, 0.06, 12, 64).rotateX(Math.PI / 2)]).translate(0, -0.2 - WEIGHT / 2, 0),
      substance: 'iron',
      color: IRON,
    },
  ];
}

export const heavyChain: Dress = {
  gantry: { along: 'z', half: 4, thickness: 0.32 },
  joints: false,
  parts: ({ form }, place, { bodies }) => {
    if (form !== 'capsule') return null;
    const last = place === bodies.filter(({ kind }) => kind === 'dynamic').length - 1;
    return last ? heavyParts(place) : [link(1.22, 0.5, 0.11, place)];
  },
};

export const bunnyChain: Dress = {
  gantry: { along: 'x', spread: 0.26 },
  joints: false,
  finish: ({ kind }, place) => (kind === 'dynamic' ? { substance: 'ceramic', color: place % 10 === 9 ? VERMILION : BONE } : null),
};

/** Seen before a dark and a light studio alike. */
const SLATE = '#8f9cab';
/** A rail on two legs along the edge that is fixed. */
export const jointGrid: Dress = {
  finish: ({ kind }, place) =>
    kind === 'dynamic' ? { substance: 'ceramic', color: place % 7 === 3 ? VERMILION : SLATE } : { substance: 'steel', color: STEEL },
  fixed: ({ bodies }, ground) => {
    const size = Math.round(Math.sqrt(bodies.length));
    if (size === 0) return [];
    const half = size / 2;
    const thick = 0.012 * size;
    const rail = () =>
      merged([
        roundedBox([half + 2 * thick, thick, thick]).translate(-0.5, thick, -1.4 * thick),
        ...[-1, 1].flatMap((side) => [
          roundedBox([0.8 * thick, -ground / 2, 0.8 * thick]).translate(side * (half + thick) - 0.5, ground / 2, -1.4 * thick),
          roundedBox([2.4 * thick, 0.4 * thick, 4 * thick]).translate(side * (half + thick) - 0.5, ground + 0.4 * thick, -1.4 * thick),
        ]),
      ]);
    return [{ key: 'rail', make: rail, substance: 'paint', color: FRAME }];
  },
};

/** As scenes/twisted-rope.ts has it, m. */
const ROPE = { half: 0.02, radius: 0.01 };
/** Of the radius: of a strand, and how far its middle is from that of the rope. */
const STRAND = 0.62;
const LAID = 0.55;
/** Two strands, which go round once in each link. */
class StrandCurve extends Curve<Vector3> {
  constructor(private readonly phase: number) {
    super();
  }

  override getPoint(part: number, target = new Vector3()): Vector3 {
    const angle = 2 * Math.PI * part + this.phase;
    const aside = LAID * ROPE.radius;
    return target.set(aside * Math.cos(angle), (2 * part - 1) * ROPE.half, aside * Math.sin(angle));
  }
}

export const twistedRope: Dress = {
  posts: { half: [0.018, 0.018], above: 0.02 },
  joints: false,
  finish: ({ kind }) => (kind === 'dynamic' ? null : { substance: 'rubber', color: FRAME }),
  parts: ({ form }) =>
    form === 'capsule'
      ? [SAFFRON, BONE].map((color, k): Part => {
          const strand = () => {
            const curve = new StrandCurve(k * Math.PI);
            const ends = [0, 1].map((part) => new SphereGeometry(STRAND * ROPE.radius, 10, 8).translate(...curve.getPoint(part).toArray()));
            return merged([new TubeGeometry(curve, 16, STRAND * ROPE.radius, 10), ...ends]);
          };
          return { key: `strand ${k}`, make: strand, substance: 'cloth', color };
        })
      : null,
};
