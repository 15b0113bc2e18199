// A page to change the code of a scene in, and run it.

import { attachDragging } from '../app/dragging.ts';
import type { Engine } from '../app/engines.ts';
import { localPoint } from '../app/local-point.ts';
import { Player } from '../app/player.ts';
import { Session } from '../engine/session.ts';
import type { Frame, Opened } from '../engine/types.ts';
import { find } from '../page/elements.ts';
import { clearMessages, showError, showLoading } from '../page/messages.ts';
import { recall, remember } from '../page/storage.ts';
import { createTheme } from '../page/theme.ts';
import { Stage } from '../view/stage.ts';
import { compileScene } from './compile.ts';
import { createEditor, type Editor } from './editor.ts';

const FIRST = 'double-pendulum';
/** s; longer pauses, as of a page in the background, count as this. */
const LONGEST = 0.25;

export class Playground {
  readonly editor: Editor;
  /** Name of the scene that runs, which is the program's and not that in the address. */
  running: string | null = null;
  private readonly stage: Stage;
  private readonly session = new Session();
  private readonly messages: HTMLElement;
  private player: Player | null = null;
  private opened: Opened | null = null;
  private scene = FIRST;
  private last = 0;

  constructor(private readonly page: Document) {
    this.messages = find(page, '#messages');
    this.editor = createEditor(find(page, '#editor'), 'Code of the scene');
    this.stage = new Stage(find(page, '#stage'));
    createTheme(find<HTMLButtonElement>(page, '#theme'), (theme) => this.stage.setTheme(theme));
    find(page, '#run').addEventListener('click', () => void this.run());
    find(page, '#reset').addEventListener('click', () => void this.load(true));
    page.addEventListener('keydown', (event) => this.press(event), { capture: true });
    attachDragging(this.stage.canvas, this.stage, {
      movable: (slot) => this.isMovable(slot),
      seize: ({ slot, point }) => {
        if (this.player) this.session.seize(slot, localPoint(this.player.frames[0], this.player.alpha, slot, point));
      },
      drag: (point) => this.session.drag(point),
      release: () => this.session.release(),
      click: () => {},
    });
    addEventListener('hashchange', () => void this.load());
    requestAnimationFrame((now) => this.draw(now));
    void this.load();
  }

  /** Frames since the program began. */
  get frame(): number {
    return this.player?.frame ?? 0;
  }

  /** Compiles what is in the editor, and begins it. */
  async run(): Promise<void> {
    remember(this.key, this.editor.text);
    showLoading(this.messages, 'Loading the scene.');
    try {
      const scene = await compileScene(this.editor.text);
      const order = { scene: scene.name, parameters: { ...scene.shown }, settings: {} };
      const opened = await this.session.start(order, scene);
      await this.begin(opened);
      this.running = scene.name;
      clearMessages(this.messages);
    } catch (error) {
      this.player?.stop();
      this.running = null;
      showError(this.messages, (error as Error).message);
    }
  }

  private get key(): string {
    return `code of ${this.scene}`;
  }

  /** Shows the code of the scene in the address: as it was left here, or as it is in the project. */
  private async load(fresh = false): Promise<void> {
    this.scene = /^#\/([\w-]+)$/.exec(location.hash)?.[1] ?? FIRST;
    find(this.page, '#name').textContent = `scenes/${this.scene}.ts`;
    find<HTMLAnchorElement>(this.page, '#back').href = `index.html#/${this.scene}`;
    try {
      this.editor.text = (!fresh && recall(this.key)) || (await this.fetchCode());
    } catch (error) {
      showError(this.messages, (error as Error).message);
      return;
    }
    await this.run();
  }

  private async fetchCode(): Promise<string> {
    const response = await fetch(`code/${this.scene}.txt`);
    if (!response.ok) throw new Error(`There is no scene '${this.scene}' (HTTP ${response.status}).`);
    return response.text();
  }

  private async begin(opened: Opened): Promise<void> {
    const { session, stage } = this;
    this.player?.stop();
    stage.show(0, opened.looks);
    const player = new Player([session as Engine['session']], opened.dt, {
      onFrames: ([frame]) => this.take(frame),
      onError: (error) => showError(this.messages, String(error)),
      onPlaying: () => {},
    });
    await player.refresh();
    const [frame] = player.frames;
    stage.update(0, frame, 1);
    stage.fit(opened.looks.view);
    this.opened = opened;
    this.player = player;
    player.playing = true;
  }

  private take({ looks }: Frame): void {
    if (!looks) return;
    this.stage.show(0, looks);
    if (this.opened) this.opened = { ...this.opened, looks };
  }

  private isMovable(slot: number): boolean {
    return this.opened?.looks.bodies.find((body) => body.slot === slot)?.kind === 'dynamic';
  }

  private draw(now: number): void {
    requestAnimationFrame((next) => this.draw(next));
    const elapsed = Math.min((now - this.last) / 1000, LONGEST);
    this.last = now;
    const { player, stage } = this;
    player?.tick(elapsed);
    const frame = player?.frames[0];
    if (player && frame) stage.update(0, frame, player.alpha);
    stage.render();
  }

  private press(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    void this.run();
  }
}
