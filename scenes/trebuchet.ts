import {
  BallJoint,
  type Body,
  Box,
  Capsule,
  Compound,
  DistanceJoint,
  HingeJoint,
  Sphere,
  type Vec3,
  type World,
} from '../bindings/index.ts';
import { addWall, BRICK, waysOf } from './brick-wall.ts';
import { addFloor } from './ground.ts';
import { defineScene } from './scene.ts';
import { largest } from './statistics.ts';
import { arcsine, arctangent, cosine, hypotenuse, sine } from './trigonometry.ts';
import { turn } from './turn.ts';

const DT = 1 / 60;
const AXIS: Vec3 = [0, 0, 1];
/** Height of the axle, which is above the origin, m. */
const HEIGHT = 3;
/** From the axle to the counterweight's pin, and to the sling, m. */
const [SHORT, LONG] = [0.8, 3.6];
const BEAM_MASS = 40;
/** Height of the long arm's tip before a shot, m. */
const LOW = 0.3;
/** Angle of the beam to the level then. */
const COCKED = arcsine((HEIGHT - LOW) / LONG);
/** From its pin to the middle of the counterweight, m. */
const HANGER = 0.75;
const WEIGHT = new Compound([
  { shape: new Box([0.45, 0.4, 0.4]), position: [0, 0, 0] },
  { shape: new Box([0.05, HANGER / 2, 0.05]), position: [0, HANGER / 2, 0] },
]);
const LINKS = 8;
/** Distance between joints, m. */
const LINK = 0.4;
const LINK_RADIUS = 0.02;
const LINK_MASS = 0.03;
/** N m s/rad: of the rope, which whips once the stone is gone. */
const ROPE_DAMPING = 0.5;
const RADIUS = 0.12;
/** What the stone slides along without friction, m: half its size, and its middle. */
const TROUGH = new Box([2.2, (LOW - RADIUS) / 2, 0.2]);
const TROUGH_PLACE: Vec3 = [-0.3, (LOW - RADIUS) / 2, 0];
/** Half the distance of the trestles, and of the feet of each, m. */
const [HALF_TRACK, HALF_BASE] = [0.62, 1.5];
const BRICK_DENSITY = 200;
/** Frames in which the machine is held before each shot. */
const HOLD = 30;
/** m/s: a change of the stone's velocity in a frame, beside that by its weight, that is a blow. */
const STRUCK = 0.5;
/** Under manual control, degrees per frame. */
const AIMING = 0.25;
const [LOWEST, HIGHEST] = [90, 240];

