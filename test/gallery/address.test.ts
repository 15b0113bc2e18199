// Links to the gallery: what they say is what is shown, and the other way round.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEBUG_LAYERS } from '../../bindings/debug/layers.ts';
import { World } from '../../bindings/index.ts';
import { type Address, formatAddress, parseAddress, RESERVED_WORDS, secondOrder } from '../../gallery/page/address.ts';
import { captionsOf } from '../../gallery/page/captions.ts';
import { PEER_NAMES } from '../../gallery/peers/names.ts';
import { scenes } from '../../scenes/index.ts';
import { type ParameterSchema, SceneError } from '../../scenes/scene.ts';
import {
  type ChosenSettings,
  readSetting,
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
  type SettingValue,
  settingOfScene,
  solvingOf,
  writeSetting,
} from '../../scenes/settings.ts';

const PLAIN: Omit<Address, 'order'> = {
  compare: null,
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

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });

function parameterValue(schema: ParameterSchema): fc.Arbitrary<number | string> {
  if ('choices' in schema) return fc.constantFrom(...schema.choices);
  const { min, max } = schema;
  return schema.integer ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });
}

function settingValue(name: SettingName): fc.Arbitrary<SettingValue> {
  const setting = SETTINGS[name];
  if (setting.kind === 'count') return fc.oneof(fc.constant(setting.word), fc.integer(setting));
  if (setting.kind === 'vector') return fc.tuple(finite, finite, finite);
  return setting.kind === 'switch' ? fc.boolean() : parameterValue(setting);
}

/** Some of the settings, none of them as `usual` has it. */
function settingsOtherThan(usual: (name: SettingName) => SettingValue): fc.Arbitrary<ChosenSettings> {
  const other = (name: SettingName) =>
    settingValue(name).map((value) => (writeSetting(value) === writeSetting(usual(name)) ? undefined : value));
  const record = fc.record(Object.fromEntries(SETTING_NAMES.map((name) => [name, other(name)])), { requiredKeys: [] });
  return record.map((settings) => Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)));
}

const address: fc.Arbitrary<Address> = fc.constantFrom(...scenes).chain((scene) => {
  const ofScene = (name: SettingName) => settingOfScene(scene, name);
  const values = Object.fromEntries(Object.entries(scene.parameters).map(([name, schema]) => [name, parameterValue(schema)]));
  const differs = ([name, value]: [string, number | string]) => !Object.is(value, scene.parameters[name].default);
  const parameters = fc
    .record(values, { requiredKeys: [] })
    .map((given) => Object.fromEntries(Object.entries(given as Record<string, number | string>).filter(differs)));
  return settingsOtherThan(ofScene).chain((settings) =>
    fc.record({
      order: fc.record({ scene: fc.constant(scene.name), parameters, settings: fc.constant(settings) }),
      compare: fc.option(settingsOtherThan((name) => (settings[name] as SettingValue | undefined) ?? ofScene(name))),
      engine: fc.constantFrom('worker' as const, 'main' as const),
      peer: fc.constantFrom(null, ...PEER_NAMES),
      speed: fc.double({ min: 0.001, max: 10, noNaN: true }),
      frames: fc.option(fc.integer({ min: 1, max: 1e6 })),
      paused: fc.boolean(),
      layers: fc.option(fc.subarray([...DEBUG_LAYERS])),
      layout: fc.constantFrom('split' as const, 'overlay' as const),
      camera: fc.option(fc.string({ unit: 'grapheme' })),
      exaggeration: fc.double({ min: 1, max: 1e6, noNaN: true }),
      islands: fc.boolean(),
      shadows: fc.boolean(),
    }),
  );
});

