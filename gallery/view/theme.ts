export type ThemeName = 'dark' | 'light';

/** Colours as CSS writes them. */
export interface Theme {
  /** Top and bottom of the background. */
  readonly background: readonly [string, string];
  readonly ground: string;
  readonly grid: string;
  /** Of the walls that one looks through, and their edges. */
  readonly glass: string;
  /** Bodies that stand still for good, and those that are moved. */
  readonly static: string;
  readonly kinematic: string;
  /** Dynamic bodies in turn if they are few, along a gradient if they are many. */
  readonly palette: readonly string[];
  readonly gradient: readonly string[];
  readonly asleep: string;
  readonly frozen: string;
  readonly selection: string;
  readonly spring: string;
  /** Light from above and from below. */
  readonly sky: string;
  readonly earth: string;
  readonly skyIntensity: number;
  readonly sunIntensity: number;
}

const PALETTE = ['#6d9eeb', '#f0a868', '#6cc5b0', '#e8837f', '#a793e0', '#ead07f', '#7cc7e3', '#e59cbd'];
const GRADIENT = ['#5f86e0', '#62b6d6', '#7fd0b5', '#efd894', '#f0a977', '#e07a86'];

export const THEMES: Record<ThemeName, Theme> = {
  dark: {
    background: ['#252c3b', '#10131a'],
    ground: '#333b4c',
    grid: '#7f92b8',
    glass: '#9fb8e8',
    static: '#8d96a8',
    kinematic: '#d9c8a9',
    palette: PALETTE,
    gradient: GRADIENT,
    asleep: '#5d6472',
    frozen: '#ff2d3f',
    selection: '#ffffff',
    spring: '#ffd166',
    sky: '#dfe9ff',
    earth: '#6a625c',
    skyIntensity: 2,
    sunIntensity: 2.9,
  },
  light: {
    background: ['#f7f9fc', '#dde3ec'],
    ground: '#e6eaf0',
    grid: '#8b97ab',
    glass: '#5d7199',
    static: '#a3abb8',
    kinematic: '#b89d6a',
    palette: PALETTE,
    gradient: GRADIENT,
    asleep: '#b6bcc7',
    frozen: '#e5172c',
    selection: '#101828',
    spring: '#b45309',
    sky: '#ffffff',
    earth: '#c9c2b8',
    skyIntensity: 1.9,
    sunIntensity: 2.4,
  },
};
