// The dress of each scene.
import { books } from './books.ts';
import { bounce } from './bounce.ts';
import { bulletWall } from './bullets.ts';
import { car } from './car.ts';
import { bunnyChain, heavyChain, jointGrid, twistedRope, wreckingBall } from './chains.ts';
import { coin } from './coin.ts';
import { bridge, conveyor, cradle, crates, heavyOnLight, pyramid } from './contacts.ts';
import { dolls, person, quadruped, walker } from './dolls.ts';
import type { Dress } from './dress.ts';
import { gates } from './gates.ts';
import { incline } from './incline.ts';
import { ikChain, markerFit } from './kinematics.ts';
import { closedPendulum, fourBar, pendulum, sliderCrank } from './linkages.ts';
import { marbles } from './marbles.ts';
import {
  caterpillarTrack,
  excavator,
  gearTrain,
  heavyRobot,
  heldBar,
  jointZoo,
  massRatio,
  pulley,
  rackAndPinion,
  scissorLift,
  springs,
} from './mechanisms.ts';
import { robotArm } from './robot-arm.ts';
import { screwJack } from './screw-jack.ts';
import { sculpture } from './sculpture.ts';
import { cloth, curtain, ropeThree, softBodies, tetraBar } from './soft.ts';
import { trebuchet } from './trebuchet.ts';
import { urdfArm } from './urdf-arm.ts';
import { rover, steering } from './vehicles.ts';
import { winch } from './winch.ts';

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
  'urdf-arm': urdfArm,
  excavator,
  'heavy-robot': heavyRobot,
  'caterpillar-track': caterpillarTrack,
  rover,
  car,
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
  'ragdoll-tracking': person,
  walker,
  quadruped,
  'wrecking-ball': wreckingBall,
  trebuchet,
  'ik-chain': ikChain,
  'marker-fit': markerFit,
  'rope-three': ropeThree,
  cloth,
  curtain,
  'tetra-bar': tetraBar,
  balloons: softBodies,
  'jelly-pile': softBodies,
  'soft-bunny': softBodies,
  'free-bodies': books,
  sensors: gates,
};

export function dressOf(scene: string): Dress {
  return DRESSES[scene] ?? PLAIN;
}
