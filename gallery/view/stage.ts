import { Box3, Plane, Raycaster, Scene, Sphere, Vector2, Vector3, type WebGLRenderer } from 'three';
import type { Vec3 } from '../../bindings/index.ts';
import type { SceneView } from '../../scenes/scene.ts';
import type { Frame, SceneLooks } from '../engine/types.ts';
import { backgroundOf } from './background.ts';
import { CameraRig } from './camera.ts';
import { FADE_RADII } from './ground-material.ts';
import { Lights } from './lights.ts';
import { Materials } from './materials.ts';
import { createRenderer } from './renderer.ts';
import { THEMES, type ThemeName } from './theme.ts';
import { type Layout, type Side, type Viewport, viewportsOf } from './viewports.ts';
import { WorldView } from './world-view.ts';

export { NoWebGlError } from './renderer.ts';
export type { ThemeName } from './theme.ts';
export type { Layout, Side } from './viewports.ts';

/** A body under the pointer. */
export interface Pick {
  side: Side;
  slot: number;
  point: Vec3;
}

const MOST_PIXELS = 2;

/** Draws one world, or two to compare, into a canvas that fills a container, and lets people look around. */
export class Stage {
  readonly canvas = document.createElement('canvas');
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly lights = new Lights();
  private readonly materials = new Materials();
  private readonly rig: CameraRig;
  private readonly worlds: [WorldView | null, WorldView | null] = [null, null];
  private readonly divider = document.createElement('div');
  private readonly observer = new ResizeObserver(() => this.resize());
  private readonly raycaster = new Raycaster();
  private theme = THEMES.dark;
  private layout: Layout = 'single';
  private size = { width: 1, height: 1 };
  /** What the camera was fitted to. */
  private readonly ball = new Sphere(new Vector3(), 1);

  /** Throws a `NoWebGlError` where there is no WebGL 2. */
  constructor(private readonly container: HTMLElement) {
    this.renderer = createRenderer(this.canvas);
    this.canvas.className = 'stage-canvas';
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute('role', 'application');
    this.canvas.setAttribute('aria-label', 'The scene. Arrow keys turn the view, + and − go nearer or farther.');
    Object.assign(this.canvas.style, { display: 'block', width: '100%', height: '100%', touchAction: 'none' });
    this.divider.className = 'stage-divider';
    Object.assign(this.divider.style, {
      position: 'absolute',
      inset: '0 auto 0 50%',
      width: '1px',
      background: '#8885',
      pointerEvents: 'none',
    });
    container.append(this.canvas, this.divider);
    this.rig = new CameraRig(this.canvas);
    this.scene.add(this.lights.group);
    this.setTheme('dark');
    this.setLayout('single');
    this.resize();
    this.observer.observe(container);
  }

  /** Shows another world, or none. */
  show(side: Side, looks: SceneLooks | null): void {
    this.worlds[side]?.dispose();
    this.worlds[side] = looks && new WorldView(looks, this.materials, this.theme, this.container);
    const world = this.worlds[side];
    if (!world) return;
    this.scene.add(world.group);
    this.applyLayout();
    this.fitGround();
  }

  /** `alpha` is how far to draw the bodies from where they were one step before, 0, towards where they are, 1. */
  update(side: Side, frame: Frame, alpha: number): void {
    this.worlds[side]?.update(frame, alpha, this.ball.radius);
  }

  /** `split` shows both worlds beside each other, `overlay` the second one as ghosts over the first. */
  setLayout(layout: Layout): void {
    this.layout = layout;
    this.divider.hidden = layout !== 'split';
    this.applyLayout();
  }

  setTheme(name: ThemeName): void {
    this.theme = THEMES[name];
    this.materials.setTheme(this.theme);
    this.lights.setTheme(this.theme);
    if (this.scene.background && 'dispose' in this.scene.background) this.scene.background.dispose();
    this.scene.background = backgroundOf(this.theme);
    for (const world of this.worlds) world?.setTheme(this.theme);
  }

  setShadows(on: boolean): void {
    this.lights.setShadows(on);
  }

  /** Frames the moving bodies of the first world where they are now, or a cube of half width `radius`, m, around their middle. */
  fit(view: SceneView, radius?: number): void {
    const box = this.worlds[0]?.bounds() ?? new Box3();
    if (box.isEmpty()) box.setFromCenterAndSize(new Vector3(), new Vector3(1, 1, 1));
    if (radius !== undefined) box.setFromCenterAndSize(box.getCenter(new Vector3()), new Vector3().setScalar(2 * radius));
    box.getBoundingSphere(this.ball);
    this.rig.update(this.viewports[0].width / this.viewports[0].height);
    this.rig.fit(view, box);
    this.lights.fit(this.ball.center, this.ball.radius);
    this.fitGround();
  }

