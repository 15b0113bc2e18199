// A ramp of timber with a lane for each body, a scale along the lanes, and a protractor at its foot.
import { type BufferGeometry, Shape, TorusGeometry, Vector2 } from 'three';
import type { SceneLooks } from '../engine/types.ts';
import { BONE, FRAME, SAFFRON, STEEL, VERMILION } from '../studio/palette.ts';
import type { Dress, Finish, Label, Part } from './dress.ts';
import { ball, drum, extruded, merged, roundedBox } from './geometry.ts';

/** As scenes/incline.ts puts its bodies on the slope: lanes, m from lane to lane; half a box along the slope, and what rolls, m. */
const [LANES, LANE] = [9, 1.5];
const BOX = 0.4;
const RADIUS = 0.25;
const HALF_WIDTH = (LANES * LANE) / 2 + 0.3;
/** Where the ramp begins and ends, m along x. */
const [TOP, FOOT] = [-1.7, 8];
/** Of the protractor at the foot, m, and the largest angle on its scale, °. */
const SCALE = { inner: 2.5, outer: 3.1, half: 0.04, most: 50 };
/** From the smallest friction to the largest. */
const SLIDERS: readonly Finish[] = [
  { substance: 'ceramic', color: '#b9dcea' },
  { substance: 'ceramic', color: BONE },
  { substance: 'steel', color: STEEL },
  { substance: 'paint', color: SAFFRON },
  { substance: 'wood', color: '#8a5a34' },
  { substance: 'brick', color: '#9a4a33' },
  { substance: 'rubber', color: '#222427' },
];
const RAMP: Finish = { substance: 'wood', color: '#8b7354' };
const LINES: Finish = { substance: 'paint', color: '#4d3c2a' };
const PLATE: Finish = { substance: 'paint', color: BONE };
const MARKS: Finish = { substance: 'paint', color: FRAME };
const ACCENT: Finish = { substance: 'paint', color: VERMILION };

/** Angle of the slope, rad. */
function angleOf({ bodies, shapes }: SceneLooks): number {
  const slope = bodies.find(({ shape }) => shapes[shape].endless);
  if (!slope) return 0;
  const [x, y] = shapes[slope.shape].normals;
  return Math.atan2(x, y);
}

const heightAt = (x: number, angle: number) => -x * Math.tan(angle);

/** A box that lies on the slope at x and z, m. */
function onSlope(half: [number, number, number], x: number, z: number, angle: number): BufferGeometry {
  return roundedBox(half)
    .translate(0, half[1] / 2, 0)
    .rotateZ(-angle)
    .translate(x, heightAt(x, angle), z);
}

function rampParts(angle: number, ground: number): Part[] {
  const wedge = () => {
    const corners = [
      [TOP, heightAt(TOP, angle)],
      [TOP, ground],
      [FOOT, ground],
    ].map(([x, y]) => new Vector2(x, y));
    return merged([extruded(new Shape(corners), HALF_WIDTH, 0.001)]);
  };
  const [middle, half] = [(TOP + FOOT) / 2, (FOOT - TOP) / 2 / Math.cos(angle)];
  const lines = () =>
    merged(
      Array.from({ length: LANES + 1 }, (_, k) =>
        onSlope([half - 0.02, 0.012, k % LANES ? 0.025 : 0.06], middle, (k - LANES / 2) * LANE, angle),
      ),
    );
  // The lower edge of each box is on it at the start.
  const start = () => onSlope([0.03, 0.01, (LANES * LANE) / 2], (BOX + 0.05) * Math.cos(angle), 0, angle);
  const metres = () =>
    merged(
      [1, 2, 3, 4, 5, 6, 7].flatMap((way) =>
        Array.from({ length: LANES + 1 }, (_, k) =>
          onSlope([0.02, 0.01, 0.14], (BOX + way) * Math.cos(angle), (k - LANES / 2) * LANE, angle),
        ),
      ),
    );
  return [
    { key: 'ramp', make: wedge, ...RAMP },
    { key: 'lines', make: lines, ...LINES },
    { key: 'start', make: start, ...ACCENT },
    { key: 'metres', make: metres, ...PLATE },
  ];
}

