// A coin of brass: milled edge, raised rim, a cogwheel within a wreath on both sides.
import { type BufferGeometry, Path, Shape, SphereGeometry, Vector2 } from 'three';
import type { Dress, Part } from './dress.ts';
import { extruded, gear, lathe, merged } from './geometry.ts';

/** Half of what is drawn of its thickness, in parts of the radius: what is simulated is thinner than a relief. */
const HALF = 0.024;
const REEDS = 110;
const LEAVES = 20;
const BEADS = 84;
const RELIEF = '#e3b04b';
const FIELD = '#a87424';

/** The edge: a disc of fine grooves. */
function milledRing(radius: number, half: number): BufferGeometry {
  const points = Array.from({ length: 4 * REEDS }, (_, k) => {
    const r = radius * (k % 4 < 2 ? 1 : 0.986);
    const angle = (k * Math.PI) / (2 * REEDS);
    return new Vector2(r * Math.cos(angle), r * Math.sin(angle));
  });
  const shape = new Shape(points);
  shape.holes.push(new Path().absarc(0, 0, 0.9 * radius, 0, 2 * Math.PI, true));
  return merged([extruded(shape, 0.86 * half, 0.1 * half).rotateX(-Math.PI / 2)]);
}

function rims(radius: number, half: number): BufferGeometry[] {
  const profile = [
    [0.87, 0.5],
    [0.885, 0.9],
    [0.9, 1],
    [0.95, 1],
    [0.97, 0.92],
    [0.975, 0.8],
  ] as const;
  return [1, -1].map((side) =>
    lathe(
      profile.map(([x, y]) => [x * radius, side * y * half] as const),
      72,
    ),
  );
}

/** Leaves along two arcs that meet at the bottom, on both sides at once. */
function wreath(radius: number, half: number): BufferGeometry[] {
  return [-1, 1].flatMap((side) =>
    Array.from({ length: LEAVES }, (_, k) => {
      const angle = Math.PI / 2 + side * (0.32 + (k / (LEAVES - 1)) * 2.65);
      const r = (k % 2 ? 0.665 : 0.575) * radius;
      return new SphereGeometry(1, 12, 8)
        .scale(0.08 * radius, half, 0.03 * radius)
        .rotateY(angle + Math.PI / 2 + (k % 2 ? -0.5 : 0.5) * side)
        .translate(r * Math.cos(angle), 0, -r * Math.sin(angle));
    }),
  );
}

function beads(radius: number, half: number): BufferGeometry[] {
  return Array.from({ length: BEADS }, (_, k) => {
    const angle = (k * 2 * Math.PI) / BEADS;
    return new SphereGeometry(1, 8, 6)
      .scale(0.013 * radius, 0.85 * half, 0.013 * radius)
      .translate(0.83 * radius * Math.cos(angle), 0, 0.83 * radius * Math.sin(angle));
  });
}

function coinParts(radius: number): Part[] {
  const half = HALF * radius;
  const field = () =>
    lathe([
      [0, -0.55 * half],
      [0.9 * radius, -0.55 * half],
      [0.9 * radius, 0.55 * half],
      [0, 0.55 * half],
    ]);
  const edge = () => merged([milledRing(radius, half), ...rims(radius, half)]);
  const relief = () => merged([...wreath(radius, 0.95 * half), ...beads(radius, half), gear(0.34 * radius, 18, 0.9 * half, Math.PI / 18)]);
  return [
    { key: 'edge', make: edge, substance: 'brass', color: RELIEF },
    // A flat mirror is either black or white: its faces are gilded, not polished.
    { key: 'field', make: field, substance: 'paint', color: FIELD },
    { key: 'relief', make: relief, substance: 'ceramic', color: RELIEF },
  ];
}

export const coin: Dress = {
  parts: ({ kind, scale }) => (kind === 'dynamic' ? coinParts(scale[0]) : null),
};
