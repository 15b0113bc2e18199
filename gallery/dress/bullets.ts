// Jacketed bullets, and a sheet of steel in a frame with a ring painted where each of them is aimed.
import { TorusGeometry } from 'three';
import type { Vec3 } from '../../bindings/index.ts';
import type { BodyLook } from '../engine/types.ts';
import { GRAPHITE, STEEL, VERMILION } from '../studio/palette.ts';
import type { Dress, Part } from './dress.ts';
import { boltCircle } from './fasteners.ts';
import { drum, lathe, merged, roundedBox } from './geometry.ts';

const COPPER = '#b5623a';
const JACKET = '#d79b35';
/** Of a bullet by its radius: where its nose ends, its jacket and its base. The nose is that of the sphere that flies. */
const NOSE = 1;
const SHOULDER = -1.6;
const BASE = -4.2;

function bulletParts(radius: number): Part[] {
  const ogive = Array.from({ length: 9 }, (_, k): [number, number] => {
    const part = k / 8;
    return [radius * Math.sin((part * Math.PI) / 2) ** 0.8, radius * (NOSE + (SHOULDER - NOSE) * part ** 1.6)];
  });
  const jacket = [
    [1, SHOULDER],
    [1, -2.5],
    [0.93, -2.56],
    [0.93, -2.7],
    [1, -2.76],
    [1, -3.6],
    [0.84, BASE],
    [0.84, BASE],
    [0, BASE],
  ].map(([x, y]) => [x * radius, y * radius] as const);
  return [
    { key: 'nose', make: () => lathe(ogive).rotateZ(-Math.PI / 2), substance: 'ceramic', color: COPPER },
    { key: 'jacket', make: () => lathe(jacket).rotateZ(-Math.PI / 2), substance: 'ceramic', color: JACKET },
  ];
}

/** Bars around the sheet, and two feet. */
function frameParts({ scale: [, high, wide] }: BodyLook, ground: number): Part[] {
  const bar = 0.011;
  const [top, side] = [high + bar * 0.4, wide + bar * 0.4];
  const at = (half: Vec3, place: Vec3) => roundedBox(half, 0.003).translate(...place);
  const foot = (z: number) => [
    at([bar, (top - ground - bar) / 2 + 0.004, bar], [0, (ground - top + bar) / 2, z]),
    at([0.07, 0.007, 0.016], [0, ground + 0.007, z]),
  ];
  const frame = () =>
    merged([
      ...[-1, 1].map((way) => at([bar, bar, side + bar], [0, way * top, 0])),
      ...[-1, 1].map((way) => at([bar, top + bar, bar], [0, 0, way * side])),
      ...[-1, 1].flatMap((way) => foot(way * side)),
    ]);
  const corner = (y: number, z: number) =>
    boltCircle(0, 1, 0.009, 0)
      .rotateZ(Math.PI / 2)
      .translate(-bar - 0.001, y * top, z * side);
  const bolts = () => merged([-1, 1].flatMap((y) => [-1, 0, 1].map((z) => corner(y, z))));
  return [
    { key: 'frame', make: frame, substance: 'paint', color: GRAPHITE },
    { key: 'bolts', make: bolts, substance: 'steel', color: STEEL },
  ];
}

/** As scenes/bullet-wall.ts aims them, m. */
const [ROWS, COLUMNS, GAP] = [6, 4, 0.04];
const RINGS = Array.from({ length: ROWS * COLUMNS }, (_, k): [number, number] => [
  GAP * ((k % ROWS) - (ROWS - 1) / 2),
  GAP * (Math.floor(k / ROWS) - (COLUMNS - 1) / 2),
]);

export const bulletWall: Dress = {
  finish: ({ kind }) => (kind === 'dynamic' ? null : { substance: 'steel', color: STEEL }),
  parts: ({ form, kind, scale }) => (kind === 'dynamic' && form === 'sphere' && scale[0] < 0.01 ? bulletParts(scale[0]) : null),
  fixed: ({ bodies }, ground) => {
    const sheet = bodies.find(({ kind }) => kind === 'static');
    if (!sheet) return [];
    const rings = () =>
      merged(
        RINGS.flatMap(([y, z]) => [
          new TorusGeometry(0.011, 0.0009, 6, 40)
            .rotateY(Math.PI / 2)
            .scale(0.3, 1, 1)
            .translate(-0.0006, y, z),
          drum(0.0016, 0.0003)
            .rotateZ(Math.PI / 2)
            .translate(-0.0006, y, z),
        ]),
      );
    return [...frameParts(sheet, ground), { key: 'rings', make: rings, substance: 'paint', color: VERMILION }];
  },
};
