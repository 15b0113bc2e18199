import { type Body, Box, DistanceJoint, type Vec3, type World } from '../bindings/index.ts';
import { applyDrag } from './drag.ts';
import { defineScene } from './scene.ts';
import { largest } from './statistics.ts';

const GRAVITY = 10;
/** Cubes of this density weigh 1 kg at an edge of 0.2 m and 1/8 kg at 0.1 m. */
const DENSITY = 125;
const BIG = 0.1;
const SMALL = 0.05;
const REST_LENGTH = 0.2;
/** 1/s; the boxes come to rest within the scene. */
const MOST_DRAG = 20;

interface Spring {
  joint: DistanceJoint;
  /** N. */
  weightCarried: number;
}

export const boxesOnSprings = defineScene({
  name: 'boxes-on-springs',
  description: 'Seven boxes on springs, alone, in parallel and in series, show that elongation = compliance × force and force = weight.',
  figure: 'Müller et al. 2020, Figure 4',
  feature: 'springs and loads',
  view: { direction: [0.1, 0.15, 1], target: [0, -0.4, 0], distance: 2, aspect: 1.6, layers: ['forces'] },
  parameters: {
    compliance: { description: 'compliance (inverse stiffness) of each spring', unit: 'm/N', default: 0.01, min: 1e-6, max: 0.1 },
  },
  frames: 300,
  dt: 1 / 60,
  settings: { gravity: [0, -GRAVITY, 0], substeps: 20 },
  build(world, { compliance }) {
    const springs: Spring[] = [];
    const hang = (above: Body | null, from: Vec3, box: Body, to: Vec3, weightCarried: number) => {
      const joint = new DistanceJoint({ a: above, b: box, anchorA: from, anchorB: to, length: REST_LENGTH, compliance });
      springs.push({ joint: world.addJoint(joint), weightCarried });
    };
    const single = (x: number, half: number) => {
      const box = addCube(world, half, [x, -REST_LENGTH - half, 0]);
      hang(null, [x, 0, 0], box, [0, half, 0], box.mass * GRAVITY);
    };
    const sideBySide = (x: number, apart: number) => {
      const box = addCube(world, BIG, [x, -REST_LENGTH - BIG, 0]);
      for (const side of [-apart, apart]) hang(null, [x + side, 0, 0], box, [side, BIG, 0], (box.mass * GRAVITY) / 2);
    };
    const inSeries = (x: number, upperHalf: number, lowerHalf: number) => {
      const upper = addCube(world, upperHalf, [x, -REST_LENGTH - upperHalf, 0]);
      const lower = addCube(world, lowerHalf, [x, -2 * REST_LENGTH - 2 * upperHalf - lowerHalf, 0]);
      hang(null, [x, 0, 0], upper, [0, upperHalf, 0], (upper.mass + lower.mass) * GRAVITY);
      hang(upper, [0, -upperHalf, 0], lower, [0, lowerHalf, 0], lower.mass * GRAVITY);
    };
    single(-0.8, BIG);
    single(-0.4, SMALL);
    sideBySide(0, 0.06);
    inSeries(0.4, BIG, SMALL);
    inSeries(0.8, SMALL, BIG);
    // Nearly critical for the slowest motion, one kilogram below two springs.
    const drag = Math.min(1 / Math.sqrt(compliance), MOST_DRAG);
    return {
      beforeStep: () => applyDrag(world.bodies, drag),
      measures: () => ({
        elongationError: largest(
          springs.map(({ joint }) => relativeError(joint.distance - REST_LENGTH, compliance * Math.hypot(...joint.force))),
        ),
        forceError: largest(springs.map(({ joint, weightCarried }) => Math.abs(joint.force[1] / weightCarried - 1))),
        elongation: springs.map(({ joint }) => joint.distance - REST_LENGTH),
        force: springs.map(({ joint }) => joint.force[1]),
      }),
    };
  },
});

/** 0 while nothing is expected yet, such as before the first frame. */
function relativeError(actual: number, expected: number): number {
  return expected === 0 ? 0 : Math.abs(actual / expected - 1);
}

function addCube(world: World, half: number, position: Vec3): Body {
  return world.addBody({ shape: new Box([half, half, half]), density: DENSITY, position });
}
