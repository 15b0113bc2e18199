import { Box3, Plane, Raycaster, Scene, Sphere, Vector2, Vector3, type WebGLRenderer } from 'three';
import type { Vec3 } from '../../bindings/index.ts';
import type { SceneView } from '../../scenes/scene.ts';
import type { Frame, SceneLooks } from '../engine/types.ts';
import { THEMES, type ThemeName } from '../studio/palette.ts';
import { Studio } from '../studio/studio.ts';
import { CameraRig } from './camera.ts';
import { Materials } from './materials.ts';
import { Quality } from './quality.ts';
import { createRenderer } from './renderer.ts';
import { type Insets, type Layout, NO_INSETS, type Side, type Viewport, viewportsOf } from './viewports.ts';
import { WorldView } from './world-view.ts';

export type { ThemeName } from '../studio/palette.ts';
export { NoWebGlError } from './renderer.ts';
export type { Insets, Layout, Side } from './viewports.ts';

/** A body under the pointer. */
export interface Pick {
  side: Side;
  slot: number;
  point: Vec3;
}

/** Of the radius of a scene: how far below what hangs the ground is. */
const BELOW = 0.08;
/** Of the distance of the eye: the radius of what it sees. */
const SEEN = 0.36;

/** Draws one world, or two to compare, into a canvas that fills a container, and lets people look around. */
export class Stage {
  readonly canvas = document.createElement('canvas');
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly studio: Studio;
  private readonly materials: Materials;
  private readonly rig: CameraRig;
  private readonly worlds: [WorldView | null, WorldView | null] = [null, null];
  private readonly divider = document.createElement('div');
  private readonly observer = new ResizeObserver(() => this.resize());
  private readonly raycaster = new Raycaster();
  private readonly quality = new Quality(devicePixelRatio);
  private theme = THEMES.dark;
  private layout: Layout = 'single';
  private size = { width: 1, height: 1 };
  private insets = NO_INSETS;
  /** What the camera was fitted to. */
  private readonly ball = new Sphere(new Vector3(), 1);
  private factor = 1;
  private direction = new Vector3(0, 0, 1);
  private aspect: number | undefined;
  /** Height of the ground under the scene that the camera was fitted to, m; null before. */
  private ground: number | null = null;

  /** Throws a `NoWebGlError` where there is no WebGL 2. */
  constructor(private readonly container: HTMLElement) {
    this.renderer = createRenderer(this.canvas);
    this.studio = new Studio(this.renderer, this.scene);
    this.materials = new Materials(this.studio.uniforms);
    this.canvas.className = 'stage-canvas';
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute('role', 'application');
    this.canvas.setAttribute('aria-label', 'The scene. Arrow keys rotate the camera, + and − zoom.');
    Object.assign(this.canvas.style, { display: 'block', width: '100%', height: '100%', touchAction: 'none' });
    this.divider.className = 'stage-divider';
    container.append(this.canvas, this.divider);
    this.rig = new CameraRig(this.canvas);
    this.setTheme('dark');
    this.setLayout('single');
    this.resize();
    this.observer.observe(container);
    this.canvas.addEventListener('webglcontextrestored', () => this.studio.forgetEnvironments());
  }

  /** Shows another world, or none. */
  show(side: Side, looks: SceneLooks | null): void {
    this.worlds[side]?.dispose();
    this.worlds[side] = looks && new WorldView(looks, this.materials, this.theme, this.container);
    const world = this.worlds[side];
    if (!world) return;
    world.factor = this.factor;
    this.scene.add(world.group);
    if (this.ground !== null) world.furnish(this.ball.radius, this.ground);
    this.applyLayout();
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
    this.arrange();
  }

  setTheme(name: ThemeName): void {
    this.theme = THEMES[name];
    this.materials.setTheme(this.theme);
    this.studio.setTheme(this.theme);
    for (const world of this.worlds) world?.setTheme(this.theme);
  }

  /** Draws errors of joints so many times as large as they are. */
  setExaggeration(factor: number): void {
    this.factor = factor;
    for (const world of this.worlds) if (world) world.factor = factor;
  }

  setShadows(on: boolean): void {
    this.studio.setShadows(on);
  }

  /** Pixels along the edges that panels cover: what is looked at stays in the middle of the rest. */
  setInsets(insets: Insets): void {
    this.insets = insets;
    this.arrange();
  }

  /** Frames the moving bodies of the first world where they are now, or a cube of half width `radius`, m, around their middle. */
  fit(view: SceneView, radius?: number): void {
    const box = this.worlds[0]?.bounds() ?? new Box3();
    if (box.isEmpty()) box.setFromCenterAndSize(new Vector3(), new Vector3(1, 1, 1));
    if (radius !== undefined) box.setFromCenterAndSize(box.getCenter(new Vector3()), new Vector3().setScalar(2 * radius));
    box.getBoundingSphere(this.ball);
    const { aspect, direction = [0.55, 0.4, 1], distance = 0, ground, target } = view;
    this.aspect = aspect;
    // What moves may be small in what is looked at.
    this.ball.radius = Math.max(this.ball.radius, SEEN * distance);
    if (target) this.ball.center.fromArray(target);
    this.direction = new Vector3(...direction);
    this.arrange();
    this.rig.fit(view, box);
    this.fitStudio(box, ground);
  }

  /** Where one looks from and to, for `setCamera` and links. */
  camera(): string {
    return this.rig.text;
  }
  /** Text that is no camera changes nothing. */
  setCamera(text: string): void {
    this.rig.text = text;
  }

  /** Lights up the body under the pointer; none for slot -1. */
  hover(side: Side, slot: number): void {
    for (const [index, world] of this.worlds.entries()) world?.bodies.hover(index === side ? slot : -1);
  }