/** A quarter of a disc with a tick every 5°, in front of the side of the ramp, and a pointer along the slope. */
function protractorParts(angle: number, ground: number): Part[] {
  const z = HALF_WIDTH + SCALE.half + 0.02;
  const most = Math.max(SCALE.most, (angle * 180) / Math.PI + 5) * (Math.PI / 180);
  const at = (geometry: BufferGeometry) => geometry.translate(FOOT, ground, z);
  const sector = () => {
    const shape = new Shape().absarc(0, 0, SCALE.outer, Math.PI - most, Math.PI, false);
    shape.lineTo(-SCALE.inner, 0);
    shape.absarc(0, 0, SCALE.inner, Math.PI, Math.PI - most, true);
    return at(merged([extruded(shape, SCALE.half, 0.01)]));
  };
  const ticks = () =>
    at(
      merged(
        Array.from({ length: Math.floor((most * 36) / Math.PI) + 1 }, (_, k) => {
          const long = k % 2 === 0 ? 0.15 : 0.08;
          return roundedBox([long, 0.013, 0.01])
            .translate(-SCALE.outer + long + 0.03, 0, SCALE.half)
            .rotateZ((-k * Math.PI) / 36);
        }),
      ),
    );
  const pointer = () =>
    at(
      merged([
        roundedBox([SCALE.outer / 2 + 0.12, 0.022, 0.02])
          .translate(-SCALE.outer / 2 - 0.12, 0, SCALE.half + 0.02)
          .rotateZ(-angle),
        drum(0.09, 0.06).rotateX(Math.PI / 2),
        new TorusGeometry(1.5, 0.022, 8, 40, angle).rotateZ(Math.PI - angle),
      ]),
    );
  return [
    { key: 'protractor', make: sector, ...PLATE },
    { key: 'ticks', make: ticks, ...MARKS },
    { key: 'pointer', make: pointer, ...ACCENT },
  ];
}

/** A band and bars show that they roll. */
function rollerParts(form: string, half: number): Part[] {
  if (form === 'sphere')
    return [
      { key: 'ball', make: () => ball(RADIUS), substance: 'ceramic', color: BONE },
      { key: 'band', make: () => merged([new TorusGeometry(RADIUS - 0.008, 0.022, 8, 48)]), ...ACCENT },
    ];
  const spokes = () => merged([0, 1].map((k) => roundedBox([0.8 * RADIUS, half + 0.012, 0.03]).rotateY((k * Math.PI) / 2)));
  return [
    { key: 'roller', make: () => drum(RADIUS, half), substance: 'iron', color: '#8b929c' },
    { key: 'spokes', make: spokes, ...ACCENT },
  ];
}

const slideOf = ({ shapes, bodies }: SceneLooks) => bodies.some(({ shape }) => shapes[shape].endless);

export const incline: Dress = {
  slopes: false,
  groundOf: (looks) => heightAt(FOOT, angleOf(looks)),
  finish: ({ kind, form }, place) => (kind === 'dynamic' && form === 'box' ? (SLIDERS[place] ?? null) : null),
  parts: ({ kind, form, scale }, place) => {
    if (kind !== 'dynamic' || form === 'box' || place >= LANES) return null;
    return rollerParts(form, scale[1]);
  },
  fixed: (looks, ground) => {
    if (!slideOf(looks)) return [];
    const angle = angleOf(looks);
    return [...rampParts(angle, ground), ...protractorParts(angle, ground)];
  },
  labels: (looks): Label[] => {
    const angle = angleOf(looks);
    const ground = heightAt(FOOT, angle);
    const [middle, away] = [angle / 2, 1.9];
    return [
      {
        at: [FOOT - away * Math.cos(middle), ground + away * Math.sin(middle), HALF_WIDTH + 0.1],
        text: `${Math.round((angle * 180) / Math.PI)}°`,
      },
    ];
  },
};
