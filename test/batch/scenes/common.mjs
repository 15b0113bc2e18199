// What the scenes for these tests have in common: nothing but what is wrong with them.
export const scene = (name, build) => ({
  name,
  description: 'Something goes wrong.',
  feature: 'free bodies and sensors',
  parameters: {},
  frames: 60,
  dt: 1 / 60,
  build: (world) => {
    world.addBody({ mass: 1 });
    return { measures: () => ({}), ...build(world) };
  },
});