  /** Off while something is dragged. */
  setOrbiting(enabled: boolean): void {
    this.rig.enabled = enabled;
  }

  /** So many s have passed between two pictures of something that moves: the resolution follows. */
  pace(interval: number): void {
    if (this.quality.see(interval)) this.resize();
  }

  render(): void {
    const { renderer, rig, scene, worlds } = this;
    const viewports = this.viewports;
    rig.update();
    renderer.setClearColor(0x000000, 1);
    renderer.setScissorTest(false);
    renderer.clear();
    for (const viewport of viewports) {
      const { sides, left, bottom, width, height } = viewport;
      for (const side of [0, 1] as const) {
        const world = worlds[side];
        if (!world) continue;
        world.group.visible = sides.includes(side);
        world.setResolution(width, height);
      }
      this.studio.prepare();
      rig.use(viewport);
      renderer.setViewport(left, bottom, width, height);
      renderer.setScissor(left, bottom, width, height);
      renderer.setScissorTest(viewports.length > 1);
      renderer.render(scene, rig.camera);
      for (const side of sides) {
        this.placeLabel(side, viewport);
        worlds[side]?.labels.place(rig.camera, viewport, this.size.height);
      }
    }
  }

  /** Follows the size of the container. */
  resize(): void {
    const { clientWidth, clientHeight } = this.container;
    this.setSize(Math.max(1, clientWidth), Math.max(1, clientHeight), this.quality.ratio);
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

  /** Where a ball begins that is thrown at what is at a place on the page, and its direction. */
  throwFrom(clientX: number, clientY: number): { from: Vec3; direction: Vec3; size: number } {
    this.aim(clientX, clientY);
    const { direction, origin } = this.raycaster.ray;
    const away = 0.45 * origin.distanceTo(this.rig.target);
    return { from: origin.clone().addScaledVector(direction, away).toArray(), direction: direction.toArray(), size: this.ball.radius };
  }

  /** Keeps a body of the first world in the middle; `part` is how much of the way there the view goes now. */
  follow(slot: number, frame: Frame, part: number): void {
    const place = new Vector3().fromArray(frame.transforms, 7 * slot);
    if (!Number.isFinite(place.length())) return;
    const way = place.sub(this.rig.target).multiplyScalar(part);
    this.rig.travel(way);
    this.studio.travel(way.setY(0));
  }

  /** Looks at a body from its scene's direction and from so far away, m. */
  approach(slot: number, frame: Frame, distance: number): void {
    const target = new Vector3().fromArray(frame.transforms, 7 * slot);
    this.studio.travel(target.clone().sub(this.rig.target).setY(0));
    this.rig.fit({ direction: this.direction.toArray(), target: target.toArray(), distance, aspect: this.aspect }, new Box3());
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
    this.studio.dispose();
    this.renderer.dispose();
    this.canvas.remove();
    this.divider.remove();
  }

  private get viewports(): Viewport[] {
    return viewportsOf(this.layout, this.size.width, this.size.height, this.insets);
  }

  /** Puts divider and camera where the viewports are. */
  private arrange(): void {
    const [first] = this.viewports;
    const upright = first.bottom > 0;
    this.divider.dataset.way = upright ? 'level' : 'upright';
    Object.assign(this.divider.style, upright ? { left: '0', top: `${first.height}px` } : { left: `${first.width}px`, top: '0' });
    this.rig?.setFrame(first);
  }

  private setSize(width: number, height: number, pixelRatio: number): void {
    this.size = { width, height };
    this.renderer.setPixelRatio(pixelRatio);
    this.renderer.setSize(width, height, false);
    this.arrange();
  }

  private applyLayout(): void {
    this.worlds[1]?.setGhost(this.layout === 'overlay');
  }

  /** Puts ground, light and shadows where the scene is. */
  private fitStudio(box: Box3, given?: number): void {
    const { center, radius } = this.ball;
    const world = this.worlds[0];
    const floor = world?.bodies.floorHeight ?? null;
    const ground = floor ?? world?.ground ?? given ?? (world?.lowest(box.min.y) ?? box.min.y) - BELOW * radius;
    this.rig.ground = ground;
    this.materials.terrain.fit(5 * radius);
    this.ground = ground;
    for (const shown of this.worlds) shown?.furnish(radius, ground);
    this.studio.fit({ center, radius, ground, hasGround: !world?.bodies.hasTerrain, direction: this.direction });
  }

  /** Points the ray at a place on the page. */
  private aim(clientX: number, clientY: number): Viewport {
    const { left, top } = this.canvas.getBoundingClientRect();
    const [x, y] = [clientX - left, clientY - top];
    const { viewports, size } = this;
    const within = ({ left: from, bottom, height }: Viewport) => x >= from && y >= size.height - bottom - height;
    const viewport = viewports.findLast(within) ?? viewports[0];
    const up = size.height - y - viewport.bottom;
    const place = new Vector2((2 * (x - viewport.left)) / viewport.width - 1, (2 * up) / viewport.height - 1);
    this.rig.use(viewport);
    this.rig.camera.updateMatrixWorld();
    this.raycaster.setFromCamera(place, this.rig.camera);
    return viewport;
  }

  private placeLabel(side: Side, { left, bottom, width, height }: Viewport): void {
    const spring = this.worlds[side]?.spring;
    if (!spring?.anchor) return;
    const place = spring.anchor.clone().project(this.rig.camera);
    const [x, y] = [left + ((place.x + 1) / 2) * width, this.size.height - bottom - ((1 + place.y) / 2) * height];
    spring.label.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(12px, -50%)`;
  }
}
