// Connects the parts of the page with the gallery at work.
import { findScene, scenes } from '../catalogue/index.ts';
import { type Address, addressOfScene, FIRST_SCENE, formatAddress, parseAddress } from '../page/address.ts';
import { createCodeView } from '../page/code-view.ts';
import { find } from '../page/elements.ts';
import { createHelp } from '../page/help.ts';
import { createHint } from '../page/hint.ts';
import { createKeyboard } from '../page/keyboard.ts';
import { createLayout, type Layout } from '../page/layout.ts';
import { showNoWebGl } from '../page/messages.ts';
import { nearScenes } from '../page/near-scenes.ts';
import { saveFile } from '../page/save.ts';
import { neighbourOf, titleOf } from '../page/scene-groups.ts';
import { createSceneList, type SceneList } from '../page/scene-list.ts';
import { copyLink } from '../page/share.ts';
import { createTheme } from '../page/theme.ts';
import { type Video, VideoRecorder } from '../page/video.ts';
import { comparisonOf } from '../panel/comparisons.ts';
import { NoWebGlError, Stage } from '../view/stage.ts';
import { Display } from './display.ts';
import { attachDragging } from './dragging.ts';
import { Gallery } from './gallery.ts';
import { Heroes } from './heroes.ts';
import { localPoint } from './local-point.ts';
import { Loop } from './loop.ts';

const FIRST = addressOfScene(FIRST_SCENE);
/** Times the pace of a clock. */
const SLOW = 0.25;
const EXAGGERATION = 20;
/** What may change the picture while the scene stands still. */
const STIRRING = ['pointerdown', 'pointermove', 'wheel', 'keydown', 'click'];
const CONTEXT_LOST =
  'The browser has lost the graphics context. The simulation continues and is drawn again when the context returns; otherwise reload the page.';

/** The page at work; programs that drive it find it as `gallery` in the console. */
export class Application {
  readonly gallery: Gallery;
  readonly loop: Loop;
  private readonly display: Display;
  private readonly layout: Layout;
  private readonly list: SceneList;
  private readonly heroes: Heroes;
  private readonly recorder: VideoRecorder;

  constructor(
    page: Document,
    readonly stage: Stage,
  ) {
    this.recorder = new VideoRecorder(stage.canvas);
    this.layout = createLayout(page.body, (insets) => {
      stage.setInsets(insets);
      this.loop?.wake();
    });
    this.list = createSceneList(find(page, '#scenes'), scenes, addressOfScene);
    const { address, error } = readAddress();
    this.gallery = new Gallery(address, {
      onOpened: (run) => {
        this.display.showRun(run);
        this.heroes.open(this.gallery.address.order.scene);
        this.showAddress(this.gallery.address);
      },
      onAddress: (changed) => this.showAddress(changed),
      onPlaying: (playing) => this.showPlaying(playing),
      onFrames: (frames) => this.loop.measured(() => this.display.take(frames)),
      onError: (error) => this.display.showError(error),
      onSelected: (selection) => this.display.showSelection(selection),
    });
    this.display = new Display(page, stage, this.list, this.gallery, this.actions());
    this.heroes = new Heroes(page, stage, this.gallery, this.display);
    this.loop = new Loop((elapsed, now) => this.display.draw(this.gallery.player, elapsed, now, this.loop));
    this.listen(page);
    if (error) this.tellWrongLink(error);
    this.open(address);
    this.loop.start();
  }

  /** What the visible plot shows, as a file. */
  csv(): { name: string; text: string } {
    return this.display.plots.csv();
  }

  private open(address: Address): void {
    this.display.announce(address.order.scene);
    void this.gallery.open(address);
  }

