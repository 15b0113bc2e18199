// Marbles on tracks of two wires: sleepers between the wires, planks under what is straight, posts under the planks.
import { Matrix4, Quaternion, Vector3 } from 'three';
import type { SceneLooks } from '../engine/types.ts';
import { AZURE, BONE, FRAME, GRAPHITE, SAFFRON, STEEL, VERMILION, WOOD } from '../studio/palette.ts';
import type { Dress, Part } from './dress.ts';
import { drum, merged, roundedBox } from './geometry.ts';

const MARBLES = [VERMILION, AZURE, SAFFRON, BONE, GRAPHITE];
/** Vertices around a wire, as its shape is triangulated. */
const AROUND = 12;
/** From one sleeper to the next, m, and its radius. */
const SPACING = 0.03;
const SLEEPER = 0.0012;
/** Sides of a rod: there are hundreds, and they are thin. */
const SIDES = 12;
/** From the wires down to a plank, and half its thickness and width, m. */
const BELOW = 0.016;
const PLANK = [0.005, 0.017] as const;
/** Sleepers from one post to the next; its radius, m. */
const POSTS = 16;
const POST = 0.006;
/** Cosine of the angle by which a straight track may turn from one sleeper to the next. */
const STRAIGHT = 0.9999;

/** Where a sleeper is: its middle, and the ways along the track, across, and up from it. */
interface Station {
  middle: Vector3;
  along: Vector3;
  across: Vector3;
  up: Vector3;
  isStraight: boolean;
}

/** The middle line of a wire. */
function middleLine(positions: Float32Array): Vector3[] {
  return Array.from({ length: Math.floor(positions.length / (3 * AROUND)) }, (_, ring) => {
    const sum = new Vector3();
    for (let k = 0; k < AROUND; k++) sum.add(new Vector3().fromArray(positions, 3 * (ring * AROUND + k)));
    return sum.divideScalar(AROUND);
  });
}

function stationsOf({ bodies, shapes }: SceneLooks): Station[] {
  const [left, right] = bodies.filter(({ form }) => form === 'spline').map(({ shape }) => middleLine(shapes[shape].positions));
  if (!left || !right) return [];
  const places: Vector3[][] = [];
  for (let k = 0; k < Math.min(left.length, right.length); k++) {
    const last = places.at(-1)?.[0];
    if (!last || left[k].distanceTo(last) >= SPACING) places.push([left[k], right[k]]);
  }
  const stations = places.slice(0, -1).map(([a, b], k): Station => {
    const along = new Vector3().subVectors(places[k + 1][0], a).normalize();
    const across = new Vector3().subVectors(b, a);
    const up = new Vector3().crossVectors(across, along).normalize();
    return { middle: a.clone().add(b).divideScalar(2), along, across, up: up.y < 0 ? up.negate() : up, isStraight: false };
  });
  for (let k = 1; k + 1 < stations.length; k++)
    stations[k].isStraight = [k - 1, k + 1].every((other) => stations[other].along.dot(stations[k].along) > STRAIGHT);
  return stations;
}

const UP = new Vector3(0, 1, 0);

/** A rod of a radius between two points. */
function rod(from: Vector3, to: Vector3, radius: number) {
  const way = new Vector3().subVectors(to, from);
  const turn = new Quaternion().setFromUnitVectors(UP, way.clone().normalize());
  const middle = from.clone().add(to).divideScalar(2);
  return drum(radius, way.length() / 2, 0.15 * radius, SIDES).applyMatrix4(new Matrix4().compose(middle, turn, new Vector3(1, 1, 1)));
}

/** A plank under a straight run of stations. */
function plank(run: readonly Station[]) {
  const [first, last] = [run[0], run[run.length - 1]];
  const { along, up } = first;
  const half = first.middle.distanceTo(last.middle) / 2;
  const middle = first.middle
    .clone()
    .add(last.middle)
    .divideScalar(2)
    .addScaledVector(up, -BELOW - PLANK[0]);
  const frame = new Matrix4().makeBasis(along, up, new Vector3().crossVectors(along, up));
  return roundedBox([half, ...PLANK], 0.3 * PLANK[0]).applyMatrix4(frame.setPosition(middle));
}

function trackParts(looks: SceneLooks, ground: number): Part[] {
  const stations = stationsOf(looks);
  if (stations.length === 0) return [];
  const runs: Station[][] = [];
  stations.forEach((station, k) => {
    if (!station.isStraight) return;
    if (stations[k - 1]?.isStraight) runs[runs.length - 1].push(station);
    else runs.push([station]);
  });
  const planks = runs.filter((run) => run.length > 2);
  const posted = planks.flatMap((run) => run.filter((_, k) => k % POSTS === Math.floor(POSTS / 4)));
  const under = ({ middle, up }: Station, by: number) => middle.clone().addScaledVector(up, -by);
  const sleepers = () =>
    merged([
      ...stations.map(({ middle, across }) =>
        rod(middle.clone().addScaledVector(across, -0.58), middle.clone().addScaledVector(across, 0.58), SLEEPER),
      ),
      ...planks.flatMap((run) =>
        run.filter((_, k) => k % 4 === 0).map((station) => rod(under(station, BELOW), station.middle, 1.6 * SLEEPER)),
      ),
    ]);
  const posts = () =>
    merged(
      posted.flatMap((station) => {
        const top = under(station, BELOW + PLANK[0]);
        const foot = new Vector3(top.x, ground, top.z);
        if (top.y - ground < 3 * POST) return [];
        return [rod(foot, top, POST), drum(4 * POST, 0.6 * POST).translate(foot.x, ground + 0.6 * POST, foot.z)];
      }),
    );
  return [
    { key: 'sleepers', make: sleepers, substance: 'steel', color: STEEL },
    ...(planks.length > 0 ? [{ key: 'planks', make: () => merged(planks.map(plank)), substance: 'wood', color: WOOD } as const] : []),
    ...(posted.length > 0 ? [{ key: 'posts', make: posts, substance: 'paint', color: FRAME } as const] : []),
  ];
}

export const marbles: Dress = {
  finish: ({ kind }, place) =>
    kind === 'dynamic' ? { substance: 'ceramic', color: MARBLES[place % MARBLES.length] } : { substance: 'steel', color: STEEL },
  fixed: trackParts,
};
