// The dress of each scene.
import { bunnyChain, heavyChain, jointGrid, twistedRope, winch, wreckingBall } from './chains.ts';
import { bounce, bridge, bulletWall, coin, conveyor, cradle, crates, heavyOnLight, incline, marbles, pyramid } from './contacts.ts';
import { dolls } from './dolls.ts';
import type { Dress } from './dress.ts';
import {
  caterpillarTrack,
  closedPendulum,
  excavator,
  fourBar,
  gearTrain,
  heavyRobot,
  heldBar,
  jointZoo,
  massRatio,
  pendulum,
  pulley,
  rackAndPinion,
  robotArm,
  scissorLift,
  screwJack,
  sliderCrank,
  springs,
  tops,
} from './mechanisms.ts';
import { sculpture } from './sculpture.ts';
import { trebuchet } from './trebuchet.ts';
import { rover, steering } from './vehicles.ts';

const PLAIN: Dress = {};
const DRESSES: Readonly<Record<string, Dress>> = {
  'boxes-on-springs': springs,
  'held-bar': heldBar,
  'mass-ratio': massRatio,
  'breaking-bridge': bridge,
  'double-pendulum': pendulum,
  'triple-pendulum': pendulum,
  'closed-pendulum': closedPendulum,
  'energy-table': pendulum,
  'bunny-chain': bunnyChain,
  'heavy-chain': heavyChain,
  'joint-grid': jointGrid,
  'twisted-rope': twistedRope,
  'joint-zoo': jointZoo,
  steering,
  'gear-train': gearTrain,
  'rack-and-pinion': rackAndPinion,
  pulley,
  'screw-jack': screwJack,
  'slider-crank': sliderCrank,
  'four-bar': fourBar,
  'scissor-lift': scissorLift,
  sculpture,
  winch,
  'robot-arm': robotArm,
  excavator,
  'heavy-robot': heavyRobot,
  'caterpillar-track': caterpillarTrack,
  rover,
  incline,
  bounce,
  cradle,
  coin,
  'overlapping-start': marbles,
  'marble-run': marbles,
  conveyor,
  'bullet-wall': bulletWall,
  'box-tower': crates,
  pyramid,
  'heavy-on-light': heavyOnLight,
  'ragdoll-pile': dolls,
  trampoline: dolls,
  'wrecking-ball': wreckingBall,
  trebuchet,
  'free-bodies': tops,
};

export function dressOf(scene: string): Dress {
  return DRESSES[scene] ?? PLAIN;
}
