// The page at work: what its address says is what its engines simulate and its parts show.
import { findScene } from '../catalogue/index.ts';
import { differentSettings, settingOf } from '../engine/orders.ts';
import type { Frame, Order, Result, WorldChoices } from '../engine/types.ts';
import { areLive } from '../engine/world-choices.ts';
import { type Address, secondOrder } from '../page/address.ts';
import { EVALUATING } from '../peers/names.ts';
import { createEngine, type Engine, loadEngine } from './engines.ts';
import type { Player } from './player.ts';
import { Run } from './run.ts';

/** What a gallery reports as it runs. */
export interface GalleryEvents {
  /** Another run has begun. */
  onOpened(run: Run): void;
  /** The address has changed, other than by a run's beginning. */
  onAddress(address: Address): void;
  onPlaying(playing: boolean): void;
  /** Steps have been simulated, or the state is shown again after a change. */
  onFrames(frames: Frame[]): void;
  onError(error: unknown): void;
  /** Something is selected, or nothing is: -1. */
  onSelected(selection: Selection): void;
}

export interface Selection {
  body: number;
  joint: number;
}

const NOTHING: Selection = { body: -1, joint: -1 };
/** What changes the run itself; after a change of anything else it goes on. */
const OF_THE_RUN = ['order', 'compare', 'engine', 'peer'] as const;

export class Gallery {
  address: Address;
  selection = NOTHING;
  hasSnapshot = false;
  run: Run | null = null;
  private engines: Engine[] = [];
  private kind: Address['engine'] | null = null;
  private opening = 0;
  private refreshing = false;
  private seeking = false;
  private wanted: number | null = null;

  constructor(
    address: Address,
    private readonly events: GalleryEvents,
  ) {
    this.address = address;
  }

  get player(): Player | null {
    return this.run?.player ?? null;
  }
  /** What is drawn besides bodies. */
  get layers(): Address['layers'] & {} {
    return this.address.layers ?? [...(findScene(this.address.order.scene).view?.layers ?? [])];
  }

  /** Whether a body can be moved by hand. */
  isMovable(slot: number): boolean {
    const bodies = this.run?.opened[0].looks.bodies ?? [];
    return bodies.some((body) => body.slot === slot && body.kind === 'dynamic');
  }

  /** Changes what the page shows. Where a running world can take the change it goes on, otherwise the scene restarts. */
  async change(changed: Partial<Address>): Promise<void> {
    const before = this.address;
    this.address = { ...before, ...changed };
    const starts = OF_THE_RUN.some((key) => key in changed);
    if (starts && !(await this.changeLive(before))) return this.restart();
    this.events.onAddress(this.address);
    const { player } = this;
    if (!player) return;
    player.speed = this.address.speed;
    if ('layers' in changed || 'islands' in changed) await this.wish();
    else if (starts && !player.playing) await player.refresh();
  }

  /** Restarts the scene; it plays or stands still as before. */
  restart(): Promise<void> {
    return this.open({ ...this.address, frames: null }, this.player?.playing);
  }

  /** Starts the scene of an address from its beginning. */
  async open(address: Address, plays = !address.paused): Promise<void> {
    const opening = ++this.opening;
    const shown = this.address.order.scene;
    this.address = address;
    this.player?.stop();
    this.run = null;
    this.events.onPlaying(false);
    if (address.order.scene !== shown) this.selection = NOTHING;
    this.hasSnapshot = false;
    const second = secondOrder(address);
    const orders = second ? [address.order, second] : [address.order];
    try {
      await loadEngine(address.engine);
      if (opening !== this.opening) return;
      this.provide(address.engine, orders.length);
    } catch (error) {
      if (opening === this.opening) this.fail(error);
      return;
    }
    try {
      const opened = Run.open(this.engines, orders, {
        onFrames: (frames) => this.events.onFrames(frames),
        onPlaying: (playing) => this.tellPlaying(playing),
        onError: (error) => this.fail(error),
      });
      const run = await Promise.race([opened, ...this.engines.map(({ failure }) => failure)]);
      if (opening !== this.opening) return;
      this.run = run;
      run.player.speed = address.speed;
      run.player.stopAt = findScene(address.order.scene).lasts ?? Infinity;
      await run.wish(this.wishes());
      this.events.onOpened(run);
      await run.player.refresh();
      if (address.frames !== null) {
        await run.player.runTo(address.frames);
        this.events.onPlaying(false);
      } else if (opening === this.opening) run.player.playing = plays;
    } catch (error) {
      if (opening === this.opening && this.engines.length > 0) this.fail(error); // else it has been reported
    }
  }

