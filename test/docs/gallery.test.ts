// The tables on the gallery's page say what the gallery knows.
import { describe, expect, test } from 'vitest';
import { DEBUG_LAYERS } from '../../bindings/debug/layers.ts';
import { formatAddress, parseAddress, RESERVED_WORDS } from '../../gallery/page/address.ts';
import { KEYS } from '../../gallery/page/keyboard.ts';
import { TABS } from '../../gallery/panel/tabs.ts';
import { SETTING_NAMES, SETTINGS, type Setting, SOLVERS, writeSetting } from '../../scenes/settings.ts';
import { findPages, readPage, tableOf } from './markdown.ts';

const page = readPage('docs/gallery.md');
const settings = tableOf(page, 'word', 'meaning', 'values', 'default', 'solvers', 'a change while it runs');
const others = tableOf(page.slice(page.indexOf('\nThe page:')), 'word', 'meaning', 'values', 'default');
const code = (text: string) => `\`${text}\``;
const codesIn = (text: string) => Array.from(text.matchAll(/`([^`]+)`/g), ([, word]) => word);

function valuesOf(setting: Setting): string {
  switch (setting.kind) {
    case 'integer':
      return `${setting.min} to ${setting.max}`;
    case 'count':
      return `${code(setting.word)}, ${setting.min} to ${setting.max}`;
    case 'number':
      return `${setting.min} to ${setting.max}${setting.unit ? ` ${setting.unit}` : ''}`;
    case 'choice':
      return setting.choices.map(code).join(', ');
    case 'switch':
      return '`on`, `off`';
    case 'vector':
      return `three numbers, ${setting.unit}`;
  }
}

test('settings of the world', () => {
  const rows = SETTING_NAMES.map((name) => {
    const setting = SETTINGS[name];
    return [
      code(name),
      setting.description,
      valuesOf(setting),
      code(writeSetting(setting.default as never)),
      setting.solvers.length === SOLVERS.length ? 'all' : setting.solvers.map(code).join(', '),
      setting.live ? 'continues' : 'restarts',
    ];
  });
  expect(settings).toEqual(rows);
});

describe('words of the page', () => {
  test('are all there', () => {
    const words = [...settings, ...others].flatMap(([word]) => codesIn(word));
    expect(words.toSorted()).toEqual(RESERVED_WORDS.toSorted());
  });

  test.each(others)('%s', (word, _, values, byDefault) => {
    const [name] = codesIn(word);
    const addressWith = (value: string) => formatAddress(parseAddress(`#/pile?${name}=${value}`));
    const [usual] = codesIn(byDefault);
    for (const value of codesIn(values)) expect(addressWith(value)).toBe(value === usual ? '#/pile' : `#/pile?${name}=${value}`);
    if (usual) expect(addressWith(usual)).toBe('#/pile');
    const range = values.match(/^([\d.]+) to ([\d.]+)$/);
    if (!range) return;
    const [least, most] = range.slice(1).map(Number);
    for (const value of [least, most]) expect(() => addressWith(String(value))).not.toThrow();
    for (const value of [least / 2, most + 1]) expect(() => addressWith(String(value))).toThrow();
  });
});

test('links that pages show are written as the gallery writes them', () => {
  const links = findPages().flatMap((name) => readPage(name).match(/#\/[\w-]+(\?[\w.,=&%-]*)?/g) ?? []);
  expect(links).toContain('#/pile?count=300&substeps=4&frames=120&layers=contacts');
  for (const link of links) expect(formatAddress(parseAddress(link))).toBe(link);
});

test('keys', () => {
  expect(tableOf(page, 'key', 'does')).toEqual(KEYS.map(({ label, does }) => [code(label), does]));
});

test('tabs of the plots', () => {
  expect(tableOf(page, 'tab', 'plots').map(([tab]) => tab)).toEqual(TABS.map(({ title }) => code(title)));
});

test.each(['docs/gallery.md', 'docs/debug.md'])('layers in %s', (name) => {
  expect(tableOf(readPage(name), 'layer', 'draws').map(([layer]) => layer)).toEqual(DEBUG_LAYERS.map(code));
});
