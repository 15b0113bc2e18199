import { Box3, type BufferGeometry, Color, Group, type InstancedMesh, Mesh, SphereGeometry, Vector3 } from 'three';
import { sphereInstances, writeSpheres } from '../../bindings/three/particles.ts';
import { surfaceGeometry, writeSurface } from '../../bindings/three/surface.ts';
import { tubeGeometry, writeTubes } from '../../bindings/three/tubes.ts';
import type { Dress, Finish } from '../dress/dress.ts';
import type { Frame, ParticleLook } from '../engine/types.ts';
import { shadesGround } from '../studio/contact-shadows.ts';
import { AZURE, BONE, SAFFRON, STEEL, type Theme, VERMILION } from '../studio/palette.ts';
import type { SurfaceMaterial } from '../studio/surface-material.ts';
import { StateColors } from './colors.ts';
import type { Materials } from './materials.ts';
import { addStrands } from './strands.ts';

const GHOST_OPACITY = 0.35;
/** Of the sets in turn. */
const COLORS = [VERMILION, BONE, SAFFRON, AZURE, '#8a9099'];
/** Segments around a sphere and from pole to pole. */
const SPHERE = [16, 12] as const;
/** Of the radius of a tube: that of the clamps at its pins; and of half the size of a sheet. */
const CLAMP = 1.7;
const CLAMP_OF_SHEET = 0.014;

/** The particles of one world. */
export class ParticleView {
  readonly group = new Group();
  private readonly sets: SetView[];
  private colors: StateColors;

  constructor(looks: readonly ParticleLook[], materials: Materials, dress: Dress, theme: Theme) {
    this.colors = new StateColors(theme);
    this.sets = looks.map((look, number) => {
      const finish = dress.particles?.(number) ?? { substance: 'cloth', color: COLORS[number % COLORS.length] };
      return new SetView(look, finish, materials);
    });
    for (const { group } of this.sets) this.group.add(group);
  }

  update({ particles, previousParticles, particleStates }: Frame, alpha: number): void {
    for (const [k, set] of this.sets.entries()) set.update(particles, previousParticles, alpha, particleStates[k], this.colors);
  }

  setTheme(theme: Theme): void {
    this.colors = new StateColors(theme);
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
  private readonly own: Color;
  private readonly materials: readonly SurfaceMaterial[];
  private readonly points: Float32Array;
  private readonly surface: BufferGeometry | null;
  private readonly tubes: BufferGeometry | null;
  private readonly spheres: InstancedMesh | null;
  /** What holds the points that are fixed. */
  private readonly clamps: InstancedMesh | null;
  private clampRadii: Float32Array | null = null;

  constructor(
    private readonly look: ParticleLook,
    { substance, color }: Finish,
    materials: Materials,
  ) {
    const { count, lines, loose, pinned, triangles } = look;
    this.own = new Color(color);
    this.points = new Float32Array(3 * count);
    const [plain, steel] = [materials.painted(substance, color), materials.painted('steel', STEEL)];
    const rope = lines.length > 0 ? materials.rope() : null;
    this.materials = [plain, steel, ...(rope ? [rope] : [])];
    this.surface = triangles && surfaceGeometry(triangles, count);
    this.tubes = rope && tubeGeometry(lines);
    this.spheres = loose.length > 0 ? sphereInstances(loose.length, new SphereGeometry(1, ...SPHERE), plain) : null;
    this.clamps = pinned.length > 0 ? sphereInstances(pinned.length, new SphereGeometry(1, ...SPHERE), steel) : null;
    if (this.surface) this.group.add(new Mesh(this.surface, plain));
    if (this.tubes && rope) this.group.add(new Mesh(this.tubes, rope));
    for (const instances of [this.spheres, this.clamps]) if (instances) this.group.add(instances);
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
    if (this.tubes) {
      if (!('strand' in this.tubes.attributes)) addStrands(this.tubes, look.lines, points, look.radii);
      writeTubes(this.tubes, look.lines, points, look.radii);
    }
    if (this.spheres) writeSpheres(this.spheres, points, look.radii, look.loose);
    if (this.clamps) writeSpheres(this.clamps, points, this.radiiOfClamps(), look.pinned);
    for (const material of this.materials) if (material.substance !== 'steel') colors.write(material.color, this.own, state, -1);
  }

  setGhost(ghost: boolean): void {
    for (const material of this.materials)
      Object.assign(material, { transparent: ghost, opacity: ghost ? GHOST_OPACITY : 1, depthWrite: !ghost, needsUpdate: true });
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
    for (const instances of [this.spheres, this.clamps]) {
      instances?.geometry.dispose();
      instances?.dispose();
    }
    for (const material of this.materials) material.dispose();
  }

  /** Of all points, as they are at first. */
  private radiiOfClamps(): Float32Array {
    const { look, points } = this;
    if (!this.clampRadii) {
      const box = new Box3().setFromArray(points);
      const sheet = (CLAMP_OF_SHEET / 2) * box.getSize(new Vector3()).length();
      this.clampRadii = Float32Array.from({ length: look.count }, (_, k) => (look.radii.length > 0 ? CLAMP * look.radii[k] : sheet));
    }
    return this.clampRadii;
  }
}
