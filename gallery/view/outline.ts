import { BackSide, type BufferGeometry, Group, Mesh, MeshBasicMaterial, Vector2 } from 'three';
import { mergeVertices } from 'three/addons/utils/BufferGeometryUtils.js';
import { type Poses, poseObject } from '../../bindings/three/index.ts';
import type { BodyLook } from '../engine/types.ts';
import type { Theme } from '../studio/palette.ts';
import { BEVEL } from '../studio/rounded-geometry.ts';

/** Pixels. */
const WIDTH = 3;

/** Moves the vertices outwards on the screen, by as many pixels as the outline is wide. */
const OUTWARDS = `
#include <project_vertex>
vec2 outwards = (projectionMatrix * vec4(normalMatrix * objectNormalOutwards, 0.0)).xy;
gl_Position.xy += normalize(outwards + vec2(1e-9)) * outlineWidth / outlineResolution * 2.0 * gl_Position.w;
`;

/** A line around the selected body: its back, a little larger than it is. */
export class Outline {
  readonly group = new Group();
  private readonly material = new MeshBasicMaterial({ side: BackSide, toneMapped: false });
  private readonly resolution = { value: new Vector2(1, 1) };
  private mesh: Mesh | null = null;
  private shown = 0;

  constructor() {
    this.material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, { outlineResolution: this.resolution, outlineWidth: { value: WIDTH } });
      const declarations = 'uniform vec2 outlineResolution;\nuniform float outlineWidth;\n';
      shader.vertexShader =
        declarations + shader.vertexShader.replace('#include <project_vertex>', OUTWARDS.replace('objectNormalOutwards', 'normal'));
    };
  }

  /** Slot of the body, 0 for none. */
  get slot(): number {
    return this.mesh ? this.shown : 0;
  }

  setTheme(theme: Theme): void {
    this.material.color.set(theme.selection);
  }

  setResolution(width: number, height: number): void {
    this.resolution.value.set(width, height);
  }

  show(body: { look: BodyLook; geometry: BufferGeometry } | null): void {
    this.mesh?.removeFromParent();
    this.mesh?.geometry.dispose();
    this.mesh = null;
    if (!body) return;
    this.shown = body.look.slot;
    this.mesh = new Mesh(hullOf(body.geometry, body.look), this.material);
    this.mesh.frustumCulled = false;
    this.group.add(this.mesh);
  }

  update(poses: Poses): void {
    if (this.mesh) poseObject(this.group, this.shown, poses);
  }

  dispose(): void {
    this.show(null);
    this.group.removeFromParent();
    this.material.dispose();
  }
}

/** The body's surface with one normal at each place, so that it does not come apart at its edges. */
function hullOf(geometry: BufferGeometry, { scale }: BodyLook): BufferGeometry {
  const bare = geometry.clone().deleteAttribute('normal').deleteAttribute(BEVEL);
  const merged = mergeVertices(bare, 1e-6).scale(...scale);
  merged.computeVertexNormals();
  return merged;
}
