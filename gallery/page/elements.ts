/** Makes an element with properties and children. */
export function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** The element that a selector finds; throws where the page has none. */
export function find<Wanted extends Element = HTMLElement>(container: ParentNode, selector: string): Wanted {
  const found = container.querySelector<Wanted>(selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}

/** Makes an element inside another one. */
export function addElement<Tag extends keyof HTMLElementTagNameMap>(
  parent: HTMLElement,
  tag: Tag,
  className = '',
  text = '',
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  parent.append(element);
  return element;
}

/** Changes a text only if it is another one, so that the page is laid out no more than needed. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
