// What the documentation site has, and in what order.

/** The sidebar: titles of groups, and pages by their paths in the repository. */
export const GROUPS = [
  {
    title: 'Guide',
    pages: [
      'docs/getting-started.md',
      'docs/joints.md',
      'docs/joints/frames.md',
      'docs/joints/links.md',
      'docs/joints/rows.md',
      'docs/contacts.md',
      'docs/collision.md',
      'docs/particles.md',
      'docs/control.md',
      'docs/robots.md',
      'docs/plane.md',
      'docs/batch.md',
      'docs/cannon.md',
      'docs/package.md',
      'docs/recipes.md',
      'docs/troubleshooting.md',
    ],
  },
  {
    title: 'Solvers',
    pages: ['docs/solvers.md', 'docs/formulations.md', 'docs/stability.md', 'docs/performance.md', 'docs/validation.md'],
  },
  { title: 'On screen', pages: ['docs/three.md', 'docs/debug.md', 'docs/gallery.md', 'examples/README.md'] },
  {
    title: 'Project',
    pages: [
      'docs/architecture.md',
      'docs/kernel-language.md',
      'docs/security.md',
      'bench/README.md',
      'CONTRIBUTING.md',
      'CHANGELOG.md',
      'test/validation/data/README.md',
    ],
  },
];

/** The scene of the gallery that runs live at the top of a page. */
export const DEMOS = {
  'docs/getting-started.md': 'triple-pendulum',
  'docs/joints.md': 'joint-zoo',
  'docs/joints/frames.md': 'rover',
  'docs/joints/links.md': 'boxes-on-springs',
  'docs/joints/rows.md': 'rack-and-pinion',
  'docs/contacts.md': 'pyramid',
  'docs/collision.md': 'mesh-roll',
  'docs/particles.md': 'curtain',
  'docs/control.md': 'ragdoll-tracking',
  'docs/robots.md': 'urdf-arm',
  'docs/batch.md': 'pile',
  'docs/cannon.md': 'cradle',
  'docs/recipes.md': 'ragdoll-stairs',
  'docs/troubleshooting.md': 'joint-zoo',
  'docs/solvers.md': 'heavy-chain',
  'docs/formulations.md': 'four-bar',
  'docs/stability.md': 'mass-ratio',
  'docs/validation.md': 'double-pendulum',
  'docs/three.md': 'ragdoll-pile',
  'docs/debug.md': 'steering',
  'docs/gallery.md': 'wrecking-ball',
};

/** Entries of the package whose API is listed. */
export const ENTRIES = ['index', '2d', 'batch', 'batch-bullmq', 'cannon', 'control', 'debug', 'particles', 'three'];
