import { describe, expect, test } from 'vitest';
import { findScene, scenes } from '../../scenes/index.ts';
import { defineScene, rangeOf, resolveParameters, SceneError } from '../../scenes/scene.ts';

const scene = defineScene({
  name: 'example',
  description: 'Shows how parameters are read.',
  feature: 'joints and mechanisms',
  parameters: {
    length: { description: 'a number', default: 1.5, min: 0.5, max: 2 },
    count: { description: 'a whole number', default: 3, min: 1, max: 9, integer: true },
    start: { description: 'a word', default: 'up', choices: ['up', 'down'] },
  },
  frames: 1,
  dt: 1,
  build(_world, { length, count, start }) {
    const direction: 'up' | 'down' = start;
    return { measures: () => ({ sum: length + count, down: direction === 'down' ? 1 : 0 }) };
  },
});

describe('parameters', () => {
  test('not given have their defaults', () => {
    expect(resolveParameters(scene)).toEqual({ length: 1.5, count: 3, start: 'up' });
  });

  test('are read from text and from values', () => {
    expect(resolveParameters(scene, { length: '5e-1', count: 9, start: 'down' })).toEqual({ length: 0.5, count: 9, start: 'down' });
  });

  const wrong: [Record<string, unknown>, string][] = [
    [{ size: 1 }, "Scene 'example' has no parameter 'size'. It has length, count, start."],
    [{ toString: 1 }, "Scene 'example' has no parameter 'toString'. It has length, count, start."],
    [{ length: 0.4 }, "Parameter 'length' must be a number from 0.5 to 2, but is '0.4'."],
    [{ length: Number.NaN }, "Parameter 'length' must be a number from 0.5 to 2, but is 'NaN'."],
    [{ length: 'Infinity' }, "Parameter 'length' must be a number from 0.5 to 2, but is 'Infinity'."],
    [{ length: '' }, "Parameter 'length' must be a number from 0.5 to 2, but is ''."],
    [{ length: undefined }, "Parameter 'length' must be a number from 0.5 to 2, but is 'undefined'."],
    [{ count: 2.5 }, "Parameter 'count' must be a whole number from 1 to 9, but is '2.5'."],
    [{ start: 'left' }, "Parameter 'start' must be one of up, down, but is 'left'."],
    [{ start: 1 }, "Parameter 'start' must be one of up, down, but is '1'."],
  ];
  test.each(wrong)('%o are refused in one clear line', (given, message) => {
    expect(() => resolveParameters(scene, given)).toThrow(new SceneError(message));
  });

  test('of every scene have defaults that they accept', () => {
    for (const registered of scenes) {
      const defaults = resolveParameters(registered);
      expect(resolveParameters(registered, defaults)).toEqual(defaults);
      expect(resolveParameters(registered, registered.shown)).toMatchObject(registered.shown ?? {});
      for (const schema of Object.values(registered.parameters)) {
        expect(schema.description).not.toBe('');
        expect(rangeOf(schema)).not.toMatch(/undefined|NaN/);
      }
    }
  });
});

test('an unknown scene is refused with the names of all', () => {
  expect(() => findScene('chain')).toThrow(SceneError);
  expect(() => findScene('chain')).toThrow(
    /^There is no scene 'chain'\. Did you mean ik-chain or [a-z-]+ or [a-z-]+\? There are boxes-on-springs, .*ragdoll-pile, .*sensors\.$/,
  );
});
