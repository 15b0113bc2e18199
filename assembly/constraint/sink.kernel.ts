import { AngleIntervalPart } from './angle-interval.kernel';
import { AxisPart } from './axis.kernel';
import { CoupledLanes, CouplingLanes } from './coupling.kernel';
import { DistancePart } from './distance.kernel';
import { PointPart } from './point.kernel';
import { RopePart } from './rope.kernel';
import { RotationPart } from './rotation.kernel';
import { SpringPart } from './spring.kernel';

/**
 * To whom a joint says what it wants. A joint names its parts, which have geometry and wishes; the sink makes of them what its solver
 * needs, where the gathered bodies are: SolveNow (solver/xpbd) solves them at once, WriteRows stores them as rows for all others, ReadRows
 * takes the impulses of these back. A sink is an overlay of a bundle, with no fields of its own.
 */
export abstract class RowSink<T> {
  /** Three rows that hold two points together. */
  abstract point(part: PointPart<T>): void;
  /** A point, an axis, and an interval for the angle about it, as one block. */
  abstract hinge(point: PointPart<T>, axis: AxisPart<T>, angle: AngleIntervalPart<T>): void;
  /** The distance of two points in an interval. */
  abstract distance(part: DistancePart<T>): void;
  /** The length of a rope over two fixed points in an interval. */
  abstract rope(part: RopePart<T>): void;
  /** A spring between two points in all directions. */
  abstract spring(point: PointPart<T>, spring: SpringPart<T>): void;
  /** A spring that turns a frame of B to one of A. */
  abstract rotation(part: RotationPart<T>): void;
  /** Coordinates of two joints in proportion: four bodies. */
  abstract coupling(first: CoupledLanes<T>, second: CoupledLanes<T>, coupling: CouplingLanes<T>): void;
  /** The list of coordinates and roles that the bundle names (joint/frame/). */
  abstract coordinates(): void;
}
