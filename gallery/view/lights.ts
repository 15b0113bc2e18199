import { Color, DirectionalLight, Group, HemisphereLight, type Vector3 } from 'three';
import type { Theme } from './theme.ts';

const SHADOW_MAP = 2048;
/** Radii of the scene around its middle that shadows are drawn in. */
const SHADOWED = 1.5;
const SUN = [-0.5, 1, 0.65] as const;

/** Light of the sky, and a sun with shadows. */
export class Lights {
  readonly group = new Group();
  private readonly sky = new HemisphereLight();
  private readonly sun = new DirectionalLight('#fff4e5');

  constructor() {
    const { shadow } = this.sun;
    this.sun.castShadow = true;
    shadow.mapSize.set(SHADOW_MAP, SHADOW_MAP);
    shadow.radius = 3;
    shadow.intensity = 0.65;
    this.group.add(this.sky, this.sun, this.sun.target);
  }

  setTheme(theme: Theme): void {
    this.sky.color = new Color(theme.sky);
    this.sky.groundColor = new Color(theme.earth);
    this.sky.intensity = theme.skyIntensity;
    this.sun.intensity = theme.sunIntensity;
  }

  setShadows(on: boolean): void {
    this.sun.castShadow = on;
  }

  /** Lets shadows fall where the scene is. */
  fit(center: Vector3, radius: number): void {
    const { sun } = this;
    const reach = SHADOWED * radius;
    sun.target.position.copy(center);
    sun.position
      .set(...SUN)
      .setLength(4 * reach)
      .add(center);
    const { camera } = sun.shadow;
    camera.left = camera.bottom = -reach;
    camera.right = camera.top = reach;
    camera.near = reach;
    camera.far = 8 * reach;
    camera.updateProjectionMatrix();
    // A texel and a half, so that surfaces do not shade themselves.
    sun.shadow.normalBias = (3 * reach) / SHADOW_MAP;
    sun.shadow.bias = -0.0002;
  }

  dispose(): void {
    this.sun.dispose();
    this.sky.dispose();
  }
}
