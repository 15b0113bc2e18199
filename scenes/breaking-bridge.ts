import { type Body, Box, HingeJoint } from '../bindings/index.ts';
import { applyDrag } from './drag.ts';
import { defineScene } from './scene.ts';
import { largest } from './statistics.ts';
import { arctangent, cosine, hypotenuse, sine } from './trigonometry.ts';

/** Distance between joints, m. */
const LENGTH = 0.1;
const HALF_THICKNESS = 0.01;
const HALF_WIDTH = 0.4;
/** Distance between the posts, as a fraction of the length of the planks. */
const SPAN = 0.9;
const MASS = 2;
/** 1/s */
const DRAG = 2;
/** Frames in which the bridge settles and cannot break: the tension builds up from zero and overshoots by two thirds. */
const SETTLING = 180;
/** Frames in which the load then grows to its full value. */
const LOADING = 1200;

export const breakingBridge = defineScene({
  name: 'breaking-bridge',
  description:
    'A bridge of hinged planks hangs between two posts under a slowly growing load and breaks where the tension is highest: at a post.',
  feature: 'springs and loads',
  view: { direction: [0.6, 0.32, 1], target: [0, -1.1, 0], distance: 10.5, layers: [] },
  parameters: {
    planks: { description: 'planks', default: 100, min: 2, max: 500, integer: true },
    breakForce: { description: 'force at which a hinge breaks', unit: 'N', default: 2500, min: 1, max: 1e9 },
    load: { description: 'final load', unit: 'N', default: 2000, min: 0, max: 1e7 },
    place: { description: 'where the load acts', choices: ['spread', 'middle'], default: 'spread' },
  },
  frames: SETTLING + LOADING,
  lasts: 1100,
  dt: 1 / 60,
  settings: { substeps: 20 },
  build(world, { planks, breakForce, load, place }) {
    const gravity = -world.gravity[1];
    const span = SPAN * planks * LENGTH;
    const weights = (loaded: number) => loadsOf(planks, MASS * gravity, loaded, place === 'middle');
    const { angles } = hang(weights(0), span);
    const bodies: Body[] = [];
    const hinges: HingeJoint[] = [];
    let [x, y] = [-span / 2, 0];
    const addHinge = (a: Body | null, b: Body | null) =>
      hinges.push(world.addJoint(new HingeJoint({ a, b, anchor: [x, y, 0], axis: [0, 0, 1] })));
    for (const angle of angles) {
      const [dx, dy] = [LENGTH * cosine(angle), LENGTH * sine(angle)];
      const plank = world.addBody({
        shape: new Box([LENGTH / 2, HALF_THICKNESS, HALF_WIDTH]),
        mass: MASS,
        position: [x + dx / 2, y + dy / 2, 0],
        orientation: [0, 0, sine(angle / 2), cosine(angle / 2)],
      });
      addHinge(bodies[bodies.length - 1] ?? null, plank);
      bodies.push(plank);
      x += dx;
      y += dy;
    }
    addHinge(bodies[planks - 1], null);
    const loadAt = (frame: number) => load * Math.min(1, Math.max(0, frame - SETTLING) / LOADING);
    const tensions = () => hinges.map((hinge) => Math.hypot(...hinge.force));
    let [brokenCount, firstBroken, loadAtBreaking, current] = [0, -1, -1, 0];
    let carried = { most: 0, index: -1 };
    return {
      beforeStep(frame) {
        if (frame === SETTLING) for (const hinge of hinges) hinge.breakForce = breakForce;
        current = loadAt(frame + 1);
        if (hinges.every((hinge) => hinge.enabled)) {
          applyDrag(bodies, DRAG);
          [brokenCount, firstBroken, loadAtBreaking] = [0, -1, -1]; // an earlier state was restored, in which the bridge is whole
        }
        const own = MASS * gravity;
        for (const [index, weight] of weights(current).entries()) if (weight > own) bodies[index].applyForce([0, own - weight, 0]);
      },
      afterStep() {
        if (brokenCount === 0) carried = maximumOf(tensions());
        const broken = world.jointBreaks.map(({ joint }) => hinges.indexOf(joint as HingeJoint));
        if (brokenCount === 0 && broken.length > 0) [firstBroken, loadAtBreaking] = [broken[0], current];
        brokenCount += broken.length;
      },
      recorded: () => [brokenCount, firstBroken, loadAtBreaking, current, carried.most, carried.index],
      recall(recorded) {
        const [count, first, atBreaking, now, most, index] = recorded as number[];
        [brokenCount, firstBroken, loadAtBreaking, current] = [count, first, atBreaking, now];
        carried = { most, index };
      },
      measures: () => {
        const { horizontal, end } = hang(weights(firstBroken < 0 ? current : loadAtBreaking), span);
        return {
          broken: brokenCount,
          /** Index of the hinge, 0 at the left post; -1 while none is broken. */
          firstBroken,
          loadAtBreaking,
          /** The hinge with the maximum force while all held, and that force, N. */
          mostLoaded: carried.index,
          greatestForce: carried.most,
          /** Expected force at the posts under that load, from statics, N. */
          expectedForce: end,
          expectedHorizontal: horizontal,
          /** Expected load at which the hinges at the posts break, from statics, N; -1 if they always hold. */
          expectedLoad: breakingLoad((loaded) => hang(weights(loaded), span).end, breakForce, load),
          stretch: largest(hinges.filter((hinge) => hinge.enabled).map((hinge) => hinge.positionError)),
        };
      },
    };
  },
});

/** The weight that each plank carries, including its own, N. */
function loadsOf(planks: number, own: number, load: number, inMiddle: boolean): number[] {
  const middle = [(planks - 1) >> 1, planks >> 1];
  const share = (index: number) => (inMiddle ? middle.filter((each) => each === index).length / 2 : 1 / planks);
  return Array.from({ length: planks }, (_, index) => own + load * share(index));
}

/**
 * Links with weights in their middles between two points of one height: the pull has the same horizontal part in all joints, and each
 * link points along the mean of the pulls at its ends. What remains is to find the horizontal part for which they fill the span.
 */
function hang(weights: readonly number[], span: number): { angles: number[]; horizontal: number; end: number } {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let below = 0;
  const vertical = weights.map((weight) => {
    const middle = below + weight / 2 - total / 2; // the loads are symmetric, so that each post carries half
    below += weight;
    return middle;
  });
  const width = (horizontal: number) => vertical.reduce((sum, pull) => sum + (LENGTH * horizontal) / hypotenuse(horizontal, pull), 0);
  const horizontal = bisect((pull) => width(pull) < span, 0, 1000 * total);
  return { angles: vertical.map((pull) => arctangent(pull, horizontal)), horizontal, end: hypotenuse(horizontal, total / 2) };
}

/** The load within [0, most] at which the tension reaches the breaking force of a hinge, or -1. */
function breakingLoad(pullAt: (load: number) => number, breakForce: number, most: number): number {
  return pullAt(most) <= breakForce ? -1 : bisect((load) => pullAt(load) < breakForce, 0, most);
}

/** The value at which a condition that holds below it ceases to hold. */
function bisect(holds: (value: number) => boolean, least: number, most: number): number {
  let [low, high] = [least, most];
  for (let k = 0; k < 60; k++) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function maximumOf(values: number[]): { most: number; index: number } {
  const most = largest(values);
  return { most, index: values.indexOf(most) };
}
