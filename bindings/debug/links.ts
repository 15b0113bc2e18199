// What joints hold together.
import type { Vec3 } from '../core/arguments.ts';
import { add, length, scale, subtract } from '../core/geometry.ts';
import { JointType } from '../core/layout.ts';
import type { Joint } from '../joint/joint.ts';
import type { PathJoint } from '../joint/path.ts';
import type { PulleyJoint } from '../joint/pulley.ts';
import type { RevoluteSphericalJoint } from '../joint/revolute-spherical.ts';
import type { RopeJoint } from '../joint/rope.ts';
import { COLORS } from './colors.ts';
import { drawCoil, drawMark } from './figures.ts';
import { holdsNoPoint } from './frames.ts';
import type { Drawing } from './options.ts';
import { pathPoints } from './path-points.ts';
import type { Pen } from './pen.ts';

/** Beside the size of the drawing. */
const MARK = 0.08;
const COIL = 0.12;
/** Half the pin of a hinged link. */
const PIN = 0.25;
/** Anchors that are nearer to each other count as one. */
const TOGETHER = 0.01;
/** Part of its length by which a rope is shorter when it is slack. */
const SLACK = 1e-3;

type Link = (joint: Joint, pen: Pen, size: number) => void;

/** Types whose anchors are in one place unless the joint is off. */
const POINT_TYPES: ReadonlySet<number> = new Set([JointType.Ball, JointType.Hinge, JointType.Fixed, JointType.Universal]);

const isApart = (a: Vec3, b: Vec3, size: number): boolean => length(subtract(a, b)) > TOGETHER * size;

/** A line from each body's centre of mass to where it is held, and a mark there. */
const drawHeld: Link = (joint, pen, size) => {
  const [a, b] = [joint.placeOf('a'), joint.placeOf('b')];
  if (joint.a?.type === 'dynamic') pen.segment(joint.a.centerOfMass, a, COLORS.arm);
  if (joint.b?.type === 'dynamic') pen.segment(joint.b.centerOfMass, b, COLORS.arm);
  drawMark(pen, b, MARK * size, COLORS.link);
  if (isApart(a, b, size)) pen.segment(a, b, POINT_TYPES.has(joint.type) ? COLORS.apart : COLORS.link);
};

/** Axes of two bodies that are held, wherever the bodies are. */
const drawAligned: Link = (joint, pen, size) => {
  drawMark(pen, joint.placeOf('b'), MARK * size, COLORS.link);
  if (joint.a && joint.b) pen.segment(joint.placeOf('a'), joint.placeOf('b'), COLORS.coupling);
};

const drawSpring: Link = (joint, pen, size) => drawCoil(pen, joint.placeOf('a'), joint.placeOf('b'), COIL * size, COLORS.spring);

const drawRod: Link = (joint, pen, size) => {
  if (joint.compliance > 0) drawSpring(joint, pen, size);
  else pen.segment(joint.placeOf('a'), joint.placeOf('b'), COLORS.link);
};

const drawRope: Link = (joint, pen) => {
  const rope = joint as RopeJoint;
  const isSlack = rope.distance < (1 - SLACK) * rope.length;
  pen.segment(rope.placeOf('a'), rope.placeOf('b'), isSlack ? COLORS.slack : COLORS.rope);
};

const drawHingedRod: Link = (joint, pen, size) => {
  drawRod(joint, pen, size);
  const place = joint.placeOf('a');
  const pin = scale([...(joint as RevoluteSphericalJoint).axisWorld], PIN * size);
  pen.segment(subtract(place, pin), add(place, pin), COLORS.link);
};

const drawPulley: Link = (joint, pen) => {
  const pulley = joint as PulleyJoint;
  const isSlack = pulley.currentLength < (1 - SLACK) * pulley.length;
  const points = [pulley.placeOf('a'), pulley.pointA, pulley.pointB, pulley.placeOf('b')];
  pen.path(points, isSlack ? COLORS.slack : COLORS.rope);
};

const drawPath: Link = (joint, pen, size) => {
  pen.path(
    pathPoints(joint as PathJoint).map(({ position }) => position),
    COLORS.link,
  );
  drawMark(pen, joint.placeOf('b'), MARK * size, COLORS.link);
};

const drawCoupling: Link = (joint, pen) => pen.segment(joint.placeOf('a'), joint.placeOf('b'), COLORS.coupling);

const LINKS: Partial<Record<JointType, Link>> = {
  [JointType.Distance]: drawRod,
  [JointType.Rope]: drawRope,
  [JointType.RevoluteSpherical]: drawHingedRod,
  [JointType.SpringDamper]: drawSpring,
  [JointType.MatrixSpring]: drawSpring,
  [JointType.Grab]: drawSpring,
  [JointType.Pulley]: drawPulley,
  [JointType.Path]: drawPath,
  [JointType.Gear]: drawCoupling,
  [JointType.RackAndPinion]: drawCoupling,
};

export function drawLinks({ pen, size, joints }: Drawing): void {
  for (const joint of joints) {
    const draw = LINKS[joint.type] ?? (holdsNoPoint(joint) ? drawAligned : drawHeld);
    draw(joint, pen, size);
  }
}
