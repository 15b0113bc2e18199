import type { Measures } from '../../scenes/scene.ts';
import type { Result } from '../engine/types.ts';
import { addElement } from '../page/elements.ts';
import { formatNumber } from './format.ts';

/** What a scene has measured: shown where a run stands still. */
export interface MeasuresTable {
  /** Of each world, as it is now. */
  show(results: readonly Result[]): void;
  clear(): void;
}

const MOST_NUMBERS = 8;

export function createMeasures(container: HTMLElement): MeasuresTable {
  const root = addElement(container, 'section', 'panel-readouts');
  root.setAttribute('aria-label', 'Measures of the scene');
  const table = addElement(root, 'table', 'panel-state');
  return {
    show(results) {
      table.replaceChildren();
      const [first] = results;
      if (!first) return;
      addElement(table, 'caption', '', `Measured until frame ${first.frame}`);
      const body = addElement(table, 'tbody');
      const addRow = (name: string, texts: string[]) => {
        const row = addElement(body, 'tr');
        addElement(row, 'th', '', name).scope = 'row';
        for (const text of texts) addElement(row, 'td', '', text);
      };
      for (const name of Object.keys(first.measures))
        addRow(
          name,
          results.map(({ measures }) => textOf(measures[name])),
        );
      addRow(
        'hash',
        results.map(({ hash }) => hash),
      );
    },
    clear: () => table.replaceChildren(),
  };
}

function textOf(value: Measures[string] | undefined): string {
  if (value === undefined) return '–';
  if (!Array.isArray(value)) return formatNumber(value);
  const numbers = value.slice(0, MOST_NUMBERS).map(formatNumber).join(', ');
  return value.length > MOST_NUMBERS ? `${numbers}, …` : numbers;
}
