import { IkChain } from '../bindings/control/index.ts';
import { rotate } from '../bindings/core/geometry.ts';
import { angleOfPoint } from '../bindings/core/trigonometry.ts';
import { type Body, Box, Capsule, type Quat, Sphere, type Vec3 } from '../bindings/index.ts';
import { ease } from './motion.ts';
import { defineScene } from './scene.ts';
import { cosine, sine } from './trigonometry.ts';
import { ALONG_X, turn, turnTwice } from './turn.ts';

const DT = 1 / 60;
/** Angle between successive links at rest, rad. */
const BEND = 0.05;
const RADIUS = 0.022;
/** Of the chain's length. */
const TARGET: Vec3 = [0.75, 0.45, 0];
/** Times at which the target leaves the tip, arrives, leaves again and is back, s; then the cycle repeats. */
const TIMES = [0.5, 3, 5, 7.5];
const ROUND = 8;
/** Heights of the two chains, m. */
const ROWS = [
  { weighting: 'inertia', y: 0 },
  { weighting: 'none', y: 0.7 },
] as const;

export const ikChain = defineScene({
  name: 'ik-chain',
  description:
    'Two chains follow a target: the lower one minimizes kinetic energy, which bends the light tip first; the upper one minimizes rotation.',
  figure: 'Waterson 2024, Figure 10',
  feature: 'joints and mechanisms',
  view: { direction: [0.25, 0.12, 1], target: [0.42, 0.5, 0], distance: 2.3, aspect: 0.95, ground: -0.16, layers: [], opening: 170 },
  parameters: {
    links: { description: 'links per chain', default: 8, min: 2, max: 30, integer: true },
    step: { description: 'rows per error: one along it, or all three', choices: ['line', 'block'], default: 'line' },
  },
  frames: 270,
  dt: DT,
  settings: { gravity: [0, 0, 0] },
  build(world, { links, step }) {
    const rest = pointsOf(links);
    const tip = rest[links];
    const shape = new Capsule(RADIUS, Math.max(0.5 / links - RADIUS, 1e-3));
    const rows = ROWS.map(({ weighting, y }) => {
      const chain = new IkChain(rest, { weighting, step, iterations: 200, tolerance: 1e-8 });
      world.addBody({ type: 'static', shape: new Box([0.03, 0.05, 0.05]), position: [-0.03, y, 0], collides: false });
      const bodies: Body[] = rest.slice(1).map((end, k) => {
        const center = between(rest[k], end);
        return world.addBody({
          type: 'kinematic',
          shape,
          position: lifted(center, y),
          orientation: alongLink(k, [0, 0, 0, 1]),
          collides: false,
        });
      });
      const target = world.addBody({ type: 'kinematic', shape: new Sphere(0.03), position: lifted(tip, y), collides: false });
      return { bodies, chain, target, y };
    });
    // Each frame starts from rest, so that it does not depend on the frames before.
    const solve = (frame: number) => {
      const time = (frame * DT) % ROUND;
      const part = ease(time, TIMES[0], TIMES[1]) - ease(time, TIMES[2], TIMES[3]);
      const wanted = tip.map((x, axis) => x + part * (TARGET[axis] - x)) as Vec3;
      return rows.map(({ chain }) => {
        chain.reset();
        return { wanted, ...chain.reach(wanted) };
      });
    };
    let results = solve(0);
    return {
      beforeStep(frame) {
        results = solve(frame + 1);
        for (const [k, { bodies, chain, target, y }] of rows.entries()) {
          const { points } = chain;
          for (const [link, body] of bodies.entries()) {
            const center = between(points[link], points[link + 1]);
            body.moveTo(lifted(center, y), alongLink(link, chain.rotation(link)));
          }
          target.moveTo(lifted(results[k].wanted, y));
        }
      },
      measures: () => ({
        /** Rotation of each joint from rest, root to tip, rad: with and without inertia weighting. */
        turnsWeighted: turnsOf(rows[0].chain),
        turnsUnweighted: turnsOf(rows[1].chain),
        /** Distance from each tip to its target, m. */
        errorWeighted: results[0].error,
        errorUnweighted: results[1].error,
        iterationsWeighted: results[0].iterations,
        iterationsUnweighted: results[1].iterations,
      }),
    };
  },
});

/** A slightly bent chain one metre long. */
function pointsOf(links: number): Vec3[] {
  const points: Vec3[] = [[0, 0, 0]];
  for (let k = 0; k < links; k++) {
    const [x, y] = points[k];
    points.push([x + cosine(BEND * k) / links, y + sine(BEND * k) / links, 0]);
  }
  return points;
}

const between = (a: Readonly<Vec3>, b: Readonly<Vec3>): Vec3 => a.map((x, axis) => (x + b[axis]) / 2) as Vec3;
const lifted = ([x, y, z]: Readonly<Vec3>, by: number): Vec3 => [x, y + by, z];
const alongLink = (link: number, turned: Readonly<Quat>): Quat => turnTwice(turnTwice(ALONG_X, turn([0, 0, 1], BEND * link)), [...turned]);

function turnsOf(chain: IkChain): number[] {
  return Array.from({ length: chain.linkCount }, (_, k) => {
    const [x, y] = rotate([...chain.localRotation(k)], [1, 0, 0]);
    return angleOfPoint(y, x);
  });
}
