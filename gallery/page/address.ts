// What the part of the page's address behind # says: the scene and everything that makes it what one sees.
import { DEBUG_LAYERS, type DebugLayer } from '../../bindings/debug/layers.ts';
import { readValue, resolveParameters, SceneError } from '../../scenes/scene.ts';
import {
  readSetting,
  readSwitch,
  SETTING_NAMES,
  type SettingName,
  type SettingValue,
  settingOfScene,
  writeSetting,
  writeSwitch,
} from '../../scenes/settings.ts';
import { findScene, type KnownScene } from '../catalogue/index.ts';
import type { Order, WorldChoices } from '../engine/types.ts';
import { PEER_NAMES, type PeerName } from '../peers/names.ts';

export interface Address {
  order: Order;
  /** Settings of the second world that differ from those of the first one; null where there is none. */
  compare: WorldChoices | null;
  /** Thread that simulates. */
  engine: 'worker' | 'main';
  /** Another engine that simulates the second world; null for Holonomic. */
  peer: PeerName | null;
  /** Simulated seconds in a second. `pace` in the address: scenes have speeds of their own. */
  speed: number;
  /** Frame to stop after. */
  frames: number | null;
  paused: boolean;
  /** What is drawn besides bodies; null for what the scene wants. */
  layers: DebugLayer[] | null;
  /** How two worlds are shown. */
  layout: 'split' | 'overlay';
  /** Where the eye is, as the view writes it; null for where the scene wants it. */
  camera: string | null;
  /** By what errors of joints are drawn larger than they are. */
  exaggeration: number;
  /** Whether bodies are coloured by island. */
  islands: boolean;
  shadows: boolean;
}

/** Everything besides the order and the second world. */
type PageSettings = Omit<Address, 'order' | 'compare'>;

/** Shown where the address names none. */
export const FIRST_SCENE = 'wrecking-ball';
const SECOND_WORLD = 'vs';
/** Says that the second world has the settings of the first. */
const SAME = 'same';
const NONE = 'none';

const DEFAULTS: Readonly<PageSettings> = {
  engine: 'worker',
  peer: null,
  speed: 1,
  frames: null,
  paused: false,
  layers: null,
  layout: 'split',
  camera: null,
  exaggeration: 1,
  islands: false,
  shadows: true,
};

/** How a word of the page is written and read. */
interface Word<Value> {
  word: string;
  read(text: string): Value;
  write(value: Exclude<Value, null>): string;
}

function choiceWord<Choice extends string>(word: string, choices: readonly Choice[]): Word<Choice> {
  const schema = { description: word, default: choices[0], choices };
  return { word, read: (text) => readValue(`'${word}'`, schema, text) as Choice, write: (value) => value };
}

function switchWord(word: string): Word<boolean> {
  return { word, read: (text) => readSwitch(`'${word}'`, text), write: writeSwitch };
}

function numberWord(word: string, min: number, max: number, integer: boolean): Word<number> {
  const schema = { description: word, default: min, min, max, integer };
  return { word, read: (text) => readValue(`'${word}'`, schema, text) as number, write: String };
}

function readLayers(text: string): DebugLayer[] {
  const names = text === NONE ? [] : text.split(',');
  const unknown = names.find((name) => !(DEBUG_LAYERS as readonly string[]).includes(name));
  if (unknown === undefined) return names as DebugLayer[];
  throw new SceneError(`'layers' must be ${NONE}, or some of ${DEBUG_LAYERS.join(', ')}, but has '${unknown}'.`);
}

const WORDS: { readonly [Key in keyof PageSettings]: Word<PageSettings[Key]> } = {
  engine: choiceWord('engine', ['worker', 'main']),
  peer: choiceWord<PeerName>('against', PEER_NAMES),
  speed: numberWord('pace', 0.001, 10, false),
  frames: numberWord('frames', 1, 1e6, true),
  paused: switchWord('paused'),
  layers: { word: 'layers', read: readLayers, write: (layers) => layers.join(',') || NONE },
  layout: choiceWord('layout', ['split', 'overlay']),
  camera: { word: 'camera', read: (text) => text, write: (camera) => camera },
  exaggeration: numberWord('exaggerate', 1, 1e6, false),
  islands: switchWord('islands'),
  shadows: switchWord('shadows'),
};
const PAGE_KEYS = Object.keys(WORDS) as (keyof PageSettings)[];

/** Names that parameters of scenes must not have. */
export const RESERVED_WORDS: readonly string[] = [...SETTING_NAMES, ...PAGE_KEYS.map((key) => WORDS[key].word), SECOND_WORLD];

/**
 * Reads what stands behind # in an address, such as `#/pile?count=300&substeps=4&vs.substeps=20`; without a scene it is the first one.
 * What is not said has its default. Throws a `SceneError`, one sentence to be shown, for what it does not know.
 */
