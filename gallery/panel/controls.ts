import { type Controller, GUI } from 'lil-gui';
import { DEBUG_LAYERS, type DebugLayer } from '../../bindings/debug/layers.ts';
import { SETTING_NAMES, type SettingName } from '../../scenes/settings.ts';
import type { WorldChoices } from '../engine/types.ts';
import { installed } from '../peers/installed.ts';
import { PEERS } from '../peers/names.ts';
import { COMPARISONS } from './comparisons.ts';
import { addButton, addChoice, addNumber, addSwitch, describe } from './control.ts';
import { ParameterControls } from './parameter-controls.ts';
import { SelectionControls } from './selection-controls.ts';
import { SettingControls } from './setting-controls.ts';
import type { AllChoices, ControlCallbacks, ControlState } from './state.ts';

const SPEEDS = { min: 0.05, max: 2 };
const COMPARED = SETTING_NAMES.filter((name) => name !== 'gravity' && name !== 'sleep');

const LAYERS: Record<DebugLayer, string> = {
  wireframes: 'edges of the shapes',
  links: 'the bodies that joints connect',
  frames: 'the frames of joints',
  limits: 'limits of joints',
  forces: 'forces of joints, as arrows',
  torques: 'torques of joints, as arrows',
  contacts: 'contact points, their normals and forces',
  bounds: 'bounding boxes of the broad phase',
  inertia: 'centres of mass, and boxes of the same inertia',
  particles: 'constraints between particles',
};

export interface Controls {
  /** Shows what has changed outside; calls nothing back. */
  update(changed: Partial<ControlState>): void;
  dispose(): void;
}

/** Puts all controls into the container, as folders one beneath the other. */
export function createControls(container: HTMLElement, model: ControlState, callbacks: ControlCallbacks): Controls {
  const state = { ...model };
  const comparesNow = () => state.compare !== null || state.peer !== null;
  const switches = { comparing: comparesNow(), ...layersOf(state) };
  const gui = new GUI({ container, autoPlace: false, injectStyles: false, title: 'Controls' }); // panel.css has its style
  gui.domElement.classList.add('panel-controls');

  const run = gui.addFolder('Run');
  const speed = addNumber(run, state, 'speed', SPEEDS, callbacks.onSpeed).step(0.05).name('speed (×)');
  describe(speed, 'simulated time per second of real time');
  const engine = addChoice(run, state, 'engine', { worker: 'worker', 'main thread': 'main' }, callbacks.onEngine);
  describe(engine, 'the thread that steps the worlds');

  const parameterFolder = gui.addFolder('Scene');
  const parameters = new ParameterControls(parameterFolder, (changed) => {
    state.parameters = changed;
    callbacks.onParameters({ ...changed });
  });

  const setSettings = (changed: WorldChoices) => {
    state.settings = withoutDefaults({ ...state.settings, ...changed }, state.defaults);
    refresh();
    callbacks.onSettings({ ...state.settings });
  };
  const setCompare = (compare: WorldChoices | null) => {
    state.compare = compare;
    refresh();
    callbacks.onCompare(compare && { ...compare });
  };
  const world = new SettingControls(gui.addFolder('World'), SETTING_NAMES, choicesOf(state), setSettings);

  const compareFolder = gui.addFolder('Compare');
  const comparing = addSwitch(compareFolder, switches, 'comparing', (on) => setCompare(on ? {} : null)).name('second world');
  describe(comparing, 'the same scene a second time, with other settings');
  for (const { name, first, second } of COMPARISONS)
    addButton(compareFolder, name, () => {
      state.settings = {}; // from what the scene has
      setSettings(first);
      setCompare(second);
    });
  for (const name of installed)
    describe(
      addButton(compareFolder, `vs. ${PEERS[name]}`, () => {
        state.compare = null;
        callbacks.onPeer(name);
      }),
      'the same bodies and joints in another engine, with its defaults',
    );
  const layout = addChoice(compareFolder, state, 'layout', { 'side by side': 'split', overlaid: 'overlay' }, callbacks.onLayout);
  describe(layout, 'where the second world is drawn');
  const secondWorld = new SettingControls(compareFolder, COMPARED, choicesOf(state), (changed) =>
    setCompare({ ...state.compare, ...changed }),
  );

  const view = gui.addFolder('View');
  const setLayers = () => {
    state.layers = DEBUG_LAYERS.filter((layer) => switches[layer]);
    callbacks.onLayers([...state.layers]);
  };
  const layers = DEBUG_LAYERS.map((layer) => describe(addSwitch(view, switches, layer, setLayers), LAYERS[layer]));
  const islands = addSwitch(view, state, 'islands', callbacks.onIslands).name('islands by colour');
  describe(islands, 'bodies that touch or are joined share a colour');
  const shadows = addSwitch(view, state, 'shadows', callbacks.onShadows);

  const stateFolder = gui.addFolder('State');
  describe(addButton(stateFolder, 'snapshot', callbacks.onSnapshot), 'saves the current state');
  const restore = describe(addButton(stateFolder, 'restore', callbacks.onRestore), 'restores the saved state');
  describe(addButton(stateFolder, 'reset', callbacks.onReset), 'restarts the scene');
  describe(addButton(stateFolder, 'record a video', callbacks.onRecord), 'starts recording; press again to stop and save the file');

  const selection = new SelectionControls(gui.addFolder('Selection'), {
    onSelectBody(slot) {
      state.body = slot;
      callbacks.onSelectBody(slot);
    },
    onSelectJoint(index) {
      state.joint = index;
      callbacks.onSelectJoint(index);
    },
  });
  const plain: Controller[] = [speed, engine, comparing, layout, ...layers, islands, shadows];

  /** Shows what is in the state. */
  function refresh(): void {
    Object.assign(switches, layersOf(state), { comparing: comparesNow() });
    for (const control of plain) control.updateDisplay();
    parameters.update(state.schemas, state.parameters);
    parameterFolder.show(Object.keys(state.schemas).length > 0);
    world.update(choicesOf(state));
    secondWorld.update({ ...choicesOf(state), ...state.compare });
    secondWorld.show(state.compare !== null);
    layout.show(comparesNow());
    restore.enable(state.hasSnapshot);
    selection.update(state);
  }
  refresh();
  if (!comparesNow()) compareFolder.close();
  view.close();

  return {
    update(changed) {
      Object.assign(state, changed);
      refresh();
    },
    dispose: () => gui.destroy(),
  };
}

/** Which layers are drawn. */
function layersOf({ layers }: ControlState): Record<DebugLayer, boolean> {
  return Object.fromEntries(DEBUG_LAYERS.map((layer) => [layer, layers.includes(layer)])) as Record<DebugLayer, boolean>;
}

function choicesOf({ defaults, settings }: ControlState): AllChoices {
  return { ...defaults, ...settings };
}

/** The settings that are not what the scene has anyway. */
function withoutDefaults(settings: WorldChoices, defaults: AllChoices): WorldChoices {
  const names = Object.keys(settings) as SettingName[];
  return Object.fromEntries(
    names.filter((name) => String(settings[name]) !== String(defaults[name])).map((name) => [name, settings[name]]),
  );
}
