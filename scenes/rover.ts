import { rotate } from '../bindings/core/geometry.ts';
import { sineAndCosine } from '../bindings/core/trigonometry.ts';
import { type Body, Box, Compound, Cylinder, CylindricalJoint, HeightField, HingeJoint, type Vec3, type World } from '../bindings/index.ts';
import { randomNumbers, seedParameter } from './random.ts';
import { defineScene } from './scene.ts';
import { largest, Recent } from './statistics.ts';
import { arccosine, hypotenuse, tangent } from './trigonometry.ts';
import { ALONG_Z, turn } from './turn.ts';

const UP: Vec3 = [0, 1, 0];
const CHASSIS = new Compound([{ shape: new Box([0.95, 0.14, 0.38]) }, { shape: new Box([0.4, 0.16, 0.34]), position: [-0.15, 0.3, 0] }]);
const CHASSIS_MASS = 300;
const HUB = new Box([0.06, 0.06, 0.06]);
const HUB_MASS = 10;
const WHEEL_RADIUS = 0.32;
const WHEEL = new Cylinder(WHEEL_RADIUS, 0.12);
const WHEEL_MASS = 15;
/** Of the wheels: half the distances from front to rear and from side to side, and how far they are below the middle of the chassis, m. */
const [HALF_BASE, HALF_TRACK, DROP] = [0.7, 0.6, 0.15];
/** Of a strut, N/m and N s/m: a quarter of the chassis swings on it at 1.8 Hz, and half as damped as it would have to be to stop at once. */
const STIFFNESS = 9600;
const DAMPING = 850;
/** Travel of a strut in either direction, m. */
const TRAVEL = 0.2;
const CRATE = new Box([0.15, 0.15, 0.15]);
const CRATE_MASS = 4;
/** Points along each side of the ground, and from one to the next, m. */
const POINTS = 81;
const SPACING = 0.5;
const WAVES = 8;
/** Frames in which the rover settles on its wheels before it drives. */
const SETTLING = 60;
/** Frames in which it then accelerates. */
const STARTING = 60;

/** By hand at most: m/s, rad. */
const DRIVEN_SPEED = 7;
const DRIVEN_ANGLE = 0.5;

export const rover = defineScene({
  name: 'rover',
  description: 'A rover with four-wheel drive, suspension and front steering drives in a circle over bumps and crates.',
  feature: 'joints and mechanisms',
  view: { direction: [0.95, 0.42, 0.85], distance: 5.4, follow: 0, layers: [], opening: 262 },
  parameters: {
    speed: { description: 'surface speed of the tyres', unit: 'm/s', default: 4, min: -15, max: 15 },
    steering: { description: 'steering angle, positive to the left', unit: '°', default: -14, min: -35, max: 35 },
    torque: { description: 'maximum torque of each motor', unit: 'N m', default: 150, min: 1, max: 5000 },
    bumps: { description: 'height of the bumps', unit: 'm', default: 0.2, min: 0, max: 1 },
    crates: { description: 'number of crates', default: 16, min: 0, max: 100, integer: true },
    seed: seedParameter(11),
  },
  frames: 900,
  dt: 1 / 60,
  settings: { substeps: 20 },
  build(world, { speed, steering, torque, bumps, crates, seed }) {
    const random = randomNumbers(seed);
    const heightAt = addGround(world, bumps, random);
    const angle = (steering * Math.PI) / 180;
    const start: Vec3 = [0, bumps + DROP + WHEEL_RADIUS, 0];
    const chassis = world.addBody({ shape: CHASSIS, mass: CHASSIS_MASS, position: start, canSleep: false });
    const wheels = [-1, 1].flatMap((end) => [-1, 1].map((side) => addWheel(world, chassis, end, side, torque)));
    const curvature = tangent(angle) / (2 * HALF_BASE * hypotenuse(1, tangent(angle) / 2));
    addCrates(world, crates, curvature, heightAt, random);
    const [speeds, turning] = [new Recent(), new Recent()];
    let [last, distance, tilt, stretch, travel] = [start, 0, 0, 0, 0];
    let driven: { speed: number; angle: number } | null = null;
    return {
      beforeStep(frame) {
        const part = Math.max(0, Math.min(1, (frame - SETTLING) / STARTING));
        const now = driven ?? { speed: speed * part, angle: angle * part };
        for (const { axle, strut, end } of wheels) {
          axle.rotation.motorVelocity = -now.speed / WHEEL_RADIUS;
          if (end > 0) strut.rotation.motorTarget = now.angle;
        }
      },
      drive(inputs) {
        driven = inputs && { speed: DRIVEN_SPEED * (inputs.throttle ?? 0), angle: DRIVEN_ANGLE * (inputs.steering ?? 0) };
      },
      afterStep() {
        const now = chassis.position;
        distance += Math.hypot(now[0] - last[0], now[2] - last[2]);
        last = [...now];
        const [x, , z] = chassis.linearVelocity;
        speeds.push(Math.hypot(x, z));
        turning.push(chassis.angularVelocity[1]);
        tilt = largest([tilt, arccosine(Math.min(1, rotate(chassis.getOrientation(), UP)[1]))]);
        stretch = largest([stretch, ...wheels.flatMap(({ axle, strut }) => [axle.positionError, strut.positionError])]);
        travel = largest([travel, ...wheels.map(({ strut }) => Math.abs(strut.translation.value))]);
      },
      recorded: () => [last, distance, tilt, stretch, travel, [...speeds.values], [...turning.values]],
      recall(recorded) {
        const [lastThen, distanceThen, tiltThen, stretchThen, travelThen, speedsThen, turningThen] = recorded as unknown as [
          Vec3,
          number,
          number,
          number,
          number,
          number[],
          number[],
        ];
        [last, distance, tilt, stretch, travel] = [lastThen, distanceThen, tiltThen, stretchThen, travelThen];
        speeds.recall(speedsThen);
        turning.recall(turningThen);
      },
      measures: () => ({
        /** Horizontal distance travelled, m. */
        distance,
        /** Horizontal speed of the chassis over the last second, m/s. */
        speed: speeds.mean,
        /** Of its way over the last second, 1/m, and what the angle of the wheels says where they do not slip. */
        curvature: speeds.mean > 0 ? turning.mean / speeds.mean : 0,
        expectedCurvature: Math.sign(speed) * curvature,
        /** Maximum tilt of the chassis, rad. */
        tilt,
        /** Maximum travel of a strut, and maximum position error of a joint, m. */
        travel,
        stretch,
      }),
    };
  },
});

