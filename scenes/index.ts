import { boxesOnSprings } from './boxes-on-springs.ts';
import { breakingBridge } from './breaking-bridge.ts';
import { bunnyChain } from './bunny-chain.ts';
import { closedPendulum } from './closed-pendulum.ts';
import { doublePendulum } from './double-pendulum.ts';
import { energyTable } from './energy-table.ts';
import { fourBar } from './four-bar.ts';
import { freeBodies } from './free-bodies.ts';
import { gearTrain } from './gear-train.ts';
import { heavyChain } from './heavy-chain.ts';
import { heldBar } from './held-bar.ts';
import { jointGrid } from './joint-grid.ts';
import { jointZoo } from './joint-zoo.ts';
import { massRatio } from './mass-ratio.ts';
import { pulley } from './pulley.ts';
import { rackAndPinion } from './rack-and-pinion.ts';
import { type Scene, SceneError } from './scene.ts';
import { screwJack } from './screw-jack.ts';
import { sliderCrank } from './slider-crank.ts';
import { steering } from './steering.ts';
import { triplePendulum } from './triple-pendulum.ts';
import { twistedRope } from './twisted-rope.ts';

/** Every scene there is. */
export const scenes: readonly Scene[] = [
  boxesOnSprings,
  heldBar,
  massRatio,
  doublePendulum,
  triplePendulum,
  closedPendulum,
  energyTable,
  bunnyChain,
  jointGrid,
  heavyChain,
  jointZoo,
  steering,
  twistedRope,
  gearTrain,
  rackAndPinion,
  pulley,
  screwJack,
  sliderCrank,
  fourBar,
  breakingBridge,
  freeBodies,
];

/** The scene of a name; throws a `SceneError` if there is none. */
export function findScene(name: string): Scene {
  const scene = scenes.find((candidate) => candidate.name === name);
  if (!scene) throw new SceneError(`There is no scene '${name}'. There are ${scenes.map((candidate) => candidate.name).join(', ')}.`);
  return scene;
}
