// What holds up what hangs: a beam on two legs, wherever joints hold on to the world.
import { Group, Mesh } from 'three';
import type { Vec3 } from '../../bindings/index.ts';
import type { GantryShape } from '../dress/dress.ts';
import { roundedBox } from '../dress/geometry.ts';
import type { SceneLooks } from '../engine/types.ts';
import { shadesGround } from '../studio/contact-shadows.ts';
import type { SurfaceMaterial } from '../studio/surface-material.ts';
import { anchorsOf } from './stand.ts';

/** Of the height: half the thickness of the beam. */
const THICKNESS = 0.014;

/** Null where nothing hangs from the world. */
export function createGantry(
  looks: SceneLooks,
  { along, half, spread, thickness, above = 0 }: GantryShape,
  ground: number,
  material: SurfaceMaterial,
): Group | null {
  const anchors = anchorsOf(looks);
  if (anchors.length === 0) return null;
  const range = (axis: number) => [Math.min(...anchors.map((place) => place[axis])), Math.max(...anchors.map((place) => place[axis]))];
  const axis = along === 'x' ? 0 : 2;
  const [low, high] = range(axis);
  const aside = range(2 - axis).reduce((sum, value) => sum + value, 0) / 2;
  const [, top] = range(1);
  const height = top - ground;
  const thick = thickness ?? THICKNESS * Math.max(height, high - low);
  const reach = half ?? (spread ?? 1) * height + thick;
  const group = new Group();
  const add = (center: Vec3, size: Vec3) => {
    const mesh = new Mesh(roundedBox(size, 0.15 * Math.min(...size)), material);
    mesh.position.set(...center);
    mesh.castShadow = mesh.receiveShadow = true;
    shadesGround(mesh);
    group.add(mesh);
  };
  const at = (way: number, y: number): Vec3 => (along === 'x' ? [way, y, aside] : [aside, y, way]);
  const sized = (way: number, y: number, other: number): Vec3 => (along === 'x' ? [way, y, other] : [other, y, way]);
  const beam = top + above + thick;
  const middle = (low + high) / 2;
  const span = half === undefined ? (high - low) / 2 + reach : reach;
  add(at(middle, beam), sized(span + 2 * thick, thick, 0.8 * thick));
  for (const side of [-1, 1]) {
    add(at(middle + side * span, (ground + beam) / 2), sized(0.7 * thick, (beam - ground) / 2, 0.7 * thick));
    add(at(middle + side * span, ground + 0.4 * thick), sized(2.5 * thick, 0.4 * thick, 4.5 * thick));
  }
  return group;
}
