// Other engines that a scene can be compared with.

export const PEERS = { rapier: 'Rapier', havok: 'Havok', jolt: 'Jolt', box3d: 'Box3D' } as const;
export type PeerName = keyof typeof PEERS;
export const PEER_NAMES = Object.keys(PEERS) as PeerName[];

/** Engines whose own loader makes functions of text: their worker needs a policy that allows that. */
export const EVALUATING: ReadonlySet<PeerName> = new Set(['box3d']);
