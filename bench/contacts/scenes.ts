// Scenes of bodies that collide: piles, stacks and a heap of spheres.
import type { ConvexShape } from '../collision/model.ts';
import { random } from '../collision/shapes.ts';
import type { BodySpec, Poses, Quat, SceneData, Vec3 } from '../model.ts';
import { boxInertia, capsuleInertia, sphereInertia } from '../scenes/inertia.ts';

const UPRIGHT: Quat = [0, 0, 0, 1];

/** What the scenes have in common; `warmup` is the time that they take to come to rest, or nearly. */
export const COMMON = { gravity: [0, -9.81, 0] as Vec3, dt: 1 / 60, balls: [] };

export function turnAbout([x, y, z]: Vec3, angle: number): Quat {
  const scale = Math.sin(angle / 2) / (Math.hypot(x, y, z) || 1);
  return [x * scale, y * scale, z * scale, Math.cos(angle / 2)];
}

export function inertiaOf(mass: number, shape: ConvexShape): Vec3 {
  switch (shape.type) {
    case 'sphere':
      return sphereInertia(mass, shape.radius);
    case 'capsule':
      return capsuleInertia(mass, shape.radius, 2 * (shape.halfHeight + shape.radius));
    case 'box':
      return boxInertia(mass, shape.halfExtents.map((half) => 2 * half) as unknown as Vec3);
    default:
      throw new Error(`the inertia of a ${shape.type} is not known here`);
  }
}

/** A body with the mass and inertia of a solid shape; a mass of 0 never moves. */
export function solid(shape: ConvexShape, mass: number, position: Vec3, orientation = UPRIGHT): BodySpec {
  return { mass, inertia: mass > 0 ? inertiaOf(mass, shape) : [0, 0, 0], position, orientation, shape };
}

/** A square floor with its top at zero. */
export function floor(half: number): BodySpec {
  return solid({ type: 'box', halfExtents: [half, 0.5, half] }, 0, [0, -0.5, 0]);
}

/** Four walls around a square; `half` is half its inner width. */
export function walls(half: number, height: number): BodySpec[] {
  const thickness = 0.5;
  const length = half + 2 * thickness;
  const middle = half + thickness;
  return [-1, 1].flatMap((side) => [
    solid({ type: 'box', halfExtents: [thickness, height / 2, length] }, 0, [side * middle, height / 2, 0]),
    solid({ type: 'box', halfExtents: [length, height / 2, thickness] }, 0, [0, height / 2, side * middle]),
  ]);
}

/** A third each of boxes, spheres and capsules, dropped between walls. `side` is the number of bodies along an edge of a layer. */
export function pile(count: number, side: number, half: number): SceneData {
  const next = random(12345);
  const bodies = [floor(half + 2), ...walls(half, 60)];
  const spacing = 1.5;
  for (let i = 0; i < count; i++) {
    const [column, row, layer] = [i % side, Math.floor(i / side) % side, Math.floor(i / (side * side))];
    const [a, b, c] = [next(), next(), next()];
    const axis: Vec3 = [next() - 0.5, next() - 0.5, next() - 0.5];
    const place = (index: number) => (index - (side - 1) / 2) * spacing + (next() - 0.5) * 0.2;
    const position: Vec3 = [place(column), 1.5 + layer * spacing, place(row)];
    bodies.push(solid(mixedShape(i % 3, a, b, c), 1, position, turnAbout(axis, next() * 3)));
  }
  return {
    ...COMMON,
    name: `pile-${count}`,
    description: `${count} boxes, spheres and capsules that fell between walls`,
    warmup: 240,
    bodies,
  };
}

function mixedShape(kind: number, a: number, b: number, c: number): ConvexShape {
  if (kind === 0) return { type: 'box', halfExtents: [0.3 + 0.2 * a, 0.3 + 0.2 * b, 0.3 + 0.2 * c] };
  if (kind === 1) return { type: 'sphere', radius: 0.3 + 0.2 * a };
  return { type: 'capsule', radius: 0.2 + 0.15 * a, halfHeight: 0.2 + 0.2 * b };
}

