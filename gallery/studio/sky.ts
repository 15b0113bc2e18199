import { BackSide, Mesh, ShaderMaterial, SphereGeometry } from 'three';
import { BACKDROP, type StudioUniforms } from './shader-chunks.ts';

/** What is behind everything. It is dithered, or else its slow gradients would show bands. */
export function createSky({ horizon, zenith, glow, front }: StudioUniforms): Mesh {
  const material = new ShaderMaterial({
    side: BackSide,
    depthWrite: false,
    depthTest: false,
    uniforms: { horizon, zenith, glow, front },
    vertexShader: `
      varying vec3 vDirection;
      void main() {
        vDirection = position;
        gl_Position = projectionMatrix * vec4(mat3(viewMatrix) * position, 1.0);
        gl_Position.z = 0.0;
      }`,
    fragmentShader: `
      varying vec3 vDirection;
      ${BACKDROP}
      void main() {
        float dither = fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453) + fract(sin(dot(gl_FragCoord.yx, vec2(39.346, 11.135))) * 24634.6345);
        gl_FragColor = vec4(backdrop(normalize(vDirection)), 1.0);
        #include <tonemapping_fragment>
        #include <colorspace_fragment>
        gl_FragColor.rgb += (dither - 1.0) / 255.0;
      }`,
  });
  const sky = new Mesh(new SphereGeometry(10, 24, 16), material);
  sky.frustumCulled = false;
  sky.renderOrder = -2;
  return sky;
}
