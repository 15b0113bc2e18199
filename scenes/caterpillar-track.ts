import { type Body, Box, Compound, Cylinder, HingeJoint, type Vec3, WheelJoint, type World } from '../bindings/index.ts';
import { addFloor } from './ground.ts';
import { defineScene } from './scene.ts';
import { largest, Recent } from './statistics.ts';
import { cosine, sine, tangent } from './trigonometry.ts';
import { ALONG_Z, turn } from './turn.ts';

const DT = 1 / 60;
const AXIS: Vec3 = [0, 0, 1];
/** Of the sprockets behind and the idlers in front, of the road wheels, m. */
const RADIUS = 0.3;
const ROAD_RADIUS = 0.18;
const ROAD_WHEELS = 3;
/** Links around half a sprocket, and on a straight side. */
const ROUND = 8;
const STRAIGHT = 16;
/** Of a link: half its thickness and its width, m. */
const THICKNESS = 0.02;
const WIDTH = 0.18;
const LINK_MASS = 2;
const TURN = Math.PI / ROUND;
/** From the axis of a sprocket to the hinges of the links around it, which lie on it in their middles, and from hinge to hinge, m. */
const PITCH_RADIUS = (RADIUS + THICKNESS) / cosine(TURN / 2);
const PITCH = 2 * PITCH_RADIUS * sine(TURN / 2);
const SPAN = STRAIGHT * PITCH;
/** Height of the axes of the sprockets above the floor, half of what is between the tracks' middles, m. */
const HEIGHT = PITCH_RADIUS + THICKNESS;
const HALF_TRACK = 0.75;
const CHASSIS: Vec3 = [SPAN / 2 + 0.1, 0.16, 0.45];
const CHASSIS_MASS = 800;
const WHEEL_MASS = 20;
/** Of the springs of a road wheel and of an idler, which tightens its track: N/m, N s/m; and the force that they start with, N. */
const SUSPENSION = { stiffness: 40_000, damping: 2000 };
const TENSION = { stiffness: 60_000, damping: 3000, force: 4000 };
/** Frames in which the vehicle settles, and in which it then accelerates. */
const SETTLING = 30;
const STARTING = 60;

export const caterpillarTrack = defineScene({
  name: 'caterpillar-track',
  description: 'A vehicle drives over beams on two closed tracks of 48 hinged links each, driven by the friction of their sprockets.',
  feature: 'joints and mechanisms',
  view: { direction: [0.75, 0.35, 1], distance: 5.5, follow: 0, layers: [], opening: 130 },
  parameters: {
    speed: { description: 'speed of the tracks', unit: 'm/s', default: 1.5, min: -4, max: 4 },
    turn: { description: 'fraction by which the left track runs slower and the right one faster', default: 0, min: -1, max: 1 },
    torque: { description: 'maximum torque of each sprocket', unit: 'N m', default: 3000, min: 1, max: 1e5 },
    bumps: { description: 'height of the beams', unit: 'm', default: 0.08, min: 0, max: 0.3 },
  },
  frames: 480,
  dt: DT,
  settings: { jointSolver: 'auto' },
  build(world, { speed, turn: steer, torque, bumps }) {
    addFloor(world, 30, { friction: 0.9 });
    if (bumps > 0) for (const x of [2.6, 4.2, 5.8]) addBeam(world, x, bumps);
    const chassis = world.addBody({ shape: new Box(CHASSIS), mass: CHASSIS_MASS, position: [0, HEIGHT + 0.12, 0], canSleep: false });
    const tracks = [-1, 1].map((side) => addTrack(world, chassis, side, torque));
    const start = chassis.position;
    const joints = tracks.flatMap((track) => track.hinges);
    const speeds = new Recent();
    let [jointError, gap, derailed] = [0, 0, 0];
    return {
      beforeStep(frame) {
        const part = Math.max(0, Math.min(1, (frame - SETTLING) / STARTING));
        for (const { sprocket, side } of tracks)
          sprocket.rotation.motorVelocity = (-speed * (1 + side * steer) * part) / (RADIUS + THICKNESS);
      },
      afterStep() {
        speeds.push(Math.hypot(chassis.linearVelocity[0], chassis.linearVelocity[2]));
        jointError = largest([jointError, ...joints.map((joint) => joint.positionError)]);
        gap = largest([gap, ...joints.map((joint) => joint.angularError)]);
        derailed = largest([derailed, ...tracks.map((track) => asideOf(track, chassis))]);
      },
      recorded: () => [jointError, gap, derailed, [...speeds.values]],
      recall(recorded) {
        const [jointErrorThen, gapThen, derailedThen, speedsThen] = recorded as unknown as [number, number, number, number[]];
        [jointError, gap, derailed] = [jointErrorThen, gapThen, derailedThen];
        speeds.recall(speedsThen);
      },
      measures: () => ({
        /** Of the chassis from its start, m; over the last second, m/s. */
        distance: Math.hypot(chassis.position[0] - start[0], chassis.position[2] - start[2]),
        speed: speeds.mean,
        /** Of the rim of a sprocket, under the links, m/s. */
        rimSpeed: tracks.map(({ sprocket }) => -sprocket.angularVelocity * (RADIUS + THICKNESS)),
        /** Largest distance by which a hinge of the tracks was open, m, largest angle between its axes, rad. */
        jointError,
        angularError: gap,
        /** Largest way of a link sideways off its wheels, m; the guides leave it some centimetres. */
        derailed,
        /** What pulls in the tightest hinge of each track now, N. */
        tension: tracks.map(({ hinges }) => largest(hinges.map((hinge) => Math.hypot(...hinge.force)))),
      }),
    };
  },
});

