// A plot of runs as points, with the mean of those at the same place as a line.
import { colorOfLine, type Theme, themeOf } from '../panel/theme.ts';
import { type Scale, scaleOf } from './scale.ts';
import { cellOf, type SweepRun } from './sweep-data.ts';

export interface ScatterChoice {
  readonly x: string;
  readonly y: string;
  /** What colours encode; empty for nothing. */
  readonly by: string;
  readonly logarithmic: boolean;
}

/** px around the plot. */
const EDGE = { left: 72, right: 16, top: 16, bottom: 44 };
const RADIUS = 4;
/** px within which a pointer finds a point. */
const REACH = 14;
/** px from one name of a group to the next; and how many are named. */
const LINE = 16;
const MOST_NAMED = 12;
const FONT = '12px system-ui, sans-serif';

export class Scatter {
  /** Places of the runs, px; NaN where a run has none. */
  private places: { x: number; y: number }[] = [];
  private runs: readonly SweepRun[] = [];
  private choice: ScatterChoice = { x: '', y: '', by: '', logarithmic: false };
  private readonly pen: CanvasRenderingContext2D;

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.pen = canvas.getContext('2d')!;
  }

  /** `chosen`: number of the run that is marked, or -1. */
  draw(runs: readonly SweepRun[], choice: ScatterChoice, chosen: number): void {
    this.runs = runs;
    this.choice = choice;
    const { canvas, pen } = this;
    const ratio = devicePixelRatio || 1;
    const { clientHeight: height, clientWidth: width } = canvas;
    canvas.width = Math.round(ratio * width);
    canvas.height = Math.round(ratio * height);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    pen.font = FONT;
    const theme = themeOf(canvas.parentElement!);
    const scales = [scaleOf(this.column(choice.x), false), scaleOf(this.column(choice.y), choice.logarithmic)] as const;
    const inside = { width: width - EDGE.left - EDGE.right, height: height - EDGE.top - EDGE.bottom };
    const toX = (part: number) => EDGE.left + part * inside.width;
    const toY = (part: number) => EDGE.top + (1 - part) * inside.height;
    this.drawAxes(scales, toX, toY, width, height, theme);
    this.places = runs.map((run) => ({ x: toX(scales[0].at(cellOf(run, choice.x))), y: toY(scales[1].at(cellOf(run, choice.y))) }));
    const groups = [...new Set(this.column(choice.by))];
    for (const [k, group] of groups.entries()) this.drawGroup(group, colorOfLine(theme, k));
    if (choice.by !== '') this.drawLegend(groups.slice(0, MOST_NAMED), width, theme);
    const place = this.places[chosen];
    if (place) this.ring(place, theme.text);
  }

  /** Where a run is drawn, px from the corner of the canvas. */
  placeOf(run: number): { x: number; y: number } {
    return this.places[run];
  }

  /** The run nearest to a place, -1 if none is near. */
  runAt(x: number, y: number): number {
    let [found, least] = [-1, REACH];
    for (const [k, place] of this.places.entries()) {
      const distance = Math.hypot(place.x - x, place.y - y);
      if (distance < least) [found, least] = [k, distance];
    }
    return found;
  }

  private column(name: string) {
    return this.runs.map((run) => (name === '' ? '' : cellOf(run, name)));
  }

  private drawAxes(
    [x, y]: readonly [Scale, Scale],
    toX: (part: number) => number,
    toY: (part: number) => number,
    width: number,
    height: number,
    theme: Theme,
  ): void {
    const { pen } = this;
    pen.strokeStyle = theme.grid;
    pen.fillStyle = theme.muted;
    pen.lineWidth = 1;
    pen.textAlign = 'center';
    pen.textBaseline = 'top';
    for (const { text, value } of x.ticks) {
      this.line(toX(x.at(value)), EDGE.top, toX(x.at(value)), height - EDGE.bottom);
      pen.fillText(text, toX(x.at(value)), height - EDGE.bottom + 6);
    }
    pen.textAlign = 'right';
    pen.textBaseline = 'middle';
    for (const { text, value } of y.ticks) {
      this.line(EDGE.left, toY(y.at(value)), width - EDGE.right, toY(y.at(value)));
      pen.fillText(text, EDGE.left - 6, toY(y.at(value)));
    }
    pen.fillStyle = theme.text;
    pen.textAlign = 'center';
    pen.textBaseline = 'bottom';
    pen.fillText(this.choice.x, (EDGE.left + width - EDGE.right) / 2, height - 4);
    pen.save();
    pen.translate(12, (EDGE.top + height - EDGE.bottom) / 2);
    pen.rotate(-Math.PI / 2);
    pen.textBaseline = 'middle';
    pen.fillText(this.choice.y, 0, 0);
    pen.restore();
  }

  private drawGroup(group: unknown, color: string): void {
    const { pen } = this;
    pen.fillStyle = pen.strokeStyle = color;
    const sums = new Map<number, { sum: number; count: number }>();
    for (const [k, { x, y }] of this.places.entries()) {
      if ((this.choice.by === '' ? '' : cellOf(this.runs[k], this.choice.by)) !== group || Number.isNaN(x + y)) continue;
      pen.globalAlpha = 0.65;
      pen.beginPath();
      pen.arc(x, y, RADIUS, 0, 2 * Math.PI);
      pen.fill();
      const { count, sum } = sums.get(x) ?? { count: 0, sum: 0 };
      sums.set(x, { count: count + 1, sum: sum + y });
    }
    pen.globalAlpha = 1;
    pen.lineWidth = 2;
    pen.beginPath();
    // Where all have places of their own a line would only join them.
    const isMean = [...sums.values()].some(({ count }) => count > 1);
    for (const [x, { count, sum }] of isMean ? [...sums].sort(([a], [b]) => a - b) : []) pen.lineTo(x, sum / count);
    pen.stroke();
  }

  /** What the colours stand for, at the right. */
  private drawLegend(groups: readonly unknown[], width: number, theme: Theme): void {
    const { pen } = this;
    pen.textAlign = 'right';
    pen.textBaseline = 'top';
    for (const [k, group] of groups.entries()) {
      pen.fillStyle = colorOfLine(theme, k);
      pen.fillText(`${this.choice.by} ${group ?? 'none'}`, width - EDGE.right - 4, EDGE.top + 4 + k * LINE);
    }
  }

  private ring({ x, y }: { x: number; y: number }, color: string): void {
    const { pen } = this;
    pen.strokeStyle = color;
    pen.lineWidth = 2;
    pen.beginPath();
    pen.arc(x, y, RADIUS + 4, 0, 2 * Math.PI);
    pen.stroke();
  }

  private line(x0: number, y0: number, x1: number, y1: number): void {
    this.pen.beginPath();
    this.pen.moveTo(x0, y0);
    this.pen.lineTo(x1, y1);
    this.pen.stroke();
  }
}
