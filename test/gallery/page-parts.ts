// The gallery's page without a world: what happens is written down in `document.body.dataset.log`.

import { addressOfScene, parseAddress, secondOrder } from '../../gallery/page/address.ts';
import { captionsOf, showCaptions } from '../../gallery/page/captions.ts';
import { find } from '../../gallery/page/elements.ts';
import { createHelp } from '../../gallery/page/help.ts';
import { createKeyboard } from '../../gallery/page/keyboard.ts';
import { createLayout } from '../../gallery/page/layout.ts';
import { clearMessages, showError } from '../../gallery/page/messages.ts';
import { titleOf } from '../../gallery/page/scene-groups.ts';
import { createSceneList } from '../../gallery/page/scene-list.ts';
import { createTheme } from '../../gallery/page/theme.ts';
import { createTransport } from '../../gallery/page/transport.ts';
import { findScene, scenes } from '../../scenes/index.ts';

const log = (word: string) => () => {
  document.body.dataset.log = `${document.body.dataset.log ?? ''} ${word}`.trim();
};
const messages = find(document, '#messages');
const actions = { onReset: log('reset'), onPlay: log('play'), onStep: log('step') };
const help = createHelp(document.body);
const list = createSceneList(find(document, '#scenes'), scenes, addressOfScene);
const transport = createTransport(find(document, '#transport'), actions);
createLayout(document.body);
createTheme(find<HTMLButtonElement>(document, '#theme'), (theme) => log(theme)());
createKeyboard(document, { ...actions, onShare: log('share'), onHelp: help.open });
find(document, '#help').addEventListener('click', help.open);

function show(): void {
  try {
    const address = parseAddress(location.hash);
    const { scene } = address.order;
    const second = secondOrder(address);
    clearMessages(messages);
    list.choose(scene);
    find(document, '#title').textContent = titleOf(scene);
    find(document, '#description').textContent = findScene(scene).description;
    transport.setClock(99999, 1666.65);
    showCaptions(find(document, '#captions'), second ? captionsOf(address.order, second, address.layout) : []);
  } catch (error) {
    list.choose(null);
    showError(messages, (error as Error).message, 'details of it');
  }
}
window.addEventListener('hashchange', show);
show();