interface Track {
  side: number;
  links: Body[];
  hinges: HingeJoint[];
  sprocket: HingeJoint;
}

/** Two discs, between which the guides of the links run. */
function wheelOf(radius: number): Compound {
  const shape = new Cylinder(radius, 0.05);
  return new Compound([-1, 1].map((side) => ({ shape, position: [0, 0, side * 0.1], orientation: ALONG_Z })));
}

function addTrack(world: World, chassis: Body, side: number, torque: number): Track {
  const z = side * HALF_TRACK;
  const wheel = (shape: Compound, x: number, y: number) =>
    world.addBody({ shape, mass: WHEEL_MASS, position: [x, y, z], friction: 1, canSleep: false });
  const [large, small] = [wheelOf(RADIUS), wheelOf(ROAD_RADIUS)];
  const rear = wheel(large, -SPAN / 2, HEIGHT);
  const sprocket = new HingeJoint({ a: chassis, b: rear, anchor: rear.position, axis: AXIS, motor: { velocity: 0, maxTorque: torque } });
  const spring = (b: Body, suspensionAxis: Vec3, force: number, { stiffness, damping }: { stiffness: number; damping: number }) => {
    const motor = { target: force / stiffness, stiffness, damping };
    const suspension = { motor, limits: { lower: -0.08, upper: 0.08 } };
    world.addJoint(new WheelJoint({ a: chassis, b, anchor: b.position, axis: AXIS, suspensionAxis, suspension }));
  };
  spring(wheel(large, SPAN / 2, HEIGHT), [1, 0, 0], TENSION.force, TENSION);
  // The lowest hinges are as far below the sprockets as the highest above; the road wheels stand on the links between them.
  const carried = (-world.gravity[1] * (CHASSIS_MASS + 4 * WHEEL_MASS)) / (2 * (ROAD_WHEELS + 1));
  for (let k = 1; k <= ROAD_WHEELS; k++) {
    const x = (k / (ROAD_WHEELS + 1) - 0.5) * SPAN;
    spring(wheel(small, x, 2 * THICKNESS + ROAD_RADIUS), [0, -1, 0], carried, SUSPENSION);
  }
  const links = addLinks(world, z);
  const hinges = links.map((b, k) => {
    const a = links[(k + links.length - 1) % links.length];
    return world.addJoint(new HingeJoint({ a, b, anchor: b.worldPoint([-PITCH / 2, 0, 0]), axis: AXIS }));
  });
  return { side, links, hinges, sprocket: world.addJoint(sprocket) };
}

/** Around both wheels: along the floor to the front, up, and back above. Each has a guide towards the inside. */
function addLinks(world: World, z: number): Body[] {
  const plate = new Box([PITCH / 2 - THICKNESS * tangent(TURN / 2), THICKNESS, WIDTH]);
  const guide = new Box([0.02, 0.03, 0.035]);
  const shape = new Compound([{ shape: plate }, { shape: guide, position: [0, THICKNESS + 0.03, 0] }]);
  let [x, y] = [-SPAN / 2, HEIGHT - PITCH_RADIUS];
  return Array.from({ length: 2 * (ROUND + STRAIGHT) }, (_, k) => {
    const half = ROUND + STRAIGHT;
    const within = k % half;
    const angle = (k >= half ? Math.PI : 0) + TURN * Math.max(0, within - STRAIGHT + 0.5);
    const orientation = turn(AXIS, within < STRAIGHT ? (k >= half ? Math.PI : 0) : angle);
    const [dx, dy] = [PITCH * cosine(within < STRAIGHT ? (k >= half ? Math.PI : 0) : angle), PITCH * sine(within < STRAIGHT ? 0 : angle)];
    const link = world.addBody({
      shape,
      mass: LINK_MASS,
      position: [x + dx / 2, y + dy / 2, z],
      orientation,
      friction: 0.9,
      canSleep: false,
    });
    [x, y] = [x + dx, y + dy];
    return link;
  });
}

/** How far the link that is farthest off is from the plane of its wheels, in the axes of the chassis. */
function asideOf({ links, side }: Track, chassis: Body): number {
  return largest(links.map((link) => Math.abs(chassis.localPoint(link.position)[2] - side * HALF_TRACK)));
}

function addBeam(world: World, x: number, height: number): void {
  world.addBody({ type: 'static', shape: new Box([0.2, height, 1.5]), position: [x, 0, 0], orientation: turn(AXIS, 0), friction: 0.9 });
}
