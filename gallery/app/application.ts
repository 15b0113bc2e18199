// Connects the parts of the page with the gallery at work.
import { findScene, scenes } from '../../scenes/index.ts';
import { SceneError } from '../../scenes/scene.ts';
import { SETTING_NAMES, settingOfScene } from '../../scenes/settings.ts';
import type { Frame, Sample } from '../engine/types.ts';
import { type Address, addressOfScene, formatAddress, parseAddress, secondOrder } from '../page/address.ts';
import { captionsOf, showCaptions } from '../page/captions.ts';
import { find } from '../page/elements.ts';
import { createHelp } from '../page/help.ts';
import { createKeyboard } from '../page/keyboard.ts';
import { createLayout } from '../page/layout.ts';
import { clearMessages, showError, showLoading, showNotice, showNoWebGl } from '../page/messages.ts';
import { titleOf } from '../page/scene-groups.ts';
import { createSceneList } from '../page/scene-list.ts';
import { copyLink } from '../page/share.ts';
import { createTheme } from '../page/theme.ts';
import { createTransport } from '../page/transport.ts';
import { createControls } from '../panel/controls.ts';
import { createMeasures } from '../panel/measures.ts';
import { createPlots } from '../panel/plots.ts';
import { createReadouts } from '../panel/readouts.ts';
import type { AllChoices, ControlState } from '../panel/state.ts';
import { NoWebGlError, type Side, Stage } from '../view/stage.ts';
import { attachDragging } from './dragging.ts';
import { Gallery } from './gallery.ts';
import { localPoint } from './local-point.ts';
import { Loop } from './loop.ts';
import type { Run } from './run.ts';

const FIRST = addressOfScene('bunny-chain');
/** ms from one picture to the next on the way to a frame. */
const SLOW_PICTURES = 250;
const DEFAULT_NAMES = ['A', 'B'] as const;

/** The page at work, for programs that drive it: it is `gallery` in the console. */
export interface Application {
  readonly gallery: Gallery;
  readonly stage: Stage;
  readonly loop: Loop;
  /** What the visible plot shows, as a file. */
  csv(): { name: string; text: string };
}

