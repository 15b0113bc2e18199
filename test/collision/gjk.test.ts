import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileNearest } from './gjk-module.ts';
import { polytopeSeparation, searchedSeparation, separation } from './gjk-separation.ts';
import {
  add,
  Bench,
  type Core,
  cross,
  dot,
  hullFaces,
  IDENTITY,
  moved,
  norm,
  outside,
  polytope,
  prism,
  type Result,
  randomCore,
  randomNumbers,
  randomUnit,
  reach,
  scaled,
  Type,
  turn,
  type Vector,
} from './gjk-shapes.ts';

const TYPES = [Type.Sphere, Type.Capsule, Type.Box, Type.Cylinder, Type.Cone, Type.Hull, Type.Triangle];
let bench: Bench;

beforeAll(async () => {
  bench = new Bench(await compileNearest());
});

function pick(random: () => number): Type {
  return TYPES[Math.floor(random() * TYPES.length)];
}

/** Two random cores, one with its middle at `distance` of the size from the other's. */
function randomPair(seed: number, distance: (random: () => number) => number): { a: Core; b: Core; size: number; random: () => number } {
  const random = randomNumbers(seed);
  const scale = 10 ** (6 * random() - 3);
  const other = random() < 0.5 ? scale : 10 ** (6 * random() - 3);
  const aspect = random() < 0.5 ? 3 : 1000;
  const a = randomCore(pick(random), random, scale, aspect);
  const b = randomCore(pick(random), random, other, aspect);
  const size = Math.max(a.extent, b.extent) || 1;
  const middle = scaled(randomUnit(random), random() * size);
  return { a: moved(a, middle), b: moved(b, add(middle, randomUnit(random), size * distance(random))), size, random };
}

/** The points are on the cores, and the normal parts the cores as far as it is said: no distance can be more, none between points less. */
function expectConsistent(a: Core, b: Core, r: Result, size: number, tolerance: number): void {
  expect(Math.abs(norm(r.normal) - 1)).toBeLessThan(1e-12);
  expect(norm(add(add(r.pointB, r.pointA, -1), r.normal, -r.distance)) / size).toBeLessThan(1e-12);
  expect(Math.max(outside(a, r.pointA), outside(b, r.pointB)) / size).toBeLessThan(tolerance);
  expect(Math.abs(separation(a, b, r.normal) - r.distance) / size).toBeLessThan(tolerance);
}

