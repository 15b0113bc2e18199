// How the engines are loaded: tools/gallery-peers.mjs puts those that bench/ has installed in its place.
import type { Builder } from '../../bench/model.ts';
import type { PeerName } from './names.ts';

export const loaders: Readonly<Partial<Record<PeerName, () => Promise<Builder>>>> = {};
