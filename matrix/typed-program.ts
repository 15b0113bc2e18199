// A program that uses the types of every entry, as a module and as CommonJS.

const LINES = `const options: WorldOptions = { precision: 'double', gravity: { x: 0, y: -9.81, z: 0 } };
export async function main(): Promise<number> {
  const world: World = await World.create(options);
  const body: Body = world.addBody({ shape: new Sphere(1), position: new Float32Array(3) });
  const hinge: HingeJoint = world.addJoint(new HingeJoint({ a: body, anchor: [0, 0, 0], axis: [0, 1, 0], limits: { lower: 0 } }));
  const sets: readonly ParticleSet[] = particleSets(world);
  const lines: DebugLines = debugLines(world, { layers: ['links'], size: 0.2 });
  const plane: World2D = await World2D.create();
  const small: World = await Single.create({ solver: 'tgs' });
  const layers: readonly DebugLayer[] = DEBUG_LAYERS;
  // @ts-expect-error an option that does not exist
  world.addBody({ weight: 1 });
  // @ts-expect-error not a member for users
  world.memory;
  // @ts-expect-error two numbers are no text
  const text: string = hinge.angle;
  return hinge.angle + sets.length + lines.count + layers.length + Number(plane instanceof World2D) + small.time + text.length;
}
`;

const NAMES: [string, string][] = [
  ['type Body, HingeJoint, Sphere, World, type WorldOptions', 'holonomic'],
  ['type ParticleSet, particleSets', 'holonomic/particles'],
  ['DEBUG_LAYERS, type DebugLayer, type DebugLines, debugLines', 'holonomic/debug'],
  ['World2D', 'holonomic/2d'],
  ['World as Single', 'holonomic/single'],
  ['IkTree', 'holonomic/control'],
  ['runBatch', 'holonomic/batch'],
];

const imports = NAMES.map(([names, from]) => `import { ${names} } from '${from}';`).join('\n');
/** Entries that only modules can load. */
const CANNON = `import * as CANNON from 'holonomic/cannon';
export const ball: CANNON.Body = new CANNON.Body({ mass: 1, shape: new CANNON.Sphere(1) });
`;

export const TYPED = { module: `${imports}\n${CANNON}${LINES}`, common: `${imports}\n${LINES}` };
