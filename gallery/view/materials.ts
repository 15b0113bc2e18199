import {
  Color,
  DoubleSide,
  LineBasicMaterial,
  type Material,
  MeshBasicMaterial,
  MeshDepthMaterial,
  MeshStandardMaterial,
  type MeshStandardMaterialParameters,
} from 'three';
import { GroundMaterial } from './ground-material.ts';
import type { Theme } from './theme.ts';

const SENSOR_OPACITY = 0.3;
const GHOST_OPACITY = 0.35;
/** Of walls at their foot; they fade towards the top. */
const GLASS_OPACITY = 0.1;
const GLASS_EDGE_OPACITY = 0.35;

/** A surface for instances and for mixtures of shapes: three.js looks for the program of a material anew where it is used for both. */
export interface Finish {
  readonly instances: MeshStandardMaterial;
  readonly mixtures: MeshStandardMaterial;
}

/** What everything is made of. One set serves all worlds of a stage. */
export class Materials {
  /** Surfaces may be open, so both of their sides are drawn. */
  readonly solid = finish({ metalness: 0.05 });
  /** Of the shadows of mixtures. */
  readonly depth = new MeshDepthMaterial();
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
    const finishes = [this.solid, this.sensor, this.ghost].flatMap(({ instances, mixtures }) => [instances, mixtures]);
    const all: Material[] = [...finishes, this.depth, this.ground, this.glass, this.glassEdge];
    for (const material of all) material.dispose();
  }
}

function finish(parameters: MeshStandardMaterialParameters): Finish {
  const material = () => new MeshStandardMaterial({ roughness: 0.5, side: DoubleSide, ...parameters });
  return { instances: material(), mixtures: material() };
}

function translucent(opacity: number): Finish {
  return finish({ transparent: true, opacity, depthWrite: false });
}
