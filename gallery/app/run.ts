// One scene in one world, or in two that differ in their settings, from its start on.
import type { Vec3 } from '../../bindings/index.ts';
import type { Opened, Order, Result, Wishes, WorldChoices } from '../engine/types.ts';
import type { Engine } from './engines.ts';
import { Player, type PlayerEvents } from './player.ts';

export class Run {
  readonly player: Player;

  private constructor(
    private readonly engines: readonly Engine[],
    /** What the worlds are, one or two. */
    readonly opened: readonly Opened[],
    events: PlayerEvents,
  ) {
    this.player = new Player(
      engines.map(({ session }) => session),
      opened[0].dt,
      events,
    );
  }

  /** Makes the worlds of the orders, each by an engine. */
  static async open(engines: readonly Engine[], orders: readonly Order[], events: PlayerEvents): Promise<Run> {
    const opened = await Promise.all(orders.map((order, side) => engines[side].session.start(order)));
    return new Run(engines.slice(0, orders.length), opened, events);
  }

  wish(wishes: Wishes): Promise<unknown> {
    return this.all((session) => session.wish(wishes));
  }

  /** Changes what worlds can change as they run, in the world of one side. */
  async change(side: number, settings: WorldChoices): Promise<void> {
    await this.engines[side].session.change(settings);
  }

  /** Takes hold of a body in each world; whether it can be moved. */
  async seize(slot: number, local: Vec3): Promise<boolean> {
    const held = await this.all((session) => session.seize(slot, local));
    return held.includes(true);
  }

  drag(point: Vec3): Promise<unknown> {
    return this.all((session) => session.drag(point));
  }

  release(): Promise<unknown> {
    return this.all((session) => session.release());
  }

  drive(inputs: Readonly<Record<string, number>> | null): Promise<unknown> {
    return this.all((session) => session.drive(inputs));
  }

  throwBall(from: Vec3, velocity: Vec3, radius: number): Promise<unknown> {
    return this.all((session) => session.throwBall(from, velocity, radius));
  }

  throwDoll(from: Vec3, velocity: Vec3): Promise<unknown> {
    return this.all((session) => session.throwDoll(from, velocity));
  }

  pop(from: Vec3, direction: Vec3): Promise<unknown> {
    return this.all((session) => session.pop(from, direction));
  }

  snapshot(): Promise<unknown> {
    return this.all((session) => session.snapshot());
  }

  async restore(): Promise<void> {
    await this.all((session) => session.restore());
    await this.player.refresh();
  }

  /** Goes to a frame of the last seconds. */
  async seek(frame: number): Promise<void> {
    await this.all((session) => session.seek(frame));
    await this.player.refresh();
  }

  results(): Promise<Result[]> {
    return this.all((session) => session.result());
  }

  private all<Value>(call: (session: Engine['session']) => Value | Promise<Value>): Promise<Value[]> {
    return Promise.all(this.engines.map(({ session }) => call(session)));
  }
}
