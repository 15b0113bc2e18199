import { ballAndNet } from './ball-and-net.ts';
import { balloons } from './balloons.ts';
import { bounce } from './bounce.ts';
import { boxTower } from './box-tower.ts';
import { boxesOnSprings } from './boxes-on-springs.ts';
import { breakingBridge } from './breaking-bridge.ts';
import { bulletWall } from './bullet-wall.ts';
import { bunnyChain } from './bunny-chain.ts';
import { car } from './car.ts';
import { caterpillarTrack } from './caterpillar-track.ts';
import { closedPendulum } from './closed-pendulum.ts';
import { cloth } from './cloth.ts';
import { coin } from './coin.ts';
import { conveyor } from './conveyor.ts';
import { cradle } from './cradle.ts';
import { curtain } from './curtain.ts';
import { doublePendulum } from './double-pendulum.ts';
import { energyTable } from './energy-table.ts';
import { excavator } from './excavator.ts';
import { flag } from './flag.ts';
import { fourBar } from './four-bar.ts';
import { freeBodies } from './free-bodies.ts';
import { gearTrain } from './gear-train.ts';
import { heavyChain } from './heavy-chain.ts';
import { heavyOnLight } from './heavy-on-light.ts';
import { heavyRobot } from './heavy-robot.ts';
import { heldBar } from './held-bar.ts';
import { ikChain } from './ik-chain.ts';
import { incline } from './incline.ts';
import { jellyPile } from './jelly-pile.ts';
import { jointGrid } from './joint-grid.ts';
import { jointZoo } from './joint-zoo.ts';
import { marbleRun } from './marble-run.ts';
import { markerFit } from './marker-fit.ts';
import { massRatio } from './mass-ratio.ts';
import { meshRoll } from './mesh-roll.ts';
import { overlappingStart } from './overlapping-start.ts';
import { pile } from './pile.ts';
import { pulley } from './pulley.ts';
import { pyramid } from './pyramid.ts';
import { quadruped } from './quadruped.ts';
import { rackAndPinion } from './rack-and-pinion.ts';
import { ragdollPile } from './ragdoll-pile.ts';
import { ragdollStairs } from './ragdoll-stairs.ts';
import { ragdollTracking } from './ragdoll-tracking.ts';
import { robotArm } from './robot-arm.ts';
import { ropeThree } from './rope-three.ts';
import { rover } from './rover.ts';
import { type Scene, sceneNamed } from './scene.ts';
import { scissorLift } from './scissor-lift.ts';
import { screwJack } from './screw-jack.ts';
import { sculpture } from './sculpture.ts';
import { sensors } from './sensors.ts';
import { sliderCrank } from './slider-crank.ts';
import { softBunny } from './soft-bunny.ts';
import { spheres } from './spheres.ts';
import { steering } from './steering.ts';
import { tetraBar } from './tetra-bar.ts';
import { trampoline } from './trampoline.ts';
import { trebuchet } from './trebuchet.ts';
import { triplePendulum } from './triple-pendulum.ts';
import { twistedRope } from './twisted-rope.ts';
import { urdfArm } from './urdf-arm.ts';
import { walker } from './walker.ts';
import { winch } from './winch.ts';
import { wreckingBall } from './wrecking-ball.ts';

/** Every scene there is, by feature. */
export const scenes: readonly Scene[] = [
  boxesOnSprings,
  heldBar,
  massRatio,
  breakingBridge,
  doublePendulum,
  triplePendulum,
  closedPendulum,
  energyTable,
  bunnyChain,
  heavyChain,
  jointGrid,
  twistedRope,
  jointZoo,
  steering,
  gearTrain,
  rackAndPinion,
  pulley,
  screwJack,
  sliderCrank,
  fourBar,
  scissorLift,
  sculpture,
  winch,
  robotArm,
  ikChain,
  ragdollTracking,
  excavator,
  heavyRobot,
  caterpillarTrack,
  rover,
  car,
  urdfArm,
  quadruped,
  markerFit,
  walker,
  incline,
  bounce,
  cradle,
  coin,
  overlappingStart,
  marbleRun,
  meshRoll,
  conveyor,
  bulletWall,
  boxTower,
  pyramid,
  heavyOnLight,
  pile,
  spheres,
  ragdollPile,
  ragdollStairs,
  wreckingBall,
  trebuchet,
  ropeThree,
  cloth,
  flag,
  curtain,
  ballAndNet,
  trampoline,
  softBunny,
  tetraBar,
  jellyPile,
  balloons,
  freeBodies,
  sensors,
];

/** The scene of a name; throws a `SceneError` if there is none. */
export function findScene(name: string): Scene {
  return sceneNamed(name, scenes);
}
