// A tube that looks laid of strands.
import type { StudioUniforms } from './shader-chunks.ts';
import { SurfaceMaterial } from './surface-material.ts';

const STRANDS = 3;
/** Of the radius: the length in which a strand goes round once, and the depth of the grooves. */
const LAY = 6.5;
const GROOVE = 0.22;

/** Around the tube: cosine and sine; along it, m; and its radius, m. */
const DECLARATIONS = 'varying vec4 vStrand;\n';
const VERTEX_DECLARATIONS = `attribute vec4 strand;\n${DECLARATIONS}`;
const HEIGHT_CODE = `
float strandAngle = atan(vStrand.y, vStrand.x);
float strandTurns = vStrand.z / (${LAY.toFixed(1)} * max(vStrand.w, 1e-6));
float strandHeight = abs(cos(0.5 * ${STRANDS.toFixed(1)} * (strandAngle - 6.2831853 * strandTurns)));
// Grooves that are finer than pixels give way to their mean.
float strandSeen = 1.0 - smoothstep(0.12, 0.45, ${STRANDS.toFixed(1)} * fwidth(strandTurns));
strandHeight = mix(0.64, strandHeight, strandSeen);
`;
const COLOR_CODE = `
#include <color_fragment>
${HEIGHT_CODE}
diffuseColor.rgb *= mix(0.3, 1.08, smoothstep(0.0, 0.75, strandHeight));
`;
const NORMAL_CODE = `
#include <normal_fragment_maps>
{
  vec3 sideX = dFdx(-vViewPosition), sideY = dFdy(-vViewPosition);
  vec3 acrossX = cross(sideY, normal), acrossY = cross(normal, sideX);
  float area = dot(sideX, acrossX) * faceDirection;
  float depth = ${GROOVE.toFixed(2)} * vStrand.w;
  vec3 slope = sign(area) * depth * (dFdx(strandHeight) * acrossX + dFdy(strandHeight) * acrossY);
  normal = normalize(abs(area) * normal - slope);
}
`;

/** Of geometries with the attribute `strand`. */
export class RopeMaterial extends SurfaceMaterial {
  constructor(uniforms: StudioUniforms) {
    super('cloth', uniforms);
    const surface = this.onBeforeCompile;
    this.onBeforeCompile = (shader, renderer) => {
      surface.call(this, shader, renderer);
      shader.vertexShader =
        VERTEX_DECLARATIONS + shader.vertexShader.replace('#include <project_vertex>', '#include <project_vertex>\nvStrand = strand;');
      shader.fragmentShader =
        DECLARATIONS +
        shader.fragmentShader.replace('#include <color_fragment>', COLOR_CODE).replace('#include <normal_fragment_maps>', NORMAL_CODE);
    };
  }
}
