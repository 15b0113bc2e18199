// The engines that scenes of other suites are tried in, and what has to be there for them.
import { existsSync } from 'node:fs';
import { box3d } from '../../bench/engines/box3d.ts';
import { findBox3D } from '../../bench/engines/find-box3d.ts';
import { havok } from '../../bench/engines/havok.ts';
import { single } from '../../bench/engines/holonomic.ts';
import { jolt } from '../../bench/engines/jolt.ts';
import { physxPgs, physxTgs } from '../../bench/engines/physx.ts';
import { rapier } from '../../bench/engines/rapier.ts';
import { type Engine, Poses, type SceneData } from '../../bench/model.ts';

const PROJECT = new URL('../../', import.meta.url);
const PEERS = 'bench/node_modules/';

const PLACES: [Engine, string][] = [
  [single, 'dist/index.js'],
  [rapier, `${PEERS}@dimforge/rapier3d-simd-compat`],
  [havok, `${PEERS}@babylonjs/havok`],
  [physxPgs, `${PEERS}physx-js-webidl`],
  [physxTgs, `${PEERS}physx-js-webidl`],
  [jolt, `${PEERS}jolt-physics`],
];

/** All of them; those that are not installed are to be skipped. */
export const ENGINES: { name: string; engine: Engine; isThere: boolean }[] = [
  ...PLACES.map(([engine, place]) => ({ name: engine.name, engine, isThere: existsSync(new URL(place, PROJECT)) })),
  { name: box3d.name, engine: box3d, isThere: findBox3D() !== undefined },
];

/** The poses that a scene starts from. */
export function startOf(scene: SceneData): Poses {
  const poses = new Poses(scene.bodies.length);
  for (const [index, { position, orientation }] of scene.bodies.entries()) poses.set(index, ...position, ...orientation);
  return poses;
}
