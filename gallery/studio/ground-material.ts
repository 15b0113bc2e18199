import { Color, DoubleSide, MeshLambertMaterial } from 'three';
import type { Theme } from './palette.ts';
import { BACKDROP, HAZE, HAZE_DECLARATIONS, NOISE, type StudioUniforms } from './shader-chunks.ts';

export type Marking = 'grid' | 'contours';

const VERTEX_DECLARATIONS = 'varying vec3 vPlace;\n';
const PLACE_CODE = '#include <project_vertex>\nvPlace = (modelMatrix * vec4(transformed, 1.0)).xyz;';
const FRAGMENT_DECLARATIONS = `
varying vec3 vPlace;
uniform vec3 lineColor, ambient;
uniform float lineStrength, lineStep;
uniform sampler2D contact;
uniform vec4 contactFrame;
${HAZE_DECLARATIONS}${NOISE}${BACKDROP}

// Lines of a given width in pixels; where they would be closer than a few pixels they give way.
float gridLines(vec2 place, float pixels) {
  vec2 width = fwidth(place);
  vec2 lines = 1.0 - smoothstep(vec2(0.5 * pixels - 0.5), vec2(0.5 * pixels + 0.5), abs(fract(place - 0.5) - 0.5) / width);
  lines *= 1.0 - smoothstep(vec2(0.08), vec2(0.35), width);
  return max(lines.x, lines.y);
}
float contourLines(float level) {
  float width = fwidth(level);
  return (1.0 - smoothstep(0.3, 1.1, abs(fract(level - 0.5) - 0.5) / width)) * (1.0 - smoothstep(0.15, 0.5, width));
}
`;
const INK: Record<Marking, string> = {
  grid: 'max(0.5 * gridLines(vPlace.xz / lineStep, 1.0), gridLines(vPlace.xz / (5.0 * lineStep), 1.4))',
  contours: '0.7 * contourLines(vPlace.y / lineStep)',
};
const surfaceCode = (marking: Marking) => `
#include <color_fragment>
float awayFromScene = length(vPlace.xz - hazeCenter.xz);
vec2 cloudPlace = vPlace.xz / (0.2 * max(haze.x, 1e-3));
float cloud = 0.4 * flatNoise(cloudPlace * 0.9) + 0.6 * flatNoise(cloudPlace * 23.0) - 0.5;
diffuseColor.rgb *= 1.0 + 0.16 * cloud;
diffuseColor.rgb = mix(diffuseColor.rgb, lineColor, ${INK[marking]} * lineStrength * (1.0 - smoothstep(0.0, 0.42 * haze.y, awayFromScene)));
`;
/** The light of the studio from above is the same everywhere on the ground. */
const AMBIENT_CODE = `
#include <aomap_fragment>
reflectedLight.indirectDiffuse += ambient * diffuseColor.rgb;
`;
const CONTACT_CODE = `
${AMBIENT_CODE}
vec2 contactPlace = (vPlace.xz - contactFrame.xy) / contactFrame.z + 0.5;
bool inContact = all(greaterThan(contactPlace, vec2(0.0))) && all(lessThan(contactPlace, vec2(1.0)));
float contactShade = inContact && contactFrame.w > 0.0 ? texture2D(contact, contactPlace).r * contactFrame.w : 0.0;
reflectedLight.indirectDiffuse *= 1.0 - 0.85 * contactShade;
reflectedLight.directDiffuse *= 1.0 - 0.5 * contactShade;
`;

/** A floor with a grid, or terrain with contour lines: it takes contact shadows and goes over into the backdrop without an edge. */
export class GroundMaterial extends MeshLambertMaterial {
  private readonly own = {
    lineColor: { value: new Color() },
    lineStrength: { value: 0 },
    lineStep: { value: 1 },
    ambient: { value: new Color() },
  };

  constructor(
    private readonly marking: Marking,
    uniforms: StudioUniforms,
  ) {
    super(marking === 'contours' ? { side: DoubleSide } : {});
    this.customProgramCacheKey = () => `ground with ${marking}`; // the sources of the programs differ, the text of the function does not
    this.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, uniforms, this.own);
      shader.vertexShader = VERTEX_DECLARATIONS + shader.vertexShader.replace('#include <project_vertex>', PLACE_CODE);
      shader.fragmentShader =
        FRAGMENT_DECLARATIONS +
        shader.fragmentShader
          .replace('#include <color_fragment>', surfaceCode(marking))
          .replace('#include <aomap_fragment>', marking === 'grid' ? CONTACT_CODE : AMBIENT_CODE)
          .replace('#include <opaque_fragment>', `${HAZE}\n#include <opaque_fragment>`);
    };
  }

  setTheme(theme: Theme): void {
    const grid = this.marking === 'grid';
    this.color.set(grid ? theme.ground : theme.terrain);
    this.own.ambient.value.setScalar(theme.ambient);
    this.own.lineColor.value.set(grid ? theme.grid : theme.contour);
    this.own.lineStrength.value = grid ? theme.gridStrength : theme.contourStrength;
  }

  /** For a scene of this radius, m: grid lines at 1, 2 or 5 times a power of ten, about a fifth of it. */
  fit(radius: number): void {
    const wanted = this.marking === 'grid' ? radius / 5 : radius / 50;
    const ten = 10 ** Math.floor(Math.log10(wanted));
    this.own.lineStep.value = ten * (wanted / ten < 1.5 ? 1 : wanted / ten < 3.5 ? 2 : 5);
  }
}