  /** Where one looks from and to, for `setCamera` and links. */
  camera(): string {
    return this.rig.text;
  }
  /** Text that is no camera changes nothing. */
  setCamera(text: string): void {
    this.rig.text = text;
  }

  /** Off while something is dragged. */
  setOrbiting(enabled: boolean): void {
    this.rig.enabled = enabled;
  }

  render(): void {
    const { renderer, rig, scene, worlds } = this;
    const viewports = this.viewports;
    rig.update(viewports[0].width / viewports[0].height);
    renderer.clear();
    renderer.setScissorTest(viewports.length > 1);
    for (const { sides, left, width, height } of viewports) {
      renderer.setViewport(left, 0, width, height);
      renderer.setScissor(left, 0, width, height);
      for (const side of [0, 1] as const) {
        const world = worlds[side];
        if (!world) continue;
        world.group.visible = sides.includes(side);
        world.setResolution(width, height);
      }
      renderer.render(scene, rig.camera);
    }
    for (const viewport of viewports) for (const side of viewport.sides) this.placeLabel(side, viewport);
  }

  /** Follows the size of the container. */
  resize(): void {
    const { clientWidth, clientHeight } = this.container;
    this.setSize(Math.max(1, clientWidth), Math.max(1, clientHeight), Math.min(MOST_PIXELS, devicePixelRatio));
  }

  /** The nearest body there; null where there is none. Floors and walls do not count. */
  pick(clientX: number, clientY: number): Pick | null {
    const viewport = this.aim(clientX, clientY);
    const side = viewport.sides[0];
    const hit = this.worlds[side]?.bodies.pick(this.raycaster);
    return hit ? { side, slot: hit.slot, point: hit.point.toArray() } : null;
  }

  /** What is under the pointer of the plane through a point that faces the eye. */
  pointOnPlane(clientX: number, clientY: number, through: Vec3): Vec3 {
    this.aim(clientX, clientY);
    const point = new Vector3().fromArray(through);
    const normal = this.rig.camera.getWorldDirection(new Vector3());
    const plane = new Plane().setFromNormalAndCoplanarPoint(normal, point);
    return (this.raycaster.ray.intersectPlane(plane, new Vector3()) ?? point).toArray();
  }

  /** Outlines a body; none for slot -1. */
  select(side: Side, slot: number): void {
    this.worlds[side]?.select(slot);
  }

  /** A picture as a data URL, of the size of the canvas unless given. */
  screenshot(type = 'image/png', width = this.size.width, height = this.size.height): string {
    this.setSize(width, height, 1);
    this.render();
    const picture = this.canvas.toDataURL(type);
    this.resize();
    this.render();
    return picture;
  }

  dispose(): void {
    this.observer.disconnect();
    for (const world of this.worlds) world?.dispose();
    this.rig.dispose();
    this.materials.dispose();
    this.lights.dispose();
    if (this.scene.background && 'dispose' in this.scene.background) this.scene.background.dispose();
    this.renderer.dispose();
    this.canvas.remove();
    this.divider.remove();
  }

  private get viewports(): Viewport[] {
    return viewportsOf(this.layout, this.size.width, this.size.height);
  }

  private setSize(width: number, height: number, pixelRatio: number): void {
    this.size = { width, height };
    this.renderer.setPixelRatio(pixelRatio);
    this.renderer.setSize(width, height, false);
  }

  private applyLayout(): void {
    this.worlds[1]?.setGhost(this.layout === 'overlay');
  }

  private fitGround(): void {
    const { center, radius } = this.ball;
    this.materials.ground.fit(center, radius);
    for (const world of this.worlds) world?.bodies.setExtent(FADE_RADII * radius + center.length());
  }

  /** Points the ray at a place on the page. */
  private aim(clientX: number, clientY: number): Viewport {
    const { left, top } = this.canvas.getBoundingClientRect();
    const [x, y] = [clientX - left, clientY - top];
    const viewport = this.viewports.findLast((candidate) => x >= candidate.left) ?? this.viewports[0];
    const place = new Vector2((2 * (x - viewport.left)) / viewport.width - 1, 1 - (2 * y) / viewport.height);
    this.rig.camera.updateMatrixWorld();
    this.raycaster.setFromCamera(place, this.rig.camera);
    return viewport;
  }

  private placeLabel(side: Side, { left, width, height }: Viewport): void {
    const spring = this.worlds[side]?.spring;
    if (!spring?.anchor) return;
    const place = spring.anchor.clone().project(this.rig.camera);
    const [x, y] = [left + ((place.x + 1) / 2) * width, ((1 - place.y) / 2) * height];
    spring.label.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(12px, -50%)`;
  }
}
