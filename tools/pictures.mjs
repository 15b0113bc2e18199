// npm run pictures -- [name...]: draws the pictures of the scene list into gallery/thumbnails, and those of the documents into docs/images;
// all of them, or those of the names given. It takes Chromium.
import fs from 'node:fs';
import path from 'node:path';
import { launchBrowser } from './browser.mjs';
import { buildGallery } from './gallery.mjs';
import { serveFolder } from './serve.mjs';
import { ensureReady, PROJECT } from './setup.mjs';

const THUMBNAIL = { width: 320, height: 200 };
/** Frame of a thumbnail; half of what there is to see where that is less. */
const FRAME = 90;
const LONGEST_WAIT = 120_000; // ms

/** Pages in the documents, by the name of their file. */
const PAGES = [
  { name: 'gallery', hash: '#/wrecking-ball?frames=150', width: 1440, height: 900 },
  { name: 'ragdolls', hash: '#/ragdoll-pile?frames=150', width: 1440, height: 900, stageOnly: true },
  { name: 'joints', hash: '#/joint-zoo?frames=60&layers=links,frames,limits', width: 1440, height: 900, stageOnly: true },
  { name: 'forces', hash: '#/boxes-on-springs?frames=200', width: 1440, height: 900, stageOnly: true },
  { name: 'contacts', hash: '#/pyramid?rows=8&frames=60&layers=contacts', width: 1440, height: 900, stageOnly: true },
  { name: 'comparison', hash: '#/bunny-chain?push=2&vs.substeps=1&vs.iterations=20&frames=90', width: 1440, height: 900, tab: 'Error' },
];

async function standsStill(page) {
  await page.waitForFunction(() => globalThis.gallery?.gallery.player?.frame > 0 && !globalThis.gallery.gallery.player.playing, undefined, {
    timeout: LONGEST_WAIT,
  });
  const alert = await page.locator('[role=alert]').count();
  if (alert) throw new Error(await page.locator('[role=alert]').textContent());
}

function write(file, contents) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, contents);
  console.log(`${path.relative(PROJECT, file)}  ${contents.length} bytes`);
}

await ensureReady();
const names = process.argv.slice(2);
const isWanted = (name) => names.length === 0 || names.includes(name);
const server = await serveFolder(await buildGallery());
const browser = await launchBrowser();
try {
  const page = await browser.newPage();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 480, height: 320 }); // what is drawn on the way is not looked at
  await page.goto(`${server.url}/index.html#/double-pendulum?paused=on`);
  const hashes = await page.locator('#scenes a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  for (const hash of hashes) {
    const [name] = hash.slice(2).split('?');
    if (!isWanted(name)) continue;
    await page.goto('about:blank');
    await page.goto(`${server.url}/index.html${hash}${hash.includes('?') ? '&' : '?'}paused=on`);
    await page.waitForFunction(() => globalThis.gallery?.gallery.player?.frames.length > 0, undefined, { timeout: LONGEST_WAIT });
    await page.evaluate(async (frame) => {
      const { player } = globalThis.gallery.gallery;
      await player.runTo(Math.min(frame, Math.floor(player.stopAt / 2)));
    }, FRAME);
    await standsStill(page);
    const url = await page.evaluate(({ width, height }) => {
      const { gallery, stage } = globalThis.gallery;
      for (const [side, frame] of gallery.player.frames.entries()) stage.update(side, frame, 1);
      return stage.screenshot('image/webp', width, height);
    }, THUMBNAIL);
    write(path.join(PROJECT, 'gallery/thumbnails', `${name}.webp`), Buffer.from(url.split(',')[1], 'base64'));
  }
  for (const { name, hash, width, height, stageOnly, tab } of PAGES.filter((picture) => isWanted(picture.name))) {
    await page.setViewportSize({ width, height });
    await page.goto('about:blank');
    await page.goto(`${server.url}/index.html${hash}`);
    await standsStill(page);
    if (tab) await page.getByRole('tab', { name: tab }).click();
    await page.waitForTimeout(1000); // the plots
    const shown = stageOnly ? page.locator('#stage') : page;
    write(path.join(PROJECT, 'docs/images', `${name}.jpg`), await shown.screenshot({ type: 'jpeg', quality: 85 }));
  }
} finally {
  await browser.close();
  await server.close();
}
