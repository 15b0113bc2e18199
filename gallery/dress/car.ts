// A car on soft tyres, and its course: lines on the ground, and striped bumps.
import { BufferAttribute, BufferGeometry, CapsuleGeometry } from 'three';
import type { Vec3 } from '../../bindings/index.ts';
import { BONE, FRAME, GRAPHITE, RUBBER, SAFFRON, STEEL, VERMILION } from '../studio/palette.ts';
import type { Dress, Finish, Part } from './dress.ts';
import { boltCircle } from './fasteners.ts';
import { ball, coil, drum, merged, roundedBox } from './geometry.ts';

const paint = (color: string): Finish => ({ substance: 'paint', color });
const GLASS: Finish = { substance: 'ceramic', color: '#15181c' };
const LAMP: Finish = { substance: 'ceramic', color: '#fff6dc' };
/** The tread is no body: without grain, which would not turn with it. */
const TYRE: Finish = { substance: 'cloth', color: RUBBER };

type Box = readonly [half: Vec3, place: Vec3, radius: number, finish: Finish];

/** In the frame of the chassis, as scenes/car.ts has it; it drives along x, m. */
const BODY: readonly Box[] = [
  [[0.21, 0.013, 0.058], [0, -0.004, 0], 0.006, paint(FRAME)],
  [[0.075, 0.022, 0.05], [0.125, 0.028, 0], 0.016, paint(VERMILION)],
  [[0.118, 0.026, 0.073], [-0.03, 0.036, 0], 0.014, paint(VERMILION)],
  [[0.07, 0.024, 0.06], [-0.045, 0.068, 0], 0.018, GLASS],
  [[0.052, 0.006, 0.054], [-0.048, 0.09, 0], 0.005, paint(BONE)],
  [[0.012, 0.006, 0.078], [-0.165, 0.075, 0], 0.003, paint(BONE)],
  [[0.05, 0.018, 0.05], [-0.16, 0.026, 0], 0.012, paint(VERMILION)],
  [[0.008, 0.012, 0.075], [0.207, 0.0, 0], 0.004, paint(GRAPHITE)],
  [[0.06, 0.0015, 0.014], [0.13, 0.05, 0], 0.001, paint(BONE)],
];

function bodyParts(): Part[] {
  const boxes = BODY.map(
    ([half, place, radius, finish], k): Part => ({ key: `body ${k}`, make: () => roundedBox(half, radius).translate(...place), ...finish }),
  );
  const lamps = () => merged([-1, 1].map((side) => ball(0.011).translate(0.196, 0.03, side * 0.034)));
  const stays = () => merged([-1, 1].map((side) => roundedBox([0.005, 0.02, 0.003], 0.001).translate(-0.162, 0.058, side * 0.045)));
  return [...boxes, { key: 'lamps', make: lamps, ...LAMP }, { key: 'stays', make: stays, ...paint(GRAPHITE) }];
}

function rimParts(radius: number, half: number): Part[] {
  const disc = () =>
    merged([
      drum(radius, 0.55 * half),
      drum(radius, 0.12 * half).translate(0, 0.86 * half, 0),
      drum(radius, 0.12 * half).translate(0, -0.86 * half, 0),
    ]);
  const spokes = () =>
    merged(
      [-1, 1].flatMap((side) => [
        drum(0.28 * radius, 0.16 * half).translate(0, side * 0.95 * half, 0),
        ...[0, 1, 2, 3, 4].map((k) =>
          roundedBox([0.42 * radius, 0.08 * half, 0.1 * radius])
            .translate(0.5 * radius, side * 1.0 * half, 0)
            .rotateY((k * 2 * Math.PI) / 5),
        ),
      ]),
    );
  const nut = () => merged([-1, 1].map((side) => boltCircle(0, 1, 0.1 * radius, side * 1.1 * half)));
  return [
    { key: `rim ${radius}`, make: disc, ...paint(GRAPHITE) },
    { key: `spokes ${radius}`, make: spokes, substance: 'steel', color: STEEL },
    { key: `nut ${radius}`, make: nut, ...paint(VERMILION) },
  ];
}

/** Of a bump, m: how far its stripes are above it, and how many there are. */
const RAISED = 0.0006;
const STRIPES = 7;

