// The parts of the page that show the gallery at work.

import { SceneError } from '../../scenes/scene.ts';
import { SETTING_NAMES, settingOfScene } from '../../scenes/settings.ts';
import { findScene } from '../catalogue/index.ts';
import type { Frame, Result, Sample } from '../engine/types.ts';
import { type Address, secondOrder } from '../page/address.ts';
import { Badge } from '../page/badge.ts';
import { captionsOf, showCaptions } from '../page/captions.ts';
import { find } from '../page/elements.ts';
import { clearMessages, type Suggestion, showError, showLoading, showNotice } from '../page/messages.ts';
import { titleOf } from '../page/scene-groups.ts';
import type { SceneList } from '../page/scene-list.ts';
import { createStoryView } from '../page/story-view.ts';
import { createTransport, type TransportActions } from '../page/transport.ts';
import { type Controls, createControls } from '../panel/controls.ts';
import { createMeasures } from '../panel/measures.ts';
import { createPlots } from '../panel/plots.ts';
import { createReadouts } from '../panel/readouts.ts';
import type { AllChoices, ControlCallbacks, ControlState } from '../panel/state.ts';
import { tabOf } from '../panel/tabs.ts';
import type { Side, Stage } from '../view/stage.ts';
import type { Gallery, Selection } from './gallery.ts';
import type { Loop } from './loop.ts';
import type { Player } from './player.ts';
import type { Run } from './run.ts';

const SIDES = [0, 1] as const;
const DEFAULT_NAMES = ['A', 'B'] as const;
/** ms from one picture to the next on the way to a frame. */
const SLOW_PICTURES = 250;
/** s by which the view is behind what it follows. */
const LAG = 0.4;
/** ms from one look at what the scene measures to the next, while its story shows it. */
const MEASURING = 500;

type JointsOfBody = readonly { index: number; type: string }[];

