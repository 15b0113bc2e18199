import { type Box3, Group } from 'three';
import { dressOf } from '../dress/index.ts';
import type { Frame, SceneLooks } from '../engine/types.ts';
import { Furniture } from '../props/furniture.ts';
import type { Theme } from '../studio/palette.ts';
import { Bodies } from './bodies.ts';
import { Exaggeration } from './exaggeration.ts';
import { lowestReach } from './hanging.ts';
import { Labels } from './labels.ts';
import { LineView } from './lines.ts';
import type { Materials } from './materials.ts';
import { Outline } from './outline.ts';
import { ParticleView } from './particles.ts';
import { SpringView } from './spring.ts';

/** All that is drawn of one world. */
export class WorldView {
  readonly group = new Group();
  readonly bodies: Bodies;
  readonly particles: ParticleView;
  readonly spring: SpringView;
  readonly labels: Labels;
  /** By what errors of joints are drawn larger than they are. */
  factor = 1;
  private readonly exaggeration: Exaggeration;
  private readonly lines = new LineView();
  private readonly outline = new Outline();
  private furniture: Furniture | null = null;
  private ghost = false;
  private selected = -1;

  constructor(
    private readonly looks: SceneLooks,
    private readonly materials: Materials,
    theme: Theme,
    container: HTMLElement,
  ) {
    this.exaggeration = new Exaggeration(looks.joints);
    this.bodies = new Bodies(looks, materials, theme);
    this.particles = new ParticleView(looks.particles, materials, dressOf(looks.scene), theme);
    this.spring = new SpringView(container);
    this.labels = new Labels(container, dressOf(looks.scene).labels?.(looks) ?? []);
    this.group.add(this.bodies.group, this.particles.group, this.lines.group, this.spring.group, this.outline.group);
    this.spring.setTheme(theme);
    this.outline.setTheme(theme);
  }

  setTheme(theme: Theme): void {
    this.bodies.setTheme(theme);
    this.particles.setTheme(theme);
    this.spring.setTheme(theme);
    this.outline.setTheme(theme);
  }

  setResolution(width: number, height: number): void {
    this.outline.setResolution(width, height);
    this.lines.setHeight(height);
  }

  /** @param size of the scene, m */
  update(reported: Frame, alpha: number, size: number): void {
    const frame = this.exaggeration.apply(reported, this.factor);
    this.bodies.update(frame, alpha);
    this.furniture?.update({ transforms: frame.transforms, previous: frame.previous, alpha }, frame.time);
    this.particles.update(frame, alpha);
    this.outline.update({ transforms: frame.transforms, previous: frame.previous, alpha });
    this.lines.show(frame.lines);
    this.spring.show(frame.grab, size / 40);
  }

  /** Around what moves; around all bodies but floors and walls where nothing does. */
  bounds(): Box3 {
    const box = this.particles.bounds();
    return box.isEmpty() ? this.bodies.bounds() : box.union(this.bodies.bounds(true));
  }

  /** How low anything may come, m: `low` is how low it is now, and chains and pendulums reach as far as they are long. */
  lowest(low: number): number {
    return Math.min(low, this.bodies.lowest, lowestReach(this.looks.joints));
  }

  /** Height of the ground that the scene's dress asks for, m. */
  get ground(): number | undefined {
    return dressOf(this.looks.scene).groundOf?.(this.looks);
  }

  /** Sets up what is not a body, for a scene of this radius on ground of this height, m. */
  furnish(radius: number, ground: number): void {
    this.furniture?.dispose();
    this.furniture = new Furniture(this.looks, this.materials, (slot) => this.bodies.sizeOf(slot), radius, ground);
    this.group.add(this.furniture.group);
    this.furniture.group.visible = !this.ghost;
  }

  setGhost(ghost: boolean): void {
    this.ghost = ghost;
    if (this.furniture) this.furniture.group.visible = !ghost;
    this.bodies.setGhost(ghost);
    this.particles.setGhost(ghost);
  }

  select(slot: number): void {
    if (slot === this.selected) return;
    this.selected = slot;
    this.outline.show(slot < 0 ? null : this.bodies.find(slot));
  }

  dispose(): void {
    this.group.removeFromParent();
    this.furniture?.dispose();
    this.bodies.dispose();
    this.particles.dispose();
    this.lines.dispose();
    this.spring.dispose();
    this.labels.dispose();
    this.outline.dispose();
  }
}
