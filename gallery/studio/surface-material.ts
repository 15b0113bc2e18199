import { DoubleSide, MeshDepthMaterial, MeshStandardMaterial, type MeshStandardMaterialParameters, Vector3 } from 'three';
import { BACKDROP, HAZE, HAZE_DECLARATIONS, NOISE, type StudioUniforms } from './shader-chunks.ts';

/** What a surface is made of. */
interface Substance {
  readonly roughness: number;
  readonly metalness: number;
  /** Times the light of the studio. */
  readonly environment: number;
  /** How much the albedo varies, 0 to 1, over what size (m), and by what that is stretched along x. */
  readonly grain: number;
  readonly grainSize: number;
  readonly grainStretch?: number;
}

const SUBSTANCES = {
  ceramic: { roughness: 0.34, metalness: 0, environment: 1, grain: 0, grainSize: 1 },
  paint: { roughness: 0.42, metalness: 0, environment: 1, grain: 0.03, grainSize: 0.4 },
  rubber: { roughness: 0.86, metalness: 0, environment: 0.8, grain: 0.08, grainSize: 0.02 },
  steel: { roughness: 0.28, metalness: 1, environment: 1.35, grain: 0.04, grainSize: 0.12 },
  brass: { roughness: 0.3, metalness: 1, environment: 1.5, grain: 0.04, grainSize: 0.1 },
  iron: { roughness: 0.5, metalness: 0.85, environment: 1.25, grain: 0.14, grainSize: 0.22 },
  wood: { roughness: 0.62, metalness: 0, environment: 0.9, grain: 0.3, grainSize: 0.03, grainStretch: 9 },
  brick: { roughness: 0.9, metalness: 0, environment: 0.9, grain: 0.26, grainSize: 0.045 },
  stone: { roughness: 0.82, metalness: 0, environment: 0.9, grain: 0.09, grainSize: 0.03 },
  cloth: { roughness: 0.92, metalness: 0, environment: 0.8, grain: 0, grainSize: 1 },
} satisfies Record<string, Substance>;
export type SubstanceName = keyof typeof SUBSTANCES;

/** Part of the smallest half size by which edges of boxes and cylinders are rounded. */
const BEVEL_PART = 0.1;

const BEVEL_DECLARATIONS = 'attribute vec3 bevel;\n';
/** After begin_vertex: edges draw back by one radius in metres, however the instance is stretched. */
const BEVEL_CODE = `
#include <begin_vertex>
mat4 instanceFrame = mat4(1.0);
#if defined(USE_INSTANCING)
  instanceFrame = instanceMatrix;
#elif defined(USE_BATCHING)
  instanceFrame = batchingMatrix;
#endif
vec3 stretch = vec3(length(instanceFrame[0].xyz), length(instanceFrame[1].xyz), length(instanceFrame[2].xyz));
transformed -= bevel * ${BEVEL_PART.toFixed(2)} * min(stretch.x, min(stretch.y, stretch.z)) / max(stretch, vec3(1e-6));
`;
const VERTEX_DECLARATIONS = `${BEVEL_DECLARATIONS}
varying vec3 vPlace;
varying vec3 vGrain;
varying float vUpwards;
`;
const PLACE_CODE = `
#include <project_vertex>
mat4 worldFrame = modelMatrix * instanceFrame;
vPlace = (worldFrame * vec4(transformed, 1.0)).xyz;
vUpwards = normalize(mat3(worldFrame) * (objectNormal / max(stretch * stretch, vec3(1e-12)))).y;
vGrain = transformed * stretch;
#ifdef USE_INSTANCING
  vGrain += 7.0 * fract(float(gl_InstanceID) * vec3(0.137, 0.731, 0.379));
#endif
`;
const FRAGMENT_DECLARATIONS = `
varying vec3 vPlace;
varying vec3 vGrain;
varying float vUpwards;
uniform float grain, groundHeight, sceneRadius;
uniform vec3 grainScale;
${HAZE_DECLARATIONS}${NOISE}${BACKDROP}
`;
const GRAIN_CODE = `
#include <roughnessmap_fragment>
if (grain > 0.0) {
  float speck = 0.65 * valueNoise(vGrain * grainScale) + 0.35 * valueNoise(vGrain * grainScale * 3.1) - 0.5;
  diffuseColor.rgb *= 1.0 + 1.4 * grain * speck;
  roughnessFactor = clamp(roughnessFactor + 0.5 * grain * speck, 0.05, 1.0);
}
`;
/** Where a surface looks down close to the ground it sees less of the sky. */
const OCCLUSION_CODE = `
#include <aomap_fragment>
float closeness = exp(-max(vPlace.y - groundHeight, 0.0) / (0.07 * sceneRadius));
float openness = 1.0 - 0.75 * closeness * (0.5 - 0.5 * vUpwards);
reflectedLight.indirectDiffuse *= openness;
reflectedLight.indirectSpecular *= openness * openness;
`;

/** A surface in the studio. Its grain is fixed to the body, so that it shows how the body turns. */
export class SurfaceMaterial extends MeshStandardMaterial {
  constructor(
    readonly substance: SubstanceName,
    uniforms: StudioUniforms,
    parameters: MeshStandardMaterialParameters = {},
  ) {
    const { roughness, metalness, environment, grain, grainSize, grainStretch = 1 }: Substance = SUBSTANCES[substance];
    super({ roughness, metalness, envMapIntensity: environment, side: DoubleSide, ...parameters });
    const scale = new Vector3(1 / (grainSize * grainStretch), 1 / grainSize, 1 / grainSize);
    this.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, uniforms, { grain: { value: grain }, grainScale: { value: scale } });
      shader.vertexShader =
        VERTEX_DECLARATIONS +
        shader.vertexShader.replace('#include <begin_vertex>', BEVEL_CODE).replace('#include <project_vertex>', PLACE_CODE);
      shader.fragmentShader =
        FRAGMENT_DECLARATIONS +
        shader.fragmentShader
          .replace('#include <roughnessmap_fragment>', GRAIN_CODE)
          .replace('#include <aomap_fragment>', OCCLUSION_CODE)
          .replace('#include <opaque_fragment>', `${HAZE}\n#include <opaque_fragment>`);
    };
  }
}

/** What shadows of rounded boxes and cylinders are drawn with, so that they fit the surface. */
export class RoundedDepthMaterial extends MeshDepthMaterial {
  constructor() {
    super();
    this.onBeforeCompile = (shader) => {
      shader.vertexShader = BEVEL_DECLARATIONS + shader.vertexShader.replace('#include <begin_vertex>', BEVEL_CODE);
    };
  }
}