interface Wheel {
  axle: HingeJoint;
  strut: CylindricalJoint;
  /** 1 in front, -1 behind. */
  end: number;
}

/** A hub that slides on a spring and is turned by a servo, and on it a wheel with a motor that brakes at first. */
function addWheel(world: World, chassis: Body, end: number, side: number, torque: number): Wheel {
  const at = (across: number): Vec3 => chassis.position.map((component, k) => component + [end * HALF_BASE, -DROP, across][k]) as Vec3;
  const [hubPlace, wheelPlace] = [at(side * (HALF_TRACK - 0.22)), at(side * HALF_TRACK)];
  const hub = world.addBody({ shape: HUB, mass: HUB_MASS, position: hubPlace, collides: false });
  const wheel = world.addBody({ shape: WHEEL, mass: WHEEL_MASS, position: wheelPlace, orientation: ALONG_Z, friction: 1 });
  const sag = (CHASSIS_MASS * -world.gravity[1]) / 4 / STIFFNESS;
  const translation = { limits: { lower: -TRAVEL, upper: TRAVEL }, motor: { target: -sag, stiffness: STIFFNESS, damping: DAMPING } };
  const strut = new CylindricalJoint({ a: chassis, b: hub, anchor: hubPlace, axis: UP, translation, rotation: { motor: { target: 0 } } });
  const axle = new HingeJoint({ a: hub, b: wheel, anchor: wheelPlace, axis: [0, 0, 1], motor: { velocity: 0, maxTorque: torque } });
  return { strut: world.addJoint(strut), axle: world.addJoint(axle), end };
}

/** Ground of random waves; returns its height over a place. */
function addGround(world: World, bumps: number, random: () => number): (x: number, z: number) => number {
  const waves = Array.from({ length: WAVES }, () => {
    const { sine, cosine } = sineAndCosine(2 * Math.PI * random());
    const number = (2 * Math.PI) / (2.5 + 4 * random()); // rad/m
    return { x: number * cosine, z: number * sine, phase: 2 * Math.PI * random() };
  });
  const heightAt = (x: number, z: number) =>
    (bumps / Math.sqrt(WAVES)) * waves.reduce((sum, wave) => sum + sineAndCosine(wave.x * x + wave.z * z + wave.phase).sine, 0);
  const coordinate = (k: number) => (k - (POINTS - 1) / 2) * SPACING;
  const heights = Array.from({ length: POINTS * POINTS }, (_, k) => heightAt(coordinate(k % POINTS), coordinate(Math.floor(k / POINTS))));
  world.addBody({
    type: 'static',
    shape: new HeightField({ heights, rows: POINTS, columns: POINTS, spacing: SPACING, oneSided: true }),
    friction: 1,
  });
  return heightAt;
}

/** Crates along the rover's circle, or straight ahead. */
function addCrates(world: World, count: number, curvature: number, heightAt: (x: number, z: number) => number, random: () => number): void {
  for (let k = 0; k < count; k++) {
    const way = Math.abs(curvature) > 0.05 ? (2 * Math.PI * (k + 2)) / ((count + 3) * curvature) : 3 + k;
    const { sine, cosine } = sineAndCosine(way * curvature);
    const aside = 1.6 * (random() - 0.5);
    const radius = 1 / curvature + aside;
    const [x, z] = Math.abs(curvature) > 0.05 ? [sine * radius, cosine * radius - 1 / curvature] : [way, aside];
    const position = [x, heightAt(x, z) + 0.25, z];
    world.addBody({ shape: CRATE, mass: CRATE_MASS, position, orientation: turn(UP, 2 * Math.PI * random()), friction: 0.4 });
  }
}
