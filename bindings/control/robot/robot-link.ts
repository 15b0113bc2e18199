import type { Quat, Vec3 } from '../../core/arguments.ts';
import { fixed } from '../../core/geometry.ts';
import type { Body } from '../../index.ts';
import { within } from './frames.ts';
import type { Frame } from './reading.ts';

/** A link of a robot: a frame of a body. Links that fixed joints connect are one body. */
export class RobotLink {
  readonly name: string;
  readonly body: Body;
  /** The link's frame in the body's frame. */
  readonly frame: Frame;

  /** @internal */
  constructor(name: string, body: Body, frame: Frame) {
    this.name = name;
    this.body = body;
    this.frame = frame;
    Object.freeze(this);
  }

  /** Position in the world, m. */
  get position(): Readonly<Vec3> {
    return fixed(this.#placed().position);
  }
  get orientation(): Readonly<Quat> {
    return fixed(this.#placed().orientation);
  }

  #placed() {
    const { position, orientation } = this.body;
    return within({ position, orientation }, this.frame);
  }
}
