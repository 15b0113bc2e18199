// The parts of the page that show the gallery at work.
import { findScene } from '../../scenes/index.ts';
import { SceneError } from '../../scenes/scene.ts';
import { SETTING_NAMES, settingOfScene } from '../../scenes/settings.ts';
import type { Frame, Result, Sample } from '../engine/types.ts';
import { type Address, secondOrder } from '../page/address.ts';
import { captionsOf, showCaptions } from '../page/captions.ts';
import { find } from '../page/elements.ts';
import { clearMessages, showError, showLoading, showNotice } from '../page/messages.ts';
import { titleOf } from '../page/scene-groups.ts';
import type { SceneList } from '../page/scene-list.ts';
import { createTransport, type TransportActions } from '../page/transport.ts';
import { type Controls, createControls } from '../panel/controls.ts';
import { createMeasures } from '../panel/measures.ts';
import { createPlots } from '../panel/plots.ts';
import { createReadouts } from '../panel/readouts.ts';
import type { AllChoices, ControlCallbacks, ControlState } from '../panel/state.ts';
import type { Side, Stage } from '../view/stage.ts';
import type { Gallery, Selection } from './gallery.ts';
import type { Loop } from './loop.ts';
import type { Player } from './player.ts';
import type { Run } from './run.ts';

const SIDES = [0, 1] as const;
const DEFAULT_NAMES = ['A', 'B'] as const;
/** ms from one picture to the next on the way to a frame. */
const SLOW_PICTURES = 250;

type JointsOfBody = readonly { index: number; type: string }[];

export class Display {
  readonly plots: ReturnType<typeof createPlots>;
  private readonly controls: Controls;
  private readonly readouts: ReturnType<typeof createReadouts>;
  private readonly measures: ReturnType<typeof createMeasures>;
  private readonly transport: ReturnType<typeof createTransport>;
  private readonly messages: HTMLElement;
  private latest: [Sample | null, Sample | null] = [null, null];
  private bodyJoints: JointsOfBody = [];
  /** Scene and parameters that the camera was fitted to. */
  private framed = '';
  /** ms of the simulation in this picture, where it is on this thread. */
  private engineTime = 0;
  private drawn = 0;

  constructor(
    private readonly page: Document,
    private readonly stage: Stage,
    private readonly list: SceneList,
    private readonly gallery: Gallery,
    actions: TransportActions & ControlCallbacks,
  ) {
    const panel = find(page, '#panel');
    this.messages = find(page, '#messages');
    this.readouts = createReadouts(panel);
    this.measures = createMeasures(panel);
    this.controls = createControls(panel, this.controlState(gallery.address), actions);
    this.plots = createPlots(find(page, '#plots'));
    this.transport = createTransport(find(page, '#transport'), actions);
  }

  /** A scene is on its way. */
  announce(name: string): void {
    const title = titleOf(name);
    this.list.choose(name);
    find(this.page, '#title').textContent = title;
    find(this.page, '#description').textContent = findScene(name).description;
    this.page.title = `${title} – Holonomic gallery`;
    showLoading(this.messages, `${title} is being built.`);
  }

  /** A run has begun. */
  showRun({ opened }: Run): void {
    const { gallery, stage } = this;
    clearMessages(this.messages);
    this.latest = [null, null];
    for (const side of SIDES) {
      stage.show(side, opened[side]?.looks ?? null);
      stage.select(side, gallery.selection.body);
    }
    this.plots.clear();
    this.measures.clear();
  }

  showAddress(address: Address): void {
    const second = secondOrder(address);
    const captions = second ? captionsOf(address.order, second, address.layout) : [];
    const names = second ? (captions as [string, string]) : DEFAULT_NAMES;
    const sides = second ? 2 : 1;
    this.stage.setLayout(second ? address.layout : 'single');
    this.stage.setShadows(address.shadows);
    showCaptions(find(this.page, '#captions'), captions);
    this.plots.setSides(sides, names, address.order.scene);
    this.readouts.setSides(sides, names);
    this.controls.update(this.controlState(address));
  }

  showSelection({ body, joint }: Selection): void {
    for (const side of SIDES) this.stage.select(side, body);
    this.controls.update({ body, joint });
  }

  showPlaying(playing: boolean): void {
    this.transport.setPlaying(playing);
  }

  showMeasures(results: readonly Result[]): void {
    this.measures.show(results);
  }

  allowRestore(): void {
    this.controls.update({ hasSnapshot: true });
  }

  notice(text: string): void {
    showNotice(this.messages, text);
  }

  tellError(error: unknown): void {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    showError(this.messages, message, error instanceof SceneError ? undefined : stack);
  }

  clearMessages(): void {
    clearMessages(this.messages);
  }

  /** Takes in what the engines have simulated. */
  take(frames: readonly Frame[]): void {
    const { gallery, latest, plots, stage } = this;
    for (const [index, frame] of frames.entries()) {
      const side = index as Side;
      if (gallery.address.engine === 'main') this.engineTime += frame.duration;
      if (frame.looks) stage.show(side, frame.looks);
      for (const sample of frame.samples) plots.push(side, sample);
      latest[side] = frame.samples.at(-1) ?? latest[side];
    }
    this.frame(frames);
    this.offerJoints(latest[0]?.body?.joints ?? []);
  }

  /** Draws a picture; returns the ms that were the engine's. */
  draw(player: Player | null, elapsed: number, now: number, loop: Loop): number {
    this.engineTime = 0;
    if (player?.hurries && now - this.drawn < SLOW_PICTURES) return 0;
    this.drawn = now;
    if (player) {
      player.tick(elapsed);
      if (player.playing) loop.wake();
      for (const [side, frame] of player.frames.entries()) this.stage.update(side as Side, frame, player.alpha);
      const [frame] = player.frames;
      if (frame) this.transport.setClock(frame.frame, frame.time);
    }
    this.stage.render();
    this.plots.draw();
    this.readouts.update({ samples: this.latest, page: loop }, now);
    return this.engineTime;
  }

  /** Points the camera at a scene that is seen for the first time. */
  private frame(frames: readonly Frame[]): void {
    const { gallery, stage } = this;
    const { order, camera } = gallery.address;
    const key = JSON.stringify([order.scene, order.parameters]);
    if (key === this.framed) return;
    this.framed = key;
    for (const [side, frame] of frames.entries()) stage.update(side as Side, frame, 1);
    stage.fit(gallery.run?.opened[0].looks.view ?? {});
    if (camera) stage.setCamera(camera);
  }

  /** The joints at the selected body; the first is selected with it. */
  private offerJoints(joints: JointsOfBody): void {
    if (JSON.stringify(joints) === JSON.stringify(this.bodyJoints)) return;
    this.bodyJoints = joints;
    this.controls.update({ bodyJoints: joints });
    if (this.gallery.selection.joint < 0 && joints.length > 0) void this.gallery.select({ joint: joints[0].index });
  }

  private controlState({ order, compare, engine, speed, layout, islands, shadows }: Address): ControlState {
    const scene = findScene(order.scene);
    const { hasSnapshot, layers, run, selection } = this.gallery;
    return {
      speed,
      engine,
      layout,
      islands,
      shadows,
      compare,
      defaults: Object.fromEntries(SETTING_NAMES.map((name) => [name, settingOfScene(scene, name)])) as AllChoices,
      settings: order.settings,
      schemas: scene.parameters,
      parameters: order.parameters,
      layers,
      hasSnapshot,
      bodies: run?.opened[0].looks.bodies.map(({ slot }) => slot) ?? [],
      ...selection,
      bodyJoints: this.bodyJoints,
    };
  }
}
