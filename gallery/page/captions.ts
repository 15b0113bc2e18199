// What the two worlds of a comparison are called.

import { hasSetting, type SettingName, type SolverName, writeSetting } from '../../scenes/settings.ts';
import { differentSettings, settingOf } from '../engine/orders.ts';
import type { Order } from '../engine/types.ts';
import { PEERS } from '../peers/names.ts';
import type { Address } from './address.ts';
import { create } from './elements.ts';

/** Shows a caption over each part of the stage, none when there is one world; and by what errors are drawn too large. */
export function showCaptions(container: HTMLElement, captions: readonly string[], exaggeration = 1): void {
  const enlarged = exaggeration === 1 ? '' : `error ×${exaggeration}`;
  const texts =
    captions.length > 0 ? captions.map((caption) => [caption, enlarged].filter(Boolean).join(', ')) : [enlarged].filter(Boolean);
  container.hidden = texts.length === 0;
  container.replaceChildren(...texts.map((text) => create('span', { textContent: text })));
}

/** How the worlds are drawn, where that distinguishes them. */
const DRAWN = { split: ['', ''], overlay: [', solid', ', translucent'] } as const;

/** Captions such as 'A: 20 × 1' and 'B: 1 × 20': the settings in which two orders differ, as far as their solvers look at them. */
export function captionsOf(first: Order, second: Order, layout: Address['layout']): [string, string] {
  const different = differentSettings(first, second);
  const caption = (order: Order) => {
    const setting = (name: SettingName) => writeSetting(settingOf(order, name));
    const solver = settingOf(order, 'solver') as SolverName;
    const splits = different.some(isSplit) ? [`${setting('substeps')} × ${setting('iterations')}`] : [];
    const others = different.filter((name) => !isSplit(name) && hasSetting(solver, name));
    return [...splits, ...others.map((name) => wordsOf(name, setting(name)))].join(', ') || 'the same';
  };
  const [drawnA, drawnB] = DRAWN[layout];
  if (second.peer) return [`A${drawnA}: Holonomic`, `B${drawnB}: ${PEERS[second.peer]}, its defaults`];
  return [`A${drawnA}: ${caption(first)}`, `B${drawnB}: ${caption(second)}`];
}

function isSplit(name: SettingName): boolean {
  return name === 'substeps' || name === 'iterations';
}

/** Solvers, precisions and backends speak for themselves. */
function wordsOf(name: SettingName, text: string): string {
  return name === 'solver' || name === 'precision' || name === 'backend' ? text : `${name} ${text}`;
}
