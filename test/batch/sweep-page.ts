// A page with nothing but the sheet of sweeps, for tests.
import { installSweep } from '../../gallery/sweep/install.ts';

const opened: string[] = [];
const sweep = installSweep(document);
window.addEventListener('hashchange', () => opened.push(location.hash));
const page = { opened, view: sweep.view };
Object.assign(globalThis, page);

export type SweepPage = typeof page;
