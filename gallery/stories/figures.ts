// Stories of figures that are made from records of movement.
import { metres, percent, quantity, type Stories } from './story.ts';

export const figures: Stories = {
  'marker-fit': {
    see: 'A skeleton of two legs is fitted to noisy markers. Its joints start 10 cm off and converge epoch by epoch.',
    holds: {
      text: 'Every bone has the same length in all frames.',
      formula: '|c_jk − c_jl| = const',
      measured: ({ epoch, maxLengthError }) => `bones off by ${metres(maxLengthError)} at most, epoch ${quantity(epoch, '')}`,
    },
    try: { text: 'Make the cameras worse: 10 mm of noise.', link: '#/marker-fit?noise=10' },
  },
  walker: {
    see: 'A recorded walk on a treadmill: motors in the joints follow it, and their torques are those of the muscles.',
    holds: {
      text: 'The feet carry the weight, except for a small residual force on the pelvis.',
      formula: 'ΣF = m g',
      measured: ({ maxKneeTorque, supportShare }) =>
        Number(supportShare) > 0 ? `${percent(supportShare)} of the weight; knee torque up to ${quantity(maxKneeTorque, 'N m')}` : '',
    },
    try: { text: 'Let the feet alone support it: it walks a few steps and falls.', link: '#/walker?residual=0' },
  },
};