export const trebuchet = defineScene({
  name: 'trebuchet',
  description: 'A two-tonne counterweight falls, and a beam with a sling hurls a 10 kg stone at a wall of loose bricks.',
  feature: 'stacks and piles',
  view: { direction: [-1, 0.14, 0.3], target: [2, 4.3, 2.1], distance: 17.5, aspect: 0.95, layers: [], opening: 74 },
  parameters: {
    counterweight: { description: 'mass of the counterweight', unit: 'kg', default: 2000, min: 100, max: 10_000 },
    stone: { description: 'mass of the stone', unit: 'kg', default: 10, min: 1, max: 100 },
    release: {
      description: 'angle between beam and sling at which the stone is released',
      unit: '°',
      default: 181.5,
      min: LOWEST,
      max: HIGHEST,
    },
    distance: { description: 'from the axle to the wall', unit: 'm', default: 45, min: 10, max: 300 },
    rows: { description: 'rows of bricks', default: 10, min: 1, max: 30, integer: true },
    columns: { description: 'bricks in a row', default: 9, min: 1, max: 30, integer: true },
  },
  frames: 360,
  dt: DT,
  settings: { substeps: 20, jointSolver: 'auto' },
  build(world, { counterweight, stone: stoneMass, release, distance, rows, columns }) {
    addFloor(world, 400);
    const bricks = addWall(world, rows, columns, distance, BRICK_DENSITY);
    const places = bricks.map((brick) => brick.position);
    const { beam, weight, stone, hook, latch, joints, reload } = addMachine(world, counterweight, stoneMass);
    const gravity = -world.gravity[1];
    const [weightStart, stoneStart] = [weight.position[1], stone.position[1]];
    let [aim, fireAt] = [release, HOLD];
    /** Whether the hand has asked for another shot: it may press and let go between two frames. */
    let wanted = false;
    let driven: Readonly<Record<string, number>> | null = null;
    const nothing = { speed: 0, given: 0, efficiency: 0, range: 0, landed: false, surplus: 0, last: [0, 0, 0], velocity: [0, 0, 0] };
    let shot = nothing;
    let jointError = 0;

    function aimBy(steps: number): void {
      aim = Math.min(HIGHEST, Math.max(LOWEST, aim + AIMING * steps));
    }

    /** What decides when the stone is released. */
    const stateOf = () => ({ time: world.time, position: stone.position, velocity: stone.linearVelocity, ...openingOf(beam, stone) });
    let before: ReturnType<typeof stateOf> | null = null;

    /** Lets go of the stone where the sling opened to its angle within the last step: it flies freely for the rest of it. */
    function letGo(then: ReturnType<typeof stateOf>): void {
      const now = stateOf();
      const target = (aim * Math.PI) / 180;
      if (now.angle < target) return;
      const dt = now.time - then.time;
      const openingAt = (part: number) => cubic(then.angle, then.rate * dt, now.angle, now.rate * dt, part)[0];
      let [low, high] = [0, 1];
      for (let k = 0; k < 40; k++) {
        const part = (low + high) / 2;
        if (openingAt(part) < target) low = part;
        else high = part;
      }
      const rest = (1 - low) * dt;
      const state = then.position.map((from, k) => cubic(from, then.velocity[k] * dt, now.position[k], now.velocity[k] * dt, low));
      stone.position = state.map(([place, way], k) => place + rest * (way / dt + (rest * world.gravity[k]) / 2)) as Vec3;
      stone.linearVelocity = state.map(([, way], k) => way / dt + rest * world.gravity[k]) as Vec3;
      hook.enabled = false;
    }

    /** Whether something else than its weight has moved the stone since it was there and as fast as this. */
    function isStruck({ last, velocity }: typeof nothing): boolean {
      const { position, linearVelocity } = stone;
      const falls = world.gravity.map((component) => component * DT);
      const blow = Math.hypot(...linearVelocity.map((now, k) => now - velocity[k] - falls[k]));
      const way = Math.hypot(...position.map((now, k) => now - last[k] - (velocity[k] + falls[k] / 2) * DT));
      return blow > STRUCK || way > 4 * STRUCK * DT; // it may be stopped in one frame, and bounce in the next
    }

    return {
      beforeStep(frame) {
        aimBy(driven?.aim ?? 0);
        if (wanted && !hook.enabled) {
          reload();
          fireAt = frame + HOLD;
        }
        wanted = false;
        if (latch.enabled && (frame === HOLD || frame === fireAt)) latch.enabled = false;
        before = hook.enabled && !latch.enabled ? stateOf() : null;
      },
      drive(inputs) {
        if (inputs && inputs.aim !== driven?.aim) aimBy(inputs.aim ?? 0);
        wanted ||= (inputs?.fire ?? 0) > 0 && !((driven?.fire ?? 0) > 0);
        driven = inputs;
      },
      afterStep() {
        if (before) letGo(before);
        jointError = largest([jointError, ...joints.filter(({ enabled }) => enabled).map((joint) => joint.positionError)]);
        if (latch.enabled) shot = nothing; // also where an earlier state was restored
        const speed = Math.hypot(...stone.linearVelocity);
        const kinetic = (stoneMass * speed ** 2) / 2;
        const given = Math.max(shot.given, counterweight * gravity * (weightStart - weight.position[1]));
        const surplus = largest([shot.surplus, kinetic + stoneMass * gravity * (stone.position[1] - stoneStart) - given]);
        shot = { ...(hook.enabled ? nothing : shot), given, surplus };
        if (hook.enabled) return;
        if (shot.speed === 0) shot = { ...shot, speed, efficiency: kinetic / given };
        else if (!shot.landed && isStruck(shot)) {
          const { last, velocity } = shot;
          const time = velocity[1] < 0 ? Math.min(DT, Math.max(0, (last[1] - RADIUS) / -velocity[1])) : DT;
          const [face, range] = [distance - BRICK[0] - RADIUS, last[0] + velocity[0] * time];
          shot = { ...shot, landed: true, range: time === DT && last[0] < face ? Math.min(range, face) : range };
        }
        if (!shot.landed)
          shot = { ...shot, range: Math.max(0, stone.position[0]), last: [...stone.position], velocity: [...stone.linearVelocity] };
      },
      recorded: () => ({ shot, jointError, aim, fireAt }),
      recall(recorded) {
        ({ shot, jointError, aim, fireAt } = recorded as unknown as {
          shot: typeof nothing;
          jointError: number;
          aim: number;
          fireAt: number;
        });
      },
      measures() {
        const ways = waysOf(bricks, places);
        return {
          /** From the axle to where the stone hits the ground or the wall, or to where it is, m. */
          range: shot.range,
          /** 1 once the stone has hit something. */
          landed: Number(shot.landed),
          /** Speed of the stone at release, m/s; 0 before. */
          releaseSpeed: shot.speed,
          /** That with all that the counterweight gives on its way to its lowest place, m/s. */
          boundSpeed: Math.sqrt((2 * counterweight * gravity * (weightStart - (HEIGHT - SHORT - HANGER))) / stoneMass),
          /** Kinetic energy of the stone then, in parts of what the counterweight has lost. */
          efficiency: shot.efficiency,
          /** Most by which the energy of the stone was ever above what the counterweight had given, J; 0 where it never was. */
          surplus: shot.surplus,
          /** Angle between beam and sling at which the stone is let go, degrees; a hand may have changed it. */
          release: aim,
          /** Maximum position error of a joint at any time, m. */
          jointError,
          /** Bricks that are further from their places than half their height. */
          moved: ways.filter((way) => way > BRICK[1]).length,
          bricks: bricks.length,
        };
      },
    };
  },
});

