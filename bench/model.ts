// What a benchmark scene is: plain data, so that every engine gets the same bodies, masses, inertias and anchors.

export type Vec3 = readonly [number, number, number];
export type Quat = readonly [number, number, number, number];

/** A body whose origin is its centre of mass. */
export interface BodySpec {
  /** kg; 0 for a body that never moves. */
  mass: number;
  /** Principal moments about the body's own axes, kg m². */
  inertia: Vec3;
  position: Vec3;
  orientation: Quat;
}

/** A ball joint; anchors are in the frames of the bodies. */
export interface BallSpec {
  a: number;
  b: number;
  anchorA: Vec3;
  anchorB: Vec3;
}

export interface SceneData {
  name: string;
  /** One sentence: what is simulated. */
  description: string;
  gravity: Vec3;
  /** Seconds per frame. */
  dt: number;
  /** Frames before measuring starts. */
  warmup: number;
  bodies: BodySpec[];
  balls: BallSpec[];
  /** Further measures of one moment, in metres unless the name says otherwise. */
  measure?(poses: Poses): Record<string, number>;
}

/** Positions and orientations of all bodies of a scene, as an engine reports them. */
export class Poses {
  readonly positions: Float64Array;
  readonly orientations: Float64Array;

  constructor(count: number) {
    this.positions = new Float64Array(3 * count);
    this.orientations = new Float64Array(4 * count);
  }

  set(body: number, px: number, py: number, pz: number, qx: number, qy: number, qz: number, qw: number): void {
    this.positions.set([px, py, pz], 3 * body);
    this.orientations.set([qx, qy, qz, qw], 4 * body);
  }

  /** World position of a point that is fixed to a body. */
  point(body: number, local: Vec3): Vec3 {
    const [x, y, z, w] = this.orientations.subarray(4 * body, 4 * body + 4);
    const tx = 2 * (y * local[2] - z * local[1]);
    const ty = 2 * (z * local[0] - x * local[2]);
    const tz = 2 * (x * local[1] - y * local[0]);
    return [
      this.positions[3 * body] + local[0] + w * tx + y * tz - z * ty,
      this.positions[3 * body + 1] + local[1] + w * ty + z * tx - x * tz,
      this.positions[3 * body + 2] + local[2] + w * tz + x * ty - y * tx,
    ];
  }
}

/** Distances between the two anchors of each joint, measured from poses alone, so that no engine marks its own work. */
export function anchorErrors(scene: SceneData, poses: Poses): { max: number; meanSquare: number } {
  let max = 0;
  let sum = 0;
  for (const { a, b, anchorA, anchorB } of scene.balls) {
    const p = poses.point(a, anchorA);
    const q = poses.point(b, anchorB);
    const error = Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
    if (!Number.isFinite(error)) return { max: Number.POSITIVE_INFINITY, meanSquare: Number.POSITIVE_INFINITY };
    max = Math.max(max, error);
    sum += error * error;
  }
  return { max, meanSquare: sum / scene.balls.length };
}

/** Settings of an engine that trade time for accuracy; what is left out stays at the engine's default. */
export interface Quality {
  substeps?: number;
  iterations?: number;
}

/** A scene built in an engine. */
export interface Simulation {
  /** One frame; the only thing that is timed. */
  step(): void;
  read(poses: Poses): void;
  dispose(): void;
}

export interface Engine {
  name: string;
  /** The engine's own defaults, in words. */
  defaults: string;
  /** Loads the engine; throws where it is not there. */
  load(): Promise<(scene: SceneData, quality: Quality) => Promise<Simulation>>;
}

/** An engine at one setting. */
export interface Contestant {
  engine: Engine;
  quality: Quality;
}

export function labelOf({ engine, quality }: Contestant): string {
  const settings = Object.entries(quality).map(([key, value]) => `${key} ${value}`);
  return settings.length ? `${engine.name}, ${settings.join(' ')}` : `${engine.name}, defaults`;
}
