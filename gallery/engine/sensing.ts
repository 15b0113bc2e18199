import type { World } from '../../bindings/index.ts';
import { SENSING } from './types.ts';

/** More bodies than this are not asked one by one what they are in. */
const MOST_BODIES = 100;

/** Marks the sensors that something dynamic is in, at the slots of `states`. */
export function markSensing(world: World, states: Uint8Array): void {
  if (world.bodyCount > MOST_BODIES) return;
  const bodies = [...world.bodies];
  if (!bodies.some(({ sensor }) => sensor)) return;
  for (const body of bodies) {
    const { orientation, position, shape } = body;
    if (body.type !== 'dynamic' || body.sensor || !shape) continue;
    const met = world.overlap(shape, { position, orientation, exclude: body, sensors: true });
    for (const { index, sensor } of met) if (sensor) states[index] |= SENSING;
  }
}