describe('closestPoints', () => {
  it('finds the distance of random cores of all types and sizes', () => {
    for (let seed = 0; seed < 1500; seed++) {
      const { a, b, size } = randomPair(seed, (random) => 1 + 3 * random());
      const r = bench.closest(a, b);
      if (r.distance < 0) continue;
      expectConsistent(a, b, r, size, 1e-9);
      const back = bench.closest(b, a);
      expect(Math.abs(back.distance - r.distance) / size).toBeLessThan(1e-10);
      expect(Math.abs(bench.closest(a, b, Infinity, r.normal).distance - r.distance) / size).toBeLessThan(1e-10);
      expect(bench.closest(a, b, r.distance * (1 + 1e-9) + 1e-12 * size).near).toBe(true);
      if (r.distance > 1e-6 * size) expect(bench.closest(a, b, 0.999 * r.distance).near).toBe(false);
    }
  });

  it('finds the depth of overlapping cores, against all separating axes or a search', () => {
    for (let seed = 0; seed < 600; seed++) {
      const { a, b, size, random } = randomPair(seed, (r) => 0.02 + 0.5 * r());
      const r = bench.closest(a, b);
      expectConsistent(a, b, r, size, 1e-7);
      if (r.distance > -1e-9 * size) continue;
      if (polytope(a) && polytope(b)) expect(Math.abs(polytopeSeparation(a, b) - r.distance) / size).toBeLessThan(1e-12);
      else if (seed % 4 === 0) expect((searchedSeparation(a, b, random, 300) - r.distance) / size).toBeLessThan(1e-7);
    }
  });

  it('stays true to the last digits where cores touch or almost do', () => {
    for (let seed = 0; seed < 1500; seed++) {
      const { a, b, size, random } = randomPair(seed, () => 2);
      const far = bench.closest(a, b);
      if (far.distance < 0) continue;
      const gap = (random() < 0.5 ? 1 : -1) * size * 10 ** (-6 - 10 * random());
      const near = moved(b, scaled(far.normal, gap - far.distance));
      const r = bench.closest(a, near);
      expectConsistent(a, near, r, size, 2e-7);
      // Beside the normal found far away there may be a better one, if the cores overlap.
      expect((gap - r.distance) / size).toBeLessThan(1e-8);
      if (gap > 0) expect((r.distance - gap) / size).toBeLessThan(1e-9);
    }
  });

  it('gives the normal of a box that rests on another, at any offset', () => {
    const random = randomNumbers(4);
    for (let i = 0; i < 300; i++) {
      const a = { ...randomCore(Type.Box, random, 1, 4), rotation: IDENTITY };
      const b = { ...randomCore(Type.Box, random, 1, 4), rotation: IDENTITY };
      const y = a.size[1] + b.size[1] + [0, 1e-12, -1e-12, 1e-9, -1e-9, 1e-15][i % 6];
      const x = (random() - 0.5) * (a.size[0] + b.size[0]);
      const r = bench.closest(a, moved(b, [x, y, 0]));
      expect(norm(add(r.normal, [0, 1, 0], -1))).toBeLessThan(1e-9);
      expect(Math.abs(r.distance - (y - a.size[1] - b.size[1]))).toBeLessThan(1e-14);
    }
  });

  it('parts cores that share their centre', () => {
    for (let seed = 0; seed < 700; seed++) {
      const { a, b, size } = randomPair(seed, () => 0);
      const aligned = seed % 2 ? [a, b] : [a, b].map((c) => ({ ...c, rotation: IDENTITY }));
      const r = bench.closest(aligned[0], aligned[1]);
      expect(Math.abs(norm(r.normal) - 1)).toBeLessThan(1e-12);
      expect(Math.abs(separation(aligned[0], aligned[1], r.normal) - r.distance) / size).toBeLessThan(1e-9);
      // A hull need not hold its origin, and a difference without faces has no axis.
      const best = r.distance < 0 && polytope(a) && polytope(b) ? polytopeSeparation(aligned[0], aligned[1]) : -Infinity;
      if (best > -Infinity) expect(Math.abs(best - r.distance) / size).toBeLessThan(1e-12);
    }
  });

  it('handles cores whose difference has no volume', () => {
    const random = randomNumbers(5);
    const point = randomCore(Type.Sphere, random, 1, 1);
    const segment = randomCore(Type.Capsule, random, 1, 1);
    const triangle = randomCore(Type.Triangle, random, 1, 2);
    const [p, q, s] = triangle.vertices;
    const inside = scaled(add(add(p, q), s), 1 / 3);
    const along = turn(segment.rotation, [0, 0.3, 0]);
    const flat = { ...segment, position: inside, rotation: [...cross(add(q, p, -1), [0, 0, 1]), ...IDENTITY.slice(3)] };
    for (const [a, b] of [
      [point, point],
      [point, moved(segment, along)],
      [segment, moved(segment, along)],
      [triangle, moved(point, inside)],
      [triangle, triangle],
      [triangle, flat],
    ]) {
      const r = bench.closest(a, b);
      expect(Math.abs(norm(r.normal) - 1)).toBeLessThan(1e-12);
      expect(Math.abs(r.distance - separation(a, b, r.normal))).toBeLessThan(1e-12);
    }
    expect(Math.abs(bench.closest(triangle, moved(point, inside)).distance)).toBeLessThan(1e-15);
  });
});

