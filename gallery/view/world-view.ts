import { type Box3, Group } from 'three';
import type { Frame, SceneLooks } from '../engine/types.ts';
import { Bodies } from './bodies.ts';
import { LineView } from './lines.ts';
import type { Materials } from './materials.ts';
import { Outline } from './outline.ts';
import { ParticleView } from './particles.ts';
import { SpringView } from './spring.ts';
import type { Theme } from './theme.ts';

/** All that is drawn of one world. */
export class WorldView {
  readonly group = new Group();
  readonly bodies: Bodies;
  readonly particles: ParticleView;
  readonly spring: SpringView;
  private readonly lines = new LineView();
  private readonly outline = new Outline();
  private selected = -1;

  constructor(looks: SceneLooks, materials: Materials, theme: Theme, container: HTMLElement) {
    this.bodies = new Bodies(looks, materials, theme);
    this.particles = new ParticleView(looks.particles, theme);
    this.spring = new SpringView(container);
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
  }

  /** @param size of the scene, m */
  update(frame: Frame, alpha: number, size: number): void {
    this.bodies.update(frame, alpha);
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

  setGhost(ghost: boolean): void {
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
    this.bodies.dispose();
    this.particles.dispose();
    this.lines.dispose();
    this.spring.dispose();
    this.outline.dispose();
  }
}
