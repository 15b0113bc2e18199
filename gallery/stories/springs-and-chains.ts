// Springs and loads; pendulums and chains.
import { metres, percent, quantity, type Stories } from './story.ts';

const energyStays = ({ energyDeviation }: Record<string, number | number[]>) => `measured ${percent(energyDeviation)} at most`;

export const springsAndChains: Stories = {
  'boxes-on-springs': {
    see: 'Seven boxes hang on springs: alone, in parallel and in series.',
    holds: {
      text: 'Every spring stretches by compliance × force, and its force is the weight below it.',
      formula: 'x = F / k',
      measured: ({ elongation, force }) =>
        Array.isArray(elongation) && Array.isArray(force) ? `first spring: ${metres(elongation[0])} at ${quantity(force[0], 'N')}` : '',
    },
    try: { text: 'Make the springs ten times as stiff.', link: '#/boxes-on-springs?compliance=0.001' },
  },
  'held-bar': {
    see: 'A hinge holds a bar level against a force that pulls it down.',
    holds: {
      text: 'The motor’s torque balances the load exactly.',
      formula: 'τ = F r',
      measured: ({ torque }) => quantity(torque, 'N m'),
    },
    try: { text: 'Pull with 100 000 N: the angle still does not change.', link: '#/held-bar?force=100000' },
  },
  'mass-ratio': {
    see: 'A one-gram box in the middle of each pair of springs carries a one-kilogram box.',
    holds: {
      text: 'A mass ratio of 1 : 1000 is stable at any stiffness.',
      formula: 'x = F / k',
      measured: ({ elongationError }) => `off by ${percent(elongationError)} at most`,
    },
    try: { text: 'Pull the heavy cube down and let go.' },
  },
  'breaking-bridge': {
    see: 'The load on a bridge of planks grows until a hinge breaks.',
    holds: {
      text: 'The force is largest at a post, so that is where it breaks.',
      formula: 'F² = H² + (W / 2)²',
      measured: ({ greatestForce, expectedForce }) => `${quantity(expectedForce, 'N')}; measured ${quantity(greatestForce, 'N')}`,
    },
    try: { text: 'Put the whole load on the middle plank.', link: '#/breaking-bridge?place=middle' },
  },
  'double-pendulum': {
    see: 'Two bars fall from the horizontal and swing without friction.',
    holds: { text: 'Energy changes form but is conserved.', formula: 'ΔE / E = 0', measured: energyStays },
    try: {
      text: 'Switch to first-order time stepping, and watch the deviation grow.',
      link: '#/double-pendulum?timeStepping=first-order',
    },
  },
  'triple-pendulum': {
    see: 'Three bars: the slightest difference at the start changes everything later.',
    holds: { text: 'The motion is chaotic, but its energy is constant.', formula: 'ΔE / E = 0', measured: energyStays },
    try: { text: 'Pull a bar and let go: only your hand adds energy.' },
  },
  'closed-pendulum': {
    see: 'Three bars between two pins: a closed loop of hinges.',
    holds: {
      text: 'The loop neither loses energy nor comes apart.',
      formula: 'ΔE / E = 0',
      measured: ({ energyDeviation, maxAnchorError }) => `${percent(energyDeviation)} at most; joints open by ${metres(maxAnchorError)}`,
    },
    try: { text: 'Draw joint errors 20 times as large: press E.' },
  },
  'energy-table': {
    see: 'One triple pendulum, and a table of how its energy drifts under the same budget.',
    holds: {
      text: 'Substeps conserve energy better than iterations of the same cost.',
      formula: 'substeps × iterations = budget',
      measured: ({ driftOfStartGradient: drift }) =>
        Array.isArray(drift) ? `drift ${percent(drift[0])} with 1 substep, ${percent(drift.at(-1))} with the most` : '',
    },
    try: { text: 'Double the budget.', link: '#/energy-table?budget=80' },
  },
  'bunny-chain': {
    see: 'Bunnies hang from one another, and the lowest is pushed.',
    holds: {
      text: 'Substeps keep the chain from stretching, which the same number of iterations does not.',
      formula: 'elongation = L / L₀ − 1',
      measured: ({ maxElongation }) => `${percent(maxElongation)} at most`,
    },
    try: {
      text: 'Compare 20 substeps with 20 iterations, side by side.',
      link: '#/bunny-chain?count=30&push=2&jointSolver=sweeps&vs.substeps=1&vs.iterations=20',
    },
  },
  'heavy-chain': {
    see: 'A chain of 1 kg links with a last link of 100 kg starts level and swings down.',
    holds: {
      text: 'All joints are solved together, so the heavy end pulls none of them apart.',
      formula: 'L = 20 m',
      measured: ({ maxAnchorError }) => `maximum gap ${metres(maxAnchorError)}`,
    },
    try: { text: 'Make the last link a million times as heavy as the others.', link: '#/heavy-chain?ratio=1000000&start=horizontal' },
  },
  'joint-grid': {
    see: 'A net of 2500 balls and 5000 ball joints swings from one edge.',
    holds: {
      text: 'No joint comes apart, not even where the net folds and whips.',
      formula: 'gap = 0',
      measured: ({ rmsAnchorError }) => `RMS gap ${metres(rmsAnchorError)}, with balls 1 m apart`,
    },
    try: { text: 'Pull at a smaller net, which runs faster.', link: '#/joint-grid?size=20' },
  },
  'twisted-rope': {
    see: 'A rope of 100 capsules, twisted twelve times, is released and coils up.',
    holds: {
      text: 'The rope trades twist for coils.',
      formula: 'Lk = Tw + Wr',
      measured: ({ twist }) => `${quantity(Number(twist) / (2 * Math.PI), 'turns')} of twist left`,
    },
    try: { text: 'Hang it up instead: it swings about its own axis.', link: '#/twisted-rope?start=hanging' },
  },
};
