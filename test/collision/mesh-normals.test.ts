import { beforeAll, describe, expect, it } from 'vitest';
import type { Vec3 } from '../../bindings/core/arguments.ts';
import { heightFieldBlock, meshBlock } from '../../bindings/tree/index.ts';
import { type Contact, MeshModule, type Toucher } from './mesh-module.ts';
import {
  cornersOf,
  cross,
  dot,
  grid,
  nearestOnTriangle,
  randomNumbers,
  scale,
  size,
  subtract,
  type Triangles,
  touchBox,
  touchSphere,
  unit,
} from './mesh-shapes.ts';

const MARGIN = 0.02;
const UP: Vec3 = [0, 1, 0];

let module: MeshModule;
beforeAll(async () => {
  module = await MeshModule.create();
});

interface Found extends Contact {
  part: number;
}

/** What is left of all contacts of a shape with a surface, triangle by triangle. */
function contacts(shape: number, toucher: Toucher, margin = MARGIN): Found[] {
  const reach = toucher.half ?? [0, 0, 0];
  const grow = toucher.radius + margin;
  const low = toucher.position.map((x, k) => x - reach[k] - grow) as Vec3;
  const high = toucher.position.map((x, k) => x + reach[k] + grow) as Vec3;
  return module.triangles(shape, low, high).flatMap((triangle) => {
    const { corners, part } = module.corners(shape, triangle);
    const alone = toucher.half ? touchBox(toucher, corners, margin) : touchSphere(toucher, corners, margin);
    const contact = alone && module.correct(shape, triangle, toucher, alone, margin);
    return contact ? [{ ...contact, part }] : [];
  });
}

const meshOf = ({ vertices, indices }: Triangles, oneSided = false) => module.mesh(meshBlock(vertices, indices), oneSided);
const separations = (found: Contact[]) => found.flatMap(({ points }) => points.map(({ separation }) => separation));
const angle = (a: Vec3, b: Vec3) => size(cross(a, b));

/** Two faces that meet along the z axis, with this slope on either side: a ridge, or a groove below zero. */
function roof(slope: number): Triangles {
  return grid(9, 3, 2, (x) => -Math.abs(x) * slope);
}

