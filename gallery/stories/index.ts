// The stories of the scenes that have one.
import { FIGURE_STORIES } from './figures.ts';
import { quantity, type Story } from './story.ts';

const STORIES: Readonly<Record<string, Story>> = {
  'wrecking-ball': {
    see: 'A ball of 1.5 tonnes on a chain of 5 kg links hits a wall of loose bricks.',
    holds: {
      text: 'The ball is as fast as its height says, and the chain does not stretch.',
      formula: 'v = √(2 g h)',
      measured: ({ impactSpeed, freeSpeed, stretch }) =>
        Number(impactSpeed) > 0
          ? `${quantity(freeSpeed, 'm/s')}; measured ${quantity(impactSpeed, 'm/s')}, stretch ${quantity(Number(stretch) * 1e6, 'µm')}`
          : '',
    },
    try: { text: 'Make the ball ten times as heavy, and look at the stretch again.', link: '#/wrecking-ball?mass=10000' },
  },
  'bunny-chain': {
    see: 'A hundred bunnies hang from each other, and the lowest is pushed.',
    holds: {
      text: 'Substeps keep the chain short where as many iterations let it stretch.',
      formula: 'elongation = L / L₀ − 1',
      measured: ({ maxElongation }) => `${quantity(Number(maxElongation) * 100, '%')} at most`,
    },
    try: {
      text: 'Spend the same work as 20 iterations instead of 20 substeps, side by side.',
      link: '#/bunny-chain?push=2&jointSolver=sweeps&vs.substeps=1&vs.iterations=20',
    },
  },
  'double-pendulum': {
    see: 'Two bars fall from the horizontal and swing without friction.',
    holds: {
      text: 'Energy only changes its form.',
      formula: 'ΔE / E = 0',
      measured: ({ energyDeviation }) => `measured ${quantity(Number(energyDeviation) * 100, '%')} at most`,
    },
    try: {
      text: 'Make the time stepping second-order, and watch the deviation shrink.',
      link: '#/double-pendulum?timeStepping=second-order',
    },
  },
  'triple-pendulum': {
    see: 'Three bars: the smallest difference at the start changes everything later.',
    holds: {
      text: 'Chaotic as it is, its energy stays.',
      formula: 'ΔE / E = 0',
      measured: ({ energyDeviation }) => `measured ${quantity(Number(energyDeviation) * 100, '%')} at most`,
    },
    try: { text: 'Pull at a bar and let go: the hand adds energy, nothing else does.' },
  },
  'heavy-chain': {
    see: 'Twenty links of 1 kg; the last one has 100 kg. They start level and swing down.',
    holds: {
      text: 'Joints are solved together, so that the heavy end opens none of them.',
      formula: 'L = 20 m',
      measured: ({ maxAnchorError }) => `largest gap ${quantity(Number(maxAnchorError) * 1e6, 'µm')}`,
    },
    try: { text: 'Let the last link be a million times as heavy as the others.', link: '#/heavy-chain?ratio=1000000&start=horizontal' },
  },
  'gear-train': {
    see: 'A motor turns 12 teeth; a brake holds on to 48.',
    holds: {
      text: 'Angles go as the teeth say.',
      formula: 'ω₄ / ω₁ = −12 / 48',
      measured: ({ speed }) => (Array.isArray(speed) && speed[0] ? `${quantity(speed[3] / speed[0], '')} measured` : ''),
    },
    try: { text: 'Brake harder than the motor can turn: it stalls.', link: '#/gear-train?brake=60' },
  },
  cradle: {
    see: 'One ball hits four; one ball leaves.',
    holds: {
      text: 'Only one ball satisfies both momentum and energy.',
      formula: 'h_last / h_first = 1',
      measured: ({ heightError, restError }) =>
        `off by ${quantity(Number(heightError) * 100, '%')}; the others keep ${quantity(Number(restError) * 100, '%')} of the speed`,
    },
    try: { text: 'Hold two balls aside with the mouse, and let them go.' },
  },
  'box-tower': {
    see: 'Twenty boxes stand on each other, each a little beside the one below.',
    holds: {
      text: 'The tower stands still: friction and contacts carry all of it.',
      formula: 'drift = 0',
      measured: ({ topDrift, topSink }) =>
        `top moved by ${quantity(Number(topDrift) * 1000, 'mm')}, sank by ${quantity(Number(topSink) * 1000, 'mm')}`,
    },
    try: { text: 'Throw a ball at it: press T, or pull a box out.' },
  },
  pulley: {
    see: 'Three kilograms on one side of a rope, two on the other.',
    holds: {
      text: 'Both move with the acceleration of Atwood’s machine.',
      formula: 'a = g (m₁ − m₂) / (m₁ + m₂)',
      measured: ({ acceleration, expectedAcceleration }) =>
        `${quantity(expectedAcceleration, 'm/s²')}; measured ${quantity(acceleration, 'm/s²')}`,
    },
    try: { text: 'Make the masses equal: nothing moves until you pull.', link: '#/pulley?left=2' },
  },
  rover: {
    see: 'Four sprung, driven wheels, two of them steered, over bumps and crates.',
    holds: {
      text: 'It goes round as its wheels are turned.',
      formula: 'κ = tan δ / wheelbase',
      measured: ({ curvature, expectedCurvature }) => `${quantity(expectedCurvature, '1/m')}; measured ${quantity(curvature, '1/m')}`,
    },
    try: { text: 'Drive it yourself: press D, then use the arrow keys.' },
  },
  'ragdoll-pile': {
    see: 'A hundred dolls of eleven capsules fall into a yard.',
    holds: {
      text: 'A thousand joints with limits: none comes apart.',
      formula: 'gap = 0',
      measured: ({ maxJointGap }) => `largest gap ${quantity(Number(maxJointGap) * 1000, 'mm')}`,
    },
    try: { text: 'Throw a ball into the pile: press T.' },
  },
  ...FIGURE_STORIES,
};

/** Null for a scene without a story. */
export function storyOf(scene: string): Story | null {
  return STORIES[scene] ?? null;
}

export const STORY_NAMES: readonly string[] = Object.keys(STORIES);
