import { create } from './elements.ts';
import { GROUPINGS, type Grouping, groupScenes, type ListedScene, searchScenes, titleOf } from './scene-groups.ts';
import { recall, remember } from './storage.ts';
import type { Theme } from './theme.ts';

export interface SceneList {
  /** Marks a scene as the one shown; null for none. */
  choose(name: string | null): void;
  /** Shows the pictures of a theme. */
  setTheme(theme: Theme): void;
  dispose(): void;
}

/** A list of links to scenes that can be searched and grouped; `hrefOf` says where the link of a scene leads. */
export function createSceneList(container: HTMLElement, scenes: readonly ListedScene[], hrefOf: (name: string) => string): SceneList {
  let chosen: string | null = null;
  let grouping: Grouping = recall('grouping') === 'figure' ? 'figure' : 'feature';

  const search = create('input', { type: 'search', placeholder: 'Search scenes', ariaLabel: 'Search scenes' });
  const groupingButtons = GROUPINGS.map((name) => {
    const button = create('button', { type: 'button', textContent: `By ${name}` });
    button.addEventListener('click', () => {
      grouping = name;
      remember('grouping', name);
      show();
    });
    return button;
  });
  const segments = create('div', { className: 'segments', role: 'group', ariaLabel: 'Group scenes' }, groupingButtons);
  const groups = create('div', { className: 'scene-groups' });
  const links = new Map(scenes.map((scene) => [scene.name, createLink(scene, hrefOf(scene.name))]));

  function show(): void {
    for (const [index, button] of groupingButtons.entries()) button.ariaPressed = String(GROUPINGS[index] === grouping);
    const found = groupScenes(searchScenes(scenes, search.value), grouping);
    const sections = found.map((group) =>
      create('section', {}, [
        create('h2', { textContent: group.title }),
        create(
          'ul',
          {},
          group.scenes.map(({ name }) => create('li', {}, [links.get(name)!])),
        ),
      ]),
    );
    const nothing = create('p', { className: 'no-scene', role: 'status', textContent: 'No scene has these words.' });
    groups.replaceChildren(...(sections.length ? sections : [nothing]));
  }

  search.addEventListener('input', show);
  show();
  container.replaceChildren(create('div', { className: 'scene-tools' }, [search, segments]), groups);

  return {
    choose(name) {
      if (name === chosen) return;
      if (chosen !== null) links.get(chosen)?.removeAttribute('aria-current');
      const link = name === null ? undefined : links.get(name);
      link?.setAttribute('aria-current', 'page');
      link?.scrollIntoView({ block: 'nearest' });
      chosen = name;
    },
    setTheme(theme) {
      for (const [name, link] of links) {
        const picture = link.querySelector<HTMLImageElement>('img.thumbnail');
        if (picture) picture.src = pictureOf(name, theme);
      }
    },
    dispose: () => container.replaceChildren(),
  };
}

const pictureOf = (name: string, theme: Theme) => `thumbnails/${name}${theme === 'light' ? '-light' : ''}.webp`;

function createLink({ name, description, figure }: ListedScene, href: string): HTMLAnchorElement {
  const title = titleOf(name);
  const image = create('img', { className: 'thumbnail', alt: '', width: 160, height: 100, loading: 'lazy', decoding: 'async' });
  const dark = pictureOf(name, 'dark');
  image.addEventListener('error', () => {
    // A scene may have a picture in one theme only.
    if (image.getAttribute('src') !== dark) image.src = dark;
    else image.replaceWith(create('span', { className: 'thumbnail', ariaHidden: 'true', textContent: title[0] }));
  });
  image.src = dark;
  const link = create('a', { href, title: figure ? `${description} (${figure})` : description }, [
    image,
    create('span', {}, [
      create('span', { className: 'scene-title', textContent: title }),
      create('span', { className: 'scene-description', textContent: description }),
    ]),
  ]);
  return link;
}
