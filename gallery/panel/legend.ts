import { addElement, setText } from '../page/elements.ts';
import { formatNumber } from './format.ts';
import type { Quantity } from './tabs.ts';

/** The names of lines, each a switch that shows and hides it, with the values of each world. */
export class Legend {
  private cells: HTMLElement[][] = [];

  constructor(
    private readonly table: HTMLTableElement,
    private readonly onToggle: (quantity: Quantity) => void,
  ) {}

  build(
    quantities: readonly Quantity[],
    isShown: (quantity: Quantity) => boolean,
    names: readonly string[],
    colorOf: (quantity: Quantity) => string,
  ): void {
    this.table.replaceChildren();
    if (names.length > 1) {
      const header = addElement(addElement(this.table, 'thead'), 'tr');
      addElement(header, 'td');
      for (const [side, name] of names.entries())
        addElement(header, 'th', side === 0 ? 'panel-side panel-solid' : 'panel-side panel-dashed', name).scope = 'col';
    }
    const body = addElement(this.table, 'tbody');
    this.cells = quantities.map((quantity) => {
      const row = addElement(body, 'tr');
      const heading = addElement(row, 'th');
      heading.scope = 'row';
      const button = addElement(heading, 'button', 'panel-line', `${quantity.label} (${quantity.unit})`);
      button.type = 'button';
      button.style.setProperty('--color', colorOf(quantity));
      button.setAttribute('aria-pressed', String(isShown(quantity)));
      button.addEventListener('click', () => {
        button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') === 'false'));
        this.onToggle(quantity);
      });
      return names.map(() => addElement(row, 'td'));
    });
  }

  /** Numbers by quantity and world. */
  show(numberOf: (quantity: number, side: number) => number | undefined): void {
    for (const [quantity, cells] of this.cells.entries())
      for (const [side, cell] of cells.entries()) setText(cell, formatNumber(numberOf(quantity, side)));
  }
}
