// Worlds that are made once for many runs of a property.

import type { World as WorldType } from './package.ts';
import { type Body, World, type WorldOptions } from './package.ts';

export const emptyWorld = (settings: WorldOptions): Promise<WorldType> => World.create({ ...settings, gravity: [0, 0, 0], substeps: 1 });

/** Runs with bodies that are gone again afterwards, whatever happens. */
export function withBodies<Result>(world: WorldType, act: (keep: <Kind extends { body: Body }>(placed: Kind) => Kind) => Result): Result {
  const bodies: Body[] = [];
  try {
    return act((placed) => {
      bodies.push(placed.body);
      return placed;
    });
  } finally {
    for (const body of bodies) if (body.alive) world.removeBody(body);
  }
}

/** With slots for bodies: a comparison of bodies that fails would print their worlds. */
export const slotted = <Hit extends { body: Body }>(hit: Hit | null) => hit && { ...hit, body: hit.body.index };
