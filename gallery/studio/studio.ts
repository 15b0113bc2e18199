// What every scene stands in: sky, ground, one key light, an environment of soft boxes, contact shadows.
import { CircleGeometry, Mesh, type Scene, type Vector3, type WebGLRenderer, type WebGLRenderTarget } from 'three';
import { ContactShadows } from './contact-shadows.ts';
import { createEnvironment } from './environment.ts';
import { GroundMaterial } from './ground-material.ts';
import { KEY_FROM_LEFT, KeyLight } from './key-light.ts';
import type { Theme, ThemeName } from './palette.ts';
import { createUniforms } from './shader-chunks.ts';
import { createSky } from './sky.ts';

/** Radii of the scene: of the ground, and those between which the haze takes over. */
const GROUND = 30;
const HAZE = [0.9, 8] as const;
const HAZE_ON_TERRAIN = [1, 3] as const;

/** What the studio is fitted to. */
export interface Place {
  readonly center: Vector3;
  /** m. */
  readonly radius: number;
  /** Height of the ground, m. */
  readonly ground: number;
  /** Whether the ground is there; terrain of the scene itself takes its place. */
  readonly hasGround: boolean;
  /** From the scene towards the eye. */
  readonly direction: Vector3;
  readonly key?: readonly [azimuth: number, elevation: number];
}

export class Studio {
  readonly uniforms = createUniforms();
  private readonly key = new KeyLight();
  private readonly contact = new ContactShadows(this.uniforms);
  private readonly groundMaterial = new GroundMaterial('grid', this.uniforms);
  private readonly ground = new Mesh(new CircleGeometry(1, 96).rotateX(-Math.PI / 2), this.groundMaterial);
  private readonly sky = createSky(this.uniforms);
  private readonly environments = new Map<ThemeName, WebGLRenderTarget>();
  private theme: Theme | null = null;
  private shadows = true;

  constructor(
    private readonly renderer: WebGLRenderer,
    private readonly scene: Scene,
  ) {
    this.ground.receiveShadow = true;
    this.ground.frustumCulled = false;
    scene.add(this.sky, this.ground, this.key.group);
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    const { uniforms } = this;
    uniforms.horizon.value.set(theme.horizon);
    uniforms.zenith.value.set(theme.zenith);
    uniforms.glow.value.set(theme.glow);
    this.renderer.toneMappingExposure = theme.exposure;
    this.groundMaterial.setTheme(theme);
    this.key.setTheme(theme);
    this.useEnvironment(theme);
  }

  setShadows(on: boolean): void {
    this.shadows = on;
    this.key.setShadows(on);
    this.uniforms.contactFrame.value.w = on ? 1 : 0;
  }

  fit({ center, radius, ground, hasGround, direction, key = KEY_FROM_LEFT }: Place): void {
    const { uniforms } = this;
    const facing = Math.atan2(direction.x, direction.z);
    uniforms.front.value.set(Math.sin(facing), 0, Math.cos(facing));
    uniforms.hazeCenter.value.copy(center);
    const [from, to] = hasGround ? HAZE : HAZE_ON_TERRAIN;
    uniforms.haze.value.set(from * radius, to * radius);
    uniforms.groundHeight.value = ground;
    uniforms.sceneRadius.value = radius;
    this.scene.environmentRotation.set(0, facing, 0);
    this.key.fit(center, radius, facing, key);
    this.ground.visible = hasGround;
    this.ground.position.set(center.x, ground, center.z);
    this.ground.scale.setScalar(GROUND * radius);
    this.groundMaterial.fit(radius);
    this.contact.fit(center.x, center.z, ground, radius, this.shadows && hasGround ? 1 : 0);
  }

  /** Goes along with a scene that moves away. */
  travel(way: Vector3): void {
    this.uniforms.hazeCenter.value.add(way);
    this.key.travel(way);
  }

  /** To be called before the picture: draws the contact shadows. */
  prepare(): void {
    this.contact.render(this.renderer, this.scene);
  }

  /** The environment is lost with the graphics context. */
  forgetEnvironments(): void {
    for (const target of this.environments.values()) target.dispose();
    this.environments.clear();
    if (this.theme) this.useEnvironment(this.theme);
  }

  dispose(): void {
    for (const target of this.environments.values()) target.dispose();
    this.contact.dispose();
    this.key.dispose();
    for (const mesh of [this.ground, this.sky]) {
      mesh.geometry.dispose();
      mesh.removeFromParent();
    }
    this.groundMaterial.dispose();
  }

  private useEnvironment(theme: Theme): void {
    const known = this.environments.get(theme.name) ?? createEnvironment(this.renderer, theme);
    this.environments.set(theme.name, known);
    this.scene.environment = known.texture;
    this.scene.environmentIntensity = theme.environmentIntensity;
  }
}
