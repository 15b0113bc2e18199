// A scene of your own: npx holonomic sweep ./pendulum.mjs --grid length=0.5:2:0.5
import { BallJoint, Sphere } from 'holonomic';
import { defineScene } from 'holonomic/batch';

export default defineScene({
  name: 'pendulum',
  description: 'A ball on a rod that swings.',
  feature: 'pendulums and chains',
  parameters: {
    length: { description: 'of the rod', unit: 'm', default: 1, min: 0.1, max: 10 },
    drag: { description: 'damping of the swing', unit: '1/s', default: 0, min: 0, max: 10 },
  },
  frames: 600,
  dt: 1 / 60,
  build(world, { drag, length }) {
    const ball = world.addBody({ shape: new Sphere(0.05), mass: 1, position: [length, 0, 0], linearDamping: drag });
    world.addJoint(new BallJoint({ b: ball, anchor: [0, 0, 0] }));
    const start = world.totalEnergy;
    // Without `afterStep` all that the measures need is in the world, so runs go on from snapshots.
    return {
      measures: () => ({ angle: Math.atan2(ball.position[0], -ball.position[1]), energyLost: start - world.totalEnergy }),
    };
  },
});
