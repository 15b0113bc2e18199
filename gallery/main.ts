// The gallery's program.
import { createApplication } from './app/application.ts';
import { installSweep } from './sweep/install.ts';

installSweep(document);
Object.assign(globalThis, { gallery: createApplication(document) });
