// The stories of figures and robots.
import { quantity, type Story } from './story.ts';

export const FIGURE_STORIES: Readonly<Record<string, Story>> = {
  'ragdoll-stairs': {
    see: 'Two figures of 17 capsules fall down a flight of stairs, with a little strength left in their joints.',
    holds: {
      text: 'Sixteen joints with limits take every blow: none opens.',
      formula: 'gap = 0',
      measured: ({ maxJointGap }) => `largest gap ${quantity(Number(maxJointGap) * 1000, 'mm')}`,
    },
    try: { text: 'Give them half their strength: they keep their pose on the way down.', link: '#/ragdoll-stairs?strength=0.5' },
  },
  'ragdoll-tracking': {
    see: 'A figure walks on the spot by its muscles while balls hit it.',
    holds: {
      text: 'Each muscle gives what its part is off, and never more than it can.',
      formula: '|τ| ≤ τmax',
      measured: ({ meanError, saturatedFrames }) =>
        `off by ${quantity(Number(meanError), 'rad')} in the mean; ${quantity(saturatedFrames, '')} frames at the limit`,
    },
    try: { text: 'Take away nine tenths of its strength.', link: '#/ragdoll-tracking?strength=0.1' },
  },
  'ik-chain': {
    see: 'Two chains of eight links follow a target, weighted by inertia below, and not weighted above.',
    holds: {
      text: 'By the least kinetic energy light ends turn most; by the pseudo-inverse the middle does, and the root turns back.',
      formula: 'Δθ = −M⁻¹ Jᵀ (J M⁻¹ Jᵀ + α)⁻¹ e',
      measured: ({ turnsUnweighted, turnsWeighted }) => `below ${endsOf(turnsWeighted)}; above ${endsOf(turnsUnweighted)}`,
    },
    try: { text: 'Make chains of thirty links.', link: '#/ik-chain?links=30' },
  },
  'robot-arm': {
    see: 'The solver itself reaches: a gripper is held to a box that goes out of reach, and comes back.',
    holds: {
      text: 'Stretched out, the arm is as near as it can be.',
      formula: 'gap = distance − 3 m',
      measured: ({ gap, leastGap }) => `least ${quantity(leastGap, 'm')}; now ${quantity(gap, 'm')}`,
    },
    try: { text: 'Take the box 20 m away.', link: '#/robot-arm?distance=20' },
  },
  'urdf-arm': {
    see: 'A six-axis arm, loaded from a URDF file, follows a ball with its tool. Drag the ball.',
    holds: {
      text: 'Motors keep to the limits, speeds and efforts of the file.',
      formula: '|τ| ≤ effort',
      measured: ({ effortPassed, gap }) =>
        `tool off by ${quantity(Number(gap) * 1000, 'mm')}; effort exceeded by ${quantity(Math.max(0, Number(effortPassed)), 'N m')}`,
    },
    try: { text: 'Put 5 kg into its gripper.', link: '#/urdf-arm?payload=5' },
  },
  quadruped: {
    see: 'A four-legged robot from a URDF file trots: twelve servos go where its feet should be.',
    holds: {
      text: 'It stays upright and goes about as fast as its feet say.',
      formula: 'v = stride · frequency',
      measured: ({ largestTilt, meanSpeed }) => `${quantity(meanSpeed, 'm/s')}; largest tilt ${quantity(largestTilt, 'rad')}`,
    },
    try: { text: 'Push it: throw a ball with T.' },
  },
  'marker-fit': {
    see: 'Two legs wear markers, seen with 2 mm of noise. Where their joints are is guessed 10 cm amiss, and found epoch by epoch.',
    holds: {
      text: 'A bone is as long in every frame.',
      formula: '|c_jk − c_jl| = const',
      measured: ({ epoch, maxLengthError }) =>
        `bones off by ${quantity(Number(maxLengthError) * 1000, 'mm')} at most, epoch ${String(epoch)}`,
    },
    try: { text: 'Make the cameras worse: 10 mm of noise.', link: '#/marker-fit?noise=10' },
  },
  walker: {
    see: 'Somebody walks on a treadmill as was recorded. Motors in the joints hold to the record: their loads are the torques of the muscles.',
    holds: {
      text: 'The feet bear the weight, but for the little that may hold the pelvis besides.',
      formula: 'ΣF = m g',
      measured: ({ maxKneeTorque, supportShare }) =>
        Number(supportShare) > 0
          ? `${quantity(Number(supportShare) * 100, '%')} of the weight; knees give up to ${quantity(maxKneeTorque, 'N m')}`
          : '',
    },
    try: { text: 'Let nothing but its feet hold it: it walks a few steps until it falls.', link: '#/walker?residual=0' },
  },
};

/** Of a chain: the first and the last turn, rad. */
function endsOf(turns: number | number[] | undefined): string {
  return Array.isArray(turns) && turns.length > 1 ? `${turns[0].toFixed(2)} … ${turns[turns.length - 1].toFixed(2)} rad` : '';
}
