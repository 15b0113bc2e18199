// What holds a mechanism that hangs on the world: a board behind it with a pin to each anchor, or a post under each anchor.
import { Group, Mesh } from 'three';
import type { Vec3 } from '../../bindings/index.ts';
import type { BoardShape, PostShape } from '../dress/dress.ts';
import { drum, roundedBox } from '../dress/geometry.ts';
import type { SceneLooks } from '../engine/types.ts';
import { shadesGround } from '../studio/contact-shadows.ts';
import type { SurfaceMaterial } from '../studio/surface-material.ts';
import { WORLD } from './placed.ts';

/** Points of the world that joints hold on to, and at which particles are fixed. */
export function anchorsOf({ joints, particles }: SceneLooks): Vec3[] {
  const ofJoints = joints.flatMap(({ a, b, from, to, over, couples }) => {
    if (over) return over;
    if (couples) return [];
    return a === WORLD ? [from] : b === WORLD ? [to] : [];
  });
  return [...ofJoints, ...particles.flatMap(({ pins }) => pins)];
}

/** An upright board in the plane of x and y that stands on the ground. Null where nothing hangs from the world. */
export function createBoard(
  looks: SceneLooks,
  { behind, margin, pin, thickness }: BoardShape,
  ground: number,
  materials: { board: SurfaceMaterial; pin: SurfaceMaterial },
): Group | null {
  const anchors = anchorsOf(looks);
  if (anchors.length === 0) return null;
  const range = (axis: number) => [Math.min(...anchors.map((place) => place[axis])), Math.max(...anchors.map((place) => place[axis]))];
  const [[left, right], [, top], [back]] = [range(0), range(1), range(2)];
  const group = new Group();
  const [low, high] = [ground, top + margin[1]];
  const face = back - behind;
  const size: Vec3 = [(right - left) / 2 + margin[0], (high - low) / 2, thickness];
  group.add(standing(roundedBox(size, 0.2 * thickness), materials.board, [(left + right) / 2, (low + high) / 2, face - thickness]));
  for (const [x, y, z] of anchors) {
    const half = (z - face) / 2;
    if (half > 0) group.add(standing(drum(pin, half).rotateX(Math.PI / 2), materials.pin, [x, y, face + half]));
  }
  return group;
}

/** A post under each anchor, from the ground. Null where nothing hangs from the world. */
export function createPosts(looks: SceneLooks, { half, above }: PostShape, ground: number, material: SurfaceMaterial): Group | null {
  const anchors = anchorsOf(looks);
  if (anchors.length === 0) return null;
  const group = new Group();
  for (const [x, y, z] of new Map(anchors.map((place) => [place.map((part) => part.toFixed(3)).join(), place])).values()) {
    const high = y + above;
    const aside = half[0] * Math.sign(x - anchors.reduce((sum, place) => sum + place[0], 0) / anchors.length);
    const post = roundedBox([half[0], (high - ground) / 2, half[1]], 0.2 * Math.min(...half));
    group.add(standing(post, material, [x + aside, (ground + high) / 2, z]));
  }
  return group;
}

function standing(geometry: Mesh['geometry'], material: SurfaceMaterial, place: Vec3): Mesh {
  const mesh = new Mesh(geometry, material);
  mesh.position.set(...place);
  mesh.castShadow = mesh.receiveShadow = true;
  shadesGround(mesh);
  return mesh;
}
