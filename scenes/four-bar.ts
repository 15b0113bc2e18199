import { addLinkage, type Point } from './pendulum.ts';
import { defineScene } from './scene.ts';
import { largest } from './statistics.ts';
import { arccosine, arctangent, cosine, hypotenuse, sine } from './trigonometry.ts';

/** The crank is the shortest bar, and crank and longest bar together are shorter than the other two (Grashof), so the crank can rotate fully. */
const CRANK = 0.3;
const COUPLER = 0.9;
const ROCKER = 0.7;
const SPAN = 0.8;

export const fourBar = defineScene({
  name: 'four-bar',
  description: 'A motor turns the crank of a four-bar linkage: the rocker swings as the closed form predicts, and the loop stays closed.',
  feature: 'joints and mechanisms',
  view: { direction: [0.2, 0.3, 1], target: [0.4, 0.15, 0], distance: 2.6, aspect: 0.9, layers: [] },
  parameters: {
    speed: { description: 'speed of the motor', unit: 'rad/s', default: 6, min: -100, max: 100 },
    start: { description: 'initial crank angle', unit: 'rad', default: 1, min: -3.2, max: 3.2 },
  },
  frames: 300,
  dt: 1 / 60,
  settings: { substeps: 20 },
  build(world, { speed, start }) {
    const { hinges } = addLinkage(world, pointsAt(start), true);
    const [motor] = hinges;
    const rockerHinge = hinges[hinges.length - 1];
    motor.motor = { velocity: speed };
    const startAngle = rockerAngle(start);
    const angle = () => start + motor.angle;
    // The world turns against the rocker in the last hinge.
    const rocker = () => startAngle - rockerHinge.angle;
    let [closureError, rockerError, angularError] = [0, 0, 0];
    return {
      afterStep() {
        closureError = largest([closureError, ...hinges.map((hinge) => hinge.positionError)]);
        rockerError = largest([rockerError, Math.abs(rocker() - rockerAngle(angle()))]);
        angularError = largest([angularError, Math.abs(motor.angle - speed * world.time)]);
      },
      recorded: () => [closureError, rockerError, angularError],
      recall(recorded) {
        [closureError, rockerError, angularError] = recorded as number[];
      },
      measures: () => ({
        /** Maximum gap of a joint, m. */
        closureError,
        /** Deviation of the rocker from the angle given by the crank, rad. */
        rockerError,
        /** Deviation of the crank from speed × time, rad. */
        angularError,
        angle: angle(),
        rockerAngle: rocker(),
        expectedRockerAngle: rockerAngle(angle()),
        motorTorque: motor.coordinates.rotation.loads.motor,
        motorWork: motor.coordinates.rotation.motorWork,
      }),
    };
  },
});

/** Direction of the rocker from its pin, in the branch that is not crossed, by the law of cosines in the two triangles of a diagonal. */
function rockerAngle(crankAngle: number): number {
  const [x, y] = [CRANK * cosine(crankAngle) - SPAN, CRANK * sine(crankAngle)];
  const diagonal = hypotenuse(x, y);
  const opening = arccosine((diagonal * diagonal + ROCKER * ROCKER - COUPLER * COUPLER) / (2 * diagonal * ROCKER));
  return Math.PI + arctangent(-y, -x) - opening;
}

function pointsAt(crankAngle: number): Point[] {
  const rocker = rockerAngle(crankAngle);
  return [
    [0, 0],
    [CRANK * cosine(crankAngle), CRANK * sine(crankAngle)],
    [SPAN + ROCKER * cosine(rocker), ROCKER * sine(rocker)],
    [SPAN, 0],
  ];
}