export class Display {
  readonly plots: ReturnType<typeof createPlots>;
  private readonly controls: Controls;
  private readonly readouts: ReturnType<typeof createReadouts>;
  private readonly measures: ReturnType<typeof createMeasures>;
  private readonly transport: ReturnType<typeof createTransport>;
  readonly story: ReturnType<typeof createStoryView>;
  private readonly badge: Badge;
  private readonly messages: HTMLElement;
  /** Dynamic body that the view follows, by its slot; -1 for none. */
  private followed = -1;
  /** The one that its scene wants to be followed. */
  private home = -1;
  /** What was wrong with the link, shown until another one is followed. */
  private wrong: (() => void) | null = null;
  private asked = 0;
  /** Scene whose plots were chosen. */
  private plotted = '';
  private names: readonly string[] = DEFAULT_NAMES;
  private latest: [Sample | null, Sample | null] = [null, null];
  private bodyJoints: JointsOfBody = [];
  /** Scene and parameters that the camera was fitted to. */
  private framed = '';
  /** ms of the simulation in this picture, where it is on this thread. */
  private engineTime = 0;
  private drawn = 0;
  /** The latest frame of this run. */
  private newest = 0;

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
    const badge = find(page, '#badge');
    this.badge = new Badge(badge, find(badge, 'b'), find(badge, 'span'));
    this.story = createStoryView(find(page, '#transport'));
    this.transport = createTransport(find(page, '#transport'), actions);
  }

  /** A scene is on its way. */
  announce(name: string): void {
    const title = titleOf(name);
    this.list.choose(name);
    find(this.page, '#title').textContent = title;
    this.story.open(name, findScene(name).description);
    this.page.title = `${title} – Holonomic gallery`;
    showLoading(this.messages, `${title} is loading.`);
  }

  /** A run has begun. */
  showRun({ opened }: Run): void {
    const { gallery, stage } = this;
    clearMessages(this.messages);
    this.wrong?.();
    const { bodies, view } = opened[0].looks;
    this.home = view.follow === undefined ? -1 : bodies.filter(({ kind }) => kind === 'dynamic')[view.follow].slot;
    this.followed = this.home;
    this.badge.clear();
    this.latest = [null, null];
    this.newest = 0;
    for (const side of SIDES) {
      stage.show(side, opened[side]?.looks ?? null);
      stage.select(side, gallery.selection.body);
    }
    this.plots.clear();
    this.measures.clear();
    this.showSubject(opened[0].looks.joints.length > 0);
  }

  /** Plots what a scene is about, when it is seen for the first time. */
  private showSubject(hasJoints: boolean): void {
    const { scene } = this.gallery.address.order;
    if (scene === this.plotted) return;
    this.plotted = scene;
    this.plots.show(tabOf(findScene(scene).feature, hasJoints));
  }

  showAddress(address: Address): void {
    const second = secondOrder(address);
    const captions = second ? captionsOf(address.order, second, address.layout) : [];
    const names = second ? (captions as [string, string]) : DEFAULT_NAMES;
    const sides = second ? 2 : 1;
    this.stage.setLayout(second ? address.layout : 'single');
    this.stage.setShadows(address.shadows);
    this.names = names;
    this.stage.setExaggeration(address.exaggeration);
    showCaptions(find(this.page, '#captions'), captions, address.exaggeration);
    this.plots.setSides(sides, names, address.order.scene);
    this.readouts.setSides(sides, names);
    this.controls.update(this.controlState(address));
    this.transport.setSlow(address.speed < 1);
    this.transport.setComparing(second !== null);
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

  showError(error: unknown): void {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    showError(this.messages, message, error instanceof SceneError ? undefined : stack);
  }

  /** Says what is wrong with a link, and which scenes it may mean; it stays while a scene is opened instead. */
  tellWrongLink(error: unknown, suggestions: readonly Suggestion[]): void {
    const { message } = error instanceof Error ? error : new Error(String(error));
    this.wrong = () => showError(this.messages, message, undefined, suggestions);
    this.wrong();
  }

  clearMessages(): void {
    this.wrong = null;
    clearMessages(this.messages);
  }

  setHero(name: string | null, title?: string): void {
    this.transport.setHero(name, title);
  }

  /** Lets the view go along with a body, from so far away (m); none for slot -1. */
  follow(slot: number, distance = 0): void {
    this.followed = slot >= 0 ? slot : this.home;
    const [frame] = this.gallery.player?.frames ?? [];
    if (slot >= 0 && frame) this.stage.approach(slot, frame, distance);
  }

  /** Takes in what the engines have simulated. */
  take(frames: readonly Frame[]): void {
    const { gallery, latest, plots, stage } = this;
    for (const [index, frame] of frames.entries()) {
      const side = index as Side;
      if (gallery.address.engine === 'main') this.engineTime += frame.duration;
      if (frame.looks) stage.show(side, frame.looks);
      for (const sample of frame.samples) {
        plots.push(side, sample);
        this.badge.push(side, sample);
      }
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
      if (player.playing && !player.hurries && elapsed > 0) this.stage.pace(elapsed);
      for (const [side, frame] of player.frames.entries()) this.stage.update(side as Side, frame, player.alpha);
      const [frame] = player.frames;
      if (frame) this.showClock(frame, Math.max(...player.frames.map(({ oldest }) => oldest)));
    }
    if (this.followed >= 0 && player?.frames[0]) this.stage.follow(this.followed, player.frames[0], 1 - Math.exp(-elapsed / LAG));
    this.stage.render();
    this.badge.show(this.gallery.address.compare !== null || this.gallery.address.peer !== null, this.names);
    this.askForMeasures(now);
    this.plots.draw();
    this.readouts.update({ samples: this.latest, page: loop }, now);
    return this.engineTime;
  }

  /** What the scene measures, for the story's formula. */
  private askForMeasures(now: number): void {
    if (!this.story.wantsMeasures || now - this.asked < MEASURING) return;
    this.asked = now;
    void this.gallery.results().then(([result]) => result && this.story.measure(result.measures));
  }

  private showClock({ frame, time }: Frame, oldest: number): void {
    this.newest = Math.max(this.newest, frame);
    this.transport.setClock(frame, time, oldest, this.newest);
  }

  /** Points the camera at a scene that is seen for the first time. */
  private frame(frames: readonly Frame[]): void {
    const { gallery, stage } = this;
    const { order, camera } = gallery.address;
    const key = JSON.stringify([order.scene, order.parameters]);
    if (key === this.framed) return;
    this.framed = key;
    for (const [side, frame] of frames.entries()) stage.update(side as Side, frame, 1);
    const view = gallery.run?.opened[0].looks.view ?? {};
    stage.fit(view);
    if (this.home >= 0) stage.approach(this.home, frames[0], view.distance ?? 0);
    if (camera) stage.setCamera(camera);
  }

  /** The joints at the selected body; the first is selected with it. */
  private offerJoints(joints: JointsOfBody): void {
    if (JSON.stringify(joints) === JSON.stringify(this.bodyJoints)) return;
    this.bodyJoints = joints;
    this.controls.update({ bodyJoints: joints });
    if (this.gallery.selection.joint < 0 && joints.length > 0) void this.gallery.select({ joint: joints[0].index });
  }

  private controlState({ order, compare, peer, engine, speed, layout, islands, shadows }: Address): ControlState {
    const scene = findScene(order.scene);
    const { hasSnapshot, layers, run, selection } = this.gallery;
    return {
      speed,
      engine,
      layout,
      islands,
      shadows,
      compare,
      peer,
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
