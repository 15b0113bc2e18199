// Every joint, for tests of rows.
import { type World, type WorldOptions, World as Worlds } from '../../bindings/index.ts';
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
