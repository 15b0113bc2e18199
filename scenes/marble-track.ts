// A two-wire track for marbles: down a slope, through a coil, and out on the level.
import { length, subtract } from '../bindings/core/geometry.ts';
import type { Body, Vec3, World } from '../bindings/index.ts';
import { cosine, sine } from './trigonometry.ts';
import { wire } from './wire.ts';

export const MARBLE_RADIUS = 0.01;
const WIRE_RADIUS = 0.0015;
/** Distance from the centre line of the track to the axis of a wire, m. */
const HALF_GAUGE = 0.006;
/** Distance from the axis of a wire to the path of the marbles' centres, perpendicular to the track. */
const RIDE = Math.sqrt((MARBLE_RADIUS + WIRE_RADIUS) ** 2 - HALF_GAUGE ** 2);
/** Distance from a marble's centre to the line through its two contact points. */
export const ROLLING_RADIUS = (RIDE * MARBLE_RADIUS) / (MARBLE_RADIUS + WIRE_RADIUS);
/** Angle of the slope, rad. */
const SLOPE = Math.PI / 6;
/** Pitch of the coil, m per turn. */
const PITCH = 0.03;
const RUN_OUT = 6;
/** Spacing of the points of a wire, m. */
const SPACING = 0.0125;

/** A point on the path of the marbles' centres, and the up direction there. */
interface Place {
  middle: Vec3;
  up: Vec3;
}

export interface Track {
  length: number;
  /** The point at this distance along the track, m. */
  at(way: number): Place;
  /** A point on the axis of the coil. */
  axis: Vec3;
}

/** Without turns, the slope leads straight to the level. */
export function addTrack(world: World, height: number, turns: number, radius: number): Track {
  const slopeLength = height / sine(SLOPE);
  const arc = (2 * Math.PI * turns + SLOPE) * radius;
  const axis: Vec3 = [radius * sine(SLOPE), radius * cosine(SLOPE), 0];
  const onArc = (angle: number): Vec3 => [
    axis[0] + radius * sine(angle),
    axis[1] - radius * cosine(angle),
    turns > 0 ? (PITCH / (2 * Math.PI)) * eased(angle + SLOPE) : 0,
  ];
  const at = (way: number): Place => {
    if (way < slopeLength) {
      const back = slopeLength - way;
      return { middle: [-back * cosine(SLOPE), back * sine(SLOPE), 0], up: [sine(SLOPE), cosine(SLOPE), 0] };
    }
    const angle = Math.min((way - slopeLength) / radius, arc / radius) - SLOPE;
    const middle = onArc(angle);
    const beyond = Math.max(0, way - slopeLength - arc);
    const sideways = turns > 0 ? PITCH / (2 * Math.PI * radius) : 0;
    return { middle: [middle[0] + beyond, middle[1], middle[2] + sideways * beyond], up: [-sine(angle), cosine(angle), 0] };
  };
  const length = slopeLength + arc + RUN_OUT;
  for (const side of [-1, 1])
    world.addBody({ type: 'static', shape: wire((way) => besides(at, way, side * HALF_GAUGE), length, WIRE_RADIUS, SPACING) });
  return { length, at, axis };
}

/** Starts with zero slope and ends with slope one. */
function eased(x: number): number {
  return x < Math.PI ? (x * x) / (2 * Math.PI) : x - Math.PI / 2;
}

/** A point of a wire: below the path of the marbles' centres and to the side. */
function besides(at: Track['at'], way: number, side: number): Vec3 {
  const { middle, up } = at(way);
  const step = 1e-5;
  const [before, after] = [at(way - step).middle, at(way + step).middle];
  const along = subtract(after, before);
  const size = length(along);
  const across = [0, 1, 2].map((axis) => (along[(axis + 1) % 3] * up[(axis + 2) % 3] - along[(axis + 2) % 3] * up[(axis + 1) % 3]) / size);
  return middle.map((component, axis) => component - RIDE * up[axis] + side * across[axis]) as Vec3;
}

/** Distance of a marble's centre from the path that centres of marbles on the track follow, m. */
export function distanceFromTrack({ at, length }: Track, marble: Body): number {
  const from = (way: number) => Math.hypot(...marble.position.map((component, axis) => component - at(way).middle[axis]));
  let best = 0;
  for (let way = 0; way <= length; way += SPACING) if (from(way) < from(best)) best = way;
  let step = SPACING / 2;
  for (; step > 1e-6; step /= 2) best = [best - step, best, best + step].reduce((a, b) => (from(b) < from(a) ? b : a));
  return from(best);
}
