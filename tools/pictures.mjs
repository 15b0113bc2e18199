// npm run pictures -- [name...]: draws the pictures of the scene list in both themes into gallery/thumbnails, and those of the documents into docs/images;
// all of them, or those of the names given. It takes Chromium.
import fs from 'node:fs';
import path from 'node:path';
import { launchBrowser } from './browser.mjs';
import { buildGallery } from './gallery.mjs';
import { serveFolder } from './serve.mjs';
import { ensureReady, PROJECT } from './setup.mjs';

const THUMBNAIL = [320, 200];
const STAGE = [1200, 600];
/** Frame of a thumbnail where the scene names none; half of what there is to see where that is less. */
const FRAME = 90;
/** What links to the page are shown with elsewhere. */
const PREVIEW = { hash: '#/wrecking-ball', frame: 88, size: [1200, 630] };
/** ms in which the view catches up with what it follows. */
const FOLLOWING = 1200;
const LONGEST_WAIT = 120_000; // ms

/** Pictures of the documents, by the name of their file: the whole page, or the stage alone. */
const PAGES = [
  { name: 'gallery', hash: '#/wrecking-ball', frame: 105, page: [1440, 900] },
  {
    name: 'comparison',
    hash: '#/bunny-chain?count=30&push=2&jointSolver=sweeps&vs.substeps=1&vs.iterations=20',
    frame: 90,
    page: [1440, 900],
    tab: 'Error',
  },
  { name: 'ragdolls', hash: '#/ragdoll-pile', frame: 80 },
  { name: 'joints', hash: '#/rover?layers=links,frames,limits&camera=2.5,2,3,0,0.5,0', frame: 60 },
  { name: 'forces', hash: '#/boxes-on-springs', frame: 200 },
  { name: 'contacts', hash: '#/pyramid?rows=8&layers=contacts', frame: 60 },
];

/** Waits until the scene stands at a frame, shows a plot if one is named, and stops drawing. */
async function standsAt(page, frame, tab) {
  await page.waitForFunction((wanted) => globalThis.gallery?.gallery.player?.frame === wanted, frame, { timeout: LONGEST_WAIT });
  // A scene that opens shows the plot that it is about.
  if (tab) await page.getByRole('tab', { name: tab }).click();
  await page.waitForTimeout(1000); // the plots
  await page.evaluate(() => globalThis.gallery.loop.stop());
}

/** Goes to another address of the page. */
async function follow(page, hash) {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
}

/** Opens the page with nothing over its stage, for scenes that are fitted to this size; what is drawn on the way is not looked at. */
async function openUncovered(page, url, width, height) {
  await page.setViewportSize({ width, height });
  await page.goto('about:blank');
  await page.goto(`${url}/index.html#/double-pendulum?paused=on`, { timeout: LONGEST_WAIT });
  await page.waitForFunction(() => globalThis.gallery?.gallery.player?.frames.length > 0, undefined, { timeout: LONGEST_WAIT });
  await page.keyboard.press('h');
}

/** The stage alone. */
async function pictureOfStage(page, type, width, height) {
  const url = await page.evaluate(
    ([kind, ...size]) => {
      const { gallery, stage } = globalThis.gallery;
      for (const [side, frame] of gallery.player.frames.entries()) stage.update(side, frame, 1);
      return stage.screenshot(kind, ...size);
    },
    [type, width, height],
  );
  return Buffer.from(url.split(',')[1], 'base64');
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
  await openUncovered(page, server.url, 480, 320);
  const hashes = await page.locator('#scenes a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  for (const hash of hashes) {
    const [name] = hash.slice(2).split('?');
    if (!isWanted(name)) continue;
    await follow(page, `${hash}${hash.includes('?') ? '&' : '?'}paused=on`);
    await page.waitForFunction(
      (scene) => {
        const { address, player } = globalThis.gallery.gallery;
        return address.order.scene === scene && player?.frames.length > 0;
      },
      name,
      { timeout: LONGEST_WAIT },
    );
    await page.evaluate(async (frame) => {
      const { player, run } = globalThis.gallery.gallery;
      await player.runTo(run.opened[0].looks.view.opening ?? Math.min(frame, Math.floor(player.stopAt / 2)));
    }, FRAME);
    await page.waitForTimeout(FOLLOWING);
    for (const [theme, ending] of [
      ['light', '-light'],
      ['dark', ''],
    ]) {
      await page.emulateMedia({ colorScheme: theme });
      await page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, theme);
      const picture = await pictureOfStage(page, 'image/webp', ...THUMBNAIL);
      write(path.join(PROJECT, 'gallery/thumbnails', `${name}${ending}.webp`), picture);
    }
  }
  if (isWanted('preview')) {
    await follow(page, `${PREVIEW.hash}?frames=${PREVIEW.frame}`);
    await standsAt(page, PREVIEW.frame);
    write(path.join(PROJECT, 'gallery/preview.jpg'), await pictureOfStage(page, 'image/jpeg', ...PREVIEW.size));
  }
  for (const { name, hash, frame, page: size, tab } of PAGES.filter((picture) => isWanted(picture.name))) {
    const to = `${hash}${hash.includes('?') ? '&' : '?'}frames=${frame}`;
    if (size) {
      const [width, height] = size;
      await page.evaluate((panels) => localStorage.setItem('holonomic panels', panels), tab ? 'plots' : 'scenes,panel');
      await page.setViewportSize({ width, height });
      await page.goto('about:blank');
      await page.goto(`${server.url}/index.html${to}`);
    } else {
      await openUncovered(page, server.url, ...STAGE.map((length) => length / 2));
      await follow(page, to);
    }
    await standsAt(page, frame, tab);
    const picture = size ? await page.screenshot({ type: 'jpeg', quality: 85 }) : await pictureOfStage(page, 'image/jpeg', ...STAGE);
    write(path.join(PROJECT, 'docs/images', `${name}.jpg`), picture);
  }
} finally {
  await browser.close();
  await server.close();
}
