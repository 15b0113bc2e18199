import type { Sample } from '../engine/types.ts';
import { addElement } from '../page/elements.ts';
import { saveFile } from '../page/save.ts';
import { ChartView } from './chart-view.ts';
import { valuesOf } from './columns.ts';
import { csvOf } from './csv.ts';
import { History } from './history.ts';
import { createTabList } from './tab-list.ts';
import { TABS, type Tab } from './tabs.ts';
import { themeOf } from './theme.ts';

/** A chart is drawn at every so many calls of `draw`. */
const CALLS_PER_DRAWING = 6;

/** The second chart of a tab begins with another colour: the legends stand together. */
const COLORS_PER_CHART = 3;

export interface Plots {
  /** Adds what was measured of a world: 0 is the first, 1 the second. Forgets what was measured at later times. */
  push(side: 0 | 1, sample: Sample): void;
  /** Forgets all samples. */
  clear(): void;
  /** How many worlds there are, what they are called, and which scene it is. */
  setSides(count: 1 | 2, names: readonly [string, string], scene: string): void;
  /** Shows a tab. */
  show(name: Tab['name']): void;
  /** Reads the colours again. */
  setTheme(): void;
  /** To be called in every frame: draws what is visible, if there is something new. */
  draw(): void;
  /** What is plotted under the chosen tab, and a name for the file. */
  csv(): { name: string; text: string };
  dispose(): void;
}

/** Plots over simulated time, under tabs, and a button to download them. */
export function createPlots(container: HTMLElement): Plots {
  const root = addElement(container, 'div', 'panel-plots');
  const bar = addElement(root, 'div', 'panel-bar');
  const panel = addElement(root, 'div', 'panel-charts');
  const canvases = addElement(panel, 'div', 'panel-canvases');
  const legends = addElement(panel, 'div', 'panel-legends');
  const empty = addElement(panel, 'p', 'panel-empty');
  const download = addElement(bar, 'button', 'panel-download', 'CSV');

  const histories = [new History(), new History()] as const;
  const selected = [
    { joint: -1, body: -1 },
    { joint: -1, body: -1 },
  ];
  const toggled = new Set<string>();
  let sides = { histories: histories.slice(0, 1), names: ['A'] };
  let scene = 'scene';
  let theme = themeOf(root);
  let tab = TABS[0];
  let views: ChartView[] = [];
  let calls = 0;
  let isNew = true;

  const drawNow = () => {
    isNew = false;
    const drawn = views.map((view) => view.draw(sides, theme));
    empty.hidden = drawn.includes(true);
    download.disabled = !empty.hidden;
  };
  const choose = (chosen: number) => {
    tab = TABS[chosen];
    empty.textContent = tab.empty;
    for (const view of views) view.dispose();
    views = tab.charts.map((chart, index) => new ChartView(canvases, legends, chart, index * COLORS_PER_CHART, toggled, drawNow));
    drawNow();
  };
  const csv = () => {
    const quantities = views.flatMap((view) => view.shown(sides));
    return { name: `${scene}-${tab.name}.csv`, text: csvOf(quantities, sides.histories, sides.names) };
  };

  const tabs = createTabList(
    bar,
    panel,
    TABS.map(({ title }) => title),
    choose,
  );
  bar.append(download);
  download.type = 'button';
  download.title = 'Download the plotted data';
  download.setAttribute('aria-label', 'Download the plotted data as CSV');
  download.addEventListener('click', () => {
    const { name, text } = csv();
    saveFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }));
  });
  choose(0);

  return {
    push(side, sample) {
      const history = histories[side];
      const now = { joint: sample.joint?.index ?? -1, body: sample.body?.slot ?? -1 };
      if (now.joint !== selected[side].joint) history.forget('joint.');
      if (now.body !== selected[side].body) history.forget('body.');
      selected[side] = now;
      history.push(sample.time, valuesOf(sample));
      isNew = true;
    },
    clear() {
      for (const history of histories) history.clear();
      drawNow();
    },
    setSides(count, names, name) {
      sides = { histories: histories.slice(0, count), names: names.slice(0, count) };
      scene = name;
      isNew = true;
    },
    show(name) {
      tabs.choose(TABS.findIndex((candidate) => candidate.name === name));
    },
    setTheme() {
      theme = themeOf(root);
      drawNow();
    },
    draw() {
      calls++;
      if (isNew && calls % CALLS_PER_DRAWING === 0) drawNow();
    },
    csv,
    dispose() {
      for (const view of views) view.dispose();
      root.remove();
    },
  };
}