  async select(selection: Partial<Selection>): Promise<void> {
    this.selection = { ...this.selection, ...selection };
    this.events.onSelected(this.selection);
    await this.wish();
  }

  /** Does something with the hand that pulls at bodies; it is seen at once also where the run stands still. */
  async hold(act: (run: Run) => Promise<unknown>): Promise<void> {
    const { run } = this;
    if (!run) return;
    await act(run);
    if (run.player.playing || this.refreshing) return;
    this.refreshing = true;
    await run.player.refresh();
    this.refreshing = false;
  }

  async snapshot(): Promise<void> {
    await this.run?.snapshot();
    this.hasSnapshot = true;
  }

  async restore(): Promise<void> {
    await this.run?.restore();
  }

  /** Stands still at a frame of the last seconds; of many calls in a row the last one counts. */
  async seek(frame: number): Promise<void> {
    const { run } = this;
    if (!run) return;
    run.player.playing = false;
    this.wanted = frame;
    if (this.seeking) return;
    this.seeking = true;
    try {
      while (this.wanted !== null) {
        const next = this.wanted;
        this.wanted = null;
        await run.seek(next);
      }
    } finally {
      this.seeking = false;
    }
  }

  /** Frame, hash and measures of each world as it is now. */
  async results(): Promise<Result[]> {
    return (await this.run?.results()) ?? [];
  }

  private async wish(): Promise<void> {
    await this.run?.wish(this.wishes());
    if (this.player && !this.player.playing) await this.player.refresh();
  }

  private wishes() {
    return { layers: this.layers, islands: this.address.islands, ...this.selection };
  }

  /** Changes the running worlds instead of restarting; false where they cannot take it. */
  private async changeLive(before: Address): Promise<boolean> {
    const { address, run } = this;
    const second = [secondOrder(before), secondOrder(address)];
    if (!run || before.engine !== address.engine || (second[0] === null) !== (second[1] === null)) return false;
    const pairs: [Order, Order][] = [[before.order, address.order]];
    if (second[0] && second[1]) pairs.push([second[0], second[1]]);
    const changes = pairs.map(([from, to]) => differenceOf(from, to));
    if (!changes.every((settings): settings is WorldChoices => settings !== null && areLive(settings))) return false;
    for (const [side, settings] of changes.entries()) await run.change(side, settings);
    return true;
  }

  /** Where it stood until now does not matter once it plays. */
  private tellPlaying(playing: boolean): void {
    this.events.onPlaying(playing);
    if (!playing || (this.address.frames === null && !this.address.paused)) return;
    this.address = { ...this.address, frames: null, paused: false };
    this.events.onAddress(this.address);
  }

  private fail(error: unknown): void {
    this.player?.stop();
    this.events.onPlaying(false);
    this.events.onError(error);
  }

  private provide(kind: Address['engine'], count: number): void {
    if (kind !== this.kind) for (const engine of this.engines.splice(0)) engine.dispose();
    this.kind = kind;
    const { peer } = this.address;
    const evaluates = kind === 'worker' && peer !== null && EVALUATING.has(peer);
    const kept = count === 2 && this.engines[1]?.evaluates !== evaluates ? 1 : count;
    for (const engine of this.engines.splice(kept)) engine.dispose();
    while (this.engines.length < count) {
      const engine = createEngine(kind, this.engines.length === 1 && evaluates);
      engine.failure.catch((error) => this.lose(engine, error));
      this.engines.push(engine);
    }
  }

  /** An engine has ended: the next run makes new ones. */
  private lose(engine: Engine, error: unknown): void {
    if (!this.engines.includes(engine)) return;
    for (const other of this.engines.splice(0)) other.dispose();
    this.fail(error);
    this.run = null;
  }
}

/** The settings in which orders of one scene differ, as the second one has them; null if they differ in more than settings. */
function differenceOf(from: Order, to: Order): WorldChoices | null {
  if (from.scene !== to.scene || from.peer !== to.peer || JSON.stringify(from.parameters) !== JSON.stringify(to.parameters)) return null;
  return Object.fromEntries(differentSettings(from, to).map((name) => [name, settingOf(to, name)]));
}