describe('address', () => {
  test('is read as it was written, and written as it was read', () => {
    fc.assert(
      fc.property(address, (given) => {
        const hash = formatAddress(given);
        expect(parseAddress(hash)).toEqual(given);
        expect(formatAddress(parseAddress(hash))).toBe(hash);
      }),
      { numRuns: 1000 },
    );
  });

  test('survives a URL', () => {
    fc.assert(
      fc.property(address, (given) => {
        expect(parseAddress(new URL(formatAddress(given), 'https://example.org/gallery/').hash)).toEqual(given);
      }),
    );
  });

  test('is readable', () => {
    const hash =
      '#/pile?count=300&substeps=4&gravity=0,-3.7,0&sleep=off&vs.substeps=20&pace=0.25&frames=120&layers=contacts,forces&islands=on';
    expect(parseAddress(hash)).toEqual({
      ...PLAIN,
      order: { scene: 'pile', parameters: { count: 300 }, settings: { substeps: 4, gravity: [0, -3.7, 0], sleep: false } },
      compare: { substeps: 20 },
      speed: 0.25,
      frames: 120,
      layers: ['contacts', 'forces'],
      islands: true,
    });
    expect(formatAddress(parseAddress(hash))).toBe(hash);
  });

  test('leaves defaults out', () => {
    for (const scene of scenes) {
      const parameters = Object.fromEntries(Object.entries(scene.parameters).map(([name, schema]) => [name, schema.default]));
      const settings = Object.fromEntries(SETTING_NAMES.map((name) => [name, settingOfScene(scene, name)]));
      const plain: Address = { ...PLAIN, order: { scene: scene.name, parameters, settings } };
      expect(formatAddress(plain)).toBe(`#/${scene.name}`);
      expect(parseAddress(`#/${scene.name}`)).toEqual({ ...PLAIN, order: { scene: scene.name, parameters: {}, settings: {} } });
    }
  });

  test('without a scene is the first one', () => {
    for (const hash of ['', '#', '#/']) expect(parseAddress(hash)).toEqual(parseAddress('#/wrecking-ball'));
  });

  test('tells what the second world differs in', () => {
    const split = parseAddress('#/pile?substeps=20&precision=double&vs.substeps=1&vs.iterations=20');
    expect(secondOrder(split)).toEqual({ scene: 'pile', parameters: {}, settings: { substeps: 1, iterations: 20, precision: 'double' } });
    expect(captionsOf(split.order, secondOrder(split)!, 'split')).toEqual(['A: 20 × 1', 'B: 1 × 20']);
    const solvers = parseAddress('#/four-bar?solver=tgs&iterations=8&vs.solver=ode&vs.erp=0.4');
    expect(secondOrder(solvers)?.settings).toEqual({ solver: 'ode', iterations: 8, erp: 0.4 });
    expect(captionsOf(solvers.order, secondOrder(solvers)!, 'split')).toEqual(['A: tgs', 'B: ode, erp 0.4']);
    const words = parseAddress('#/pile?vs.backend=reference&vs.precision=double&vs.contacts=position');
    expect(captionsOf(words.order, secondOrder(words)!, 'overlay')).toEqual([
      'A, solid: single, wasm, contacts soft',
      'B, translucent: double, reference, contacts position',
    ]);
    const same = parseAddress('#/pile?substeps=3&vs=same');
    expect(secondOrder(same)).toEqual(same.order);
    expect(secondOrder(parseAddress('#/pile'))).toBeNull();
  });

  const wrong: [string, RegExp][] = [
    ['#/pyle', /^There is no scene 'pyle'\./],
    ['#/%zz', /^There is no scene '%zz'\./],
    ['#/pile?weight=1', /^The link says 'weight', which scene 'pile' does not know\. Its parameters are count/],
    ['#/pile?vs.count=1', /^The link says 'vs\.count'/],
    ['#/pile?toString=1', /^The link says 'toString'/],
    ['#/pile?count=0', /^Parameter 'count' must be a whole number from 1/],
    ['#/pile?count=', /^Parameter 'count' must be a whole number from 1/],
    ['#/pile?count=5&count=6', /^The link says 'count' twice\.$/],
    ['#/pile?substeps=2.5', /^Setting 'substeps' must be a whole number from 1 to 10000, but is '2\.5'\.$/],
    ['#/pile?vs.iterations=0', /^Setting 'iterations' must be a whole number/],
    ['#/pile?precision=half', /^Setting 'precision' must be one of single, double, but is 'half'\.$/],
    ['#/pile?gravity=1,2', /^Setting 'gravity' must be three numbers such as 0,-9\.81,0, but is '1,2'\.$/],
    ['#/pile?gravity=1,,2', /^Setting 'gravity' must be three numbers/],
    ['#/pile?gravity=0,Infinity,0', /^Setting 'gravity' must be three numbers/],
    ['#/pile?sleep=no', /^Setting 'sleep' must be on or off, but is 'no'\.$/],
    ['#/pile?vs=other', /^'vs' must be same, but is 'other'/],
    ['#/pile?engine=gpu', /^'engine' must be one of worker, main, but is 'gpu'\.$/],
    ['#/pile?pace=0', /^'pace' must be a number from 0\.001 to 10, but is '0'\.$/],
    ['#/pile?frames=0', /^'frames' must be a whole number/],
    ['#/pile?layers=contacts,smoke', /^'layers' must be none, or some of .*, but has 'smoke'\.$/],
    ['#/pile?shadows=1', /^'shadows' must be on or off, but is '1'\.$/],
  ];
  test.each(wrong)('%s is refused in one sentence', (hash, message) => {
    expect(() => parseAddress(hash)).toThrow(SceneError);
    expect(() => parseAddress(hash)).toThrow(message);
  });

  test('has words that no scene has for its parameters', () => {
    for (const { name, parameters } of scenes) {
      const taken = Object.keys(parameters).filter((parameter) => RESERVED_WORDS.includes(parameter) || parameter.includes('.'));
      expect({ name, taken }).toEqual({ name, taken: [] });
    }
  });
});

describe('settings', () => {
  test('have the defaults of a world', async () => {
    const world = await World.create();
    const found = { ...solvingOf(world), gravity: world.gravity, sleep: world.sleep !== false };
    expect(found).toEqual(Object.fromEntries(SETTING_NAMES.map((name) => [name, SETTINGS[name].default])));
    world.dispose();
  });

  test('that are live can be set while a world runs, to anything that they may be', async () => {
    for (const name of SETTING_NAMES) {
      const setting = SETTINGS[name];
      const values = 'choices' in setting ? setting.choices : 'max' in setting ? [setting.min, setting.max] : [setting.default];
      for (const value of values) {
        const world = await World.create({ [name]: value });
        if (setting.live) Object.assign(world, { [name]: value });
        world.dispose();
      }
    }
  });

  test('are read as they are written', () => {
    for (const name of SETTING_NAMES) {
      const readsBack = (value: SettingValue) => expect(readSetting(name, writeSetting(value))).toEqual(value);
      fc.assert(fc.property(settingValue(name), (value) => void readsBack(value)));
    }
  });
});
