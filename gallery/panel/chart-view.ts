import uPlot from 'uplot';
import { addElement } from '../page/elements.ts';
import { decimate, type Line } from './decimate.ts';
import { formatTick } from './format.ts';
import { firstNotBefore, type History } from './history.ts';
import { Legend } from './legend.ts';
import type { Chart, Quantity } from './tabs.ts';
import { colorOfLine, type Theme } from './theme.ts';

const FONT = '11px system-ui, sans-serif';
const DASH = [5, 4];
const PIXELS_PER_BUCKET = 2;

/** Worlds whose lines are drawn, and what they are called. */
export interface Sides {
  readonly histories: readonly History[];
  readonly names: readonly string[];
}

/** A chart on the page, with its legend. */
export class ChartView {
  private readonly canvas: HTMLElement;
  private readonly table: HTMLTableElement;
  private readonly legend: Legend;
  private readonly observer: ResizeObserver;
  private plot: uPlot | null = null;
  /** What the legend and the plot were built for. */
  private readonly built = { legend: '', plot: '' };
  private lines: Line[] = [];
  private width = 0;
  private height = 0;

  /**
   * `onChange` is called when the chart has to be drawn again; colours are taken from that of `firstColor` on. `toggled` are the columns
   * that somebody has shown or hidden.
   */
  constructor(
    canvases: HTMLElement,
    legends: HTMLElement,
    private readonly chart: Chart,
    private readonly firstColor: number,
    private readonly toggled: Set<string>,
    onChange: () => void,
  ) {
    this.canvas = addElement(canvases, 'div', 'panel-canvas');
    this.canvas.ariaHidden = 'true'; // the legend has the values
    this.table = addElement(legends, 'table', 'panel-legend');
    this.legend = new Legend(this.table, ({ column }) => {
      if (!this.toggled.delete(column)) this.toggled.add(column);
      onChange();
    });
    this.observer = new ResizeObserver(([{ contentRect }]) => {
      this.width = Math.floor(contentRect.width);
      this.height = Math.floor(contentRect.height);
      onChange();
    });
    this.observer.observe(this.canvas);
  }

  /** The quantities that are drawn now. */
  shown({ histories }: Sides): Quantity[] {
    return this.quantities(histories).filter(this.isShown);
  }

  /** Draws everything again; returns whether there is anything to draw. */
  draw(sides: Sides, theme: Theme): boolean {
    const quantities = this.quantities(sides.histories);
    this.canvas.hidden = this.table.hidden = quantities.length === 0;
    if (quantities.length === 0) return false;
    if (this.width === 0 || this.height === 0) return true; // it is not on the page yet
    this.build(quantities, sides, theme);
    const { width, height } = this;
    if (this.plot!.width !== width || this.plot!.height !== height) this.plot!.setSize({ width, height });
    const buckets = Math.max(1, Math.floor(width / PIXELS_PER_BUCKET));
    this.plot!.setData(decimate(sides.histories, this.lines, buckets, this.chart.logarithmic) as uPlot.AlignedData);
    this.showValues(quantities, sides);
    return true;
  }

  dispose(): void {
    this.observer.disconnect();
    this.plot?.destroy();
    this.canvas.remove();
    this.table.remove();
  }

  private quantities(histories: readonly History[]): Quantity[] {
    return this.chart.quantities([...new Set(histories.flatMap((history) => history.names))]);
  }

  private readonly isShown = (quantity: Quantity): boolean => quantity.shown !== this.toggled.has(quantity.column);

  /** Builds the legend and the plot if they are to have other lines. The legend stays when lines are only hidden: it has the focus. */
  private build(quantities: readonly Quantity[], sides: Sides, theme: Theme): void {
    const shown = quantities.filter(this.isShown);
    const legend = JSON.stringify([quantities, sides.names, theme]);
    const plot = legend + JSON.stringify(shown);
    const colorOf = (quantity: Quantity) => colorOfLine(theme, this.firstColor + quantities.indexOf(quantity));
    if (legend !== this.built.legend) this.legend.build(quantities, this.isShown, sides.names, colorOf);
    if (plot !== this.built.plot) this.buildPlot(quantities, shown, sides, theme, colorOf);
    Object.assign(this.built, { legend, plot });
  }

