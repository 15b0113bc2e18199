import { BoxGeometry, CapsuleGeometry, SphereGeometry, TorusGeometry } from 'three';
import { describe, expect, test } from 'vitest';
import { Box, HolonomicError, type Quat, type Vec3, World } from '../../bindings/index.ts';
import { SoftBody, type SoftBodyOptions } from '../../bindings/particle/index.ts';
import { createBunny } from '../../scenes/bunny.ts';
import { ballMesh } from './ball.ts';

/** A box of these half edges, wound counter-clockwise. */
function boxMesh(half: Vec3): { positions: number[]; triangles: number[] } {
  const positions: number[] = [];
  for (let corner = 0; corner < 8; corner++) positions.push(...half.map((edge, axis) => ((corner >>> axis) & 1 ? edge : -edge)));
  const faces = [0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6];
  const triangles: number[] = [];
  for (let k = 0; k < 24; k += 4) triangles.push(faces[k], faces[k + 1], faces[k + 2], faces[k], faces[k + 2], faces[k + 3]);
  return { positions, triangles };
}

const bunnyMesh = () => {
  const { mesh } = createBunny(1);
  return { positions: mesh.vertices, triangles: mesh.indices };
};
const sum = (numbers: ArrayLike<number>) => Array.from(numbers).reduce((all, one) => all + one, 0);
const volumeOf = ({ positions: x, triangles }: { positions: ArrayLike<number>; triangles: ArrayLike<number> }) => {
  let six = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const [p, q, r] = [0, 1, 2].map((corner) => [0, 1, 2].map((axis) => x[3 * triangles[k + corner] + axis]));
    six += p[0] * (q[1] * r[2] - q[2] * r[1]) + p[1] * (q[2] * r[0] - q[0] * r[2]) + p[2] * (q[0] * r[1] - q[1] * r[0]);
  }
  return six / 6;
};
const farthest = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((most, value, k) => Math.max(most, Math.abs(value - b[k])), 0);

const TURN: Quat = [0.18, 0.36, -0.54, Math.sqrt(1 - 0.18 ** 2 - 0.36 ** 2 - 0.54 ** 2)];
const rotated = ([qx, qy, qz, qw]: Quat, [x, y, z]: number[]): Vec3 => {
  const [tx, ty, tz] = [2 * (qy * z - qz * y), 2 * (qz * x - qx * z), 2 * (qx * y - qy * x)];
  return [x + qw * tx + qy * tz - qz * ty, y + qw * ty + qz * tx - qx * tz, z + qw * tz + qx * ty - qy * tx];
};

const KINDS: Record<string, () => SoftBodyOptions> = {
  'lattice in a box': () => ({ mesh: boxMesh([0.5, 0.25, 0.3]), resolution: 7 }),
  'lattice in a bunny': () => ({ mesh: bunnyMesh(), resolution: 12 }),
  'tetrahedra of a lattice': () => ({ kind: 'tetrahedra', mesh: ballMesh(0.5, 2), resolution: 6 }),
  'given tetrahedra': () => ({
    kind: 'tetrahedra',
    mesh: boxMesh([0.4, 0.4, 0.4]),
    tetrahedra: {
      positions: boxMesh([0.5, 0.5, 0.5]).positions,
      corners: [0, 6, 5, 3, 1, 0, 3, 5, 2, 0, 6, 3, 4, 0, 5, 6, 7, 3, 6, 5],
    },
  }),
  pressure: () => ({ kind: 'pressure', mesh: ballMesh(0.5, 2) }),
};

describe.each(Object.entries(KINDS))('%s', (_, made) => {
  test.each(['wasm', 'reference'] as const)('rests where nothing pulls (%s)', async (backend) => {
    const world = await World.create({ precision: 'double', backend, gravity: [0, 0, 0] });
    const body = world.addParticles(new SoftBody({ ...made(), position: [0.3, 1, -2], orientation: TURN, canSleep: false }));
    const before = body.positions.slice();
    for (let k = 0; k < 10; k++) world.step(1 / 60);
    expect(farthest(body.positions, before)).toBeLessThan(1e-12);
    world.dispose();
  });

  test('its skin is the mesh at rest, and goes along with what moves all of it', async () => {
    const world = await World.create({ precision: 'double' });
    const options = made();
    const body = world.addParticles(new SoftBody({ ...options, position: [0.3, 1, -2], orientation: TURN }));
    const { positions, triangles } = options.mesh;
    expect(body.surfaceVertexCount).toBe(positions.length / 3);
    expect(Array.from(body.surfaceTriangles)).toEqual(Array.from(triangles));
    const out = new Float64Array(positions.length);
    expect(body.updateSurface(out)).toBe(out);
    const expected = (place: (point: number[]) => number[]) =>
      Array.from({ length: positions.length / 3 }, (_, k) => place([positions[3 * k], positions[3 * k + 1], positions[3 * k + 2]])).flat();
    const placed = (point: number[]) => rotated(TURN, point).map((value, axis) => value + [0.3, 1, -2][axis]);
    expect(farthest(out, expected(placed))).toBeLessThan(1e-12);
    const x = body.positions;
    const moved = (point: number[]) => rotated([0.6, 0, 0, 0.8], point).map((value, axis) => value + [5, -1, 2][axis]);
    for (let k = 0; k < x.length; k += 3) x.set(moved([x[k], x[k + 1], x[k + 2]]), k);
    expect(
      farthest(
        body.updateSurface(out),
        expected((point) => moved(placed(point))),
      ),
    ).toBeLessThan(3e-12);
    world.dispose();
  });
});

