import type { Cannon } from '../packages.ts';

export type World = InstanceType<Cannon['World']>;
export type Body = InstanceType<Cannon['Body']>;
type Vector = { x: number; y: number; z: number };

/** What a program has found out. */
export interface Outcome {
  /** m, of what is at rest: agree to a centimetre. */
  places?: Record<string, Vector | number>;
  /** Speeds, periods, angles: agree to 2 %. */
  rates?: Record<string, number>;
  /** In order. */
  events?: readonly unknown[];
  /** What is the same. */
  values?: unknown;
  /** What there is a closed form for, in which cannon-es may be wrong. */
  exact?: Record<string, number>;
}

/** A small program of cannon-es, which imports what it is given. */
export interface Program {
  name: string;
  run(C: Cannon): Outcome;
  /** Closed forms, and by how much ours may miss them. */
  truth?: Record<string, { value: number; within: number }>;
}

export const DT = 1 / 60;
export const G = 9.82;

export function newWorld(C: Cannon, options: ConstructorParameters<Cannon['World']>[0] = {}): World {
  return new C.World({ gravity: new C.Vec3(0, -G, 0), ...options });
}

/** A floor at a height. */
export function addFloor(C: Cannon, world: World, height = 0, options: ConstructorParameters<Cannon['Body']>[0] = {}): Body {
  const quaternion = new C.Quaternion().setFromEuler(-Math.PI / 2, 0, 0);
  const floor = new C.Body({ shape: new C.Plane(), position: new C.Vec3(0, height, 0), quaternion, ...options });
  world.addBody(floor);
  return floor;
}

export function addBox(C: Cannon, world: World, half: number, at: [number, number, number], options = {}): Body {
  const shape = new C.Box(new C.Vec3(half, half, half));
  const body = new C.Body({ mass: 1, shape, position: new C.Vec3(...at), ...options });
  world.addBody(body);
  return body;
}

export function addBall(C: Cannon, world: World, radius: number, at: [number, number, number], options = {}): Body {
  const body = new C.Body({ mass: 1, shape: new C.Sphere(radius), position: new C.Vec3(...at), ...options });
  world.addBody(body);
  return body;
}

/** Steps for some seconds, and looks after each. */
export function stepFor(world: World, seconds: number, look?: (time: number) => void): void {
  const steps = Math.round(seconds / DT);
  for (let k = 1; k <= steps; k++) {
    world.step(DT);
    look?.(k * DT);
  }
}

/** Mean time between the moments at which a number goes from below zero to above it. */
export class Period {
  private readonly times: number[] = [];
  private last = NaN;
  note(time: number, value: number): void {
    if (this.last < 0 && value >= 0) this.times.push(time - (DT * value) / (value - this.last));
    this.last = value;
  }
  get mean(): number {
    const { times } = this;
    return (times[times.length - 1] - times[0]) / (times.length - 1);
  }
}
