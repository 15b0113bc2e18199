/** Layers of debug lines. */
export const DEBUG_LAYERS = [
  'wireframes',
  'links',
  'frames',
  'limits',
  'forces',
  'torques',
  'contacts',
  'bounds',
  'inertia',
  'particles',
] as const;

/** `wireframes` of shapes; `links`: what joints hold together; joint `frames` and `limits`; `forces` and `torques` of joints as arrows; `contacts` with normals and forces; `bounds` of the broad phase; `inertia`: centres of mass and boxes of the same inertia; `particles`: their distances, triangles and attachments. */
export type DebugLayer = (typeof DEBUG_LAYERS)[number];
