import { DoubleSide, LineBasicMaterial, type Material, MeshBasicMaterial, MeshDepthMaterial } from 'three';
import { GroundMaterial } from '../studio/ground-material.ts';
import type { Theme } from '../studio/palette.ts';
import { RopeMaterial } from '../studio/rope-material.ts';
import type { StudioUniforms } from '../studio/shader-chunks.ts';
import { RoundedDepthMaterial, type SubstanceName, SurfaceMaterial } from '../studio/surface-material.ts';

const SENSOR_OPACITY = 0.3;
const GHOST_OPACITY = 0.35;
/** Of walls at their foot; they fade towards the top. */
const GLASS_OPACITY = 0.1;
const GLASS_EDGE_OPACITY = 0.45;

/** What draws with a material: three.js looks for its program again where it is used for more than one of them. */
export type Use = 'single' | 'instances' | 'mixture';
type Looks = 'solid' | 'sensor' | 'ghost';

const TRANSLUCENT: Record<Looks, object> = {
  solid: {},
  sensor: { transparent: true, opacity: SENSOR_OPACITY, depthWrite: false },
  /** Bodies of the second world over those of the first. */
  ghost: { transparent: true, opacity: GHOST_OPACITY, depthWrite: false },
};

/** What everything is made of. One set serves all worlds of a stage. */
export class Materials {
  /** Of the shadows of mixtures, and of what has rounded edges. */
  readonly depth = new MeshDepthMaterial();
  readonly roundedDepth = new RoundedDepthMaterial();
  readonly terrain: GroundMaterial;
  readonly glass = new MeshBasicMaterial({
    transparent: true,
    opacity: GLASS_OPACITY,
    depthWrite: false,
    side: DoubleSide,
    vertexColors: true,
  });
  readonly glassEdge = new LineBasicMaterial({ transparent: true, opacity: GLASS_EDGE_OPACITY, depthWrite: false, vertexColors: true });
  private readonly surfaces = new Map<string, SurfaceMaterial>();

  constructor(private readonly uniforms: StudioUniforms) {
    this.terrain = new GroundMaterial('contours', uniforms);
  }

  surface(substance: SubstanceName, use: Use, look: Looks = 'solid'): SurfaceMaterial {
    const key = `${substance} ${use} ${look}`;
    const known = this.surfaces.get(key) ?? new SurfaceMaterial(substance, this.uniforms, TRANSLUCENT[look]);
    this.surfaces.set(key, known);
    return known;
  }

  /** A surface of one colour, for a single mesh; whoever asks for it disposes of it. */
  painted(substance: SubstanceName, color: string): SurfaceMaterial {
    return new SurfaceMaterial(substance, this.uniforms, { color });
  }

  /** Of ropes; whoever asks for it disposes of it. */
  rope(): RopeMaterial {
    return new RopeMaterial(this.uniforms);
  }

  setTheme(theme: Theme): void {
    this.terrain.setTheme(theme);
    this.glass.color.set(theme.glass);
    this.glassEdge.color.set(theme.glass);
  }

  dispose(): void {
    const all: Material[] = [...this.surfaces.values(), this.depth, this.roundedDepth, this.terrain, this.glass, this.glassEdge];
    for (const material of all) material.dispose();
  }
}