describe('castConvex', () => {
  it('stops where the gap closes, and never before or after', () => {
    let hits = 0;
    for (let seed = 0; seed < 700; seed++) {
      const { a: at, b, size, random } = randomPair(seed, () => 0);
      const a = moved(at, scaled(randomUnit(random), size * (1 + 2 * random())));
      if (random() < 0.5) a.radius = 0.1 * size * random();
      if (random() < 0.5) b.radius = 0.1 * size * random();
      const radius = random() < 0.3 ? 0.05 * size : 0;
      const sum = a.radius + b.radius + radius;
      const aim = add(scaled(randomUnit(random), 0.6 * size * random()), add(b.position, a.position, -1));
      const d = scaled(aim, [1, 2 * random(), 1e4, 1e-6][seed % 4]);
      const gap = (t: number): number => bench.closest(moved(a, scaled(d, t)), b).distance - sum;
      const start = gap(0);
      const hit = bench.cast(a, b, d, radius);
      if (start <= 0) expect([hit.hit, hit.fraction]).toEqual([true, 0]);
      else if (hit.hit) {
        hits++;
        expect(Math.abs(gap(hit.fraction)) / size).toBeLessThan(1e-8);
        for (let i = 1; i < 10; i++) expect(gap((hit.fraction * i) / 10) / size).toBeGreaterThan(-1e-9);
        const probe: Core = { ...randomCore(Type.Sphere, random, 1, 1), position: hit.point };
        expect(Math.abs(bench.closest(probe, b).distance - b.radius) / size).toBeLessThan(1e-8);
        expect(dot(hit.normal, d)).toBeGreaterThan(0);
      } else {
        for (let i = 0; i <= 50; i++) expect(gap(i / 50) / size).toBeGreaterThan(-1e-9);
      }
    }
    expect(hits).toBeGreaterThan(150);
  });

  /** Casts of round cores and others, with thin roundings and thick ones, from where they are apart past or onto each other. */
  function expectNoMiss(kernels: Bench, count: number, tolerance: number): void {
    let [hits, misses] = [0, 0];
    for (let seed = 0; seed < count; seed++) {
      const random = randomNumbers(seed);
      const types = [seed % 2 ? Type.Cylinder : Type.Cone, pick(random)];
      if (seed % 4 > 1) types.reverse();
      const [a, b] = types.map((type) => ({ ...randomCore(type, random, 1, 4), radius: random() < 0.2 ? 0 : 10 ** (3 * random() - 2) }));
      const sum = a.radius + b.radius;
      const size = 2 + sum;
      const from = scaled(randomUnit(random), size * (1.1 + random()));
      const start = moved(a, from);
      const d = scaled(add(scaled(randomUnit(random), 0.7 * size * random()), from, -1), 1 + random());
      const gap = (t: number): number => bench.closest(moved(start, scaled(d, t)), b).distance - sum;
      // The gap is convex: sections narrow down where it is least.
      let [low, high] = [0, 1];
      for (let i = 0; i < 30; i++) {
        const [p, q] = [low + 0.382 * (high - low), low + 0.618 * (high - low)];
        if (gap(p) < gap(q)) high = q;
        else low = p;
      }
      const least = gap(0.5 * (low + high));
      if (Math.abs(least) < 1e-5 * size) continue;
      const hit = kernels.cast(start, b, d);
      expect(hit.hit, `seed ${seed}`).toBe(least < 0);
      if (!hit.hit) misses++;
      else {
        hits++;
        expect(gap(hit.fraction) / size).toBeGreaterThan(-1e-8);
        expect(gap(hit.fraction) / size).toBeLessThan(tolerance);
      }
    }
    expect(hits).toBeGreaterThan(0.4 * count);
    expect(misses).toBeGreaterThan(0.05 * count);
  }

  it('does not pass through thick roundings', () => {
    expectNoMiss(bench, 2000, 1e-8);
  });

  it('stops early rather than passes through where it runs out of steps', async () => {
    const file = 'collision/narrowphase/cast.kernel.ts';
    const text = readFileSync(new URL(`../../assembly/${file}`, import.meta.url), 'utf8');
    const hasty = text.replace('MOST_STEPS: u32 = 64', 'MOST_STEPS: u32 = 1');
    expect(hasty).not.toBe(text);
    expectNoMiss(new Bench(await compileNearest({ files: { [file]: hasty } })), 600, 1);
  });

  it('misses what it passes by, and what it leaves', () => {
    const random = randomNumbers(1);
    const ball = { ...randomCore(Type.Sphere, random, 1, 1), radius: 1 };
    const box: Core = { ...randomCore(Type.Box, random, 1, 1), rotation: IDENTITY, size: [1, 1, 1] };
    const over = (height: number): boolean => bench.cast(moved(ball, [-5, height, 0]), box, [10, 0, 0]).hit;
    expect(over(2 + 1e-6)).toBe(false);
    expect(over(2 - 1e-6)).toBe(true);
    expect(bench.cast(moved(ball, [0, 2 + 1e-12, 0]), box, [0, 1, 0]).hit).toBe(false);
    const onto = bench.cast(moved(ball, [0, 2 + 1e-12, 0]), box, [0, -1, 0]);
    expect(onto.hit).toBe(true);
    expect(onto.fraction).toBeCloseTo(0, 8);
    expect(bench.cast(moved(ball, [0, 5, 0]), box, [0, 0, 0]).hit).toBe(false);
    expect(bench.cast(moved(ball, [0, 5, 0]), box, [0, -30000, 0]).fraction).toBeCloseTo(1e-4, 12);
  });
});