test('masses are the density times the volume of what is simulated', async () => {
  const world = await World.create();
  const massOf = (options: SoftBodyOptions) => sum(world.addParticles(new SoftBody({ density: 300, ...options })).masses);
  const box = boxMesh([0.5, 0.25, 0.25]);
  expect(massOf({ mesh: box, resolution: 8 })).toBeCloseTo(300 * 0.25, 9);
  expect(massOf({ mesh: box, kind: 'tetrahedra', resolution: 8 })).toBeCloseTo(300 * 0.25, 9);
  const ball = ballMesh(0.5, 3);
  expect(massOf({ mesh: ball, kind: 'pressure' })).toBeCloseTo(300 * volumeOf(ball), 9);
  // A lattice of a bunny has its volume nearly, and the more so the finer it is.
  const bunny = bunnyMesh();
  const off = (resolution: number) => Math.abs(massOf({ mesh: bunny, resolution }) / (300 * volumeOf(bunny)) - 1);
  expect(off(20)).toBeLessThan(0.03);
  world.dispose();
});

test('cells have their middles inside, also where lines through the middles meet edges and corners', async () => {
  const world = await World.create();
  // The diagonals of the faces, and in the ball its corners, lie on such lines.
  const box = world.addParticles(new SoftBody({ mesh: boxMesh([0.5, 0.5, 0.5]), resolution: 5 }));
  expect(box.count).toBe(6 ** 3);
  const octahedron = {
    positions: [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1],
    triangles: [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5],
  };
  const cells = sum(world.addParticles(new SoftBody({ mesh: octahedron, resolution: 9, density: 729 / 8 })).masses);
  let inside = 0;
  const middle = (k: number) => (2 * k + 1) / 9 - 1;
  for (let i = 0; i < 9; i++)
    for (let j = 0; j < 9; j++)
      for (let k = 0; k < 9; k++) if (Math.abs(middle(i)) + Math.abs(middle(j)) + Math.abs(middle(k)) < 1 - 1e-9) inside++;
  expect(cells).toBeCloseTo(inside, 6);
  world.dispose();
});

test.each(['lattice', 'tetrahedra', 'pressure'] as const)(
  'takes the geometries of three.js, whose seams nearly meet (%s)',
  async (kind) => {
    const world = await World.create();
    for (const geometry of [
      new TorusGeometry(0.5, 0.2, 12, 24),
      new SphereGeometry(0.5),
      new CapsuleGeometry(0.3, 0.5),
      new BoxGeometry(),
    ]) {
      const mesh = { positions: geometry.attributes.position.array, triangles: geometry.index!.array };
      const body = world.addParticles(new SoftBody({ mesh, kind, resolution: kind === 'pressure' ? undefined : 6 }));
      const out = body.updateSurface(new Float32Array(mesh.positions.length));
      expect(farthest(out, mesh.positions)).toBeLessThan(2e-6);
    }
    world.dispose();
  },
);

test.each(['lattice', 'tetrahedra'] as const)('a beam of a %s that is held at one end keeps its shape', async (kind) => {
  const world = await World.create({ precision: 'double', substeps: 20 });
  const mesh = boxMesh([0.5, 0.1, 0.1]);
  const beam = new SoftBody({ mesh, kind, resolution: 10, compliance: 0, damping: 2 });
  world.addParticles(beam);
  const x = beam.positions.slice();
  for (let k = 0; k < beam.count; k++) if (x[3 * k] < -0.49) beam.pin(k);
  for (let k = 0; k < 120; k++) world.step(1 / 60);
  const sag = farthest(beam.positions, x);
  expect(sag).toBeGreaterThan(1e-6);
  expect(sag).toBeLessThan(0.1);
  world.dispose();
});

