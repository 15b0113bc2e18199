// Ropes, cloth and soft bodies; free bodies and sensors.
import { metres, percent, quantity, type Stories } from './story.ts';

export const softAndFree: Stories = {
  'rope-three': {
    see: 'A slack rope of three nodes is pulled tight in two ways.',
    holds: {
      text: 'One constraint on the total length achieves at once what takes pairwise constraints many iterations.',
      formula: 'Σ lᵢ ≤ L',
      measured: ({ heightTotal, heightPairwise }) => `${metres(heightTotal)} against ${metres(heightPairwise)}`,
    },
    try: { text: 'Pull the middle node down.' },
  },
  cloth: {
    see: 'A cloth of 400 nodes hangs under a gravity of 100 m/s², solved with few iterations.',
    holds: {
      text: 'Constraints on the total lengths of rows and columns halve its stretch.',
      formula: 'stretch = l / l₀ − 1',
      measured: ({ meanStretch }) => `${percent(meanStretch)} on average`,
    },
    try: { text: 'Turn the total lengths off.', link: '#/cloth?lengths=off' },
  },
  flag: {
    see: 'A flag flies from a pole in gusts of wind.',
    holds: {
      text: 'Drag and lift act on every triangle.',
      formula: 'F = ½ ρ c A v²',
      measured: ({ meanSpeed }) => `the cloth moves at ${quantity(meanSpeed, 'm/s')}`,
    },
    try: { text: 'Raise a storm of 30 m/s.', link: '#/flag?wind=30' },
  },
  curtain: {
    see: 'A curtain on a rail is pulled back and forth over spheres.',
    holds: {
      text: 'It drapes over them without passing through.',
      formula: 'stretch = l / l₀ − 1',
      measured: ({ meanStretch }) => `${percent(meanStretch)} on average`,
    },
    try: { text: 'Throw a ball through it: press T.' },
  },
  'ball-and-net': {
    see: 'Balls are kicked at 20 m/s into the net of a goal.',
    holds: {
      text: 'The net gives way and catches every one of them.',
      formula: 'depth < slack',
      measured: ({ farthestBehind }) => `${metres(farthestBehind)} behind the line at most`,
    },
    try: { text: 'Kick twice as hard.', link: '#/ball-and-net?speed=40' },
  },
  trampoline: {
    see: 'Dolls fall onto an elastic sheet and are thrown back up.',
    holds: {
      text: 'Particles and rigid bodies interact in one solver.',
      formula: 'F_cloth = −F_doll',
      measured: ({ deepest, thrown }) => `down by ${metres(deepest)}, up again by ${metres(thrown)}`,
    },
    try: { text: 'Throw another doll onto it: press T.' },
  },
  'soft-bunny': {
    see: 'Bunnies, from firm to floppy, fall down steps and onto each other.',
    holds: {
      text: 'Every cell resists deformation; compliance sets how much.',
      formula: 'C = α λ',
      measured: ({ meanSpeed }) => `mean speed ${quantity(meanSpeed, 'm/s')}`,
    },
    try: { text: 'Use bunnies made of tetrahedra instead.', link: '#/soft-bunny?kind=tetrahedra' },
  },
  'tetra-bar': {
    see: 'A bar of tetrahedra is twisted and released.',
    holds: {
      text: 'It unwinds and conserves its volume.',
      formula: 'V / V₀ = 1',
      measured: ({ volume }) => `measured ${quantity(volume, '')}`,
    },
    try: { text: 'Twist it by two turns.', link: '#/tetra-bar?turns=2' },
  },
  'jelly-pile': {
    see: 'Soft and rigid cubes and balls fall into one box.',
    holds: {
      text: 'They rest on each other, whatever they are made of.',
      formula: 'v → 0',
      measured: ({ restSpeed, softSpeed }) => `rigid ${quantity(restSpeed, 'm/s')}, soft ${quantity(softSpeed, 'm/s')}`,
    },
    try: { text: 'Make the jelly ten times softer.', link: '#/jelly-pile?compliance=0.002' },
  },
  balloons: {
    see: 'Balloons in a box are inflated and lift the crates on top of them.',
    holds: {
      text: 'Pressure acts on every triangle of their skins.',
      formula: 'p V = n R T',
      measured: ({ meanPressure, heightOfBoxes }) => `${quantity(meanPressure, 'Pa')}, crates at ${metres(heightOfBoxes)}`,
    },
    try: { text: 'Pop them: press T, or click Pop, with the pointer on a balloon.' },
  },
  'free-bodies': {
    see: 'Three books spin freely, each about a different axis.',
    holds: {
      text: 'The one about its intermediate axis flips; all conserve angular momentum.',
      formula: 'dL / dt = 0',
      measured: ({ momentumDrift, flipTimes }) =>
        `drift ${percent(momentumDrift)}${Array.isArray(flipTimes) && flipTimes.length > 0 ? `, flipped at ${quantity(flipTimes[0], 's')}` : ''}`,
    },
    try: { text: 'Disturb it less: it flips later.', link: '#/free-bodies?disturbance=0.0001' },
  },
  sensors: {
    see: 'A ball glides through three gates that detect it without stopping it.',
    holds: {
      text: 'Each gate reports one begin event and one end event.',
      formula: 'Δv = 0',
      measured: ({ entries, exits, slowedBy }) =>
        `${quantity(entries, 'begun')}, ${quantity(exits, 'ended')}, slowed by ${quantity(slowedBy, 'm/s')}`,
    },
    try: { text: 'Fly through at 100 m/s.', link: '#/sensors?speed=100' },
  },
};
