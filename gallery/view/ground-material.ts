import { Color, MeshStandardMaterial, Vector3 } from 'three';

/** What the shader adds: a place on the ground in metres, and how upright the surface is there. */
const VERTEX_DECLARATIONS = `
varying vec3 vGround;
varying vec3 vGroundWorld;
varying float vGroundLevel;
`;
const VERTEX_CODE = `
#include <begin_vertex>
vGround = position * vec3(length(modelMatrix[0].xyz), length(modelMatrix[1].xyz), length(modelMatrix[2].xyz));
vGroundWorld = (modelMatrix * vec4(position, 1.0)).xyz;
vGroundLevel = abs(normal.y);
`;
const FRAGMENT_DECLARATIONS = `
varying vec3 vGround;
varying vec3 vGroundWorld;
varying float vGroundLevel;
uniform vec3 gridColor;
uniform float gridStep;
uniform vec3 fadeCenter;
uniform float fadeRadius;

// Lines of a given width in pixels; where they would be closer than a few pixels they give way.
float gridLines(vec2 place, float pixels) {
  vec2 width = fwidth(place);
  vec2 distance = abs(fract(place - 0.5) - 0.5) / width;
  vec2 lines = 1.0 - smoothstep(vec2(0.5 * pixels - 0.5), vec2(0.5 * pixels + 0.5), distance);
  lines *= 1.0 - smoothstep(vec2(0.1), vec2(0.4), width);
  return max(lines.x, lines.y);
}
`;
const COLOR_CODE = `
#include <color_fragment>
float grid = max(0.13 * gridLines(vGround.xz / gridStep, 1.2), 0.25 * gridLines(vGround.xz / (10.0 * gridStep), 1.5));
diffuseColor.rgb = mix(diffuseColor.rgb, gridColor, grid * step(0.5, vGroundLevel));
diffuseColor.a *= 1.0 - smoothstep(0.1, 1.0, distance(vGroundWorld, fadeCenter) / fadeRadius);
`;

/** A floor with a grid, which fades out around a place. */
export class GroundMaterial extends MeshStandardMaterial {
  readonly uniforms = {
    gridColor: { value: new Color() },
    /** m from one line to the next. */
    gridStep: { value: 1 },
    fadeCenter: { value: new Vector3() },
    fadeRadius: { value: 100 },
  };

  constructor() {
    super({ roughness: 0.9, metalness: 0, transparent: true });
    this.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, this.uniforms);
      shader.vertexShader = VERTEX_DECLARATIONS + shader.vertexShader.replace('#include <begin_vertex>', VERTEX_CODE);
      shader.fragmentShader = FRAGMENT_DECLARATIONS + shader.fragmentShader.replace('#include <color_fragment>', COLOR_CODE);
    };
  }

  /** Fits grid and fading to a scene of this size, m. */
  fit(center: Vector3, radius: number): void {
    this.uniforms.fadeCenter.value.copy(center);
    this.uniforms.fadeRadius.value = FADE_RADII * radius;
    this.uniforms.gridStep.value = 10 ** Math.floor(Math.log10(radius));
  }
}

/** Radii of a scene from its middle to where its ground has faded away. */
export const FADE_RADII = 9;
