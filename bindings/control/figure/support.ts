// A spring of limited strength that carries the first part of a figure.
import { nonNegative, options, orDefault, positive, type Quat, type Vec3 } from '../../core/arguments.ts';
import { AngularDriveJoint, type Body, GrabJoint, type World } from '../../index.ts';
import { strengthOf } from './muscle.ts';

export interface SupportOptions {
  /** Frequency at which the whole figure would swing, Hz; 3 by default. */
  frequency?: number;
  /** Damping ratio; 1 by default. */
  dampingRatio?: number;
  /**
   * Maximum force over the weight of the figure at 9.81 m/s², and maximum torque over the one for an angular acceleration of 100 rad/s²; 4
   * and 1 by default.
   */
  force?: number;
  torque?: number;
}

const GRAVITY = 9.81;
/** rad/s² */
const TURNING = 100;
const SAME = 1e-12;

export class Support {
  private readonly grab: GrabJoint;
  private readonly drive: AngularDriveJoint;
  private readonly full: { pull: ReturnType<typeof strengthOf>; turn: ReturnType<typeof strengthOf>; force: number; torque: number };

  static read(given: SupportOptions): Required<SupportOptions> {
    const o = options<SupportOptions>(given, 'support', ['frequency', 'dampingRatio', 'force', 'torque']);
    return {
      frequency: positive(orDefault(o.frequency, 3), 'support.frequency'),
      dampingRatio: nonNegative(orDefault(o.dampingRatio, 1), 'support.dampingRatio'),
      force: nonNegative(orDefault(o.force, 4), 'support.force'),
      torque: nonNegative(orDefault(o.torque, 1), 'support.torque'),
    };
  }

  constructor(
    world: World,
    root: Body,
    mass: number,
    inertia: number,
    { dampingRatio, force, frequency, torque }: Required<SupportOptions>,
  ) {
    const swing = { frequency, dampingRatio, acceleration: 0 };
    const [pull, turn] = [strengthOf(mass, swing), strengthOf(inertia, swing)];
    this.full = { pull, turn, force: force * mass * GRAVITY, torque: torque * inertia * TURNING };
    const { stiffness, damping } = pull;
    this.grab = world.addJoint(
      new GrabJoint({ body: root, anchor: root.position, stiffness, damping, maxForce: this.full.force, enabled: false }),
    );
    this.drive = world.addJoint(
      new AngularDriveJoint({ b: root, stiffness: turn.stiffness, damping: turn.damping, maxTorque: this.full.torque, enabled: false }),
    );
  }

  set enabled(value: boolean) {
    this.grab.enabled = value;
    this.drive.enabled = value;
  }

  /** How much of its strength it has. */
  exert(part: number): void {
    const { force, pull, torque, turn } = this.full;
    this.grab.stiffness = part * pull.stiffness;
    this.grab.dampingCoefficient = part * pull.damping;
    this.grab.maxForce = part * force;
    this.drive.stiffness = part * turn.stiffness;
    this.drive.dampingCoefficient = part * turn.damping;
    this.drive.maxTorque = part * torque;
  }

  /** Carries it there from now on. */
  moveTo(position: Readonly<Vec3>, orientation: Readonly<Quat>): void {
    const isThere = this.grab.target.every((component, axis) => Math.abs(component - position[axis]) < SAME);
    if (!isThere) this.grab.target = position;
    const target = this.drive.target;
    const turned = Math.abs(target.reduce((sum, component, k) => sum + component * orientation[k], 0));
    if (1 - turned > SAME) this.drive.target = orientation;
  }

  dispose(): void {
    for (const joint of [this.grab, this.drive]) if (joint.alive) joint.world?.removeJoint(joint);
  }
}
