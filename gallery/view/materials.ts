import { Color, DoubleSide, LineBasicMaterial, type Material, MeshBasicMaterial, MeshStandardMaterial } from 'three';
import { GroundMaterial } from './ground-material.ts';
import type { Theme } from './theme.ts';

const SENSOR_OPACITY = 0.3;
const GHOST_OPACITY = 0.35;
/** Of walls at their foot; they fade towards the top. */
const GLASS_OPACITY = 0.1;
const GLASS_EDGE_OPACITY = 0.35;

/** What everything is made of. One set serves all worlds of a stage. */
export class Materials {
  /** Surfaces may be open, so both of their sides are drawn. */
  readonly solid = new MeshStandardMaterial({ roughness: 0.5, metalness: 0.05, side: DoubleSide });
  readonly sensor = translucent(SENSOR_OPACITY);
  /** Bodies of the second world over those of the first. */
  readonly ghost = translucent(GHOST_OPACITY);
  readonly ground = new GroundMaterial();
  readonly glass = new MeshBasicMaterial({
    transparent: true,
    opacity: GLASS_OPACITY,
    depthWrite: false,
    side: DoubleSide,
    vertexColors: true,
  });
  readonly glassEdge = new LineBasicMaterial({ transparent: true, opacity: GLASS_EDGE_OPACITY, depthWrite: false, vertexColors: true });

  setTheme(theme: Theme): void {
    this.ground.color.set(theme.ground);
    this.ground.uniforms.gridColor.value = new Color(theme.grid);
    this.glass.color.set(theme.glass);
    this.glassEdge.color.set(theme.glass);
  }

  dispose(): void {
    const all: Material[] = [this.solid, this.sensor, this.ghost, this.ground, this.glass, this.glassEdge];
    for (const material of all) material.dispose();
  }
}

function translucent(opacity: number): MeshStandardMaterial {
  return new MeshStandardMaterial({ roughness: 0.5, transparent: true, opacity, depthWrite: false, side: DoubleSide });
}
