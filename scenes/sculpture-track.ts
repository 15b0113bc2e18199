// Tracks of the rolling-ball sculpture: four wires along straights and turns, and channels that catch what falls.
import { Box, Compound, type CompoundPart, type Vec3, type World } from '../bindings/index.ts';
import { arctangent, cosine, sine } from './trigonometry.ts';
import { turn } from './turn.ts';
import { wire } from './wire.ts';

export const BALL_RADIUS = 0.05;
const WIRE_RADIUS = 0.008;
/** Half the distance of the wires that balls roll on, m. */
const HALF_GAUGE = 0.03;
/** From these up to the middles of balls, m. */
const RIDE = Math.sqrt((BALL_RADIUS + WIRE_RADIUS) ** 2 - HALF_GAUGE ** 2);
/** Of the wires that keep balls in: from the middle of a ball to the side and up, m. */
const [GUARD_ASIDE, GUARD_ABOVE] = [BALL_RADIUS + WIRE_RADIUS + 0.003, 0.015];
/** From one point of a wire to the next, m. */
const SPACING = 0.04;
/** Half the width of a channel, and its thickness, m. */
export const [CHANNEL, SHEET] = [0.058, 0.006];

/** What collides with balls alone, and balls with all. */
export const [BALLS, TRACKS, MOVERS] = [1, 2, 4];

/** A part of a path: straight, or a turn about the vertical by an angle, to the right of the way if it is positive (seen from above); `drop` per metre. */
type Piece = { length: number; drop: number } | { radius: number; angle: number; drop: number };

interface Place {
  /** Of the middle of a ball. */
  middle: Vec3;
  /** To the right of the way, level. */
  across: Vec3;
}

/** The line that the middles of balls follow. */
export class Path {
  readonly length: number;
  private readonly starts: { from: number; place: Vec3; heading: number; piece: Piece }[] = [];

  /** `heading`: angle from x towards z, rad. */
  constructor(start: Vec3, heading: number, pieces: readonly Piece[]) {
    let [from, place] = [0, start];
    for (const piece of pieces) {
      this.starts.push({ from, place, heading, piece });
      const length = 'length' in piece ? piece.length : piece.radius * Math.abs(piece.angle);
      from += length;
      place = this.at(from).middle;
      if ('angle' in piece) heading += piece.angle;
    }
    this.length = from;
  }

  at(way: number): Place {
    const { from, place, heading, piece } = this.starts.findLast((start) => start.from <= way) ?? this.starts[0];
    const along = way - from;
    const height = place[1] - piece.drop * along;
    const pointing = (angle: number): Vec3 => [-sine(angle), 0, cosine(angle)];
    if ('length' in piece) {
      const middle: Vec3 = [place[0] + along * cosine(heading), height, place[2] + along * sine(heading)];
      return { middle, across: pointing(heading) };
    }
    const side = Math.sign(piece.angle) * piece.radius;
    const now = pointing(heading + along / side);
    const centre = pointing(heading).map((component, axis) => place[axis] + side * component);
    return { middle: [centre[0] - side * now[0], height, centre[2] - side * now[2]], across: now };
  }

  /** Where the inner guard of a turn to the right is. */
  inside(way: number): Vec3 {
    const { middle, across } = this.at(way);
    return [middle[0] + GUARD_ASIDE * across[0], middle[1] + GUARD_ABOVE, middle[2] + GUARD_ASIDE * across[2]];
  }

  get end(): Vec3 {
    return this.at(this.length).middle;
  }
}

/** Two wires to roll on, and two beside them. */
export function addWires(world: World, path: Path): void {
  for (const side of [-1, 1])
    for (const [aside, above] of [
      [HALF_GAUGE, -RIDE],
      [GUARD_ASIDE, GUARD_ABOVE],
    ]) {
      const point = (way: number): Vec3 => {
        const { middle, across } = path.at(way);
        return [middle[0] + side * aside * across[0], middle[1] + above, middle[2] + side * aside * across[2]];
      };
      const shape = wire(point, path.length, WIRE_RADIUS, SPACING);
      world.addBody({ type: 'static', shape, friction: 0.5, collisionGroup: TRACKS, collisionMask: BALLS });
    }
}

/** The parts of a channel along x whose floor has its upper side at y = 0: from one x to another, with a wall across it at `closed`. */
export function channelParts(from: number, to: number, height: number, closed: number): CompoundPart[] {
  const [middle, half] = [(from + to) / 2, Math.abs(to - from) / 2];
  const plate = (halfExtents: Vec3, position: Vec3): CompoundPart => ({ shape: new Box(halfExtents), position });
  return [
    plate([half, SHEET, CHANNEL + 2 * SHEET], [middle, -SHEET, 0]),
    ...[-1, 1].map((side) => plate([half, height / 2, SHEET], [middle, height / 2, side * (CHANNEL + SHEET)])),
    plate([SHEET, height / 2, CHANNEL], [closed, height / 2, 0]),
  ];
}

/** How high above the floor of a channel a plate across its open end begins, which stops balls that fly. */
const UNDER_PLATE = 0.125;

/** A channel that slopes down from a closed end to an open one. */
export function addChannel(world: World, from: Vec3, to: Vec3, height: number): void {
  const [run, rise] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(run, rise);
  const reach = Math.sign(run) * length;
  const plate = {
    shape: new Box([SHEET, height / 2, CHANNEL]),
    position: [reach - Math.sign(run) * SHEET, UNDER_PLATE + height / 2, 0] as Vec3,
  };
  world.addBody({
    type: 'static',
    shape: new Compound([...channelParts(0, reach, height, Math.sign(run) * SHEET), plate]),
    position: from,
    orientation: turn([0, 0, 1], arctangent(rise / run, 1)),
    friction: 0.5,
    collisionGroup: TRACKS,
    collisionMask: BALLS,
  });
}
