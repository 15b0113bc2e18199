// A page with nothing but the panel, for tests: controls, plots and read-outs.
import { createControls } from '../../gallery/panel/controls.ts';
import { createPlots } from '../../gallery/panel/plots.ts';
import { createReadouts } from '../../gallery/panel/readouts.ts';
import type { AllChoices, ControlCallbacks, ControlState } from '../../gallery/panel/state.ts';
import { SETTING_NAMES, SETTINGS } from '../../scenes/settings.ts';
import { sampleOf } from './samples.ts';

const model: ControlState = {
  speed: 1,
  engine: 'worker',
  defaults: Object.fromEntries(SETTING_NAMES.map((name) => [name, SETTINGS[name].default])) as AllChoices,
  settings: {},
  compare: null,
  peer: null,
  layout: 'split',
  schemas: {
    count: { description: 'bodies', default: 100, min: 1, max: 500, integer: true },
    loadMass: { description: 'mass of the load', default: 10, min: 0.001, max: 1e5, unit: 'kg' },
    stiffness: { description: 'of each joint', default: 0.02, min: 0, max: 100, unit: 'N m/rad' },
    shape: { description: 'what falls', default: 'box', choices: ['box', 'sphere'] },
  },
  parameters: {},
  layers: ['links'],
  islands: false,
  shadows: true,
  hasSnapshot: false,
  bodies: [0, 1, 4],
  body: -1,
  joint: -1,
  bodyJoints: [],
};

/** What was called back, in order. */
const calls: [name: string, value: unknown][] = [];
const callbacks = new Proxy({} as ControlCallbacks, { get: (_, name: string) => (value: unknown) => calls.push([name, value]) });

const place = (id: string) => document.getElementById(id)!;
const controls = createControls(place('controls'), model, callbacks);
const readouts = createReadouts(place('readouts'));
const plots = createPlots(place('plots'));

const page = { calls, controls, plots, readouts, sampleOf };
export type PanelPage = typeof page;
Object.assign(globalThis, page);