/** Corners of a regular icosahedron with a radius, and its inertia, which is the same about all axes. */
export function icosahedron(radius: number): { shape: ConvexShape; inertia(mass: number): Vec3 } {
  const ratio = (1 + Math.sqrt(5)) / 2;
  const scale = radius / Math.hypot(1, ratio);
  const [short, long] = [scale, scale * ratio];
  const points = [-short, short].flatMap((s) => [-long, long].flatMap((l) => [0, s, l, s, l, 0, l, 0, s]));
  const edge = 2 * short;
  const inertia = (mass: number): Vec3 => {
    const moment = (mass * (edge * ratio) ** 2) / 10;
    return [moment, moment, moment];
  };
  return { shape: { type: 'hull', points }, inertia };
}

/** Boxes and hulls by turns, dropped between walls. */
export function hullPile(count: number, side: number, half: number): SceneData {
  const { bodies, ...scene } = pile(count, side, half);
  const next = random(54321);
  const stills = bodies.length - count;
  const moving = bodies.slice(stills).map((body, i): BodySpec => {
    const [a, b, c] = [next(), next(), next()];
    if (i % 2 === 0) return solid(mixedShape(0, a, b, c), 1, body.position, body.orientation);
    const { shape, inertia } = icosahedron(0.35 + 0.2 * a);
    return { ...body, shape, inertia: inertia(1) };
  });
  return {
    ...scene,
    name: `pile-hulls-${count}`,
    description: `${count} boxes and icosahedra that fell between walls`,
    bodies: [...bodies.slice(0, stills), ...moving],
  };
}

const CUBE: ConvexShape = { type: 'box', halfExtents: [0.5, 0.5, 0.5] };

/** A wall of cubes of 1 m, each row one shorter than that below it. */
export function pyramid(rows = 20): SceneData {
  const bodies = [floor(50)];
  for (let row = 0; row < rows; row++) {
    const length = rows - row;
    for (let i = 0; i < length; i++) bodies.push(solid(CUBE, 1, [(i - (length - 1) / 2) * 1.05, 0.5 + row, 0]));
  }
  return {
    ...COMMON,
    name: 'pyramid',
    description: `${rows} rows of cubes, ${bodies.length - 1} in all`,
    warmup: 60,
    bodies,
    measure: topDrift(bodies),
  };
}

export function tower(height = 20): SceneData {
  const bodies = [floor(50), ...Array.from({ length: height }, (_, i) => solid(CUBE, 1, [0, 0.5 + i, 0]))];
  return {
    ...COMMON,
    name: 'tower',
    description: `${height} cubes on top of each other`,
    warmup: 60,
    bodies,
    measure: topDrift(bodies),
  };
}

/** How far the last body is from where it began: sideways, and down. */
export function topDrift(bodies: BodySpec[]): (poses: Poses) => Record<string, number> {
  const top = bodies.length - 1;
  const [x, y, z] = bodies[top].position;
  return (poses) => {
    const p = poses.position(top);
    return { 'top drift mm': 1000 * Math.hypot(p[0] - x, p[2] - z), 'top drop mm': 1000 * (y - p[1]) };
  };
}

/** A block of 25 × 25 × 16 spheres that falls apart on a floor. */
export function spheres(): SceneData {
  const [side, count] = [25, 10_000];
  const next = random(99);
  const shape: ConvexShape = { type: 'sphere', radius: 0.5 };
  const bodies = [floor(100)];
  for (let i = 0; i < count; i++) {
    const [column, row, layer] = [i % side, Math.floor(i / side) % side, Math.floor(i / (side * side))];
    const place = (index: number) => (index - (side - 1) / 2) * 1.1 + (next() - 0.5) * 0.05;
    const x = place(column);
    bodies.push(solid(shape, 1, [x, 1 + layer * 1.1, place(row)]));
  }
  return { ...COMMON, name: 'spheres', description: `${count} spheres, a block that falls apart`, warmup: 60, bodies };
}
