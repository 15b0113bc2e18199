import { DirectionalLight, Group, MathUtils, type Vector3 } from 'three';
import type { Theme } from './palette.ts';

const SHADOW_MAP = 2048;
/** Radii of the scene around its middle that shadows are drawn in. */
const SHADOWED = 1.5;
/** Azimuth from the eye of the opening view, left negative, and elevation, °. */
export const KEY_FROM_LEFT = [-44, 44] as const;

/** The one light with shadows. It belongs to the opening view, not to the axes of the world. */
export class KeyLight {
  readonly group = new Group();
  private readonly light = new DirectionalLight();

  constructor() {
    const { shadow } = this.light;
    this.light.castShadow = true;
    shadow.mapSize.set(SHADOW_MAP, SHADOW_MAP);
    shadow.radius = 3.2;
    this.group.add(this.light, this.light.target);
  }

  setTheme(theme: Theme): void {
    this.light.color.set(theme.keyColor);
    this.light.intensity = theme.keyIntensity;
    this.light.shadow.intensity = theme.shadowIntensity;
  }

  setShadows(on: boolean): void {
    this.light.castShadow = on;
  }

  /** @param facing azimuth of the opening view's eye about y, rad */
  fit(center: Vector3, radius: number, facing: number, [azimuth, elevation]: readonly [number, number]): void {
    const { light } = this;
    const reach = SHADOWED * radius;
    light.target.position.copy(center);
    light.position
      .setFromSphericalCoords(4 * reach, Math.PI / 2 - MathUtils.degToRad(elevation), facing + MathUtils.degToRad(azimuth))
      .add(center);
    const { camera } = light.shadow;
    Object.assign(camera, { left: -reach, right: reach, bottom: -reach, top: reach, near: reach, far: 8 * reach });
    camera.updateProjectionMatrix();
    light.shadow.normalBias = (2.5 * 2 * reach) / SHADOW_MAP;
    light.shadow.bias = -0.0002;
  }

  travel(way: Vector3): void {
    this.light.position.add(way);
    this.light.target.position.add(way);
  }

  dispose(): void {
    this.light.dispose();
  }
}
