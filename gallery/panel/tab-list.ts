import { addElement } from '../page/elements.ts';

let panels = 0;

/** Tabs of which one is chosen, the first at the start; with arrow keys, Home and End as well. All show the same panel. */
export function createTabList(
  container: HTMLElement,
  panel: HTMLElement,
  titles: readonly string[],
  onChoose: (index: number) => void,
): { choose(index: number): void } {
  const list = addElement(container, 'div', 'panel-tabs');
  list.setAttribute('role', 'tablist');
  panel.id ||= `panel-${++panels}`;
  panel.setAttribute('role', 'tabpanel');
  const tabs = titles.map((title, index) => {
    const tab = addElement(list, 'button', 'panel-tab', title);
    tab.type = 'button';
    tab.id = `${panel.id}-tab-${index}`;
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', panel.id);
    tab.addEventListener('click', () => choose(index));
    return tab;
  });

  let chosen = 0;
  const mark = () => {
    for (const [index, tab] of tabs.entries()) {
      tab.setAttribute('aria-selected', String(index === chosen));
      tab.tabIndex = index === chosen ? 0 : -1;
    }
    panel.setAttribute('aria-labelledby', tabs[chosen].id);
  };
  const choose = (index: number) => {
    chosen = index;
    mark();
    onChoose(index);
  };
  list.addEventListener('keydown', (event) => {
    const last = tabs.length - 1;
    const targets: Record<string, number> = {
      ArrowLeft: chosen === 0 ? last : chosen - 1,
      ArrowRight: chosen === last ? 0 : chosen + 1,
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    choose(target);
    tabs[target].focus();
  });
  mark();
  return { choose };
}