/** Value and slope in between, at a part from 0 to 1, of what has these values and slopes at 0 and 1: a cubic. */
function cubic(from: number, slopeFrom: number, to: number, slopeTo: number, part: number): [number, number] {
  const third = slopeFrom + slopeTo - 2 * (to - from);
  const second = to - from - slopeFrom - third;
  return [from + part * (slopeFrom + part * (second + part * third)), slopeFrom + part * (2 * second + part * 3 * third)];
}

/** Angle from the sling to the beam's way back to its axle, rad: π when they are in line; and its rate, rad/s. */
function openingOf(beam: Body, stone: Body): { angle: number; rate: number } {
  const tip = beam.worldPoint([-LONG, 0, 0]);
  const [backX, backY] = [-tip[0], HEIGHT - tip[1]];
  const [x, y] = [stone.position[0] - tip[0], stone.position[1] - tip[1]];
  const angle = arctangent(x * backY - y * backX, x * backX + y * backY);
  const turning = beam.angularVelocity[2];
  const [velocityX, velocityY] = [stone.linearVelocity[0] - turning * backY, stone.linearVelocity[1] + turning * backX];
  const rate = turning - (x * velocityY - y * velocityX) / (x * x + y * y);
  return { angle: angle < -Math.PI / 2 ? angle + 2 * Math.PI : angle, rate };
}

interface Machine {
  beam: Body;
  weight: Body;
  stone: Body;
  /** Between the sling and the stone. */
  hook: BallJoint;
  /** Holds the beam before a shot. */
  latch: DistanceJoint;
  joints: (BallJoint | HingeJoint)[];
  /** Returns everything to its initial state. */
  reload(): void;
}

