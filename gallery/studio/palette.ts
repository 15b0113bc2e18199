// Two neutrals and three accents; most of a picture is neutral, and colour says what to look at. sRGB.

export const BONE = '#e9e3d6';
export const GRAPHITE = '#4a4d53';
export const VERMILION = '#e8492a';
export const AZURE = '#2f7de1';
export const SAFFRON = '#f2b134';
export const STEEL = '#c3c8cf';
export const BRASS = '#d9a441';
export const IRON = '#6d737c';
export const RUBBER = '#26282b';
export const WOOD = '#b98a56';
export const BRICK = '#a24c33';
/** Stands, gantries and frames that hold up what hangs. */
export const FRAME = '#3b3e43';
/** Boards and posts that hold mechanisms. */
export const STONE = '#66686c';

export type ThemeName = 'dark' | 'light';

/** Colours and intensities that depend on the theme. */
export interface Theme {
  readonly name: ThemeName;
  readonly zenith: string;
  readonly horizon: string;
  /** Added low behind the scene. */
  readonly glow: string;
  readonly ground: string;
  readonly grid: string;
  /** How strongly the grid is drawn, 0 to 1. */
  readonly gridStrength: number;
  /** Height fields, and the contour lines on them. */
  readonly terrain: string;
  readonly contour: string;
  readonly contourStrength: number;
  /** Bodies that stand still for good, and those that are moved. */
  readonly static: string;
  readonly kinematic: string;
  readonly glass: string;
  readonly keyColor: string;
  readonly keyIntensity: number;
  readonly environmentIntensity: number;
  /** What the ground sees of it, in parts of its albedo. */
  readonly ambient: number;
  readonly exposure: number;
  readonly shadowIntensity: number;
  readonly frozen: string;
  readonly selection: string;
  readonly spring: string;
}

export const THEMES: Record<ThemeName, Theme> = {
  dark: {
    name: 'dark',
    zenith: '#0b0c0e',
    horizon: '#202225',
    glow: '#303133',
    ground: '#2c2f34',
    grid: '#d6d9de',
    gridStrength: 0.065,
    terrain: '#4a3d33',
    contour: '#e6cfae',
    contourStrength: 0.22,
    static: '#5b5c5e',
    kinematic: '#7d8188',
    glass: '#c8d4e6',
    keyColor: '#fff6ec',
    keyIntensity: 4.2,
    environmentIntensity: 0.62,
    ambient: 0.62,
    exposure: 1,
    shadowIntensity: 0.94,
    frozen: '#ff2d1f',
    selection: '#ffffff',
    spring: '#7cb2ff',
  },
  light: {
    name: 'light',
    zenith: '#c3ccd4',
    horizon: '#d3d2ce',
    glow: '#5a5956',
    ground: '#b2b1ad',
    grid: '#2c333d',
    gridStrength: 0.22,
    terrain: '#a88d6e',
    contour: '#3d2c1a',
    contourStrength: 0.4,
    static: '#b5b2ab',
    kinematic: '#8f939a',
    glass: '#5d6b80',
    keyColor: '#fff5e8',
    keyIntensity: 3.3,
    environmentIntensity: 0.66,
    ambient: 0.36,
    exposure: 0.96,
    shadowIntensity: 0.95,
    frozen: '#e5170c',
    selection: '#14161a',
    spring: '#1a5fc0',
  },
};