test('a balloon that is blown up further has a pressure, which its skin bears', async () => {
  const world = await World.create({ precision: 'double', gravity: [0, 0, 0], substeps: 20 });
  const mesh = ballMesh(0.5, 2);
  const inflation = 1.3;
  const made = {
    mesh,
    kind: 'pressure',
    density: 50,
    compliance: 2e-4,
    stiffnessDamping: 0,
    damping: 5,
    inflation,
    canSleep: false,
  } as const;
  const balloon = world.addParticles(new SoftBody(made));
  for (let k = 0; k < 600; k++) world.step(1 / 60);
  const surface = balloon.updateSurface(new Float64Array(mesh.positions.length));
  const volume = volumeOf({ positions: surface, triangles: mesh.triangles });
  expect(volume / volumeOf(mesh)).toBeCloseTo(inflation, 4);
  // Virtual work: p 3 V = Σ T l over the edges, for a growth of all lengths alike.
  const lengths = (x: ArrayLike<number>) => {
    const edges = new Map<string, number>();
    for (let k = 0; k < mesh.triangles.length; k += 3)
      for (let side = 0; side < 3; side++) {
        const [p, q] = [mesh.triangles[k + side], mesh.triangles[k + ((side + 1) % 3)]];
        edges.set([p, q].sort().join(' '), Math.hypot(...[0, 1, 2].map((axis) => x[3 * p + axis] - x[3 * q + axis])));
      }
    return [...edges.values()];
  };
  const [now, rest] = [lengths(surface), lengths(mesh.positions)];
  const work = sum(now.map((length, k) => balloon.tension(k) * length));
  expect((balloon.pressure(0) * 3 * volume) / work).toBeCloseTo(1, 2);
  // Tensions are those of the stretched edges, but for what one pass in a substep leaves.
  const springs = sum(now.map((length, k) => ((length - rest[k]) / made.compliance) * length));
  expect(work / springs).toBeGreaterThan(0.9);
  expect(work / springs).toBeLessThan(1.001);
  world.dispose();
});

describe('refuses', () => {
  const mesh = boxMesh([0.5, 0.5, 0.5]);
  const BAD: [string, string, unknown][] = [
    ['no mesh', 'invalid-argument', {}],
    ['a kind that there is not', 'invalid-argument', { mesh, kind: 'jelly' }],
    ['an open mesh', 'open-mesh', { mesh: { ...mesh, triangles: mesh.triangles.slice(3) } }],
    ['a mesh inside out', 'open-mesh', { mesh: { ...mesh, triangles: mesh.triangles.toReversed() } }],
    ['a flat mesh', 'degenerate-mesh', { mesh: { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2, 0, 2, 1] } }],
    ['a vertex that there is not', 'invalid-argument', { mesh: { ...mesh, triangles: [0, 1, 99] } }],
    ['cells of two sizes', 'invalid-argument', { mesh, resolution: 3, cellSize: 0.1 }],
    ['too many cells', 'invalid-argument', { mesh, cellSize: 1e-9 }],
    ['cells that are too large', 'invalid-argument', { mesh: ballMesh(0.5, 0), cellSize: 1e9, position: [0, 0, NaN] }],
    ['inflation of a lattice', 'invalid-argument', { mesh, inflation: 2 }],
    ['damping of a lattice', 'invalid-argument', { mesh, stiffnessDamping: 1 }],
    ['tetrahedra of a lattice', 'invalid-argument', { mesh, tetrahedra: { positions: mesh.positions, corners: [0, 1, 2, 4] } }],
    [
      'a flat tetrahedron',
      'degenerate-mesh',
      { mesh, kind: 'tetrahedra', tetrahedra: { positions: mesh.positions, corners: [0, 1, 2, 3] } },
    ],
    ['a loose point', 'degenerate-mesh', { mesh, kind: 'tetrahedra', tetrahedra: { positions: mesh.positions, corners: [0, 1, 2, 4] } }],
    ['a loose vertex', 'degenerate-mesh', { mesh: { ...mesh, positions: [...mesh.positions, 9, 9, 9] }, kind: 'pressure' }],
    ['a density of zero', 'invalid-argument', { mesh, density: 0 }],
    ['a negative compliance', 'invalid-argument', { mesh, compliance: -1 }],
    ['an option that there is not', 'invalid-argument', { mesh, softness: 1 }],
  ];
  test.each(BAD)('%s', (_, code, options) => {
    let error: unknown;
    try {
      new SoftBody(options as SoftBodyOptions);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(HolonomicError);
    expect((error as HolonomicError).code).toBe(code);
  });

  test('lists that its surface does not fit into, and writes nothing', async () => {
    const world = await World.create();
    const body = new SoftBody({ mesh });
    expect(() => body.updateSurface(new Float32Array(24))).toThrow(HolonomicError);
    world.addParticles(body);
    const hash = world.hash();
    const short = new Float32Array(23).fill(7);
    expect(() => body.updateSurface(short)).toThrow(/room for 24/);
    expect(short.every((value) => value === 7)).toBe(true);
    expect(() => body.updateSurface('x' as never)).toThrow(HolonomicError);
    expect(world.hash()).toBe(hash);
    world.dispose();
  });
});

test('hangs on a body, whose removal lets it go', async () => {
  const world = await World.create({ precision: 'double' });
  const hook = world.addBody({ type: 'kinematic', shape: new Box([0.1, 0.1, 0.1]), position: [0, 5, 0], collides: false });
  const body = new SoftBody({
    mesh: boxMesh([0.2, 0.2, 0.2]),
    position: [0, 4.8, 0],
    resolution: 2,
    attachments: [{ particle: 8, body: hook }],
  });
  world.addParticles(body);
  for (let k = 0; k < 60; k++) world.step(1 / 60);
  expect(body.positions[3 * 8 + 1]).toBeGreaterThan(4.5);
  world.removeBody(hook);
  for (let k = 0; k < 60; k++) world.step(1 / 60);
  expect(body.positions[3 * 8 + 1]).toBeLessThan(2);
  world.dispose();
});
