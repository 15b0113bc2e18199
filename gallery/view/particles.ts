import {
  Box3,
  type BufferGeometry,
  Color,
  DoubleSide,
  Group,
  type InstancedMesh,
  Mesh,
  MeshStandardMaterial,
  SphereGeometry,
  Vector3,
} from 'three';
import { sphereInstances, writeSpheres } from '../../bindings/three/particles.ts';
import { surfaceGeometry, writeSurface } from '../../bindings/three/surface.ts';
import { tubeGeometry, writeTubes } from '../../bindings/three/tubes.ts';
import type { Frame, ParticleLook } from '../engine/types.ts';
import { shadesGround } from '../studio/contact-shadows.ts';
import { AZURE, BONE, SAFFRON, type Theme, VERMILION } from '../studio/palette.ts';
import { StateColors } from './colors.ts';

const GHOST_OPACITY = 0.35;
/** Of the sets in turn. */
const COLORS = [VERMILION, BONE, SAFFRON, AZURE, '#8a9099'];
/** Segments around a sphere and from pole to pole. */
const SPHERE = [16, 12] as const;

/** The particles of one world. */
export class ParticleView {
  readonly group = new Group();
  private readonly sets: SetView[];
  private colors: StateColors;

  constructor(looks: readonly ParticleLook[], theme: Theme) {
    this.colors = new StateColors(theme);
    this.sets = looks.map((look, number) => new SetView(look, number));
    for (const { group } of this.sets) this.group.add(group);
    this.setTheme(theme);
  }

  update({ particles, previousParticles, particleStates }: Frame, alpha: number): void {
    for (const [k, set] of this.sets.entries()) set.update(particles, previousParticles, alpha, particleStates[k], this.colors);
  }

  setTheme(theme: Theme): void {
    this.colors = new StateColors(theme);
    for (const [number, set] of this.sets.entries()) set.own.set(COLORS[number % COLORS.length]);
  }

  setGhost(ghost: boolean): void {
    for (const set of this.sets) set.setGhost(ghost);
  }

  /** A box around all particles; empty if there are none. */
  bounds(): Box3 {
    const box = new Box3();
    for (const set of this.sets) set.addTo(box);
    return box;
  }

  dispose(): void {
    this.group.removeFromParent();
    for (const set of this.sets) set.dispose();
  }
}

class SetView {
  readonly group = new Group();
  readonly own = new Color();
  private readonly material = new MeshStandardMaterial({ roughness: 0.7, metalness: 0, side: DoubleSide });
  private readonly points: Float32Array;
  private readonly surface: BufferGeometry | null;
  private readonly tubes: BufferGeometry | null;
  private readonly spheres: InstancedMesh | null;

  constructor(
    private readonly look: ParticleLook,
    readonly number: number,
  ) {
    const { count, lines, loose, triangles } = look;
    this.points = new Float32Array(3 * count);
    this.surface = triangles && surfaceGeometry(triangles, count);
    this.tubes = lines.length > 0 ? tubeGeometry(lines) : null;
    this.spheres = loose.length > 0 ? sphereInstances(loose.length, new SphereGeometry(1, ...SPHERE), this.material) : null;
    for (const geometry of [this.surface, this.tubes]) if (geometry) this.group.add(new Mesh(geometry, this.material));
    if (this.spheres) this.group.add(this.spheres);
    for (const object of this.group.children) {
      object.frustumCulled = false;
      object.castShadow = true;
      object.receiveShadow = true;
      shadesGround(object);
    }
  }

  update(now: Float32Array, before: Float32Array, alpha: number, state: number, colors: StateColors): void {
    const { look, points } = this;
    const from = 3 * look.first;
    for (let k = 0; k < points.length; k++) points[k] = before[from + k] + alpha * (now[from + k] - before[from + k]);
    if (this.surface) writeSurface(this.surface, points);
    if (this.tubes) writeTubes(this.tubes, look.lines, points, look.radii);
    if (this.spheres) writeSpheres(this.spheres, points, look.radii, look.loose);
    colors.write(this.material.color, this.own, state, -1);
  }

  setGhost(ghost: boolean): void {
    Object.assign(this.material, { transparent: ghost, opacity: ghost ? GHOST_OPACITY : 1, depthWrite: !ghost, needsUpdate: true });
    for (const object of this.group.children) object.castShadow = !ghost;
  }

  addTo(box: Box3): void {
    const point = new Vector3();
    for (let k = 0; k < this.points.length; k += 3) {
      point.fromArray(this.points, k);
      if (Number.isFinite(point.length())) box.expandByPoint(point);
    }
  }

  dispose(): void {
    this.surface?.dispose();
    this.tubes?.dispose();
    this.spheres?.geometry.dispose();
    this.spheres?.dispose();
    this.material.dispose();
  }
}
