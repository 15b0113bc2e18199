// The engines that this page was built with: tools/gallery-peers.mjs writes the list of those that bench/ has installed in its place.
import type { PeerName } from './names.ts';

export const installed: readonly PeerName[] = [];