export function parseAddress(hash: string): Address {
  const [path, ...rest] = hash.replace(/^#?\/?/, '').split('?');
  const scene = findScene(path || FIRST_SCENE);
  const parameters: Record<string, string> = {};
  const settings: Record<string, SettingValue> = {};
  const second: Record<string, SettingValue> = {};
  const page: Partial<PageSettings> = {};
  let compares = false;
  const seen = new Set<string>();
  for (const [name, text] of new URLSearchParams(rest.join('?'))) {
    if (seen.has(name)) throw new SceneError(`The link says '${name}' twice.`);
    seen.add(name);
    const secondName = name.startsWith(`${SECOND_WORLD}.`) ? name.slice(SECOND_WORLD.length + 1) : null;
    const key = PAGE_KEYS.find((candidate) => WORDS[candidate].word === name);
    if (Object.hasOwn(scene.parameters, name)) parameters[name] = text;
    else if (isSetting(name)) settings[name] = readSetting(name, text);
    else if (secondName !== null && isSetting(secondName)) second[secondName] = readSetting(secondName, text);
    else if (name === SECOND_WORLD) compares = readSame(text);
    else if (key) Object.assign(page, { [key]: WORDS[key].read(text) });
    else throw unknownWord(scene, name);
  }
  return withoutDefaults(scene, {
    ...DEFAULTS,
    ...page,
    order: { scene: scene.name, parameters: chosenOnly(resolveParameters(scene, parameters), Object.keys(parameters)), settings },
    compare: compares || Object.keys(second).length > 0 ? second : null,
  });
}

/** The address that `parseAddress` reads as this; defaults are left out. Throws a `SceneError` if there is no such scene. */
export function formatAddress(address: Address): string {
  const { order, compare, ...page } = withoutDefaults(findScene(address.order.scene), address);
  const words: [string, string][] = [
    ...Object.entries(order.parameters).map(([name, value]): [string, string] => [name, writeSetting(value)]),
    ...entriesOf(order.settings).map(([name, value]): [string, string] => [name, writeSetting(value)]),
    ...entriesOf(compare ?? {}).map(([name, value]): [string, string] => [`${SECOND_WORLD}.${name}`, writeSetting(value)]),
  ];
  if (compare && entriesOf(compare).length === 0) words.push([SECOND_WORLD, SAME]);
  for (const key of PAGE_KEYS) {
    if (page[key] !== DEFAULTS[key]) words.push([WORDS[key].word, (WORDS[key] as Word<unknown>).write(page[key] as never)]);
  }
  const query = words.map(([name, text]) => `${name}=${encodeURIComponent(text).replaceAll('%2C', ',')}`).join('&');
  return `#/${order.scene}${query ? `?${query}` : ''}`;
}

/** The address that a scene is shown at first with. */
export function addressOfScene(name: string): string {
  const parameters = { ...findScene(name).shown };
  return formatAddress({ ...DEFAULTS, order: { scene: name, parameters, settings: {} }, compare: null });
}

/** What the second world is to simulate; null where there is none. */
export function secondOrder({ order, compare, peer }: Address): Order | null {
  if (peer) return { ...order, peer };
  return compare && { ...order, settings: { ...order.settings, ...compare } };
}

/** The same address, with nothing in it that a link leaves out. */
function withoutDefaults(scene: KnownScene, address: Address): Address {
  const { order, compare } = address;
  const ofScene = (name: SettingName) => settingOfScene(scene, name);
  const ofFirst = (name: SettingName) => (order.settings[name] as SettingValue | undefined) ?? ofScene(name);
  const parameters = Object.fromEntries(
    Object.entries(order.parameters).filter(([name, value]) => !Object.is(value, scene.parameters[name]?.default)),
  );
  return {
    ...address,
    order: { scene: scene.name, parameters, settings: differing(order.settings, ofScene) },
    compare: compare && differing(compare, ofFirst),
  };
}

function differing(settings: WorldChoices, usual: (name: SettingName) => SettingValue): WorldChoices {
  return Object.fromEntries(entriesOf(settings).filter(([name, value]) => writeSetting(value) !== writeSetting(usual(name))));
}

function entriesOf(settings: WorldChoices): [SettingName, SettingValue][] {
  return SETTING_NAMES.filter((name) => settings[name] !== undefined).map((name) => [name, settings[name] as SettingValue]);
}

function chosenOnly<Value>(values: Record<string, Value>, names: string[]): Record<string, Value> {
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

function isSetting(name: string): name is SettingName {
  return (SETTING_NAMES as string[]).includes(name);
}

function readSame(text: string): true {
  if (text !== SAME)
    throw new SceneError(`'${SECOND_WORLD}' must be ${SAME}, but is '${text}'; settings are given as ${SECOND_WORLD}.substeps=20.`);
  return true;
}

function unknownWord(scene: KnownScene, name: string): SceneError {
  const parameters = Object.keys(scene.parameters);
  const own = parameters.length ? `Its parameters are ${parameters.join(', ')}` : 'It has no parameters';
  const words = PAGE_KEYS.map((key) => WORDS[key].word);
  return new SceneError(
    `The link says '${name}', which scene '${scene.name}' does not know. ${own}; there are the settings ${SETTING_NAMES.join(', ')}, the same with ${SECOND_WORLD}. before them, and ${words.join(', ')}.`,
  );
}
