import { World } from './world.ts';

/** Whether a value is a world that was made: not what only has the class of one, or a proxy that has been revoked. */
export function isWorld(value: unknown): value is World {
  try {
    return value instanceof World && value.context !== undefined;
  } catch {
    return false;
  }
}