/** The frame, and what moves on it; the beam's origin is on its axle, and x goes to the counterweight. */
function addMachine(world: World, counterweight: number, stoneMass: number): Machine {
  addFrame(world);
  const part = { collides: false, canSleep: false } as const;
  const pin: Vec3 = [SHORT * cosine(COCKED), HEIGHT + SHORT * sine(COCKED), 0];
  const tip: Vec3 = [-LONG * cosine(COCKED), LOW, 0];
  const shape = new Compound([{ shape: new Box([(LONG + SHORT) / 2, 0.09, 0.07]), position: [(SHORT - LONG) / 2, 0, 0] }]);
  const beam = world.addBody({ ...part, shape, mass: BEAM_MASS, position: [0, HEIGHT, 0], orientation: turn(AXIS, COCKED) });
  const weight = world.addBody({ ...part, shape: WEIGHT, mass: counterweight, position: [pin[0], pin[1] - HANGER, 0] });
  const rope = new Capsule(LINK_RADIUS, LINK / 2 - LINK_RADIUS);
  const along = (way: number): Vec3 => [tip[0] + way, LOW, 0];
  const links = Array.from({ length: LINKS }, (_, k) =>
    world.addBody({ ...part, shape: rope, mass: LINK_MASS, position: along((k + 0.5) * LINK), orientation: turn(AXIS, Math.PI / 2) }),
  );
  const stone = world.addBody({
    shape: new Sphere(RADIUS),
    mass: stoneMass,
    position: along(LINKS * LINK),
    friction: 0.6,
    canSleep: false,
    ccd: true,
  });
  const axle = world.addJoint(new HingeJoint({ a: null, b: beam, anchor: beam.position, axis: AXIS }));
  const hanger = world.addJoint(new HingeJoint({ a: beam, b: weight, anchor: pin, axis: AXIS }));
  const sling = [beam, ...links].map((a, k) =>
    world.addJoint(new BallJoint({ a, b: links[k] ?? stone, anchor: along(k * LINK), viscousDamping: ROPE_DAMPING })),
  );
  const latch = world.addJoint(new DistanceJoint({ a: null, b: beam, anchorA: [tip[0], 0, 0], anchorB: [-LONG, 0, 0] }));
  const hook = sling[LINKS];
  const moving = [beam, weight, ...links, stone].map((body) => ({ body, position: body.position, orientation: body.orientation }));
  return {
    beam,
    weight,
    stone,
    hook,
    latch,
    joints: [axle, hanger, ...sling],
    reload() {
      for (const { body, position, orientation } of moving)
        Object.assign(body, { position, orientation, linearVelocity: [0, 0, 0], angularVelocity: [0, 0, 0] });
      hook.enabled = latch.enabled = true;
    },
  };
}

/** Two trestles that carry the axle, sills under them, and the trough of the stone. */
function addFrame(world: World): void {
  const slope = arctangent(HALF_BASE, HEIGHT);
  const leg = new Box([0.08, hypotenuse(HALF_BASE, HEIGHT) / 2 + 0.1, 0.08]);
  const trestles = [-HALF_TRACK, HALF_TRACK].flatMap((z) => [
    ...[-1, 1].map((side) => ({
      shape: leg,
      position: [(side * HALF_BASE) / 2, HEIGHT / 2, z] as Vec3,
      orientation: turn(AXIS, side * slope),
    })),
    { shape: new Box([2.5, 0.1, 0.1]), position: [-0.3, 0.1, z] as Vec3 },
  ]);
  const axle = { shape: new Box([0.06, 0.06, HALF_TRACK + 0.15]), position: [0, HEIGHT, 0] as Vec3 };
  world.addBody({ type: 'static', collides: false, shape: new Compound([...trestles, axle]) });
  world.addBody({ type: 'static', shape: TROUGH, position: TROUGH_PLACE, friction: 0 });
}