function bumpParts(radius: number, half: number): Part[] {
  const length = half + radius;
  const stripe = (k: number) =>
    drum(radius + RAISED, (0.5 * half) / STRIPES, 0.0003).translate(0, (2 * half * (k + 0.5)) / STRIPES - half, 0);
  const stripes = () =>
    merged(
      Array.from({ length: STRIPES }, (_, k) => k)
        .filter((k) => k % 2 === 0)
        .map(stripe),
    );
  return [
    { key: `bump ${length}`, make: () => merged([new CapsuleGeometry(radius, 2 * half, 8, 24)]), substance: 'rubber', color: '#33363a' },
    { key: `stripes ${length}`, make: stripes, ...paint(SAFFRON) },
  ];
}

/** The course as scenes/car.ts has it, m: a circle that swings in and out. */
const [RADIUS, SWING, SWINGS] = [1.5, 0.1, 4];
const EDGE = 0.42;
const DASHES = 36;
/** Blocks of the kerbs along both edges, by turns of two colours. */
const BLOCKS = 72;
const STEPS = 720;
/** Lines are so far above the ground. */
const LIFT = 0.0012;

/** A ribbon on the ground beside the course, from one angle to another. */
function ribbon(aside: number, half: number, from: number, to: number, ground: number): BufferGeometry {
  const steps = Math.max(2, Math.ceil((STEPS * (to - from)) / (2 * Math.PI)));
  const positions: number[] = [];
  const indices: number[] = [];
  for (let k = 0; k <= steps; k++) {
    const angle = from + ((to - from) * k) / steps;
    const radius = RADIUS + SWING * (1 - Math.cos(SWINGS * angle)) + aside;
    for (const way of [-half, half])
      positions.push((radius + way) * Math.sin(angle), ground + LIFT, (radius + way) * Math.cos(angle) - RADIUS);
    if (k > 0) indices.push(2 * k - 2, 2 * k - 1, 2 * k + 1, 2 * k - 2, 2 * k + 1, 2 * k);
  }
  const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
  geometry.setIndex(indices);
  geometry.setAttribute(
    'normal',
    new BufferAttribute(
      Float32Array.from(positions, (_, k) => (k % 3 === 1 ? 1 : 0)),
      3,
    ),
  );
  return geometry;
}

function course(ground: number): Part[] {
  const turn = 2 * Math.PI;
  const kerbs = (first: number) => () =>
    merged(
      Array.from({ length: BLOCKS / 2 }, (_, k) => (turn * (2 * k + first)) / BLOCKS).flatMap((from) =>
        [-1, 1].map((side) => ribbon(side * EDGE, 0.014, from, from + turn / BLOCKS, ground)),
      ),
    );
  const dashes = () =>
    merged(Array.from({ length: DASHES }, (_, k) => ribbon(0, 0.006, (turn * k) / DASHES, (turn * (k + 0.5)) / DASHES, ground)));
  return [
    { key: 'red kerbs', make: kerbs(0), substance: 'cloth', color: VERMILION },
    { key: 'white kerbs', make: kerbs(1), substance: 'cloth', color: BONE },
    { key: 'dashes', make: dashes, substance: 'cloth', color: SAFFRON },
  ];
}

/** A hub with the spring that carries the car on it. */
function hubParts([x, y, z]: Vec3): Part[] {
  const spring = () =>
    coil(0.012, 0.0026, 5, 0.0026 / 0.07)
      .scale(1, 0.07, 1)
      .translate(0.013, 0.005, 0);
  return [
    { key: 'hub', make: () => roundedBox([x, y, z], 0.003), ...paint(GRAPHITE) },
    { key: 'strut', make: () => merged([drum(0.006, 0.035).translate(0.013, 0.04, 0)]), substance: 'steel', color: STEEL },
    { key: 'spring', make: spring, ...paint(SAFFRON) },
  ];
}

export const car: Dress = {
  particles: () => TYRE,
  parts: ({ form, kind, scale }) => {
    if (form === 'compound') return bodyParts();
    if (form === 'cylinder') return rimParts(scale[0], scale[1]);
    if (kind === 'static' && form === 'capsule') return bumpParts(0.03, 0.16);
    return form === 'box' && scale[1] > 0.01 ? hubParts(scale) : null;
  },
  finish: ({ kind }) => (kind === 'dynamic' ? { substance: 'steel', color: STEEL } : null),
  fixed: (_, ground) => course(ground),
};