  /** What buttons, keys and controls do. */
  private actions() {
    const { gallery } = this;
    const onReset = () => void gallery.restart();
    return {
      onReset,
      onPlay: () => this.play(),
      onStep: () => void gallery.player?.step(1).then(() => this.showMeasures()),
      onStepBack: () => void this.stepBack(),
      onSeek: (frame: number) => void gallery.seek(frame),
      onSlow: () => void gallery.change({ speed: gallery.address.speed === SLOW ? 1 : SLOW }),
      onNext: () => this.go(1),
      onPrevious: () => this.go(-1),
      onCompareKey: () => this.compare(),
      onExaggerate: () => void gallery.change({ exaggeration: gallery.address.exaggeration === 1 ? EXAGGERATION : 1 }),
      onHero: () => this.heroes.play(),
      onDrive: () => this.heroes.drive(),
      onThrow: () => this.heroes.throwBall(),
      onStory: () => this.display.story.next(),
      onSpeed: (speed: number) => void gallery.change({ speed }),
      onEngine: (engine: Address['engine']) => void gallery.change({ engine }),
      onSettings: (settings: Address['order']['settings']) => void gallery.change({ order: { ...gallery.address.order, settings } }),
      onParameters: (parameters: Address['order']['parameters']) =>
        void gallery.change({ order: { ...gallery.address.order, parameters } }),
      onCompare: (compare: Address['compare']) => void gallery.change({ compare, peer: null }),
      onPeer: (peer: Address['peer']) => void gallery.change({ peer, compare: null }),
      onLayout: (layout: Address['layout']) => void gallery.change({ layout }),
      onLayers: (layers: Address['layers']) => void gallery.change({ layers }),
      onIslands: (islands: boolean) => void gallery.change({ islands }),
      onShadows: (shadows: boolean) => void gallery.change({ shadows }),
      onRecord: () => this.record(),
      onSnapshot: () => void gallery.snapshot().then(() => this.display.allowRestore()),
      onRestore: () => void gallery.restore(),
      onSelectBody: (body: number) => void gallery.select({ body }),
      onSelectJoint: (joint: number) => void gallery.select({ joint }),
    };
  }

  private listen(page: Document): void {
    const { display, gallery, layout, list, loop, stage } = this;
    const help = createHelp(page.body);
    const code = createCodeView(page.body);
    const onCode = () => void code.open(gallery.address.order.scene);
    const hint = createHint(find(page, '#hint'));
    const onShare = () => void this.share();
    createKeyboard(page, {
      ...this.actions(),
      onShare,
      onHelp: help.open,
      onCode,
      onScenes: () => layout.toggle('scenes'),
      onPanel: () => layout.toggle('panel'),
      onPlots: () => layout.toggle('plots'),
      onFull: () => layout.toggleFullScreen(),
      onSearch: () => {
        layout.toggle('scenes', true);
        find(page, '#scenes input').focus();
      },
      onHide: () => {
        layout.setHidden(!layout.hidden);
        if (layout.hidden) display.notice('Press H to show the controls again.');
        else display.clearMessages();
      },
    });
    createTheme(find<HTMLButtonElement>(page, '#theme'), (theme) => {
      stage.setTheme(theme);
      list.setTheme(theme);
      display.plots.setTheme();
      loop.wake();
    });
    find(page, '#skip').addEventListener('click', () => stage.canvas.focus());
    find(page, '#help').addEventListener('click', help.open);
    find(page, '#code').addEventListener('click', onCode);
    find(page, '#share').addEventListener('click', onShare);
    attachDragging(stage.canvas, stage, {
      movable: (slot) => gallery.isMovable(slot),
      seize({ side, slot, point }) {
        hint.learn();
        const { player } = gallery;
        if (player) void gallery.hold((run) => run.seize(slot, localPoint(player.frames[side], player.alpha, slot, point)));
      },
      drag: (point) => void gallery.hold((run) => run.drag(point)),
      release: () => void gallery.hold((run) => run.release()),
      click: (body) => void gallery.select({ body, joint: -1 }),
    });
    stage.canvas.addEventListener('webglcontextlost', () => display.showError(new Error(CONTEXT_LOST)));
    stage.canvas.addEventListener('webglcontextrestored', () => display.clearMessages());
    for (const event of STIRRING) page.addEventListener(event, () => loop.wake(), { passive: true });
    new ResizeObserver(() => loop.wake()).observe(stage.canvas);
    window.addEventListener('hashchange', () => this.followLink());
  }

