// What cannon-es, holonomic/cannon and holonomic are compared in: boxes and balls, since cannon-es has no capsules.
import type { ConvexShape } from '../collision/model.ts';
import { ragdolls } from '../contacts/ragdolls.ts';
import { pile, pyramid, solid } from '../contacts/scenes.ts';
import type { SceneData } from '../model.ts';
import { hangingChain } from '../scenes/chain.ts';

const ROWS = 10;
const PILE = { count: 500, side: 5, half: 4.5 };
const LINKS = 100;
const RAGDOLLS = 25;

/** A capsule as the box around it. */
const boxed = (shape: ConvexShape | undefined): ConvexShape | undefined =>
  shape?.type === 'capsule' ? { type: 'box', halfExtents: [shape.radius, shape.halfHeight + shape.radius, shape.radius] } : shape;

/** Bodies with boxes for capsules, and hinges without limits, which cannon-es does not have. */
function simple(scene: SceneData, name: string): SceneData {
  const bodies = scene.bodies.map((body) => {
    const shape = boxed(body.shape);
    return shape && shape !== body.shape ? { ...solid(shape, body.mass, body.position, body.orientation), assembly: body.assembly } : body;
  });
  const hinges = scene.hinges?.map((hinge) => ({ ...hinge, lower: -Infinity, upper: Infinity }));
  return { ...scene, name, bodies, ...(hinges ? { hinges } : {}) };
}

function chain(): SceneData {
  const link = { mass: 1, inertia: [0.01, 0.01, 0.01] as const, length: 0.3 };
  const description = `${LINKS} links hang from each other`;
  return { name: 'chain-100', description, gravity: [0, -9.81, 0], dt: 1 / 60, warmup: 120, ...hangingChain(Array(LINKS).fill(link)) };
}

export const SCENES: readonly SceneData[] = [
  simple(pyramid(ROWS), 'pyramid-55'),
  simple(pile(PILE.count, PILE.side, PILE.half), 'pile-500'),
  chain(),
  simple(ragdolls(RAGDOLLS), 'ragdolls-25'),
];