/** Brings a page to life; null where there is no WebGL. */
export function createApplication(page: Document): Application | null {
  const messages = find(page, '#messages');
  const stage = createStage(find(page, '#stage'), messages);
  if (!stage) return null;

  const list = createSceneList(find(page, '#scenes'), scenes, addressOfScene);
  createLayout(page.body);
  const help = createHelp(page.body);
  const panel = find(page, '#panel');

  let latest: [Sample | null, Sample | null] = [null, null];
  /** Scene and parameters that the camera was fitted to. */
  let framed = '';
  let engineTime = 0;
  let drawn = 0;
  let bodyJoints: { index: number; type: string }[] = [];
  let start: Address | null = null;
  try {
    start = parseAddress(location.hash || FIRST);
  } catch (error) {
    tellError(error);
  }

  const gallery = new Gallery(start ?? parseAddress(FIRST), {
    onOpened(run) {
      clearMessages(messages);
      latest = [null, null];
      showRun(run);
    },
    onAddress: showAddress,
    onPlaying(playing) {
      loop.wake();
      transport.setPlaying(playing);
      if (!playing && gallery.run) showMeasures();
    },
    onFrames: takeFrames,
    onError: tellError,
    onSelected({ body, joint }) {
      for (const side of [0, 1] as const) stage.select(side, body);
      controls.update({ body, joint });
    },
  });
  const readouts = createReadouts(panel);
  const measures = createMeasures(panel);
  const controls = createControls(panel, controlState(gallery.address), {
    onSpeed: (speed) => gallery.change({ speed }),
    onEngine: (engine) => restart({ engine }),
    onSettings: (settings) => restart({ order: { ...gallery.address.order, settings } }),
    onParameters: (parameters) => restart({ order: { ...gallery.address.order, parameters } }),
    onCompare: (compare) => restart({ compare }),
    onLayout: (layout) => gallery.change({ layout }),
    onLayers: (layers) => gallery.change({ layers }),
    onIslands: (islands) => gallery.change({ islands }),
    onShadows: (shadows) => gallery.change({ shadows }),
    onSnapshot: () => gallery.snapshot().then(() => controls.update({ hasSnapshot: true })),
    onRestore: () => gallery.restore(),
    onReset: () => reset(),
    onSelectBody: (body) => gallery.select({ body }),
    onSelectJoint: (joint) => gallery.select({ joint }),
  });
  const plots = createPlots(find(page, '#plots'));
  const transport = createTransport(find(page, '#transport'), { onReset: reset, onPlay: play, onStep: step });
  createKeyboard(page, { onPlay: play, onStep: step, onReset: reset, onShare: share, onHelp: help.open });
  find(page, '#skip').addEventListener('click', () => stage.canvas.focus());
  find(page, '#help').addEventListener('click', help.open);
  find(page, '#share').addEventListener('click', share);
  createTheme(find<HTMLButtonElement>(page, '#theme'), (theme) => {
    stage.setTheme(theme);
    plots.setTheme();
  });
  attachDragging(stage.canvas, stage, {
    movable: (slot) => gallery.run?.opened[0].looks.bodies.some((body) => body.slot === slot && body.kind === 'dynamic') ?? false,
    seize({ side, slot, point }) {
      const { player } = gallery;
      if (player) void gallery.hold((run) => run.seize(slot, localPoint(player.frames[side], player.alpha, slot, point)));
    },
    drag: (point) => void gallery.hold((run) => run.drag(point)),
    release: () => void gallery.hold((run) => run.release()),
    click: (body) => void gallery.select({ body, joint: -1 }),
  });
  const loop = new Loop((elapsed, now) => {
    engineTime = 0;
    const { player } = gallery;
    if (player?.hurries && now - drawn < SLOW_PICTURES) return 0;
    drawn = now;
    if (player) {
      player.tick(elapsed);
      if (player.playing) loop.wake();
      for (const [side, frame] of player.frames.entries()) stage.update(side as Side, frame, player.alpha);
      const [frame] = player.frames;
      if (frame) transport.setClock(frame.frame, frame.time);
    }
    stage.render();
    plots.draw();
    readouts.update({ samples: latest, page: loop }, now);
    return engineTime;
  });

  stage.canvas.addEventListener('webglcontextlost', () =>
    showError(
      messages,
      'The browser has taken the graphics card away. The scene goes on, and is drawn again when it is given back; else load the page again.',
    ),
  );
  stage.canvas.addEventListener('webglcontextrestored', () => clearMessages(messages));
  for (const event of ['pointerdown', 'pointermove', 'wheel', 'keydown', 'click'])
    page.addEventListener(event, () => loop.wake(), { passive: true });
  new ResizeObserver(() => loop.wake()).observe(stage.canvas);
  window.addEventListener('hashchange', followLink);
  if (start) open(start);
  loop.start();
  return { gallery, stage, loop, csv: () => plots.csv() };

  function open(address: Address): void {
    const { scene } = address.order;
    list.choose(scene);
    find(page, '#title').textContent = titleOf(scene);
    find(page, '#description').textContent = findScene(scene).description;
    page.title = `${titleOf(scene)} – Holonomic gallery`;
    showLoading(messages, `${titleOf(scene)} is being built.`);
    void gallery.open(address);
  }

  function followLink(): void {
    try {
      const address = parseAddress(location.hash);
      if (formatAddress(address) !== formatAddress(gallery.address)) open(address);
      else if (gallery.run) clearMessages(messages);
    } catch (error) {
      tellError(error);
    }
  }

  function restart(changed: Partial<Address>): void {
    void gallery.change(changed);
  }

  function reset(): void {
    void gallery.restart();
  }

  function play(): void {
    const { player } = gallery;
    if (player) player.playing = !player.playing;
  }

  function step(): void {
    void gallery.player?.step(1).then(showMeasures);
  }

  async function share(): Promise<void> {
    const { address, player } = gallery;
    const stands = player !== null && !player.playing;
    const frames = stands && player.frame > 0 ? player.frame : null;
    const link = formatAddress({ ...address, frames, paused: stands && !frames, camera: stage!.camera() });
    const copied = await copyLink(link);
    history.replaceState(null, '', link);
    showNotice(messages, copied ? 'The link is copied.' : 'The link is in the address bar.');
  }

  function showAddress(address: Address): void {
    loop.wake();
    history.replaceState(null, '', formatAddress(address));
    stage!.setLayout(address.compare ? address.layout : 'single');
    stage!.setShadows(address.shadows);
    const second = secondOrder(address);
    const captions = second ? captionsOf(address.order, second, address.layout) : [];
    showCaptions(find(page, '#captions'), captions);
    const names = second ? (captions as [string, string]) : DEFAULT_NAMES;
    plots.setSides(second ? 2 : 1, names, address.order.scene);
    readouts.setSides(second ? 2 : 1, names);
    controls.update(controlState(address));
  }

  function showRun({ opened }: Run): void {
    const { address } = gallery;
    stage!.show(0, opened[0].looks);
    stage!.show(1, opened[1]?.looks ?? null);
    for (const side of [0, 1] as const) stage!.select(side, gallery.selection.body);
    plots.clear();
    measures.clear();
    showAddress(address);
  }

  function takeFrames(frames: Frame[]): void {
    const begin = performance.now();
    readFrames(frames);
    loop.wake();
    loop.charge(performance.now() - begin);
  }

  function readFrames(frames: Frame[]): void {
    for (const [index, frame] of frames.entries()) {
      const side = index as Side;
      if (gallery.address.engine === 'main') engineTime += frame.duration;
      if (frame.looks) stage!.show(side, frame.looks);
      for (const sample of frame.samples) {
        plots.push(side, sample);
        latest[side] = sample;
      }
    }
    const { order, camera } = gallery.address;
    const key = JSON.stringify([order.scene, order.parameters]);
    if (key !== framed) {
      framed = key;
      for (const [side, frame] of frames.entries()) stage!.update(side as Side, frame, 1);
      stage!.fit(gallery.run?.opened[0].looks.view ?? {});
      if (camera) stage!.setCamera(camera);
    }
    const joints = latest[0]?.body?.joints ?? [];
    if (JSON.stringify(joints) === JSON.stringify(bodyJoints)) return;
    bodyJoints = joints;
    controls.update({ bodyJoints });
    if (gallery.selection.joint < 0 && joints.length > 0) void gallery.select({ joint: joints[0].index });
  }

  async function showMeasures(): Promise<void> {
    measures.show(await gallery.results());
  }

  function controlState(address: Address): ControlState {
    const scene = findScene(address.order.scene);
    const { order, compare, engine, speed, layout, islands, shadows } = address;
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
      layers: gallery?.layers ?? [],
      hasSnapshot: gallery?.hasSnapshot ?? false,
      bodies: gallery?.run?.opened[0].looks.bodies.map(({ slot }) => slot) ?? [],
      body: gallery?.selection.body ?? -1,
      joint: gallery?.selection.joint ?? -1,
      bodyJoints,
    };
  }

  function tellError(error: unknown): void {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    showError(messages, message, error instanceof SceneError ? undefined : stack);
  }
}

function createStage(container: HTMLElement, messages: HTMLElement): Stage | null {
  try {
    return new Stage(container);
  } catch (error) {
    if (!(error instanceof NoWebGlError)) throw error;
    showNoWebGl(messages, error.message);
    return null;
  }
}
