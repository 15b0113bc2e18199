// Contacts and friction; stacks and piles.
import { metres, percent, quantity, type Stories } from './story.ts';

export const contacts: Stories = {
  incline: {
    see: 'Boxes with increasing friction on a slope; a ball and a cylinder roll down beside them.',
    holds: {
      text: 'Below the friction angle a box sticks; above it, it slides.',
      formula: 'a = g (sin α − µ cos α)',
      measured: ({ acceleration, expectedAcceleration }) =>
        Array.isArray(acceleration) && Array.isArray(expectedAcceleration)
          ? `${quantity(expectedAcceleration[0], 'm/s²')}; measured ${quantity(acceleration[0], 'm/s²')}`
          : '',
    },
    try: { text: 'Make the slope steeper, and see which of them still stick.', link: '#/incline?slope=35' },
  },
  bounce: {
    see: 'Balls with restitutions of 0, 0.5, 0.9 and 1 are dropped.',
    holds: {
      text: 'Each bounces back to e² of the height it fell from.',
      formula: 'h₁ = e² h₀',
      measured: ({ firstHeight }) =>
        Array.isArray(firstHeight) ? `${firstHeight.map((height) => quantity(height, '')).join(', ')} m so far` : '',
    },
    try: { text: 'Drop them from 100 m.', link: '#/bounce?height=100' },
  },
  cradle: {
    see: 'One ball hits four; one ball leaves.',
    holds: {
      text: 'Only one ball satisfies both momentum and energy.',
      formula: 'h_last / h_first = 1',
      measured: ({ heightError, restError }) => `off by ${percent(heightError)}; the others keep ${percent(restError)} of the speed`,
    },
    try: { text: 'Pull two balls aside with the mouse, and release them.' },
  },
  coin: {
    see: 'A coin wobbles faster and faster as it sinks, until it lies flat.',
    holds: {
      text: 'The rate of the wobble grows as the tilt vanishes.',
      formula: 'Ω² ∝ 1 / sin α',
      measured: ({ rateError, wobbleTime }) => `off by ${percent(rateError)}, down after ${quantity(wobbleTime, 's')}`,
    },
    try: { text: 'Start it steeper.', link: '#/coin?tilt=60' },
  },
  'overlapping-start': {
    see: 'Marbles start inside the wires of their track.',
    holds: {
      text: 'They are pushed out gently, and stay on the track.',
      formula: 'v_out ≈ 0',
      measured: ({ maxRise }) => `pushed out at ${quantity(maxRise, 'm/s')} at most`,
    },
    try: { text: 'Start them twice as deep.', link: '#/overlapping-start?depth=0.6' },
  },
  'marble-run': {
    see: 'Marbles race down two wires and through the turns of a coil.',
    holds: {
      text: 'They take a quarter of a turn per frame, and none is lost.',
      formula: 'gap to the track = 0',
      measured: ({ maxDistance, turnsPerFrame }) => `${metres(maxDistance)} at ${quantity(turnsPerFrame, 'turns per frame')}`,
    },
    try: { text: 'Start them from 5 m.', link: '#/marble-run?height=5' },
  },
  'mesh-roll': {
    see: 'A marble rolls over a level mesh of many triangles.',
    holds: {
      text: 'It does not feel their edges.',
      formula: 'bump = 0',
      measured: ({ bump, aside }) => `bump ${metres(bump)}, off its line by ${metres(aside)}`,
    },
    try: { text: 'Try a hundred thousand triangles.', link: '#/mesh-roll' },
  },
  conveyor: {
    see: 'Boxes with different friction are placed on a moving belt.',
    holds: {
      text: 'Each slips until it matches the speed of the belt.',
      formula: 'lag = v² / (2 µ g)',
      measured: ({ lag, expectedLag }) =>
        Array.isArray(lag) && Array.isArray(expectedLag) ? `${quantity(expectedLag[0], 'm')}; measured ${quantity(lag[0], 'm')}` : '',
    },
    try: { text: 'Run the belt twice as fast.', link: '#/conveyor?speed=4' },
  },
  'bullet-wall': {
    see: 'Bullets one centimetre wide hit a sheet one millimetre thick.',
    holds: {
      text: 'Continuous detection: none tunnels through.',
      formula: 'passed = 0',
      measured: ({ passed }) => `measured ${quantity(passed, '')} of 24`,
    },
    try: { text: 'Fire them at 2000 m/s.', link: '#/bullet-wall?speed=2000' },
  },
  'box-tower': {
    see: 'Twenty boxes are stacked, each slightly offset from the one below.',
    holds: {
      text: 'Contacts and friction alone keep the tower still.',
      formula: 'drift = 0',
      measured: ({ topDrift, topSink }) => `top moved by ${metres(topDrift)}, sank by ${metres(topSink)}`,
    },
    try: { text: 'Knock it down: press T to throw a ball, or pull out a box.' },
  },
  pyramid: {
    see: 'Rows of boxes, each one box shorter than the row below.',
    holds: {
      text: '210 boxes, and none creeps.',
      formula: 'drift = 0',
      measured: ({ maxDrift }) => `${metres(maxDrift)} at most`,
    },
    try: { text: 'Throw a ball into it: press T.' },
  },
  'heavy-on-light': {
    see: 'The top box weighs as much as a hundred of the ones below.',
    holds: {
      text: 'The light boxes carry it.',
      formula: 'F = (m_top + n m) g',
      measured: ({ topSink, topDrift }) => `sank by ${metres(topSink)}, drifted by ${metres(topDrift)}`,
    },
    try: { text: 'Make it ten times heavier still.', link: '#/heavy-on-light?ratio=1000' },
  },
  pile: {
    see: 'A thousand boxes, balls, capsules and hulls fall into a yard.',
    holds: {
      text: 'They come to rest and fall asleep.',
      formula: 'v → 0',
      measured: ({ restSpeed, penetration }) => `${quantity(restSpeed, 'm/s')}, penetration ${metres(penetration)}`,
    },
    try: { text: 'Throw a ball at the pile: press T.' },
  },
  spheres: {
    see: 'Ten thousand loosely packed balls fall and spread out.',
    holds: {
      text: 'None passes through the floor.',
      formula: 'lost = 0',
      measured: ({ lost, meanSpeed }) => `${quantity(lost, 'lost')}, mean speed ${quantity(meanSpeed, 'm/s')}`,
    },
    try: { text: 'Play with a tenth of them, which runs faster.', link: '#/spheres?count=1000' },
  },
  'ragdoll-pile': {
    see: 'A hundred dolls made of eleven capsules each fall into a yard.',
    holds: {
      text: 'A thousand joints with limits, and none comes apart.',
      formula: 'gap = 0',
      measured: ({ maxJointGap }) => `maximum gap ${metres(maxJointGap)}`,
    },
    try: { text: 'Throw a doll into the pile: press T.' },
  },
  'ragdoll-stairs': {
    see: 'Figures made of 17 capsules tumble down a flight of stairs.',
    holds: {
      text: 'No joint comes apart, however hard they hit a step.',
      formula: 'gap = 0',
      measured: ({ maxJointGap, fastest }) => `maximum gap ${metres(maxJointGap)} at up to ${quantity(fastest, 'm/s')}`,
    },
    try: { text: 'Throw another one down the stairs: press T.' },
  },
  'wrecking-ball': {
    see: 'A 1.5-tonne ball on a chain of 5 kg links hits a wall of loose bricks.',
    holds: {
      text: 'The speed of the ball follows from its height, and the chain does not stretch.',
      formula: 'v = √(2 g h)',
      measured: ({ impactSpeed, freeSpeed, stretch }) =>
        Number(impactSpeed) > 0
          ? `${quantity(freeSpeed, 'm/s')}; measured ${quantity(impactSpeed, 'm/s')}, stretch ${metres(stretch)}`
          : '',
    },
    try: { text: 'Make the ball nearly seven times as heavy, and look at the stretch again.', link: '#/wrecking-ball?mass=10000' },
  },
  trebuchet: {
    see: 'A two-tonne counterweight falls, and a beam with a sling hurls a 10 kg stone at a wall of loose bricks.',
    holds: {
      text: 'The stone gains at most the energy the counterweight loses, and no joint opens at a mass ratio of 70 000 : 1.',
      formula: '½ m v² ≤ M g h',
      measured: ({ efficiency, releaseSpeed, range, jointError }) =>
        Number(releaseSpeed) > 0
          ? `${percent(efficiency)} at ${quantity(releaseSpeed, 'm/s')}; range ${metres(range)}, joints ${metres(jointError)}`
          : '',
    },
    try: {
      text: 'Press D, aim with the up and down arrows, and press Enter to fire again. The stone flies farthest at 135°.',
      link: '#/trebuchet?release=135&distance=300',
    },
  },
};
