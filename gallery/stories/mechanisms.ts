// Joints and mechanisms.
import { metres, quantity, type Stories } from './story.ts';

export const mechanisms: Stories = {
  'joint-zoo': {
    see: 'Joints of nine kinds, with limits, springs and motors of their own.',
    holds: {
      text: 'None exceeds its limits, and every spring deflects in proportion to its load.',
      formula: 'q ≤ q_max',
      measured: ({ limitViolation }) => `violated by ${quantity(limitViolation, 'm or rad')} at most`,
    },
    try: { text: 'Pull a bar against its limit: it does not give.' },
  },
  sculpture: {
    see: 'Balls roll down wires, tip two arms and turn a wheel; a lift brings them up again, one at a time.',
    holds: {
      text: 'None is lost, and the lift does the work for every round.',
      formula: 'W ≥ m g h',
      measured: ({ raised, lost, liftWork, liftedEnergy }) =>
        `${quantity(liftWork, 'J')} for ${quantity(liftedEnergy, 'J')}; ${quantity(raised, '')} raised, ${quantity(lost, '')} lost`,
    },
    try: { text: 'Put in more balls, or pull one off its track.', link: '#/sculpture?balls=14' },
  },
  steering: {
    see: 'A ten-gram servo arm steers two 7.6 kg wheels through tie rods.',
    holds: {
      text: 'A mass ratio of 1 : 760, and the linkage does not stretch.',
      formula: 'φ_wheel = φ_servo',
      measured: ({ stretch }) => `stretched by ${metres(stretch)} at most`,
    },
    try: { text: 'Turn the servo ten times as fast.', link: '#/steering?speed=50&torque=1000' },
  },
  'gear-train': {
    see: 'A motor turns a gear with 12 teeth; a brake acts on one with 48.',
    holds: {
      text: 'Speeds are inversely proportional to the numbers of teeth.',
      formula: 'ω₄ / ω₁ = −12 / 48',
      measured: ({ speed }) => (Array.isArray(speed) && speed[0] ? `measured ${quantity(speed[3] / speed[0], '')}` : ''),
    },
    try: { text: 'Brake harder than the motor can turn: it stalls.', link: '#/gear-train?brake=60' },
  },
  'rack-and-pinion': {
    see: 'A pinion drives a rack against a spring until the motor stalls.',
    holds: {
      text: 'At stall, the spring force balances the motor torque.',
      formula: 'x = τ / (r k)',
      measured: ({ offset, expectedOffset }) => `${metres(expectedOffset)}; measured ${metres(offset)}`,
    },
    try: { text: 'Give the motor twice the torque.', link: '#/rack-and-pinion?torque=8' },
  },
  pulley: {
    see: 'Three kilograms on one side of a rope, two on the other.',
    holds: {
      text: 'Both accelerate as in Atwood’s machine.',
      formula: 'a = g (m₁ − m₂) / (m₁ + m₂)',
      measured: ({ acceleration, expectedAcceleration }) =>
        `${quantity(expectedAcceleration, 'm/s²')}; measured ${quantity(acceleration, 'm/s²')}`,
    },
    try: { text: 'Make the masses equal: nothing moves until you pull.', link: '#/pulley?left=2' },
  },
  'screw-jack': {
    see: 'A motor turns a spindle, which lifts 200 kg.',
    holds: {
      text: 'The torque is that of an ideal screw.',
      formula: 'τ = m g × lead / 2π',
      measured: ({ motorTorque, expectedTorque }) => `${quantity(expectedTorque, 'N m')}; measured ${quantity(motorTorque, 'N m')}`,
    },
    try: { text: 'A coarser thread lifts faster, and takes more torque.', link: '#/screw-jack?lead=0.05' },
  },
  'slider-crank': {
    see: 'A motor turns a crank, and a rod moves a slider back and forth.',
    holds: {
      text: 'The position of the slider follows from the angle of the crank.',
      formula: 'x = r cos φ + √(l² − r² sin² φ)',
      measured: ({ position, expectedPosition }) => `${metres(expectedPosition)}; measured ${metres(position)}`,
    },
    try: { text: 'Make the rod barely longer than the crank.', link: '#/slider-crank?rod=1.2' },
  },
  'four-bar': {
    see: 'A motor turns the short bar of a four-bar linkage, and the rocker swings.',
    holds: {
      text: 'The rocker follows the closed form, and the loop stays closed.',
      formula: 'ψ = ψ(φ)',
      measured: ({ rockerAngle, expectedRockerAngle }) =>
        `${quantity(expectedRockerAngle, 'rad')}; measured ${quantity(rockerAngle, 'rad')}`,
    },
    try: { text: 'Show the forces in its pins.', link: '#/four-bar?layers=forces' },
  },
  'scissor-lift': {
    see: 'A servo pulls the feet of a scissor lift together, and the plate rises.',
    holds: {
      text: 'Six pairs of 1 kg bars lift 100 kg without sagging.',
      formula: 'h = 6 √(l² − w²)',
      measured: ({ height, sag }) => `${metres(height)}, off by ${metres(sag)}`,
    },
    try: { text: 'Load it with ten tonnes.', link: '#/scissor-lift?load=10000' },
  },
  winch: {
    see: 'Three cables of 64 capsules each wind onto a drum and lift a weight.',
    holds: {
      text: 'The weight rises by the length wound up; the cables hardly stretch.',
      formula: 'h = r φ',
      measured: ({ wound, lift }) => `${metres(wound)}; measured ${metres(lift)}`,
    },
    try: { text: 'Lift ten times the weight.', link: '#/winch?ratio=3000' },
  },
  'robot-arm': {
    see: 'A gripper holds on to a box that moves out of reach.',
    holds: {
      text: 'The arm stretches, stays within its limits, and comes back.',
      formula: 'reach = 3 m',
      measured: ({ gap, jointError }) => `gap to the box ${metres(gap)}, joints off by ${metres(jointError)}`,
    },
    try: { text: 'Let the target jump instead of glide.', link: '#/robot-arm?path=jump&compliance=0.00001' },
  },
  'ik-chain': {
    see: 'Two chains reach for the same moving target.',
    holds: {
      text: 'The lower one minimizes kinetic energy, the upper one the joint angles.',
      formula: 'min qᵀ M q',
      measured: ({ iterationsWeighted, iterationsUnweighted }) =>
        `${quantity(iterationsWeighted, 'iterations')} below, ${quantity(iterationsUnweighted, 'above')}`,
    },
    try: { text: 'Give them 30 links.', link: '#/ik-chain?links=30' },
  },
  'ragdoll-tracking': {
    see: 'A figure follows an animation with muscles of limited strength while balls are thrown at it.',
    holds: {
      text: 'No muscle exceeds its strength.',
      formula: '|τ| ≤ τ_max',
      measured: ({ errorNow, saturatedFrames }) =>
        `pose off by ${quantity(errorNow, 'rad')}; saturated in ${quantity(saturatedFrames, 'frames')}`,
    },
    try: { text: 'Reduce its strength to a tenth.', link: '#/ragdoll-tracking?strength=0.1' },
  },
  excavator: {
    see: 'Three hydraulic cylinders and a slewing drive move a bucket with a ball in it.',
    holds: {
      text: 'The position of the tip follows from the lengths of the cylinders.',
      formula: 'x = f(l₁, l₂, l₃)',
      measured: ({ tipError, tipSpeed }) => `off by ${metres(tipError)} at ${quantity(tipSpeed, 'm/s')}`,
    },
    try: { text: 'Put a hundred tonnes into the bucket.', link: '#/excavator?load=100000' },
  },
  'heavy-robot': {
    see: 'A robot whose body weighs 10 000 times as much as a shin drops onto its feet.',
    holds: {
      text: 'It stands where it landed, with a quarter of the weight on each foot.',
      formula: 'F = m g / 4',
      measured: ({ slip, tilt }) => `slipped by ${metres(slip)}, tilted by ${quantity(tilt, 'rad')}`,
    },
    try: { text: 'Make it a million times as heavy as a shin.', link: '#/heavy-robot?ratio=1000000' },
  },
  'caterpillar-track': {
    see: 'Two closed tracks of 48 hinged links carry a vehicle over beams.',
    holds: {
      text: 'Friction alone drives the tracks, and they stay on their sprockets.',
      formula: 'v = ω r',
      measured: ({ jointError, derailed }) => `link gap ${metres(jointError)}, off its sprockets by ${metres(derailed)}`,
    },
    try: { text: 'Turn on the spot.', link: '#/caterpillar-track?turn=1&speed=1' },
  },
  rover: {
    see: 'A rover with four-wheel drive and suspension drives over bumps and crates.',
    holds: {
      text: 'It follows the curve that its steering angle predicts.',
      formula: 'κ = tan δ / wheelbase',
      measured: ({ curvature, expectedCurvature }) => `${quantity(expectedCurvature, '1/m')}; measured ${quantity(curvature, '1/m')}`,
    },
    try: { text: 'Drive it yourself: press D, then use the arrow keys.' },
  },
  car: {
    see: 'A car on soft tyres drives around a winding course; a two-gram servo arm steers it.',
    holds: {
      text: 'The tyres flatten, and the steering linkage does not stretch.',
      formula: 'stretch = 0',
      measured: ({ stretch, steering }) => `${metres(stretch)}, steering ${quantity(steering, 'rad')}`,
    },
    try: { text: 'Drive faster.', link: '#/car?speed=4' },
  },
  'urdf-arm': {
    see: 'The tool of a six-axis arm, loaded from a URDF file, follows a target.',
    holds: {
      text: 'The joint limits and efforts given in the file are never exceeded.',
      formula: 'q̇ = J⁺ ẋ',
      measured: ({ gap, effortPassed }) => `tool off by ${metres(gap)}, effort exceeded by ${quantity(effortPassed, 'N m')}`,
    },
    try: { text: 'Give it 5 kg to carry.', link: '#/urdf-arm?target=on a spring&payload=5' },
  },
  quadruped: {
    see: 'A four-legged robot, loaded from a URDF file, trots.',
    holds: {
      text: 'Twelve servos place its feet; contact and friction do the rest.',
      formula: 'v = 0.5 m/s',
      measured: ({ meanSpeed, largestEffort }) => `${quantity(meanSpeed, 'm/s')} on average, up to ${quantity(largestEffort, 'N m')}`,
    },
    try: { text: 'Let it step faster.', link: '#/quadruped?frequency=4' },
  },
};
