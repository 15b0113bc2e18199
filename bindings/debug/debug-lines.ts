import type { World } from '../world/world.ts';
import { drawBodies, drawBounds, drawInertia } from './bodies.ts';
import { drawContacts } from './contacts.ts';
import { drawFrames } from './frames.ts';
import type { DebugLayer } from './layers.ts';
import { drawLimits } from './limits.ts';
import { drawLinks } from './links.ts';
import { drawForces, drawTorques } from './loads.ts';
import { type DebugOptions, type Drawing, readDrawing } from './options.ts';
import { drawParticles } from './particles.ts';
import type { DebugLines } from './pen.ts';

const LAYERS: Record<DebugLayer, (drawing: Drawing) => void> = {
  wireframes: drawBodies,
  links: drawLinks,
  frames: drawFrames,
  limits: drawLimits,
  forces: drawForces,
  torques: drawTorques,
  contacts: drawContacts,
  bounds: drawBounds,
  inertia: drawInertia,
  particles: drawParticles,
};

/**
 * Line segments that show what a renderer of bodies does not: joints and their limits, loads, contacts, boxes. The world is only read. Disabled
 * and broken joints are not drawn.
 *
 * `out` is what an earlier call returned: it is filled again and returned again, and its arrays are replaced only when they are too short, so
 * that hardly anything is allocated from frame to frame. Throws `invalid-argument` for options that are no such, `foreign-handle` and
 * `removed-handle` for joints that are not in the world, `disposed`.
 */
export function debugLines(world: World, options: DebugOptions, out?: DebugLines): DebugLines {
  const { layers, drawing, lines } = readDrawing(world, options, out);
  for (const layer of layers) LAYERS[layer](drawing);
  return lines;
}