  private buildPlot(
    quantities: readonly Quantity[],
    shown: readonly Quantity[],
    sides: Sides,
    theme: Theme,
    colorOf: (quantity: Quantity) => string,
  ): void {
    const { histories } = sides;
    const units = [...new Set(quantities.map(({ unit }) => unit))];
    this.lines = shown.flatMap(({ column }) => histories.map((history) => ({ history, column })));
    const series = shown.flatMap((quantity) => {
      const stroke = colorOf(quantity);
      return histories.map(
        (_, side): uPlot.Series => ({
          scale: quantity.unit,
          stroke,
          width: 1.5,
          dash: side === 0 ? undefined : DASH,
          pxAlign: 0, // else slow motions look like stairs
          spanGaps: true,
          points: { show: false },
        }),
      );
    });
    const { logarithmic } = this.chart;
    this.plot?.destroy();
    this.plot = new uPlot(
      {
        width: this.width,
        height: this.height,
        series: [{}, ...series],
        scales: {
          x: { time: false },
          ...Object.fromEntries(units.map((unit) => [unit, logarithmic ? { distr: 3, range: logarithmicRange } : { range: linearRange }])),
        },
        axes: [
          axis('time (s)', 2, theme),
          ...units.map((unit, index) => ({ ...axis(unit, index === 0 ? 3 : 1, theme, logarithmic), scale: unit })),
        ],
        legend: { show: false },
        cursor: { drag: { x: false, y: false }, points: { show: false }, y: false },
        hooks: { setCursor: [() => this.showValues(quantities, sides)] },
        padding: [8, units.length > 1 ? 0 : 12, 0, 0],
      },
      undefined,
      this.canvas,
    );
  }

  /** The values under the pointer, or the last ones. */
  private showValues(quantities: readonly Quantity[], { histories }: Sides): void {
    const left = this.plot?.cursor.left ?? -1;
    const time = left < 0 ? Number.POSITIVE_INFINITY : this.plot!.posToVal(left, 'x');
    this.legend.show((quantity, side) => {
      const history = histories[side];
      const row = Math.min(firstNotBefore(history.times, time), history.length - 1);
      return history.column(quantities[quantity].column)?.[row];
    });
  }
}

/** Above and below the numbers there is some room; where they are all the same, too. */
function linearRange(_: uPlot, least: number | null, maximum: number | null): uPlot.Range.MinMax {
  return least === null || maximum === null ? [0, 1] : uPlot.rangeNum(least, maximum, 0.1, true);
}

/** Smaller ones are roundings, m. */
const LEAST_ERROR = 1e-9;

function logarithmicRange(_: uPlot, least: number | null, maximum: number | null): uPlot.Range.MinMax {
  if (least === null || maximum === null) return [LEAST_ERROR, 1];
  return uPlot.rangeLog(Math.max(least, LEAST_ERROR), Math.max(maximum, 10 * LEAST_ERROR), 10, true);
}

function axis(label: string, side: uPlot.Axis.Side, { muted, grid }: Theme, logarithmic = false): uPlot.Axis {
  const isBelow = side === 2;
  const powers = logarithmic ? { filter: powersOfTen } : {};
  return {
    label,
    side,
    stroke: muted,
    font: FONT,
    labelFont: FONT,
    size: isBelow ? 24 : 52,
    labelSize: isBelow ? 14 : 16,
    gap: 3,
    labelGap: 0,
    ticks: { stroke: grid, width: 1, size: 4, ...powers },
    grid: { show: side !== 1, stroke: grid, width: 1, ...powers },
    values: (_, splits) => splits.map((value) => (value === null ? '' : formatTick(value))),
  };
}

function powersOfTen(_: uPlot, splits: number[]): (number | null)[] {
  return splits.map((value) => (Number.isInteger(Number(Math.log10(value).toFixed(6))) ? value : null));
}
