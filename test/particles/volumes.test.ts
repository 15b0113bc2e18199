// Closed surfaces with pressure: by kernels and in TypeScript.
import { describe, expect, test } from 'vitest';
import { HalfSpace, World } from '../../bindings/index.ts';
import { SoftBody } from '../../bindings/particle/index.ts';
import { ballMesh, enclosedVolume } from '../../scenes/meshes.ts';

const H = 1 / 60;
const MESH = ballMesh(0.3, 4);

const farthest = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((most, x, k) => Math.max(most, Math.abs(x - b[k])), 0);

const SCENES = {
  'a balloon that falls': { inflation: 1.3, compliance: 1e-4 },
  'a soft one that is damped': { inflation: 1.1, volumeCompliance: 1e-6, stiffnessDamping: 0.01, compliance: 1e-3 },
  'one that is pinned, far from the origin': { inflation: 0.8, pinned: [0, 5], position: [1000, 0.5, -700] },
} as const;

async function run(backend: 'wasm' | 'reference', precision: 'single' | 'double', options: object, steps: number) {
  const world = await World.create({ backend, precision, substeps: 5 });
  world.addBody({ type: 'static', shape: new HalfSpace() });
  const body = world.addParticles(
    new SoftBody({ mesh: MESH, kind: 'pressure', position: [0, 0.5, 0], density: 5, canSleep: false, ...options }),
  );
  for (let k = 0; k < steps; k++) world.step(H);
  expect(body.frozen).toBe(false);
  return { positions: Float64Array.from(body.positions), pressure: body.pressure(0) };
}

describe.each(Object.entries(SCENES))('%s', (_, options) => {
  test('is the same by kernels of double precision and in TypeScript', async () => {
    const [kernels, plain] = await Promise.all([run('wasm', 'double', options, 20), run('reference', 'double', options, 20)]);
    expect(farthest(kernels.positions, plain.positions)).toBeLessThan(1e-8);
    expect(Math.abs(kernels.pressure / plain.pressure - 1)).toBeLessThan(1e-6);
  });

  test('is near it in single precision', async () => {
    const [single, plain] = await Promise.all([run('wasm', 'single', options, 5), run('reference', 'double', options, 5)]);
    expect(farthest(single.positions, plain.positions)).toBeLessThan(1e-4);
    expect(Math.abs(single.pressure / plain.pressure - 1)).toBeLessThan(1e-2);
  });
});

test.each(['single', 'double'] as const)('a surface that is inflated encloses that volume (%s)', async (precision) => {
  const world = await World.create({ precision, gravity: [0, 0, 0] });
  const soft = { compliance: 1e-2, stiffnessDamping: 0, damping: 5, canSleep: false } as const;
  const body = world.addParticles(new SoftBody({ mesh: MESH, kind: 'pressure', inflation: 1.2, ...soft }));
  for (let k = 0; k < 120; k++) world.step(H);
  const surface = body.updateSurface(new Float64Array(3 * body.surfaceVertexCount));
  expect(enclosedVolume(surface, MESH.triangles) / enclosedVolume(MESH.positions, MESH.triangles)).toBeCloseTo(1.2, 3);
});
