// The playground's program.
import { Playground } from './playground/playground.ts';

Object.assign(globalThis, { playground: new Playground(document) });