describe('a sphere', () => {
  const rolling = (shape: number) => {
    for (let step = 0; step <= 400; step++) {
      for (const z of [0, 0.13, 0.5]) {
        const found = contacts(shape, { position: [-1.5 + step * 0.0075, 0.49, z + 0.0003 * step], radius: 0.5 });
        expect(found.length).toBeGreaterThan(0);
        for (const contact of found) {
          expect(angle(contact.normal, UP)).toBeLessThan(2e-4);
          expect(contact.points).toHaveLength(1);
          expect(contact.points[0].separation).toBeCloseTo(-0.01, 6);
        }
      }
    }
  };
  it('rolls over a flat grid of triangles without a bump', () => rolling(meshOf(grid(13, 13, 0.5, () => 0))));
  it('rolls over thin triangles', () => {
    const mesh = grid(13, 401, 0.5, () => 0);
    for (let k = 0; k < mesh.vertices.length; k += 3) mesh.vertices[k] *= 0.02;
    rolling(meshOf(mesh));
  });
  it('rolls over a flat height field', () => rolling(module.heightField(heightFieldBlock(new Float64Array(169), 13, 13, 0.5, 0.5))));

  it.each([0.001, 0.02, 0.3, 2])('touches terrain (steepness %d) where it is nearest, nowhere else in vain', (steepness) => {
    const random = randomNumbers(17);
    const mesh = grid(12, 12, 0.5, () => steepness * random() * 0.5);
    const shape = meshOf(mesh);
    for (let k = 0; k < 400; k++) {
      const [x, z] = [random() * 3 - 1.5, random() * 3 - 1.5];
      const radius = 0.05 + random() ** 3;
      const top = module.ray(shape, [x, 9, z], [0, -1, 0])!.distance;
      const position: Vec3 = [x, 9 - top + radius * (0.3 + 0.7 * random()), z];
      let nearest: Vec3 = [Infinity, 0, 0];
      for (let part = 0; part < mesh.indices.length / 3; part++) {
        const q = nearestOnTriangle(position, cornersOf(mesh, part));
        if (size(subtract(position, q)) < size(subtract(position, nearest))) nearest = q;
      }
      const distance = size(subtract(position, nearest));
      const found = contacts(shape, { position, radius });
      const best = found.reduce((a, b) => (b.points[0].separation < a.points[0].separation ? b : a));
      expect(best.points[0].separation).toBeCloseTo(distance - radius, 5);
      expect(angle(best.normal, unit(subtract(position, nearest)))).toBeLessThan(3e-4);
    }
  });

  it('touches both sides of a groove, and not its edge', () => {
    const found = contacts(meshOf(roof(-0.5)), { position: [0, 0.55, 0.3], radius: 0.5 });
    const normals = new Set(found.map(({ normal }) => normal.map((x) => x.toFixed(6)).join()));
    expect([...normals].sort()).toEqual([unit([-0.5, 1, 0]), unit([0.5, 1, 0])].map((n) => n.map((x) => x.toFixed(6)).join()).sort());
  });

  it.each([
    ['groove', -0.02, -0.09, 2],
    ['groove, far from its edge', -0.02, -0.13, 1],
    ['ridge', 0.02, -0.09, 1],
    ['plane', 0, -0.09, 1],
  ] as const)('on one side of a %s, which falls by %d, touches the plane of the other if it comes there: %d', (_, slope, x, planes) => {
    const left = unit([-slope, 1, 0]);
    const right = unit([slope, 1, 0]);
    // On the left side.
    const position: Vec3 = [x, slope * x + 0.5 / left[1], 0.3];
    const found = contacts(meshOf(roof(slope)), { position, radius: 0.5 }, 0.1);
    const away = found.filter(({ normal }) => angle(normal, left) > 1e-3);
    expect(away.length > 0).toBe(planes === 2);
    expect(found.length).toBeGreaterThan(away.length);
    for (const { normal, points } of away) {
      expect(angle(normal, right)).toBeLessThan(1e-9);
      expect(points[0].separation).toBeCloseTo(dot(right, position) - 0.5, 9);
      expect(points[0].separation).toBeGreaterThan(1e-4);
    }
  });

  it('touches the edge of a ridge with the true normal', () => {
    const shape = meshOf(roof(0.5));
    const found = contacts(shape, { position: [0.1, 0.49, 0.3], radius: 0.5 });
    expect(found.length).toBeGreaterThan(0);
    for (const { normal } of found) expect(angle(normal, unit([0.1, 0.49, 0]))).toBeLessThan(1e-9);
  });

  it('is pushed to its side of the surface, however deep', () => {
    const shape = meshOf(grid(5, 5, 1, () => 0));
    const oneSided = meshOf(
      grid(5, 5, 1, () => 0),
      true,
    );
    const touch = (which: number, y: number) => contacts(which, { position: [0.2, y, 0.3], radius: 0.5 }).map(({ normal }) => normal[1]);
    expect(touch(shape, 0.01)).toEqual([expect.closeTo(1)]);
    expect(touch(oneSided, 0.01)).toEqual([expect.closeTo(1)]);
    expect(touch(shape, -0.01)).toEqual([expect.closeTo(-1)]);
    expect(touch(oneSided, -0.01)).toEqual([]);
  });

  it('touches the border of a surface from the side', () => {
    const found = contacts(meshOf(grid(5, 5, 1, () => 0)), { position: [2.3, 0.1, 0.2], radius: 0.5 });
    expect(found).toHaveLength(1);
    expect(angle(found[0].normal, unit([0.3, 0.1, 0]))).toBeLessThan(1e-9);
  });
});

