// The gallery's program.
import { createApplication } from './app/application.ts';

Object.assign(globalThis, { gallery: createApplication(document) });
