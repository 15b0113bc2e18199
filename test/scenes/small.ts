/** Makes the large scenes small. */
export const SMALL: Record<string, Record<string, number>> = {
  'bunny-chain': { count: 8 },
  'joint-grid': { size: 6 },
  'energy-table': { budget: 4 },
  pyramid: { rows: 6 },
  pile: { count: 30 },
  spheres: { count: 50 },
  'ragdoll-pile': { count: 2 },
  'ragdoll-stairs': { count: 1 },
  'wrecking-ball': { rows: 4, columns: 4 },
  'mesh-roll': { triangles: 5000 },
  winch: { links: 8 },
  car: { around: 12, across: 2 },
  flag: { columns: 12 },
  curtain: { columns: 13 },
  trampoline: { dolls: 1, nodes: 15 },
  'soft-bunny': { count: 1, resolution: 6 },
  'tetra-bar': { resolution: 8 },
  'jelly-pile': { count: 5 },
  balloons: { count: 2 },
  // Sweeps cannot hold more.
  'heavy-robot': { ratio: 100 },
};
