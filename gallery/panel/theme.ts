/** Colours of plots. */
export interface Theme {
  readonly text: string;
  readonly muted: string;
  readonly grid: string;
  readonly series: readonly string[];
}

const SERIES = ['#4c9be8', '#f2913d', '#5fb760', '#e0626b', '#a98bdc', '#c2a33a', '#37b3b0', '#d977b4'];

/** The colours that the style of the page gives to an element, as canvases understand them. */
export function themeOf(element: HTMLElement): Theme {
  const probe = element.appendChild(document.createElement('span'));
  const color = (name: string, otherwise: string) => {
    probe.style.color = `var(${name}, ${otherwise})`;
    return getComputedStyle(probe).color;
  };
  const theme = {
    text: color('--text', '#e6e8eb'),
    muted: color('--muted', '#9aa3ad'),
    grid: color('--border', '#333a42'),
    series: SERIES.map((otherwise, index) => color(`--series-${index + 1}`, otherwise)),
  };
  probe.remove();
  return theme;
}

/** The colour of a line; where there are more lines than colours, those of the next round are mixed with that of the text. */
export function colorOfLine({ series, text }: Theme, index: number): string {
  const color = series[index % series.length];
  return index < series.length ? color : `color-mix(in srgb, ${color} 50%, ${text})`;
}
