// The sheet over the page on which a sweep is plotted: choose a file, a parameter and a measure, and press a point to see that run.
import { create } from '../page/elements.ts';
import { short } from './scale.ts';
import { Scatter } from './scatter.ts';
import { cellOf, readSweep, type SweepData, type SweepRun } from './sweep-data.ts';

const NOTHING = 'Choose a file written by npx holonomic sweep, or drop it here.';
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export class SweepView {
  readonly scatter: Scatter;
  private data: SweepData | null = null;
  private chosen = -1;
  private readonly file = create('input', { type: 'file', accept: '.ndjson,.jsonl,application/x-ndjson' });
  private readonly x = create('select');
  private readonly y = create('select');
  private readonly by = create('select');
  private readonly logarithmic = create('input', { type: 'checkbox' });
  private readonly canvas = create('canvas', { tabIndex: 0 });
  private readonly status = create('p', { className: 'sweep-status', textContent: NOTHING });
  private readonly dialog: HTMLDialogElement;

  /** `follow` goes to the address of a run. */
  constructor(
    container: HTMLElement,
    private readonly follow: (link: string) => void,
  ) {
    const close = create('button', { type: 'button', textContent: 'Close' });
    const labelled = (text: string, control: HTMLElement) => create('label', {}, [`${text} `, control]);
    const bar = create('div', { className: 'sweep-bar' }, [
      labelled('Results', this.file),
      labelled('Across', this.x),
      labelled('Up', this.y),
      labelled('Colours', this.by),
      create('label', {}, [this.logarithmic, ' logarithmic']),
      close,
    ]);
    this.status.setAttribute('role', 'status');
    this.canvas.setAttribute('role', 'application');
    this.canvas.ariaLabel = 'Runs as points: arrow keys go from one to the next, Enter opens it';
    this.dialog = create('dialog', { className: 'sweep', ariaLabel: 'Sweep' }, [bar, this.canvas, this.status]);
    container.append(this.dialog);
    this.scatter = new Scatter(this.canvas);
    close.addEventListener('click', () => this.dialog.close());
    this.file.addEventListener('change', () => void this.read(this.file.files?.[0]));
    for (const control of [this.x, this.y, this.by, this.logarithmic]) control.addEventListener('change', () => this.draw());
    this.canvas.addEventListener('pointermove', (event) => this.point(this.scatter.runAt(event.offsetX, event.offsetY)));
    this.canvas.addEventListener('click', (event) => this.open(this.scatter.runAt(event.offsetX, event.offsetY)));
    this.canvas.addEventListener('keydown', (event) => this.press(event));
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }

  show(): void {
    if (!this.dialog.open) this.dialog.showModal();
    this.draw();
  }

  /** Reads a file and plots it; says what is wrong with one that is no sweep. */
  async read(file: File | undefined): Promise<void> {
    if (!file) return;
    try {
      this.data = readSweep(await file.text());
    } catch (error) {
      this.data = null;
      this.draw();
      this.status.textContent = `${file.name}: ${error instanceof Error ? error.message : String(error)}`;
      return;
    }
    const { failed, measures, parameters, runs } = this.data;
    fill(this.x, [...parameters, ...measures], parameters[0]);
    fill(
      this.y,
      [...measures, ...parameters],
      measures.find((name) => new Set(runs.map((run) => cellOf(run, name))).size > 1) ?? measures[0],
    );
    fill(this.by, ['', ...parameters], parameters.find((name) => name !== parameters[0] && name !== 'seed') ?? '');
    this.chosen = -1;
    this.draw();
    this.status.textContent = `${file.name}: ${runs.length} runs${failed ? `, and ${failed} that failed` : ''}. Press a point to see its run.`;
  }

  private draw(): void {
    if (!this.dialog.open) return;
    const choice = { x: this.x.value, y: this.y.value, by: this.by.value, logarithmic: this.logarithmic.checked };
    this.scatter.draw(this.data?.runs ?? [], choice, this.chosen);
  }

  private point(run: number): void {
    this.canvas.style.cursor = run >= 0 ? 'pointer' : 'default';
    if (run < 0 || run === this.chosen) return;
    this.chosen = run;
    this.draw();
    this.status.textContent = this.describe(this.data!.runs[run]);
  }

  private press(event: KeyboardEvent): void {
    const count = this.data?.runs.length ?? 0;
    const step = STEPS[event.key];
    if (count === 0 || (step === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    if (step === undefined) this.open(this.chosen);
    else this.point(this.chosen < 0 ? 0 : (this.chosen + step + count) % count);
  }

  private open(run: number): void {
    const link = this.data?.runs[run]?.link;
    if (run < 0 || link === undefined) return;
    this.point(run);
    if (link === null) {
      this.status.textContent = `${this.describe(this.data!.runs[run])}. The gallery does not have this scene, or not with this setting.`;
      return;
    }
    this.dialog.close();
    this.follow(link);
  }

  private describe({ given, measured, scene }: SweepRun): string {
    const words = Object.entries(given).map(([name, value]) => `${name} ${value}`);
    const { value: measure } = this.y;
    return `${scene}: ${words.join(', ')}; ${measure} ${measured[measure] === undefined ? 'none' : short(measured[measure])}`;
  }
}

function fill(select: HTMLSelectElement, names: readonly string[], chosen = ''): void {
  select.replaceChildren(...[...new Set(names)].map((name) => create('option', { value: name, textContent: name || 'none' })));
  select.value = chosen;
}