  private followLink(): void {
    const { gallery, display } = this;
    const { address, error } = readAddress();
    if (error) {
      this.tellWrongLink(error);
      this.open(address);
    } else if (formatAddress(address) !== formatAddress(gallery.address)) {
      display.clearMessages();
      this.open(address);
    } else display.clearMessages();
  }

  /** Says what is wrong with the address, and which scenes are near it. */
  private tellWrongLink(error: unknown): void {
    const near = nearScenes(sceneIn(location.hash), scenes);
    this.display.tellWrongLink(
      error,
      near.map((name) => ({ title: titleOf(name), href: addressOfScene(name) })),
    );
  }

  /** Opens the scene before or after this one. */
  private go(way: 1 | -1): void {
    location.hash = addressOfScene(neighbourOf(this.gallery.address.order.scene, way, scenes));
  }

  /** One click: two worlds side by side that do the same work in two ways; another click goes back to one. */
  private compare(): void {
    const { gallery } = this;
    const { compare, order, peer } = gallery.address;
    const { first, second } = comparisonOf(order.scene, findScene(order.scene).feature);
    if (compare || peer) void gallery.change({ compare: null, peer: null, order: { ...order, settings: {} } });
    else void gallery.change({ compare: second, order: { ...order, settings: first } });
  }

  private async stepBack(): Promise<void> {
    const { player } = this.gallery;
    if (!player || player.frame === 0) return;
    await this.gallery.seek(player.frame - 1);
    await this.showMeasures();
  }

  private play(): void {
    const { player } = this.gallery;
    if (player) player.playing = !player.playing;
  }

  private record(): void {
    const { display, gallery, recorder } = this;
    if (recorder.active) {
      recorder.stop();
      return;
    }
    const name = gallery.address.order.scene;
    const save = (video: Video | null) => {
      if (video) saveFile(`${name}.${video.extension}`, video.contents);
      display.notice(video ? 'Video saved.' : 'Nothing was drawn, so there is no video.');
    };
    display.notice(recorder.start(save) ? 'Recording. Press V to stop.' : 'This browser cannot record videos.');
  }

  private async share(): Promise<void> {
    const { address, player } = this.gallery;
    const stands = player !== null && !player.playing;
    const frames = stands && player.frame > 0 ? player.frame : null;
    const link = formatAddress({ ...address, frames, paused: stands && !frames, camera: this.stage.camera() });
    const copied = await copyLink(link);
    history.replaceState(null, '', link);
    this.display.notice(copied ? 'Link copied.' : 'The link is in the address bar.');
  }

  private showAddress(address: Address): void {
    this.loop.wake();
    history.replaceState(null, '', formatAddress(address));
    this.display.showAddress(address);
  }

  private showPlaying(playing: boolean): void {
    this.loop.wake();
    this.display.showPlaying(playing);
    if (!playing && this.gallery.run) void this.showMeasures();
  }

  private async showMeasures(): Promise<void> {
    this.display.showMeasures(await this.gallery.results());
  }
}

/** Brings a page to life; null where there is no WebGL. */
export function createApplication(page: Document): Application | null {
  try {
    return new Application(page, new Stage(find(page, '#stage')));
  } catch (error) {
    if (!(error instanceof NoWebGlError)) throw error;
    showNoWebGl(find(page, '#messages'), error.message);
    return null;
  }
}

/** What the page's address says; the nearest scene and an error where it cannot be understood. */
function readAddress(): { address: Address; error: unknown } {
  try {
    return { address: parseAddress(location.hash || FIRST), error: null };
  } catch (error) {
    return { address: parseAddress(addressOfScene(nearScenes(sceneIn(location.hash), scenes)[0])), error };
  }
}

/** What stands where the name of a scene should. */
function sceneIn(hash: string): string {
  return hash.replace(/^#?\/?/, '').split('?')[0];
}