describe('supportPoint and supportingFace', () => {
  const hull = (vertices: Vector[], faces: number[][]): Core => ({
    ...randomCore(Type.Sphere, randomNumbers(9), 1, 1),
    type: Type.Hull,
    vertices,
    faces,
  });

  it('reaches as far as a scan of all vertices, on plateaus too', () => {
    const random = randomNumbers(6);
    const points = Array.from({ length: 256 }, () => randomUnit(random));
    const drum = prism(100, 1, 2);
    for (const core of [hull(points, hullFaces(points)), hull(drum.vertices, drum.faces)]) {
      bench.write(core, core);
      for (let i = 0; i < 1000; i++) {
        const d: Vector =
          i < 10
            ? ([
                [0, 1, 0],
                [0, -1, 0],
                [1, 0, 0],
                [0, 0, 0],
              ][i % 4] as Vector)
            : randomUnit(random);
        const vertex = bench.kernels['supportPoint'](bench.a, ...d, bench.out);
        const point = [...new Float64Array(bench.kernels.memory.buffer, bench.out, 3)] as Vector;
        expect(reach(core, d) - dot(point, d)).toBeLessThan(1e-14);
        expect(norm(add(turn(core.rotation, core.vertices[vertex]), point, -1))).toBeLessThan(1e-14);
      }
    }
  });

  it('gives faces that lie in their plane, counter-clockwise, and face the direction most, of hulls those with the farthest vertex', () => {
    const random = randomNumbers(7);
    for (let i = 0; i < 1000; i++) {
      const type = pick(random);
      const core = moved(randomCore(type, random, 1, 5), randomUnit(random));
      bench.write(core, core);
      const d = randomUnit(random);
      bench.kernels['supportingFace'](bench.a, ...d, bench.out);
      const { buffer } = bench.kernels.memory;
      const normal = [...new Float64Array(buffer, bench.out, 3)] as Vector;
      const count = new Uint32Array(buffer, bench.out + 24, 1)[0];
      const points = Array.from({ length: count }, (_, j) => [...new Float64Array(buffer, bench.out + 32 + 32 * j, 3)] as Vector);
      expect(Math.abs(norm(normal) - 1)).toBeLessThan(1e-12);
      for (const p of points) expect(Math.abs(reach(core, normal) - dot(normal, p))).toBeLessThan(1e-12);
      const solid = polytope(core);
      const normals = solid?.normals ?? [];
      if (type === Type.Triangle) normals.push(scaled(normals[0], -1));
      const farthest = solid && type === Type.Hull ? solid.vertices.reduce((best, p) => (dot(p, d) > dot(best, d) ? p : best)) : null;
      if (farthest) expect(points.some((p) => norm(add(p, farthest, -1)) < 1e-12)).toBe(true);
      for (const n of normals) {
        const isBeside = farthest !== null && reach(core, n) - dot(n, farthest) > 1e-9;
        if (!isBeside) expect(dot(n, d)).toBeLessThan(dot(normal, d) + 1e-12);
      }
      for (let j = 0; count > 2 && j < count; j++) {
        const [p, q, r] = [points[j], points[(j + 1) % count], points[(j + 2) % count]];
        expect(dot(normal, cross(add(q, p, -1), add(r, q, -1)))).toBeGreaterThan(0);
      }
    }
  });
});