describe('a box', () => {
  const sliding = (shape: number, half: Vec3) => {
    for (let step = 0; step <= 200; step++) {
      const position: Vec3 = [-1 + step * 0.0101, half[1] - 0.005, 0.3 - step * 0.0017];
      const found = contacts(shape, { position, half, radius: 0 });
      const points = found.flatMap((contact) => contact.points);
      for (const contact of found) expect(angle(contact.normal, UP)).toBeLessThan(2e-4);
      for (const { separation } of points) expect(separation).toBeCloseTo(-0.005, 6);
      expect(points.length).toBeGreaterThan(0);
    }
  };
  it('slides over a flat grid', () => sliding(meshOf(grid(13, 13, 0.5, () => 0)), [0.3, 0.2, 0.4]));
  it('larger than the triangles slides over them', () => sliding(meshOf(grid(41, 41, 0.125, () => 0)), [0.5, 0.2, 0.7]));
  it('smaller than the triangles slides over them', () => sliding(meshOf(grid(5, 5, 2, () => 0)), [0.1, 0.1, 0.05]));
  it('slides over a flat height field', () =>
    sliding(module.heightField(heightFieldBlock(new Float64Array(169), 13, 13, 0.5, 0.5)), [0.3, 0.2, 0.4]));

  it('meets no normal on bumpy terrain that the terrain does not have', () => {
    const random = randomNumbers(31);
    const mesh = grid(16, 16, 0.25, () => 0.01 * random());
    const shape = meshOf(mesh);
    const steepest = (0.01 / 0.25) * Math.SQRT2;
    for (let k = 0; k < 300; k++) {
      const found = contacts(shape, { position: [random() * 2 - 1, 0.2 + 0.006, random() * 2 - 1], half: [0.4, 0.2, 0.3], radius: 0 });
      expect(found.length).toBeGreaterThan(0);
      for (const { normal } of found) expect(angle(normal, UP)).toBeLessThan(steepest + 1e-3);
      for (const { normal } of found) expect(normal[1]).toBeGreaterThan(0);
      for (const depth of separations(found)) expect(depth).toBeGreaterThan(-0.03);
    }
  });

  it('rests on a ridge, its normal between those of the faces', () => {
    const found = contacts(meshOf(roof(0.5)), { position: [0.1, 0.295, 0.1], half: [0.5, 0.3, 0.5], radius: 0 });
    expect(found.length).toBeGreaterThan(0);
    for (const { normal } of found) {
      expect(angle(normal, UP)).toBeLessThan(1e-9);
    }
  });

  it('rests on the tip of a star of ridges and valleys', () => {
    const vertices = [0, 0, 0];
    const indices: number[] = [];
    for (let k = 0; k < 8; k++) {
      const r = k % 2 ? 1 : 0.2;
      vertices.push(r * Math.cos((k * Math.PI) / 4), -0.5, -r * Math.sin((k * Math.PI) / 4));
      indices.push(0, 1 + k, 1 + ((k + 1) % 8));
    }
    const shape = meshOf({ vertices: Float64Array.from(vertices), indices: Uint32Array.from(indices) });
    for (const touching of [
      { position: [0.2, 0.495, 0.1] as Vec3, half: [0.5, 0.5, 0.5] as Vec3, radius: 0 },
      { position: [0, 0.495, 0] as Vec3, radius: 0.5 },
    ]) {
      const found = contacts(shape, touching);
      expect(found.length).toBeGreaterThan(0);
      for (const { normal } of found) expect(angle(normal, UP)).toBeLessThan(1e-9);
    }
  });

  it('has normals at a ridge turned back to the nearer face', () => {
    const shape = meshOf(roof(0.5));
    const toucher: Toucher = { position: [0.5, 0.4, 0], half: [0.5, 0.4, 0.5], radius: 0 };
    const steep = unit([1, 1, 0]);
    const position: Vec3 = [0, -0.001, 0.1];
    const left = module.triangles(shape, [-0.4, -1, 0.05], [-0.3, 1, 0.2]);
    const turned = left.flatMap((triangle) => {
      const contact = module.correct(shape, triangle, toucher, { normal: steep, points: [{ position, separation: -0.002 }] }, MARGIN);
      return contact ? [contact] : [];
    });
    expect(turned.length).toBeGreaterThan(0);
    for (const { normal, points } of turned) {
      expect(angle(normal, unit([0.5, 1, 0]))).toBeLessThan(1e-9);
      expect(points[0].separation).toBeCloseTo(-0.002 * dot(steep, normal), 9);
    }
  });

  it('never has a normal that points into the neighbour of a hollow edge', () => {
    const random = randomNumbers(5);
    const shape = meshOf(roof(-0.7));
    for (let k = 0; k < 300; k++) {
      const half: Vec3 = [0.1 + random() * 0.5, 0.1 + random() * 0.3, 0.1 + random() * 0.5];
      const position: Vec3 = [random() * 0.4 - 0.2, half[1] + 0.7 * half[0] - 0.01, random()];
      for (const { normal } of contacts(shape, { position, half, radius: 0 })) {
        expect(Math.min(angle(normal, unit([0.7, 1, 0])), angle(normal, unit([-0.7, 1, 0])))).toBeLessThan(2e-4);
        expect(normal[1]).toBeGreaterThan(0);
      }
    }
  });

  it('does not rest on the top of a wall that it leans on', () => {
    // A block of 2 x 2 x 2 with a strip of small triangles along its upper edge; the box is 1 cm in its side.
    const mesh = grid(5, 41, 0.05, () => 0);
    const across = mesh.vertices.length;
    const side = [1, 0, -0.1, 1, 0, 0.1, 1, -2, -0.1, 1, -2, 0.1];
    const vertices = Float64Array.of(...mesh.vertices, ...side);
    const first = across / 3;
    const indices = Uint32Array.of(...mesh.indices, first, first + 1, first + 2, first + 1, first + 3, first + 2);
    const found = contacts(meshOf({ vertices, indices }), { position: [1.49, -0.5, 0], half: [0.5, 1, 0.05], radius: 0 });
    for (const { normal, points } of found)
      for (const { separation } of points) if (normal[1] > 0.5) expect(separation).toBeGreaterThan(-0.06);
    expect(found.some(({ normal }) => normal[0] > 0.99)).toBe(true);
  });

  it('poking its bottom through the middle of a triangle is pushed out of its face', () => {
    const shape = meshOf(grid(3, 3, 4, () => 0));
    const found = contacts(shape, { position: [-1.5, 0.05, -1.2], half: [0.1, 0.1, 0.1], radius: 0 });
    expect(found).toHaveLength(1);
    expect(found[0].normal).toEqual(UP.map((x) => expect.closeTo(x)));
    expect(separations(found)[0]).toBeCloseTo(-0.05, 9);
  });
});

it('height fields and meshes of the same surface agree', () => {
  const random = randomNumbers(77);
  const heights = Float64Array.from({ length: 10 * 8 }, () => random() * 0.3);
  const mesh = grid(10, 8, 0.5, () => 0);
  for (const [k, height] of heights.entries()) mesh.vertices[3 * k + 1] = height;
  const asMesh = meshOf(mesh);
  const asField = module.heightField(heightFieldBlock(heights, 10, 8, 0.5, 0.5));
  for (let k = 0; k < 300; k++) {
    const position: Vec3 = [random() * 4 - 2, random() * 0.6, random() * 5 - 2.5];
    const half: Vec3 | undefined = k % 2 ? scale([0.3, 0.2, 0.25], 0.3 + random()) : undefined;
    const toucher: Toucher = { position, radius: half ? 0 : 0.4, half };
    const sorted = (found: Found[]) => found.sort((a, b) => a.part - b.part);
    expect(sorted(contacts(asField, toucher))).toEqual(sorted(contacts(asMesh, toucher)));
  }
});
