// Every joint, for tests of rows.
import { Coordinate } from '../../bindings/core/layout.ts';
import { AngularDriveJoint, PathJoint, type World, type WorldOptions, World as Worlds } from '../../bindings/index.ts';
import { BESIDE_A_BALL, LINKS, linked, MECHANISMS } from '../agreement/all-joints.ts';

type Make = (settings: WorldOptions) => Promise<World>;

export const SCENES: [string, Make][] = [
  ...Object.entries(LINKS).map(([name, make]): [string, Make] => [name, (settings) => linked(make, settings)]),
  ...Object.entries(BESIDE_A_BALL).map(([name, make]): [string, Make] => [name, (settings) => linked(make, settings, true)]),
  ...Object.entries(MECHANISMS).map(([name, build]): [string, Make] => [
    name,
    async (settings) => {
      const world = await Worlds.create({ substeps: 20, ...settings });
      build(world);
      return world;
    },
  ]),
];

/** Velocities at random. */
export function stir(world: World, random: () => number): void {
  for (const body of world.bodies) {
    if (body.type !== 'dynamic') continue;
    body.linearVelocity = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
    body.angularVelocity = [4 * random() - 2, 4 * random() - 2, 4 * random() - 2];
  }
}

/** Puts the bodies of one world where those of another are, and as fast. */
export function follow(world: World, leader: World): void {
  const bodies = [...world.bodies];
  for (const [k, { position, orientation, linearVelocity, angularVelocity, type }] of [...leader.bodies].entries()) {
    if (type === 'static') continue;
    bodies[k].position = [...position];
    bodies[k].orientation = [...orientation];
    bodies[k].linearVelocity = [...linearVelocity];
    bodies[k].angularVelocity = [...angularVelocity];
  }
}

interface Valued {
  coordinate: number;
  value: number;
}

/** How far J u may be from the rate of C: a cone's distance is exact on the cone, and what follows a path on the path. */
export function bound(world: World, slot: number, rows: readonly Valued[], { coordinate, value }: Valued): number {
  if (coordinate === Coordinate.Cone) return Math.abs(value) < 0.02 ? 1e-6 + 60 * Math.abs(value) : Number.POSITIVE_INFINITY;
  if (!(world.jointAt(slot) instanceof PathJoint)) return 1e-6;
  const off = [Coordinate.Y, Coordinate.Z].map((kind) => Math.abs(rows.find((row) => row.coordinate === kind)?.value ?? 0));
  return 1e-6 + 10 * Math.max(...off);
}

/**
 * Rows of a drive turn about the axes of the world: J u is the relative angular velocity, which along the rotation vector C, where all of the spring's load is, is the
 * rate of C. By how much C dC/dt differs from C J u, summed over them; 0 for other joints.
 */
export function turningError(
  world: World,
  slot: number | null,
  rows: readonly { value: number; speed: number }[],
  rates: readonly number[],
): number {
  if (!isDrive(world, slot)) return 0;
  const [work, rate] = [
    rows.reduce((sum, { value, speed }) => sum + value * speed, 0),
    rows.reduce((sum, { value }, k) => sum + value * rates[k], 0),
  ];
  return Math.abs(work - rate) / Math.max(1, Math.abs(rate)) / 1e-6;
}

export const isDrive = (world: World, slot: number | null): boolean => slot !== null && world.jointAt(slot) instanceof AngularDriveJoint;
