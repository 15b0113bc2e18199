// The gallery's page without a world: what happens is written down in `document.body.dataset.log`.

import { findScene, scenes } from '../../gallery/catalogue/index.ts';
import { addressOfScene, parseAddress, secondOrder } from '../../gallery/page/address.ts';
import { captionsOf, showCaptions } from '../../gallery/page/captions.ts';
import { createCodeView } from '../../gallery/page/code-view.ts';
import { find } from '../../gallery/page/elements.ts';
import { createHelp } from '../../gallery/page/help.ts';
import { createKeyboard } from '../../gallery/page/keyboard.ts';
import { createLayout } from '../../gallery/page/layout.ts';
import { clearMessages, showError } from '../../gallery/page/messages.ts';
import { nearScenes } from '../../gallery/page/near-scenes.ts';
import { titleOf } from '../../gallery/page/scene-groups.ts';
import { createSceneList } from '../../gallery/page/scene-list.ts';
import { createStoryView } from '../../gallery/page/story-view.ts';
import { createTheme } from '../../gallery/page/theme.ts';
import { createTransport } from '../../gallery/page/transport.ts';

const log = (word: string) => () => {
  document.body.dataset.log = `${document.body.dataset.log ?? ''} ${word}`.trim();
};
const messages = find(document, '#messages');
const actions = {
  onReset: log('reset'),
  onPlay: log('play'),
  onStep: log('step'),
  onStepBack: log('back'),
  onSlow: log('slow'),
  onNext: log('next'),
  onPrevious: log('previous'),
  onCompareKey: log('compare'),
  onHero: log('hero'),
  onExaggerate: log('exaggerate'),
  onDrive: log('drive'),
  onThrow: log('throw'),
  onSeek: (frame: number) => log(`seek ${frame}`)(),
};
const help = createHelp(document.body);
const list = createSceneList(find(document, '#scenes'), scenes, addressOfScene);
const transport = createTransport(find(document, '#transport'), actions);
const code = createCodeView(document.body);
const story = createStoryView(find(document, '#transport'));
const layout = createLayout(document.body, (insets) => {
  document.body.dataset.insets = JSON.stringify(insets);
});
createTheme(find<HTMLButtonElement>(document, '#theme'), (theme) => {
  list.setTheme(theme);
  log(theme)();
});
createKeyboard(document, {
  ...actions,
  onShare: log('share'),
  onStory: () => story.next(),
  onCode: () => void code.open('pile'),
  onRecord: log('record'),
  onHelp: help.open,
  onScenes: () => layout.toggle('scenes'),
  onPanel: () => layout.toggle('panel'),
  onPlots: () => layout.toggle('plots'),
  onSearch: () => layout.toggle('scenes', true),
  onHide: () => layout.setHidden(!layout.hidden),
  onFull: () => layout.toggleFullScreen(),
});
find(document, '#help').addEventListener('click', help.open);

function show(): void {
  try {
    const address = parseAddress(location.hash);
    const { scene } = address.order;
    const second = secondOrder(address);
    clearMessages(messages);
    list.choose(scene);
    find(document, '#title').textContent = titleOf(scene);
    story.open(scene, findScene(scene).description);
    transport.setClock(99999, 1666.65, 99000, 99999);
    showCaptions(find(document, '#captions'), second ? captionsOf(address.order, second, address.layout) : []);
  } catch (error) {
    list.choose(null);
    const near = nearScenes(location.hash.replace('#/', ''), scenes);
    showError(
      messages,
      (error as Error).message,
      'details of it',
      near.map((name) => ({ title: titleOf(name), href: addressOfScene(name) })),
    );
  }
}
window.addEventListener('hashchange', show);
show();
