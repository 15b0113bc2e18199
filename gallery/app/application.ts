// Connects the parts of the page with the gallery at work.
import { scenes } from '../../scenes/index.ts';
import { type Address, addressOfScene, formatAddress, parseAddress } from '../page/address.ts';
import { find } from '../page/elements.ts';
import { createHelp } from '../page/help.ts';
import { createKeyboard } from '../page/keyboard.ts';
import { createLayout } from '../page/layout.ts';
import { showNoWebGl } from '../page/messages.ts';
import { createSceneList } from '../page/scene-list.ts';
import { copyLink } from '../page/share.ts';
import { createTheme } from '../page/theme.ts';
import { NoWebGlError, Stage } from '../view/stage.ts';
import { Display } from './display.ts';
import { attachDragging } from './dragging.ts';
import { Gallery } from './gallery.ts';
import { localPoint } from './local-point.ts';
import { Loop } from './loop.ts';

const FIRST = addressOfScene('bunny-chain');
/** What may change the picture while the scene stands still. */
const STIRRING = ['pointerdown', 'pointermove', 'wheel', 'keydown', 'click'];
const CONTEXT_LOST =
  'The browser has taken the graphics card away. The scene goes on, and is drawn again when it is given back; else load the page again.';

/** The page at work; programs that drive it find it as `gallery` in the console. */
export class Application {
  readonly gallery: Gallery;
  readonly loop: Loop;
  private readonly display: Display;

  constructor(
    page: Document,
    readonly stage: Stage,
  ) {
    const list = createSceneList(find(page, '#scenes'), scenes, addressOfScene);
    const { address, error } = readAddress();
    this.gallery = new Gallery(address, {
      onOpened: (run) => {
        this.display.showRun(run);
        this.showAddress(this.gallery.address);
      },
      onAddress: (changed) => this.showAddress(changed),
      onPlaying: (playing) => this.showPlaying(playing),
      onFrames: (frames) => this.loop.measured(() => this.display.take(frames)),
      onError: (told) => this.display.tellError(told),
      onSelected: (selection) => this.display.showSelection(selection),
    });
    this.display = new Display(page, stage, list, this.gallery, this.actions());
    this.loop = new Loop((elapsed, now) => this.display.draw(this.gallery.player, elapsed, now, this.loop));
    this.listen(page);
    if (error) this.display.tellError(error);
    else this.open(address);
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
      onSpeed: (speed: number) => void gallery.change({ speed }),
      onEngine: (engine: Address['engine']) => void gallery.change({ engine }),
      onSettings: (settings: Address['order']['settings']) => void gallery.change({ order: { ...gallery.address.order, settings } }),
      onParameters: (parameters: Address['order']['parameters']) =>
        void gallery.change({ order: { ...gallery.address.order, parameters } }),
      onCompare: (compare: Address['compare']) => void gallery.change({ compare }),
      onLayout: (layout: Address['layout']) => void gallery.change({ layout }),
      onLayers: (layers: Address['layers']) => void gallery.change({ layers }),
      onIslands: (islands: boolean) => void gallery.change({ islands }),
      onShadows: (shadows: boolean) => void gallery.change({ shadows }),
      onSnapshot: () => void gallery.snapshot().then(() => this.display.allowRestore()),
      onRestore: () => void gallery.restore(),
      onSelectBody: (body: number) => void gallery.select({ body }),
      onSelectJoint: (joint: number) => void gallery.select({ joint }),
    };
  }

  private listen(page: Document): void {
    const { display, gallery, loop, stage } = this;
    const help = createHelp(page.body);
    const onShare = () => void this.share();
    createLayout(page.body);
    createKeyboard(page, { ...this.actions(), onShare, onHelp: help.open });
    createTheme(find<HTMLButtonElement>(page, '#theme'), (theme) => {
      stage.setTheme(theme);
      display.plots.setTheme();
    });
    find(page, '#skip').addEventListener('click', () => stage.canvas.focus());
    find(page, '#help').addEventListener('click', help.open);
    find(page, '#share').addEventListener('click', onShare);
    attachDragging(stage.canvas, stage, {
      movable: (slot) => gallery.isMovable(slot),
      seize({ side, slot, point }) {
        const { player } = gallery;
        if (player) void gallery.hold((run) => run.seize(slot, localPoint(player.frames[side], player.alpha, slot, point)));
      },
      drag: (point) => void gallery.hold((run) => run.drag(point)),
      release: () => void gallery.hold((run) => run.release()),
      click: (body) => void gallery.select({ body, joint: -1 }),
    });
    stage.canvas.addEventListener('webglcontextlost', () => display.tellError(new Error(CONTEXT_LOST)));
    stage.canvas.addEventListener('webglcontextrestored', () => display.clearMessages());
    for (const event of STIRRING) page.addEventListener(event, () => loop.wake(), { passive: true });
    new ResizeObserver(() => loop.wake()).observe(stage.canvas);
    window.addEventListener('hashchange', () => this.followLink());
  }

  private followLink(): void {
    const { gallery, display } = this;
    const { address, error } = readAddress();
    if (error) display.tellError(error);
    else if (formatAddress(address) !== formatAddress(gallery.address)) this.open(address);
    else if (gallery.run) display.clearMessages();
  }

  private play(): void {
    const { player } = this.gallery;
    if (player) player.playing = !player.playing;
  }

  private async share(): Promise<void> {
    const { address, player } = this.gallery;
    const stands = player !== null && !player.playing;
    const frames = stands && player.frame > 0 ? player.frame : null;
    const link = formatAddress({ ...address, frames, paused: stands && !frames, camera: this.stage.camera() });
    const copied = await copyLink(link);
    history.replaceState(null, '', link);
    this.display.notice(copied ? 'The link is copied.' : 'The link is in the address bar.');
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

/** What the page's address says; the first scene and an error where it cannot be understood. */
function readAddress(): { address: Address; error: unknown } {
  try {
    return { address: parseAddress(location.hash || FIRST), error: null };
  } catch (error) {
    return { address: parseAddress(FIRST), error };
  }
}
